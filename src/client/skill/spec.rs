//! The rules of the Agent Skills specification (agentskills.io), which the client does not enforce and others do.

use super::super::finding::Findings;
use super::super::front_matter::{FrontMatter, Place, Reading, Value};
use super::super::key::Kind;
use super::super::shown;

const LONGEST_NAME: usize = 64;
const LONGEST_DESCRIPTION: usize = 1024;
const LONGEST_COMPATIBILITY: usize = 500;

pub(super) fn examine(folder: &str, front: &FrontMatter, findings: &mut Findings<'_>) {
    match front.reading {
        // What does not parse has one fault, and lacks nothing else.
        Reading::Broken(..) | Reading::NoFields(_) | Reading::Absent(Some(_)) => return,
        Reading::Absent(None) => {
            let message = "there is no front matter: the description is the first line of the text";
            let hint = "begin the file with `---`, `name`, `description` and `---`";
            return findings.warning("spec_front_matter_missing", None, message, hint);
        }
        Reading::Fields(_) => {}
    }
    examine_name(folder, front, findings);
    examine_description(front, findings);
    if let Some(field) = front.field("compatibility") {
        let length = field.node.value.plain().map(|text| text.chars().count());
        if length.is_none_or(|length| length == 0 || length > LONGEST_COMPATIBILITY) {
            let message = format!("`compatibility` is to be a text of 1 to {LONGEST_COMPATIBILITY} characters");
            findings.warning("spec_compatibility", Some(field.node.place), message, "shorten it");
        }
    }
    if let Some(field) =
        front.field("metadata").filter(|field| !matches!(field.node.value, Value::Map(_) | Value::Null))
    {
        let message = format!("`metadata` is {} and is to be a map of texts", field.node.value.kind());
        findings.warning("spec_metadata", Some(field.node.place), message, "write `key: value` below it");
    }
}

fn examine_name(folder: &str, front: &FrontMatter, findings: &mut Findings<'_>) {
    let Some(field) = front.field("name") else {
        let place = Some(Place { line: 1, column: 1 });
        let hint = format!("write `name: {folder}`");
        return findings.warning("spec_name_missing", place, "there is no `name`", &hint);
    };
    let place = Some(field.node.place);
    let Some(name) = field.node.value.plain() else {
        let message = format!("the name is {} and is to be text", field.node.value.kind());
        return findings.warning("spec_name", place, message, &format!("write `name: {folder}`"));
    };
    if !is_good_name(&name) {
        let message =
            format!("`{name}` is to be 1 to {LONGEST_NAME} small letters and digits, with single hyphens between them");
        findings.warning("spec_name", place, message, &format!("write `name: {folder}`, if that is one"));
    }
    if name != folder {
        let message = format!("the name `{name}` is not that of the folder `{folder}`, which the client calls it by");
        findings.warning("spec_name_differs", place, message, &format!("write `name: {folder}`, or rename the folder"));
    }
}

fn is_good_name(name: &str) -> bool {
    let is_plain = |character: char| character.is_ascii_lowercase() || character.is_ascii_digit();
    let parts_are_good = name.split('-').all(|part| !part.is_empty() && part.chars().all(is_plain));
    name.chars().count() <= LONGEST_NAME && parts_are_good
}

fn examine_description(front: &FrontMatter, findings: &mut Findings<'_>) {
    let Some(field) = front.field("description") else {
        if front.fields().iter().any(|field| Kind::Skill.meant(&field.key) == Some("description")) {
            return;
        }
        let place = Some(Place { line: 1, column: 1 });
        let message = "there is no `description`: the first line of the text stands for it";
        return findings.warning(
            "spec_description_missing",
            place,
            message,
            "say what the skill does, and when to use it",
        );
    };
    let place = Some(field.node.place);
    if !matches!(field.node.value, Value::Text(_)) && shown::own_description(front).is_some() {
        let message = format!("the description is {}, and is to be text", field.node.value.kind());
        findings.warning("spec_description", place, message, "put it in quotes");
    }
    let length = shown::own_description(front).unwrap_or_default().chars().count();
    if length > LONGEST_DESCRIPTION {
        let message = format!("the description has {length} characters, and is to have at most {LONGEST_DESCRIPTION}");
        findings.warning("spec_description_long", place, message, "shorten it");
    }
}
