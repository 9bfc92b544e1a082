//! The names at the top of a settings file.

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged as _;

use super::super::finding::Severity;
use super::hook::{self, Running};
use super::kind::{Fault, Kind, shown};
use super::notes::Notes;
use super::object::{doubles, last_properties};
use super::schema::{MODES, PERMISSIONS, Setting, names, setting};
use super::values::{ListingSettings, listing, place_of};
use super::{Scope, rule};
use crate::json_edit::nearest;

/// The modes that only a user may set: a repository could otherwise grant them to itself.
const MODES_OF_USERS: [&str; 2] = ["bypassPermissions", "auto"];

/// Judges the tree of a file: its hooks that would run, and what it says about the list of skills, were it in force.
pub(super) fn judge(root: &Value<'_>, scope: Scope, notes: &mut Notes<'_>) -> (Running, ListingSettings) {
    let Value::Object(object) = root else {
        let message = format!("the file is {} instead of an object, and the client does without it", shown(root));
        notes.add(Severity::Error, "settings_not_object", root.start(), message, None);
        return Default::default();
    };
    for (at, name) in doubles(root) {
        let message = format!("`{name}` stands here and again further down, and the client takes the last");
        notes.add(Severity::Warning, "key_duplicate", at, message, Some("keep one of the two"));
    }
    let properties = last_properties(object);
    for (name, property) in properties.iter().filter(|(name, _)| **name != "hooks") {
        of_setting(name, property, notes);
    }
    if let Some(permissions) = properties.get("permissions").and_then(|property| property.value.as_object()) {
        of_permissions(permissions, scope, notes);
    }
    let running = properties.get("hooks").map(|hooks| hook::judge(&hooks.value, notes)).unwrap_or_default();
    (if hooks_are_off(object, notes) { Running::default() } else { running }, listing(object))
}

fn of_setting(name: &str, property: &ObjectProp<'_>, notes: &mut Notes<'_>) {
    let (kind, severity) = match setting(name) {
        Some(Setting::Strict(kind)) => (kind, Severity::Error),
        Some(Setting::Lenient(kind)) => (kind, Severity::Warning),
        Some(Setting::Managed) => {
            let message = format!("the client follows `{name}` in managed settings alone");
            return notes.add(Severity::Warning, "setting_managed", property.start(), message, Some("take it out"));
        }
        None => return unknown(name, property, notes),
    };
    for fault in kind.faults(&property.value) {
        let (code, effect) = match severity {
            Severity::Error => ("setting_invalid", "the client does without the whole file"),
            _ => ("setting_ignored", "the client ignores it"),
        };
        let hint = nearest_word(kind, &fault);
        notes.add(severity, code, fault.at, format!("{}: {effect}", told(name, &fault)), hint.as_deref());
    }
}

fn told(name: &str, fault: &Fault) -> String {
    let path: Vec<_> = [name].into_iter().chain(fault.path.iter().map(String::as_str)).collect();
    let path = path.join(".");
    match &fault.found {
        Some(found) => format!("`{path}` is {found} instead of {}", fault.wanted),
        None => format!("`{path}` is missing, {}", fault.wanted),
    }
}

/// The known word that is most like the one at fault.
fn nearest_word(kind: Kind, fault: &Fault) -> Option<String> {
    let is_mode = fault.path.last().is_some_and(|name| name == "defaultMode");
    let words = if is_mode { MODES.as_slice() } else { kind.words() };
    let near = nearest(fault.found.as_deref()?.trim_matches(['`', '"']), words.iter().copied())?;
    Some(format!("did you mean `{near}`?"))
}

/// Names that begin so are how people write comments into JSON.
const COMMENTS: [&str; 3] = ["_", "//", "#"];

fn unknown(name: &str, property: &ObjectProp<'_>, notes: &mut Notes<'_>) {
    if name.is_empty() || COMMENTS.iter().any(|mark| name.starts_with(mark)) {
        return;
    }
    let message = format!("the client knows no setting `{name}` and ignores it");
    let (severity, hint) = match (name, nearest(name, names())) {
        ("mcpServers", _) => (Severity::Warning, Some("move it to `.mcp.json` beside `.claude`".to_owned())),
        _ if PERMISSIONS.iter().any(|field| field.name == name) => {
            (Severity::Warning, Some(format!("`{name}` belongs into `permissions`")))
        }
        (_, Some(near)) => (Severity::Warning, Some(format!("did you mean `{near}`?"))),
        _ => (Severity::Info, None),
    };
    notes.add(severity, "key_unknown", property.start(), message, hint.as_deref());
}

fn of_permissions(permissions: &Object<'_>, scope: Scope, notes: &mut Notes<'_>) {
    let known = || PERMISSIONS.iter().map(|field| field.name);
    for (name, property) in last_properties(permissions) {
        match (name, &property.value) {
            ("allow" | "deny" | "ask", Value::Array(rules)) => {
                rules.elements.iter().for_each(|rule| of_rule(name, rule, notes));
            }
            ("defaultMode", Value::StringLit(mode))
                if scope == Scope::Repository && MODES_OF_USERS.contains(&mode.value.as_ref()) =>
            {
                let message = format!("the client ignores the mode `{}` in a repository's settings", mode.value);
                let hint = "put it into `~/.claude/settings.json`, where it is yours to grant";
                notes.add(Severity::Warning, "mode_ignored", mode.start(), message, Some(hint));
            }
            _ if known().any(|known| known == name) || name.starts_with('_') => {}
            _ => {
                let hint = nearest(name, known()).map(|near| format!("did you mean `{near}`?"));
                let severity = if hint.is_some() { Severity::Warning } else { Severity::Info };
                let message = format!("the client knows no `permissions.{name}` and ignores it");
                notes.add(severity, "key_unknown", property.start(), message, hint.as_deref());
            }
        }
    }
}

fn of_rule(list: &str, rule: &Value<'_>, notes: &mut Notes<'_>) {
    let Some(text) = rule.as_string_lit() else {
        let message =
            format!("an entry of `permissions.{list}` is {} instead of a string, and the client drops it", shown(rule));
        return notes.add(Severity::Warning, "rule_skipped", rule.start(), message, Some("write the rule as a string"));
    };
    if let Some((fault, hint)) = rule::fault(&text.value, list == "allow") {
        let message = format!("the rule `{}` {fault}, and the client skips it", text.value);
        notes.add(Severity::Warning, "rule_skipped", rule.start(), message, Some(&hint));
    }
}

/// Whether the file itself switches every hook off.
fn hooks_are_off(settings: &Object<'_>, notes: &mut Notes<'_>) -> bool {
    let off = last_properties(settings)
        .get("disableAllHooks")
        .and_then(|property| property.value.as_boolean_lit())
        .is_some_and(|flag| flag.value);
    if let Some(at) = place_of(settings, "disableAllHooks").filter(|_| off) {
        notes.add(
            Severity::Warning,
            "hooks_off",
            at,
            "`disableAllHooks` switches every hook off",
            Some("take it out to have hooks run"),
        );
    }
    off
}
