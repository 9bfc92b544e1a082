//! What the client finds in a linked git worktree: its own skills and agents, or those of the main worktree.

use crate::client::Client;
use crate::links::{Links, sandbox, worktree};
use crate::listing::{AGENTS, SKILLS, agents, skills};

/// Where a worktree may lie, seen from the workspace.
const PLACES: [&str; 2] = ["beside", "api/.claude/worktrees/inside"];

#[test]
fn a_worktree_with_links_of_its_own_uses_them() {
    for links in Links::BOTH {
        let sandbox = sandbox();
        worktree(&sandbox, "beside");
        links.set_up_worktrees(&sandbox);
        let asked = Client::new(&sandbox, "beside").ask("/develop", Vec::new());
        assert_eq!(skills(asked.first()), SKILLS, "{links:?}");
        assert_eq!(agents(asked.first()), AGENTS, "{links:?}");
        let place = sandbox.path("beside/.claude/skills/develop");
        assert!(asked.first().user_text().contains(place.to_str().unwrap()), "{}", asked.first().user_text());
    }
}

#[test]
fn a_worktree_without_links_uses_those_of_the_main_one() {
    for (links, place) in Links::BOTH.into_iter().zip(PLACES) {
        let sandbox = sandbox();
        worktree(&sandbox, place);
        links.set_up(&sandbox);
        let asked = Client::new(&sandbox, place).ask("/develop", Vec::new());
        assert_eq!(skills(asked.first()), SKILLS, "{links:?}");
        assert_eq!(agents(asked.first()), AGENTS, "{links:?}");
        let main = sandbox.path("api/.claude/skills/develop");
        assert!(asked.first().user_text().contains(main.to_str().unwrap()), "{}", asked.first().user_text());
    }
}

/// Git checks out what it tracks in every worktree: links that stand beside it in the main one are then not looked for.
#[test]
fn a_worktree_with_a_tracked_skill_has_nothing_but_that_until_it_is_linked() {
    let sandbox = sandbox();
    sandbox.write("api/.claude/skills/tracked/SKILL.md", "---\ndescription: Is tracked\n---\n");
    sandbox.commit_all("api");
    Links::Entries.set_up(&sandbox);
    worktree(&sandbox, "beside");
    let all = format!("{SKILLS}; tracked: Is tracked");
    assert_eq!(skills(Client::new(&sandbox, "api").ask("hello", Vec::new()).first()), all);

    let asked = Client::new(&sandbox, "beside").ask("hello", Vec::new());
    assert_eq!(skills(asked.first()), "tracked: Is tracked");
    assert_eq!(
        agents(asked.first()),
        AGENTS,
        "the agents, of which git tracks none, still come from the main worktree"
    );

    // It needs links of its own, and gets them without being asked for.
    Links::Entries.set_up(&sandbox);
    assert_eq!(skills(Client::new(&sandbox, "beside").ask("hello", Vec::new()).first()), all);
}

#[test]
fn an_empty_folder_in_a_worktree_hides_the_main_one_s() {
    let sandbox = sandbox();
    worktree(&sandbox, "beside");
    Links::Directory.set_up(&sandbox);
    std::fs::create_dir_all(sandbox.path("beside/.claude")).unwrap();
    assert_eq!(skills(Client::new(&sandbox, "beside").ask("hello", Vec::new()).first()), SKILLS);
    std::fs::create_dir(sandbox.path("beside/.claude/skills")).unwrap();
    let asked = Client::new(&sandbox, "beside").ask("hello", Vec::new());
    assert_eq!(skills(asked.first()), "");
    assert_eq!(agents(asked.first()), AGENTS);
}
