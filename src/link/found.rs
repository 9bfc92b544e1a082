//! What is wanted and what was found, as values.

use std::path::PathBuf;

use super::backup::Vault;
use super::exclude::ExcludeFile;
use crate::system::git::Treatment;

/// One checkout of a project's repository (or the home directory), with every place in it where a link may stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worktree {
    /// The folder that holds `.claude`.
    pub path: PathBuf,
    /// What `.claude` itself is.
    pub parent: Parent,
    /// The places, in the order of their names.
    pub spots: Vec<Spot>,
    /// Where replaced things are kept.
    pub vault: Vault,
    /// git's list of local ignore rules; none outside git.
    pub exclude: Option<ExcludeFile>,
}

/// What the folder that holds the links is.
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
    /// What stands at the same place in the other worktrees, which share git's local ignore rules.
    pub others: Others,
}

/// What stands at one place in the other worktrees of a repository.
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
    /// A folder that holds something.
    Filled,
    /// A folder that holds nothing.
    Empty,
    /// Nothing: the profile has no such folder.
    Missing,
    /// Nothing is asked of it: the registry does not name the place any more.
    Unwanted,
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
