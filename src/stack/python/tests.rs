use super::super::ecosystem::found;
use super::*;

const UV: &str = r#"
[project]
name = "billing"
dependencies = ["FastAPI[standard]>=0.115", "asyncpg", "SQLAlchemy~=2.0"]

[dependency-groups]
dev = ["pytest>=8", "ruff"]

[tool.ruff]
line-length = 100

[tool.ruff.format]
quote-style = "single"
"#;

const POETRY: &str = "\u{feff}[tool.poetry]\r\nname = \"shop\"\r\n\r\n[tool.poetry.dependencies]\r\npython = \"^3.12\"\r\n\
    Django = \"^5.1\"\r\n\r\n[tool.poetry.group.test.dependencies]\r\npytest = \"*\"\r\n\r\n[tool.black]\r\n\
    [build-system]\r\nbuild-backend = \"poetry.core.masonry.api\"\r\n";

#[test]
fn reads_a_project_of_uv() {
    let found = found(&ECOSYSTEM, &[("pyproject.toml", UV), ("uv.lock", "")]);
    assert_eq!(found.stack, ["python", "fastapi", "sqlalchemy", "postgres"]);
    assert_eq!(
        found.lines(),
        [("test", "uv run pytest"), ("lint", "uv run ruff check"), ("format", "uv run ruff format")]
    );
    assert!(found.notes.is_empty());
}

#[test]
fn reads_a_project_of_poetry() {
    let found = found(&ECOSYSTEM, &[("pyproject.toml", POETRY)]);
    assert_eq!(found.stack, ["python", "django"]);
    assert_eq!(found.lines(), [("test", "poetry run pytest"), ("format", "black .")]);
}

#[test]
fn asks_uv_for_the_group_or_extra_that_has_pytest() {
    let line = |text: &str| {
        let found = found(&ECOSYSTEM, &[("pyproject.toml", text), ("uv.lock", "")]);
        found.commands.get(&Purpose::Test).cloned().unwrap_or_default()
    };
    assert_eq!(line("[dependency-groups]\ntest = [\"pytest\"]\n"), "uv run --group test pytest");
    assert_eq!(line("[project.optional-dependencies]\nTest = [\"pytest\"]\n"), "uv run --extra test pytest");
    assert_eq!(line("[dependency-groups]\n\"x; rm\" = [\"pytest\"]\n"), "uv run pytest");
    assert_eq!(line("[project]\ndependencies = [\"flask\"]\n"), "");
}

#[test]
fn tells_the_runner() {
    let line = |text: &str, lock: &str| {
        let text = format!("[tool.pytest.ini_options]\n{text}");
        let found = found(&ECOSYSTEM, &[("pyproject.toml", &text), (lock, "")]);
        found.commands.get(&Purpose::Test).cloned().unwrap_or_default()
    };
    assert_eq!(line("", ""), "pytest");
    assert_eq!(line("[tool.hatch.build]\n", ""), "pytest");
    assert_eq!(line("[tool.hatch.envs.default]\n", ""), "hatch run pytest");
    assert_eq!(line("[tool.hatch.envs.default]\n", "uv.lock"), "uv run pytest");
    assert_eq!(line("[tool.poetry]\n", "pdm.lock"), "pdm run pytest");
    assert_eq!(line("[build-system]\nbuild-backend = \"poetry.core.masonry.api\"\n", ""), "poetry run pytest");
}

#[test]
fn guesses_no_tests() {
    let bare =
        found(&ECOSYSTEM, &[("setup.py", "import pytest"), ("requirements.txt", "# pytest\r\nFlask==3\r\n-r x\r\n")]);
    assert_eq!(bare.stack, ["python", "flask"]);
    assert!(bare.commands.is_empty() && bare.notes.is_empty());
}

#[test]
fn reads_settings_beside_the_project() {
    let test = |name: &str, text: &str| {
        let found = found(&ECOSYSTEM, &[("setup.py", ""), (name, text)]);
        found.commands.get(&Purpose::Test).cloned().unwrap_or_default()
    };
    assert_eq!(test("setup.cfg", "[metadata]\n[tool:pytest]\n"), "pytest");
    assert_eq!(test("tox.ini", "[tox]\n[pytest]\r\n"), "pytest");
    assert_eq!(test("tox.ini", "[tox]\nenvlist = py312\n[testenv]\ndeps = pytest\n"), "tox");
    assert_eq!(test("tox.ini", "[flake8]\n"), "");
    assert_eq!(test("requirements-dev.txt", "pytest==8.3\n"), "pytest");
    assert_eq!(found(&ECOSYSTEM, &[("setup.py", ""), ("ruff.toml", "")]).lines(), [("lint", "ruff check")]);
}

#[test]
fn knows_the_language_of_a_broken_manifest() {
    let broken = found(&ECOSYSTEM, &[("pyproject.toml", "[project\n")]);
    assert_eq!((broken.stack.as_slice(), broken.notes.len()), (["python"].as_slice(), 1));
    let odd = "dependency-groups = 3\ntool = []\n[project]\ndependencies = \"flask\"\n";
    let odd = found(&ECOSYSTEM, &[("pyproject.toml", odd)]);
    assert_eq!((odd.stack.as_slice(), odd.notes.len()), (["python"].as_slice(), 3));
    let empty = found(&ECOSYSTEM, &[("pyproject.toml", "")]);
    assert_eq!((empty.stack.as_slice(), empty.notes.len()), (["python"].as_slice(), 0));
}
