//! Reads the settings in which the rules of a project belong.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use super::LOCAL_SETTINGS;
use super::plan::{GrantStep, Obstacle, plan_grant};
use super::rule::{Kind, folder, kind};
use super::settings::{Settings, observe_settings};
use super::wanted::wanted;
use crate::link::backup::Vault;
use crate::link::exclude::ExcludeFile;
use crate::link::found::{Observation, Worktree};
use crate::link::observe::observe_inner_parent;
use crate::link::owner::Owner;
use crate::link::plan::{Step, barred};
use crate::registry::{Project, Registry};
use crate::system::disk::{self, Standing};
use crate::system::git::{self, Repository};

/// What stands in one settings file and what belongs there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// The file.
    pub path: PathBuf,
    /// The rules that belong there, or why they cannot be written.
    pub wanted: Result<Vec<String>, Obstacle>,
    /// What stands there.
    pub settings: Settings,
    /// The rules of ours among it.
    pub ours: Vec<String>,
    /// Why the file must not be changed; looked for only where it would be.
    pub barrier: Option<Obstacle>,
    /// Whether git would show a new file, which therefore needs an ignore rule.
    pub needs_rule: bool,
    /// git's local ignore rules.
    pub exclude: Option<ExcludeFile>,
    /// Where the file as it was before is kept.
    pub vault: Vault,
}

impl Grant {
    /// The rules that allow, ours among them.
    pub(super) fn rules(&self) -> &[String] {
        match &self.settings {
            Settings::File(rules) => rules,
            Settings::Missing | Settings::Unfit { .. } => &[],
        }
    }

    /// Whether rules of ours were written there.
    pub fn is_granted(&self) -> bool {
        !self.ours.is_empty()
    }

    /// Whether an ignore rule of ours names the file.
    pub(super) fn has_rule(&self) -> bool {
        self.exclude.as_ref().is_some_and(|exclude| exclude.has_rule(LOCAL_SETTINGS))
    }

    /// Whether rules belong there that do not stand there.
    pub fn lacks_rules(&self) -> bool {
        let lacks = |wanted: &Vec<String>| wanted.iter().any(|rule| !self.rules().contains(rule));
        self.wanted.as_ref().map_or(true, lacks)
    }

    /// Whether rules belong there, and nothing stands in their way.
    pub fn can_be_granted(&self) -> bool {
        matches!(plan_grant(self, true), Some(GrantStep::Grant { .. }))
    }

    #[cfg(test)]
    pub(super) fn of_settings(settings: Settings) -> Self {
        let vault = Vault { inside_git: None, is_far: false, beside: PathBuf::new() };
        Self {
            path: PathBuf::new(),
            wanted: Ok(Vec::new()),
            settings,
            ours: Vec::new(),
            barrier: None,
            needs_rule: false,
            exclude: None,
            vault,
        }
    }
}

/// What is asked about the rules of one project.
#[derive(Debug, Clone, Copy)]
pub struct GrantQuestion<'a> {
    /// The registry.
    pub registry: &'a Registry,
    /// Tells whose a rule is.
    pub owner: &'a Owner,
    /// The project.
    pub project: &'a Project,
    /// What was observed of its repository.
    pub observation: &'a Observation,
}

impl GrantQuestion<'_> {
    /// The settings in which the rules belong: those of the main worktree, which Claude Code reads in every other one, too; where the
    /// main one is not linked, or there is none, those of each worktree.
    pub fn observe(&self, wish: bool) -> Vec<Grant> {
        let worktrees = &self.observation.worktrees;
        let holders = match worktrees.iter().find(|worktree| worktree.is_main) {
            Some(main) => std::slice::from_ref(main),
            None => &worktrees[..],
        };
        holders.iter().map(|worktree| self.weighed(self.settings(worktree, false), worktree, wish)).collect()
    }

    /// The settings of every worktree in which rules of ours stand, or may.
    pub fn observe_all(&self) -> Vec<Grant> {
        let grants = self.observation.worktrees.iter().map(|worktree| {
            let grant = self.settings(worktree, true);
            let barrier = if grant.ours.is_empty() { None } else { self.barrier(&grant, worktree) };
            Grant { barrier, ..grant }
        });
        let is_concerned = |grant: &Grant| {
            let may_hold = matches!(grant.settings, Settings::Unfit { holds_rules: true, .. });
            may_hold || !grant.ours.is_empty() || grant.has_rule()
        };
        grants.filter(is_concerned).collect()
    }

    fn settings(&self, worktree: &Worktree, takes_all: bool) -> Grant {
        let path = worktree.path.join(LOCAL_SETTINGS);
        let settings = observe_settings(&path, LOCAL_SETTINGS);
        let standing = if let Settings::File(rules) = &settings { rules.as_slice() } else { &[] };
        Grant {
            ours: self.ours(standing, takes_all),
            wanted: wanted(self),
            settings,
            barrier: None,
            needs_rule: false,
            exclude: self.observation.exclude.clone().and_then(reread),
            vault: worktree.vault.clone(),
            path,
        }
    }

    /// With what stands in the way, where something would be changed.
    fn weighed(&self, grant: Grant, worktree: &Worktree, wish: bool) -> Grant {
        match plan_grant(&grant, wish) {
            Some(GrantStep::Grant { .. } | GrantStep::Withdraw) => {
                let barrier = self.barrier(&grant, worktree);
                let is_new = grant.settings == Settings::Missing;
                match self.needs_rule(worktree, is_new).and_then(|needed| Ok((needed, self.unruly(worktree, needed)?)))
                {
                    Ok((needs_rule, unruly)) => Grant { barrier: barrier.or(unruly), needs_rule, ..grant },
                    Err(error) => Grant { barrier: barrier.or_else(|| Some(untold(&error))), ..grant },
                }
            }
            _ => grant,
        }
    }

    /// The rules of ours among these: for the skills of a profile of the central repository or of a former place of it, and beside
    /// them for the links of this repository or of a worktree that is gone. A central repository that is gone has moved, if a rule for
    /// links stands beside. A rule for links alone is the user's. Those of a worktree that cannot be looked at are left alone unless
    /// all are taken.
    fn ours(&self, rules: &[String], takes_all: bool) -> Vec<String> {
        let named: Vec<_> = rules.iter().filter_map(|rule| Some((rule, known(rule)?))).collect();
        let names_links = named.iter().any(|(_, (_, kind))| matches!(kind, Kind::Links(_)));
        let is_profile = |folder: &Path, kind: &Kind| match kind {
            Kind::Profile(central) => self.owner.holds(folder) || (names_links && is_gone(central)),
            Kind::Links(_) => false,
        };
        let is_granted = named.iter().any(|(_, (folder, kind))| is_profile(folder, kind));
        let is_ours = |folder: &Path, kind: &Kind| match kind {
            Kind::Profile(_) => is_profile(folder, kind),
            Kind::Links(worktree) if self.is_out_of_reach(worktree) => is_granted && takes_all,
            Kind::Links(worktree) => is_granted && (self.has_worktree(worktree) || is_gone(worktree)),
        };
        named.iter().filter(|(_, (folder, kind))| is_ours(folder, kind)).map(|(rule, _)| (*rule).clone()).collect()
    }

    fn has_worktree(&self, folder: &Path) -> bool {
        let mut worktrees = self.observation.worktrees.iter();
        let is_same = |path: &Path| disk::real_path(path).is_ok_and(|real| real == folder);
        worktrees.any(|worktree| worktree.path == folder || is_same(&worktree.path))
    }

    fn is_out_of_reach(&self, folder: &Path) -> bool {
        self.observation.skipped.iter().any(|skipped| folder.starts_with(&skipped.path))
    }

    fn prefix(&self) -> &Path {
        self.observation.exclude.as_ref().map_or(Path::new(""), |exclude| &exclude.prefix)
    }

    /// Why the settings of a worktree must not be changed, whatever they hold.
    fn barrier(&self, grant: &Grant, worktree: &Worktree) -> Option<Obstacle> {
        let folder = grant.path.parent().unwrap_or(&worktree.path);
        if let Some(Step::Blocked { reason, hint }) = barred(&observe_inner_parent(folder)) {
            return Some(Obstacle { reason, hint });
        }
        let place = self.prefix().join(LOCAL_SETTINGS);
        match open(worktree).and_then(|repository| repository.tracking(&place)) {
            Ok(found) if found.tracked => Some(Obstacle::new(
                "git tracks it: Claude Code ignores its rules until the folder is trusted, and every clone would get the paths of \
                 this machine",
                format!("run `git rm --cached {LOCAL_SETTINGS}` and commit, then run again"),
            )),
            Ok(_) => None,
            Err(error) => Some(untold(&error)),
        }
    }

    /// Whether git would show a file that is made. One that is there already is the user's, and so is what git says of it.
    fn needs_rule(&self, worktree: &Worktree, is_new: bool) -> Result<bool> {
        Ok(is_new && !open(worktree)?.ignores(&self.prefix().join(LOCAL_SETTINGS))?)
    }

    /// Why git cannot be told to ignore the file, if it has to be and cannot.
    fn unruly(&self, worktree: &Worktree, needed: bool) -> Result<Option<Obstacle>> {
        let Some(exclude) = self.observation.exclude.as_ref().filter(|_| needed) else { return Ok(None) };
        if exclude.is_link {
            let reason = format!(
                "git's local ignore rules, `{}`, are a link, and nothing is written through a link",
                exclude.path.display()
            );
            let hint = format!("add the rule `{}` to them yourself, or make them a file", exclude.rule(LOCAL_SETTINGS));
            return Ok(Some(Obstacle { reason, hint }));
        }
        let others = open(worktree)?.other_checkouts()?;
        let mut others = others.into_iter().map(|other| other.root.join(self.prefix()).join(LOCAL_SETTINGS));
        let hidden = others.find(|path| disk::look(path).is_ok_and(|found| found != Standing::Missing));
        Ok(hidden.map(|path| {
            let reason = format!(
                "`{}` in another worktree is real, and the ignore rule that all worktrees share would hide it from git",
                path.display()
            );
            Obstacle::new(reason, "let git ignore it by a rule of your own, then run again")
        }))
    }
}

/// The folder that a rule of our form names, and what it is.
fn known(rule: &str) -> Option<(PathBuf, Kind)> {
    let folder = folder(rule)?;
    let kind = kind(&folder)?;
    Some((folder, kind))
}

fn is_gone(path: &Path) -> bool {
    matches!(disk::look(path), Ok(Standing::Missing))
}

fn open(worktree: &Worktree) -> Result<Repository> {
    git::open(&worktree.path)?.ok_or_else(|| anyhow!("`{}` is no git repository any more", worktree.path.display()))
}

/// The ignore rules as they are by now: the links may have changed them.
fn reread(file: ExcludeFile) -> Option<ExcludeFile> {
    let text = disk::read_text(&file.path).ok()?.unwrap_or_default();
    Some(ExcludeFile { text, ..file })
}

fn untold(error: &anyhow::Error) -> Obstacle {
    Obstacle::new(format!("{error:#}"), "nothing is changed until git can tell")
}
