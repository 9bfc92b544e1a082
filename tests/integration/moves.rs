//! Central repositories, projects and profiles that moved: the links are known as ours, and pointed to where things are now.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

const MODES: [&str; 2] = ["directory", "entries"];

fn registry(mode: &str, repo: &str, profile: &str) -> Value {
    json!({"version": 1, "workspace": "~/code", "projects": {"api": {"repo": repo, "profile": profile, "link": mode}}})
}

/// `api` set up in one of the modes.
fn linked(mode: &str) -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.registry(&registry(mode, "api", "api"));
    assert_eq!(sandbox.json(&["setup"]).0, Some(0));
    sandbox
}

/// Runs setup in a folder, and gives what became of each link and where it pointed before.
fn moved(sandbox: &Sandbox, central: &str) -> (Option<i32>, Vec<(String, String, String)>) {
    let ran = sandbox.run(sandbox.command(central, &["setup", "--json"]), "");
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{ran}"));
    let links = answer["projects"][0]["worktrees"][0]["links"].as_array().unwrap();
    let text = |link: &Value, field: &str| link[field].as_str().unwrap_or_default().to_owned();
    (ran.code, links.iter().map(|link| (text(link, "path"), text(link, "action"), text(link, "was"))).collect())
}

fn places(mode: &str) -> [&'static str; 2] {
    match mode {
        "entries" => ["agents/reviewer.md", "skills/develop"],
        _ => ["agents", "skills"],
    }
}

/// What [`moved`] gives where every link pointed below this folder.
fn all_from(mode: &str, profile: &str) -> (Option<i32>, Vec<(String, String, String)>) {
    let link = |place: &str| (format!(".claude/{place}"), "relinked".to_owned(), format!("{profile}/{place}"));
    (Some(0), places(mode).into_iter().map(link).collect())
}

#[test]
fn links_follow_a_central_repository_that_was_moved() {
    for mode in MODES {
        for is_told in [false, true] {
            let sandbox = linked(mode);
            sandbox.skreg(&["init", "."]);
            std::fs::rename(sandbox.path("central"), sandbox.path("elsewhere")).unwrap();
            if is_told {
                let said = sandbox.skreg_in("elsewhere", &["init", "."]);
                assert!(said.ends_with("exit 0"), "{said}");
            }
            assert_eq!(sandbox.skreg_in("elsewhere", &["status"]).lines().last(), Some("--- exit 1"), "{mode}");
            let from = "[ROOT]/home/code/central/profiles/api";
            assert_eq!(moved(&sandbox, "elsewhere"), all_from(mode, from), "{mode} {is_told}");
            let said = sandbox.skreg_in("elsewhere", &["status"]);
            assert!(said.ends_with("exit 0"), "{mode}: {said}");
            assert_eq!(sandbox.git_status("api"), "");
            assert!(!sandbox.path("api/.git/skreg").exists(), "a link of ours needs no backup");
        }
    }
}

#[test]
fn links_follow_though_something_else_stands_where_the_central_repository_was() {
    for mode in MODES {
        let sandbox = linked(mode);
        sandbox.skreg(&["init", "."]);
        std::fs::rename(sandbox.path("central"), sandbox.path("elsewhere")).unwrap();
        sandbox.skreg_in("elsewhere", &["init", "."]);
        sandbox.write("central/profiles/api/skills/develop/SKILL.md", "a left over copy");
        sandbox.write("central/profiles/api/agents/reviewer.md", "a left over copy");
        assert_eq!(moved(&sandbox, "elsewhere"), all_from(mode, "[ROOT]/home/code/central/profiles/api"), "{mode}");
        assert_eq!(sandbox.read("central/profiles/api/skills/develop/SKILL.md"), "a left over copy");
    }
}

#[test]
fn links_of_a_central_repository_that_is_gone_are_taken_away_by_restore() {
    for mode in MODES {
        let sandbox = linked(mode);
        std::fs::rename(sandbox.path("central"), sandbox.path("elsewhere")).unwrap();
        let said = sandbox.skreg_in("elsewhere", &["restore", "api"]);
        assert!(said.ends_with("exit 0"), "{said}");
        assert!(!sandbox.path("api/.claude").exists(), "{mode}");
        assert!(!sandbox.read("api/.git/info/exclude").contains("skreg"));
    }
}

#[test]
fn a_project_that_moved_keeps_its_links_and_its_backups() {
    for mode in MODES {
        let sandbox = Sandbox::with_projects(&["api"]);
        sandbox.registry(&registry(mode, "api", "api"));
        sandbox.link("/theirs", &format!("api/.claude/{}", places(mode)[1]));
        assert_eq!(sandbox.json(&["setup", "--force"]).0, Some(0));
        std::fs::create_dir(sandbox.path("deep")).unwrap();
        std::fs::rename(sandbox.path("api"), sandbox.path("deep/moved")).unwrap();
        let said = sandbox.skreg(&["status"]);
        assert!(said.contains("absent") && said.ends_with("exit 0"), "{said}");
        sandbox.registry(&registry(mode, "deep/moved", "api"));
        assert_eq!(sandbox.json(&["setup"]).1["summary"]["kept"], 2, "{mode}");
        assert_eq!(sandbox.json(&["restore", "api"]).0, Some(0));
        let back = sandbox.path(&format!("deep/moved/.claude/{}", places(mode)[1]));
        assert_eq!(std::fs::read_link(back).unwrap().to_str(), Some("/theirs"), "{mode}");
    }
}

#[test]
fn links_follow_the_profile_that_the_registry_names() {
    for mode in MODES {
        let sandbox = linked(mode);
        sandbox.skill("web", "develop");
        sandbox.write("central/profiles/web/agents/reviewer.md", "---\n---\n");
        sandbox.registry(&registry(mode, "api", "web"));
        assert_eq!(moved(&sandbox, "central"), all_from(mode, "[ROOT]/home/code/central/profiles/api"), "{mode}");
        std::fs::rename(sandbox.path("central/profiles/web"), sandbox.path("central/profiles/renamed")).unwrap();
        sandbox.registry(&registry(mode, "api", "renamed"));
        assert_eq!(moved(&sandbox, "central"), all_from(mode, "[ROOT]/home/code/central/profiles/web"), "{mode}");
    }
}

#[test]
fn a_profile_with_other_skills_takes_the_links_of_the_old_one_away() {
    let sandbox = linked("entries");
    sandbox.skill("web", "review");
    sandbox.registry(&registry("entries", "api", "web"));
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        wrong_target .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
          expected -> ~/code/central/profiles/web/agents/reviewer.md
        wrong_target .claude/skills/develop -> ~/code/central/profiles/api/skills/develop
          expected -> ~/code/central/profiles/web/skills/develop
        missing .claude/skills/review
          expected -> ~/code/central/profiles/web/skills/review
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      removed  .claude/agents/reviewer.md: the profile has nothing to link here
      removed  .claude/skills/develop: the profile has nothing to link here
      linked   .claude/skills/review -> ~/code/central/profiles/web/skills/review
    1 linked, 2 removed
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert!(!sandbox.read("api/.git/info/exclude").contains("reviewer"));
}

#[test]
fn a_skill_that_got_another_name_moves_its_link() {
    let sandbox = linked("entries");
    let skills = sandbox.path("central/profiles/api/skills");
    std::fs::rename(skills.join("develop"), skills.join("build")).unwrap();
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      kept     .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      linked   .claude/skills/build -> ~/code/central/profiles/api/skills/build
      removed  .claude/skills/develop: the profile has nothing to link here
    1 linked, 1 removed, 1 kept
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(sandbox.git_status("api"), "");
}

#[test]
fn text_and_json_tell_where_a_link_pointed_before() {
    let sandbox = linked("entries");
    std::fs::rename(sandbox.path("central"), sandbox.path("elsewhere")).unwrap();
    assert_snapshot!(sandbox.skreg_in("elsewhere", &["setup", "--dry-run"]), @"
    api  ~/code/api
      relinked .claude/agents/reviewer.md -> ~/code/elsewhere/profiles/api/agents/reviewer.md, before -> ~/code/central/profiles/api/agents/reviewer.md
      relinked .claude/skills/develop -> ~/code/elsewhere/profiles/api/skills/develop, before -> ~/code/central/profiles/api/skills/develop
    dry run, nothing was changed: 2 relinked
    next: run `skreg setup` without `--dry-run`
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg_in("elsewhere", &["setup"]), @"
    api  ~/code/api
      relinked .claude/agents/reviewer.md -> ~/code/elsewhere/profiles/api/agents/reviewer.md, before -> ~/code/central/profiles/api/agents/reviewer.md
      relinked .claude/skills/develop -> ~/code/elsewhere/profiles/api/skills/develop, before -> ~/code/central/profiles/api/skills/develop
    2 relinked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
}
