//! A project that a ticket may belong to, with the reasons.

use serde::Serialize;

/// All that scoring says about a ticket.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scored {
    /// The projects with points or whose repository the ticket names: the highest score first, then by name.
    pub candidates: Vec<Candidate>,
    /// The projects that would be among them, were they not ruled out; by name.
    pub excluded: Vec<Excluded>,
    /// All projects that are ruled out, also those that nothing speaks for; by name.
    pub ruled_out: Vec<String>,
    /// The projects whose repository the ticket names, also those that are ruled out; by name.
    pub named: Vec<String>,
}

impl Scored {
    /// The candidate of a project.
    pub fn candidate(&self, project: &str) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| candidate.project == project)
    }

    /// Whether nothing but words of its text speaks for any project.
    pub fn is_left_to_words(&self) -> bool {
        let is_word = |signal: &Signal| signal.kind == SignalKind::Keyword || signal.points == 0;
        self.named.is_empty() && self.candidates.iter().all(|candidate| candidate.signals.iter().all(is_word))
    }

    /// Whether an `exclude` keeps the ticket from a project.
    pub fn is_ruled_out(&self, project: &str) -> bool {
        self.ruled_out.iter().any(|name| name == project)
    }

    /// Whether points decide, at whatever gate: no repository is named, or several are and the top is one of theirs.
    pub fn is_left_to_points(&self) -> bool {
        match self.named.len() {
            0 => true,
            1 => false,
            _ => self.candidates.first().is_some_and(|top| top.score > 0 && top.repository().is_some()),
        }
    }
}

/// A project with points, or whose repository the ticket names, and what speaks for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Name of the project.
    pub project: String,
    /// The sum of the signals' points.
    pub score: u32,
    /// What matched: repository, components, Jira project, labels, keywords, each in the order of the registry.
    pub signals: Vec<Signal>,
}

impl Candidate {
    /// The address by which the ticket names the project's repository.
    pub fn repository(&self) -> Option<&str> {
        self.signals.iter().find(|signal| signal.kind == SignalKind::Repository).map(|signal| signal.value.as_str())
    }
}

/// One match of a ticket with what a project asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Signal {
    /// What kind of signal it is.
    pub kind: SignalKind,
    /// The signal as the registry spells it; an address as the ticket has it, without its secrets.
    pub value: String,
    /// Its points as counted: none where the project's keywords had reached their cap, and none for an address.
    pub points: u32,
    /// Whose it is, where it is not the ticket's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
}

/// A project that a ticket is kept from, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Excluded {
    /// Name of the project.
    pub project: String,
    /// What of its `exclude` matched.
    pub signals: Vec<Reason>,
}

/// One match of a ticket with what a project excludes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// What kind of signal it is.
    pub kind: SignalKind,
    /// The signal as the registry spells it.
    pub value: String,
    /// Whose it is, where it is not the ticket's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
}

/// Whose signal it is, other than the ticket's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The ticket's parent's.
    Parent,
}

/// The kinds of signals, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalKind {
    /// The address of the project's repository.
    Repository,
    /// A component of the ticket, whole.
    Component,
    /// The key of the Jira project that the ticket stands in.
    JiraProject,
    /// A label of the ticket, whole.
    Label,
    /// A word or phrase of summary or description.
    Keyword,
    /// The whole of the text, as the learned model weighs it; no signal of a candidate, but what a ticket may be decided by.
    Text,
}

impl SignalKind {
    /// All of them, in their order.
    pub const ALL: [Self; 6] =
        [Self::Repository, Self::Component, Self::JiraProject, Self::Label, Self::Keyword, Self::Text];

    /// The kind as people are told it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Repository => "repository",
            Self::Component => "component",
            Self::JiraProject => "jira project",
            Self::Label => "label",
            Self::Keyword => "keyword",
            Self::Text => "text model",
        }
    }
}
