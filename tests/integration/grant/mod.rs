//! `skreg setup --grant-read`, and what `restore` and `status` make of it.

mod follow;
mod settings;
mod terminal;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

const LOCAL: &str = "api/.claude/settings.local.json";

/// A project whose profile has a skill of its own with a file beside it and includes a shared one.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("central/profiles/api/skills/develop/reference.md", "A REFERENCE\n");
    sandbox.skill("shared", "review-pr");
    sandbox.link("../../shared/skills/review-pr", "central/profiles/api/skills/review-pr");
    sandbox
}

fn granted() -> Sandbox {
    let sandbox = sandbox();
    assert!(sandbox.skreg(&["setup", "--grant-read"]).ends_with("--- exit 0"));
    sandbox
}

/// The settings with the rules of [`granted`] and what stands before them in the list.
fn rules(sandbox: &Sandbox) -> Vec<String> {
    let settings: Value = serde_json::from_str(sandbox.read_shown(LOCAL).trim_start_matches('\u{feff}')).unwrap();
    let allow = settings["permissions"]["allow"].as_array().unwrap();
    allow.iter().map(|rule| rule.as_str().unwrap().to_owned()).collect()
}

#[test]
fn writes_the_narrowest_rules_into_a_file_that_git_does_not_show() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.skreg(&["setup", "--grant-read"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
      granted  .claude/settings.local.json: 3 rules to read what lies beside the skills
    2 linked, 1 granted to read
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.read_shown(LOCAL), @r#"
    {
      "permissions": {
        "allow": [
          "Read(/[ROOT]/home/code/api/.claude/skills/**)",
          "Read(/[ROOT]/home/code/central/profiles/api/skills/**)",
          "Read(/[ROOT]/home/code/central/profiles/shared/skills/**)"
        ]
      }
    }
    "#);
    assert_snapshot!(sandbox.read("api/.git/info/exclude"), @"
    # File patterns to ignore; see `git help ignore` for more information.
    # Lines that start with '#' are comments.
    # >>> skreg: links made by `skreg setup`, taken away by `skreg restore` >>>
    /.claude/agents
    /.claude/settings.local.json
    /.claude/skills
    # <<< skreg <<<
    ");
    assert_eq!(sandbox.git_status("api"), "");
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
}

#[test]
fn a_second_run_changes_nothing_with_the_flag_or_without() {
    let sandbox = granted();
    let before = sandbox.tree("~");
    assert_snapshot!(sandbox.skreg(&["setup", "--grant-read"]), @"
    api  ~/code/api  2 kept
    nothing to do: 2 kept
    --- exit 0
    ");
    assert!(sandbox.tree("~") == before);
    let (code, answer) = sandbox.json(&["setup"]);
    assert_eq!((code, &answer["projects"][0]["grants"][0]["action"]), (Some(0), &json!("kept")));
    assert!(sandbox.tree("~") == before);
}

#[test]
fn a_dry_run_tells_it_and_writes_nothing() {
    let sandbox = sandbox();
    let before = sandbox.tree("~/code");
    assert_snapshot!(sandbox.skreg(&["setup", "--grant-read", "--dry-run"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
      granted  .claude/settings.local.json: 3 rules to read what lies beside the skills
    dry run, nothing was changed: 2 linked, 1 granted to read
    next: run `skreg setup` without `--dry-run`
    --- exit 0
    ");
    let answer = sandbox.json(&["setup", "--grant-read", "--dry-run"]).1;
    assert_eq!(answer["projects"][0]["grants"][0]["action"], "would_grant");
    assert!(sandbox.tree("~/code") == before);
}

#[test]
fn json_has_the_file_the_rules_and_the_backup() {
    let sandbox = sandbox();
    sandbox.write(LOCAL, "{}");
    let (code, answer) = sandbox.json(&["setup", "--grant-read"]);
    let shown = format!("{:#}", answer["projects"][0]["grants"]).replace(sandbox.root().to_str().unwrap(), "[ROOT]");
    assert_eq!(code, Some(0));
    assert_snapshot!(shown, @r#"
    [
      {
        "path": "[ROOT]/home/code/api/.claude/settings.local.json",
        "action": "granted",
        "rules": [
          "Read(/[ROOT]/home/code/api/.claude/skills/**)",
          "Read(/[ROOT]/home/code/central/profiles/api/skills/**)",
          "Read(/[ROOT]/home/code/central/profiles/shared/skills/**)"
        ],
        "backup": "[ROOT]/home/code/api/.git/skreg/backups/main/20300102T030405Z/settings.local.json",
        "reason": null,
        "hint": null
      }
    ]
    "#);
    assert_eq!(sandbox.read("api/.git/skreg/backups/main/20300102T030405Z/settings.local.json"), "{}");
}

#[test]
fn without_the_flag_nothing_is_written_and_nothing_said() {
    let sandbox = sandbox();
    let answer = sandbox.json(&["setup"]).1;
    assert_eq!(answer["projects"][0]["grants"], json!([]));
    assert!(!sandbox.path(LOCAL).exists());
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
        read_not_granted .claude/settings.local.json: no rule lets Claude Code read what lies beside a linked `SKILL.md`, such as `develop/reference.md`
          hint: `skreg setup api --grant-read` writes rules that do
    central  ok     ~/code/central
    --- exit 0
    ");
}

#[test]
fn nothing_is_granted_where_no_skill_is_linked() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.remove("central/profiles/api/skills");
    assert_eq!(sandbox.json(&["setup", "--grant-read"]).1["projects"][0]["grants"], json!([]));
    assert!(!sandbox.path(LOCAL).exists());
}

#[test]
fn a_profile_without_files_beside_its_skills_is_said_nothing_of() {
    let sandbox = sandbox();
    sandbox.remove("central/profiles/api/skills/develop/reference.md");
    sandbox.skreg(&["setup"]);
    assert_eq!(sandbox.json(&["status"]).1["projects"][0]["problems"], json!([]));
}
