//! The texts of a settings file with and without the rules: values in, values out.

use anyhow::Result;
use serde_json::Value;

use super::ALLOW;
use crate::json_edit;

/// The text with these rules at the end of those that allow, and without those.
pub(super) fn granted(text: &str, missing: &[String], stale: &[String]) -> Result<String> {
    let missing: Vec<_> = missing.iter().map(|rule| Value::from(rule.as_str())).collect();
    json_edit::append(&json_edit::remove_strings(text, &ALLOW, stale)?, &ALLOW, &missing)
}

/// What a settings file is to be without our rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Without {
    /// As this backup has it, by its number: byte for byte as it was before.
    Backup(usize),
    /// This text: the file was changed by others since.
    Text(String),
    /// Gone: it held nothing else.
    Nothing,
}

/// The text without these rules, given those of the backups, the newest first: a list or an object that only held our rules goes with
/// them, unless it stood there before. So does a rule.
pub(super) fn withdrawn(text: &str, rules: &[String], backups: &[String]) -> Result<Without> {
    let parse = |text: &str| serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')).ok();
    let before = backups.first().and_then(|text| parse(text));
    let allowed = before.as_ref().and_then(|before| before.pointer("/permissions/allow")?.as_array());
    let is_new = |rule: &&String| allowed.is_none_or(|allowed| !allowed.contains(&Value::from(rule.as_str())));
    let rules: Vec<_> = rules.iter().filter(is_new).cloned().collect();
    let bare = json_edit::remove_strings(text, &ALLOW, &rules)?;
    let holds_rules =
        |value: &Value| value.pointer("/permissions/allow").is_some_and(|allow| *allow != Value::Array(Vec::new()));
    let candidates = match parse(&bare) {
        Some(value) if holds_rules(&value) => vec![bare],
        _ => vec![bare.clone(), json_edit::remove(&bare, &ALLOW, 1)?, json_edit::remove(&bare, &ALLOW, 0)?],
    };
    let values: Vec<_> = candidates.iter().filter_map(|text| parse(text)).collect();
    let is_same = |backup: &String| {
        let is_empty = backup.trim().is_empty() && values.contains(&Value::Object(serde_json::Map::new()));
        is_empty || parse(backup).is_some_and(|backup| values.contains(&backup))
    };
    if let Some(number) = backups.iter().position(is_same) {
        return Ok(Without::Backup(number));
    }
    let had = |pointer: &str| before.as_ref().is_some_and(|before| before.pointer(pointer).is_some());
    let emptied = match (had("/permissions/allow"), had("/permissions")) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    let text = candidates.get(emptied).or(candidates.first()).cloned().unwrap_or_default();
    let is_empty = parse(&text) == Some(Value::Object(serde_json::Map::new()));
    Ok(if is_empty && backups.is_empty() { Without::Nothing } else { Without::Text(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Vec<String> {
        ["Read(//r/.claude/skills/**)", "Read(//c/profiles/api/skills/**)"].map(str::to_owned).to_vec()
    }

    fn without(text: &str, backups: &[&str]) -> Without {
        let backups: Vec<_> = backups.iter().map(|text| (*text).to_owned()).collect();
        withdrawn(text, &rules(), &backups).unwrap()
    }

    #[test]
    fn what_was_made_goes_whole_and_what_was_there_comes_back() {
        assert_eq!(without(&granted("{}\n", &rules(), &[]).unwrap(), &[]), Without::Nothing);
        for before in ["", " \n", "{ }", "{\"permissions\": { }}", "{\"permissions\": {\"allow\": [ ]}}", "{\"a\" :1}"]
        {
            let text = granted(before, &rules(), &[]).unwrap();
            assert_eq!(without(&text, &["{\"other\": 1}", before]), Without::Backup(1), "{before}");
        }
    }

    #[test]
    fn what_others_wrote_since_stays() {
        let text = granted("{}\n", &rules(), &[]).unwrap();
        let changed = text.replace("\n    ]", ",\n      \"Bash(ls)\"\n    ]");
        let left = "{\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(ls)\"\n    ]\n  }\n}\n";
        assert_eq!(without(&changed, &[]), Without::Text(left.to_owned()));
        let changed = json_edit::set(&text, &["model"], &"opus".into()).unwrap();
        assert_eq!(without(&changed, &["{ }"]), Without::Text("{\n  \"model\": \"opus\"\n}\n".to_owned()));
        let left = "{\n  \"permissions\": {},\n  \"model\": \"opus\"\n}\n";
        assert_eq!(without(&changed, &["{\"permissions\": {}}"]), Without::Text(left.to_owned()));
    }

    #[test]
    fn a_rule_that_stood_there_before_stays() {
        let before = r#"{"permissions": {"allow": ["Read(//r/.claude/skills/**)"]}}"#;
        let text = granted(before, &rules()[1..], &[]).unwrap();
        assert_eq!(without(&text, &[before]), Without::Backup(0));
        let changed = json_edit::set(&text, &["model"], &"opus".into()).unwrap();
        let left = r#"{"permissions": {"allow": ["Read(//r/.claude/skills/**)"]}, "model": "opus"}"#;
        assert_eq!(without(&changed, &[before]), Without::Text(left.to_owned()));
    }

    #[test]
    fn stale_rules_make_room_for_the_right_ones() {
        let text = granted(r#"{"permissions": {"allow": ["a"]}}"#, &rules()[..1], &[]).unwrap();
        let text = granted(&text, &rules()[1..], &rules()[..1]).unwrap();
        assert_eq!(text, r#"{"permissions": {"allow": ["a", "Read(//c/profiles/api/skills/**)"]}}"#);
    }
}
