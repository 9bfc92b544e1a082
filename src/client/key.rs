//! The keys of front matter that the client knows, and those that it does not.

use super::finding::{Findings, Severity};
use super::front_matter::{Field, FrontMatter, Value};
use crate::json_edit::nearest;

/// What a file is, which decides about its keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Skill,
    Agent,
}

const SKILL_KEYS: [&str; 20] = [
    "name",
    "description",
    "when_to_use",
    "argument-hint",
    "arguments",
    "disable-model-invocation",
    "user-invocable",
    "allowed-tools",
    "disallowed-tools",
    "model",
    "effort",
    "context",
    "agent",
    "hooks",
    "paths",
    "shell",
    "version",
    "license",
    "compatibility",
    "metadata",
];

const AGENT_KEYS: [&str; 17] = [
    "name",
    "description",
    "tools",
    "disallowedTools",
    "model",
    "permissionMode",
    "maxTurns",
    "color",
    "hooks",
    "mcpServers",
    "skills",
    "memory",
    "isolation",
    "effort",
    "background",
    "initialPrompt",
    "omitClaudeMd",
];

/// Keys that take something away from the model or the user: one that is not read grants more than its author meant.
const CONTROLS: [&str; 8] = [
    "disable-model-invocation",
    "user-invocable",
    "allowed-tools",
    "disallowed-tools",
    "tools",
    "disallowedTools",
    "permissionMode",
    "paths",
];

/// Keys of the one kind, or of other programs, that stand for one of the other.
const OTHER_WORDS: [(Kind, &str, &str); 6] = [
    (Kind::Skill, "tools", "allowed-tools"),
    (Kind::Skill, "trigger", "when_to_use"),
    (Kind::Agent, "allowed-tools", "tools"),
    (Kind::Agent, "allowedTools", "tools"),
    (Kind::Agent, "disallowed-tools", "disallowedTools"),
    (Kind::Agent, "when_to_use", "description"),
];

impl Kind {
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Skill => &SKILL_KEYS,
            Self::Agent => &AGENT_KEYS,
        }
    }

    /// The known key that another spelling stands for beyond doubt: the same letters, or another word for it.
    pub(super) fn meant(self, key: &str) -> Option<&'static str> {
        let other = OTHER_WORDS.iter().find(|(kind, word, _)| *kind == self && *word == key);
        let same = || self.keys().iter().find(|known| letters(known) == letters(key)).copied();
        other.map(|(_, _, meant)| *meant).or_else(same)
    }
}

fn letters(key: &str) -> String {
    key.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Tells of keys without effect: unknown ones, and known ones below `metadata`.
pub(super) fn examine(front: &FrontMatter, kind: Kind, findings: &mut Findings<'_>) {
    for field in front.fields() {
        if kind.keys().contains(&field.key.as_str()) {
            examine_inner(field, kind, findings);
        } else {
            examine_unknown(front, field, kind, findings);
        }
    }
}

fn examine_unknown(front: &FrontMatter, field: &Field, kind: Kind, findings: &mut Findings<'_>) {
    let key = &field.key;
    let unknown = format!("the client does not know the key `{key}`, and it has no effect");
    match kind.meant(key) {
        Some(meant) if front.field(meant).is_none() => {
            let is_grave =
                CONTROLS.contains(&meant) || meant == "description" || (kind == Kind::Agent && meant == "name");
            let severity = if is_grave { Severity::Error } else { Severity::Warning };
            findings.add(severity, "misspelt_key", Some(field.place), unknown, &format!("write `{meant}`"));
        }
        Some(meant) => {
            let hint = format!("`{meant}` stands there too, and counts: take `{key}` out");
            findings.warning("unknown_key", Some(field.place), unknown, &hint);
        }
        None => match nearest(key, kind.keys().iter().copied()) {
            Some(near) => {
                findings.warning("unknown_key", Some(field.place), unknown, &format!("did you mean `{near}`?"));
            }
            None => findings.info("unknown_key", Some(field.place), unknown, ""),
        },
    }
    examine_inner(field, kind, findings);
}

/// A key that controls something has an effect at the left edge only.
fn examine_inner(field: &Field, kind: Kind, findings: &mut Findings<'_>) {
    let Value::Map(inner) = &field.node.value else { return };
    if field.key == "hooks" || field.key == "mcpServers" {
        return;
    }
    for nested in inner {
        let Some(meant) = kind.meant(&nested.key).filter(|meant| CONTROLS.contains(meant)) else { continue };
        let message = format!("`{}` below `{}` has no effect", nested.key, field.key);
        findings.error("nested_key", Some(nested.place), message, &format!("write `{meant}` at the left edge"));
    }
}
