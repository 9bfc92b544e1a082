//! The checkouts of a project's repository.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use super::super::backup::Vault;
use super::super::exclude::ExcludeFile;
use super::super::found::Skipped;
use super::Worktrees;
use super::kind::{KINDS, Kind};
use crate::system::disk::{self, Standing};
use crate::system::git::{self, Checkout, CheckoutState, Repository};

/// One checkout that can be looked at.
pub(super) struct Ground {
    pub(super) repository: Repository,
    /// The project's folder below the root of the checkout.
    pub(super) prefix: PathBuf,
    /// The project's folder in this checkout.
    pub(super) path: PathBuf,
    /// Whether every folder of links is wanted in it, and not only those that need one or have one.
    pub(super) is_whole: bool,
}

/// A project's repository: the checkout that the registry names, and the others.
pub(super) struct Site {
    /// None where the registry names a bare repository, whose worktrees are all that there is.
    pub(super) own: Option<Ground>,
    others: Vec<Checkout>,
    prefix: PathBuf,
}

/// The checkouts of a repository, by what a run does with them.
#[derive(Default)]
pub(super) struct Chosen {
    /// Those in which links are made and verified.
    pub(super) grounds: Vec<Ground>,
    /// The project's folders of those that are left alone.
    pub(super) left_alone: Vec<PathBuf>,
    /// Those in which links are wanted and none can be made.
    pub(super) skipped: Vec<Skipped>,
}

impl Site {
    /// Opens the repository that a folder is or lies in; none where it lies in none.
    pub(super) fn open(folder: &Path, home: &Path) -> Result<Option<Self>> {
        let real = disk::real_path(folder)?;
        let found = match git::open(folder) {
            Ok(found) => found,
            Err(error) => return Self::open_bare(folder)?.ok_or(error).map(Some),
        };
        let own = folder.join(".git");
        let has_own = disk::look(&own).map_err(|error| anyhow!("cannot look at `{}`: {error}", own.display()))?;
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
        let others = repository.other_checkouts()?;
        let own = Ground { repository, prefix: prefix.clone(), path: folder.to_owned(), is_whole: true };
        Ok(Some(Self { own: Some(own), others, prefix }))
    }

    /// A bare repository that has worktrees.
    fn open_bare(folder: &Path) -> Result<Option<Self>> {
        let checkouts = git::checkouts_of_bare(folder)?.filter(|checkouts| !checkouts.is_empty());
        Ok(checkouts.map(|others| Self { own: None, others, prefix: PathBuf::new() }))
    }

    /// Whether the project's folder is a submodule that is not checked out: it must stay empty until it is.
    pub(super) fn is_empty_submodule(&self) -> Result<bool> {
        match &self.own {
            Some(own) if !own.prefix.as_os_str().is_empty() => own.repository.is_in_submodule(&own.prefix),
            _ => Ok(false),
        }
    }

    /// Chooses the project's own checkout, those in which a link of ours stands, and others as `wanted`; none that `is_taken`.
    pub(super) fn choose(
        self,
        wanted: Worktrees,
        has_links: impl Fn(&Path) -> bool,
        is_taken: impl Fn(&Path) -> bool,
    ) -> Chosen {
        let has_its_own = |ground: &Ground| KINDS.into_iter().any(|kind| ground.has_its_own(kind));
        let wanted = if self.own.is_none() { Worktrees::All } else { wanted };
        let mut chosen = Chosen { grounds: self.own.into_iter().collect(), ..Chosen::default() };
        for checkout in self.others {
            let path = below(&checkout.root, &self.prefix);
            if is_taken(&path) {
                chosen.left_alone.push(path);
                continue;
            }
            let found = match obstacle(&checkout, &path, &self.prefix) {
                None => open_checkout(&checkout.root, &self.prefix, wanted == Worktrees::All)
                    .map_err(|error| format!("{error:#}")),
                Some(obstacle) => Err(obstacle),
            };
            let is_chosen = wanted == Worktrees::All || has_links(&path);
            let is_needing = || wanted == Worktrees::Needing && found.as_ref().is_ok_and(has_its_own);
            match (is_chosen || is_needing(), found) {
                (true, Ok(ground)) => chosen.grounds.push(ground),
                (true, Err(reason)) => {
                    chosen.left_alone.push(path);
                    chosen.skipped.push(Skipped { path: checkout.root, reason });
                }
                (false, _) => chosen.left_alone.push(path),
            }
        }
        chosen
    }
}

/// The project's folder in a checkout; to join nothing would leave a slash at the end.
fn below(root: &Path, prefix: &Path) -> PathBuf {
    if prefix.as_os_str().is_empty() { root.to_owned() } else { root.join(prefix) }
}

/// Why no links are made in a checkout, if none are.
fn obstacle(checkout: &Checkout, path: &Path, prefix: &Path) -> Option<String> {
    match &checkout.state {
        CheckoutState::Locked(reason) => Some(locked(reason.as_deref())),
        CheckoutState::Missing => Some(
            "its folder is not there; `git worktree prune` forgets it, `git worktree repair` finds it where it is now"
                .to_owned(),
        ),
        CheckoutState::Ready if !disk::is_folder(path) => Some(format!("it has no folder `{}`", prefix.display())),
        CheckoutState::Ready => None,
    }
}

fn locked(reason: Option<&str>) -> String {
    let told = reason.map(|reason| format!(" ({})", reason.trim())).unwrap_or_default();
    format!("it is locked{told}; `git worktree unlock` frees it")
}

fn open_checkout(root: &Path, prefix: &Path, is_whole: bool) -> Result<Ground> {
    let repository = git::open(root)?.filter(|repository| repository.root() == root);
    let repository = repository.ok_or_else(|| {
        anyhow!("git cannot use `{}`; `git worktree repair` in the main worktree mends it", root.join(".git").display())
    })?;
    Ok(Ground { repository, prefix: prefix.to_owned(), path: below(root, prefix), is_whole })
}

impl Ground {
    /// Whether git tracks skills or agents in this checkout, for which Claude Code then looks nowhere else; what cannot be told is not.
    pub(super) fn has_its_own(&self, kind: Kind) -> bool {
        self.repository.tracking(&self.prefix.join(kind.shown())).is_ok_and(|git| git.tracked_below)
    }

    /// Where replaced things of this checkout are kept.
    pub(super) fn vault(&self) -> Vault {
        let name = self.repository.worktree_name().map_or_else(|| "main".to_owned(), |name| format!("worktree-{name}"));
        let backups = self.repository.common_folder().join("skreg/backups");
        let links = [self.path.join(".claude"), self.path.clone()].into_iter().find(|folder| disk::is_folder(folder));
        Vault {
            is_far: links.is_some_and(|links| !disk::is_one_file_system(&links, &self.repository.common_folder())),
            // The backups of a package lie in folders of its path: one name of it all could be longer than a name may be.
            inside_git: Some(match self.prefix.as_os_str().is_empty() {
                true => backups.join(name),
                false => backups.join("packages").join(&self.prefix).join(name),
            }),
            beside: self.path.join(".claude/skreg-backups"),
        }
    }

    /// git's local ignore rules, which all checkouts of a repository share.
    pub(super) fn exclude(&self) -> Result<ExcludeFile> {
        if self.prefix.as_os_str().as_encoded_bytes().iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
            return Err(anyhow!("its path holds a line break, which no ignore rule of git can name"));
        }
        let path = self.repository.common_folder().join("info/exclude");
        let is_link = matches!(disk::look(&path), Ok(Standing::Link(_)));
        let text = disk::read_text(&path)?.unwrap_or_default();
        Ok(ExcludeFile { path, text, prefix: self.prefix.clone(), is_link })
    }
}
