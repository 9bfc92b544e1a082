//! `skreg config`.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// A project whose skill `review` is configured in every layer.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.skill("shared", "review");
    sandbox.write(
        "central/profiles/shared/skills/review/config.json",
        r#"{"limit": {"files": 15, "lines": 400, "user": 0}, "checks": ["build", "test"], "agent": "critic", "deep": {"a": 1}}"#,
    );
    sandbox.link("../../shared/skills/review", "central/profiles/api/skills/review");
    sandbox.write("central/profiles/shared/config.json", r#"{"review": {"limit": {"lines": 300}, "agent": null}}"#);
    sandbox.write(
        "central/profiles/api/config.json",
        r#"{"review": {"limit": {"files": 5}, "checks": ["lint"], "deep": 3}, "not-installed": {"x": "é\n\u001b[2J"}}"#,
    );
    sandbox.write("~/.config/skreg/config.json", r#"{"skills": {"review": {"limit": {"user": 1}}}}"#);
    sandbox
}

fn config(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let arguments: Vec<_> = ["config", "--registry", "../central"].iter().chain(arguments).copied().collect();
    sandbox.skreg_in("api", &arguments)
}

#[test]
fn lays_the_layers_over_each_other() {
    assert_snapshot!(config(&sandbox(), &[]), @r#"
    project.name = api
    project.path = [ROOT]/home/code/api
    project.repo = api
    project.profile = api
    project.stack = []
    project.routing.components = []
    project.routing.labels = []
    project.routing.keywords = []
    project.skills = []
    project.commands = {}
    not-installed.x = é\n\u{1b}[2J
    review.limit.files = 5
    review.limit.lines = 300
    review.limit.user = 1
    review.checks = ["lint"]
    review.agent = null
    review.deep = 3
    --- exit 0
    "#);
}

#[test]
fn tells_where_each_value_comes_from() {
    let sandbox = sandbox();
    sandbox.write("central/registry.local.json", "{\"projects\": {\"api\": {\"repo\": \"~/code/api\"}}}");
    assert_snapshot!(config(&sandbox, &["--origin"]), @r#"
    project.name = api  (registry.json)
    project.path = [ROOT]/home/code/api  (registry.local.json)
    project.repo = api  (registry.json)
    project.profile = api  (registry.json)
    project.stack = []  (registry.json)
    project.routing.components = []  (registry.json)
    project.routing.labels = []  (registry.json)
    project.routing.keywords = []  (registry.json)
    project.skills = []  (registry.json)
    project.commands = {}  (registry.json)
    not-installed.x = é\n\u{1b}[2J  (profiles/api/config.json)
    review.limit.files = 5  (profiles/api/config.json)
    review.limit.lines = 300  (profiles/shared/config.json)
    review.limit.user = 1  (~/.config/skreg/config.json)
    review.checks = ["lint"]  (profiles/api/config.json)
    review.agent = null  (profiles/shared/config.json)
    review.deep = 3  (profiles/api/config.json)
    --- exit 0
    "#);
}

#[test]
fn gives_one_value_as_it_is() {
    let sandbox = sandbox();
    assert_snapshot!(config(&sandbox, &["project.name"]), @"
    api
    --- exit 0
    ");
    assert_snapshot!(config(&sandbox, &["review.limit.files"]), @"
    5
    --- exit 0
    ");
    assert_snapshot!(config(&sandbox, &["review.checks"]), @r#"
    ["lint"]
    --- exit 0
    "#);
    assert_snapshot!(config(&sandbox, &["review.limit"]), @r#"
    {"files":5,"lines":300,"user":1}
    --- exit 0
    "#);
    assert_snapshot!(config(&sandbox, &["review.agent"]), @"
    null
    --- exit 0
    ");
    assert_snapshot!(config(&sandbox, &["not-installed.x"]), @r"
    é
    \u{1b}[2J
    --- exit 0
    ");
    assert_snapshot!(config(&sandbox, &["review.limit", "--origin"]), @"
    review.limit.files = 5  (profiles/api/config.json)
    review.limit.lines = 300  (profiles/shared/config.json)
    review.limit.user = 1  (~/.config/skreg/config.json)
    --- exit 0
    ");
    assert_snapshot!(config(&sandbox, &["review.limit.lines", "--origin"]), @"
    review.limit.lines = 300  (profiles/shared/config.json)
    --- exit 0
    ");
}

#[test]
fn finds_names_that_hold_dots_and_slashes() {
    let sandbox = sandbox();
    sandbox.write(
        "central/profiles/api/config.json",
        r#"{"a.b": {"c": 1, "c.d": {"e/f": 2}, "": 3}, "a": {"b": {"c": 4, "x": 5}}}"#,
    );
    assert_snapshot!(config(&sandbox, &["a.b.c"]), @"
    1
    --- exit 0
    ");
    assert_snapshot!(config(&sandbox, &["a.b.x"]), @"
    5
    --- exit 0
    ");
    assert_snapshot!(config(&sandbox, &["a.b.c.d.e/f", "--origin"]), @"
    a.b.c.d.e/f = 2  (profiles/api/config.json)
    --- exit 0
    ");
    assert_snapshot!(config(&sandbox, &["a.b."]), @"
    3
    --- exit 0
    ");
}

#[test]
fn an_unknown_key_is_told_with_the_nearest() {
    let sandbox = sandbox();
    assert_snapshot!(config(&sandbox, &["reviw.limit"]), @"
    --- stderr
    error: there is no value `reviw.limit`
    hint: did you mean `review`?
    --- exit 2
    ");
    assert_snapshot!(config(&sandbox, &["review.limits.files"]), @"
    --- stderr
    error: there is no value `review.limits.files`
    hint: did you mean `review.limit`?
    --- exit 2
    ");
    assert_snapshot!(config(&sandbox, &["project.comands.test"]), @"
    --- stderr
    error: there is no value `project.comands.test`
    hint: did you mean `project.commands`?
    --- exit 2
    ");
    assert_snapshot!(config(&sandbox, &["review.zebra"]), @"
    --- stderr
    error: there is no value `review.zebra`
    hint: `skreg config review` shows what is there
    --- exit 2
    ");
    assert_snapshot!(config(&sandbox, &["zebra"]), @"
    --- stderr
    error: there is no value `zebra`
    hint: `skreg config` shows all of them
    --- exit 2
    ");
    assert_snapshot!(config(&sandbox, &["review.limit.files.more"]), @"
    --- stderr
    error: there is no value `review.limit.files.more`
    hint: did you mean `review.limit.files`?
    --- exit 2
    ");
    assert_snapshot!(config(&sandbox, &[""]), @"
    --- stderr
    error: there is no value ``
    hint: `skreg config` shows all of them
    --- exit 2
    ");
}

#[test]
fn knows_the_project_in_a_folder_of_it_and_in_its_worktrees() {
    let sandbox = sandbox();
    let name = |folder: &str| {
        sandbox
            .skreg_in(folder, &["config", "project.name", "--registry", &sandbox.path("central").display().to_string()])
    };
    sandbox.write("api/src/deep/main.rs", "");
    assert!(name("api/src/deep").starts_with("api\n"));
    sandbox.git("api", &["worktree", "add", "-q", "../elsewhere/api-feature"]);
    assert!(name("elsewhere/api-feature").starts_with("api\n"));
    sandbox.git("api", &["worktree", "add", "-q", ".claude/worktrees/agent"]);
    assert!(name("api/.claude/worktrees/agent").starts_with("api\n"));
    sandbox.link("api", "spelling");
    assert!(name("spelling").starts_with("api\n"));
}

#[test]
fn the_innermost_project_wins() {
    let sandbox = sandbox();
    sandbox.repository("api/vendor/lib");
    sandbox.write("api/vendor/lib/src/x", "");
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api"},
        "lib": {"repo": "api/vendor/lib", "profile": "web"},
        "web": {"repo": "web", "profile": "web"},
    }}));
    let name = |folder: &str| {
        sandbox
            .skreg_in(folder, &["config", "project.name", "--registry", &sandbox.path("central").display().to_string()])
    };
    assert!(name("api/vendor/lib/src").starts_with("lib\n"));
    assert!(name("api/vendor").starts_with("api\n"));
    sandbox.git("api", &["worktree", "add", "-q", "../web/tree-of-api"]);
    assert!(
        name("web/tree-of-api").starts_with("api\n"),
        "a worktree in another project's folder is its own project's"
    );
    sandbox.repository("web/cloned");
    assert!(name("web/cloned").starts_with("web\n"), "a repository that is no project belongs to the one around it");
}

#[test]
fn outside_of_any_project_one_is_named() {
    let sandbox = sandbox();
    sandbox.write("plain/file", "");
    assert_snapshot!(sandbox.skreg_in("plain", &["config", "--registry", "../central"]), @"
    --- stderr
    error: no project of the registry has its repository at `[ROOT]/home/code/plain`
    hint: register it with `skreg add .`, or name one with `--project`
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["config"]), @"
    --- stderr
    error: no project of the registry has its repository at `[ROOT]/home/code/central`
    hint: name one with `--project`; `skreg list` shows them
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["config", "project.path", "--project", "web"]), @"
    [ROOT]/home/code/web
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["config", "--project", "wep"]), @"
    --- stderr
    error: `[ROOT]/home/code/central/registry.json` has no project `wep`
    hint: did you mean `web`?
    --- exit 2
    ");
}

#[test]
fn an_absent_project_can_be_named() {
    let sandbox = sandbox();
    sandbox.remove("web");
    assert_snapshot!(sandbox.skreg(&["config", "project.path", "--project", "web"]), @"
    [ROOT]/home/code/web
    --- exit 0
    ");
}

#[test]
fn broken_files_are_told_together_with_their_places() {
    let sandbox = sandbox();
    sandbox.write("central/profiles/shared/skills/review/config.json", "{\n  \"limit\": {\"files\": 1,}\n}\n");
    sandbox.write("central/profiles/shared/config.json", "[]\n");
    sandbox.write("central/profiles/api/config.json", "{\n  \"review\": 5,\n  \"other\": {\"a\": 1, \"a\": 2}\n}\n");
    assert_snapshot!(config(&sandbox, &[]), @"
    --- stderr
    error: the configuration in `[ROOT]/home/code/central` has problems
      profiles/api/skills/review/config.json:2:23: trailing commas are not allowed
      profiles/shared/config.json:1:1: a list stands where an object belongs
      profiles/api/config.json:2:13 (/review): a number stands where an object belongs
      profiles/api/config.json:3:21 (/other/a): `a` stands here twice
        hint: keep one of the two; a reader would silently take the last
    --- exit 2
    ");
    let (code, answer) = sandbox.json(&["config", "--project", "api"]);
    assert_eq!((code, answer["error"]["problems"].as_array().map(Vec::len)), (Some(2), Some(4)));
    sandbox.write("central/profiles/api/config.json", b"{\"a\": {\"b\": \"\xff\"}}");
    assert_snapshot!(sandbox.skreg(&["config", "--project", "api"]), @"
    --- stderr
    error: the configuration in `[ROOT]/home/code/central` has problems
      profiles/api/skills/review/config.json:2:23: trailing commas are not allowed
      profiles/shared/config.json:1:1: a list stands where an object belongs
      profiles/api/config.json:1:14: the text is not UTF-8 here
        hint: save the file as UTF-8
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["config", "--project", "web"]), @"
    --- stderr
    error: the configuration in `[ROOT]/home/code/central` has problems
      profiles/shared/config.json:1:1: a list stands where an object belongs
    --- exit 2
    ");
}

#[test]
fn a_broken_user_configuration_is_told() {
    let sandbox = sandbox();
    sandbox.write("~/.config/skreg/config.json", "{\"skills\": {\"review\": []}}");
    assert_snapshot!(config(&sandbox, &[]), @"
    --- stderr
    error: your configuration of skreg has problems
      ~/.config/skreg/config.json:1:23 (/skills/review): a list stands where an object belongs
    --- exit 2
    ");
}

#[test]
fn empty_and_missing_files_say_nothing() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("central/profiles/api/config.json", "{}\n");
    let (code, answer) = sandbox.json(&["config", "--project", "api"]);
    assert_eq!(
        (code, answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>()),
        (Some(0), vec!["schema".to_owned(), "project".to_owned()])
    );
    sandbox.write("central/profiles/api/config.json", "");
    assert_snapshot!(sandbox.skreg(&["config", "--project", "api"]), @"
    --- stderr
    error: the configuration in `[ROOT]/home/code/central` has problems
      profiles/api/config.json:1:1: the file is empty
    --- exit 2
    ");
}

#[test]
fn answers_in_json() {
    let sandbox = sandbox();
    let (code, answer) = sandbox.json(&["config", "--project", "api"]);
    assert_eq!(code, Some(0));
    let project = json!({
        "name": "api", "path": "[ROOT]/home/code/api", "repo": "api", "profile": "api", "stack": [],
        "routing": {"components": [], "labels": [], "keywords": []}, "skills": [], "commands": {}
    });
    let review = json!({"limit": {"files": 5, "lines": 300, "user": 1}, "checks": ["lint"], "agent": null, "deep": 3});
    assert_eq!(
        answer,
        json!({"schema": 1, "project": project, "review": review, "not-installed": {"x": "é\n\u{1b}[2J"}})
    );
    let (_, answer) = sandbox.json(&["config", "--project", "api", "review.limit", "--origin"]);
    assert_eq!(
        answer,
        json!({
            "schema": 1, "key": "review.limit", "value": {"files": 5, "lines": 300, "user": 1},
            "origin": {
                "/review/limit/files": "profiles/api/config.json",
                "/review/limit/lines": "profiles/shared/config.json",
                "/review/limit/user": "~/.config/skreg/config.json"
            }
        })
    );
    let (code, answer) = sandbox.json(&["config", "--project", "api", "revew"]);
    assert_eq!((code, &answer["error"]["hint"]), (Some(2), &Value::from("did you mean `review`?")));
}

#[test]
fn a_skill_called_project_does_not_hide_the_project() {
    let sandbox = sandbox();
    sandbox.write("central/profiles/api/config.json", r#"{"project": {"name": "spoofed"}}"#);
    assert_snapshot!(config(&sandbox, &["project.name", "--origin"]), @"
    project.name = api  (registry.json)
    --- exit 0
    ");
}
