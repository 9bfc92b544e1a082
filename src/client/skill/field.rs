//! The fields of a skill that the client reads otherwise than they look.

use super::super::finding::Findings;
use super::super::front_matter::{Field, FrontMatter, Place, Value};
use super::super::hooks;
use super::super::shown::{self, LONGEST_SHOWN};
use super::{is_conditional, is_for_users, is_off};

pub(super) fn examine(front: &FrontMatter, findings: &mut Findings<'_>) {
    examine_description(front, findings);
    examine_switch(front, "disable-model-invocation", "the model is told of the skill", findings);
    examine_switch(front, "user-invocable", "`/name` does not work", findings);
    if let Some(field) = front.field("paths").filter(|_| is_conditional(front)) {
        let message = "nobody can use the skill until a file that `paths` names is touched";
        findings.info("conditional", Some(field.place), message, "");
    }
    if is_off(front) && !is_for_users(front) {
        let place = front.field("user-invocable").map(|field| field.place);
        let message = "neither the model nor a user can start the skill";
        findings.warning("unreachable", place, message, "take one of the two switches out");
    }
    examine_word(front, "context", &["fork"], findings);
    examine_word(front, "shell", &["bash", "powershell"], findings);
    examine_hooks(front, findings);
}

fn examine_description(front: &FrontMatter, findings: &mut Findings<'_>) {
    if let Some(field) = front.field("description").filter(|_| shown::own_description(front).is_none()) {
        let kind = match &field.node.value {
            Value::Text(_) => "empty",
            other => other.kind(),
        };
        let message = format!("the description is {kind}, and the client takes the first line of the text instead");
        findings.error("description_lost", Some(field.place), message, "write it as text, in quotes");
    }
    let units = shown::description(front).encode_utf16().count();
    if units > LONGEST_SHOWN && !is_off(front) {
        let place = front.field("description").map(|field| field.node.place);
        let message = format!(
            "the model is shown {LONGEST_SHOWN} characters of the description, and it has {units} with `when_to_use`"
        );
        findings.warning("description_cut", place, message, "say what matters first, and less of it");
    }
}

/// Tells of a switch that is set to neither a yes nor a no, and so counts for a no.
fn examine_switch(front: &FrontMatter, key: &str, effect: &str, findings: &mut Findings<'_>) {
    let Some(field) = front.field(key) else { return };
    let value = &field.node.value;
    if value.is_yes() || is_no(value) {
        return;
    }
    let place = Some(field.node.place);
    match value {
        Value::Null => {
            let message = format!("`{key}` without a value is a no: {effect}");
            findings.warning("switch_empty", Some(field.place), message, "write `true` or `false`");
        }
        _ if is_mended_comment(front, field) => {
            let message = format!(
                "the client mends this line and takes the comment for a part of `{key}`, which is a no then: {effect}"
            );
            findings.error("switch_not_read", place, message, "put the comment on a line of its own");
        }
        _ => {
            let message = format!("the value of `{key}` is neither a yes nor a no, and counts for a no: {effect}");
            findings.error("switch_not_read", place, message, "write `true` or `false`");
        }
    }
}

fn is_no(value: &Value) -> bool {
    let text = value.plain().unwrap_or_else(|| "?".to_owned());
    ["false", "0", "no", "off"].contains(&text.trim().to_lowercase().as_str())
}

fn is_mended_comment(front: &FrontMatter, field: &Field) -> bool {
    let Place { line, .. } = field.node.place;
    front.mended.contains(&line) && front.line(field.node.place).contains(" #")
}

fn examine_word(front: &FrontMatter, key: &str, words: &[&str], findings: &mut Findings<'_>) {
    let Some(field) = front.field(key) else { return };
    let text = field.node.value.plain();
    if field.node.value != Value::Null && !text.is_some_and(|text| words.contains(&text.as_str())) {
        let message = format!("the client knows no such `{key}`, and it has no effect");
        findings.warning("unknown_word", Some(field.node.place), message, &format!("write {}", words.join(" or ")));
    }
}

fn examine_hooks(front: &FrontMatter, findings: &mut Findings<'_>) {
    let Some(fault) = front.field("hooks").and_then(hooks::fault) else { return };
    let effect = if fault.is_grave { "none of the hooks here runs" } else { "the hooks of this event do not run" };
    let message = format!("{}: {effect}", fault.message);
    findings.error("hooks_not_read", Some(fault.place), message, hooks::HINT);
}
