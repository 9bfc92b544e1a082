//! The settings file: what stood in it stays, what cannot be changed is refused.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{LOCAL, granted, rules, sandbox};

/// Settings in layouts that an edit has to keep.
const LAYOUTS: [&str; 8] = [
    "{}",
    "{ }\n\n",
    "",
    "\u{feff}{\r\n\t\"model\" : \"opus\"\r\n}\r\n",
    "{\"permissions\":{\"allow\":[\"Bash(ls)\"],\"deny\":[]}}",
    "{\n    \"permissions\": {\n        \"allow\": [\n            \"Bash(ls)\"\n        ]\n    }\n}\n",
    "{\n  \"permissions\": { },\n  \"env\": {\"A\":  \"b\"}\n}",
    "{\"permissions\": {\"allow\": [ ]}}",
];

#[test]
fn a_restore_gives_every_layout_back_byte_for_byte() {
    for before in LAYOUTS {
        let sandbox = sandbox();
        sandbox.write(LOCAL, before);
        sandbox.mode(LOCAL, 0o600);
        let (tree, status) = (sandbox.content("api/.claude"), sandbox.git_status("api"));
        let answer = sandbox.skreg(&["setup", "--grant-read"]);
        assert!(answer.contains("granted "), "{before}: {answer}");
        assert_eq!(sandbox.git_status("api"), status, "{before}: what git says of a file of the user stays");
        assert_eq!(rules(&sandbox).iter().filter(|rule| rule.starts_with("Read(/[ROOT]/")).count(), 3, "{before}");
        let answer = sandbox.skreg(&["restore", "api"]);
        assert!(answer.ends_with("--- exit 0"), "{answer}");
        assert!(sandbox.content("api/.claude") == tree, "{before}");
        assert_eq!(sandbox.git_status("api"), status, "{before}");
        assert!(!sandbox.path("api/.git/skreg/backups/main").exists(), "{before}: the backup is used up");
    }
}

#[test]
fn a_restore_takes_a_file_away_that_held_nothing_else() {
    let sandbox = sandbox();
    let before = sandbox.content("api");
    let exclude = sandbox.read("api/.git/info/exclude");
    sandbox.skreg(&["setup", "--grant-read"]);
    assert_snapshot!(sandbox.skreg(&["restore", "api", "--dry-run"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      removed  .claude/skills: our link, and nothing to put back
      removed  .claude/settings.local.json: our rules to read what lies beside the skills
    dry run, nothing was changed
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      removed  .claude/skills: our link, and nothing to put back
      removed  .claude/settings.local.json: our rules to read what lies beside the skills
      linking is off here now; `skreg setup api --link auto` turns it on again
    --- exit 0
    ");
    assert_eq!(sandbox.read("api/.git/info/exclude"), exclude);
    let work =
        |tree: crate::sandbox::Tree| tree.into_iter().filter(|(path, _)| !path.starts_with(".git")).collect::<Vec<_>>();
    assert_eq!(work(sandbox.content("api")), work(before));
}

#[test]
fn a_restore_leaves_what_others_wrote_since() {
    let sandbox = sandbox();
    sandbox.write(LOCAL, "{\"permissions\": {\"allow\": [\"Bash(ls)\"]}}\n");
    sandbox.skreg(&["setup", "--grant-read"]);
    let changed = sandbox.read(LOCAL).replace("\"Bash(ls)\"", "\"Bash(ls)\", \"Read(//elsewhere/**)\"");
    sandbox.write(LOCAL, changed);
    sandbox.skreg(&["restore", "api"]);
    assert_eq!(sandbox.read(LOCAL), "{\"permissions\": {\"allow\": [\"Bash(ls)\", \"Read(//elsewhere/**)\"]}}\n");
    let backup = "api/.git/skreg/backups/main/20300102T030405Z/settings.local.json";
    assert!(sandbox.path(backup).is_file(), "what is not put back is not taken away");
}

/// The user may have written one of the rules before.
#[test]
fn a_rule_that_stood_there_before_is_the_user_s() {
    let sandbox = sandbox();
    let own = format!("Read(/{}/**)", sandbox.path("api/.claude/skills").display());
    let before = json!({"permissions": {"allow": [own]}}).to_string();
    sandbox.write(LOCAL, &before);
    assert_eq!(sandbox.json(&["setup"]).1["projects"][0]["grants"], json!([]));
    sandbox.skreg(&["setup", "--grant-read"]);
    assert_eq!(rules(&sandbox).len(), 3);
    for _ in 0..2 {
        sandbox.skreg(&["restore", "api"]);
        assert_eq!(sandbox.read(LOCAL), before);
    }
}

/// Rules that only look like ours are those of others.
#[test]
fn rules_of_others_stay() {
    let sandbox = granted();
    sandbox.write("other/profiles/api/skills/develop/SKILL.md", "");
    sandbox.write("third/.claude/skills/mine/SKILL.md", "");
    let others = ["other/profiles/api/skills", "third/.claude/skills", "central/profiles"];
    let others = others.map(|folder| format!("Read(/{}/**)", sandbox.path(folder).display()));
    let mut settings: Value = serde_json::from_str(&sandbox.read(LOCAL)).unwrap();
    let allow = settings["permissions"]["allow"].as_array_mut().unwrap();
    allow.extend(others.iter().map(|rule| Value::from(rule.as_str())));
    sandbox.write(LOCAL, settings.to_string());
    assert!(sandbox.skreg(&["setup"]).contains("nothing to do"));
    sandbox.skreg(&["restore", "api"]);
    assert_eq!(sandbox.read(LOCAL), json!({"permissions": {"allow": others}}).to_string());
}

#[test]
fn an_ignore_rule_without_its_file_is_taken_away() {
    let sandbox = granted();
    sandbox.remove(LOCAL);
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
    sandbox.skreg(&["setup"]);
    assert!(!sandbox.read("api/.git/info/exclude").contains("settings.local.json"));
    assert!(!sandbox.path(LOCAL).exists(), "nobody asks for it any more");
}

#[test]
fn a_restore_that_cannot_edit_the_settings_still_takes_the_links_away() {
    let sandbox = granted();
    sandbox.write(LOCAL, sandbox.read(LOCAL).replace('}', ""));
    assert_snapshot!(sandbox.skreg(&["restore", "api"]), @"
    api  ~/code/api
      removed  .claude/agents: our link, and nothing to put back
      removed  .claude/skills: our link, and nothing to put back
      refused  .claude/settings.local.json: .claude/settings.local.json:2:18: unterminated object
               hint: put that right, then run again
    --- exit 1
    ");
    assert!(!sandbox.path("api/.claude/skills").exists());
}

#[test]
fn settings_that_cannot_be_read_are_refused_and_the_links_are_made() {
    for (text, reason) in [
        (
            "{\"permissions\": {\n  \"allow\": \"Read\"}}",
            ":2:12 (/permissions/allow): a string stands where a list belongs",
        ),
        ("{\"permissions\": []}", ":1:17 (/permissions): a list stands where an object belongs"),
        ("{\n  // mine\n}", ":2:3: comments are not allowed"),
        ("[]", ":1:1: a list stands where an object belongs"),
        ("\"permissions\"", ":1:1: a string stands where an object belongs"),
    ] {
        let sandbox = sandbox();
        sandbox.write(LOCAL, text);
        let (code, answer) = sandbox.json(&["setup", "--grant-read"]);
        let grant = &answer["projects"][0]["grants"][0];
        assert_eq!((code, &grant["action"]), (Some(1), &json!("refused")), "{grant}");
        assert_eq!(grant["reason"], format!(".claude/settings.local.json{reason}"));
        assert_eq!(answer["summary"]["linked"], 2);
        assert_eq!(sandbox.read(LOCAL), text);
        assert_eq!(sandbox.json(&["setup"]).0, Some(0), "nobody asks for it any more");
    }
}

#[test]
fn nothing_is_written_through_a_link() {
    let sandbox = sandbox();
    sandbox.write("~/mine.json", "{}");
    sandbox.link(sandbox.path("~/mine.json"), LOCAL);
    assert_snapshot!(sandbox.skreg(&["setup", "--grant-read"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
      refused  .claude/settings.local.json: it is a link, and nothing is written through a link
               hint: make it a file, then run again
    2 linked, 1 not granted to read
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.read("~/mine.json"), "{}");
}

#[test]
fn settings_that_git_tracks_are_refused() {
    let sandbox = sandbox();
    sandbox.write(LOCAL, "{}\n");
    sandbox.commit_all("api");
    assert_snapshot!(sandbox.skreg(&["setup", "--grant-read"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
      refused  .claude/settings.local.json: git tracks it: Claude Code ignores its rules until the folder is trusted, and every clone would get the paths of this machine
               hint: run `git rm --cached .claude/settings.local.json` and commit, then run again
    2 linked, 1 not granted to read
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.git_status("api"), "");
}

#[test]
fn a_file_of_another_worktree_is_not_hidden_from_git() {
    let sandbox = sandbox();
    sandbox.git("api", &["worktree", "add", "--quiet", "-b", "other", sandbox.path("beside").to_str().unwrap()]);
    sandbox.write("beside/.claude/settings.local.json", "{}");
    let (code, answer) = sandbox.json(&["setup", "--grant-read"]);
    let grant = &answer["projects"][0]["grants"][0];
    assert_eq!((code, &grant["action"]), (Some(1), &json!("refused")), "{grant}");
    assert!(!sandbox.path(LOCAL).exists());
    sandbox.write("api/.git/info/exclude", "settings.local.json\n");
    assert_eq!(sandbox.json(&["setup", "--grant-read"]).0, Some(0), "a rule of the user's own hides it");
    assert!(!sandbox.read("api/.git/info/exclude").contains("/.claude/settings.local.json"));
}
