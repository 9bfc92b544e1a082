//! Every state of a link, made with real files.

use insta::assert_snapshot;

use super::{instead_of_the_link, linked, states};
use crate::sandbox::Sandbox;

#[test]
fn the_right_links_are_ok() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
    assert_snapshot!(states(&sandbox), @"
    .claude/agents ok dangling=false found=[ROOT]/home/code/central/profiles/api/agents
    .claude/skills ok dangling=false found=[ROOT]/home/code/central/profiles/api/skills
    ");
}

#[test]
fn a_profile_without_agents_is_no_problem() {
    assert_snapshot!(linked().skreg(&["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
}

#[test]
fn nothing_at_all_is_missing() {
    let sandbox = instead_of_the_link(|_| {});
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        missing .claude/skills
          expected -> ~/code/central/profiles/api/skills
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(states(&sandbox), @".claude/skills missing dangling=false found=null");
}

#[test]
fn a_link_of_ours_to_nothing_is_broken() {
    let sandbox = instead_of_the_link(|sandbox| {
        sandbox.link(sandbox.path("central/profiles/gone/skills"), "api/.claude/skills");
    });
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        broken .claude/skills -> ~/code/central/profiles/gone/skills
          expected -> ~/code/central/profiles/api/skills
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(states(&sandbox), @".claude/skills broken dangling=true found=[ROOT]/home/code/central/profiles/gone/skills");
}

#[test]
fn a_link_into_a_central_repository_that_was_moved_is_broken() {
    let sandbox = instead_of_the_link(|sandbox| {
        sandbox.link(sandbox.path("moved-away/profiles/api/skills"), "api/.claude/skills");
    });
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        broken .claude/skills -> ~/code/moved-away/profiles/api/skills
          expected -> ~/code/central/profiles/api/skills
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
}

#[test]
fn the_right_link_to_a_folder_that_left_the_profile_is_source_missing() {
    let sandbox = linked();
    sandbox.remove("central/profiles/api/skills");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        source_missing .claude/skills -> ~/code/central/profiles/api/skills
          the profile has nothing there, and `skreg setup` takes the link away
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(states(&sandbox), @".claude/skills source_missing dangling=true found=[ROOT]/home/code/central/profiles/api/skills");
}

#[test]
fn the_right_link_that_dangles_is_told_from_others_by_where_it_leads_and_not_by_its_text() {
    let sandbox = linked();
    sandbox.remove("central/profiles/api/skills");
    sandbox.remove("api/.claude/skills");
    sandbox.link(sandbox.path("central"), "alias");
    sandbox.link(sandbox.path("alias/profiles/api/skills"), "api/.claude/skills");
    assert_snapshot!(states(&sandbox), @".claude/skills source_missing dangling=true found=[ROOT]/home/code/alias/profiles/api/skills");
}

#[test]
fn a_link_to_another_profile_has_the_wrong_target() {
    let sandbox = instead_of_the_link(|sandbox| {
        sandbox.skill("web", "develop");
        sandbox.link(sandbox.path("central/profiles/web/skills"), "api/.claude/skills");
    });
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        wrong_target .claude/skills -> ~/code/central/profiles/web/skills
          expected -> ~/code/central/profiles/api/skills
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(states(&sandbox), @".claude/skills wrong_target dangling=false found=[ROOT]/home/code/central/profiles/web/skills");
}

#[test]
fn a_link_into_a_former_place_that_still_exists_has_the_wrong_target() {
    let sandbox = instead_of_the_link(|sandbox| {
        sandbox.write("old/profiles/api/skills/develop/SKILL.md", "");
        sandbox.link(sandbox.path("old/profiles/api/skills"), "api/.claude/skills");
    });
    assert_snapshot!(states(&sandbox), @".claude/skills foreign dangling=false found=[ROOT]/home/code/old/profiles/api/skills");
    let former = serde_json::json!({"former": [sandbox.path("old")]});
    sandbox.write("~/.config/skreg/config.json", former.to_string());
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        wrong_target .claude/skills -> ~/code/old/profiles/api/skills
          expected -> ~/code/central/profiles/api/skills
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(states(&sandbox), @".claude/skills wrong_target dangling=false found=[ROOT]/home/code/old/profiles/api/skills");
}

#[test]
fn a_link_to_itself_is_a_loop() {
    let sandbox = instead_of_the_link(|sandbox| sandbox.link("skills", "api/.claude/skills"));
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        loop .claude/skills -> skills
          expected -> ~/code/central/profiles/api/skills
          `skreg setup` leaves it alone: it is a link that leads back to itself, and not one of ours
          hint: take it away, or run again with `--force`, which moves it to the backups
    central  ok     ~/code/central
    --- exit 1
    ");
    assert_snapshot!(states(&sandbox), @".claude/skills loop dangling=true found=skills");
}

#[test]
fn two_links_in_a_circle_are_a_loop() {
    let sandbox = instead_of_the_link(|sandbox| {
        sandbox.link("../../other", "api/.claude/skills");
        sandbox.link(sandbox.path("api/.claude/skills"), "other");
    });
    assert_snapshot!(states(&sandbox), @".claude/skills loop dangling=true found=../../other");
}

#[test]
fn a_circle_in_the_central_repository_is_unreadable_and_says_where() {
    let sandbox = linked();
    sandbox.remove("central/profiles/api/skills");
    sandbox.link(sandbox.path("api/.claude/skills"), "central/profiles/api/skills");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        unreadable .claude/skills -> ~/code/central/profiles/api/skills
          what it is to point at: it is a link that leads back to itself
          hint: nothing is changed until it can be read
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_folder_in_the_way_is_a_real_directory() {
    let sandbox = instead_of_the_link(|sandbox| sandbox.write("api/.claude/skills/own/SKILL.md", ""));
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
    assert_snapshot!(states(&sandbox), @".claude/skills real_directory dangling=false found=null");
}

#[test]
fn a_file_in_the_way_is_a_file() {
    let sandbox = instead_of_the_link(|sandbox| sandbox.write("api/.claude/skills", "../../skills\n"));
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        file .claude/skills
          expected -> ~/code/central/profiles/api/skills
          a link of ours stood here, and something else put this in its place
          hint: `skreg setup` moves it to the backups and links; `skreg restore` brings it back
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
    assert_snapshot!(states(&sandbox), @".claude/skills file dangling=false found=null");
}

#[test]
fn a_link_to_something_of_others_is_foreign() {
    let sandbox = instead_of_the_link(|sandbox| {
        sandbox.write("dotfiles/skills/own/SKILL.md", "");
        sandbox.link("../../dotfiles/skills", "api/.claude/skills");
    });
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        foreign .claude/skills -> ../../dotfiles/skills
          expected -> ~/code/central/profiles/api/skills
          `skreg setup` leaves it alone: it is a link to `../../dotfiles/skills`, which is not ours
          hint: take it away, or run again with `--force`, which moves it to the backups
    central  ok     ~/code/central
    --- exit 1
    ");
    assert_snapshot!(states(&sandbox), @".claude/skills foreign dangling=false found=../../dotfiles/skills");
}

#[test]
fn a_foreign_link_may_dangle() {
    let sandbox = instead_of_the_link(|sandbox| sandbox.link("/nonexistent/old-central/skills", "api/.claude/skills"));
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        foreign .claude/skills -> /nonexistent/old-central/skills, where nothing stands
          expected -> ~/code/central/profiles/api/skills
          `skreg setup` leaves it alone: it is a link to `/nonexistent/old-central/skills`, which is not ours
          hint: take it away, or run again with `--force`, which moves it to the backups
    central  ok     ~/code/central
    --- exit 1
    ");
    assert_snapshot!(states(&sandbox), @".claude/skills foreign dangling=true found=/nonexistent/old-central/skills");
}

#[test]
fn a_link_whose_name_only_begins_like_ours_is_foreign() {
    let sandbox = instead_of_the_link(|sandbox| {
        sandbox.write("central-of-others/profiles/api/skills/own/SKILL.md", "");
        sandbox.link(sandbox.path("central-of-others/profiles/api/skills"), "api/.claude/skills");
    });
    assert_snapshot!(states(&sandbox), @".claude/skills foreign dangling=false found=[ROOT]/home/code/central-of-others/profiles/api/skills");
}

#[test]
fn what_lies_behind_a_closed_folder_is_unreadable() {
    let sandbox = linked();
    sandbox.mode("api/.claude", 0o000);
    let told = sandbox.skreg_as_user(&["status"]);
    sandbox.mode("api/.claude", 0o755);
    assert_snapshot!(told, @"
    api      drift  ~/code/api
        unreadable .claude/agents
          expected -> ~/code/central/profiles/api/agents
          Permission denied (os error 13)
          hint: make it readable first
        unreadable .claude/skills
          expected -> ~/code/central/profiles/api/skills
          Permission denied (os error 13)
          hint: make it readable first
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_link_to_a_closed_folder_is_unreadable_and_not_broken() {
    let sandbox = linked();
    sandbox.mode("central/profiles/api", 0o000);
    let told = sandbox.skreg_as_user(&["status"]);
    sandbox.mode("central/profiles/api", 0o755);
    assert_snapshot!(told, @"
    api      drift  ~/code/api
        unreadable .claude/agents
          expected -> ~/code/central/profiles/api/agents
          what it is to point at: Permission denied (os error 13)
          hint: nothing is changed until it can be read
        unreadable .claude/skills
          expected -> ~/code/central/profiles/api/skills
          Permission denied (os error 13)
          hint: nothing is changed until it can be read
        profile_unreadable profiles/api/skills: cannot look at `[ROOT]/home/code/central/profiles/api/skills`: Permission denied (os error 13)
          hint: make it readable
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_folder_of_skills_that_cannot_be_listed_is_unreadable() {
    let sandbox = linked();
    sandbox.mode("central/profiles/api/skills", 0o000);
    let told = sandbox.skreg_as_user(&["status"]);
    sandbox.mode("central/profiles/api/skills", 0o755);
    assert_snapshot!(told, @"
    api      drift  ~/code/api
        unreadable .claude/skills -> ~/code/central/profiles/api/skills
          what it is to point at: Permission denied (os error 13)
          hint: nothing is changed until it can be read
        profile_unreadable profiles/api/skills: cannot read `[ROOT]/home/code/central/profiles/api/skills`: Permission denied (os error 13)
          hint: make it readable
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_file_where_the_profile_should_have_a_folder_is_unreadable() {
    let sandbox = linked();
    sandbox.remove("central/profiles/api/skills");
    sandbox.write("central/profiles/api/skills", "");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        unreadable .claude/skills -> ~/code/central/profiles/api/skills
          what it is to point at: it is a file
          hint: nothing is changed until it can be read
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn the_right_link_by_another_spelling_is_ok() {
    let spellings: [fn(&Sandbox); 3] = [
        |sandbox| sandbox.link("../../central/profiles/api/skills", "api/.claude/skills"),
        |sandbox| sandbox.link(sandbox.path("api/../central/./profiles/api/skills/"), "api/.claude/skills"),
        |sandbox| {
            sandbox.link("central", "alias");
            sandbox.link(sandbox.path("alias/profiles/api/skills"), "api/.claude/skills");
        },
    ];
    for spelling in spellings {
        let sandbox = instead_of_the_link(spelling);
        assert!(states(&sandbox).contains(" ok dangling=false"), "{}", states(&sandbox));
        assert!(sandbox.skreg(&["status"]).ends_with("exit 0"));
    }
}

#[test]
fn a_central_repository_that_is_reached_through_a_link_is_the_same_one() {
    let sandbox = linked();
    sandbox.link("code/central", "~/alias");
    let alias = sandbox.path("~/alias/registry.json");
    assert_snapshot!(sandbox.skreg(&["--registry", alias.to_str().unwrap(), "status"]), @"
    api      ok     ~/code/api
    central  ok     ~/alias
    --- exit 0
    ");
}

#[test]
fn a_relative_link_is_followed_from_where_its_repository_really_is() {
    let sandbox = instead_of_the_link(|sandbox| {
        sandbox.repository("deep/down/api");
        sandbox.link("../../../../central/profiles/api/skills", "deep/down/api/.claude/skills");
        sandbox.remove("api");
        sandbox.link("deep/down/api", "api");
    });
    assert_snapshot!(states(&sandbox), @".claude/skills ok dangling=false found=../../../../central/profiles/api/skills");
}

#[test]
fn a_claude_folder_that_is_itself_a_link_is_told() {
    let sandbox = linked();
    sandbox.remove("api/.claude");
    sandbox.write("dotfiles/claude/settings.json", "{}");
    sandbox.link("../dotfiles/claude", "api/.claude");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        missing .claude/skills
          expected -> ~/code/central/profiles/api/skills
          `skreg setup` leaves it alone: its folder is itself a link, and nothing is written through a link
          hint: make it a real folder, then run again
        stale_rule .claude/skills: `info/exclude` has the rule `/.claude/skills`, and no link of ours stands there
          hint: run `skreg setup`, which takes the rule away: git overwrites ignored files without a question
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
}

#[test]
fn a_claude_folder_that_is_a_link_to_itself_is_told() {
    let sandbox = linked();
    sandbox.remove("api/.claude");
    sandbox.link(".claude", "api/.claude");
    // Systems have numbers of their own for it.
    let told = sandbox.skreg(&["status"]).replace("(os error 62)", "(os error 40)");
    assert_snapshot!(told, @"
    api      drift  ~/code/api
        unreadable .claude/agents
          expected -> ~/code/central/profiles/api/agents
          Too many levels of symbolic links (os error 40)
          hint: make it readable first
        unreadable .claude/skills
          expected -> ~/code/central/profiles/api/skills
          Too many levels of symbolic links (os error 40)
          hint: make it readable first
    central  ok     ~/code/central
    --- exit 1
    ");
}

#[test]
fn a_claude_folder_that_is_a_file_is_told() {
    let sandbox = linked();
    sandbox.remove("api/.claude");
    sandbox.write("api/.claude", "");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      drift  ~/code/api
        missing .claude/skills
          expected -> ~/code/central/profiles/api/skills
          `skreg setup` leaves it alone: its folder is a file
          hint: move that away, then run again
        stale_rule .claude/skills: `info/exclude` has the rule `/.claude/skills`, and no link of ours stands there
          hint: run `skreg setup`, which takes the rule away: git overwrites ignored files without a question
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
}

#[test]
fn links_of_others_where_the_profile_has_nothing_are_not_looked_at() {
    let sandbox = linked();
    sandbox.link("../tools/agents", "api/.claude/agents");
    sandbox.git("api", &["add", "--force", ".claude/agents"]);
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    api      ok     ~/code/api
    central  ok     ~/code/central
    --- exit 0
    ");
}
