//! A project that a ticket may belong to, with the reasons.

use serde::Serialize;

/// A project with points, and what gave them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Name of the project.
    pub project: String,
    /// The sum of the signals' points.
    pub score: u32,
    /// What matched: components, labels, keywords, each in the order of the registry.
    pub signals: Vec<Signal>,
}

/// One match of a ticket with what a project asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Signal {
    /// What kind of signal it is.
    pub kind: SignalKind,
    /// The signal as the registry spells it.
    pub value: String,
    /// Its points as counted: none where the project's keywords had reached their cap.
    pub points: u32,
}

/// The kinds of signals, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SignalKind {
    /// A component of the ticket, whole.
    Component,
    /// A label of the ticket, whole.
    Label,
    /// A word or phrase of summary or description.
    Keyword,
}
