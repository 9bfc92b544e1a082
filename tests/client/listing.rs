//! What the client tells the model of a linked profile at the start of a conversation.

use crate::client::Client;
use crate::links::{Links, sandbox};
use crate::request::Request;

/// The names and descriptions of the profile in [`sandbox`].
pub(crate) const SKILLS: &str = "develop: Does develop; review-pr: Does review-pr";
pub(crate) const AGENTS: &str = "reviewer: Reviews (Tools: All tools); scout: Looks around (Tools: All tools)";

pub(crate) fn skills(request: &Request) -> String {
    joined(request.skills())
}

pub(crate) fn agents(request: &Request) -> String {
    joined(request.agents())
}

fn joined(list: std::collections::BTreeMap<String, String>) -> String {
    let list: Vec<_> = list.into_iter().map(|(name, description)| format!("{name}: {description}")).collect();
    list.join("; ")
}

#[test]
fn lists_every_linked_skill_and_agent_and_nothing_else() {
    for links in Links::BOTH {
        let sandbox = sandbox();
        links.set_up(&sandbox);
        let asked = Client::new(&sandbox, "api").ask("hello", Vec::new());
        assert_eq!(skills(asked.first()), SKILLS, "{links:?}");
        assert_eq!(agents(asked.first()), AGENTS, "{links:?}");
    }
}

#[test]
fn lists_nothing_of_a_project_that_is_not_linked() {
    let sandbox = sandbox();
    let asked = Client::new(&sandbox, "api").ask("hello", Vec::new());
    assert_eq!(skills(asked.first()), "");
    assert_eq!(agents(asked.first()), "");
}

#[test]
fn passes_over_a_link_that_leads_nowhere() {
    let sandbox = sandbox();
    sandbox.link("../../shared/skills/gone", "central/profiles/api/skills/gone");
    Links::Directory.set_up(&sandbox);
    let asked = Client::new(&sandbox, "api").ask("hello", Vec::new());
    assert_eq!(skills(asked.first()), SKILLS);
    assert_eq!(asked.stderr, "");
}

#[test]
fn lists_them_in_a_folder_below_the_project() {
    for links in Links::BOTH {
        let sandbox = sandbox();
        links.set_up(&sandbox);
        sandbox.write("api/deep/below/it.txt", "");
        let asked = Client::new(&sandbox, "api/deep/below").ask("hello", Vec::new());
        assert_eq!(skills(asked.first()), SKILLS, "{links:?}");
        assert_eq!(agents(asked.first()), AGENTS, "{links:?}");
    }
}
