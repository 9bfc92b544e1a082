//! What stands at one place, and what the central repository has for it.

use std::path::{Path, PathBuf};

use super::super::found::{Found, Others, Parent, Spot, Supply};
use super::super::owner::Owner;
use crate::system::disk::{self, Standing, Target};
use crate::system::git::Treatment;

/// Observes a place; what git and other worktrees have to do with it is left open.
pub(super) fn observe_spot(path: PathBuf, shown: String, name: String, target: PathBuf, owner: &Owner) -> Spot {
    Spot {
        found: observe_found(&path, &target, owner),
        supply: observe_supply(&target),
        git: Treatment::default(),
        others: Others::default(),
        own_wins: false,
        path,
        shown,
        name,
        target,
    }
}

/// What stands at a path, if a link there is to point at `target`.
pub(super) fn observe_found(path: &Path, target: &Path, owner: &Owner) -> Found {
    let text = match disk::look(path) {
        Ok(Standing::Missing) => return Found::Missing,
        Ok(Standing::Directory) => return Found::Directory,
        Ok(Standing::File) => return Found::File,
        Ok(Standing::Link(text)) => text,
        Err(error) => return Found::Unreadable(error.to_string()),
    };
    match disk::follow(path) {
        Ok(Target::Loop) => Found::Loop { text },
        Ok(end) => {
            let dangling = end == Target::Missing;
            Found::Link { aim: owner.aim(path, &text, target, dangling), dangling, text }
        }
        Err(error) => Found::Unreadable(error.to_string()),
    }
}

/// What the central repository has to link a whole folder to.
fn observe_supply(target: &Path) -> Supply {
    match disk::follow(target) {
        // git keeps no empty folder: what stands in for one, such as `.gitkeep`, is nothing.
        Ok(Target::Directory) => match disk::names(target) {
            Ok(names) if names.iter().all(|name| name.as_encoded_bytes().starts_with(b".")) => Supply::Empty,
            Ok(_) => Supply::Filled,
            Err(error) => Supply::Unreadable(error.to_string()),
        },
        Ok(Target::Missing) => Supply::Missing,
        Ok(Target::File) => Supply::Unreadable("it is a file".to_owned()),
        Ok(Target::Loop) => Supply::Unreadable("it is a link that leads back to itself".to_owned()),
        Err(error) => Supply::Unreadable(error.to_string()),
    }
}

/// What the central repository has to link one skill or agent to: whatever it is, it is named and therefore wanted.
pub(super) fn observe_entry_supply(target: &Path) -> Supply {
    match disk::follow(target) {
        Ok(Target::Directory | Target::File) => Supply::Filled,
        Ok(Target::Missing) => Supply::Missing,
        Ok(Target::Loop) => Supply::Unreadable("it is a link that leads back to itself".to_owned()),
        Err(error) => Supply::Unreadable(error.to_string()),
    }
}

/// What a folder is as the place of links.
pub(super) fn observe_parent(folder: &Path) -> Parent {
    match disk::look(folder) {
        Ok(Standing::Missing) => Parent::Missing,
        Ok(Standing::Directory) => Parent::Directory,
        Ok(Standing::Link(_)) => Parent::Link,
        Ok(Standing::File) => Parent::File,
        Err(error) => Parent::Unreadable(error.to_string()),
    }
}

/// As [`observe_parent`] inside a repository, where a folder may be a repository of its own.
pub(in crate::link) fn observe_inner_parent(folder: &Path) -> Parent {
    let is_repository = disk::look(&folder.join(".git")).is_ok_and(|found| found != Standing::Missing);
    match observe_parent(folder) {
        Parent::Directory if is_repository => Parent::Repository,
        other => other,
    }
}
