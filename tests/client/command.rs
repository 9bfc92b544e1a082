//! A skill that the user calls by its name: what the model gets of it.

use serde_json::json;

use crate::api::Talk;
use crate::client::Client;
use crate::links::{Links, sandbox};
use crate::sandbox::Sandbox;

/// A workspace as a new user has it: `skreg init`, one project, `skreg setup`.
fn started() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.repository("api");
    for arguments in [&["init", "skills"][..], &["add", "api"], &["setup"]] {
        let answer = sandbox.skreg_in("", arguments);
        assert!(answer.ends_with("--- exit 0"), "{answer}");
    }
    sandbox
}

#[test]
fn the_global_dispatch_skill_of_init_arrives_whole_with_its_arguments() {
    let sandbox = started();
    let asked = Client::new(&sandbox, "api").ask("/dispatch PAY-214 now", Vec::new());
    let told = asked.first().user_text();
    assert!(told.contains("<command-name>/dispatch</command-name>"), "{told}");
    assert!(told.contains("<command-args>PAY-214 now</command-args>"), "{told}");
    let skill = sandbox.read("skills/dispatch-skill/SKILL.md");
    let body = skill.splitn(3, "---\n").nth(2).unwrap().trim().replace("$ARGUMENTS", "PAY-214 now");
    assert!(told.contains(&body), "the body is not whole:\n{told}");
    assert!(asked.first().skills().contains_key("dispatch"), "{:?}", asked.first().skills());
}

/// The shared skills of `init` are in the project's profile, too.
#[test]
fn a_skill_that_init_shares_is_listed_in_an_added_project() {
    let sandbox = started();
    let asked = Client::new(&sandbox, "api").ask("/review-pr 7", Vec::new());
    assert!(asked.first().skills().contains_key("review-pr"), "{:?}", asked.first().skills());
    let told = asked.first().user_text();
    assert!(told.contains("<command-args>7</command-args>"), "{told}");
}

#[test]
fn dispatch_runs_what_it_allows_itself_and_no_more() {
    let sandbox = started();
    sandbox.write("api/ticket.json", r#"{"summary": "Something"}"#);
    let commands = [
        "skreg status --json",
        "skreg dispatch ./ticket.json --json",
        "skreg dispatch ./ticket.json --yes",
        "skreg setup",
    ];
    let calls = commands.map(|command| ("Bash", json!({"command": command, "description": "a command"})));
    let asked = Client::new(&sandbox, "api").ask("/dispatch PAY-214", vec![Talk::calls("/dispatch", calls)]);
    let results = asked.results();
    assert!(results[0].contains(r#""schema": 1"#), "{}", results[0]);
    assert!(results[1].contains(r#""decision": "none""#), "{}", results[1]);
    assert!(results[2].contains("has been denied"), "{}", results[2]);
    assert!(results[3].contains("requires approval"), "{}", results[3]);
}

#[test]
fn a_linked_skill_gets_its_arguments_where_it_names_them() {
    for links in Links::BOTH {
        let sandbox = sandbox();
        let skill =
            "---\ndescription: Echoes\n---\nall=[$ARGUMENTS] first=[$0] second=[$1] folder=[${CLAUDE_SKILL_DIR}]\n";
        sandbox.write("central/profiles/api/skills/echo/SKILL.md", skill);
        links.set_up(&sandbox);
        let asked = Client::new(&sandbox, "api").ask(r#"/echo one "two three""#, Vec::new());
        let folder = sandbox.path("api/.claude/skills/echo");
        let folder = folder.display();
        let told = asked.first().user_text();
        let body = format!(r#"all=[one "two three"] first=[one] second=[two three] folder=[{folder}]"#);
        assert!(told.contains(&body), "{links:?}: {told}");
        assert!(told.contains(&format!("Base directory for this skill: {folder}\n")), "{links:?}: {told}");
    }
}

#[test]
fn a_linked_skill_that_names_no_arguments_gets_them_at_its_end() {
    let sandbox = sandbox();
    Links::Directory.set_up(&sandbox);
    sandbox.write("central/profiles/api/skills/develop/SKILL.md", "---\ndescription: Develops\n---\nDevelop it.\n");
    let asked = Client::new(&sandbox, "api").ask("/develop PAY-214", Vec::new());
    let told = asked.first().user_text();
    let body = told.split("Develop it.").nth(1).unwrap_or_else(|| panic!("{told}"));
    assert_eq!(body.trim(), "ARGUMENTS: PAY-214");
}
