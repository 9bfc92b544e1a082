//! What the client makes of one agent file.

use serde::Serialize;

use super::file;
use super::finding::{Finding, Findings, Loads};
use super::front_matter::{FrontMatter, Place, Reading, Value};
use super::hooks;
use super::key::Kind;
use super::tool;
use crate::json_edit::nearest;

/// Agents that the client brings along; a file of the same name replaces one.
pub(super) const BUILT_IN: [&str; 5] = ["Explore", "Plan", "claude", "general-purpose", "statusline-setup"];

/// What an agent may use without a limit, as the client shows it.
const ALL_TOOLS: &str = "All tools";

/// What the client makes of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AgentVerdict {
    /// The file below `agents/`.
    pub file: String,
    /// The file as shown to people.
    pub path: String,
    /// What it is called by: its `name`; none where it has none.
    pub name: Option<String>,
    /// How the client takes it.
    pub loads: Loads,
    /// The tools that it may use, as the client shows them; none where it is not loaded.
    pub tools: Option<String>,
    /// What is worth saying, by its place.
    pub problems: Vec<Finding>,
}

impl AgentVerdict {
    /// An agent that is not read.
    pub(super) fn unread(file: &str, path: &str) -> Self {
        Self {
            file: file.to_owned(),
            path: path.to_owned(),
            name: None,
            loads: Loads::NotDiscovered,
            tools: None,
            problems: Vec::new(),
        }
    }

    /// The same agent where the client does not load it, which this finding tells.
    #[must_use]
    pub fn unloaded(mut self, loads: Loads, finding: Finding) -> Self {
        self.loads = loads;
        self.tools = None;
        self.problems.insert(0, finding);
        self
    }
}

/// Judges an agent by its file below `agents/`, the path of the file as shown, and its bytes.
pub(super) fn judge(file: &str, path: &str, bytes: &[u8]) -> AgentVerdict {
    let front = FrontMatter::read(bytes);
    let mut findings = Findings::new(path);
    let name = text(&front, "name").filter(|name| !name.is_empty());
    let is_dropped = examine_required(file, name.as_deref(), &front, &mut findings);
    let mut loads = if is_dropped { Loads::Dropped } else { Loads::Ok };
    if !is_plain_text(&front) {
        let loses_fields = file::examine(&front, Kind::Agent, &mut findings);
        if loses_fields && !is_dropped {
            loads = Loads::Degraded;
        }
    }
    if !is_dropped {
        examine_fields(&front, &mut findings);
        examine_name(name.as_deref().unwrap_or_default(), &front, &mut findings);
    }
    let mut problems = findings.list;
    problems.sort_by_key(|finding| (finding.line, finding.column));
    let tools = (!is_dropped).then(|| tools_shown(&front));
    AgentVerdict { file: file.to_owned(), path: path.to_owned(), name, loads, tools, problems }
}

/// A file that nobody meant for an agent.
fn is_plain_text(front: &FrontMatter) -> bool {
    front.reading == Reading::Absent(None)
}

fn text(front: &FrontMatter, key: &str) -> Option<String> {
    match &front.field(key)?.node.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// Tells whether the client drops the file, and why: an agent needs a name without a colon and a description, both texts.
fn examine_required(file: &str, name: Option<&str>, front: &FrontMatter, findings: &mut Findings<'_>) -> bool {
    let has_fields = matches!(front.reading, Reading::Fields(_));
    let place = |key: &str| front.field(key).map_or(Place { line: 1, column: 1 }, |field| field.node.place);
    if is_plain_text(front) {
        let message =
            "every `.md` file below `agents` is read as an agent, and this one has no front matter: it is left out";
        let hint = if is_note(file) {
            "move it out of `agents`"
        } else {
            "begin it with `---`, `name`, `description` and `---`"
        };
        findings.error("agent_without_front_matter", None, message, hint);
        return true;
    }
    let lacks = |key: &str, value: Option<&Value>| match value {
        None | Some(Value::Null) => format!("an agent without a `{key}` is left out"),
        Some(Value::Text(_)) => format!("an agent with an empty `{key}` is left out"),
        Some(other) => format!("the `{key}` is {} and no text, and the agent is left out", other.kind()),
    };
    let value = |key: &str| front.field(key).map(|field| &field.node.value);
    if has_fields && name.is_none() {
        findings.error(
            "agent_name",
            Some(place("name")),
            lacks("name", value("name")),
            "write `name:` and a name, in quotes",
        );
    }
    let has_description = text(front, "description").is_some_and(|text| !text.is_empty());
    if has_fields && !has_description {
        let message = lacks("description", value("description"));
        findings.error(
            "agent_description",
            Some(place("description")),
            message,
            "say when to use it, as text in quotes",
        );
    }
    let has_colon = name.is_some_and(|name| name.contains(':'));
    if has_colon {
        let message = "an agent with a `:` in its name is left out: that is kept for plugins";
        findings.error("agent_name", Some(place("name")), message, "take the `:` out");
    }
    let fault = front.field("hooks").and_then(hooks::fault);
    if let Some(fault) = &fault {
        let effect = if fault.is_grave { "the agent is left out" } else { "the hooks of this event do not run" };
        let message = format!("{}: {effect}", fault.message);
        findings.error("hooks_not_read", Some(fault.place), message, hooks::HINT);
    }
    let has_bad_hooks = fault.is_some_and(|fault| fault.is_grave);
    name.is_none() || !has_description || has_colon || has_bad_hooks
}

/// A file that explains others.
fn is_note(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file).to_lowercase();
    ["readme.md", "claude.md", "agents.md", "changelog.md", "contributing.md", "index.md", "license.md"]
        .contains(&name.as_str())
}

fn examine_name(name: &str, front: &FrontMatter, findings: &mut Findings<'_>) {
    let place = front.field("name").map(|field| field.node.place);
    if BUILT_IN.contains(&name) {
        let message = format!("it replaces the agent `{name}` that the client brings along");
        findings.warning("replaces_built_in", place, message, "choose another name, unless that is what you want");
    } else if name.trim() != name || name.contains(char::is_control) {
        let message = "the name has blanks around it or a line break in it, and they count";
        findings.warning("odd_name", place, message, "take them out");
    }
}

fn examine_fields(front: &FrontMatter, findings: &mut Findings<'_>) {
    for key in ["tools", "disallowedTools"] {
        examine_tools(front, key, findings);
    }
    let words: [(&str, &[&str]); 4] = [
        ("permissionMode", &["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan"]),
        ("memory", &["user", "project", "local"]),
        ("isolation", &["worktree", "remote"]),
        ("background", &["true", "false"]),
    ];
    for (key, words) in words {
        let Some(field) = front.field(key).filter(|field| field.node.value != Value::Null) else { continue };
        if !field.node.value.plain().is_some_and(|text| words.contains(&text.as_str())) {
            let message = format!("the client knows no such `{key}`, and it has no effect");
            let hint = format!("write {}", words.join(", "));
            findings.warning("unknown_word", Some(field.node.place), message, &hint);
        }
    }
}

fn examine_tools(front: &FrontMatter, key: &str, findings: &mut Findings<'_>) {
    let Some(field) = front.field(key) else { return };
    let tools = tool::tools(&field.node.value);
    let place = Some(field.node.place);
    let effect = if key == "tools" { "the agent has all tools" } else { "no tool is taken away" };
    let is_empty = match &field.node.value {
        Value::Null => true,
        Value::Text(text) => text.trim().is_empty(),
        Value::List(items) => items.is_empty(),
        _ => false,
    };
    if tools.is_empty() && is_empty {
        let hint = if key == "tools" { "name the tools, or take the line out" } else { "name the tools" };
        findings.warning("tools_empty", Some(field.place), format!("`{key}` is empty: {effect}"), hint);
    } else if tools.is_empty() {
        let message = format!("`{key}` is {} without names of tools: {effect}", field.node.value.kind());
        findings.error("tools_not_read", place, message, "write names with commas, or a list of them");
    }
    for tool in &tools {
        examine_tool(tool, key, place, findings);
    }
}

fn examine_tool(tool: &str, key: &str, place: Option<Place>, findings: &mut Findings<'_>) {
    let name = tool::name(tool);
    if name == "*" || name.starts_with("mcp__") || tool::KNOWN.contains(&name) {
        return;
    }
    let hint = nearest(name, tool::KNOWN).map(|known| format!("did you mean `{known}`?")).unwrap_or_default();
    findings.warning("unknown_tool", place, format!("`{key}` names `{name}`, which is no tool of the client"), &hint);
}

/// The tools as the client shows them: those named without those taken away, or all.
fn tools_shown(front: &FrontMatter) -> String {
    let named = |key: &str| front.field(key).map(|field| tool::tools(&field.node.value)).unwrap_or_default();
    let (tools, without) = (named("tools"), named("disallowedTools"));
    if tools.is_empty() || tools.iter().any(|tool| tool == "*") {
        let takes_none = without.is_empty() || without.iter().any(|tool| tool == "*");
        return if takes_none { ALL_TOOLS.to_owned() } else { format!("{ALL_TOOLS} except {}", without.join(", ")) };
    }
    let left: Vec<_> = tools.into_iter().filter(|tool| !without.contains(tool)).collect();
    if left.is_empty() { "None".to_owned() } else { left.join(", ") }
}

#[cfg(test)]
mod tests;
