//! What stood in the way of a link and was moved to the backups is no skill any more.

use crate::client::Client;
use crate::links::{Links, sandbox};
use crate::listing::{AGENTS, SKILLS, agents, skills};
use crate::sandbox::Sandbox;

const OLD_SKILL: &str = "---\nname: old\ndescription: Stood there before\n---\n";

/// What the client lists in the project `api`, skills before agents.
fn listed(sandbox: &Sandbox) -> [String; 2] {
    let asked = Client::new(sandbox, "api").ask("hello", Vec::new());
    [skills(asked.first()), agents(asked.first())]
}

#[test]
fn lists_no_backup_inside_git_and_all_of_it_once_it_is_restored() {
    let sandbox = sandbox();
    sandbox.write("api/.claude/skills/old/SKILL.md", OLD_SKILL);
    sandbox.write("api/.claude/agents/elder.md", "---\nname: elder\ndescription: Stood there before\n---\n");
    Links::Directory.set_up(&sandbox);
    assert!(sandbox.path("api/.git/skreg/backups").is_dir());
    assert_eq!(listed(&sandbox), [SKILLS, AGENTS]);

    let answer = sandbox.skreg(&["restore", "api"]);
    assert!(answer.ends_with("--- exit 0"), "{answer}");
    assert_eq!(listed(&sandbox), ["old: Stood there before", "elder: Stood there before (Tools: All tools)"]);
}

#[test]
fn lists_what_gave_way_to_an_entry_link_once_it_is_restored() {
    let sandbox = sandbox();
    sandbox.write("elsewhere/develop/SKILL.md", "---\nname: develop\ndescription: Stood there before\n---\n");
    sandbox.link("../../../elsewhere/develop", "api/.claude/skills/develop");
    Links::Entries.set_up_with(&sandbox, &["--force"]);
    assert_eq!(listed(&sandbox), [SKILLS, AGENTS]);

    let answer = sandbox.skreg(&["restore", "api"]);
    assert!(answer.ends_with("--- exit 0"), "{answer}");
    assert_eq!(listed(&sandbox), ["develop: Stood there before", ""]);
}

/// Outside git a backup lies beside the link, here in the home directory.
#[test]
fn lists_no_backup_beside_a_global_skill() {
    let sandbox = sandbox();
    sandbox.registry(&serde_json::json!({
        "version": 1, "workspace": "~/code", "projects": {},
        "global": {"skills": {"everywhere": "everywhere-skill"}},
    }));
    sandbox.write("central/everywhere-skill/SKILL.md", "---\nname: everywhere\ndescription: Is everywhere\n---\n");
    sandbox.write("~/.claude/skills/everywhere/SKILL.md", OLD_SKILL);
    let answer = sandbox.skreg(&["setup", "--global"]);
    assert!(answer.contains("1 moved to backups"), "{answer}");
    assert_eq!(listed(&sandbox)[0], "everywhere: Is everywhere");
}
