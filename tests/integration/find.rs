//! How the registry is found: `--registry`, the environment, upwards, through links, the recorded place.

use insta::assert_snapshot;

use crate::sandbox::Sandbox;

/// A central repository at a place of its own, with one project that names it.
fn central(sandbox: &Sandbox, place: &str) {
    sandbox.write(&format!("{place}/profiles/all/skills/develop/SKILL.md"), "---\nname: develop\n---\n");
    let name = place.replace('/', "-");
    let registry = format!(
        r#"{{"version": 1, "workspace": "~/code", "projects": {{"in-{name}": {{"repo": "x", "profile": "all"}}}}}}"#
    );
    sandbox.write(&format!("{place}/registry.json"), registry);
}

/// The one project that is listed from a folder: it tells which registry was found.
fn found(sandbox: &Sandbox, folder: &str, arguments: &[&str]) -> String {
    let mut command = sandbox.command(folder, &["list", "--json"]);
    command.args(arguments);
    let ran = sandbox.run(command, "");
    let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    answer["projects"][0]["project"].as_str().map_or_else(|| ran.to_string(), str::to_owned)
}

#[test]
fn takes_the_file_or_the_folder_that_the_flag_names() {
    let sandbox = Sandbox::new();
    central(&sandbox, "one");
    let file = sandbox.path("one/registry.json");
    assert_eq!(found(&sandbox, "", &["--registry", "one"]), "in-one");
    assert_eq!(found(&sandbox, "", &["--registry", "one/registry.json"]), "in-one");
    assert_eq!(found(&sandbox, "one/profiles", &["--registry", "../"]), "in-one");
    assert_eq!(found(&sandbox, "", &["--registry", file.to_str().unwrap()]), "in-one");
    assert_eq!(found(&sandbox, "", &["--registry=~/code/one"]), "in-one");
}

#[test]
fn refuses_a_flag_that_names_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write("empty/README.md", "");
    sandbox.link("loop", "loop");
    assert_snapshot!(sandbox.skreg_in("", &["list", "--registry", "nowhere"]), @"
    --- stderr
    error: --registry names `[ROOT]/home/code/nowhere`, which does not exist
    hint: name a `registry.json`, or the folder that holds it
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg_in("", &["list", "--registry", "empty"]), @"
    --- stderr
    error: --registry names `[ROOT]/home/code/empty/registry.json`, which does not exist
    hint: name a `registry.json`, or the folder that holds it
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg_in("", &["list", "--registry", "loop"]), @"
    --- stderr
    error: --registry names `[ROOT]/home/code/loop`, which is a link that leads back to itself
    hint: name a `registry.json`, or the folder that holds it
    --- exit 2
    ");
    let mut command = sandbox.command("", &["list"]);
    command.env("SKREG_REGISTRY", sandbox.path("nowhere/registry.json"));
    assert_snapshot!(sandbox.run(command, ""), @"
    --- stderr
    error: $SKREG_REGISTRY names `[ROOT]/home/code/nowhere/registry.json`, which does not exist
    hint: name a `registry.json`, or the folder that holds it
    --- exit 2
    ");
}

#[test]
fn takes_what_the_environment_names_and_the_flag_before_it() {
    let sandbox = Sandbox::new();
    central(&sandbox, "one");
    central(&sandbox, "two");
    let run = |arguments: &[&str]| {
        let mut command = sandbox.command("two", arguments);
        command.env("SKREG_REGISTRY", sandbox.path("one"));
        sandbox.run(command, "").stdout
    };
    assert!(run(&["list"]).contains("in-one"));
    assert!(run(&["list", "--registry", "."]).contains("in-two"));
}

#[test]
fn an_empty_variable_names_nothing() {
    let sandbox = Sandbox::new();
    central(&sandbox, "one");
    let mut command = sandbox.command("one", &["list"]);
    command.env("SKREG_REGISTRY", "");
    assert!(sandbox.run(command, "").stdout.contains("in-one"));
}

#[test]
fn looks_upwards_and_passes_over_files_of_other_programs() {
    let sandbox = Sandbox::new();
    central(&sandbox, "one");
    sandbox.write("one/profiles/all/registry.json", "{\"version\": 1, \"projects\": {}}\n");
    sandbox.write("one/profiles/all/skills/registry.json", "{\"npm\": \"https://registry.example\"}\n");
    sandbox.write("one/profiles/all/skills/profiles/x.txt", "");
    assert_eq!(found(&sandbox, "one/profiles/all/skills/develop", &[]), "in-one");
}

#[test]
fn tells_which_file_was_passed_over_where_nothing_is_found() {
    let sandbox = Sandbox::new();
    assert_snapshot!(sandbox.skreg_in("", &["list"]), @"
    --- stderr
    error: there is no registry here, above here, behind this repository's links, or recorded on this machine
    hint: run `skreg init <folder>` to make a central repository or to record the one that you cloned
    --- exit 2
    ");
    sandbox.write("other/registry.json", "{\"projects\": {}}\n");
    sandbox.write("other/profiles/x.txt", "");
    assert_snapshot!(sandbox.skreg_in("other/profiles", &["list"]), @"
    --- stderr
    error: there is no registry here, above here, behind this repository's links, or recorded on this machine
    hint: `[ROOT]/home/code/other/registry.json` is not skreg's: ours has a `version`, and `profiles/` beside it; `skreg init <folder>` makes one
    --- exit 2
    ");
}

#[test]
fn a_registry_that_cannot_be_read_is_not_passed_over() {
    let sandbox = Sandbox::new();
    central(&sandbox, "one");
    sandbox.write("one/inner/profiles/x.txt", "");
    for (text, line) in [(&b"{\"version\": 1,}"[..], 1), (b"\xff", 1), (b"", 1)] {
        sandbox.write("one/inner/registry.json", text);
        let said = sandbox.skreg_in("one/inner", &["list"]);
        assert!(said.contains(&format!("registry.json:{line}:")), "{said}");
    }
}

#[test]
fn goes_through_the_links_of_the_working_repository() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup"]);
    sandbox.write("api/src/deep/main.rs", "");
    assert_eq!(found(&sandbox, "api", &[]), "api");
    assert_eq!(found(&sandbox, "api/src/deep", &[]), "api");
    sandbox.link(sandbox.path("api"), "other-spelling");
    let mut command = sandbox.command("other-spelling", &["list"]);
    command.env("PWD", sandbox.path("other-spelling"));
    assert!(sandbox.run(command, "").stdout.contains("api"), "the shell's spelling of the folder goes through a link");
}

#[test]
fn goes_through_a_link_that_leads_to_nothing_any_more() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup"]);
    sandbox.remove("api/.claude/agents");
    sandbox.remove("central/profiles/api/skills");
    assert_eq!(found(&sandbox, "api", &[]), "api");
}

#[test]
fn goes_through_a_link_of_a_single_skill() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/own/SKILL.md", "");
    sandbox.link(sandbox.path("central/profiles/api/skills/develop"), "api/.claude/skills/develop");
    assert_eq!(found(&sandbox, "api", &[]), "api");
}

#[test]
fn takes_the_recorded_place_last() {
    let sandbox = Sandbox::with_projects(&["api"]);
    central(&sandbox, "recorded");
    central(&sandbox, "around");
    sandbox.skreg_in("", &["init", "recorded"]);
    sandbox.skreg(&["setup"]);
    assert_eq!(found(&sandbox, "", &[]), "in-recorded");
    assert_eq!(found(&sandbox, "api", &[]), "api", "links go before the record");
    assert_eq!(found(&sandbox, "around", &[]), "in-around", "upwards goes before the record");
}

#[test]
fn a_recorded_place_that_is_gone_matters_only_where_it_is_needed() {
    let sandbox = Sandbox::new();
    central(&sandbox, "recorded");
    central(&sandbox, "one");
    sandbox.skreg_in("", &["init", "recorded"]);
    sandbox.remove("recorded");
    assert_snapshot!(sandbox.skreg_in("", &["list"]), @"
    --- stderr
    error: the recorded central repository `[ROOT]/home/code/recorded` is not there
    hint: run `skreg init <folder>` with the place where it is now
    --- exit 2
    ");
    assert_eq!(found(&sandbox, "one", &[]), "in-one");
}

#[test]
fn a_recorded_registry_that_lost_its_version_is_told_to_have() {
    let sandbox = Sandbox::new();
    central(&sandbox, "recorded");
    sandbox.skreg_in("", &["init", "recorded"]);
    sandbox.write("recorded/registry.json", "{\"verison\": 1, \"projects\": {}}\n");
    assert_snapshot!(sandbox.skreg_in("", &["list"]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/recorded` has problems, and nothing is done while it has
      registry.json:1:1: `version` is missing
      registry.json:1:2 (/verison): unknown field `verison`
        hint: did you mean `version`?
    --- exit 2
    ");
}

#[test]
fn a_broken_user_configuration_is_told_with_its_place() {
    let sandbox = Sandbox::new();
    sandbox.write("~/.config/skreg/config.json", "{\n  \"centrall\": \"/x\",\n  \"skills\": {\"develop\": 1}\n}\n");
    assert_snapshot!(sandbox.skreg_in("", &["list"]), @"
    --- stderr
    error: your configuration of skreg has problems
      ~/.config/skreg/config.json:2:3 (/centrall): unknown field `centrall`
        hint: did you mean `central`?
      ~/.config/skreg/config.json:3:25 (/skills/develop): a number stands where an object belongs
    --- exit 2
    ");
    sandbox.write("~/.config/skreg/config.json", "{,}");
    assert_snapshot!(sandbox.skreg_in("", &["list"]), @"
    --- stderr
    error: your configuration of skreg has problems
      ~/.config/skreg/config.json:1:2: unexpected token in object
    --- exit 2
    ");
}

#[test]
fn a_link_that_came_with_a_repository_chooses_no_registry() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/inner/central/registry.json", r#"{"version": 1, "projects": {}}"#);
    sandbox.write("api/inner/central/profiles/p/skills/x/SKILL.md", "theirs");
    sandbox.link("../inner/central/profiles/p/skills", "api/.claude/skills");
    sandbox.skreg(&["init", "."]);
    assert_snapshot!(sandbox.skreg_in("api", &["status"]), @"
    api      drift  ~/code/api
        missing .claude/agents
          expected -> ~/code/central/profiles/api/agents
        foreign .claude/skills -> ../inner/central/profiles/p/skills
          expected -> ~/code/central/profiles/api/skills
          `skreg setup` leaves it alone: it is a link to `../inner/central/profiles/p/skills`, which is not ours
          hint: take it away, or run again with `--force`, which moves it to the backups
    central  ok     ~/code/central
    next: run `skreg setup` to repair the links
    --- exit 1
    ");
}

#[test]
fn a_link_that_came_with_a_repository_hides_none_of_ours() {
    let sandbox = Sandbox::with_projects(&["api"]);
    central(&sandbox, "api/examples");
    sandbox.link("../../examples/profiles/all/skills/develop", "api/.claude/skills/a-link-of-its-own");
    sandbox.commit_all("api");
    sandbox.skreg(&["setup"]);
    sandbox.remove("api/.claude/agents");
    assert_eq!(found(&sandbox, "api", &[]), "api");
}

#[test]
fn goes_through_the_links_of_other_programs() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.link(sandbox.path("central/profiles/api/skills"), "api/.agents/skills");
    assert_eq!(found(&sandbox, "api", &[]), "api");
    sandbox.remove("api/.agents/skills");
    sandbox.link(sandbox.path("central/profiles/api/skills/develop"), "api/.agents/skills/develop");
    assert_eq!(found(&sandbox, "api", &[]), "api");
}
