//! `skreg check` on settings files.

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

const IN_ORDER: &str = r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "touch ran"}]}]}}"#;

#[test]
fn settings_of_a_repository_and_of_the_user_are_judged() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/settings.json", "{\n  // why\n  \"model\": \"opus\"\n}\n");
    sandbox.write("api/.claude/settings.local.json", IN_ORDER.replacen('{', "{\"modle\": \"opus\", ", 1));
    sandbox.write("api/.claude/settings.jsonc", IN_ORDER);
    sandbox.write("~/.claude/settings.json", "{\"cleanupPeriodDays\": \"30\"}\n");
    assert_snapshot!(sandbox.skreg(&["check"]), @r#"
    api
      settings ~/code/api/.claude/settings.json  out of force
        ~/code/api/.claude/settings.json:2:3: error[settings_malformed] comments are not allowed: the client does without the whole file
          hint: write plain JSON: no comments, no comma before a closing bracket
      settings ~/code/api/.claude/settings.jsonc  out of force
        ~/code/api/.claude/settings.jsonc: warning[settings_never_read] the client never reads a file of this name
          hint: write it as plain JSON into `settings.json`
      settings ~/code/api/.claude/settings.local.json  in force
        ~/code/api/.claude/settings.local.json:1:2: warning[key_unknown] the client knows no setting `modle` and ignores it
          hint: did you mean `model`?
        ~/code/api: note[not_linked] not linked here, and the client sees none of it until then: `develop`, `reviewer.md`
          hint: run `skreg setup api`
    user
      settings ~/.claude/settings.json  out of force
        ~/.claude/settings.json:1:23: error[setting_invalid] `cleanupPeriodDays` is `"30"` instead of a whole number from 1: the client does without the whole file
    1 skill, 1 agent and 4 settings files as Claude Code 2.1.332 reads them: 2 errors, 2 warnings
    --- exit 1
    "#);
    let (code, answer) = sandbox.json(&["check"]);
    assert_eq!(code, Some(1));
    let judged = |file: &serde_json::Value| (file["path"].clone(), file["hooks_run"].clone(), file["in_force"].clone());
    let files: Vec<_> = answer["projects"][0]["settings"].as_array().unwrap().iter().map(judged).collect();
    let expected = [
        (json!("~/code/api/.claude/settings.json"), json!(false), json!(false)),
        (json!("~/code/api/.claude/settings.jsonc"), json!(false), json!(false)),
        (json!("~/code/api/.claude/settings.local.json"), json!(true), json!(true)),
    ];
    assert_eq!(files, expected);
    assert_eq!(answer["user"]["settings"][0]["problems"][0]["code"], "setting_invalid");
    assert_eq!(answer["summary"]["errors"], 2);
}

#[test]
fn one_settings_file_needs_no_registry() {
    let sandbox = Sandbox::new();
    sandbox.write("x/odd.json", r#"{"permissions": {"defaultMode": "bypassPermissions", "deny": ["Bash(rm"]}}"#);
    assert_snapshot!(sandbox.skreg_in("x", &["check", "./odd.json"]), @"
      settings odd.json  in force
        odd.json:1:33: warning[mode_ignored] the client ignores the mode `bypassPermissions` in a repository's settings
          hint: put it into `~/.claude/settings.json`, where it is yours to grant
        odd.json:1:63: warning[rule_skipped] the rule `Bash(rm` has parentheses that do not close at its end, and the client skips it
          hint: write `Tool` or `Tool(content)`, with nothing after the closing `)`
    0 skills, 0 agents and 1 settings file as Claude Code 2.1.332 reads them: 0 errors, 2 warnings
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg_in("x", &["check", "--strict", "./odd.json"]).lines().last().unwrap(), @"--- exit 1");
}

#[test]
fn a_folder_with_nothing_but_settings_is_something_to_check() {
    let sandbox = Sandbox::new();
    sandbox.write("x/.claude/settings.json", "[]");
    let (code, answer) = sandbox.json(&["check", &sandbox.path("x").display().to_string()]);
    assert_eq!((code, &answer["projects"][0]["settings"][0]["in_force"]), (Some(1), &json!(false)));
    sandbox.write("x/.claude/settings.json", IN_ORDER);
    let (code, answer) = sandbox.json(&["check", &sandbox.path("x").display().to_string()]);
    assert_eq!((code, &answer["projects"][0]["settings"][0]["hooks_run"]), (Some(0), &json!(true)));
}

#[test]
fn what_editors_save_is_read_as_the_client_reads_it() {
    let sandbox = Sandbox::new();
    let marked = format!("\u{feff}{IN_ORDER}");
    let little: Vec<_> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<_> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, hooks_run) in [(marked.into_bytes(), true), (little, true), (big, false)] {
        sandbox.write("x/.claude/settings.json", bytes);
        let (_, answer) = sandbox.json(&["check", &sandbox.path("x").display().to_string()]);
        assert_eq!(answer["projects"][0]["settings"][0]["hooks_run"], hooks_run);
    }
}

#[test]
fn bundled_files_of_another_skreg_are_named() {
    let sandbox = Sandbox::new();
    sandbox.skreg_in("", &["init", "central"]);
    assert_eq!(sandbox.json(&["check"]).1["central"]["problems"], json!([]));
    let stamp = sandbox.read("central/profiles/shared/.skreg-bundle.json");
    let stamp: serde_json::Value = serde_json::from_str(&stamp).unwrap();
    let write = |version: &str, path: &str, text: &str| {
        let mut stamp = stamp.clone();
        stamp["version"] = json!(version);
        let blob = git2::Oid::hash_object(git2::ObjectType::Blob, text.as_bytes()).unwrap();
        stamp["files"][path] = json!(blob.to_string());
        sandbox.write("central/profiles/shared/.skreg-bundle.json", stamp.to_string());
        sandbox.write(&format!("central/{path}"), text);
    };
    sandbox.write("central/profiles/shared/agents/pr-reviewer.md", "edited\n");
    for version in ["0.0.1", "99.0.0"] {
        write(version, "dispatch-skill/SKILL.md", "---\nname: dispatch\ndescription: Routes\n---\n");
        let (_, answer) = sandbox.json(&["check"]);
        let problems = answer["central"]["problems"].as_array().unwrap();
        let codes: Vec<_> = problems.iter().map(|problem| problem["code"].as_str().unwrap()).collect();
        let expected = if version == "0.0.1" { "bundled_older" } else { "bundled_newer" };
        assert_eq!(codes, [expected, "bundled_edited"]);
    }
}
