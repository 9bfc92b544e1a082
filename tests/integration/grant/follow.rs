//! The rules: what they name, and what they follow.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{LOCAL, granted, rules, sandbox};
use crate::sandbox::Sandbox;

#[test]
fn a_path_that_no_rule_can_name_is_refused() {
    let sandbox = sandbox();
    sandbox.repository("back\\slash");
    sandbox.registry(
        &json!({"version": 1, "workspace": "~/code", "projects": {"api": {"repo": "back\\slash", "profile": "api"}}}),
    );
    let (code, answer) = sandbox.json(&["setup", "--grant-read"]);
    let grant = &answer["projects"][0]["grants"][0];
    assert_eq!(code, Some(1));
    let reason = grant["reason"].as_str().unwrap();
    assert!(reason.ends_with("back\\slash/.claude/skills`: it holds a backslash"), "{reason}");
}

#[test]
fn square_brackets_are_escaped() {
    let sandbox = Sandbox::with_projects(&["a [b]"]);
    sandbox.skreg(&["setup", "--grant-read"]);
    let settings: Value = serde_json::from_str(&sandbox.read_shown("a [b]/.claude/settings.local.json")).unwrap();
    assert_eq!(
        settings["permissions"]["allow"],
        json!([
            r"Read(/[ROOT]/home/code/a \[b\]/.claude/skills/**)",
            r"Read(/[ROOT]/home/code/central/profiles/a \[b\]/skills/**)"
        ])
    );
    assert!(sandbox.skreg(&["setup"]).contains("nothing to do"), "they are known again");
}

#[test]
fn a_central_repository_behind_a_link_is_named_by_both_paths() {
    let sandbox = sandbox();
    std::fs::rename(sandbox.path("central"), sandbox.path("real")).unwrap();
    sandbox.link("real", "central");
    sandbox.command("", &["setup", "--grant-read", "--registry", "central/registry.json"]).output().unwrap();
    assert_snapshot!(rules(&sandbox).join("\n"), @"
    Read(/[ROOT]/home/code/api/.claude/skills/**)
    Read(/[ROOT]/home/code/real/profiles/api/skills/**)
    Read(/[ROOT]/home/code/central/profiles/api/skills/**)
    Read(/[ROOT]/home/code/real/profiles/shared/skills/**)
    Read(/[ROOT]/home/code/central/profiles/shared/skills/**)
    ");
}

/// What `setup` without the flag makes of rules that stand there.
fn repaired(sandbox: &Sandbox) -> Vec<String> {
    let (code, answer) = sandbox.json(&["status"]);
    let problems = answer["projects"][0]["problems"].as_array().unwrap().clone();
    assert!(code == Some(1) && problems.iter().any(|problem| problem["code"] == "read_grant_stale"), "{problems:#?}");
    assert_eq!(sandbox.json(&["setup"]).1["projects"][0]["grants"][0]["action"], "granted");
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
    rules(sandbox)
}

#[test]
fn rules_follow_the_central_repository_to_another_place() {
    let sandbox = sandbox();
    sandbox.write(LOCAL, "{\"permissions\": {\"allow\": [\"Bash(ls)\"]}}\n");
    sandbox.skreg(&["setup", "--grant-read"]);
    std::fs::rename(sandbox.path("central"), sandbox.path("moved")).unwrap();
    sandbox.link("moved", "elsewhere");
    let status = sandbox.skreg_in("moved", &["status"]);
    assert!(status.contains("read_grant_stale"), "{status}");
    sandbox.skreg_in("moved", &["setup"]);
    assert_snapshot!(rules(&sandbox).join("\n"), @"
    Bash(ls)
    Read(/[ROOT]/home/code/api/.claude/skills/**)
    Read(/[ROOT]/home/code/moved/profiles/api/skills/**)
    Read(/[ROOT]/home/code/moved/profiles/shared/skills/**)
    ");
    sandbox.skreg_in("moved", &["restore", "api"]);
    assert_eq!(sandbox.read(LOCAL), "{\"permissions\": {\"allow\": [\"Bash(ls)\"]}}\n");
}

#[test]
fn rules_follow_the_profile_and_what_it_includes() {
    let sandbox = granted();
    sandbox.remove("central/profiles/api/skills/review-pr");
    assert_snapshot!(repaired(&sandbox).join("\n"), @"
    Read(/[ROOT]/home/code/api/.claude/skills/**)
    Read(/[ROOT]/home/code/central/profiles/api/skills/**)
    ");
    sandbox.skill("other", "develop");
    sandbox.registry(
        &json!({"version": 1, "workspace": "~/code", "projects": {"api": {"repo": "api", "profile": "other"}}}),
    );
    assert_snapshot!(repaired(&sandbox).join("\n"), @"
    Read(/[ROOT]/home/code/api/.claude/skills/**)
    Read(/[ROOT]/home/code/central/profiles/other/skills/**)
    ");
}

#[test]
fn rules_follow_a_new_worktree_and_one_that_is_gone() {
    let sandbox = granted();
    sandbox.git("api", &["worktree", "add", "--quiet", "-b", "other", sandbox.path("beside").to_str().unwrap()]);
    assert_eq!(sandbox.json(&["status"]).0, Some(0), "one without links of its own uses those of the main one");
    sandbox.skreg(&["setup", "--worktrees"]);
    assert_eq!(rules(&sandbox).iter().filter(|rule| rule.contains(".claude/skills")).count(), 2);
    assert!(!sandbox.path("beside/.claude/settings.local.json").exists());
    sandbox.git("api", &["worktree", "remove", "--force", sandbox.path("beside").to_str().unwrap()]);
    assert_eq!(repaired(&sandbox).iter().filter(|rule| rule.contains(".claude/skills")).count(), 1);
}

#[test]
fn rules_that_are_for_nothing_any_more_are_withdrawn() {
    let sandbox = granted();
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects":
        {"api": {"repo": "api", "profile": "api", "targets": ["agents"]}}}));
    let (code, answer) = sandbox.json(&["setup"]);
    assert_eq!((code, &answer["projects"][0]["grants"][0]["action"]), (Some(0), &json!("removed")));
    assert!(!sandbox.path(LOCAL).exists());
    assert!(!sandbox.read("api/.git/info/exclude").contains("settings.local.json"));
}

#[test]
fn worktrees_of_a_bare_repository_have_the_rules_each() {
    let sandbox = sandbox();
    sandbox.git("", &["clone", "--quiet", "--bare", "api", "bare.git"]);
    for name in ["one", "two"] {
        let place = sandbox.path(name);
        sandbox.git("bare.git", &["worktree", "add", "--quiet", "-b", name, place.to_str().unwrap()]);
    }
    sandbox.registry(
        &json!({"version": 1, "workspace": "~/code", "projects": {"api": {"repo": "bare.git", "profile": "api"}}}),
    );
    let (code, answer) = sandbox.json(&["setup", "--grant-read"]);
    assert_eq!((code, answer["projects"][0]["grants"].as_array().unwrap().len()), (Some(0), 2), "{answer:#}");
    for name in ["one", "two"] {
        assert!(sandbox.path(name).join(".claude/settings.local.json").is_file());
        assert_eq!(sandbox.git_status(name), "");
    }
    assert!(sandbox.skreg(&["setup", "--grant-read"]).contains("nothing to do"));
    assert!(sandbox.skreg(&["restore", "api"]).ends_with("--- exit 0"));
    assert!(!sandbox.path("one/.claude").exists() && !sandbox.path("two/.claude").exists());
}
