//! Reads what stands where links belong.

mod ground;
mod kind;
mod place;
mod spot;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use self::ground::{Chosen, Ground, Site};
use self::kind::{KINDS, Kind};
use self::place::{PlaceQuestion, observe_home_place};
pub(super) use self::spot::observe_inner_parent;
use self::spot::{observe_found, observe_spot};
use super::backup::Vault;
use super::exclude::ExcludeFile;
use super::found::{Found, Observation, Spot, Supply, Worktree};
use super::owner::Owner;
use crate::registry::model::{LinkMode, Target};
use crate::registry::{Link, Project, Registry};
use crate::system::disk::{self, Standing};

/// What git is asked about a place: to match the ignore rules of a large repository takes its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskGit {
    /// What it tracks.
    Tracked,
    /// Whether it ignores a link, too.
    Always,
}

/// How a project is linked, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// One link per folder, or one per skill and agent.
    pub mode: LinkMode,
    /// Which worktrees are linked.
    pub worktrees: Worktrees,
}

/// Which worktrees of a repository are linked besides the project's own and those in which links of ours stand already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worktrees {
    /// All.
    All,
    /// Those in which git tracks skills or agents, and of these alone the folder that it tracks: where a worktree has none of its own,
    /// Claude Code takes those of the main one, and where it has any, it takes these alone (seen with 2.1.332).
    Needing,
    /// No more.
    Linked,
}

impl Worktrees {
    /// As the registry says for a project.
    pub fn of(project: &Project) -> Self {
        match project.entry.worktrees {
            Some(true) => Self::All,
            Some(false) => Self::Linked,
            None => Self::Needing,
        }
    }
}

impl Manner {
    /// As the registry says for a project; where linking is turned off, as it would be without that.
    pub fn of(project: &Project) -> Self {
        let mode = match project.link {
            Link::On(mode) => mode,
            Link::Off => project.entry.link.unwrap_or_default(),
        };
        Self { mode, worktrees: Worktrees::of(project) }
    }
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
    /// Its repository.
    Present(Observation),
}

/// Observes projects.
#[derive(Debug, Clone, Copy)]
pub struct Observer<'a> {
    /// The registry.
    pub registry: &'a Registry,
    /// Tells whose a link is.
    pub owner: &'a Owner,
    /// The home directory.
    pub home: &'a Path,
    /// What git is asked.
    pub ask: AskGit,
}

impl Observer<'_> {
    /// Observes one project.
    pub fn project(&self, project: &Project, manner: Manner) -> Presence {
        self.repository(project, manner).unwrap_or_else(Presence::Error)
    }

    fn repository(&self, project: &Project, manner: Manner) -> Result<Presence> {
        let repo = &project.repo;
        match disk::follow(repo).map_err(|error| anyhow!("cannot look at `{}`: {error}", repo.display()))? {
            disk::Target::Directory => {}
            disk::Target::Missing => return Ok(Presence::Absent),
            disk::Target::File => return Err(anyhow!("`{}` is a file", repo.display())),
            disk::Target::Loop => return Err(anyhow!("`{}` is a link that leads back to itself", repo.display())),
        }
        let Some(site) = Site::open(repo, self.home)? else { return Ok(Presence::NotARepo) };
        if site.is_empty_submodule()? {
            return Ok(Presence::Absent);
        }
        let chosen = site.choose(
            manner.worktrees,
            |folder| self.has_links(folder),
            |folder| self.is_another_project(project, folder),
        );
        let exclude = chosen.grounds.first().map(Ground::exclude).transpose()?;
        let Some(exclude) = exclude else { return Err(nothing_checked_out(&chosen)) };
        let worktrees = chosen.grounds.iter().map(|ground| self.worktree(project, manner, ground, &chosen, &exclude));
        let worktrees = worktrees.collect::<Result<_>>()?;
        Ok(Presence::Present(Observation { worktrees, skipped: chosen.skipped, exclude: Some(exclude) }))
    }

    fn worktree(
        &self,
        project: &Project,
        manner: Manner,
        ground: &Ground,
        chosen: &Chosen,
        exclude: &ExcludeFile,
    ) -> Result<Worktree> {
        let vault = ground.vault();
        let backups = vault.items();
        let profile = self.registry.profile_folder(&project.entry.profile);
        let targets = project.entry.targets.as_deref().unwrap_or(&[Target::Claude]);
        let place = |kind: Kind| {
            let left_alone: Vec<_> = chosen.left_alone.iter().map(|folder| kind.below(folder)).collect();
            let question = PlaceQuestion {
                owner: self.owner,
                ask: self.ask,
                source: profile.join(kind.name),
                is_asked: targets.contains(&kind.target),
                is_spread: is_spread(manner.mode, kind, &chosen.grounds, &left_alone)?,
                exclude,
                left_alone: &left_alone,
                backups: &backups,
                kind,
            };
            question.observe(ground)
        };
        let is_concerned = |kind: &Kind| {
            let is_needed = || manner.worktrees == Worktrees::Needing && ground.has_its_own(*kind);
            let is_wanted = targets.contains(&kind.target) && (ground.is_whole || is_needed());
            let has_backup = || backups.iter().any(|item| kind.is_backup(item));
            is_wanted || self.holds_links(&kind.below(&ground.path)) || has_backup()
        };
        let places = KINDS.into_iter().filter(is_concerned).map(place).collect::<Result<_>>()?;
        let is_main = ground.repository.worktree_name().is_none();
        Ok(Worktree { path: ground.path.clone(), is_main, places, vault })
    }

    /// Whether a folder is that of another project, which sets it up itself.
    fn is_another_project(&self, project: &Project, folder: &Path) -> bool {
        let mut others = self.registry.projects.iter().filter(|other| other.name != project.name);
        others.any(|other| other.repo == folder || disk::real_path(&other.repo).is_ok_and(|repo| repo == folder))
    }

    /// Whether a link of ours stands in a project's folder.
    fn has_links(&self, folder: &Path) -> bool {
        KINDS.into_iter().any(|kind| self.holds_links(&kind.below(folder)))
    }

    /// Whether a folder of links is or holds a link of ours.
    fn holds_links(&self, place: &Path) -> bool {
        match disk::look(place) {
            Ok(Standing::Link(_)) => self.owner.is_ours(place),
            Ok(Standing::Directory) => {
                let names = disk::names(place).unwrap_or_default();
                names.iter().any(|name| self.owner.is_ours(&place.join(name)))
            }
            _ => false,
        }
    }
}

/// Whether each skill and agent gets a link of its own: where that is said, or where one link for the folder would hide what git tracks
/// there in any worktree, or what is real in one that is left alone.
fn is_spread(mode: LinkMode, kind: Kind, grounds: &[Ground], left_alone: &[PathBuf]) -> Result<bool> {
    match mode {
        LinkMode::Directory => return Ok(false),
        LinkMode::Entries => return Ok(true),
        LinkMode::Auto => {}
    }
    for ground in grounds {
        if ground.repository.tracking(&ground.prefix.join(kind.shown()))?.tracked_below {
            return Ok(true);
        }
    }
    Ok(left_alone.iter().any(|folder| matches!(disk::look(folder), Ok(Standing::Directory))))
}

/// The error of a bare repository none of whose worktrees can be used.
fn nothing_checked_out(chosen: &Chosen) -> anyhow::Error {
    let reasons = chosen.skipped.iter().map(|skipped| format!("`{}`: {}", skipped.path.display(), skipped.reason));
    anyhow!(
        "it is a bare repository, and none of its worktrees can be used: {}",
        reasons.collect::<Vec<_>>().join("; ")
    )
}

/// Observes the links in the home directory, those that the registry no longer names included.
pub fn observe_global(registry: &Registry, owner: &Owner, home: &Path) -> Option<Observation> {
    if registry.global.link == Link::Off {
        return None;
    }
    Some(observe_home(registry, owner, home))
}

/// As [`observe_global`], also where linking is turned off.
pub fn observe_home(registry: &Registry, owner: &Owner, home: &Path) -> Observation {
    let folder = home.join(".claude");
    let named = registry.global.skills.iter().map(|(name, target)| (name.clone(), target.clone()));
    let mut wanted: BTreeMap<_, _> = strays(registry, owner, &folder.join("skills")).collect();
    wanted.extend(named);
    let spots = wanted.into_iter().map(|(name, target)| {
        let shown = format!(".claude/skills/{name}");
        let spot = observe_spot(folder.join("skills").join(&name), shown, name, target, owner);
        let is_named = registry.global.skills.iter().any(|(known, _)| *known == spot.name);
        Spot { supply: if is_named { spot.supply.clone() } else { Supply::Unwanted(NOT_NAMED) }, ..spot }
    });
    let place = observe_home_place(&folder, spots.collect());
    let vault = Vault { inside_git: None, is_far: false, beside: folder.join("skreg-backups") };
    let worktree = Worktree { path: home.to_owned(), is_main: true, places: vec![place], vault };
    Observation { worktrees: vec![worktree], skipped: Vec::new(), exclude: None }
}

const NOT_NAMED: &str = "the registry does not name it any more";

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
        matches!(found, Found::Link { .. }).then_some(found).filter(Found::is_ours).map(|_| (name, nowhere.clone()))
    })
}
