//! `skreg check` on folders that hold what nobody would put there: one bad file is told of, and the others are checked.

use std::time::Instant;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

const GOOD: &str = "---\nname: good\ndescription: Good\n---\n";

fn fifo(sandbox: &Sandbox, path: &str) {
    let path = sandbox.path(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

/// Every finding of the first project and of the central repository: code and path.
fn told(answer: &Value) -> Vec<String> {
    let project = &answer["projects"][0];
    let files = ["skills", "agents", "settings"].iter().flat_map(|kind| project[kind].as_array().unwrap());
    let inner = files.flat_map(|file| file["problems"].as_array().unwrap());
    let all =
        inner.chain(project["problems"].as_array().unwrap()).chain(answer["central"]["problems"].as_array().unwrap());
    let all = all.chain(answer["user"]["problems"].as_array().unwrap());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    all.map(|problem| format!("{} {}", text(&problem["code"]), text(&problem["path"]))).collect()
}

#[test]
fn pipes_and_devices_are_no_files() {
    let sandbox = Sandbox::new();
    sandbox.write("q/.claude/skills/good/SKILL.md", GOOD);
    sandbox.link("/dev/zero", "q/.claude/skills/z/SKILL.md");
    for path in ["skills/f/SKILL.md", "agents/x.md", "settings.json"] {
        fifo(&sandbox, &format!("q/.claude/{path}"));
    }
    fifo(&sandbox, "q/CLAUDE.md");
    assert_snapshot!(sandbox.skreg_in("", &["check", "./q"]), @"
      skill f  dropped
        q/.claude/skills/f/SKILL.md: error[no_regular_file] it is no regular file
          hint: make it a file, or take it away
      skill z  dropped
        q/.claude/skills/z/SKILL.md: error[no_regular_file] it is no regular file
          hint: make it a file, or take it away
      agent x.md  dropped
        q/.claude/agents/x.md: error[no_regular_file] it is no regular file
          hint: make it a file, or take it away
      settings q/.claude/settings.json  out of force
        q/.claude/settings.json: error[no_regular_file] it is no regular file
          hint: make it a file, or take it away
        q/CLAUDE.md: error[no_regular_file] it is no regular file
          hint: make it a file, or take it away
    3 skills, 1 agent and 1 settings file as Claude Code 2.1.332 reads them: 5 errors, 0 warnings
    --- exit 1
    ");
}

#[test]
fn a_pipe_in_the_central_repository_is_told_of() {
    let sandbox = Sandbox::with_projects(&["api"]);
    let projects = json!({"api": {"repo": "api", "profile": "api"}});
    let global = json!({"skills": {"odd": "odd-skill"}});
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": projects, "global": global}));
    fifo(&sandbox, "central/odd-skill/SKILL.md");
    fifo(&sandbox, "central/profiles/shared/agents/pr-reviewer.md");
    fifo(&sandbox, "~/.claude/CLAUDE.md");
    sandbox.skreg(&["setup"]);
    let (code, answer) = sandbox.json(&["check"]);
    assert_eq!(code, Some(1));
    assert_snapshot!(told(&answer).join("\n"), @"
    no_regular_file ~/code/central/odd-skill/SKILL.md
    include_missing ~/code/central/profiles/api/agents/pr-reviewer.md
    central_unreadable ~/code/central
    no_regular_file ~/.claude/CLAUDE.md
    ");
    fifo(&sandbox, "central/registry.local.json");
    assert_snapshot!(sandbox.skreg(&["list"]), @"
    --- stderr
    error: cannot read `[ROOT]/home/code/central/registry.local.json`
      it is no regular file
    --- exit 2
    ");
}

#[test]
fn links_that_lead_nowhere_stop_nothing() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("central/profiles/api/skills/good/SKILL.md", GOOD);
    sandbox.link("loop", "central/profiles/api/skills/good/loop");
    sandbox.link("l.md", "central/profiles/api/agents/l.md");
    sandbox.link("nowhere.md", "central/profiles/api/agents/team/gone.md");
    sandbox.skreg(&["setup"]);
    let (code, answer) = sandbox.json(&["check"]);
    assert_eq!(
        (code, told(&answer).join("\n")),
        (
            Some(1),
            ["broken_link ~/code/api/.claude/agents/l.md", "broken_link ~/code/api/.claude/agents/team/gone.md",]
                .join("\n")
        )
    );
    let (code, answer) = sandbox.json(&["list"]);
    assert_eq!(code, Some(0));
    assert_eq!(answer["projects"][0]["agents"], json!([{"name": "reviewer", "from": "profile"}]));
}

#[test]
fn a_file_that_may_not_be_read_stops_nothing() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("central/profiles/api/skills/good/SKILL.md", GOOD);
    sandbox.write("central/profiles/api/skills/shut/SKILL.md", GOOD);
    sandbox.write("central/profiles/api/skills/folder/SKILL.md", GOOD);
    sandbox.write("central/profiles/api/agents/shut.md", GOOD);
    sandbox.write("~/.claude/settings.json", "{}");
    for path in ["skills/shut/SKILL.md", "skills/folder", "agents/shut.md"] {
        sandbox.mode(&format!("central/profiles/api/{path}"), 0);
    }
    sandbox.mode("~/.claude/settings.json", 0);
    assert_snapshot!(sandbox.skreg_as_user(&["check"]), @"
    api
      skill folder  not_discovered
        ~/code/central/profiles/api/skills/folder: error[unreadable] it cannot be read: Permission denied (os error 13)
          hint: make it readable, or take it away
      skill shut  dropped
        ~/code/central/profiles/api/skills/shut/SKILL.md: error[unreadable] it cannot be read: Permission denied (os error 13)
          hint: make it readable, or take it away
      agent shut.md  dropped
        ~/code/central/profiles/api/agents/shut.md: error[unreadable] it cannot be read: Permission denied (os error 13)
          hint: make it readable, or take it away
        ~/code/api: note[not_linked] not linked here, and the client sees none of it until then: `develop`, `good`, `reviewer.md`
          hint: run `skreg setup api`
    user
      settings ~/.claude/settings.json  out of force
        ~/.claude/settings.json: error[unreadable] it cannot be read: Permission denied (os error 13)
          hint: make it readable, or take it away
    4 skills, 2 agents and 1 settings file as Claude Code 2.1.332 reads them: 4 errors, 0 warnings
    --- exit 1
    ");
    sandbox.mode("central/profiles/api/skills/folder", 0o755);
}

#[test]
fn folders_and_settings_that_are_broken_links_are_told() {
    let sandbox = Sandbox::new();
    sandbox.link("/nowhere", "q/.claude/skills");
    sandbox.link("agents", "q/.claude/agents");
    sandbox.link("nowhere.json", "q/.claude/settings.json");
    std::fs::create_dir_all(sandbox.path("q/.claude/settings.local.json")).unwrap();
    sandbox.link("CLAUDE.md", "q/CLAUDE.md");
    assert_snapshot!(sandbox.skreg_in("", &["check", "./q"]), @"
      settings q/.claude/settings.json  out of force
        q/.claude/settings.json: error[broken_link] it is a link that leads to nothing
          hint: make the link anew, or take it away
      settings q/.claude/settings.local.json  out of force
        q/.claude/settings.local.json: error[settings_not_a_file] it is a folder, and the client looks for a file here
          hint: make it a file, or take it away
        q/.claude/skills: error[broken_link] it is a link that leads to nothing
          hint: make the link anew, or take it away
        q/.claude/agents: error[broken_link] it is a link that leads to nothing
          hint: make the link anew, or take it away
        q/CLAUDE.md: error[broken_link] it is a link that leads to nothing
          hint: make the link anew, or take it away
    0 skills, 0 agents and 2 settings files as Claude Code 2.1.332 reads them: 5 errors, 0 warnings
    --- exit 1
    ");
    sandbox.write("r/.claude/skills", "a file");
    assert_snapshot!(sandbox.skreg_in("", &["check", "./r"]), @"
        r/.claude/skills: error[not_a_folder] the client looks for a folder here
          hint: make it a folder, or take it away
    0 skills and 0 agents as Claude Code 2.1.332 reads them: 1 error, 0 warnings
    --- exit 1
    ");
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.link(".claude", "api/.claude");
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    api
        ~/code/api/.claude: error[broken_link] it is a link that leads to nothing
          hint: make the link anew, or take it away
        ~/code/api: note[not_linked] not linked here, and the client sees none of it until then: `develop`, `reviewer.md`
          hint: run `skreg setup api`
    1 skill and 1 agent as Claude Code 2.1.332 reads them: 1 error, 0 warnings
    --- exit 1
    ");
}

#[test]
fn a_name_that_is_not_utf8_is_no_broken_link() {
    use std::os::unix::ffi::OsStrExt as _;
    let sandbox = Sandbox::new();
    sandbox.write("q/skills/good/SKILL.md", GOOD);
    let name = std::ffi::OsStr::from_bytes(b"inv\xff");
    std::fs::create_dir_all(sandbox.path("q/skills").join(name)).unwrap();
    std::fs::write(sandbox.path("q/skills").join(name).join("SKILL.md"), GOOD).unwrap();
    std::fs::create_dir_all(sandbox.path("q/agents")).unwrap();
    let name = std::ffi::OsStr::from_bytes(b"inv\xff.md");
    std::fs::write(sandbox.path("q/agents").join(name), GOOD).unwrap();
    assert_snapshot!(sandbox.skreg_in("", &["check", "./q"]), @"
      skill inv�  not_discovered
        q/skills/inv�: error[name_not_utf8] its name is not UTF-8, and the client does not find it
          hint: rename it
      agent inv�.md  not_discovered
        q/agents/inv�.md: error[name_not_utf8] its name is not UTF-8, and the client does not find it
          hint: rename it
    2 skills and 1 agent as Claude Code 2.1.332 reads them: 2 errors, 0 warnings
    --- exit 1
    ");
}

#[test]
fn what_hides_the_profile_s_and_git_does_not_track_is_an_error() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("api/.claude/skills/kept/SKILL.md", GOOD);
    sandbox.commit_all("api");
    sandbox.write("api/.claude/skills/develop/SKILL.md", "---\nname: develop\ndescription: Nobody else has it\n---\n");
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    api
      skill kept  ok
        ~/code/api/.claude/skills/kept/SKILL.md:2:7: warning[spec_name_differs] the name `good` is not that of the folder `kept`, which the client calls it by
          hint: write `name: kept`, or rename the folder
      skill develop  hidden
        ~/code/central/profiles/api/skills/develop/SKILL.md: error[hidden_by_repository] `~/code/api/.claude/skills/develop/SKILL.md` stands where it would be linked, and counts
          hint: rename one of the two
        ~/code/api: note[not_linked] not linked here, and the client sees none of it until then: `reviewer.md`
          hint: run `skreg setup api`
    3 skills and 1 agent as Claude Code 2.1.332 reads them: 1 error, 1 warning
    --- exit 1
    ");
}

#[test]
fn a_repository_that_is_absent_is_told_of() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.remove("api");
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    api
        ~/code/api: note[absent] the repository is not on this machine, so only the profile was checked
          hint: run `skreg status api`, which says how to get it
    1 skill and 1 agent as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
}

#[test]
fn what_the_repository_has_itself_hides_the_profile_s() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox
        .write("api/.claude/skills/develop/SKILL.md", "---\nname: develop\ndescription: The repository's own\n---\n");
    sandbox.write("api/.claude/agents/reviewer.md", "---\nname: reviewer\ndescription: The repository's own\n---\n");
    sandbox.commit_all("api");
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    api
      skill develop  hidden
        ~/code/central/profiles/api/skills/develop/SKILL.md: note[hidden_by_repository] `~/code/api/.claude/skills/develop/SKILL.md` stands where it would be linked, and counts
          hint: git tracks it, so everybody in that repository has it; rename one of the two to have both
      agent reviewer.md  hidden
        ~/code/central/profiles/api/agents/reviewer.md: note[hidden_by_repository] `~/code/api/.claude/agents/reviewer.md` stands where it would be linked, and counts
          hint: git tracks it, so everybody in that repository has it; rename one of the two to have both
    2 skills and 2 agents as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
    let (_, answer) = sandbox.json(&["check"]);
    let loads = |kind: &str| -> Vec<Value> {
        answer["projects"][0][kind].as_array().unwrap().iter().map(|file| file["loads"].clone()).collect()
    };
    assert_eq!(
        (loads("skills"), loads("agents")),
        (vec![json!("ok"), json!("hidden")], vec![json!("ok"), json!("hidden")])
    );
    let weights = answer["projects"][0]["weights"].as_array().unwrap();
    let weighed: Vec<_> = weights.iter().map(|weight| weight["name"].as_str().unwrap()).collect();
    assert_eq!(weighed, ["reviewer.md", "develop"]);
}

#[test]
fn what_is_not_linked_is_said_to_be_unseen() {
    let sandbox = Sandbox::with_projects(&["api"]);
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    api
        ~/code/api: note[not_linked] not linked here, and the client sees none of it until then: `develop`, `reviewer.md`
          hint: run `skreg setup api`
    1 skill and 1 agent as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
    sandbox.skreg(&["setup"]);
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    1 skill and 1 agent as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
    sandbox.skreg(&["restore", "api"]);
    assert_snapshot!(sandbox.skreg(&["check"]), @"
    api
        ~/code/api: note[not_linked] not linked here, and the client sees none of it until then: `develop`, `reviewer.md`
    1 skill and 1 agent as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    ");
}

#[test]
fn links_out_of_a_skill_are_not_followed() {
    let sandbox = Sandbox::new();
    sandbox.write("q/skills/good/SKILL.md", GOOD);
    sandbox.write("q/skills/good/own/notes.txt", "12345");
    sandbox.link("own", "q/skills/good/again");
    sandbox.link("/usr", "q/skills/good/u");
    let begun = Instant::now();
    assert_snapshot!(sandbox.skreg_in("", &["check", "./q"]), @"
        q/skills/good/u: warning[link_leads_out] it is a link to the folder `/usr`, which does not come with the skill
          hint: move into the skill what it needs of it
    1 skill and 0 agents as Claude Code 2.1.332 reads them: 0 errors, 1 warning
    --- exit 0
    ");
    assert!(begun.elapsed().as_secs() < 2);
    let ran = sandbox.run(sandbox.command("", &["check", "./q", "--json"]), "");
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answer["projects"][0]["weights"][0]["folder_bytes"], GOOD.len() + 5);
}

#[test]
fn a_central_repository_is_checked_as_one_by_its_path() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.write("central/dispatch-skill/SKILL.md", "---\nname: dispatch\ndescription: Dispatch\n---\n");
    sandbox.skill("unused", "develop");
    sandbox.skreg(&["setup"]);
    let by_path = sandbox.skreg(&["check", "."]);
    assert_eq!(by_path, sandbox.skreg(&["check"]));
    assert_eq!(by_path, sandbox.skreg_in("api", &["check", "../central"]));
    assert_snapshot!(by_path, @"
    central
        ~/code/central/profiles/unused: warning[profile_unused] no project uses the profile `unused`
          hint: name it in a project, or take it away
        ~/code/central/dispatch-skill/SKILL.md: note[bundled_edited] it differs from what this skreg brings
          hint: `skreg init --refresh --dry-run` shows how
    1 skill and 1 agent as Claude Code 2.1.332 reads them: 0 errors, 1 warning
    --- exit 0
    ");
}

#[test]
fn a_path_needs_no_home() {
    let sandbox = Sandbox::new();
    sandbox.write("q/skills/good/SKILL.md", GOOD);
    for arguments in [&["check", "./q"][..], &["check", "q"]] {
        let mut command = sandbox.command("", arguments);
        command.env_remove("HOME");
        let ran = sandbox.run(command, "").to_string();
        assert!(ran.contains("all in order\n--- exit 0"), "{ran}");
    }
    let mut command = sandbox.command("", &["check"]);
    command.env_remove("HOME");
    assert!(sandbox.run(command, "").to_string().contains("`HOME` is not set"));
}

#[test]
fn long_front_matter_takes_no_time() {
    let sandbox = Sandbox::new();
    let keys: String = (0..32_000).map(|at| format!("key{at}: v\n")).collect();
    sandbox.write("q/skills/good/SKILL.md", GOOD.replace("description", &format!("{keys}description")));
    let begun = Instant::now();
    let said = sandbox.skreg_in("", &["check", "./q"]);
    let took = begun.elapsed();
    assert!(said.ends_with("0 errors, 0 warnings\n--- exit 0") || said.contains("all in order"), "{}", said.len());
    assert!(took.as_secs() < 20, "without optimisation, on a busy machine: {took:?}");
}
