//! Python: `pyproject.toml`, requirements files, and the tool that runs commands in the project's environment.

mod requirement;

use super::document::{Document, Shape};
use super::ecosystem::{Ecosystem, Finding, Manifests, Purpose};
use requirement::{Origin, Requirements};

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem {
    manifests: &["pyproject.toml", "requirements.txt", "requirements-dev.txt", "setup.cfg", "tox.ini"],
    markers: &[
        "setup.py",
        "uv.lock",
        "poetry.lock",
        "pdm.lock",
        "hatch.toml",
        "pytest.ini",
        ".pytest.ini",
        "ruff.toml",
        ".ruff.toml",
    ],
    detect,
};

const SHAPES: &[(&str, Shape)] = &[
    ("project", Shape::Map),
    ("project.dependencies", Shape::List),
    ("project.optional-dependencies", Shape::Map),
    ("dependency-groups", Shape::Map),
    ("tool", Shape::Map),
    ("tool.uv.dev-dependencies", Shape::List),
    ("tool.poetry.dependencies", Shape::Map),
    ("tool.poetry.dev-dependencies", Shape::Map),
    ("tool.poetry.group", Shape::Map),
];

/// Package to what people call it.
const FRAMEWORKS: &[(&str, &str)] = &[
    ("django", "django"),
    ("fastapi", "fastapi"),
    ("flask", "flask"),
    ("litestar", "litestar"),
    ("aiohttp", "aiohttp"),
    ("streamlit", "streamlit"),
    ("celery", "celery"),
    ("sqlalchemy", "sqlalchemy"),
    ("sqlmodel", "sqlmodel"),
    ("pandas", "pandas"),
    ("torch", "pytorch"),
    ("psycopg", "postgres"),
    ("psycopg2", "postgres"),
    ("psycopg2-binary", "postgres"),
    ("asyncpg", "postgres"),
    ("redis", "redis"),
];

/// What runs a command in the project's environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Runner {
    Uv,
    Poetry,
    Pdm,
    Hatch,
    /// The environment that is active.
    Active,
}

fn detect(present: Manifests<'_>) -> Finding {
    if !present.has_any(&[
        "pyproject.toml",
        "requirements.txt",
        "setup.py",
        "setup.cfg",
        "uv.lock",
        "poetry.lock",
        "pdm.lock",
    ]) {
        return Finding::default();
    }
    let text = present.text("pyproject.toml").unwrap_or_default();
    let (project, notes) = Document::parse_toml("pyproject.toml", text, SHAPES);
    let mut found = Finding::language("python", notes);
    let mut required = Requirements::default();
    required.add_project(&project);
    for file in ["requirements.txt", "requirements-dev.txt"] {
        required.add_file(present.text(file).unwrap_or_default());
    }
    found.add_frameworks(FRAMEWORKS, |name| required.has(name));
    add_commands(&mut found, present, &project, &required);
    found
}

fn add_commands(found: &mut Finding, present: Manifests<'_>, project: &Document, required: &Requirements) {
    let runner = runner(present, project);
    if required.has("pytest") || configures_pytest(present, project) {
        found.add_command(Purpose::Test, runner.line(required.origin("pytest"), "pytest"));
    } else if has_section(present.text("tox.ini"), |name| name == "testenv" || name.starts_with("testenv:")) {
        found.add_command(Purpose::Test, "tox");
    }
    if project.has("tool.ruff") || present.has_any(&["ruff.toml", ".ruff.toml"]) {
        found.add_command(Purpose::Lint, runner.line_of_tool(required, "ruff", "ruff check"));
    }
    if project.has("tool.black") {
        found.add_command(Purpose::Format, runner.line_of_tool(required, "black", "black ."));
    } else if project.has("tool.ruff.format") {
        found.add_command(Purpose::Format, runner.line_of_tool(required, "ruff", "ruff format"));
    }
}

/// A lock file says which tool is used; without one, the tool's own table does. Hatch counts with environments only, as
/// many build with its backend and run with something else.
fn runner(present: Manifests<'_>, project: &Document) -> Runner {
    let backend = project.text("build-system.build-backend").unwrap_or_default();
    let signs = [
        (present.has_any(&["uv.lock"]), Runner::Uv),
        (present.has_any(&["poetry.lock"]), Runner::Poetry),
        (present.has_any(&["pdm.lock"]), Runner::Pdm),
        (project.has("tool.uv"), Runner::Uv),
        (project.has("tool.poetry") || backend.starts_with("poetry."), Runner::Poetry),
        (project.has("tool.hatch.envs") || present.has_any(&["hatch.toml"]), Runner::Hatch),
        (project.has("tool.pdm"), Runner::Pdm),
    ];
    signs.into_iter().find(|(is_seen, _)| *is_seen).map_or(Runner::Active, |(_, runner)| runner)
}

impl Runner {
    /// The command line for a package of the project. Only uv installs what is missing on the way, so only uv has to be
    /// told which group or extra the package comes from.
    fn line(self, origin: Option<&Origin>, command: &str) -> String {
        match (self, origin) {
            (Self::Uv, Some(Origin::Group(group))) if is_plain(group) => format!("uv run --group {group} {command}"),
            (Self::Uv, Some(Origin::Extra(extra))) if is_plain(extra) => format!("uv run --extra {extra} {command}"),
            (Self::Uv, _) => format!("uv run {command}"),
            (Self::Poetry, _) => format!("poetry run {command}"),
            (Self::Pdm, _) => format!("pdm run {command}"),
            (Self::Hatch, _) => format!("hatch run {command}"),
            (Self::Active, _) => command.to_owned(),
        }
    }

    /// The command line for a tool that may be a package of the project or be installed on the machine.
    fn line_of_tool(self, required: &Requirements, package: &str, command: &str) -> String {
        match required.origin(package) {
            Some(origin) => self.line(Some(origin), command),
            None => command.to_owned(),
        }
    }
}

/// Whether a name from a manifest can stand in a command line as it is.
fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// The places where pytest looks for its settings ("Configuration file formats" of its documentation).
fn configures_pytest(present: Manifests<'_>, project: &Document) -> bool {
    project.has("tool.pytest")
        || present.has_any(&["pytest.ini", ".pytest.ini"])
        || has_section(present.text("tox.ini"), |name| name == "pytest")
        || has_section(present.text("setup.cfg"), |name| name == "tool:pytest")
}

fn has_section(ini: Option<&str>, is_wanted: impl Fn(&str) -> bool) -> bool {
    let mut names = ini.unwrap_or_default().lines().filter_map(|line| line.strip_prefix('[')?.split(']').next());
    names.any(|name| is_wanted(name.trim()))
}

#[cfg(test)]
mod tests;
