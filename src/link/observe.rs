//! Reads what stands where links belong.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use super::backup::Vault;
use super::exclude::ExcludeFile;
use super::found::{Aim, Found, Others, Parent, Spot, Supply, Worktree};
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
    // A submodule that is checked out is a repository of its own; this one is not, and must stay empty until it is.
    if !prefix.as_os_str().is_empty() && repository.is_in_submodule(&prefix)? {
        return Ok(Presence::Absent);
    }
    let profile = registry.profile_folder(&project.entry.profile);
    let others: Vec<_> = repository.other_roots()?.into_iter().map(|root| root.join(&prefix)).collect();
    let mut spots = Vec::new();
    for kind in KINDS {
        let place = Path::new(".claude").join(kind);
        let mut spot = observe_spot(project.repo.join(&place), kind.to_owned(), profile.join(kind), owner);
        let stays = matches!(spot.found, Found::Link { aim: Aim::Right, .. })
            && matches!(spot.supply, Supply::Filled | Supply::Empty);
        if ask == AskGit::Always || !stays {
            spot.git = repository.treatment(&prefix.join(&place))?;
        }
        spot.shown = place.display().to_string();
        spot.others = observe_others(&others, &place, &spot.target, owner);
        spots.push(spot);
    }
    let folder = project.repo.join(".claude");
    let is_repository = disk::look(&folder.join(".git")).is_ok_and(|found| found != Standing::Missing);
    let parent = observe_parent(&folder);
    Ok(Presence::Present(Worktree {
        parent: if parent == Parent::Directory && is_repository { Parent::Repository } else { parent },
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

/// What stands at a place in the other worktrees of a repository.
fn observe_others(worktrees: &[PathBuf], place: &Path, target: &Path, owner: &Owner) -> Others {
    let mut others = Others::default();
    for path in worktrees.iter().map(|worktree| worktree.join(place)) {
        match observe_found(&path, target, owner) {
            Found::Link { aim: Aim::Right | Aim::Elsewhere, .. } => others.linked = true,
            // What cannot be told may be real: it is not hidden from git either.
            Found::Directory | Found::File | Found::Unreadable(_) => others.hidden = others.hidden.or(Some(path)),
            Found::Missing | Found::Loop { .. } | Found::Link { aim: Aim::Foreign, .. } => {}
        }
    }
    others
}

/// Observes the links in the home directory, those that the registry no longer names included.
pub fn observe_global(registry: &Registry, owner: &Owner, home: &Path) -> Option<Worktree> {
    if registry.global.link == Link::Off {
        return None;
    }
    Some(observe_home(registry, owner, home))
}

/// As [`observe_global`], also where linking is turned off.
pub fn observe_home(registry: &Registry, owner: &Owner, home: &Path) -> Worktree {
    let folder = home.join(".claude");
    let named = registry.global.skills.iter().map(|(name, target)| (name.clone(), target.clone()));
    let mut wanted: BTreeMap<_, _> = strays(registry, owner, &folder.join("skills")).collect();
    wanted.extend(named);
    let spots = wanted.into_iter().map(|(name, target)| {
        let shown = format!(".claude/skills/{name}");
        let spot = observe_spot(folder.join("skills").join(&name), name, target, owner);
        let unwanted = registry.global.skills.iter().all(|(known, _)| *known != spot.name);
        Spot { shown, supply: if unwanted { Supply::Unwanted } else { spot.supply.clone() }, ..spot }
    });
    let parent = match observe_parent(&folder) {
        Parent::Directory => observe_parent(&folder.join("skills")),
        other => other,
    };
    let vault = Vault { inside_git: None, is_far: false, beside: folder.join("skreg-backups") };
    Worktree { path: home.to_owned(), parent, spots: spots.collect(), vault, exclude: None }
}

/// The links of ours in a folder of the home directory that the registry does not name: they lead nowhere that is wanted.
fn strays<'s>(
    registry: &'s Registry,
    owner: &'s Owner,
    skills: &'s Path,
) -> impl Iterator<Item = (String, PathBuf)> + 's {
    // A name that no folder of the central repository has, so that nothing is wanted there.
    let nowhere = registry.central().join("profiles").join(".none");
    let names = disk::names(skills).unwrap_or_default().into_iter().filter_map(|name| name.into_string().ok());
    names.filter_map(move |name| {
        let found = observe_found(&skills.join(&name), &nowhere, owner);
        matches!(found, Found::Link { aim: Aim::Elsewhere, .. }).then(|| (name, nowhere.clone()))
    })
}

fn observe_spot(path: PathBuf, name: String, target: PathBuf, owner: &Owner) -> Spot {
    let found = observe_found(&path, &target, owner);
    let (shown, git, others) = (String::new(), Treatment::default(), Others::default());
    Spot { shown, supply: observe_supply(&target), git, others, path, name, target, found }
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
    let worktree = repository.worktree_name().map_or_else(|| "main".to_owned(), |name| format!("worktree-{name}"));
    let backups = repository.common_folder().join("skreg/backups");
    let beside = folder.join(".claude/skreg-backups");
    let links = [folder.join(".claude"), folder.to_owned()].into_iter().find(|folder| disk::is_folder(folder));
    Vault {
        is_far: links.is_some_and(|links| !disk::is_one_file_system(&links, &repository.common_folder())),
        // The backups of a package lie in folders of its path: one name of it all could be longer than a name may be.
        inside_git: Some(match prefix.as_os_str().is_empty() {
            true => backups.join(worktree),
            false => backups.join("packages").join(prefix).join(worktree),
        }),
        beside,
    }
}

fn observe_exclude(repository: &Repository, prefix: PathBuf) -> Result<ExcludeFile> {
    if prefix.as_os_str().as_encoded_bytes().iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
        return Err(anyhow!("its path holds a line break, which no ignore rule of git can name"));
    }
    let path = repository.common_folder().join("info/exclude");
    let is_link = matches!(disk::look(&path), Ok(Standing::Link(_)));
    let text = disk::read_text(&path)?.unwrap_or_default();
    Ok(ExcludeFile { path, text, prefix, is_link })
}
