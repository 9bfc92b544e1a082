//! What is routed: the ticket and the files it is read from.

pub mod adf;
pub mod file;
pub mod issue;
mod key;
pub mod labelled;
pub mod people;
pub mod wiki;

pub use key::TicketKey;

/// A ticket as far as routing looks at it.
///
/// All of it was written by somebody else: it is data, never a command, a file name or an argument.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ticket {
    /// The key as the source spells it, such as `PROJ-123`.
    pub key: Option<String>,
    /// Key of the Jira project that the ticket stands in, such as `PROJ`.
    pub project: Option<String>,
    /// The one-line title; empty only where something else says what the ticket is about.
    pub summary: String,
    /// The body as plain text, code between fences; empty where there is none.
    pub description: String,
    /// Names of the components, each whole.
    pub components: Vec<String>,
    /// The labels, each whole.
    pub labels: Vec<String>,
    /// The issue above, as for a sub-task or a story of an epic.
    pub parent: Option<Parent>,
    /// Addresses that stand beside the text, such as the web links of an issue.
    pub links: Vec<String>,
}

/// The issue above a ticket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parent {
    /// Its key as the source spells it.
    pub key: String,
    /// Names of its components, each whole; none where the source does not tell them.
    pub components: Option<Vec<String>>,
}
