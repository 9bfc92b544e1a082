//! `registry.local.json`: what one developer's machine does otherwise.

use insta::assert_snapshot;

use super::{said_in, sandbox};
use crate::sandbox::Sandbox;

fn with_local(local: impl AsRef<[u8]>) -> Sandbox {
    let registry = r#"{
  "version": 1, "workspace": "/nonexistent",
  "projects": {
    "api": {"repo": "api", "profile": "api"},
    "web": {"repo": "web", "profile": "api", "link": "directory"}
  }
}
"#;
    let sandbox = sandbox(registry);
    sandbox.write("central/registry.local.json", local);
    sandbox
}

#[test]
fn replaces_the_workspace_a_place_and_a_link() {
    let sandbox = with_local(r#"{"workspace": "~/code", "projects": {"web": {"repo": "~/elsewhere", "link": "off"}}}"#);
    assert_snapshot!(said_in(&sandbox), @"
    PROJECT  REPOSITORY            PROFILE  STACK  COMPONENTS  LABELS  KEYWORDS
    api      ~/code/api            api      -      -           -       -
    web      ~/elsewhere (absent)  api      -      -           -       -
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    web  ~/elsewhere: turned off here; `skreg setup web --link auto` turns it on
    1 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    sandbox.write("central/registry.local.json", r#"{"workspace": "$WORK"}"#);
    let mut command = sandbox.command("central", &["list"]);
    command.env("WORK", "/srv/work");
    assert_snapshot!(sandbox.run(command, ""), @"
    PROJECT  REPOSITORY              PROFILE  STACK  COMPONENTS  LABELS  KEYWORDS
    api      /srv/work/api (absent)  api      -      -           -       -
    web      /srv/work/web (absent)  api      -      -           -       -
    --- exit 0
    ");
}

#[test]
fn an_empty_object_and_null_values_change_nothing() {
    for local in ["{}", r#"{"workspace": null, "global": null, "projects": {"api": {"repo": null, "link": null}}}"#] {
        let sandbox = with_local(local);
        let said = said_in(&sandbox).to_string();
        assert!(said.contains("/nonexistent/api (absent)"), "{local}: {said}");
    }
}

#[test]
fn an_unknown_project_is_told_by_status_and_stops_nothing() {
    let sandbox =
        with_local("{\"workspace\": \"~/code\", \"projects\": {\n  \"apj\": {\"link\": \"off\"},\n  \"zebra\": {}\n}}");
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok      ~/code/api
    web      absent  ~/code/web
    central  note    ~/code/central
        local_unknown_project registry.local.json: names the project `apj`, which the registry does not have
          hint: did you mean `api`?
        local_unknown_project registry.local.json: names the project `zebra`, which the registry does not have
          hint: take it out, or pull the registry that has it
    --- exit 0
    ");
}

#[test]
fn unknown_fields_and_words_are_told_with_the_nearest() {
    let local = "{\n  \"works\": \"~\",\n  \"projects\": {\"api\": {\"link\": \"of\"}, \"web\": {\"profile\": \"x\", \"link\": false}}\n}";
    assert_snapshot!(said_in(&with_local(local)), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.local.json:2:3 (/works): unknown field `works`
        hint: did you mean `workspace`?
      registry.local.json:3:32 (/projects/api/link): `of` is not one of `auto`, `directory`, `entries`, `off`
        hint: did you mean `off`?
      registry.local.json:3:47 (/projects/web/profile): unknown field `profile`
        hint: known here: `repo`, `link`
      registry.local.json:3:71 (/projects/web/link): true or false stands where one of `auto`, `directory`, `entries`, `off` belongs
    --- exit 2
    ");
    assert_snapshot!(said_in(&with_local("{\"global\": {\"link\": \"none\"}}")), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.local.json:1:21 (/global/link): `none` is not one of `auto`, `directory`, `entries`, `off`
    --- exit 2
    ");
}

#[test]
fn syntax_is_told_with_its_place_beside_what_the_registry_has() {
    assert_snapshot!(said_in(&with_local("{\"projects\": }")), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.local.json:1:14: unexpected close brace
    --- exit 2
    ");
    assert_snapshot!(said_in(&with_local("")), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.local.json:1:1: the file is empty
    --- exit 2
    ");
    assert_snapshot!(said_in(&with_local(b"{\"workspace\": \"\xff\"}")), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.local.json:1:16: the text is not UTF-8 here
        hint: save the file as UTF-8
    --- exit 2
    ");
    let sandbox = with_local("{\"projects\": 1}");
    sandbox.write("central/registry.json", "{\"version\": 1, \"projects\": 1}");
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:28 (/projects): a number stands where an object belongs
      registry.local.json:1:14 (/projects): a number stands where an object belongs
    --- exit 2
    ");
}

#[test]
fn a_place_that_cannot_be_expanded_is_told_in_the_local_file() {
    let local = "{\n  \"workspace\": \"~/code\",\n  \"projects\": {\"api\": {\"repo\": \"$NOWHERE\"}}\n}";
    assert_snapshot!(said_in(&with_local(local)), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.local.json:3:32 (/projects/api/repo): the variable `$NOWHERE` is not set
        hint: write the folder as it is on this machine
    --- exit 2
    ");
    assert_snapshot!(said_in(&with_local("{\"workspace\": \"$NOWHERE\"}")), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.local.json:1:15 (/workspace): the variable `$NOWHERE` is not set
        hint: give an absolute folder, one that begins with `~`, or with a variable that is set
    --- exit 2
    ");
}

#[test]
fn a_folder_in_its_place_is_told() {
    let sandbox = with_local("{}");
    sandbox.remove("central/registry.local.json");
    sandbox.write("central/registry.local.json/x", "");
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: cannot read `[ROOT]/home/code/central/registry.local.json`
      Is a directory (os error 21)
    --- exit 2
    ");
}
