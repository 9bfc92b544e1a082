//! The truth about one place, in one word.

use serde::Serialize;

use super::found::{Aim, Found, Spot, Supply};

/// What a place is, in the order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    /// It cannot be told what stands there or where it leads.
    Unreadable,
    /// A link that leads back to itself.
    Loop,
    /// A real folder stands in the way.
    RealDirectory,
    /// A file stands in the way.
    File,
    /// The right link.
    Ok,
    /// The right link, and the central repository has nothing there.
    SourceMissing,
    /// A link of ours to somewhere else where nothing stands.
    Broken,
    /// A link of ours to somewhere else.
    WrongTarget,
    /// A link that is not ours.
    Foreign,
    /// Nothing stands where a link belongs.
    Missing,
}

impl LinkState {
    /// The word that JSON and text share.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Loop => "loop",
            Self::RealDirectory => "real_directory",
            Self::File => "file",
            Self::Ok => "ok",
            Self::SourceMissing => "source_missing",
            Self::Broken => "broken",
            Self::WrongTarget => "wrong_target",
            Self::Foreign => "foreign",
            Self::Missing => "missing",
        }
    }
}

/// The state of a place; none where nothing is wanted and nothing of ours stands.
pub fn link_state(spot: &Spot) -> Option<LinkState> {
    let wanted = spot.supply != Supply::Missing;
    let ours = matches!(spot.found, Found::Link { aim: Aim::Right | Aim::Elsewhere, .. });
    let state = match &spot.found {
        Found::Unreadable(_) => LinkState::Unreadable,
        Found::Loop { .. } => LinkState::Loop,
        Found::Directory => LinkState::RealDirectory,
        Found::File => LinkState::File,
        Found::Link { aim: Aim::Right, dangling: true, .. } => LinkState::SourceMissing,
        Found::Link { aim: Aim::Right, .. } => LinkState::Ok,
        Found::Link { aim: Aim::Elsewhere, dangling: true, .. } => LinkState::Broken,
        Found::Link { aim: Aim::Elsewhere, .. } => LinkState::WrongTarget,
        Found::Link { aim: Aim::Foreign, .. } => LinkState::Foreign,
        Found::Missing => LinkState::Missing,
    };
    (wanted || ours || state == LinkState::Unreadable).then_some(state)
}
