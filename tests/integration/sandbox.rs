//! A world of its own for one test: a temporary folder, its own HOME, no environment, the time held still.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io::Write as _};

use serde_json::Value;

/// A temporary folder with `home/` and `home/code/`, the workspace.
pub(crate) struct Sandbox {
    root: tempfile::TempDir,
}

/// What a run of skreg printed, and how it ended.
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

/// Everything below a folder: per path its kind, mode, time of change and content.
pub(crate) type Tree = BTreeMap<PathBuf, String>;

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self::below(&std::env::temp_dir())
    }

    /// As [`Sandbox::new`], in memory where the system has a place for that: what is written there waits for no disk.
    pub(crate) fn in_memory() -> Self {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Self::below(memory) } else { Self::new() }
    }

    fn below(folder: &Path) -> Self {
        let root = tempfile::Builder::new().prefix("skreg-test-").tempdir_in(folder).unwrap();
        fs::create_dir_all(root.path().join("home/code")).unwrap();
        Self { root }
    }

    /// A sandbox whose central repository has projects of these names, each with a profile of one skill and one agent and a git
    /// repository in the workspace.
    pub(crate) fn with_projects(names: &[&str]) -> Self {
        let sandbox = Self::new();
        sandbox.furnish(names);
        sandbox
    }

    /// Makes projects of these names as [`Sandbox::with_projects`] does.
    pub(crate) fn furnish(&self, names: &[&str]) {
        let projects: serde_json::Map<String, Value> =
            names.iter().map(|name| ((*name).to_owned(), serde_json::json!({"repo": name, "profile": name}))).collect();
        self.registry(&serde_json::json!({"version": 1, "workspace": "~/code", "projects": projects}));
        for name in names {
            self.skill(name, "develop");
            self.write(
                &format!("central/profiles/{name}/agents/reviewer.md"),
                "---\nname: reviewer\ndescription: Reviews\n---\n",
            );
            self.repository(name);
        }
    }

    /// The temporary folder, with links resolved.
    pub(crate) fn root(&self) -> PathBuf {
        self.root.path().canonicalize().unwrap()
    }

    /// A path below `home/code`, or below `home` for one that begins with `~`.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        let home = self.root().join("home");
        match path.strip_prefix('~') {
            Some(rest) => home.join(rest.trim_start_matches('/')),
            None => home.join("code").join(path),
        }
    }

    pub(crate) fn registry(&self, registry: &Value) {
        self.write("central/registry.json", format!("{registry:#}\n"));
    }

    pub(crate) fn skill(&self, profile: &str, skill: &str) {
        let text = format!("---\nname: {skill}\ndescription: Does {skill}\n---\n");
        self.write(&format!("central/profiles/{profile}/skills/{skill}/SKILL.md"), &text);
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn link(&self, text: impl AsRef<Path>, path: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(text, path).unwrap();
    }

    pub(crate) fn remove(&self, path: &str) {
        let path = self.path(path);
        match fs::symlink_metadata(&path).unwrap().is_dir() {
            true => fs::remove_dir_all(path).unwrap(),
            false => fs::remove_file(path).unwrap(),
        }
    }

    /// A real git repository in the workspace with one commit on `main`.
    pub(crate) fn repository(&self, name: &str) -> git2::Repository {
        let mut options = git2::RepositoryInitOptions::new();
        options.initial_head("main").external_template(false);
        let repository = git2::Repository::init_opts(self.path(name), &options).unwrap();
        self.write(&format!("{name}/README.md"), "# A project\n");
        commit_all(&repository);
        repository
    }

    pub(crate) fn commit_all(&self, name: &str) {
        commit_all(&git2::Repository::open(self.path(name)).unwrap());
    }

    /// What git itself says of a repository's work tree, one line per path.
    pub(crate) fn git_status(&self, name: &str) -> String {
        self.git(name, &["status", "--short"])
    }

    pub(crate) fn git(&self, name: &str, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command.arg("-C").arg(self.path(name)).args(arguments).env_clear();
        let identity = ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"];
        command.envs(identity.map(|name| (name, "test@example.com")));
        command
            .env("HOME", self.path("~"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("PATH", std::env::var_os("PATH").unwrap());
        let output = command.output().unwrap();
        self.shown(&format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)))
    }

    /// Runs skreg in the central repository and gives all that it printed and its exit code as one text.
    pub(crate) fn skreg(&self, arguments: &[&str]) -> String {
        self.skreg_in("central", arguments)
    }

    pub(crate) fn skreg_in(&self, folder: &str, arguments: &[&str]) -> String {
        self.run(self.command(folder, arguments), "").to_string()
    }

    /// Runs skreg with `--json` and gives its exit code and its answer.
    pub(crate) fn json(&self, arguments: &[&str]) -> (Option<i32>, Value) {
        let mut command = self.command("central", arguments);
        command.arg("--json");
        let ran = self.run(command, "");
        let answer =
            serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", ran.stdout, ran.stderr));
        (ran.code, answer)
    }

    /// A command that runs skreg in a folder of the workspace, in nothing but this sandbox.
    pub(crate) fn command(&self, folder: &str, arguments: &[impl AsRef<OsStr>]) -> Command {
        let folder = self.path(folder);
        let folder = if folder.is_dir() { folder } else { self.path("") };
        let mut command = Command::new(env!("CARGO_BIN_EXE_skreg"));
        command.args(arguments).current_dir(folder).env_clear();
        command.env("HOME", self.path("~")).env("GIT_CONFIG_NOSYSTEM", "1").env("SKREG_NOW", "2030-01-02T03:04:05Z");
        command
    }

    /// Runs a command with this standard input.
    pub(crate) fn run(&self, mut command: Command, input: &str) -> Ran {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that does not read its input closes it early.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let shown = |bytes: &[u8]| self.shown(&String::from_utf8_lossy(bytes));
        Ran { stdout: shown(&output.stdout), stderr: shown(&output.stderr), code: output.status.code() }
    }

    fn shown(&self, text: &str) -> String {
        text.replace(self.root().to_str().unwrap(), "[ROOT]")
    }

    /// Everything below a folder of the workspace.
    pub(crate) fn tree(&self, path: &str) -> Tree {
        tree_of(&self.path(path))
    }

    /// As [`Sandbox::tree`], without times: what the user would miss.
    pub(crate) fn content(&self, path: &str) -> Tree {
        let without_time = |(path, entry): (PathBuf, String)| (path, entry.split_once(' ').unwrap().1.to_owned());
        self.tree(path).into_iter().map(without_time).collect()
    }

    /// As [`Sandbox::skreg`], as a user who is not root and owns everything in the sandbox: permissions bind nobody else.
    pub(crate) fn skreg_as_user(&self, arguments: &[&str]) -> String {
        self.as_user(arguments, || {})
    }

    /// As [`Sandbox::skreg_as_user`], with something done when all is that user's, before the program starts.
    pub(crate) fn as_user(&self, arguments: &[&str], prepare: impl FnOnce()) -> String {
        const NOBODY: u32 = 65_534;
        if !rustix::process::geteuid().is_root() {
            prepare();
            return self.skreg(arguments);
        }
        let program = self.root().join("skreg");
        fs::copy(env!("CARGO_BIN_EXE_skreg"), &program).unwrap();
        for entry in walkdir::WalkDir::new(self.root()) {
            std::os::unix::fs::lchown(entry.unwrap().path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        prepare();
        let like = self.command("central", arguments);
        let mut command = Command::new(&program);
        command.args(like.get_args()).current_dir(like.get_current_dir().unwrap()).env_clear();
        command.envs(like.get_envs().filter_map(|(name, value)| Some((name, value?)))).uid(NOBODY).gid(NOBODY);
        let ran = self.run(command, "").to_string();
        fs::remove_file(program).unwrap();
        ran
    }

    /// Sets the permissions of a file or folder.
    pub(crate) fn mode(&self, path: &str, mode: u32) {
        fs::set_permissions(self.path(path), fs::Permissions::from_mode(mode)).unwrap();
    }
}

impl Sandbox {
    /// As [`Sandbox::read`], with `[ROOT]` for the temporary folder.
    pub(crate) fn read_shown(&self, path: &str) -> String {
        self.shown(&self.read(path))
    }
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.stdout)?;
        if !self.stderr.is_empty() {
            write!(f, "--- stderr\n{}", self.stderr)?;
        }
        match self.code {
            Some(code) => write!(f, "--- exit {code}"),
            None => write!(f, "--- ended by a signal"),
        }
    }
}

fn tree_of(folder: &Path) -> Tree {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    entries.map(|entry| (entry.path().strip_prefix(folder).unwrap().to_owned(), entry_of(entry.path()))).collect()
}

fn entry_of(path: &Path) -> String {
    let found = fs::symlink_metadata(path).unwrap();
    let kind = match (found.is_symlink(), found.is_dir()) {
        (true, _) => format!("link {}", fs::read_link(path).unwrap().display()),
        (_, true) => "folder".to_owned(),
        _ => format!("file {}", fs::read(path).unwrap().escape_ascii()),
    };
    format!("{}.{} {:o} {kind}", found.mtime(), found.mtime_nsec(), found.permissions().mode())
}

fn commit_all(repository: &git2::Repository) {
    let mut index = repository.index().unwrap();
    index.add_all(["*"], git2::IndexAddOption::DEFAULT, None).unwrap();
    index.write().unwrap();
    let tree = repository.find_tree(index.write_tree().unwrap()).unwrap();
    let signature = git2::Signature::now("Test", "test@example.com").unwrap();
    let parent = repository.head().ok().and_then(|head| head.peel_to_commit().ok());
    let parents: Vec<_> = parent.iter().collect();
    repository.commit(Some("HEAD"), &signature, &signature, "a commit", &tree, &parents).unwrap();
}
