//! Other programs that write where our links stand, or through them into the central repository.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

fn committed() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.repository("central");
    sandbox.commit_all("central");
    sandbox.skreg(&["setup"]);
    sandbox
}

#[test]
fn a_link_that_a_real_folder_replaced_is_told_with_the_way_back() {
    let sandbox = committed();
    sandbox.remove("api/.claude/skills");
    sandbox.write("api/.claude/skills/theirs/SKILL.md", "theirs");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        real_directory .claude/skills
          expected -> ~/code/central/profiles/api/skills
          a link of ours stood here, and something else put this in its place
          hint: `skreg setup` moves it to the backups and links; `skreg restore` brings it back
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    sandbox.skreg(&["setup"]);
    let backup = "api/.git/skreg/backups/main/20300102T030405Z/skills/theirs/SKILL.md";
    assert_eq!(sandbox.read(backup), "theirs");
    assert_eq!(sandbox.json(&["status"]).0, Some(0));
}

#[test]
fn an_entry_that_a_real_folder_replaced_is_told_and_left_alone() {
    let sandbox = committed();
    sandbox.skreg(&["setup", "--link", "entries"]);
    sandbox.remove("api/.claude/skills/develop");
    sandbox.write("api/.claude/skills/develop/SKILL.md", "theirs");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        shadowed .claude/skills/develop
          expected -> ~/code/central/profiles/api/skills/develop
          a link of ours stood here, and something else put this in its place
          hint: give one of the two another name to have both, or move it away to have ours, `[ROOT]/home/code/central/profiles/api/skills/develop`
        stale_rule .claude/skills/develop: `info/exclude` has the rule `/.claude/skills/develop`, and no link of ours stands there
          hint: run `skreg setup`, which takes the rule away: git overwrites ignored files without a question
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "--force"]), @"
    api  ~/code/api
      kept     .claude/agents/reviewer.md -> ~/code/central/profiles/api/agents/reviewer.md
      shadowed .claude/skills/develop: the repository has its own of that name
               hint: give one of the two another name to have both, or move it away to have ours, `[ROOT]/home/code/central/profiles/api/skills/develop`
    1 kept, 1 shadowed by the repository's own
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert_eq!(sandbox.read("api/.claude/skills/develop/SKILL.md"), "theirs");
}

#[test]
fn what_an_installer_wrote_through_a_link_is_named_with_what_undoes_it() {
    let sandbox = committed();
    sandbox.write("api/.claude/skills/theirs/SKILL.md", "theirs");
    sandbox.write("api/.claude/skills/theirs/.openskills.json", "{}");
    sandbox.write("api/.claude/skills/synced/1f3a/SKILL.md", "synchronised");
    assert_snapshot!(sandbox.skreg(&["status"]), @r#"
    api      ok     ~/code/api
    central  note   ~/code/central
        central_uncommitted profiles/api/skills/synced/: not committed
        central_uncommitted profiles/api/skills/theirs/: not committed
          hint: `git -C ~/code/central status` shows it: commit what is yours; what was written through a link, `git -C ~/code/central restore PATH` undoes, or `git -C ~/code/central clean -i PATH` for a new file
        foreign_writer profiles/api/skills/synced: Claude Code wrote the skills of an account here, through a link
          hint: the rule `synced/` in the central `.gitignore` keeps them out of git; `"link": "entries"` keeps them in the repository
        foreign_writer profiles/api/skills/theirs/.openskills.json: `openskills` wrote here, through a link: every repository that gets this profile has it now
          hint: `git -C ~/code/central status -- profiles` shows what came with it, `git -C ~/code/central clean -i -- profiles` takes it away; `"link": "entries"` keeps what is installed in a repository there
    --- exit 0
    "#);
}

#[test]
fn a_link_that_leads_back_into_its_own_folder_is_wrong() {
    let sandbox = committed();
    let skills = sandbox.path("central/profiles/api/skills");
    sandbox.link(&skills, "central/profiles/api/skills/skills");
    sandbox.commit_all("central");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  drift  ~/code/central
        circle profiles/api/skills/skills: it is a link to a folder that it lies in, as a second `ln -s` makes it
          hint: take it away: `rm ~/code/central/profiles/api/skills/skills`, without a slash at the end
    --- exit 1
    ");
}
