//! Lists of tools, as front matter writes them.

use super::front_matter::Value;

/// The tools that a value names. Text is split at commas and blanks outside parentheses, and so is each text of a list; anything else names
/// none.
pub(super) fn tools(value: &Value) -> Vec<String> {
    match value {
        Value::Text(text) => split(text),
        Value::List(items) => {
            let texts =
                items.iter().filter_map(|item| if let Value::Text(text) = &item.value { Some(text) } else { None });
            texts.flat_map(|text| split(text)).collect()
        }
        _ => Vec::new(),
    }
}

/// Line breaks and tabs do not separate: `Read\nGrep` is one tool, and there is none of that name.
fn split(text: &str) -> Vec<String> {
    let mut tools = vec![String::new()];
    let mut is_inside = false;
    for character in text.chars() {
        match character {
            ',' | ' ' if !is_inside => tools.push(String::new()),
            other => {
                is_inside = (is_inside || other == '(') && other != ')';
                tools.last_mut().expect("it begins with one and only grows").push(other);
            }
        }
    }
    tools.into_iter().map(|tool| tool.trim().to_owned()).filter(|tool| !tool.is_empty()).collect()
}

/// The name of a tool, without what the parentheses limit it to.
pub(super) fn name(tool: &str) -> &str {
    tool.split('(').next().unwrap_or(tool).trim()
}

/// Tools of the client; those of MCP servers begin with `mcp__`.
pub(super) const KNOWN: [&str; 46] = [
    "Agent",
    "AskUserQuestion",
    "Bash",
    "BashOutput",
    "CronCreate",
    "CronDelete",
    "CronList",
    "Edit",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "Grep",
    "KillShell",
    "LSP",
    "ListAgents",
    "ListMcpResources",
    "ListMcpResourcesTool",
    "Monitor",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "PowerShell",
    "Read",
    "ReadMcpResource",
    "ReadMcpResourceTool",
    "ReportFindings",
    "ScheduleWakeup",
    "SendMessage",
    "Skill",
    "SlashCommand",
    "StructuredOutput",
    "Task",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TodoWrite",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
    "Workflow",
    "Write",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_outside_parentheses() {
        let split = |text: &str| tools(&Value::Text(text.to_owned())).join("|");
        assert_eq!(split("Read, Grep Bash"), "Read|Grep|Bash");
        assert_eq!(split("Bash(git log *, git diff) Read,,Edit"), "Bash(git log *, git diff)|Read|Edit");
        assert_eq!(split("Bash(open, Read"), "Bash(open, Read");
        assert_eq!(split("Bash (git *)"), "Bash|(git *)");
        assert_eq!(split("Read\nGrep"), "Read\nGrep");
        assert_eq!(split(" , "), "");
        assert_eq!(tools(&Value::Number(1.0)), Vec::<String>::new());
    }

    #[test]
    fn a_limit_is_no_part_of_the_name() {
        assert_eq!(name("Bash(git *)"), "Bash");
        assert_eq!(name("mcp__web__open"), "mcp__web__open");
    }
}
