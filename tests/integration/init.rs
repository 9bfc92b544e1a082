//! `skreg init`.

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

fn init(sandbox: &Sandbox, folder: &str) -> String {
    sandbox.skreg_in("", &["init", folder])
}

#[test]
fn makes_a_central_repository_in_a_new_folder() {
    let sandbox = Sandbox::new();
    assert_snapshot!(init(&sandbox, "central"), @"
    made the central repository ~/code/central
      .gitignore
      dispatch-skill/SKILL.md
      profiles/shared/.skreg-bundle.json
      profiles/shared/agents/pr-reviewer.md
      profiles/shared/config.json
      profiles/shared/skills/review-pr/SKILL.md
      profiles/shared/skills/review-pr/config.json
      registry.json
      registry.schema.json
    next: `skreg add <path>` registers a repository, `skreg setup` links it
    --- exit 0
    ");
    assert_snapshot!(sandbox.read_shown("central/registry.json"), @r#"
    {
      "$schema": "./registry.schema.json",
      "version": 1,
      "requires": ">=0.1",
      "workspace": "~/code",
      "global": {
        "skills": {
          "dispatch": "dispatch-skill"
        }
      },
      "projects": {}
    }
    "#);
    assert_snapshot!(sandbox.read_shown("~/.config/skreg/config.json"), @r#"
    {
      "central": "[ROOT]/home/code/central"
    }
    "#);
    let before = sandbox.tree("");
    assert_snapshot!(init(&sandbox, "central"), @"
    nothing to do: ~/code/central is recorded already
    next: `skreg add <path>` registers a repository, `skreg setup` links it
    --- exit 0
    ");
    assert_eq!(sandbox.tree(""), before);
}

#[test]
fn what_it_makes_is_in_order_at_once() {
    let sandbox = Sandbox::new();
    init(&sandbox, "central");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    global  ~
      linked   .claude/skills/dispatch -> ~/code/central/dispatch-skill
    1 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg_in("", &["setup"]), @"
    global  ~
      kept     .claude/skills/dispatch -> ~/code/central/dispatch-skill
    nothing to do: 1 kept
    --- exit 0
    ");
    sandbox.git("central", &["add", "-A"]);
    sandbox.git("central", &["commit", "-qm", "start"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    global   ok     ~
    central  ok     ~/code/central
    --- exit 0
    ");
}

#[test]
fn git_does_not_see_what_is_one_developers_own() {
    let sandbox = Sandbox::new();
    init(&sandbox, "central");
    sandbox.write("central/registry.local.json", "{}\n");
    sandbox.write("central/profiles/shared/skills/synced/x/SKILL.md", "");
    assert_snapshot!(sandbox.git("central", &["status", "--short", "-uall"]), @"
    ?? .gitignore
    ?? dispatch-skill/SKILL.md
    ?? profiles/shared/.skreg-bundle.json
    ?? profiles/shared/agents/pr-reviewer.md
    ?? profiles/shared/config.json
    ?? profiles/shared/skills/review-pr/SKILL.md
    ?? profiles/shared/skills/review-pr/config.json
    ?? registry.json
    ?? registry.schema.json
    ");
}

#[test]
fn fills_the_working_folder_where_none_is_named() {
    let sandbox = Sandbox::new();
    sandbox.write("central/.keep", "");
    assert_snapshot!(sandbox.skreg(&["init"]), @"
    made the central repository ~/code/central
      .gitignore
      dispatch-skill/SKILL.md
      profiles/shared/.skreg-bundle.json
      profiles/shared/agents/pr-reviewer.md
      profiles/shared/config.json
      profiles/shared/skills/review-pr/SKILL.md
      profiles/shared/skills/review-pr/config.json
      registry.json
      registry.schema.json
    next: `skreg add <path>` registers a repository, `skreg setup` links it
    --- exit 0
    ");
}

#[test]
fn keeps_what_stands_in_the_folder() {
    let sandbox = Sandbox::new();
    sandbox.write("central/README.md", "mine\n");
    sandbox.write("central/.gitignore", "target");
    sandbox.write("central/profiles/shared/skills/review-pr/SKILL.md", "my own\n");
    assert_snapshot!(init(&sandbox, "central"), @"
    made the central repository ~/code/central
      .gitignore
      dispatch-skill/SKILL.md
      profiles/shared/.skreg-bundle.json
      profiles/shared/agents/pr-reviewer.md
      profiles/shared/config.json
      profiles/shared/skills/review-pr/config.json
      registry.json
      registry.schema.json
    next: `skreg add <path>` registers a repository, `skreg setup` links it
    --- exit 0
    ");
    assert_snapshot!(sandbox.read_shown("central/.gitignore"), @"
    target

    # One developer's own paths.
    /registry.local.json

    # What Claude Code writes through a link.
    synced/
    ");
    assert_eq!(sandbox.read("central/README.md"), "mine\n");
    assert_eq!(sandbox.read("central/profiles/shared/skills/review-pr/SKILL.md"), "my own\n");
}

#[test]
fn refuses_a_registry_of_another_program() {
    let sandbox = Sandbox::new();
    sandbox.write("other/registry.json", "{\"images\": []}\n");
    let before = sandbox.tree("other");
    assert_snapshot!(init(&sandbox, "other"), @"
    --- stderr
    error: `[ROOT]/home/code/other` holds a `registry.json` that is not skreg's
    hint: ours has a `version`, and `profiles/` beside it; add what it lacks, or choose another folder
    --- exit 2
    ");
    sandbox.write("half/registry.json", "{\"version\": 1, \"projects\": {}}\n");
    assert_snapshot!(init(&sandbox, "half"), @"
    --- stderr
    error: `[ROOT]/home/code/half` holds a `registry.json` that is not skreg's
    hint: ours has a `version`, and `profiles/` beside it; add what it lacks, or choose another folder
    --- exit 2
    ");
    assert_eq!(sandbox.tree("other"), before);
}

#[test]
fn records_a_clone_and_changes_nothing_in_it() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    let before = sandbox.tree("central");
    assert_snapshot!(init(&sandbox, "central"), @"
    recorded the central repository ~/code/central
    next: `skreg setup` links the projects, `skreg status` verifies them
    --- exit 0
    ");
    assert_eq!(sandbox.tree("central"), before);
    assert_snapshot!(init(&sandbox, "central"), @"
    nothing to do: ~/code/central is recorded already
    next: `skreg setup` links the projects, `skreg status` verifies them
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg_in("", &["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    4 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
}

#[test]
fn refuses_a_clone_whose_registry_has_problems_and_records_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write("central/profiles/x.txt", "");
    sandbox.write("central/registry.json", "{\"version\": 1, \"projects\": {},}\n");
    assert_snapshot!(init(&sandbox, "central"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:30: trailing commas are not allowed
    --- exit 2
    ");
    assert!(!sandbox.path("~/.config/skreg").exists());
}

#[test]
fn makes_no_repository_inside_of_another() {
    let sandbox = Sandbox::new();
    sandbox.repository("dotfiles");
    assert!(init(&sandbox, "dotfiles/skills").ends_with("exit 0"));
    assert!(!sandbox.path("dotfiles/skills/.git").exists());
    sandbox.write("dotfiles/skills/registry.local.json", "{}\n");
    assert_snapshot!(sandbox.git_status("dotfiles"), @"?? skills/");
    assert_snapshot!(sandbox.git("dotfiles", &["check-ignore", "skills/registry.local.json"]), @"skills/registry.local.json");
    sandbox.commit_all("dotfiles");
    assert_snapshot!(sandbox.skreg_in("dotfiles/skills", &["status"]), @"
    global   drift  ~
        missing .claude/skills/dispatch
          expected -> ~/code/dotfiles/skills/dispatch-skill
    central  ok     ~/code/dotfiles/skills
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
}

#[test]
fn takes_the_folder_above_for_the_workspace() {
    let sandbox = Sandbox::new();
    let workspace = |folder: &str| {
        init(&sandbox, folder);
        let registry: serde_json::Value =
            serde_json::from_str(&sandbox.read(&format!("{folder}/registry.json"))).unwrap();
        registry["workspace"].as_str().unwrap().replace(sandbox.root().to_str().unwrap(), "[ROOT]")
    };
    assert_eq!(workspace("a/b"), "~/code/a");
    assert_eq!(workspace("../skills"), "~");
    assert_eq!(workspace("../../skills"), "[ROOT]");
    assert_eq!(workspace("$odd/central"), "~/code/$$odd");
}

#[test]
fn a_second_place_makes_the_first_a_former_one() {
    let sandbox = Sandbox::new();
    init(&sandbox, "one");
    assert_snapshot!(init(&sandbox, "two"), @"
    made the central repository ~/code/two instead of ~/code/one
      .gitignore
      dispatch-skill/SKILL.md
      profiles/shared/.skreg-bundle.json
      profiles/shared/agents/pr-reviewer.md
      profiles/shared/config.json
      profiles/shared/skills/review-pr/SKILL.md
      profiles/shared/skills/review-pr/config.json
      registry.json
      registry.schema.json
    next: `skreg add <path>` registers a repository, `skreg setup` links it
    --- exit 0
    ");
    assert_snapshot!(sandbox.read_shown("~/.config/skreg/config.json"), @r#"
    {
      "central": "[ROOT]/home/code/two",
      "former": ["[ROOT]/home/code/one"]
    }
    "#);
    assert_snapshot!(init(&sandbox, "one"), @"
    recorded the central repository ~/code/one instead of ~/code/two
    next: `skreg add <path>` registers a repository, `skreg setup` links it
    --- exit 0
    ");
    assert_snapshot!(sandbox.read_shown("~/.config/skreg/config.json"), @r#"
    {
      "central": "[ROOT]/home/code/one",
      "former": ["[ROOT]/home/code/two"]
    }
    "#);
}

#[test]
fn after_a_move_setup_turns_the_links_over() {
    let sandbox = Sandbox::with_projects(&["api"]);
    init(&sandbox, "central");
    sandbox.skreg(&["setup"]);
    std::fs::rename(sandbox.path("central"), sandbox.path("moved")).unwrap();
    assert_snapshot!(sandbox.skreg_in("", &["setup"]), @"
    --- stderr
    error: the recorded central repository `[ROOT]/home/code/central` is not there
    hint: run `skreg init <folder>` with the place where it is now
    --- exit 2
    ");
    assert_snapshot!(init(&sandbox, "moved"), @"
    recorded the central repository ~/code/moved instead of ~/code/central
    next: `skreg setup` links the projects, `skreg status` verifies them
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg_in("", &["setup"]), @"
    api  ~/code/api
      relinked .claude/agents -> ~/code/moved/profiles/api/agents, before -> ~/code/central/profiles/api/agents
      relinked .claude/skills -> ~/code/moved/profiles/api/skills, before -> ~/code/central/profiles/api/skills
    2 relinked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
}

#[test]
fn keeps_what_else_stands_in_the_users_configuration() {
    let sandbox = Sandbox::new();
    sandbox.write("~/.config/skreg/config.json", "\u{feff}{\"skills\":{\"develop\":{\"a\":1}}}");
    assert!(init(&sandbox, "central").ends_with("exit 0"));
    let text = sandbox.read("~/.config/skreg/config.json");
    assert!(text.starts_with("\u{feff}{\"skills\":{\"develop\":{\"a\":1}},\"central\":\"/"), "{text}");
    sandbox.write("~/.config/skreg/config.json", "{\"centre\": 1}");
    let before = sandbox.tree("");
    assert_snapshot!(init(&sandbox, "another"), @"
    --- stderr
    error: your configuration of skreg has problems
      ~/.config/skreg/config.json:1:2 (/centre): unknown field `centre`
        hint: did you mean `central`?
    --- exit 2
    ");
    assert_eq!(sandbox.tree(""), before);
}

#[test]
fn answers_in_json() {
    let sandbox = Sandbox::new();
    let central = sandbox.path("central");
    let (code, answer) = sandbox.json(&["init", "central"]);
    assert_eq!(code, Some(0));
    assert_eq!((&answer["schema"], &answer["action"], &answer["projects"]), (&json!(1), &json!("made"), &json!(0)));
    assert_eq!(answer["former"], json!(null));
    assert!(answer["files"].as_array().unwrap().contains(&json!("registry.json")));
    let (_, answer) = sandbox.json(&["init", central.to_str().unwrap()]);
    let expected = json!({
        "schema": 1, "central": "[ROOT]/home/code/central", "action": "known", "former": null, "files": [], "projects": 0
    });
    assert_eq!(answer, expected);
}

#[test]
fn refuses_what_cannot_be_a_central_repository() {
    let sandbox = Sandbox::new();
    sandbox.write("file", "");
    sandbox.link("loop", "loop");
    sandbox.write("central/profiles/api/config.json", "{}");
    sandbox.registry(&json!({"version": 1, "projects": {}}));
    let before = sandbox.tree("");
    assert_snapshot!(init(&sandbox, "file"), @"
    --- stderr
    error: `[ROOT]/home/code/file` is a file
    hint: name a folder; it need not exist yet
    --- exit 2
    ");
    assert_snapshot!(init(&sandbox, "loop"), @"
    --- stderr
    error: `[ROOT]/home/code/loop` is a link that leads back to itself
    hint: name a folder
    --- exit 2
    ");
    assert_snapshot!(init(&sandbox, "file/below"), @"
    --- stderr
    error: cannot make the folder `[ROOT]/home/code/file/below`
      Not a directory (os error 20)
    --- exit 2
    ");
    assert_snapshot!(init(&sandbox, "central/profiles/new"), @"
    --- stderr
    error: `[ROOT]/home/code/central/profiles/new` lies in the central repository `[ROOT]/home/code/central`
    hint: name that one to record it, or a folder outside of it
    --- exit 2
    ");
    assert_snapshot!(init(&sandbox, ".."), @"
    --- stderr
    error: `[ROOT]/home` is the home directory
    hint: name a folder below it, such as `~/skills`
    --- exit 2
    ");
    assert_eq!(sandbox.tree(""), before);
    let (code, answer) = sandbox.json(&["init", "file"]);
    assert_eq!((code, &answer["error"]["problems"]), (Some(2), &json!([])));
}

#[test]
fn a_repository_of_something_else_is_filled_only_if_it_is_named() {
    let sandbox = Sandbox::new();
    sandbox.repository("api");
    let before = sandbox.tree("api");
    assert_snapshot!(sandbox.skreg_in("api", &["init"]), @"
    --- stderr
    error: the working folder lies in the repository `[ROOT]/home/code/api`, which holds other things
    hint: name a new folder, or `.` if it is meant
    --- exit 2
    ");
    assert!(sandbox.tree("api") == before);
    let (code, _) = sandbox.json(&["init", "api"]);
    assert_eq!(code, Some(0));
}
