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

/// Whether the command ran that an agent was started for, or the conversation itself called, after a prompt.
fn runs(sandbox: &Sandbox, prompt: &'static str, calls: Vec<(&'static str, Value)>) -> bool {
    let talks = vec![Talk::calls("the task", [command()]), Talk::calls(prompt, calls)];
    let results = Client::new(sandbox, "api").ask(prompt, talks).results();
    let ran = results.iter().any(|result| result.trim() == "api");
    let refused = results.iter().any(|result| result.contains("requires approval"));
    assert_ne!(ran, refused, "{results:?}");
    ran
}

#[test]
fn a_skill_s_allowed_tools_hold_in_the_subagents_it_starts() {
    for links in Links::BOTH {
        let sandbox = project(links);
        assert!(runs(&sandbox, "/granting", vec![command()]), "{links:?}");
        for agent in ["general-purpose", "limited"] {
            assert!(runs(&sandbox, "/granting", vec![start(agent)]), "{links:?}: {agent}");
        }
    }
}

#[test]
fn a_skill_without_them_allows_nothing_and_an_agent_s_tools_allow_nothing() {
    let sandbox = project(Links::Directory);
    assert!(!runs(&sandbox, "/develop", vec![command()]));
    for agent in ["general-purpose", "limited"] {
        assert!(!runs(&sandbox, "/develop", vec![start(agent)]), "{agent}");
    }
}

#[test]
fn a_rule_in_the_local_settings_holds_in_every_subagent() {
    let sandbox = project(Links::Directory);
    sandbox.write("api/.claude/settings.local.json", r#"{"permissions": {"allow": ["Bash(skreg config *)"]}}"#);
    assert!(runs(&sandbox, "/develop", vec![command()]));
    for agent in ["general-purpose", "limited"] {
        assert!(runs(&sandbox, "/develop", vec![start(agent)]), "{agent}");
    }
}

/// The model may start a skill that grants something only where a rule names it.
#[test]
fn a_skill_that_the_model_starts_grants_only_what_a_rule_lets_it_start() {
    let sandbox = project(Links::Directory);
    let calls = || vec![("Skill", json!({"skill": "granting"})), start("general-purpose")];
    assert!(!runs(&sandbox, "please start", calls()));
    sandbox.write("api/.claude/settings.local.json", r#"{"permissions": {"allow": ["Skill(granting)"]}}"#);
    assert!(runs(&sandbox, "please start", calls()));
}
