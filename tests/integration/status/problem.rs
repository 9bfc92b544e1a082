//! Further facts, each with its code.

use insta::assert_snapshot;
use serde_json::json;

use super::linked;
use crate::sandbox::Sandbox;

#[test]
fn a_link_that_git_does_not_ignore_is_told() {
    let sandbox = linked();
    sandbox.write("api/.git/info/exclude", "");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        not_ignored .claude/skills: git does not ignore the link, and `git add -A` would commit it
          hint: run `skreg setup`, which writes the exact path to `info/exclude`
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    sandbox.skreg(&["setup"]);
    assert!(sandbox.skreg(&["status"]).ends_with("exit 0"));
}

#[test]
fn a_rule_with_a_slash_at_its_end_ignores_no_link() {
    let sandbox = linked();
    sandbox.write("api/.git/info/exclude", "");
    sandbox.write("api/.gitignore", ".claude/skills/\n");
    assert_eq!(sandbox.git_status("api"), "?? .claude/\n?? .gitignore\n");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        not_ignored .claude/skills: `info/exclude` lacks the exact path (a rule with a slash at its end matches no link)
          hint: run `skreg setup`, which writes the exact path to `info/exclude`
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
}

#[test]
fn a_rule_that_takes_ours_back_is_told() {
    let sandbox = linked();
    sandbox.write("api/.gitignore", ".claude/*\n!.claude/skills\n");
    assert_eq!(sandbox.git_status("api"), "?? .claude/\n?? .gitignore\n");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        not_ignored .claude/skills: another rule takes back that of `info/exclude`, and `git add -A` would commit the link
          hint: take away the `!` rule that `git -C ~/code/api check-ignore -v -n .claude/skills` names
    central  ok     ~/code/central
    --- exit 1
    ");
    assert_snapshot!(sandbox.git("api", &["check-ignore", "-v", "-n", ".claude/skills"]), @".gitignore:2:!.claude/skills	.claude/skills");
}

#[test]
fn a_link_that_git_tracks_is_told() {
    let sandbox = linked();
    sandbox.git("api", &["add", "--force", ".claude/skills"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        tracked_link .claude/skills: git tracks the link, and every clone gets this machine's path
          hint: run `git -C ~/code/api rm --cached .claude/skills` and commit: the link is made anew on each machine
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn files_that_git_tracks_below_a_link_are_told() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/own/SKILL.md", "");
    sandbox.commit_all("api");
    sandbox.remove("api/.claude/skills");
    sandbox.link(sandbox.path("central/profiles/api/skills"), "api/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        missing .claude/agents
          expected -> ~/code/central/profiles/api/agents
        wrong_target .claude/skills -> ~/code/central/profiles/api/skills
          each skill and agent is to have a link of its own, and `skreg setup` makes them
        missing .claude/skills/develop
          expected -> ~/code/central/profiles/api/skills/develop
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
}

#[test]
fn a_folder_that_git_tracks_is_told_with_the_way_out() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/own/SKILL.md", "");
    sandbox.commit_all("api");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        missing .claude/agents
          expected -> ~/code/central/profiles/api/agents
        missing .claude/skills/develop
          expected -> ~/code/central/profiles/api/skills/develop
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
}

#[test]
fn a_rule_whose_link_is_gone_is_told() {
    let sandbox = linked();
    sandbox.remove("central/profiles/api/skills");
    sandbox.remove("api/.claude/skills");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        stale_rule .claude/skills: `info/exclude` has the rule `/.claude/skills`, and no link of ours stands there
          hint: run `skreg setup`, which takes the rule away: git overwrites ignored files without a question
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    sandbox.skreg(&["setup"]);
    assert!(sandbox.skreg(&["status"]).ends_with("exit 0"));
}

/// A project that promises these skills and starts with this one; it has `develop` and `review-pr`.
fn promising(skills: &[&str], skill: &str) -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skill("api", "review-pr");
    let project = json!({"repo": "api", "profile": "api", "skills": skills, "routing": {"skill": skill}});
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {"api": project}}));
    sandbox.skreg(&["setup"]);
    sandbox
}

#[test]
fn a_promised_skill_that_the_profile_lacks_is_told_with_the_nearest() {
    assert!(promising(&["develop", "review-pr"], "develop").skreg(&["status"]).ends_with("exit 0"));
    let sandbox = promising(&["develop", "reviewpr", "deploy-to-production"], "developp");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        skill_missing profiles/api/skills/deploy-to-production: the registry promises the skill `deploy-to-production`, which the profile does not have
          hint: add `profiles/api/skills/deploy-to-production/SKILL.md`, or take `deploy-to-production` out of the registry
        skill_missing profiles/api/skills/developp: the registry promises the skill `developp`, which the profile does not have
          hint: did you mean `develop`?
        skill_missing profiles/api/skills/reviewpr: the registry promises the skill `reviewpr`, which the profile does not have
          hint: did you mean `review-pr`?
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_promised_skill_is_missing_also_where_the_repository_is_absent() {
    let sandbox = promising(&["deploy"], "develop");
    sandbox.remove("api");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      absent  ~/code/api
        skill_missing profiles/api/skills/deploy: the registry promises the skill `deploy`, which the profile does not have
          hint: add `profiles/api/skills/deploy/SKILL.md`, or take `deploy` out of the registry
    central  ok      ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_folder_without_a_skill_file_is_no_skill() {
    let sandbox = promising(&["develop", "review-pr"], "develop");
    sandbox.remove("central/profiles/api/skills/develop/SKILL.md");
    sandbox.write("central/profiles/api/skills/develop/skill.md", "");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        skill_missing profiles/api/skills/develop: the registry promises the skill `develop`, which the profile does not have
          hint: add `profiles/api/skills/develop/SKILL.md`, or take `develop` out of the registry
    central  ok     ~/code/central
    --- exit 1
    ");
}

/// The sandbox of `linked`, its central repository in git and committed.
fn in_git() -> Sandbox {
    let sandbox = linked();
    sandbox.write("central/.gitignore", "/registry.local.json\nsynced/\n");
    sandbox.repository("central");
    assert!(sandbox.skreg(&["status"]).ends_with("central  ok     ~/code/central\n--- exit 0"));
    sandbox
}

#[test]
fn changes_of_the_central_repository_are_told_for_information_only() {
    let sandbox = in_git();
    sandbox.write("central/profiles/api/skills/develop/SKILL.md", "changed");
    sandbox.write("api/.claude/skills/installed/SKILL.md", "written through the link");
    sandbox.write("central/notes.md", "not what the projects use");
    sandbox.write("central/registry.local.json", "{}");
    sandbox.write("api/.claude/skills/synced/x/SKILL.md", "what the client writes");
    assert_snapshot!(sandbox.skreg(&["status"]), @r#"
    api      ok     ~/code/api
    central  note   ~/code/central
        central_uncommitted profiles/api/skills/develop/SKILL.md: not committed
        central_uncommitted profiles/api/skills/installed/: not committed
          hint: `git -C ~/code/central status` shows it: commit what is yours; what was written through a link, `git -C ~/code/central restore PATH` undoes, or `git -C ~/code/central clean -i PATH` for a new file
        foreign_writer profiles/api/skills/synced: Claude Code wrote the skills of an account here, through a link
          hint: the rule `synced/` in the central `.gitignore` keeps them out of git; `"link": "entries"` keeps them in the repository
    --- exit 0
    "#);
    let (code, answer) = sandbox.json(&["status"]);
    let codes: Vec<_> =
        answer["central"]["problems"].as_array().unwrap().iter().map(|problem| &problem["code"]).collect();
    assert_eq!(code, Some(0));
    assert_eq!(codes, ["central_uncommitted", "central_uncommitted", "foreign_writer"]);
}

#[test]
fn a_file_that_is_gone_from_the_central_repository_is_told() {
    let sandbox = in_git();
    sandbox.remove("api/.claude/skills/develop/SKILL.md");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  note   ~/code/central
        central_uncommitted profiles/api/skills/develop/SKILL.md: not committed
          hint: `git -C ~/code/central status` shows it: commit what is yours; what was written through a link, `git -C ~/code/central restore PATH` undoes, or `git -C ~/code/central clean -i PATH` for a new file
    --- exit 0
    ");
}

#[test]
fn a_central_repository_without_a_commit_is_told() {
    let sandbox = linked();
    sandbox.git("central", &["init", "-q"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  note   ~/code/central
        central_uncommitted profiles/: not committed
        central_uncommitted registry.json: not committed
          hint: `git -C ~/code/central status` shows it: commit what is yours; what was written through a link, `git -C ~/code/central restore PATH` undoes, or `git -C ~/code/central clean -i PATH` for a new file
    --- exit 0
    ");
}

#[test]
fn a_central_repository_that_git_cannot_read_is_told() {
    let sandbox = in_git();
    sandbox.write("central/.git/index", "nonsense");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  note   ~/code/central
        central_unreadable [ROOT]/home/code/central: cannot ask git what changed in `[ROOT]/home/code/central`: failed to read index: '[ROOT]/home/code/central/.git/index' no longer exists
          hint: see what `git -C ~/code/central status` says
    --- exit 0
    ");
}

#[test]
fn names_of_changed_files_are_spelled_out() {
    let sandbox = in_git();
    sandbox.write("central/profiles/api/skills/develop/\u{1b}[2J\n", "");
    assert_snapshot!(sandbox.skreg(&["status"]), @r"
    api      ok     ~/code/api
        read_not_granted .claude/settings.local.json: no rule lets Claude Code read what lies beside a linked `SKILL.md`, such as `develop/\u{1b}[2J\n`
          hint: `skreg setup api --grant-read` writes rules that do
    central  note   ~/code/central
        central_uncommitted profiles/api/skills/develop/\u{1b}[2J\n: not committed
          hint: `git -C ~/code/central status` shows it: commit what is yours; what was written through a link, `git -C ~/code/central restore PATH` undoes, or `git -C ~/code/central clean -i PATH` for a new file
    --- exit 0
    ");
}

#[test]
fn a_project_that_only_the_local_file_names_is_told_for_information_only() {
    let sandbox = linked();
    sandbox.write(
        "central/registry.local.json",
        r#"{"projects": {"apo": {"link": "off"}, "other\u001b": {"repo": "x"}}}"#,
    );
    assert_snapshot!(sandbox.skreg(&["status"]), @r"
    api      ok     ~/code/api
    central  note   ~/code/central
        local_unknown_project registry.local.json: names the project `apo`, which the registry does not have
          hint: did you mean `api`?
        local_unknown_project registry.local.json: names the project `other\u{1b}`, which the registry does not have
          hint: take it out, or pull the registry that has it
    --- exit 0
    ");
}
