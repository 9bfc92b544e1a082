//! What is asked about the rules of a project and what was found, as values.

use std::path::PathBuf;

use super::LOCAL_SETTINGS;
use crate::link::backup::Vault;
use crate::link::exclude::ExcludeFile;
use crate::link::found::Observation;
use crate::link::owner::Owner;
use crate::registry::{Project, Registry};

/// What stands in one settings file and what belongs there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// The file.
    pub path: PathBuf,
    /// The rules that belong there, or why they cannot be written.
    pub wanted: Result<Vec<String>, Obstacle>,
    /// What stands there.
    pub settings: Settings,
    /// The rules of ours among it.
    pub ours: Vec<String>,
    /// Why the file must not be changed; looked for only where it would be.
    pub barrier: Option<Obstacle>,
    /// Whether git would show a new file, which therefore needs an ignore rule.
    pub needs_rule: bool,
    /// git's local ignore rules.
    pub exclude: Option<ExcludeFile>,
    /// Where the file as it was before is kept.
    pub vault: Vault,
}

impl Grant {
    /// The rules that allow, ours among them.
    pub(super) fn rules(&self) -> &[String] {
        match &self.settings {
            Settings::File(rules) => rules,
            Settings::Missing | Settings::Unfit { .. } => &[],
        }
    }

    /// Whether rules of ours were written there.
    pub fn is_granted(&self) -> bool {
        !self.ours.is_empty()
    }

    /// Whether an ignore rule of ours names the file.
    pub(super) fn has_rule(&self) -> bool {
        self.exclude.as_ref().is_some_and(|exclude| exclude.has_rule(LOCAL_SETTINGS))
    }

    /// Whether rules belong there that do not stand there.
    pub fn lacks_rules(&self) -> bool {
        let lacks = |wanted: &Vec<String>| wanted.iter().any(|rule| !self.rules().contains(rule));
        self.wanted.as_ref().map_or(true, lacks)
    }

    #[cfg(test)]
    pub(super) fn of_settings(settings: Settings) -> Self {
        let vault = Vault { inside_git: None, is_far: false, beside: PathBuf::new() };
        Self {
            path: PathBuf::new(),
            wanted: Ok(Vec::new()),
            settings,
            ours: Vec::new(),
            barrier: None,
            needs_rule: false,
            exclude: None,
            vault,
        }
    }
}

/// What is asked about the rules of one project.
#[derive(Debug, Clone, Copy)]
pub struct GrantQuestion<'a> {
    /// The registry.
    pub registry: &'a Registry,
    /// Tells whose a rule is.
    pub owner: &'a Owner,
    /// The project.
    pub project: &'a Project,
    /// What was observed of its repository.
    pub observation: &'a Observation,
}

/// What stands at the place of the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settings {
    /// Nothing.
    Missing,
    /// A file with these rules that allow.
    File(Vec<String>),
    /// Something that nothing is read from and nothing is written to.
    Unfit {
        /// Why.
        obstacle: Obstacle,
        /// Whether rules of our form stand in it, as far as that can be told.
        holds_rules: bool,
    },
}

/// Why nothing is changed, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// Why.
    pub reason: String,
    /// What to do.
    pub hint: String,
}

impl Obstacle {
    pub(super) fn new(reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { reason: reason.into(), hint: hint.into() }
    }
}
