//! What is wanted and what was found, as values.

use std::path::{Path, PathBuf};

use super::backup::Vault;
use super::exclude::ExcludeFile;
use crate::system::git::Treatment;

/// What was observed of one repository, or of the home directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The worktrees in which links are wanted or stand, the project's own first.
    pub worktrees: Vec<Worktree>,
    /// The worktrees that are left alone.
    pub skipped: Vec<Skipped>,
    /// git's list of local ignore rules, which all worktrees share; none outside git.
    pub exclude: Option<ExcludeFile>,
}

/// A worktree in which links are wanted and none are made.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Skipped {
    /// Its root.
    pub path: PathBuf,
    /// Why it is left alone.
    pub reason: String,
}

/// One checkout of a project's repository (or the home directory), with every place in it where a link may stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worktree {
    /// The folder that holds `.claude`.
    pub path: PathBuf,
    /// Whether it is the main worktree of its repository.
    pub is_main: bool,
    /// The folders of links, in the order of their names.
    pub places: Vec<Place>,
    /// Where replaced things are kept.
    pub vault: Vault,
}

impl Worktree {
    /// Every place where a link may stand, in the order in which they are changed.
    pub fn spots(&self) -> Vec<&Spot> {
        self.places.iter().flat_map(Place::spots).collect()
    }

    /// Whether a link of ours stands in it.
    pub fn is_linked(&self) -> bool {
        self.spots().into_iter().any(Spot::is_ours)
    }
}

/// One folder that a program reads skills or agents from, such as `.claude/skills`: a link as a whole, or real with a link for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// What the folder that it stands in is: `.claude`.
    pub parent: Parent,
    /// The folder as a whole; none in the home directory, where it is never one link.
    pub whole: Option<Spot>,
    /// What the folder is as the place of links: real, or not there; a link of ours counts as not there.
    pub inner: Parent,
    /// The skills and agents in it that are wanted, or that a link of ours stands for.
    pub entries: Vec<Spot>,
    /// Whether something real or of others stands in it that would be replaced with it.
    pub holds_others: bool,
}

impl Place {
    /// The folder and what is in it, in the order in which they are changed: a link for the folder goes before links for the entries
    /// come, and the other way round.
    pub fn spots(&self) -> impl Iterator<Item = &Spot> {
        let spread = self.is_spread();
        let first = self.whole.iter().filter(move |_| spread);
        let last = self.whole.iter().filter(move |_| !spread);
        first.chain(&self.entries).chain(last)
    }

    /// The folder and what is in it, in the order in which they are taken back.
    pub fn undo_spots(&self) -> impl Iterator<Item = &Spot> {
        let first = self.whole.iter().filter(|_| self.is_undone_first());
        let last = self.whole.iter().filter(|_| !self.is_undone_first());
        first.chain(&self.entries).chain(last)
    }

    /// Whether the folder comes back before what is in it, as where a link of ours stands for it: nothing comes back through a link, and
    /// a folder that is made for what comes back would be in the way of itself. A real one goes after the links in it.
    pub(super) fn is_undone_first(&self) -> bool {
        self.whole.as_ref().is_some_and(|whole| whole.found != Found::Directory)
    }

    /// Whether each skill and agent is to have a link of its own.
    pub fn is_spread(&self) -> bool {
        self.whole.as_ref().is_none_or(|whole| whole.supply == Supply::Spread)
    }
}

/// What the folder that holds links is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parent {
    /// Not there yet.
    Missing,
    /// A folder.
    Directory,
    /// A link: nothing is written through one.
    Link,
    /// A git repository of its own, whose files are tracked there.
    Repository,
    /// A file.
    File,
    /// It cannot be told.
    Unreadable(String),
}

/// One place where a link may stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The place, absolute.
    pub path: PathBuf,
    /// The place as people see it, such as `.claude/skills`.
    pub shown: String,
    /// What a backup of it is called, such as `skills`.
    pub name: String,
    /// Where the link is to point: absolute, the central repository spelled as given.
    pub target: PathBuf,
    /// What the central repository has there.
    pub supply: Supply,
    /// What stands at the place.
    pub found: Found,
    /// How git treats the place, where it was asked.
    pub git: Treatment,
    /// What stands at the same place in the worktrees that this run leaves alone, and which share git's local ignore rules.
    pub others: Others,
    /// Whether something real at the place, or tracked by git, stays there and is used instead of what would be linked: the
    /// repository's own skill beside ours.
    pub own_wins: bool,
}

impl Spot {
    /// Whether a link of ours stands there.
    pub fn is_ours(&self) -> bool {
        self.found.is_ours()
    }

    /// Whether the place is wanted as a link.
    pub fn is_wanted(&self) -> bool {
        matches!(self.supply, Supply::Filled | Supply::Empty)
    }

    /// Whether the repository has something of its own where a link is wanted, by git or on the disk.
    pub fn is_shadowed(&self) -> bool {
        let real = matches!(self.found, Found::Directory | Found::File);
        let tracked = self.git.tracked || self.git.tracked_below;
        self.own_wins && self.is_wanted() && !self.is_ours() && (real || tracked)
    }
}

/// What stands at one place in the worktrees of a repository that a run leaves alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Others {
    /// A link of ours stands in one of them, which needs the rule as well.
    pub linked: bool,
    /// Something real in one of them, which the rule would hide from git: a checkout there would overwrite it.
    pub hidden: Option<PathBuf>,
}

/// What the central repository has to link to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Supply {
    /// A folder that holds something, or a file.
    Filled,
    /// A folder that holds nothing.
    Empty,
    /// Nothing: the profile has no such folder.
    Missing,
    /// No link for the folder as a whole, but one for each skill and agent in it.
    Spread,
    /// Nothing is asked of it, for this reason.
    Unwanted(&'static str),
    /// Nothing can be linked there, for this reason.
    Unfit(String),
    /// It cannot be told.
    Unreadable(String),
}

/// What stands at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Nothing.
    Missing,
    /// A symbolic link.
    Link {
        /// Its text.
        text: PathBuf,
        /// Where it points, and whose it therefore is.
        aim: Aim,
        /// Nothing stands where it points.
        dangling: bool,
    },
    /// A link that leads back to itself.
    Loop {
        /// Its text.
        text: PathBuf,
    },
    /// A real folder.
    Directory,
    /// A file, or anything else.
    File,
    /// It cannot be told.
    Unreadable(String),
}

impl Found {
    /// Whether it is a link of ours.
    pub fn is_ours(&self) -> bool {
        matches!(self, Self::Link { aim: Aim::Right | Aim::Elsewhere, .. })
    }

    /// The text of the link that it is.
    pub fn text(&self) -> Option<&Path> {
        match self {
            Self::Link { text, .. } | Self::Loop { text } => Some(text),
            Self::Missing | Self::Directory | Self::File | Self::Unreadable(_) => None,
        }
    }
}

/// Where a link points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Where it is to point.
    Right,
    /// Elsewhere in the central repository, or into a former place of it: ours, too.
    Elsewhere,
    /// At something that is none of ours.
    Foreign,
}
