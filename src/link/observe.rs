//! Reads what stands where links belong.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use super::backup::Vault;
use super::exclude::ExcludeFile;
use super::found::{Found, Parent, Spot, Supply, Worktree};
use super::owner::Owner;
use crate::registry::{Link, Project, Registry};
use crate::system::disk::{self, Standing, Target};
use crate::system::git::{self, Repository, Treatment};

/// The folders of a profile that are linked.
const KINDS: [&str; 2] = ["agents", "skills"];

/// When git is asked how it treats a place: reading a large index takes its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskGit {
    /// Only where something other than the right link stands.
    BeforeAChange,
    /// Always.
    Always,
}

/// What is there of a project on this machine.
#[derive(Debug)]
pub enum Presence {
    /// Its folder does not exist.
    Absent,
    /// Its folder is no git repository.
    NotARepo,
    /// It cannot be told.
    Error(anyhow::Error),
    /// Its worktree.
    Present(Worktree),
}

/// Observes one project.
pub fn observe_project(registry: &Registry, project: &Project, owner: &Owner, home: &Path, ask: AskGit) -> Presence {
    observe_repository(registry, project, owner, home, ask).unwrap_or_else(Presence::Error)
}

fn observe_repository(
    registry: &Registry,
    project: &Project,
    owner: &Owner,
    home: &Path,
    ask: AskGit,
) -> Result<Presence> {
    match disk::follow(&project.repo)
        .map_err(|error| anyhow!("cannot look at `{}`: {error}", project.repo.display()))?
    {
        Target::Directory => {}
        Target::Missing => return Ok(Presence::Absent),
        Target::File => return Err(anyhow!("`{}` is a file", project.repo.display())),
        Target::Loop => return Err(anyhow!("`{}` is a link that leads back to itself", project.repo.display())),
    }
    let Some((repository, prefix)) = open(&project.repo, home)? else { return Ok(Presence::NotARepo) };
    let profile = registry.profile_folder(&project.entry.profile);
    let mut spots = Vec::new();
    for kind in KINDS {
        let place = Path::new(".claude").join(kind);
        let mut spot = observe_spot(project.repo.join(&place), kind.to_owned(), profile.join(kind), owner);
        let is_right = matches!(spot.found, Found::Link { aim: super::Aim::Right, .. });
        if ask == AskGit::Always || !is_right {
            spot.git = repository.treatment(&prefix.join(&place))?;
        }
        spot.shown = place.display().to_string();
        spots.push(spot);
    }
    Ok(Presence::Present(Worktree {
        parent: observe_parent(&project.repo.join(".claude")),
        vault: vault(&repository, &prefix, &project.repo),
        exclude: Some(observe_exclude(&repository, prefix)?),
        path: project.repo.clone(),
        spots,
    }))
}

/// The repository that a folder is or lies in, and the folder's place below its root; none where it lies in none.
fn open(folder: &Path, home: &Path) -> Result<Option<(Repository, PathBuf)>> {
    let real = disk::real_path(folder)?;
    let own = folder.join(".git");
    let has_own = disk::look(&own).map_err(|error| anyhow!("cannot look at `{}`: {error}", own.display()))?;
    let found = git::open(folder)?;
    // git goes on to the folders above where it cannot use this one; what it finds there is another repository.
    if has_own != Standing::Missing && found.as_ref().is_none_or(|repository| repository.root() != real) {
        return Err(anyhow!("`{}` is there, and git cannot use it: it is broken or leads nowhere", own.display()));
    }
    // A repository that holds the home directory keeps dotfiles; what lies below it is no part of a project.
    let holds_home =
        |repository: &Repository| disk::real_path(home).is_ok_and(|home| home.starts_with(repository.root()));
    let Some(repository) = found.filter(|repository| !holds_home(repository)) else { return Ok(None) };
    if real.starts_with(repository.common_folder()) {
        return Err(anyhow!("`{}` lies in git's own folder", folder.display()));
    }
    let prefix = real.strip_prefix(repository.root())?.to_owned();
    Ok(Some((repository, prefix)))
}

/// Observes the links in the home directory. What was linked under a name that the registry no longer has is not known.
pub fn observe_global(registry: &Registry, owner: &Owner, home: &Path) -> Option<Worktree> {
    if registry.global.link == Link::Off {
        return None;
    }
    Some(observe_home(registry, owner, home))
}

/// As [`observe_global`], also where linking is turned off.
pub fn observe_home(registry: &Registry, owner: &Owner, home: &Path) -> Worktree {
    let folder = home.join(".claude");
    let spots = registry.global.skills.iter().map(|(name, target)| {
        let spot = observe_spot(folder.join("skills").join(name), name.clone(), target.clone(), owner);
        Spot { shown: format!(".claude/skills/{name}"), ..spot }
    });
    let parent = match observe_parent(&folder) {
        Parent::Directory => observe_parent(&folder.join("skills")),
        other => other,
    };
    let vault = Vault { inside_git: None, beside: folder.join("skreg-backups") };
    Worktree { path: home.to_owned(), parent, spots: spots.collect(), vault, exclude: None }
}

fn observe_spot(path: PathBuf, name: String, target: PathBuf, owner: &Owner) -> Spot {
    let found = observe_found(&path, &target, owner);
    Spot { shown: String::new(), supply: observe_supply(&target), git: Treatment::default(), path, name, target, found }
}

fn observe_found(path: &Path, target: &Path, owner: &Owner) -> Found {
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

fn observe_supply(target: &Path) -> Supply {
    match disk::follow(target) {
        Ok(Target::Directory) => match disk::is_empty_folder(target) {
            Ok(true) => Supply::Empty,
            Ok(false) => Supply::Filled,
            Err(error) => Supply::Unreadable(error.to_string()),
        },
        Ok(Target::Missing) => Supply::Missing,
        Ok(Target::File) => Supply::Unreadable("it is a file".to_owned()),
        Ok(Target::Loop) => Supply::Unreadable("it is a link that leads back to itself".to_owned()),
        Err(error) => Supply::Unreadable(error.to_string()),
    }
}

fn observe_parent(folder: &Path) -> Parent {
    match disk::look(folder) {
        Ok(Standing::Missing) => Parent::Missing,
        Ok(Standing::Directory) => Parent::Directory,
        Ok(Standing::Link(_)) => Parent::Link,
        Ok(Standing::File) => Parent::File,
        Err(error) => Parent::Unreadable(error.to_string()),
    }
}

fn vault(repository: &Repository, prefix: &Path, folder: &Path) -> Vault {
    let mut worktree = repository.worktree_name().map_or_else(|| "main".to_owned(), |name| format!("worktree-{name}"));
    for part in prefix {
        worktree.push('+');
        worktree.push_str(&part.to_string_lossy().replace('+', "++"));
    }
    let inside_git = repository.common_folder().join("skreg/backups").join(worktree);
    Vault { inside_git: Some(inside_git), beside: folder.join(".claude/skreg-backups") }
}

fn observe_exclude(repository: &Repository, prefix: PathBuf) -> Result<ExcludeFile> {
    let path = repository.common_folder().join("info/exclude");
    let text = disk::read_text(&path)?.unwrap_or_default();
    Ok(ExcludeFile { path, text, prefix })
}
