//! `skreg status`.

mod link;
mod problem;
mod project;

use crate::sandbox::Sandbox;

/// One project `api` whose links are made, without agents.
fn linked() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.remove("central/profiles/api/agents");
    assert!(sandbox.skreg(&["setup"]).ends_with("exit 0"));
    sandbox
}

/// The same with something else where the link to the skills stood.
fn instead_of_the_link(place: impl FnOnce(&Sandbox)) -> Sandbox {
    let sandbox = linked();
    sandbox.remove("api/.claude/skills");
    place(&sandbox);
    sandbox
}

/// State, dangling and found text of every link of the first project, as `--json` has them.
fn states(sandbox: &Sandbox) -> String {
    let (_, answer) = sandbox.json(&["status"]);
    let links = answer["projects"][0]["worktrees"][0]["links"].as_array().unwrap().clone();
    let shown = links.iter().map(|link| {
        assert!(link["expected"].is_string() && link["path"].is_string(), "{link}");
        format!("{} {} dangling={} found={}", link["path"], link["state"], link["dangling"], link["found"])
    });
    let root = sandbox.root();
    shown.collect::<Vec<_>>().join("\n").replace(root.to_str().unwrap(), "[ROOT]").replace('"', "")
}
