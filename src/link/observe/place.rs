//! One folder of links, and what stands in it.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::super::exclude::{ExcludeFile, unfit_for_rules};
use super::super::found::{Aim, Found, Others, Parent, Place, Spot, Supply};
use super::super::owner::Owner;
use super::AskGit;
use super::ground::Ground;
use super::kind::Kind;
use super::spot::{observe_entry_supply, observe_found, observe_inner_parent, observe_parent, observe_spot};
use crate::profile;
use crate::system::disk::{self, Standing};

/// What is wanted of one folder of links, and whom to ask about it.
pub(super) struct PlaceQuestion<'a> {
    pub(super) owner: &'a Owner,
    pub(super) ask: AskGit,
    pub(super) kind: Kind,
    /// The folder of the central repository that it gets.
    pub(super) source: PathBuf,
    /// Whether the registry asks for it.
    pub(super) is_asked: bool,
    /// Whether each skill and agent is to have a link of its own.
    pub(super) is_spread: bool,
    /// git's local ignore rules.
    pub(super) exclude: &'a ExcludeFile,
    /// The same folder of the project in the worktrees that are left alone.
    pub(super) left_alone: &'a [PathBuf],
    /// What the backups of this worktree hold.
    pub(super) backups: &'a [String],
}

/// Why nothing is wanted at a place.
const NOT_ASKED: &str = "the registry does not ask for it any more";
const WHOLE: &str = "one link stands for the whole folder";

impl PlaceQuestion<'_> {
    /// Observes the folder in one worktree.
    pub(super) fn observe(&self, ground: &Ground) -> Result<Place> {
        let shown = self.kind.shown();
        let path = self.kind.below(&ground.path);
        let name = self.kind.backup.to_owned();
        let mut whole = observe_spot(path, shown, name, self.source.clone(), self.owner);
        whole.git = ground.repository.tracking(&ground.prefix.join(&whole.shown))?;
        if self.ask == AskGit::Always {
            whole.git.ignored = ground.repository.ignores(&ground.prefix.join(&whole.shown))?;
        }
        whole.others = self.others(&whole, None);
        let offered = self.offered();
        whole.supply = self.supply(whole.supply, offered.is_empty());
        let entries = self.entries(&whole, &offered, ground)?;
        Ok(Place {
            parent: observe_inner_parent(&ground.path.join(self.kind.parent)),
            inner: match whole.is_ours() {
                true => Parent::Missing,
                false => observe_inner_parent(&whole.path),
            },
            holds_others: whole.found == Found::Directory && holds_others(&whole.path, &entries),
            whole: Some(whole),
            entries,
        })
    }

    /// What the profile offers to link one by one.
    fn offered(&self) -> Vec<OsString> {
        match self.is_asked && self.is_spread {
            true => profile::linkable(&self.source, self.kind.name).unwrap_or_default(),
            false => Vec::new(),
        }
    }

    /// What is wanted of the folder as a whole.
    fn supply(&self, supply: Supply, offers_nothing: bool) -> Supply {
        match supply {
            _ if !self.is_asked => Supply::Unwanted(NOT_ASKED),
            Supply::Filled if self.is_spread => Supply::Spread,
            Supply::Empty if self.is_spread && offers_nothing => Supply::Missing,
            other => other,
        }
    }

    /// What is wanted in the folder, what stands there of ours, and what our rules and backups still name.
    fn entries(&self, whole: &Spot, offered: &[OsString], ground: &Ground) -> Result<Vec<Spot>> {
        let mut names: BTreeMap<OsString, bool> = offered.iter().map(|name| (name.clone(), true)).collect();
        let is_real = whole.found == Found::Directory;
        let ours = if is_real { self.links_of_ours(&whole.path) } else { Vec::new() };
        let ruled = self.exclude.names_below(&whole.shown);
        let kept = self.backups.iter().filter_map(|backup| self.kind.entry_of(backup).map(str::to_owned));
        for name in ours.into_iter().chain(ruled.into_iter().chain(kept).map(OsString::from)) {
            names.entry(name).or_insert(false);
        }
        names.into_iter().map(|(name, offered)| self.entry(whole, &name, offered, ground)).collect()
    }

    fn entry(&self, whole: &Spot, name: &OsStr, is_offered: bool, ground: &Ground) -> Result<Spot> {
        let text = name.to_string_lossy();
        let (path, shown) = (whole.path.join(name), format!("{}/{text}", whole.shown));
        let mut spot = observe_spot(path, shown, self.kind.backup_of(&text), self.source.join(name), self.owner);
        spot.own_wins = true;
        spot.supply = match (is_offered, unfit_for_rules(name)) {
            (true, Some(reason)) => Supply::Unfit(reason),
            (true, None) => observe_entry_supply(&spot.target),
            (false, _) if !self.is_asked => Supply::Unwanted(NOT_ASKED),
            (false, _) if !self.is_spread => Supply::Unwanted(WHOLE),
            (false, _) => Supply::Missing,
        };
        // Through a link it would be looked at in the central repository.
        if whole.found != Found::Directory {
            spot.found = Found::Missing;
        }
        let place = ground.prefix.join(&spot.shown);
        if whole.git.tracked_below {
            spot.git = ground.repository.tracking(&place)?;
        }
        if self.ask == AskGit::Always && spot.is_ours() {
            spot.git.ignored = ground.repository.ignores(&place)?;
        }
        spot.others = self.others(&spot, Some(name));
        Ok(spot)
    }

    /// The links of ours in a folder.
    fn links_of_ours(&self, folder: &Path) -> Vec<OsString> {
        let names = disk::names(folder).unwrap_or_default();
        let is_ours = |name: &OsString| {
            matches!(disk::look(&folder.join(name)), Ok(Standing::Link(_)))
                && observe_found(&folder.join(name), &self.source.join(name), self.owner).is_ours()
        };
        names.into_iter().filter(is_ours).collect()
    }

    /// What stands at a place in the worktrees that are left alone.
    fn others(&self, spot: &Spot, entry: Option<&OsStr>) -> Others {
        let mut others = Others::default();
        for folder in self.left_alone {
            let path = match entry {
                Some(_) if disk::look(folder).ok() != Some(Standing::Directory) => continue,
                Some(name) => folder.join(name),
                None => folder.clone(),
            };
            match observe_found(&path, &spot.target, self.owner) {
                Found::Link { aim: Aim::Right | Aim::Elsewhere, .. } => others.linked = true,
                // What cannot be told may be real: it is not hidden from git either.
                Found::Directory | Found::File | Found::Unreadable(_) => others.hidden = others.hidden.or(Some(path)),
                Found::Missing | Found::Loop { .. } | Found::Link { aim: Aim::Foreign, .. } => {}
            }
        }
        others
    }
}

/// Whether a folder holds anything but these links of ours; what cannot be read may.
fn holds_others(folder: &Path, entries: &[Spot]) -> bool {
    let is_ours = |name: &OsString| {
        entries.iter().any(|entry| entry.is_ours() && entry.path.file_name() == Some(name.as_os_str()))
    };
    disk::names(folder).map_or(true, |names| !names.iter().all(is_ours))
}

/// The folder of links in the home directory, whose skills are named by the registry.
pub(super) fn observe_home_place(folder: &Path, entries: Vec<Spot>) -> Place {
    let parent = match observe_parent(folder) {
        Parent::Directory => observe_parent(&folder.join("skills")),
        other => other,
    };
    Place { inner: parent.clone(), parent, whole: None, entries, holds_others: true }
}
