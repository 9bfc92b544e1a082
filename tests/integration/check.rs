//! `skreg check`.

use std::fmt::Write as _;
use std::time::Instant;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// A project whose profile has one skill in order and one of each kind that is not.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    let write = |path: &str, text: &str| sandbox.write(&format!("central/profiles/api/{path}"), text);
    write(
        "skills/broken/SKILL.md",
        "---\nname: broken\ndescription: \"Fast\" and good\nallowed-tools: Read\n---\n\nText.\n",
    );
    write("skills/group/inner/SKILL.md", "---\nname: inner\ndescription: Too deep\n---\n");
    write("skills/lower/skill.md", "---\nname: lower\ndescription: Wrong case\n---\n");
    write("skills/flat.md", "---\nname: flat\ndescription: A file\n---\n");
    write("agents/README.md", "# Our agents\n");
    write("agents/team/lead.md", "---\nname: reviewer\ndescription: Comes later\ntools:\n---\n");
    sandbox
}

/// One line per file of the first project: what it is, how it loads, and the codes of what is said.
fn lines(answer: &Value) -> String {
    let mut text = String::new();
    let project = &answer["projects"][0];
    let files = project["skills"].as_array().unwrap().iter().chain(project["agents"].as_array().unwrap());
    for file in files {
        let name = file["file"].as_str().or(file["name"].as_str()).unwrap();
        let codes: Vec<_> =
            file["problems"].as_array().unwrap().iter().map(|problem| problem["code"].as_str().unwrap()).collect();
        writeln!(text, "{}", format!("{name}  {}  {}", file["loads"].as_str().unwrap(), codes.join(" ")).trim_end())
            .unwrap();
    }
    text
}

#[test]
fn tells_what_the_client_will_make_of_a_project() {
    let sandbox = sandbox();
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    api
      skill broken  degraded
        ~/code/api/.claude/skills/broken/SKILL.md:3:21: error[front_matter_broken] the front matter does not parse, lost: `name`, `description`, `allowed-tools`: text follows the quote that ends the value
          hint: put the value in single quotes, and write `''` for a quote in it
      skill flat  not_discovered
        ~/code/api/.claude/skills/flat.md: error[flat_file] the client does not look at files here, but for `SKILL.md` in folders
          hint: move it to `flat/SKILL.md`
      skill group/inner  not_discovered
        ~/code/api/.claude/skills/group/inner/SKILL.md: error[too_deep] the client looks one folder deep, and this skill stands deeper
          hint: move it out of `group`, next to the other skills
      skill lower  not_discovered
        ~/code/api/.claude/skills/lower/skill.md: error[wrong_case] the client looks for `SKILL.md`, and this is `skill.md`
          hint: rename it to `SKILL.md`: that it works where capitals do not count is chance
      agent README.md  dropped
        ~/code/api/.claude/agents/README.md: error[agent_without_front_matter] every `.md` file below `agents` is read as an agent, and this one has no front matter: it is left out
          hint: move it out of `agents`
      agent reviewer.md  hidden
        ~/code/api/.claude/agents/reviewer.md: error[hidden_by_twin] `~/code/api/.claude/agents/team/lead.md` has the same name, comes later by its path, and counts
          hint: give each its own `name`
      agent team/lead.md  ok
        ~/code/api/.claude/agents/team/lead.md:4:1: warning[tools_empty] `tools` is empty: the agent has all tools
          hint: name the tools, or take the line out
    5 skills and 3 agents as Claude Code 2.1.332 reads them: 6 errors, 1 warning
    --- exit 1
    ");
    let (code, answer) = sandbox.json(&["check", "api"]);
    assert_eq!(code, Some(1));
    assert_snapshot!(lines(&answer), @"
    broken  degraded  front_matter_broken
    develop  ok
    flat  not_discovered  flat_file
    group/inner  not_discovered  too_deep
    lower  not_discovered  wrong_case
    README.md  dropped  agent_without_front_matter
    reviewer.md  hidden  hidden_by_twin
    team/lead.md  ok  tools_empty
    ");
}

#[test]
fn says_that_all_is_in_order() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg(&["check", "--strict"]), @"
    2 skills and 2 agents as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
}

#[test]
fn answers_in_json() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox
        .write("central/profiles/api/skills/develop/SKILL.md", "---\nname: develop\ndescription: Use it: often\n---\n");
    let (code, mut answer) = sandbox.json(&["check"]);
    assert_eq!(code, Some(0));
    // What fills the context window has tests of its own.
    for name in ["budget", "weights"] {
        assert!(answer["projects"][0].as_object_mut().unwrap().remove(name).is_some_and(|list| list[0].is_object()));
    }
    let path = "~/code/central/profiles/api";
    assert_eq!(
        answer,
        json!({
            "schema": 1, "ok": true, "client": "2.1.332",
            "projects": [{
                "project": "api",
                "folders": ["[ROOT]/home/code/central/profiles/api"],
                "skills": [{
                    "name": "develop", "path": format!("{path}/skills/develop/SKILL.md"), "loads": "ok",
                    "model_sees": true, "slash": true, "listed_at_start": true, "description": "Use it: often",
                    "problems": [{
                        "code": "mended", "severity": "warning", "path": format!("{path}/skills/develop/SKILL.md"),
                        "line": 3, "column": 14,
                        "message": "the value of `description` is no YAML as it stands; this client puts it in quotes, \
                                    others lose every field",
                        "hint": "put the value in single quotes, and write `''` for a quote in it"
                    }]
                }],
                "agents": [{
                    "file": "reviewer.md", "path": format!("{path}/agents/reviewer.md"), "name": "reviewer",
                    "loads": "ok", "tools": "All tools", "problems": []
                }],
                "settings": [], "session_start": [], "problems": [{
                    "code": "not_linked", "severity": "info", "path": "~/code/api", "line": null, "column": null,
                    "message": "not linked here, and the client sees none of it until then: `develop`, `reviewer.md`",
                    "hint": "run `skreg setup api`"
                }]
            }],
            "user": {"settings": [], "problems": []},
            "central": {"problems": []},
            "summary": {"skills": 1, "agents": 1, "settings": 0, "errors": 0, "warnings": 1}
        })
    );
    assert_eq!(sandbox.json(&["check", "--strict"]).0, Some(1), "warnings count where that is asked for");
}

#[test]
fn a_folder_needs_no_registry() {
    let sandbox = Sandbox::new();
    sandbox.write("kit/skills/one/SKILL.md", "---\nname: one\ndescription: One\n---\n");
    sandbox.write("kit/agents/two.md", "---\nname: two\n---\n");
    assert_snapshot!(sandbox.skreg_in("", &["check", "kit"]), @"
      agent two.md  dropped
        kit/agents/two.md:1:1: error[agent_description] an agent without a `description` is left out
          hint: say when to use it, as text in quotes
    1 skill and 1 agent as Claude Code 2.1.332 reads them: 1 error, 0 warnings
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg_in("kit", &["check", "skills"]), @"
    1 skill and 0 agents as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg_in("kit", &["check", "./skills/one/SKILL.md"]), @"
    1 skill and 0 agents as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
    assert_snapshot!(sandbox.skreg_in("kit", &["check", "."]), @"
      agent two.md  dropped
        agents/two.md:1:1: error[agent_description] an agent without a `description` is left out
          hint: say when to use it, as text in quotes
    1 skill and 1 agent as Claude Code 2.1.332 reads them: 1 error, 0 warnings
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg_in("", &["check", "kit/skills/nowhere"]), @"
    --- stderr
    error: `kit/skills/nowhere` is not there
    hint: name a folder that holds `skills` or `agents`
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg_in("", &["check", "./"]), @"
    --- stderr
    error: `./` holds neither skills nor agents
    hint: name a folder that holds `skills` or `agents`
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg_in("", &["check", "./kit", "./other"]), @"
    --- stderr
    error: `./kit` is a path, and a path is checked alone
    hint: run `skreg check ./kit`
    --- exit 2
    ");
}

#[test]
fn what_the_client_does_not_look_at_is_told() {
    let sandbox = Sandbox::new();
    let skill = "---\ndescription: Text\nname: ";
    for folder in ["good", "x.backup-2026", ".hidden", "twice"] {
        sandbox.write(&format!("kit/skills/{folder}/SKILL.md"), format!("{skill}{folder}\n---\n"));
    }
    sandbox.write("kit/skills/good/SKILL.es.md", "---\n");
    sandbox.write("kit/skills/spanish/SKILL.es.md", "---\n");
    sandbox.write("kit/skills/README.md", "# Skills\n");
    sandbox.write("kit/skills/notes/text.txt", "");
    sandbox.write("kit/skills/deep/er/still/SKILL.md", "---\n");
    std::fs::create_dir_all(sandbox.path("kit/skills/module")).unwrap();
    std::fs::create_dir_all(sandbox.path("kit/skills/folder/SKILL.md")).unwrap();
    sandbox.link("nowhere", "kit/skills/gone");
    sandbox.link("loop", "kit/skills/loop");
    sandbox.link("good", "kit/skills/again");
    sandbox.link("../twice/SKILL.md", "kit/skills/linked/SKILL.md");
    sandbox.link("../nowhere.md", "kit/skills/lost/SKILL.md");
    sandbox.write("kit/agents/a.md", "---\nname: same\ndescription: First\n---\n");
    sandbox.write("kit/agents/b/c.md", "---\nname: same\ndescription: Later\n---\n");
    sandbox.write("kit/agents/d.MD", "---\nname: d\ndescription: D\n---\n");
    sandbox.write("kit/agents/e.md.bak", "---\nname: e\ndescription: E\n---\n");
    sandbox.link("nowhere.md", "kit/agents/gone.md");
    let before = sandbox.tree("kit");
    let ran = sandbox.run(sandbox.command("", &["check", "kit", "--json"]), "");
    let answer = serde_json::from_str(&ran.stdout).unwrap();
    assert_snapshot!(lines(&answer), @"
    .hidden  ok  spec_name backup_loaded
    again  ok  spec_name_differs translation_not_read
    deep/er/still  not_discovered  too_deep
    folder  not_discovered  no_skill_file
    gone  not_discovered  broken_link
    good  hidden  same_file translation_not_read
    linked  ok  spec_name_differs linked_file
    loop  not_discovered  broken_link
    lost  not_discovered  broken_link
    module  not_discovered  empty_folder
    notes  not_discovered  no_skill_file
    spanish  not_discovered  no_skill_file
    twice  hidden  same_file
    x.backup-2026  ok  spec_name backup_loaded
    a.md  hidden  hidden_by_twin
    b/c.md  ok
    d.MD  not_discovered  wrong_extension
    gone.md  not_discovered  broken_link
    ");
    assert_eq!(sandbox.tree("kit"), before);
}

#[test]
fn a_skill_of_the_user_stands_before_one_of_a_project() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("~/.claude/skills/develop/SKILL.md", "---\nname: develop\ndescription: Mine\n---\n");
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    api
      skill develop  hidden
        ~/code/central/profiles/api/skills/develop/SKILL.md: error[hidden_by_user] the skill `develop` of the user, `~/.claude/skills/develop/SKILL.md`, stands before it
          hint: rename one of the two
        ~/code/api: note[not_linked] not linked here, and the client sees none of it until then: `reviewer.md`
          hint: run `skreg setup api`
    1 skill and 1 agent as Claude Code 2.1.332 reads them: 1 error, 0 warnings
    --- exit 1
    ");
}

#[test]
fn what_the_repository_has_of_its_own_is_checked_too() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/own/SKILL.md", "no fields\n");
    sandbox.commit_all("api");
    sandbox.skreg(&["setup"]);
    let (_, answer) = sandbox.json(&["check"]);
    assert_snapshot!(lines(&answer), @"
    develop  ok
    own  ok  spec_front_matter_missing
    reviewer.md  ok
    ");
}

#[test]
fn an_absent_repository_is_checked_by_its_profile() {
    let sandbox = sandbox();
    sandbox.remove("api");
    let (code, answer) = sandbox.json(&["check"]);
    assert_eq!(code, Some(1));
    assert_eq!(answer["projects"][0]["folders"], json!(["[ROOT]/home/code/central/profiles/api"]));
    assert_eq!(answer["projects"][0]["skills"].as_array().unwrap().len(), 5);
}

#[test]
fn the_central_repository_has_problems_of_its_own() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skill("shared", "review");
    sandbox.skill("unused", "develop");
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    api
        ~/code/api: note[not_linked] not linked here, and the client sees none of it until then: `develop`, `reviewer.md`
          hint: run `skreg setup api`
    central
        ~/code/central/profiles/api/skills/review: note[include_missing] the profile `api` does not include this from `shared`
          hint: make a link to `../../shared/skills/review`, if it is wanted there
        ~/code/central/profiles/unused: warning[profile_unused] no project uses the profile `unused`
          hint: name it in a project, or take it away
    1 skill and 1 agent as Claude Code 2.1.332 reads them: 0 errors, 1 warning
    --- exit 0
    ");
    let projects = json!({"api": {"repo": "api", "profile": "api"}});
    let global = json!({"skills": {"gone": "gone-skill", "odd": "odd-skill"}});
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": projects, "global": global}));
    sandbox.write("central/gone-skill/notes.md", "");
    sandbox.write("central/odd-skill/SKILL.md", "---\nname: odd\ndescription: 'It's'\n---\n");
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    api
        ~/code/api: note[not_linked] not linked here, and the client sees none of it until then: `develop`, `reviewer.md`
          hint: run `skreg setup api`
    central
        ~/code/central/gone-skill/SKILL.md: error[no_skill_file] the global skill `gone` has no `SKILL.md`
          hint: make it, or take the skill out of `global` in the registry
        ~/code/central/odd-skill/SKILL.md:3:18: error[front_matter_broken] the front matter does not parse, lost: `name`, `description`: text follows the quote that ends the value
          hint: put the value in single quotes, and write `''` for a quote in it
        ~/code/central/profiles/api/skills/review: note[include_missing] the profile `api` does not include this from `shared`
          hint: make a link to `../../shared/skills/review`, if it is wanted there
        ~/code/central/profiles/unused: warning[profile_unused] no project uses the profile `unused`
          hint: name it in a project, or take it away
    1 skill and 1 agent as Claude Code 2.1.332 reads them: 2 errors, 1 warning
    --- exit 1
    ");
    assert_snapshot!(sandbox.skreg(&["check", "apo"]), @"
    --- stderr
    error: `[ROOT]/home/code/central/registry.json` has no project `apo`
    hint: did you mean `api`?
    --- exit 2
    ");
}

#[test]
fn a_thousand_skills_take_no_time() {
    let sandbox = Sandbox::new();
    for at in 0..1000 {
        let text = format!(
            "---\nname: skill-{at}\ndescription: Use it: {}\nmetadata:\n  a: [b, c]\n---\n\nText.\n",
            "word ".repeat(100)
        );
        sandbox.write(&format!("kit/skills/skill-{at}/SKILL.md"), text);
    }
    let begun = Instant::now();
    let said = sandbox.skreg_in("", &["check", "kit"]);
    let took = begun.elapsed();
    assert!(said.contains("1000 skills and 0 agents"), "{said}");
    assert!(took.as_secs() < 5, "without optimisation, on a busy machine: {took:?}");
}
