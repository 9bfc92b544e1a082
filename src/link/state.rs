//! The truth about one place, in one word.

use serde::Serialize;

use super::found::{Aim, Found, Spot, Supply};

/// What a place is, in the order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    /// It cannot be told what stands there, where it leads, or what the central repository has for it.
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
    /// The repository's own skill or agent of that name is used instead of ours.
    Shadowed,
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
            Self::Shadowed => "shadowed",
            Self::Foreign => "foreign",
            Self::Missing => "missing",
        }
    }
}

/// The state of a place; none where nothing is wanted and nothing of ours stands.
pub fn link_state(spot: &Spot) -> Option<LinkState> {
    let is_wanted = match spot.supply {
        Supply::Filled | Supply::Empty | Supply::Unfit(_) | Supply::Unreadable(_) => true,
        // A folder that is to hold links may be real, or not be there yet.
        Supply::Spread => !matches!(spot.found, Found::Missing | Found::Directory),
        Supply::Missing | Supply::Unwanted(_) => false,
    };
    let state = match &spot.found {
        Found::Unreadable(_) => LinkState::Unreadable,
        _ if matches!(spot.supply, Supply::Unreadable(_)) => LinkState::Unreadable,
        _ if spot.is_shadowed() => LinkState::Shadowed,
        Found::Loop { .. } => LinkState::Loop,
        Found::Directory => LinkState::RealDirectory,
        Found::File => LinkState::File,
        Found::Link { aim: Aim::Right, dangling: true, .. } => LinkState::SourceMissing,
        Found::Link { aim: Aim::Right, .. } if spot.is_wanted() || spot.supply == Supply::Missing => LinkState::Ok,
        Found::Link { aim: Aim::Elsewhere, dangling: true, .. } => LinkState::Broken,
        Found::Link { aim: Aim::Right | Aim::Elsewhere, .. } => LinkState::WrongTarget,
        Found::Link { aim: Aim::Foreign, .. } => LinkState::Foreign,
        Found::Missing => LinkState::Missing,
    };
    (is_wanted || spot.is_ours() || state == LinkState::Unreadable).then_some(state)
}

/// What a project is on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProjectState {
    /// Everything is as the registry says.
    Ok,
    /// Something is not as the registry says.
    Drift,
    /// The repository is not on this machine.
    Absent,
    /// Linking is turned off on this machine.
    Off,
    /// The folder is no git repository.
    NotARepo,
    /// It cannot be told.
    Error,
}

impl ProjectState {
    /// The word that JSON and text share.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Drift => "drift",
            Self::Absent => "absent",
            Self::Off => "off",
            Self::NotARepo => "not_a_repo",
            Self::Error => "error",
        }
    }

    /// Whether nothing is wrong: a repository that is not on this machine is fine unless it was asked for by name.
    pub fn is_in_order(self, named: bool) -> bool {
        match self {
            Self::Ok | Self::Off => true,
            Self::Absent => !named,
            Self::Drift | Self::NotARepo | Self::Error => false,
        }
    }
}
