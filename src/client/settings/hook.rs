//! The hooks of a settings file: which the client runs, which it skips, and which put the whole file out of force.

use std::collections::BTreeMap;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;

use super::super::finding::Severity;
use super::hook_schema::{EVENTS, HOOK_TYPES, hook_fields};
use super::kind::{Fault, Kind, shown};
use super::notes::Notes;
use super::object::last_properties;
use crate::json_edit::nearest;

/// The events whose hooks may guard the permissions beside them: a fault in one puts the whole file out of force.
const GUARDS: [&str; 2] = ["PreToolUse", "PermissionRequest"];

/// Events without a tool: a hook with `if`, which is about one, never runs there. Only `Stop` is looked at.
const WITHOUT_TOOL: &str = "Stop";

/// The hooks that the client runs.
#[derive(Debug, Default)]
pub(super) struct Running {
    /// How many for each event.
    pub(super) events: BTreeMap<String, usize>,
    /// The commands at the start of a session.
    pub(super) at_start: Vec<String>,
}

/// Judges the value of `hooks`.
pub(super) fn judge(value: &Value<'_>, notes: &mut Notes<'_>) -> Running {
    let mut running = Running::default();
    match value {
        Value::Object(object) => {
            for (event, property) in last_properties(object) {
                let count = of_event(event, property.start(), &property.value, notes, &mut running.at_start);
                running.events.extend(count.map(|count| (event.to_owned(), count)));
            }
        }
        Value::Array(array) if !array.elements.is_empty() => {
            let message = "`hooks` is a list, and the client does without the whole file";
            notes.add(Severity::Error, "hooks_shape", value.start(), message, Some(SHAPE));
        }
        _ => {
            let message = format!("`hooks` is {}, which the client ignores", shown(value));
            notes.add(Severity::Warning, "hooks_shape", value.start(), message, Some(SHAPE));
        }
    }
    running
}

const SHAPE: &str = "write `{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"…\"}]}]}}`";

/// How many hooks of an event run; none where the client does not know the event.
fn of_event(
    event: &str,
    name_at: usize,
    value: &Value<'_>,
    notes: &mut Notes<'_>,
    at_start: &mut Vec<String>,
) -> Option<usize> {
    if !EVENTS.contains(&event) {
        let hint = nearest(event, EVENTS).map(|near| format!("did you mean `{near}`?"));
        let severity = if hint.is_some() { Severity::Warning } else { Severity::Info };
        let message = format!("the client knows no event `{event}` and ignores it");
        notes.add(severity, "hook_event_unknown", name_at, message, hint.as_deref());
        return None;
    }
    let mut scene = Scene { event, guards: GUARDS.contains(&event), notes, at_start };
    let Value::Array(matchers) = value else {
        // An event that is null is as one that is not there, also where its hooks would guard.
        scene.guards &= !matches!(value, Value::NullKeyword(_));
        scene.refuse(value.start(), &format!("`{event}` is {} instead of a list", shown(value)), Some(SHAPE));
        return Some(0);
    };
    Some(matchers.elements.iter().map(|matcher| scene.of_matcher(matcher)).sum())
}

/// One event while its hooks are judged.
struct Scene<'s, 'n> {
    event: &'s str,
    guards: bool,
    notes: &'s mut Notes<'n>,
    at_start: &'s mut Vec<String>,
}

impl Scene<'_, '_> {
    /// A hook, or some of them, that the client does not take.
    fn refuse(&mut self, at: usize, what: &str, hint: Option<&str>) {
        match self.guards {
            true => {
                let message = format!(
                    "{what}: as a hook of `{}` may be a guard, the client does without the whole file",
                    self.event
                );
                self.notes.add(Severity::Error, "guard_hook_broken", at, message, hint);
            }
            false => {
                self.notes.add(Severity::Warning, "hook_skipped", at, format!("{what}, and the client skips it"), hint)
            }
        }
    }

    /// How many hooks of a matcher run.
    fn of_matcher(&mut self, value: &Value<'_>) -> usize {
        let Value::Object(matcher) = value else {
            self.refuse(
                value.start(),
                &format!("an entry of `{}` is {} instead of an object", self.event, shown(value)),
                Some(SHAPE),
            );
            return 0;
        };
        let properties = last_properties(matcher);
        let hooks = match properties.get("hooks").map(|property| &property.value) {
            Some(Value::Array(hooks)) => hooks,
            other => {
                let found =
                    other.map_or_else(|| "no `hooks`".to_owned(), |found| format!("{} as its `hooks`", shown(found)));
                let at = other.map_or(value.start(), |found| found.start());
                self.refuse(
                    at,
                    &format!("an entry of `{}` has {found} instead of a list of them", self.event),
                    Some(SHAPE),
                );
                return 0;
            }
        };
        if let Some(property) = properties.get("matcher").filter(|property| property.value.as_string_lit().is_none()) {
            let what = format!("`matcher` is {} instead of a string", shown(&property.value));
            self.refuse(property.value.start(), &what, Some("write it as one string, such as `Bash|Edit`"));
            return 0;
        }
        self.note_unknown(matcher, &["matcher", "hooks"]);
        hooks.elements.iter().filter(|hook| self.runs(hook)).count()
    }

    /// Whether the client runs a hook.
    fn runs(&mut self, value: &Value<'_>) -> bool {
        let Value::Object(hook) = value else {
            self.refuse(value.start(), &format!("a hook is {} instead of an object", shown(value)), Some(SHAPE));
            return false;
        };
        let properties = last_properties(hook);
        let hook_type = properties.get("type").map(|property| &property.value);
        let known = hook_type
            .and_then(|word| word.as_string_lit())
            .and_then(|word| Some((word.value.as_ref(), hook_fields(&word.value)?)));
        let Some((word, fields)) = known else {
            self.refuse_type(value, hook_type);
            return false;
        };
        if let Some(fault) = Kind::Object(fields).faults(value).into_iter().next() {
            self.refuse(fault.at, &told(word, &fault), None);
            return false;
        }
        let names: Vec<_> = fields.iter().map(|field| field.name).chain(["type"]).collect();
        self.note_unknown(hook, &names);
        self.can_start(hook)
    }

    fn refuse_type(&mut self, hook: &Value<'_>, found: Option<&Value<'_>>) {
        let near = found.and_then(|found| found.as_string_lit()).and_then(|word| nearest(&word.value, HOOK_TYPES));
        let hint = near.map_or_else(
            || format!("the types are {}", Kind::Word(&HOOK_TYPES).wanted().trim_start_matches("one of ")),
            |near| format!("did you mean `{near}`?"),
        );
        let what = match found {
            Some(found) => format!("{} is no type of hook", shown(found)),
            None => "a hook has no `type`".to_owned(),
        };
        self.refuse(found.map_or(hook.start(), |found| found.start()), &what, Some(&hint));
    }

    /// Whether a well-formed hook can start at all.
    fn can_start(&mut self, hook: &Object<'_>) -> bool {
        let properties = last_properties(hook);
        let text = |name: &str| properties.get(name).and_then(|property| property.value.as_string_lit());
        if let Some(condition) =
            text("if").filter(|condition| self.event == WITHOUT_TOOL && !condition.value.is_empty())
        {
            let message = format!("`if` is about a tool, and a hook of `{}` with it never runs", self.event);
            self.notes.add(Severity::Warning, "hook_never_runs", condition.start(), message, Some("take `if` out"));
            return false;
        }
        let command = text("command");
        if let Some(command) =
            command.filter(|command| properties.contains_key("args") && is_command_line(&command.value))
        {
            let message = "with `args` the command is the path of one program, and none is called this";
            let hint = "give the program as `command` and its arguments one by one in `args`";
            self.notes.add(Severity::Warning, "hook_never_runs", command.start(), message, Some(hint));
            return false;
        }
        if self.event == "SessionStart" {
            self.at_start.extend(command.map(|command| command.value.to_string()));
        }
        true
    }

    /// Names that the client ignores, where a known one is alike.
    fn note_unknown(&mut self, object: &Object<'_>, known: &[&str]) {
        for (name, property) in last_properties(object) {
            let near = nearest(name, known.iter().copied()).filter(|_| !known.contains(&name));
            if let Some(near) = near {
                let message = format!("the client knows no `{name}` here and ignores it");
                self.notes.add(
                    Severity::Warning,
                    "key_unknown",
                    property.start(),
                    message,
                    Some(&format!("did you mean `{near}`?")),
                );
            }
        }
    }
}

/// Whether a text that is to name one program is a whole line for a shell: its first word is a program looked up by name.
fn is_command_line(command: &str) -> bool {
    command.trim().split_once(char::is_whitespace).is_some_and(|(program, _)| !program.contains(['/', '\\', '$', '~']))
}

fn told(hook_type: &str, fault: &Fault) -> String {
    let name = fault.path.join(".");
    match &fault.found {
        Some(found) => format!("`{name}` of a `{hook_type}` hook is {found} instead of {}", fault.wanted),
        None => format!("a `{hook_type}` hook lacks `{name}`, {}", fault.wanted),
    }
}
