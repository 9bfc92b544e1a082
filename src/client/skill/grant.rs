//! What a skill may do without being asked for: `allowed-tools`.

use super::super::finding::Findings;
use super::super::front_matter::{FrontMatter, Value};
use super::super::tool;

pub(super) fn examine(front: &FrontMatter, findings: &mut Findings<'_>) {
    for key in ["allowed-tools", "disallowed-tools"] {
        let Some(field) = front.field(key) else { continue };
        let value = &field.node.value;
        let place = Some(field.node.place);
        let tools = tool::tools(value);
        let is_empty = matches!(value, Value::Null) || matches!(value, Value::List(items) if items.is_empty());
        if tools.is_empty() && !is_empty {
            let message = format!("`{key}` is {}, and names no tool", value.kind());
            findings.error("tools_not_read", place, message, "write names with commas, or a list of them");
        }
        for tool in &tools {
            examine_tool(key, tool, front, findings);
        }
    }
}

fn examine_tool(key: &str, tool: &str, front: &FrontMatter, findings: &mut Findings<'_>) {
    let place = front.field(key).map(|field| field.node.place);
    let name = tool::name(tool);
    if tool.contains('*') && name == tool && !tool.starts_with("mcp__") {
        let message = format!("`{tool}` names no tool, and `{key}` does nothing by it");
        return findings.warning("tool_wildcard", place, message, "name the tools one by one");
    }
    if let Some(known) = tool::KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name) && **known != name) {
        let message = format!("`{name}` names no tool: capitals count");
        return findings.warning("unknown_tool", place, message, &format!("write `{known}`"));
    }
    let limit = tool.strip_prefix(name).unwrap_or_default().trim_matches(['(', ')']);
    let is_wide = name == "Bash" && is_wide(limit);
    if key == "allowed-tools" && is_wide {
        let message = format!("`{tool}` lets the skill run more than one exact command without being asked");
        findings.info("wide_grant", place, message, "list the exact subcommands");
    }
}

/// Everything, or every subcommand of one program.
fn is_wide(limit: &str) -> bool {
    let words: Vec<&str> = limit.split([' ', ':']).filter(|word| !word.is_empty()).collect();
    matches!(words[..], [] | ["*"] | [_, "*"]) || (words.len() == 1 && limit.ends_with('*'))
}
