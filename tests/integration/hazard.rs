//! Repositories in which a link could cost somebody a file: git's shared rules, submodules, other file systems, hostile names.

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

/// `api` with a branch `topic` that has files where the link belongs, and a worktree `wt`.
fn with_worktree() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.git("api", &["checkout", "-q", "-b", "topic"]);
    sandbox.write("api/.claude/skills/x/SKILL.md", "committed");
    sandbox.commit_all("api");
    sandbox.git("api", &["checkout", "-q", "main"]);
    sandbox.git("api", &["worktree", "add", "-q", "../wt", "-b", "wt"]);
    sandbox
}

#[test]
fn real_files_of_another_worktree_are_not_hidden_from_git() {
    let sandbox = with_worktree();
    sandbox.write("wt/.claude/skills/x/SKILL.md", "precious");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert!(sandbox.git("wt", &["checkout", "--detach", "topic"]).contains("would be overwritten"));
    assert_eq!(sandbox.read("wt/.claude/skills/x/SKILL.md"), "precious");
}

#[test]
fn real_files_that_came_into_another_worktree_later_are_told() {
    let sandbox = with_worktree();
    sandbox.skreg(&["setup"]);
    sandbox.write("wt/.claude/skills/x/SKILL.md", "precious");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        wrong_target .claude/skills -> ~/code/central/profiles/api/skills
          each skill and agent is to have a link of its own, and `skreg setup` makes them
        missing .claude/skills/develop
          expected -> ~/code/central/profiles/api/skills/develop
        hides_worktree .claude/skills: the rule in `info/exclude` hides `[ROOT]/home/code/wt/.claude/skills` of another worktree from git
          hint: move that away, or commit it with `git add -f`: git overwrites ignored files without a question
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
}

#[test]
fn a_rule_stays_as_long_as_any_worktree_needs_it() {
    let sandbox = with_worktree();
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "api": {"repo": "api", "profile": "api"},
        "wt": {"repo": "wt", "profile": "api"},
    }}));
    sandbox.skreg(&["setup"]);
    sandbox.skreg(&["restore", "wt"]);
    assert_eq!(sandbox.git_status("api"), "");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    wt       off    ~/code/wt
    central  ok     ~/code/central
    --- exit 0
    ");
    sandbox.skreg(&["restore", "api"]);
    assert!(!sandbox.read("api/.git/info/exclude").contains("skreg"));
}

#[test]
fn a_folder_of_links_that_is_a_repository_of_its_own_is_left_alone() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.repository("api/.claude");
    sandbox.write("api/.claude/skills/own/SKILL.md", "tracked there");
    sandbox.commit_all("api/.claude");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      blocked  .claude/agents: its folder is a git repository of its own
               hint: take what is linked here out of that repository first
      blocked  .claude/skills: its folder is a git repository of its own
               hint: take what is linked here out of that repository first
    2 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.git_status("api/.claude"), "");
}

#[test]
fn a_submodule_that_is_not_checked_out_is_absent() {
    let sandbox = Sandbox::with_projects(&["api", "top"]);
    let library = sandbox.path("api").display().to_string();
    sandbox.git("top", &["-c", "protocol.file.allow=always", "submodule", "add", "-q", &library, "library"]);
    sandbox.git("top", &["commit", "-q", "-m", "a submodule"]);
    sandbox.git("", &["clone", "-q", "top", "clone"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "library": {"repo": "clone/library", "profile": "api"},
    }}));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    library  ~/code/clone/library: not on this machine
    nothing to do: no links
    --- exit 0
    ");
    assert_eq!(sandbox.content("clone/library").len(), 1);
    sandbox.git("clone", &["-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init"]);
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    library  ~/code/clone/library
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    2 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
}

#[test]
fn nothing_is_linked_inside_the_central_repository() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "inner": {"repo": "central/profiles", "profile": "api"},
    }}));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:6:15 (/projects/inner/repo): `inner` is or lies in the central repository itself
        hint: it needs no links; take it out of the registry
    --- exit 2
    ");
}

#[test]
fn a_link_that_cannot_be_followed_keeps_its_rule_and_blocks_a_restore() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup"]);
    sandbox.mode("central/profiles/api", 0o000);
    let before = sandbox.content("api");
    assert_snapshot!(sandbox.skreg_as_user(&["restore", "api"]), @"
    api  ~/code/api
      blocked  .claude/agents: cannot tell what stands here: Permission denied (os error 13)
               hint: put that right, then run again
      blocked  .claude/skills: cannot tell what stands here: Permission denied (os error 13)
               hint: put that right, then run again
    --- exit 1
    ");
    sandbox.mode("central/profiles/api", 0o755);
    assert!(sandbox.content("api") == before);
}

#[test]
fn no_link_is_made_that_git_cannot_be_told_to_ignore() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.remove("api/.git/info");
    sandbox.write("api/.git/info", "a file in the way");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      failed   .claude/agents: git cannot be told to ignore it
      failed   .claude/skills: git cannot be told to ignore it
      failed   git's local ignore rules: cannot make the folder `[ROOT]/home/code/api/.git/info`: File exists (os error 17)
    2 failed
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.git("api", &["status", "--short", "-uall"]), "");
}

#[test]
fn a_global_skill_that_the_registry_no_longer_names_loses_its_link() {
    let sandbox = Sandbox::with_projects(&[]);
    sandbox.write("central/dispatch-skill/SKILL.md", "ours");
    std::fs::create_dir_all(sandbox.path("central/profiles")).unwrap();
    sandbox.registry(&json!({"version": 1, "global": {"skills": {"dispatch": "dispatch-skill"}}, "projects": {}}));
    sandbox.skreg(&["setup"]);
    sandbox.registry(&json!({"version": 1, "projects": {}}));
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    global   drift  ~
        wrong_target .claude/skills/dispatch -> ~/code/central/dispatch-skill
          the registry does not name it any more, and `skreg setup` takes it away
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    global  ~
      removed  .claude/skills/dispatch: the registry does not name it any more
    1 removed
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    central  ok     ~/code/central
    --- exit 0
    ");
}

#[test]
fn the_text_of_a_link_cannot_speak_to_the_terminal() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.link("/x\u{1b}]0;pwned\u{7}\n  linked   .claude/skills -> ok", "api/.claude/skills");
    let shown = sandbox.skreg(&["setup"]);
    assert!(!shown.contains('\u{1b}') && shown.contains(r"/x\u{1b}]0;pwned\u{7}\n  linked"), "{shown}");
}

#[test]
fn a_path_with_a_line_break_writes_no_rule_for_another_path() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.repository("mono");
    sandbox.write("mono/a\nb/file", "");
    sandbox.registry(
        &json!({"version": 1, "workspace": "~/code", "projects": {"odd": {"repo": "mono/a\nb", "profile": "api"}}}),
    );
    assert_snapshot!(sandbox.skreg(&["setup"]), @r"
    odd  ~/code/mono/a\nb: its path holds a line break, which no ignore rule of git can name
    no links
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
}

#[test]
fn a_package_deep_in_a_repository_is_set_up_and_restored() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.repository("mono");
    let deep = format!("mono/{}", vec!["dddddddddddddddddddd"; 14].join("/"));
    sandbox.write(&format!("{deep}/.claude/skills/mine/SKILL.md"), "mine");
    sandbox.registry(
        &json!({"version": 1, "workspace": "~/code", "projects": {"deep": {"repo": deep, "profile": "api"}}}),
    );
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    assert_eq!(sandbox.json(&["restore", "deep"]).0, Some(0));
    assert_eq!(sandbox.read(&format!("{deep}/.claude/skills/mine/SKILL.md")), "mine");
}

#[test]
fn a_profile_that_holds_only_a_stand_in_is_empty() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.remove("central/profiles/api/skills/develop");
    sandbox.write("central/profiles/api/skills/.gitkeep", "");
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    assert_eq!(sandbox.json(&["setup"]).0, Some(1));
    assert_eq!(sandbox.read("api/.claude/skills/mine/SKILL.md"), "mine");
}

#[test]
fn flags_for_a_project_that_is_registered_are_refused() {
    let sandbox = Sandbox::with_projects(&["api"]);
    assert_snapshot!(sandbox.skreg(&["add", "../api", "--component", "New"]), @"
    failed ~/code/api: it is registered already, as `api`, and `add` changes nothing of it
      hint: edit `api` in `registry.json`
    --- exit 1
    ");
}

#[test]
fn what_git_tracks_is_neither_taken_away_nor_moved() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    sandbox.skreg(&["setup"]);
    sandbox.git("api", &["add", "--force", ".claude/skills"]);
    sandbox.git("api", &["commit", "-q", "-m", "the link by mistake"]);
    assert_snapshot!(sandbox.skreg(&["restore", "api", "--force"]), @"
    api  ~/code/api
      blocked  .claude/skills: git tracks what stands here
               hint: put that right, then run again
    --- exit 1
    ");
    sandbox.remove("central/profiles/api/skills");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      kept     .claude/agents -> ~/code/central/profiles/api/agents
      blocked  .claude/skills: git tracks it, and a change here would show up in every clone
               hint: run `git rm --cached .claude/skills`, commit, then run again
    1 kept, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.git_status("api"), "");
}

#[test]
fn links_of_another_central_repository_that_lives_are_its_own() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["init", "."]);
    sandbox.skreg(&["setup"]);
    sandbox.git("", &["clone", "-q", "central", "unused"]);
    std::fs::create_dir_all(sandbox.path("other/profiles/api/skills/theirs")).unwrap();
    sandbox.write("other/registry.json", sandbox.read("central/registry.json"));
    sandbox.write("other/profiles/api/skills/theirs/SKILL.md", "theirs");
    assert_snapshot!(sandbox.skreg_in("other", &["setup"]), @"
    api  ~/code/api
      blocked  .claude/skills: it is a link to `[ROOT]/home/code/central/profiles/api/skills`, which is not ours
               hint: take it away, or run again with `--force`, which moves it to the backups
    1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
}

#[test]
fn skills_that_a_profile_without_agents_lacks_are_told() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.remove("central/profiles/api/agents");
    sandbox.write("api/.claude/skills/mine/SKILL.md", "mine");
    sandbox.write("api/.claude/skills/.git/config", "");
    let (_, answer) = sandbox.json(&["setup"]);
    assert_eq!(answer["projects"][0]["worktrees"][0]["lacking"], json!(["mine"]));
}

#[test]
fn a_package_reads_its_own_configuration_in_every_worktree() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.repository("mono");
    sandbox.write("mono/packages/a/file", "");
    sandbox.write("mono/packages/b/file", "");
    sandbox.commit_all("mono");
    sandbox.git("mono", &["worktree", "add", "-q", "../wt", "-b", "wt"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {
        "a": {"repo": "mono/packages/a", "profile": "api"},
        "b": {"repo": "mono/packages/b", "profile": "web"},
    }}));
    let registry = sandbox.path("central").display().to_string();
    let name = |folder: &str| sandbox.skreg_in(folder, &["config", "project.name", "--registry", &registry]);
    for folder in ["mono/packages/a", "wt/packages/a"] {
        assert_eq!(name(folder), "a\n--- exit 0", "{folder}");
    }
    assert_eq!(name("wt/packages/b"), "b\n--- exit 0");
    assert!(name("wt").ends_with("exit 2"), "no package is the whole repository");
}

#[test]
fn what_git_tracks_is_seen_in_every_version_of_the_index() {
    for version in ["2", "3", "4"] {
        let sandbox = Sandbox::with_projects(&["api"]);
        sandbox.write("api/.claude/skills/own/SKILL.md", "tracked");
        sandbox.commit_all("api");
        // A path that is only meant to be added makes it version 3.
        sandbox.write("api/later", "");
        sandbox.git("api", &["add", "--intent-to-add", "later"]);
        sandbox.git("api", &["update-index", "--index-version", version]);
        let (code, answer) = sandbox.json(&["setup", "--link", "directory"]);
        let links = &answer["projects"][0]["worktrees"][0]["links"];
        assert_eq!(
            (code, &links[0]["action"], &links[1]["action"]),
            (Some(1), &json!("linked"), &json!("blocked")),
            "{version}"
        );
    }
}

#[test]
fn set_up_and_status_agree_on_real_files_that_a_rule_hides() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup", "--link", "entries"]);
    sandbox.git("api", &["worktree", "add", "-q", "../wt", "-b", "wt"]);
    sandbox.write("wt/.claude/skills/develop/SKILL.md", "real");
    assert_eq!(sandbox.json(&["status"]).0, Some(1));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      kept     .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      blocked  .claude/skills/develop: `[ROOT]/home/code/wt/.claude/skills/develop` in another worktree is real, and the ignore rule that all worktrees share would hide it from git
               hint: move it away from there, check a branch without it out, or give one of the two another name, then run again
    1 kept, 1 blocked
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    sandbox.remove("wt/.claude/skills/develop");
    assert_eq!((sandbox.json(&["setup"]).0, sandbox.json(&["status"]).0), (Some(0), Some(0)));
}

#[test]
fn a_package_of_a_monorepo_has_its_own_rules_and_backups() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    let repository = sandbox.repository("mono");
    sandbox.write("mono/packages/a [1]/.claude/skills/mine/SKILL.md", "mine");
    drop(repository);
    sandbox.registry(&json!({
        "version": 1,
        "workspace": "~/code/mono",
        "projects": {
            "a": {"repo": "packages/a [1]", "profile": "api"},
            "root": {"repo": ".", "profile": "web"},
        },
    }));
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    a  ~/code/mono/packages/a [1]
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
               the directory that stood there is now ~/code/mono/.git/skreg/backups/packages/packages/a [1]/main/20300102T030405Z/skills
               the profile lacks `mine`: copy from the backup what you want to keep
    root  ~/code/mono
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    4 linked, 1 moved to backups
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_snapshot!(sandbox.read("mono/.git/info/exclude"), @r"
    # File patterns to ignore; see `git help ignore` for more information.
    # Lines that start with '#' are comments.
    # >>> skreg: links made by `skreg setup`, taken away by `skreg restore` >>>
    /.claude/agents
    /.claude/skills
    /packages/a \[1]/.claude/agents
    /packages/a \[1]/.claude/skills
    # <<< skreg <<<
    ");
    assert_eq!(sandbox.git_status("mono"), "");
}
