//! Where a ticket goes.

use crate::dispatch::Doubt;

/// Where a ticket goes, and who says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Route {
    /// The ticket says so: it names the project's repository.
    Linked(String),
    /// The rule says so.
    Auto(String),
    /// The text model says so, where nothing but words speaks for a project.
    Text(String),
    /// A person or a flag says so.
    Chosen(String),
    /// Somebody has to say.
    Ask(Doubt),
    /// Nothing scored.
    None,
}

impl Route {
    pub(super) fn project(&self) -> Option<&str> {
        match self {
            Self::Linked(project) | Self::Auto(project) | Self::Text(project) | Self::Chosen(project) => Some(project),
            Self::Ask(_) | Self::None => None,
        }
    }

    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Linked(_) => "linked",
            Self::Auto(_) => "auto",
            Self::Text(_) => "text",
            Self::Chosen(_) => "chosen",
            Self::Ask(_) => "ask",
            Self::None => "none",
        }
    }
}
