//! What the client sends: the conversation so far, and in it the lists of what the model may use.

use std::collections::BTreeMap;

use serde_json::Value;

const SKILLS: &str = "The following skills are available for use with the Skill tool:";
const AGENTS: &str = "Available agent types for the Agent tool:";

/// The agents that the client brings along.
const OWN_AGENTS: [&str; 5] = ["claude", "Explore", "general-purpose", "Plan", "statusline-setup"];

/// The body of one request for a message.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    body: Value,
}

impl Request {
    pub(crate) fn new(body: Value) -> Self {
        Self { body }
    }

    /// The skills that the model was told of, each with the description it was told last.
    pub(crate) fn skills(&self) -> BTreeMap<String, String> {
        self.list(SKILLS)
    }

    /// The agents that the model was told of, without the client's own, each with its description and tools.
    pub(crate) fn agents(&self) -> BTreeMap<String, String> {
        let mut agents = self.list(AGENTS);
        for own in OWN_AGENTS {
            assert!(agents.remove(own).is_some(), "the list of agents lacks `{own}`: {agents:?}");
        }
        agents
    }

    /// The `- name: description` lines below a heading, up to a line that is none.
    fn list(&self, heading: &str) -> BTreeMap<String, String> {
        let text = self.text();
        let sections = text.split(heading).skip(1);
        let lines = sections.flat_map(|section| section.trim_start().lines().map_while(|line| line.strip_prefix("- ")));
        lines.filter_map(|line| line.split_once(": ")).map(|(name, rest)| (name.to_owned(), rest.to_owned())).collect()
    }

    /// What the user wrote and what the client added in the user's name, without the answers of tools.
    pub(crate) fn user_text(&self) -> String {
        let own: Vec<_> = self.messages().iter().filter(|message| message["role"] == "user").map(own_text).collect();
        own.join("\n")
    }

    /// All that was said, by whomever.
    fn text(&self) -> String {
        self.messages().iter().map(own_text).collect::<Vec<_>>().join("\n")
    }

    /// How many answers of the model follow the last message of a user that holds this; none where no message does.
    pub(crate) fn answers_since(&self, marker: &str) -> Option<usize> {
        let messages = self.messages();
        let holds = |message: &Value| message["role"] == "user" && own_text(message).contains(marker);
        let last = messages.iter().rposition(holds)?;
        Some(messages[last..].iter().filter(|message| message["role"] == "assistant").count())
    }

    /// What became of the tools that were called, by the number of the call.
    pub(crate) fn results(&self) -> BTreeMap<String, String> {
        let blocks = self.messages().iter().flat_map(|message| message["content"].as_array().into_iter().flatten());
        let results = blocks.filter(|block| block["type"] == "tool_result");
        results.map(|block| (block["tool_use_id"].as_str().unwrap().to_owned(), text_of(&block["content"]))).collect()
    }

    fn messages(&self) -> &[Value] {
        self.body["messages"].as_array().unwrap()
    }
}

fn own_text(message: &Value) -> String {
    text_of(&message["content"])
}

/// A content is a text, or a list of blocks of which some are text.
fn text_of(content: &Value) -> String {
    let Some(blocks) = content.as_array() else { return content.as_str().unwrap_or_default().to_owned() };
    let texts: Vec<_> = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
    texts.join("\n")
}
