//! Agents and what the client makes of them.

use super::*;

fn judged(fields: &str) -> AgentVerdict {
    judge("lead.md", "agents/lead.md", format!("---\n{fields}\n---\n\nYou lead.\n").as_bytes())
}

/// One line per agent: how it loads, its name, its tools, and the codes of what is said.
fn verdict(agent: &AgentVerdict) -> String {
    let codes: Vec<_> = agent.problems.iter().map(|problem| problem.code).collect();
    let name = agent.name.as_deref().unwrap_or("-");
    let text = format!("{} {name} [{}] {}", agent.loads.word(), agent.tools.as_deref().unwrap_or("-"), codes.join(" "));
    text.trim_end().to_owned()
}

#[test]
fn tools_as_the_client_understands_them() {
    for (value, expected) in [
        ("tools: Read, Grep", "ok lead [Read, Grep]"),
        ("tools: Read Bash(git log *)", "ok lead [Read, Bash(git log *)]"),
        ("tools: [Read, 7, [Edit]]", "ok lead [Read]"),
        ("tools:\n\t- Read\n\t- Edit", "ok lead [Read, Edit]"),
        ("tools: \"*\"", "ok lead [All tools]"),
        ("tools: Read, *", "ok lead [All tools]"),
        ("tools:", "ok lead [All tools] tools_empty"),
        ("tools: []", "ok lead [All tools] tools_empty"),
        ("tools: {Read: true}", "ok lead [All tools] tools_not_read"),
        ("tools: true", "ok lead [All tools] tools_not_read"),
        ("tools: read, mcp__web__open", "ok lead [read, mcp__web__open] unknown_tool"),
        ("allowed-tools: Read", "ok lead [All tools] misspelt_key"),
        ("disallowedTools: Bash", "ok lead [All tools except Bash]"),
        ("disallowedTools: Bash\ntools: Read, Bash", "ok lead [Read]"),
        ("disallowedTools: \"*\"", "ok lead [All tools]"),
        ("disallowedTools: Read\ntools: Read", "ok lead [None]"),
        ("metadata:\n  tools: Read", "ok lead [All tools] unknown_key nested_key"),
        ("note: a: b\ntools: [Read, Edit]", "ok lead [Read, Edit] unknown_key mended"),
        ("note: |\n  a\n  ---\n  b\ntools: Read", "degraded lead [All tools] unknown_key front_matter_cut"),
    ] {
        assert_eq!(verdict(&judged(&format!("name: lead\ndescription: Leads\n{value}"))), expected, "{value}");
    }
}

#[test]
fn an_agent_needs_a_name_and_a_description() {
    for (fields, expected) in [
        ("name: lead\ndescription: 2026-01-01", "ok lead [All tools]"),
        ("name: team/lead\ndescription: Leads", "ok team/lead [All tools]"),
        ("name: 领导\ndescription: Leads", "ok 领导 [All tools]"),
        ("name: ' lead'\ndescription: Leads", "ok  lead [All tools] odd_name"),
        ("name: Plan\ndescription: Leads", "ok Plan [All tools] replaces_built_in"),
        ("description: Leads", "dropped - [-] agent_name"),
        ("name: 7\ndescription: Leads", "dropped - [-] agent_name"),
        ("name: a:b\ndescription: Leads", "dropped a:b [-] agent_name"),
        ("name: lead", "dropped lead [-] agent_description"),
        ("name: lead\ndescription: 42", "dropped lead [-] agent_description"),
        ("name: lead\ndescription: [a]", "dropped lead [-] agent_description"),
        ("name: lead\nwhen_to_use: a", "dropped lead [-] agent_description misspelt_key"),
        ("name: lead\ndescription: \"a\" b", "dropped - [-] front_matter_broken"),
        ("name: lead\ndescription: Leads\nhooks: none", "dropped lead [-] hooks_not_read"),
        ("name: lead\ndescription: Leads\nmemory: lots", "ok lead [All tools] unknown_word"),
        ("name: lead\ndescription: Leads\nmodel: gpt-5", "ok lead [All tools]"),
    ] {
        assert_eq!(verdict(&judged(fields)), expected, "{fields}");
    }
}

#[test]
fn a_note_among_agents_is_told_what_it_is() {
    let note = judge("README.md", "agents/README.md", b"# Our agents\n");
    assert_eq!(verdict(&note), "dropped - [-] agent_without_front_matter");
    assert_eq!(note.problems[0].hint.as_deref(), Some("move it out of `agents`"));
    let late = judge("a.md", "agents/a.md", b"\n---\nname: a\ndescription: b\n---\n");
    assert_eq!(verdict(&late), "dropped - [-] front_matter_not_found");
}
