//! `skreg setup`.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

#[test]
fn links_the_profile_of_every_project() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    api  ~/code/api
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    4 linked in 2 projects
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- exit 0
    ");
    assert_eq!(
        sandbox.read("api/.claude/skills/develop/SKILL.md"),
        sandbox.read("central/profiles/api/skills/develop/SKILL.md")
    );
    assert_snapshot!(sandbox.git_status("api"), @"");
}
