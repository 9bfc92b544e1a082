//! Where repositories are cloned to: empty folders, and places where nothing can be made.

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{clone, command, names, register, sandbox, stand_in};

/// What the run says after a dry run that must end with the same exit code.
#[track_caller]
fn clone_as_told(sandbox: &crate::sandbox::Sandbox) -> String {
    let before = sandbox.tree("~");
    let dry = sandbox.run(command(sandbox, &["--dry-run"]), "");
    assert!(sandbox.tree("~") == before, "a dry run changes nothing");
    let ran = sandbox.run(command(sandbox, &[]), "");
    assert_eq!(dry.code, ran.code, "{dry}\n{ran}");
    ran.to_string()
}

#[test]
fn an_empty_folder_is_replaced_by_the_clone() {
    let sandbox = sandbox();
    fs::create_dir(sandbox.path("api")).unwrap();
    assert_snapshot!(sandbox.skreg(&["setup", "api"]), @"
    api  ~/code/api: it is no git repository
      hint: run `skreg setup api --clone`, which clones `file://[ROOT]/home/origin/api.git` to `~/code/api`
    no links
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_snapshot!(clone(&sandbox, &["--dry-run", "api"]), @"
    api  ~/code/api: would clone from file://[ROOT]/home/origin/api.git
    dry run, nothing was changed: 1 cloned
    next: run `skreg setup` without `--dry-run`
    --- exit 0
    ");
    assert_snapshot!(clone_as_told(&sandbox), @"
    api  ~/code/api
      cloned   from file://[ROOT]/home/origin/api.git
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    1 cloned, 4 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- stderr
    cloned `api` from file://[ROOT]/home/origin/api.git
    --- exit 0
    ");
    assert_eq!(names(&sandbox, ""), ["api", "central", "web"]);
    assert_eq!(sandbox.git("api", &["log", "--format=%s"]), "a commit\n");
}

#[test]
fn a_folder_that_is_filled_meanwhile_is_left() {
    for fills in ["touch \"$HOME/code/api/mine\"", "rmdir \"$HOME/code/api\"; touch \"$HOME/code/api\""] {
        let sandbox = sandbox();
        fs::create_dir(sandbox.path("api")).unwrap();
        stand_in(&sandbox, &format!("{fills}; mkdir \"$place\""));
        let told = clone(&sandbox, &["api"]);
        assert!(told.contains("something else appeared at `[ROOT]/home/code/api` meanwhile\n"), "{told}");
        assert!(told.ends_with("exit 1"), "{told}");
        assert_eq!(names(&sandbox, ""), ["api", "central", "web"]);
        assert!(!sandbox.path("api/.git").exists());
    }
}

#[test]
fn an_empty_folder_stays_where_the_clone_fails() {
    let sandbox = sandbox();
    fs::create_dir(sandbox.path("api")).unwrap();
    stand_in(&sandbox, "mkdir \"$place\"; exit 1");
    assert!(clone(&sandbox, &["api"]).ends_with("exit 1"));
    assert_eq!(names(&sandbox, ""), ["api", "central", "web"]);
    assert!(names(&sandbox, "api").is_empty());
}

#[test]
fn a_folder_that_holds_something_is_left_and_the_hint_names_what_to_do() {
    let sandbox = sandbox();
    sandbox.write("api/mine", "mine");
    assert_snapshot!(clone_as_told(&sandbox), @"
    api  ~/code/api: it is no git repository
      hint: move `~/code/api` elsewhere, then run `skreg setup api --clone`, which clones `file://[ROOT]/home/origin/api.git` to `~/code/api`; or make it one with `git init`, or correct `repo` of `api` in the registry
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    2 linked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(names(&sandbox, "api"), ["mine"]);
    assert_snapshot!(sandbox.skreg(&["status", "api"]), @"
    api      not_a_repo  ~/code/api
        it is no git repository of its own
          hint: move `~/code/api` elsewhere, then run `skreg setup api --clone`, which clones `file://[ROOT]/home/origin/api.git` to `~/code/api`; or make it one with `git init`, or correct `repo` of `api` in the registry
    central  ok          ~/code/central
    --- exit 1
    ");
    // The hint, applied.
    fs::rename(sandbox.path("api"), sandbox.path("elsewhere")).unwrap();
    assert!(clone(&sandbox, &["api"]).ends_with("exit 0"));
}

#[test]
fn a_link_to_an_empty_folder_is_left() {
    let sandbox = sandbox();
    fs::create_dir(sandbox.path("empty")).unwrap();
    sandbox.link(sandbox.path("empty"), "api");
    let told = clone_as_told(&sandbox);
    assert!(told.contains("  hint: take the link `~/code/api` away, then run `skreg setup api --clone`"), "{told}");
    assert!(fs::symlink_metadata(sandbox.path("api")).unwrap().is_symlink());
}

#[test]
fn an_empty_submodule_is_not_replaced() {
    let sandbox = sandbox();
    let origin = sandbox.path("~/origin/api.git").display().to_string();
    sandbox.git("web", &["-c", "protocol.file.allow=always", "submodule", "add", "-q", &origin, "inner"]);
    sandbox.commit_all("web");
    sandbox.git("web", &["submodule", "deinit", "-q", "-f", "inner"]);
    assert!(names(&sandbox, "web/inner").is_empty());
    register(&sandbox, &json!({"api": {"repo": "web/inner", "remote": origin}}));
    clone_as_told(&sandbox);
    assert!(names(&sandbox, "web/inner").is_empty());
}

#[test]
fn where_nothing_can_be_made_a_dry_run_says_so_too() {
    let sandbox = sandbox();
    sandbox.write("file", "");
    sandbox.link("/nowhere", "dangling");
    let remote = format!("file://{}", sandbox.path("~/origin/api.git").display());
    let at = |repo: &str| json!({"repo": repo, "remote": remote});
    register(&sandbox, &json!({"a": at("file/a"), "b": at("file/deep/b"), "c": at("dangling/c")}));
    assert_snapshot!(clone_as_told(&sandbox), @"
    a  ~/code/file/a: nothing can be cloned there: `[ROOT]/home/code/file` is no folder
      hint: correct that, or `repo` of `a` in the registry
    b  ~/code/file/deep/b: nothing can be cloned there: `[ROOT]/home/code/file` is no folder
      hint: correct that, or `repo` of `b` in the registry
    c  ~/code/dangling/c: nothing can be cloned there: `[ROOT]/home/code/dangling` is a link that leads nowhere
      hint: correct that, or `repo` of `c` in the registry
    3 not cloned
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
}

#[test]
fn where_nothing_may_be_made_a_dry_run_says_so_too() {
    let sandbox = sandbox();
    let remote = format!("file://{}", sandbox.path("~/origin/api.git").display());
    register(&sandbox, &json!({"api": {"repo": "closed/deep/api", "remote": remote}}));
    fs::create_dir(sandbox.path("closed")).unwrap();
    sandbox.mode("closed", 0o555);
    for arguments in [&["setup", "--clone", "-n"] as &[&str], &["setup", "--clone"]] {
        let told = sandbox.skreg_as_user(arguments);
        assert!(told.contains("the folder `[ROOT]/home/code/closed` may not be written into\n"), "{told}");
        assert!(told.ends_with("exit 1"), "{told}");
    }
}

#[test]
fn totals_name_what_could_not_be_cloned() {
    let sandbox = sandbox();
    let gone = json!({"remote": "../gone.git"});
    let good = json!({"remote": format!("file://{}", sandbox.path("~/origin/api.git").display())});
    register(&sandbox, &json!({"a": gone, "b": good, "c": {}}));
    let ran = sandbox.run(command(&sandbox, &["--json"]), "");
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&answer["summary"]["cloned"], &answer["summary"]["clone_failed"]), (&json!(1), &json!(2)));
    assert_eq!(answer["summary"]["linked"], 2);
    let told = clone(&sandbox, &[]);
    assert!(told.contains("\n2 not cloned, 2 kept\n"), "{told}");
    assert!(
        told.contains(
            "\n  hint: try `git -C ~/code/central clone -- ../gone.git ~/code/a`, or correct `remote` of `a` in registry.json\n"
        ),
        "{told}"
    );
}
