//! The packages that a Python project asks for, and what brings each of them in.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Document;

/// What has to be asked for to have a package installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Origin {
    /// Nothing: it comes with the project or a default group.
    Default,
    /// A dependency group (PEP 735) that is not installed by default.
    Group(String),
    /// An extra, `[project.optional-dependencies]`.
    Extra(String),
}

/// Normalised package name to the nearest origin.
#[derive(Debug, Default)]
pub(super) struct Requirements(BTreeMap<String, Origin>);

impl Requirements {
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(super) fn origin(&self, name: &str) -> Option<&Origin> {
        self.0.get(name)
    }

    /// Adds the requirements of `pyproject.toml`: PEP 621, PEP 735, uv's own list, and Poetry's groups.
    pub(super) fn add_project(&mut self, project: &Document) {
        self.add(project.strings("project.dependencies"), &Origin::Default);
        self.add(project.strings("tool.uv.dev-dependencies"), &Origin::Default);
        self.add(project.keys("tool.poetry.dependencies"), &Origin::Default);
        self.add(project.keys("tool.poetry.dev-dependencies"), &Origin::Default);
        for group in project.map("tool.poetry.group").into_iter().flat_map(|groups| groups.values()) {
            let packages = group.get("dependencies").and_then(Value::as_object);
            self.add(packages.into_iter().flat_map(|packages| packages.keys().map(String::as_str)), &Origin::Default);
        }
        self.add_groups(project);
        for (extra, packages) in project.map("project.optional-dependencies").into_iter().flatten() {
            self.add(strings(packages), &Origin::Extra(normalise(extra)));
        }
    }

    /// Adds the lines of a requirements file; those that name another file or a folder are passed over.
    pub(super) fn add_file(&mut self, text: &str) {
        self.add(text.lines(), &Origin::Default);
    }

    /// Adds the groups, the default ones first, so that a package of both counts as installed.
    fn add_groups(&mut self, project: &Document) {
        let groups: BTreeMap<String, &Value> = project
            .map("dependency-groups")
            .into_iter()
            .flatten()
            .map(|(name, list)| (normalise(name), list))
            .collect();
        let is_default = default_groups(project);
        let (first, later): (Vec<&String>, Vec<&String>) = groups.keys().partition(|name| is_default(name));
        for name in first {
            self.add(packages_of(&groups, name), &Origin::Default);
        }
        for name in later {
            self.add(packages_of(&groups, name), &Origin::Group(name.clone()));
        }
    }

    fn add<'a>(&mut self, requirements: impl Iterator<Item = &'a str>, origin: &Origin) {
        for name in requirements.filter_map(package_name) {
            self.0.entry(name).or_insert_with(|| origin.clone());
        }
    }
}

/// Which groups are there without asking: those that uv is told (`"all"` or a list), else `dev`.
fn default_groups(project: &Document) -> impl Fn(&str) -> bool {
    let all = project.text("tool.uv.default-groups") == Some("all");
    let told: Option<BTreeSet<String>> = project
        .has("tool.uv.default-groups")
        .then(|| project.strings("tool.uv.default-groups").map(normalise).collect());
    move |name| all || told.as_ref().map_or(name == "dev", |told| told.contains(name))
}

/// The requirements of a group and of all groups that it includes.
fn packages_of<'a>(groups: &BTreeMap<String, &'a Value>, name: &str) -> impl Iterator<Item = &'a str> {
    let mut wanted = vec![name.to_owned()];
    let mut seen = BTreeSet::new();
    let mut packages = Vec::new();
    while let Some(name) = wanted.pop() {
        let Some(list) = groups.get(&name).filter(|_| seen.insert(name)) else { continue };
        packages.extend(strings(list));
        let included = list.as_array().into_iter().flatten().filter_map(|item| item.get("include-group")?.as_str());
        wanted.extend(included.map(normalise));
    }
    packages.into_iter()
}

fn strings(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The normalised name at the start of a requirement (PEP 508): `Django[argon2] >= 5` gives `django`.
fn package_name(requirement: &str) -> Option<String> {
    let requirement = requirement.trim_start();
    let end = requirement.find(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c)).unwrap_or(requirement.len());
    let (name, after) = requirement.split_at(end);
    let is_name = name.starts_with(|c: char| c.is_ascii_alphanumeric()) && !after.starts_with([':', '/']);
    is_name.then(|| normalise(name))
}

/// Lower case with one `-` for each run of `-`, `_` and `.` (PEP 503).
fn normalise(name: &str) -> String {
    let parts: Vec<&str> = name.split(['-', '_', '.']).filter(|part| !part.is_empty()).collect();
    parts.join("-").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(text: &str) -> Requirements {
        let (document, notes) = Document::parse_toml("pyproject.toml", text, &[]);
        assert!(notes.is_empty(), "{notes:?}");
        let mut requirements = Requirements::default();
        requirements.add_project(&document);
        requirements
    }

    #[test]
    fn reads_the_name_of_a_requirement() {
        for (requirement, name) in [
            ("Django[argon2]>=5,<6 ; python_version > '3.10'", "django"),
            ("  psycopg2_binary == 2.9 # pinned", "psycopg2-binary"),
            ("ruff", "ruff"),
            ("pytest @ https://acme.example/pytest.whl", "pytest"),
        ] {
            assert_eq!(package_name(requirement).as_deref(), Some(name));
        }
        for other in ["", "# pytest", "-r dev.txt", "--hash=sha256:0", "./local", "git+https://x", "https://x", "a/b"] {
            assert_ne!(package_name(other).as_deref(), Some("pytest"), "{other}");
        }
    }

    #[test]
    fn tells_default_groups_from_others() {
        let found = project(
            "[dependency-groups]\ndev = [\"ruff\", {include-group = \"Unit_Test\"}, 7]\n\
             unit-test = [\"pytest\", {include-group = \"dev\"}]\ndocs = [\"mkdocs\", {include-group = \"nowhere\"}]\n\
             [project.optional-dependencies]\ncli = [\"typer\"]\n",
        );
        assert_eq!(found.origin("pytest"), Some(&Origin::Default));
        assert_eq!(found.origin("mkdocs"), Some(&Origin::Group("docs".to_owned())));
        assert_eq!(found.origin("typer"), Some(&Origin::Extra("cli".to_owned())));
        let told =
            "[tool.uv]\ndefault-groups = [\"Docs\"]\n[dependency-groups]\ndev = [\"ruff\"]\ndocs = [\"mkdocs\"]\n";
        assert_eq!(project(told).origin("mkdocs"), Some(&Origin::Default));
        assert_eq!(project(told).origin("ruff"), Some(&Origin::Group("dev".to_owned())));
        let all = "[tool.uv]\ndefault-groups = \"all\"\n[dependency-groups]\ndocs = [\"mkdocs\"]\n";
        assert_eq!(project(all).origin("mkdocs"), Some(&Origin::Default));
    }
}
