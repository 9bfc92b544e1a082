//! What a skill's `allowed-tools` allow, in the conversation that runs it and in the subagents that it starts.

use serde_json::{Value, json};

use crate::api::Talk;
use crate::client::Client;
use crate::links::{Links, sandbox};
use crate::sandbox::Sandbox;

const GRANTING: &str = "---\ndescription: Reads what is set\nallowed-tools: Bash(skreg config *)\n---\nRead it.\n";

/// A project with a skill `granting` that allows itself a command, and an agent `limited` whose tools name the same command.
fn project(links: Links) -> Sandbox {
    let sandbox = sandbox();
    sandbox.write("central/profiles/api/skills/granting/SKILL.md", GRANTING);
    let agent = "---\nname: limited\ndescription: Is limited\ntools: Bash(skreg config *)\n---\nDo it.\n";
    sandbox.write("central/profiles/api/agents/limited.md", agent);
    links.set_up(&sandbox);
    sandbox
}

fn command() -> (&'static str, Value) {
    ("Bash", json!({"command": "skreg config project.repo", "description": "a command"}))
}

fn start(agent: &str) -> (&'static str, Value) {
    let input =
        json!({"description": "a task", "prompt": "the task", "subagent_type": agent, "run_in_background": false});
    ("Agent", input)
}

/// Who calls the command in [`ran`], in this order.
const CALLERS: [&str; 3] = ["the conversation", "general-purpose", "limited"];

/// For each of [`CALLERS`] whether the command ran that it called after a prompt.
fn ran(sandbox: &Sandbox, prompt: &'static str, before: Option<(&'static str, Value)>) -> [bool; 3] {
    let calls = [command(), start(CALLERS[1]), start(CALLERS[2])];
    let talks = vec![Talk::calls("the task", [command()]), Talk::calls(prompt, before.into_iter().chain(calls))];
    let results = Client::new(sandbox, "api").ask(prompt, talks).results();
    let verdict = |result: &String| match result.trim() {
        "api" => Some(true),
        "This command requires approval" => Some(false),
        _ => None,
    };
    let verdicts: Vec<_> = results.iter().filter_map(verdict).collect();
    verdicts.try_into().unwrap_or_else(|_| panic!("not every caller got an answer: {results:?}"))
}

#[test]
fn a_skill_s_allowed_tools_hold_in_the_subagents_it_starts() {
    for links in Links::BOTH {
        assert_eq!(ran(&project(links), "/granting", None), [true; 3], "{links:?}");
    }
}

#[test]
fn a_skill_without_them_allows_nothing_and_an_agent_s_tools_allow_nothing() {
    assert_eq!(ran(&project(Links::Directory), "/develop", None), [false; 3]);
}

#[test]
fn a_rule_in_the_local_settings_holds_in_every_subagent() {
    let sandbox = project(Links::Directory);
    sandbox.write("api/.claude/settings.local.json", r#"{"permissions": {"allow": ["Bash(skreg config *)"]}}"#);
    assert_eq!(ran(&sandbox, "/develop", None), [true; 3]);
}

/// The model may start a skill that grants something only where a rule names it.
#[test]
fn a_skill_that_the_model_starts_grants_only_what_a_rule_lets_it_start() {
    let sandbox = project(Links::Directory);
    let skill = || Some(("Skill", json!({"skill": "granting"})));
    assert_eq!(ran(&sandbox, "please start", skill()), [false; 3]);
    sandbox.write("api/.claude/settings.local.json", r#"{"permissions": {"allow": ["Skill(granting)"]}}"#);
    assert_eq!(ran(&sandbox, "please start", skill()), [true; 3]);
}
