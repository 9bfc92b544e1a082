//! The two ways to link a profile, and one profile to link.

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
        self.set_up_with(sandbox, &[]);
    }

    /// Links the profile `api` into every worktree of the project.
    pub(crate) fn set_up_worktrees(self, sandbox: &Sandbox) {
        self.set_up_with(sandbox, &["--worktrees"]);
    }

    pub(crate) fn set_up_with(self, sandbox: &Sandbox, flags: &[&str]) {
        let mode = match self {
            Self::Directory => "directory",
            Self::Entries => "entries",
        };
        let answer = sandbox.skreg(&[&["setup", "api", "--link", mode], flags].concat());
        assert!(answer.ends_with("--- exit 0"), "{answer}");
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
