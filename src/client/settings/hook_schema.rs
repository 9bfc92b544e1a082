//! The events and types of hooks that the client knows, and what a hook of each type holds.

use super::kind::{ABOVE_ZERO, Field, Kind, TEXTS, field, required};

/// The events that hooks can hang on.
pub(super) const EVENTS: [&str; 34] = [
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "Notification",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "SessionStart",
    "SessionEnd",
    "Stop",
    "StopFailure",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PostCompact",
    "PreModelSwitch",
    "PostModelSwitch",
    "PermissionRequest",
    "PermissionDenied",
    "Setup",
    "TeammateIdle",
    "TaskCreated",
    "TaskCompleted",
    "Elicitation",
    "ElicitationResult",
    "ConfigChange",
    "WorktreeCreate",
    "WorktreeRemove",
    "InstructionsLoaded",
    "CwdChanged",
    "FileChanged",
    "DirectoryAdded",
    "MessageDisplay",
    "PreSkillShellCommand",
];

/// The types of hooks.
pub(super) const HOOK_TYPES: [&str; 5] = ["command", "prompt", "agent", "http", "mcp_tool"];

/// What a hook of a type holds.
pub(super) fn hook_fields(hook_type: &str) -> Option<&'static [Field]> {
    match hook_type {
        "command" => Some(COMMAND_HOOK),
        "prompt" => Some(PROMPT_HOOK),
        "agent" => Some(AGENT_HOOK),
        "http" => Some(HTTP_HOOK),
        "mcp_tool" => Some(MCP_HOOK),
        _ => None,
    }
}

const IF: Field = field("if", Kind::Text);
const TIMEOUT: Field = field("timeout", ABOVE_ZERO);
const STATUS_MESSAGE: Field = field("statusMessage", Kind::Text);
const ONCE: Field = field("once", Kind::Flag);
const ON_FAILURE: Field = field("onFailure", Kind::Word(&["continue", "block"]));

const COMMAND_HOOK: &[Field] = &[
    required("command", Kind::Text),
    field("args", TEXTS),
    field("shell", Kind::Word(&["bash", "powershell"])),
    field("async", Kind::Flag),
    field("asyncRewake", Kind::Flag),
    field("holdsTools", Kind::Flag),
    field("rewakeMessage", Kind::Text),
    field("rewakeSummary", Kind::Text),
    IF,
    TIMEOUT,
    STATUS_MESSAGE,
    ONCE,
    ON_FAILURE,
];

const PROMPT_HOOK: &[Field] = &[
    required("prompt", Kind::Text),
    field("model", Kind::Text),
    field("continueOnBlock", Kind::Flag),
    IF,
    TIMEOUT,
    STATUS_MESSAGE,
    ONCE,
];

const AGENT_HOOK: &[Field] =
    &[required("prompt", Kind::Text), field("model", Kind::Text), IF, TIMEOUT, STATUS_MESSAGE, ONCE];

const HTTP_HOOK: &[Field] = &[
    required("url", Kind::Address),
    field("headers", Kind::Map(&Kind::Text)),
    field("allowedEnvVars", TEXTS),
    IF,
    TIMEOUT,
    STATUS_MESSAGE,
    ONCE,
    ON_FAILURE,
];

const MCP_HOOK: &[Field] = &[
    required("server", Kind::Text),
    required("tool", Kind::Text),
    field("input", Kind::Map(&Kind::Any)),
    IF,
    TIMEOUT,
    STATUS_MESSAGE,
    ONCE,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_hook_has_its_fields() {
        assert!(HOOK_TYPES.iter().all(|hook_type| hook_fields(hook_type).is_some()));
        assert!(hook_fields("shell").is_none());
    }
}
