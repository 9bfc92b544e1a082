//! What every ecosystem has in common: the files it looks for and the finding it hands back.

use std::collections::BTreeMap;

/// One build tool or language: the files that speak for it and how they are read.
pub(super) struct Ecosystem {
    /// Files whose text is read.
    pub(super) manifests: &'static [&'static str],
    /// Files whose presence is enough.
    pub(super) markers: &'static [&'static str],
    /// Reads the finding off the files; empty where none of them is there.
    pub(super) detect: fn(Manifests<'_>) -> Finding,
}

/// The files that exist, by path relative to the root.
#[derive(Clone, Copy)]
pub(super) struct Manifests<'a>(&'a BTreeMap<String, String>);

impl<'a> Manifests<'a> {
    pub(super) fn new(files: &'a BTreeMap<String, String>) -> Self {
        Self(files)
    }

    /// The text of a file without a byte order mark.
    pub(super) fn text(self, name: &str) -> Option<&'a str> {
        self.0.get(name).map(|text| text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    /// The first of `names` that exists, with its text.
    pub(super) fn first(self, names: &[&'static str]) -> Option<(&'static str, &'a str)> {
        names.iter().find_map(|name| Some((*name, self.text(name)?)))
    }

    /// Whether one of `names` exists.
    pub(super) fn has_any(self, names: &[&str]) -> bool {
        names.iter().any(|name| self.0.contains_key(*name))
    }
}

/// What a command is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    Build,
    Test,
    Lint,
    Format,
    Run,
}

impl Purpose {
    pub(super) const ALL: [Self; 5] = [Self::Build, Self::Test, Self::Lint, Self::Format, Self::Run];

    /// The key of `commands` in the registry.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Build => "build",
            Self::Test => "test",
            Self::Lint => "lint",
            Self::Format => "format",
            Self::Run => "run",
        }
    }

    /// What teams call the target, recipe or script for it, best first.
    fn target_names(self) -> &'static [&'static str] {
        match self {
            Self::Build => &["build"],
            Self::Test => &["test"],
            Self::Lint => &["lint"],
            Self::Format => &["format", "fmt"],
            Self::Run => &["run", "dev", "start"],
        }
    }
}

/// What one ecosystem says about a repository.
#[derive(Debug, Default)]
pub(super) struct Finding {
    /// The language, then its frameworks; empty for a tool that only runs commands.
    pub(super) stack: Vec<&'static str>,
    /// One command line per purpose.
    pub(super) commands: BTreeMap<Purpose, String>,
    /// What could not be understood.
    pub(super) notes: Vec<String>,
}

impl Finding {
    pub(super) fn language(name: &'static str, notes: Vec<String>) -> Self {
        Self { stack: vec![name], notes, ..Self::default() }
    }

    /// Whether the finding stands for a language and not for a tool that runs the commands of others.
    pub(super) fn is_language(&self) -> bool {
        !self.stack.is_empty()
    }

    pub(super) fn add_command(&mut self, purpose: Purpose, line: impl Into<String>) {
        self.commands.insert(purpose, line.into());
    }

    /// Adds the second of each pair whose first `is_used`, in the order of the table.
    pub(super) fn add_frameworks(&mut self, table: &[(&str, &'static str)], is_used: impl Fn(&str) -> bool) {
        self.stack.extend(table.iter().filter(|(package, _)| is_used(package)).map(|(_, framework)| *framework));
    }

    /// Adds a command for every purpose that has a target; `line` turns its name into the command line.
    pub(super) fn add_targets(&mut self, is_target: impl Fn(&str) -> bool, line: impl Fn(&str) -> String) {
        for purpose in Purpose::ALL {
            if let Some(name) = purpose.target_names().iter().find(|name| is_target(name)) {
                self.add_command(purpose, line(name));
            }
        }
    }
}

/// What an ecosystem finds in the given files.
#[cfg(test)]
pub(super) fn found(ecosystem: &Ecosystem, entries: &[(&str, &str)]) -> Finding {
    let files = entries.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    (ecosystem.detect)(Manifests::new(&files))
}

#[cfg(test)]
impl Finding {
    /// The commands as pairs of text.
    pub(super) fn lines(&self) -> Vec<(&'static str, &str)> {
        self.commands.iter().map(|(purpose, line)| (purpose.name(), line.as_str())).collect()
    }
}
