//! What git knows of a folder, read through libgit2.

#![expect(clippy::disallowed_methods, reason = "this is the place that opens repositories")]

mod refusal;

use std::cell::OnceCell;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use git2::{ErrorCode, RepositoryOpenFlags, StatusOptions, WorktreeLockStatus};
use memchr::memmem;

pub use self::refusal::hint;
use self::refusal::refused;
use super::disk;

/// A git repository with a work tree.
pub struct Repository {
    git: git2::Repository,
    root: PathBuf,
    /// The bytes of the index where its paths stand in it whole; none where they may not.
    index: OnceCell<Option<Vec<u8>>>,
}

/// How git treats one path of a work tree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Treatment {
    /// The path itself is in the index.
    pub tracked: bool,
    /// Something below the path is in the index.
    pub tracked_below: bool,
    /// An ignore rule matches the path. For a link to a folder libgit2 counts rules that end in a slash, which for git match
    /// folders only.
    pub ignored: bool,
}

/// One linked worktree of a repository, as git's own record has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// Its root, with links resolved where it is there.
    pub root: PathBuf,
    /// Whether it can be used.
    pub state: CheckoutState,
}

/// Whether a worktree can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckoutState {
    /// It is there.
    Ready,
    /// It is locked, with the reason that was given: it may be on a disk that comes and goes.
    Locked(Option<String>),
    /// Its folder is not there.
    Missing,
}

/// The worktrees of the bare repository that a folder is or holds; none where it is no bare repository.
///
/// # Errors
/// Where git cannot tell.
pub fn checkouts_of_bare(folder: &Path) -> Result<Option<Vec<Checkout>>> {
    let no_ceiling: [&OsStr; 0] = [];
    let flags = RepositoryOpenFlags::CROSS_FS | RepositoryOpenFlags::NO_SEARCH;
    match git2::Repository::open_ext(folder, flags, no_ceiling) {
        Ok(git) if git.is_bare() => checkouts(&git, folder).map(Some),
        _ => Ok(None),
    }
}

/// Opens the repository that a folder lies in; none where no folder above it is one.
///
/// # Errors
/// Where it is bare, belongs to another user or cannot be read.
pub fn open(folder: &Path) -> Result<Option<Repository>> {
    let no_ceiling: [&OsStr; 0] = [];
    let git = match git2::Repository::open_ext(folder, RepositoryOpenFlags::CROSS_FS, no_ceiling) {
        Ok(git) => git,
        Err(error) if error.code() == ErrorCode::NotFound => return Ok(None),
        Err(error) => return Err(refused(&error, folder)).with_context(|| opening(folder)),
    };
    let root = git.workdir().map(Path::to_owned);
    let root = root
        .ok_or_else(|| anyhow::anyhow!("it is a bare repository, which has no files"))
        .with_context(|| opening(folder))?;
    Ok(Some(Repository { root: disk::resolve_by_name(&root), git, index: OnceCell::new() }))
}

/// Makes a repository in a folder.
///
/// # Errors
/// Where git cannot.
pub fn create(folder: &Path) -> Result<()> {
    let mut options = git2::RepositoryInitOptions::new();
    options.external_template(false);
    git2::Repository::init_opts(folder, &options)
        .map(drop)
        .map_err(|error| refused(&error, folder))
        .with_context(|| format!("cannot make a git repository in `{}`", folder.display()))
}

impl Repository {
    /// The root of the work tree, with links resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The root of the main worktree, with links resolved; of this one where the shared repository is bare.
    pub fn main_root(&self) -> PathBuf {
        let main = self.git.is_worktree().then(|| git2::Repository::open(self.git.commondir()).ok()).flatten();
        let root = main.and_then(|main| main.workdir().map(disk::resolve_by_name));
        root.unwrap_or_else(|| self.root.clone())
    }

    /// The other worktrees of this repository, the main one first.
    ///
    /// # Errors
    /// Where git cannot tell; a worktree whose own record is broken is left out.
    pub fn other_checkouts(&self) -> Result<Vec<Checkout>> {
        let main = self.main_root();
        let main = Checkout { root: disk::real_path(&main).unwrap_or(main), state: CheckoutState::Ready };
        let all = std::iter::once(main).chain(checkouts(&self.git, &self.root)?);
        Ok(all.filter(|checkout| checkout.root != self.root).collect())
    }

    /// Whether a path, given relative to the root, lies in a submodule of this repository.
    ///
    /// # Errors
    /// Where the index cannot be read.
    pub fn is_in_submodule(&self, path: &Path) -> Result<bool> {
        const SUBMODULE: u32 = 0o160_000;
        let index = self.git.index().map_err(|error| refused(&error, &self.root));
        let index = index.with_context(|| format!("cannot read the index of `{}`", self.root.display()))?;
        let is_submodule = |path: &Path| index.get_path(path, 0).is_some_and(|entry| entry.mode == SUBMODULE);
        Ok(path.ancestors().filter(|path| !path.as_os_str().is_empty()).any(is_submodule))
    }

    /// The folder that all worktrees share: `.git` of the main one.
    pub fn common_folder(&self) -> PathBuf {
        disk::resolve_by_name(self.git.commondir())
    }

    /// git's own name of this worktree; none for the main one.
    pub fn worktree_name(&self) -> Option<String> {
        let name = self.git.is_worktree().then(|| self.git.path().file_name())?;
        name.map(|name| name.to_string_lossy().into_owned())
    }

    /// What git tracks of a path, given relative to the root; whether an ignore rule matches it is left open.
    ///
    /// # Errors
    /// Where the index cannot be read.
    pub fn tracking(&self, path: &Path) -> Result<Treatment> {
        if self.is_surely_untracked(path) {
            return Ok(Treatment::default());
        }
        let index = self.git.index().map_err(|error| refused(&error, &self.root));
        let index = index.with_context(|| self.asking(path))?;
        let tracked = (0..4).any(|stage| index.get_path(path, stage).is_some());
        Ok(Treatment { tracked, tracked_below: index.find_prefix(path.join("")).is_ok(), ignored: false })
    }

    /// Whether an ignore rule matches a path, given relative to the root.
    ///
    /// # Errors
    /// Where an ignore file cannot be read.
    pub fn ignores(&self, path: &Path) -> Result<bool> {
        self.git.is_path_ignored(path).map_err(|error| refused(&error, &self.root)).with_context(|| self.asking(path))
    }

    fn asking(&self, path: &Path) -> String {
        format!("cannot ask git about `{}`", self.root.join(path).display())
    }

    /// Whether a path stands nowhere in the index, told without parsing it, which libgit2 takes some hundred times as long for.
    ///
    /// Versions 2 and 3 of the index hold every path whole (`gitformat-index(5)`); where it is of another version, split in two files, or
    /// sparse, so that a folder stands for what is in it, nothing is sure.
    fn is_surely_untracked(&self, path: &Path) -> bool {
        let index = self.index.get_or_init(|| read_whole_index(self.git.path()));
        let path = path.to_string_lossy().replace('\\', "/");
        index.as_ref().is_some_and(|index| memmem::find(index, path.as_bytes()).is_none())
    }

    /// Whether nothing at all is in the index, as in a new repository.
    ///
    /// # Errors
    /// Where the index cannot be read.
    pub fn tracks_nothing(&self) -> Result<bool> {
        let index = self.git.index().map_err(|error| refused(&error, &self.root));
        Ok(index.with_context(|| format!("cannot read the index of `{}`", self.root.display()))?.is_empty())
    }

    /// Where the repository is cloned from: the remote `origin`, else the first; never with a password.
    pub fn remote(&self) -> Option<String> {
        let names = self.git.remotes().ok()?;
        let first = names.iter().find_map(|name| name.ok().flatten().map(str::to_owned));
        let remote =
            self.git.find_remote("origin").or_else(|_| self.git.find_remote(first.as_deref().unwrap_or("origin")));
        remote.ok()?.url().ok().map(without_password)
    }

    /// The branch that changes go to: what `origin/HEAD` names, else `main` or `master` where there is one, else the branch
    /// that is checked out.
    pub fn default_branch(&self) -> Option<String> {
        let target = |name: &str| Some(self.git.find_reference(name).ok()?.symbolic_target().ok()??.to_owned());
        target("refs/remotes/origin/HEAD")
            .and_then(|name| name.strip_prefix("refs/remotes/origin/").map(str::to_owned))
            .or_else(|| Some(["main", "master"].into_iter().find(|name| self.has_branch(name))?.to_owned()))
            .or_else(|| target("HEAD")?.strip_prefix("refs/heads/").map(str::to_owned))
    }

    fn has_branch(&self, name: &str) -> bool {
        ["refs/heads", "refs/remotes/origin"]
            .iter()
            .any(|place| self.git.find_reference(&format!("{place}/{name}")).is_ok())
    }

    /// The paths below some places that differ from the last commit or are not tracked, relative to the root, sorted.
    ///
    /// # Errors
    /// Where git cannot tell.
    pub fn uncommitted(&self, places: &[PathBuf]) -> Result<Vec<PathBuf>> {
        let mut options = StatusOptions::new();
        options.include_untracked(true).include_ignored(false).disable_pathspec_match(true);
        for place in places {
            options.pathspec(place);
        }
        let statuses = self.git.statuses(Some(&mut options)).map_err(|error| refused(&error, &self.root));
        let statuses = statuses.with_context(|| format!("cannot ask git what changed in `{}`", self.root.display()))?;
        let mut paths: Vec<_> = statuses.iter().map(|entry| PathBuf::from(lossy(entry.path_bytes()))).collect();
        paths.sort();
        Ok(paths)
    }
}

/// The linked worktrees of a repository, in the order of their roots.
fn checkouts(git: &git2::Repository, shown: &Path) -> Result<Vec<Checkout>> {
    let names = git.worktrees().map_err(|error| refused(&error, shown));
    let names = names.with_context(|| format!("cannot list the worktrees of `{}`", shown.display()))?;
    let names = names.iter().filter_map(|name| name.ok().flatten().map(str::to_owned));
    let mut found: Vec<_> = names.filter_map(|name| Some(checkout(&git.find_worktree(&name).ok()?))).collect();
    found.sort_by(|left, right| left.root.cmp(&right.root));
    Ok(found)
}

fn checkout(worktree: &git2::Worktree) -> Checkout {
    let root = worktree.path();
    let locked = match worktree.is_locked() {
        Ok(WorktreeLockStatus::Locked(reason)) => Some(reason.filter(|reason| !reason.trim().is_empty())),
        _ => None,
    };
    let state = match locked {
        Some(reason) => CheckoutState::Locked(reason),
        None if disk::is_folder(root) => CheckoutState::Ready,
        None => CheckoutState::Missing,
    };
    Checkout { root: disk::real_path(root).unwrap_or_else(|_| root.to_owned()), state }
}

/// The index of a git folder, if it is there and holds every path whole; one that is not there holds none.
fn read_whole_index(git_folder: &Path) -> Option<Vec<u8>> {
    let is_split = || {
        disk::names(git_folder)
            .map(|names| names.iter().any(|name| name.as_encoded_bytes().starts_with(b"sharedindex.")))
    };
    match disk::read_bytes(&git_folder.join("index")) {
        Ok(index) => {
            let is_whole = matches!(index.get(..8), Some(b"DIRC\0\0\0\x02" | b"DIRC\0\0\0\x03"));
            let is_sparse = memmem::find(&index, b"sdir").is_some();
            (is_whole && !is_sparse && is_split().is_ok_and(|split| !split)).then_some(index)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Some(Vec::new()),
        Err(_) => None,
    }
}

fn opening(folder: &Path) -> String {
    format!("cannot open `{}` as a git repository", folder.display())
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Whether the user's own configuration may say how `ssh` is started; what cannot be read may.
pub fn may_configure_ssh() -> bool {
    let may = || -> Result<bool, git2::Error> {
        let config = git2::Config::open_default()?;
        let mut entries = config.entries(None)?;
        while let Some(entry) = entries.next() {
            // What a conditional file holds shows only in the repository that it is for.
            if entry?.name().is_ok_and(|name| name == "core.sshcommand" || name.starts_with("includeif.")) {
                return Ok(true);
            }
        }
        Ok(false)
    };
    may().unwrap_or(true)
}

/// An address without the password or token that `https://user:password@host/` may hold.
pub fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    match authority.rsplit_once('@') {
        Some((user, host)) if scheme.to_ascii_lowercase().starts_with("http") || user.contains(':') => {
            let user = user.split(':').next().filter(|_| scheme == "ssh").map(|user| format!("{user}@"));
            format!("{scheme}://{}{host}{path}", user.unwrap_or_default())
        }
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn an_address_loses_its_password_and_nothing_else() {
        for (given, kept) in [
            ("https://ann:s3cret@git.example/a/b.git", "https://git.example/a/b.git"),
            ("https://ghp_token@git.example/a.git", "https://git.example/a.git"),
            ("HTTPS://ghp_token@git.example/a.git", "HTTPS://git.example/a.git"),
            ("https://git.example/a@b.git", "https://git.example/a@b.git"),
            ("git@git.example:a/b.git", "git@git.example:a/b.git"),
            ("ssh://git@git.example:22/a.git", "ssh://git@git.example:22/a.git"),
            ("ssh://ann:s3cret@git.example/a.git", "ssh://ann@git.example/a.git"),
            ("/srv/git/a.git", "/srv/git/a.git"),
        ] {
            assert_eq!(without_password(given), kept);
        }
    }
}
