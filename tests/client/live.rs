//! A conversation that goes on while the links, or what they lead to, change.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, Session};
use crate::links::{Links, sandbox};
use crate::sandbox::Sandbox;

/// The client looks some seconds after the last change; this is too long by far.
const PATIENCE: Duration = Duration::from_secs(20);

/// Talks on until the model is told of a skill with this description.
fn wait_for(session: &mut Session, skill: &str, description: &str) {
    let start = Instant::now();
    while session.say("go on").skills().get(skill).map(String::as_str) != Some(description) {
        assert!(start.elapsed() < PATIENCE, "the model was never told that `{skill}` is `{description}`");
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn skill(description: &str) -> String {
    format!("---\ndescription: {description}\n---\n")
}

#[test]
fn sees_an_edit_of_an_own_and_of_a_shared_skill() {
    let sandboxes = Links::BOTH.map(|links| {
        let sandbox = sandbox();
        links.set_up(&sandbox);
        sandbox
    });
    let mut sessions = sandboxes.each_ref().map(|sandbox| Client::new(sandbox, "api").session());
    for (sandbox, session) in sandboxes.iter().zip(&mut sessions) {
        assert_eq!(session.say("hello").skills()["develop"], "Does develop");
        sandbox.write("central/profiles/api/skills/develop/SKILL.md", skill("Was edited"));
        sandbox.write("central/profiles/shared/skills/review-pr/SKILL.md", skill("Was edited as well"));
    }
    for session in &mut sessions {
        wait_for(session, "develop", "Was edited");
        wait_for(session, "review-pr", "Was edited as well");
    }
}

#[test]
fn sees_a_skill_that_is_new_in_the_profile_where_the_folder_is_linked() {
    let sandbox = sandbox();
    Links::Directory.set_up(&sandbox);
    let mut session = Client::new(&sandbox, "api").session();
    session.say("hello");
    sandbox.write("central/profiles/api/skills/fresh/SKILL.md", skill("Is new"));
    wait_for(&mut session, "fresh", "Is new");
}

#[test]
fn sees_a_link_that_setup_points_elsewhere_and_what_restore_puts_back() {
    let sandbox = sandbox();
    sandbox.write("api/.claude/skills/develop/SKILL.md", skill("Stood there before"));
    Links::Directory.set_up(&sandbox);
    let mut session = Client::new(&sandbox, "api").session();
    session.say("hello");

    use_other_profile(&sandbox);
    let answer = sandbox.skreg(&["setup", "api"]);
    assert!(answer.contains("relinked .claude/skills"), "{answer}");
    wait_for(&mut session, "develop", "Is of the other profile");

    let answer = sandbox.skreg(&["restore", "api"]);
    assert!(answer.ends_with("--- exit 0"), "{answer}");
    wait_for(&mut session, "develop", "Stood there before");
}

/// With entry links a skill of the repository itself stays, so it is a link of somebody else that gives way and comes back.
#[test]
fn sees_an_entry_that_setup_points_elsewhere_and_what_restore_puts_back() {
    let sandbox = sandbox();
    sandbox.write("elsewhere/develop/SKILL.md", skill("Stood there before"));
    sandbox.link("../../../elsewhere/develop", "api/.claude/skills/develop");
    Links::Entries.set_up_with(&sandbox, &["--force"]);
    let mut session = Client::new(&sandbox, "api").session();
    assert_eq!(session.say("hello").skills()["develop"], "Does develop");

    use_other_profile(&sandbox);
    let answer = sandbox.skreg(&["setup", "api"]);
    assert!(answer.contains("relinked .claude/skills/develop"), "{answer}");
    wait_for(&mut session, "develop", "Is of the other profile");

    let answer = sandbox.skreg(&["restore", "api"]);
    assert!(answer.contains("restored .claude/skills/develop") && answer.ends_with("--- exit 0"), "{answer}");
    wait_for(&mut session, "develop", "Stood there before");
}

#[test]
fn sees_a_skill_that_is_new_in_the_profile_once_setup_made_its_entry() {
    let sandbox = sandbox();
    Links::Entries.set_up(&sandbox);
    let mut session = Client::new(&sandbox, "api").session();
    session.say("hello");
    sandbox.write("central/profiles/api/skills/fresh/SKILL.md", skill("Is new"));
    let answer = sandbox.skreg(&["setup", "api"]);
    assert!(answer.contains("linked   .claude/skills/fresh"), "{answer}");
    wait_for(&mut session, "fresh", "Is new");
}

/// Lets the registry name another profile for the project, which has a skill of the same name.
fn use_other_profile(sandbox: &Sandbox) {
    sandbox.write("central/profiles/other/skills/develop/SKILL.md", skill("Is of the other profile"));
    let project = json!({"repo": "api", "profile": "other"});
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {"api": project}}));
}
