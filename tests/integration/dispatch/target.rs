//! Whether work can start where a ticket goes.

use insta::assert_snapshot;
use serde_json::json;

use super::{clear, dispatch, registry, sandbox};
use crate::sandbox::Sandbox;

#[test]
fn a_repository_that_is_not_here_is_told_with_how_to_get_it() {
    let sandbox = sandbox();
    sandbox.remove("api");
    assert_snapshot!(dispatch(&sandbox, &clear(), &[]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      absent `~/code/api` is not on this machine
        hint: clone it to `~/code/api`, then run `skreg setup api`
    --- exit 1
    ");
    let mut registry = registry();
    registry["projects"]["api"]["remote"] = json!("git@example.com:acme/api.git");
    sandbox.registry(&registry);
    assert_snapshot!(dispatch(&sandbox, &clear(), &[]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      absent `~/code/api` is not on this machine
        hint: run `skreg setup api --clone`, which clones `git@example.com:acme/api.git` to `~/code/api`
    --- exit 1
    ");
}

#[test]
fn what_a_registry_says_is_quoted_in_a_command_to_copy() {
    let sandbox = sandbox();
    let mut registry = registry();
    registry["projects"]["api"]["repo"] = json!("my $(touch x) api");
    registry["projects"]["api"]["remote"] = json!("--upload-pack=touch x; rm -rf ~");
    sandbox.registry(&registry);
    assert_snapshot!(dispatch(&sandbox, &clear(), &[]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      absent `~/code/my $(touch x) api` is not on this machine
        hint: run `skreg setup api --clone`, which clones `--upload-pack=touch x; rm -rf ~` to `'[ROOT]/home/code/my $(touch x) api'`
    --- exit 1
    ");
}

#[test]
fn a_repository_that_is_not_linked_is_told() {
    let sandbox = sandbox();
    sandbox.remove("api/.claude");
    assert_snapshot!(dispatch(&sandbox, &clear(), &[]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      not_linked `~/code/api` is not linked as the registry says
        hint: run `skreg setup api`; `skreg status api` tells more
    --- exit 1
    ");
}

#[test]
fn a_project_that_is_turned_off_is_told() {
    let sandbox = sandbox();
    sandbox.write("central/registry.local.json", r#"{"projects": {"api": {"link": "off"}}}"#);
    assert_snapshot!(dispatch(&sandbox, &clear(), &[]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      off linking is turned off here
        hint: run `skreg setup api --link auto` to link it again
    --- exit 1
    ");
}

#[test]
fn a_folder_that_is_no_repository_is_told() {
    let sandbox = sandbox();
    sandbox.remove("api/.git");
    assert_snapshot!(dispatch(&sandbox, &clear(), &[]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      not_a_repo `~/code/api` is no git repository of its own
        hint: `skreg status api` tells more
    --- exit 1
    ");
}

#[test]
fn a_broken_repository_is_told() {
    let sandbox = sandbox();
    sandbox.remove("api/.git");
    sandbox.write("api/.git", "gitdir: /nowhere");
    assert_snapshot!(dispatch(&sandbox, &clear(), &[]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      error `[ROOT]/home/code/api/.git` is there, and git cannot use it: it is broken or leads nowhere
        hint: `skreg status api` tells more
    --- exit 1
    ");
}

#[test]
fn a_skill_that_the_profile_lacks_is_told() {
    let sandbox = sandbox();
    sandbox.skill("api", "review-pr");
    assert_snapshot!(dispatch(&sandbox, &clear(), &["--skill", "reviewpr"]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      skill_missing the profile `api` has no skill `reviewpr`
        hint: did you mean `review-pr`?
    --- exit 1
    ");
    assert_snapshot!(dispatch(&sandbox, &clear(), &["--skill", "something/else"]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      skill_missing the profile `api` has no skill `something/else`
        hint: it has `develop`, `review-pr`
    --- exit 1
    ");
    assert_snapshot!(dispatch(&sandbox, &clear(), &["--skill", "review-pr"]), @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/review-pr PROJ-1"
    --- exit 0
    "#);
    sandbox.remove("central/profiles/api/skills/develop");
    assert_snapshot!(dispatch(&sandbox, &clear(), &[]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      skill_missing the profile `api` has no skill `develop`
        hint: it has `review-pr`
    --- exit 1
    ");
}

#[test]
fn a_profile_without_skills_is_told() {
    let sandbox = sandbox();
    sandbox.remove("central/profiles/api/skills");
    assert_snapshot!(dispatch(&sandbox, &clear(), &[]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
      not_linked `~/code/api` is not linked as the registry says
        hint: run `skreg setup api`; `skreg status api` tells more
      skill_missing the profile `api` has no skill `develop`
        hint: it has no skills at all
    --- exit 1
    ");
}

#[test]
fn a_project_without_a_skill_of_its_own_starts_without_one() {
    let shop = json!({"key": "PROJ-1", "summary": "s", "components": ["Shop"]});
    assert_snapshot!(dispatch(&sandbox(), &shop, &[]), @"
    PROJ-1  s
    PROJECT  SCORE  SIGNALS
    web      10     component Shop +10
    auto: web: 10 points, and no other project has any
    next: cd ~/code/web && claude
    --- exit 0
    ");
}

#[test]
fn the_command_to_go_on_with_quotes_a_path_with_spaces() {
    for (folder, quoted) in [
        ("my api", "'[ROOT]/home/code/my api'"),
        ("it's", r#""[ROOT]/home/code/it's""#),
        ("$(touch x)", "'[ROOT]/home/code/$(touch x)'"),
        ("plain-1.2_x", "~/code/plain-1.2_x"),
    ] {
        let sandbox = Sandbox::with_projects(&["api"]);
        sandbox.repository(folder);
        let mut registry = registry();
        registry["projects"].as_object_mut().unwrap().remove("web");
        registry["projects"]["api"]["repo"] = json!(folder);
        sandbox.registry(&registry);
        sandbox.skreg(&["setup"]);
        let told = dispatch(&sandbox, &clear(), &[]);
        assert!(told.contains(&format!("next: cd {quoted} && claude \"/develop PROJ-1\"\n")), "{told}");
    }
}

#[test]
fn the_command_to_go_on_with_quotes_a_skill_that_a_shell_would_obey() {
    let sandbox = sandbox();
    sandbox.skill("api", "$(touch x)");
    assert_snapshot!(dispatch(&sandbox, &clear(), &["--skill", "$(touch x)"]), @"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude '/$(touch x) PROJ-1'
    --- exit 0
    ");
}
