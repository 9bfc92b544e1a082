//! The two ways to link a profile, and one profile to link.

use std::fs;
use std::os::unix::fs::symlink;

use crate::sandbox::Sandbox;

/// How a project gets its profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    /// One link for the folder of skills, one for that of agents.
    Directory,
    /// A real folder with one link for each skill or agent.
    Entries,
}

impl Links {
    pub(crate) const BOTH: [Self; 2] = [Self::Directory, Self::Entries];

    /// Links the profile `api` into the project `api`.
    pub(crate) fn set_up(self, sandbox: &Sandbox) {
        match self {
            Self::Directory => setup(sandbox, "directory"),
            Self::Entries => entry_links(sandbox, "api"),
        }
    }

    /// Links the profile `api` into a worktree of the project.
    pub(crate) fn set_up_worktree(self, sandbox: &Sandbox, worktree: &str) {
        match self {
            Self::Directory => directory_links(sandbox, worktree),
            Self::Entries => entry_links(sandbox, worktree),
        }
    }
}

fn setup(sandbox: &Sandbox, mode: &str) {
    let answer = sandbox.skreg(&["setup", "api", "--link", mode]);
    assert!(answer.ends_with("--- exit 0"), "{answer}");
}

/// One link per kind, as `skreg setup` makes them in the main worktree.
fn directory_links(sandbox: &Sandbox, worktree: &str) {
    for kind in ["skills", "agents"] {
        sandbox.link(sandbox.path(&format!("central/profiles/api/{kind}")), &format!("{worktree}/.claude/{kind}"));
    }
}

/// One link per skill and agent.
fn entry_links(sandbox: &Sandbox, worktree: &str) {
    for kind in ["skills", "agents"] {
        let folder = sandbox.path(&format!("{worktree}/.claude/{kind}"));
        fs::create_dir_all(&folder).unwrap();
        for entry in fs::read_dir(sandbox.path(&format!("central/profiles/api/{kind}"))).unwrap() {
            let entry = entry.unwrap();
            symlink(entry.path(), folder.join(entry.file_name())).unwrap();
        }
    }
}

/// A project `api` whose profile has a skill and an agent of its own and includes a shared one of each; beside each `SKILL.md`
/// lies a `reference.md`.
pub(crate) fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skill("shared", "review-pr");
    sandbox.link("../../shared/skills/review-pr", "central/profiles/api/skills/review-pr");
    sandbox.write("central/profiles/shared/agents/scout.md", "---\nname: scout\ndescription: Looks around\n---\n");
    sandbox.link("../../shared/agents/scout.md", "central/profiles/api/agents/scout.md");
    sandbox.write("central/profiles/api/skills/develop/reference.md", "A REFERENCE\n");
    sandbox.write("central/profiles/shared/skills/review-pr/reference.md", "A REFERENCE\n");
    sandbox
}

/// Makes a worktree of the project `api` at `path` of the workspace.
pub(crate) fn worktree(sandbox: &Sandbox, path: &str) {
    let place = sandbox.path(path);
    let answer = sandbox.git("api", &["worktree", "add", "--quiet", "-b", "other", place.to_str().unwrap()]);
    assert!(place.is_dir(), "{answer}");
}
