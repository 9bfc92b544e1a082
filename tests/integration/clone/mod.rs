//! `skreg setup --clone`.

mod interrupted;
mod place;
mod secret;
mod terminal;

use std::fs;
use std::path::Path;
use std::process::Command;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// `api` is not here and has a remote, `web` is here.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.git("", &["clone", "-q", "--bare", "api", "../origin/api.git"]);
    sandbox.remove("api");
    let remote = format!("file://{}", sandbox.path("~/origin/api.git").display());
    register(&sandbox, &json!({"api": {"remote": remote}, "web": {}}));
    sandbox
}

/// Registers these projects; what they do not say is as [`Sandbox::with_projects`] has it.
fn register(sandbox: &Sandbox, projects: &Value) {
    let projects: serde_json::Map<String, Value> = projects
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, said)| {
            let mut project = json!({"repo": name, "profile": if name == "web" { "web" } else { "api" }});
            project.as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
            (name.clone(), project)
        })
        .collect();
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": projects}));
}

/// A `git` of the test, before the real one on `PATH`. `$place` is where it is to clone to.
fn stand_in(sandbox: &Sandbox, script: &str) {
    sandbox.write("~/bin/git", format!("#!/bin/bash\n[ \"$1\" = --version ] && exit\nplace=${{@: -1}}\n{script}\n"));
    sandbox.mode("~/bin/git", 0o755);
}

fn command(sandbox: &Sandbox, arguments: &[&str]) -> Command {
    let mut command = sandbox.command("central", &[&["setup", "--clone"], arguments].concat());
    command
        .env("TERM", "xterm")
        .env("PATH", format!("{}:{}", sandbox.path("~/bin").display(), std::env::var("PATH").unwrap()));
    command
}

fn clone(sandbox: &Sandbox, arguments: &[&str]) -> String {
    sandbox.run(command(sandbox, arguments), "").to_string()
}

fn names(sandbox: &Sandbox, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(sandbox.path(folder)).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_is_missing_is_cloned_and_linked() {
    let sandbox = sandbox();
    assert_snapshot!(clone(&sandbox, &[]), @"
    api  ~/code/api
      cloned   from file://[ROOT]/home/origin/api.git
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    web  ~/code/web
      linked   .claude/agents -> ~/code/central/profiles/web/agents
      linked   .claude/skills -> ~/code/central/profiles/web/skills
    1 cloned, 4 linked
    next: start a new Claude Code session to see new skills; `skreg status` verifies the links
    --- stderr
    cloned `api` from file://[ROOT]/home/origin/api.git
    --- exit 0
    ");
    assert_eq!(names(&sandbox, ""), ["api", "central", "web"]);
    assert_eq!(sandbox.git("api", &["log", "--format=%s"]), "a commit\n");
    assert_eq!(sandbox.git_status("api"), "");
    let before = sandbox.tree("~");
    assert_snapshot!(clone(&sandbox, &[]), @"
    api  ~/code/api  2 kept
    web  ~/code/web  2 kept
    nothing to do: 4 kept
    --- exit 0
    ");
    assert!(sandbox.tree("~") == before);
}

#[test]
fn programs_are_told_what_was_cloned() {
    let sandbox = sandbox();
    let told = |arguments: &[&str]| {
        let ran = sandbox.run(command(&sandbox, &[arguments, &["--json"]].concat()), "");
        let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
        (ran.code, answer)
    };
    let clone = |action: &str| json!({"from": "file://[ROOT]/home/origin/api.git", "action": action, "reason": null});
    let (code, answer) = told(&["--dry-run"]);
    assert_eq!((code, &answer["projects"][0]["clone"]), (Some(0), &clone("would_clone")));
    assert_eq!(answer["projects"][0]["state"], "absent");
    let (code, answer) = told(&[]);
    assert_eq!((code, &answer["projects"][0]["clone"]), (Some(0), &clone("cloned")));
    assert_eq!((&answer["projects"][0]["state"], &answer["summary"]["linked"]), (&json!("ok"), &json!(4)));
    assert_eq!(answer["projects"][1].get("clone"), None);
}

#[test]
fn a_dry_run_changes_nothing_and_ends_as_the_run_would() {
    let sandbox = sandbox();
    let before = sandbox.tree("~");
    assert_snapshot!(clone(&sandbox, &["--dry-run", "api"]), @"
    api  ~/code/api: would clone from file://[ROOT]/home/origin/api.git
    dry run, nothing was changed: 1 cloned
    next: run `skreg setup` without `--dry-run`
    --- exit 0
    ");
    assert!(sandbox.tree("~") == before);
    assert!(clone(&sandbox, &["api"]).ends_with("exit 0"));
}

#[test]
fn only_what_is_asked_for_is_cloned() {
    let sandbox = sandbox();
    assert!(clone(&sandbox, &["web"]).ends_with("exit 0"));
    assert_eq!(names(&sandbox, ""), ["central", "web"]);
    sandbox.write("central/registry.local.json", r#"{"projects": {"api": {"link": "off"}}}"#);
    assert!(clone(&sandbox, &[]).ends_with("exit 0"));
    assert_eq!(names(&sandbox, ""), ["central", "web"]);
}

#[test]
fn a_repository_that_is_missing_is_told_with_the_command_that_clones_it() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.skreg(&["setup", "api"]), @"
    api  ~/code/api: not on this machine
      hint: run `skreg setup api --clone`, which clones `file://[ROOT]/home/origin/api.git` to `~/code/api`
    no links
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
}

#[test]
fn quiet_says_nothing() {
    let sandbox = sandbox();
    assert_snapshot!(clone(&sandbox, &["--quiet"]), @"--- exit 0");
    assert_eq!(names(&sandbox, ""), ["api", "central", "web"]);
}

#[test]
fn one_that_fails_stops_no_other_and_leaves_nothing() {
    let sandbox = sandbox();
    let good = format!("file://{}", sandbox.path("~/origin/api.git").display());
    let gone = format!("file://{}", sandbox.path("~/origin/gone.git").display());
    register(&sandbox, &json!({"a": {"repo": "new/deep/a", "remote": gone}, "b": {"repo": "other/b", "remote": good}}));
    assert_snapshot!(clone(&sandbox, &[]), @"
    a  ~/code/new/deep/a: fatal: '[ROOT]/home/origin/gone.git' does not appear to be a git repository / fatal: Could not read from remote repository. / Please make sure you have the correct access rights / and the repository exists.
      hint: try `git clone -- file://[ROOT]/home/origin/gone.git ~/code/new/deep/a`, or correct `remote` of `a` in registry.json
    b  ~/code/other/b
      cloned   from file://[ROOT]/home/origin/api.git
      linked   .claude/agents -> ~/code/central/profiles/api/agents
      linked   .claude/skills -> ~/code/central/profiles/api/skills
    1 cloned, 1 not cloned, 2 linked
    next: do what the lines above say, then run `skreg setup` again
    --- stderr
    could not clone `a` from file://[ROOT]/home/origin/gone.git
    cloned `b` from file://[ROOT]/home/origin/api.git
    --- exit 1
    ");
    assert_eq!(names(&sandbox, ""), ["central", "other", "web"]);
    assert_eq!(names(&sandbox, "other"), ["b"]);
}

#[test]
fn what_git_must_not_be_given_is_refused_and_no_git_is_started() {
    let sandbox = sandbox();
    stand_in(&sandbox, "touch \"$HOME/started\"; exit 1");
    sandbox.link("/nowhere", "link");
    register(
        &sandbox,
        &json!({
            "a": {},
            "b": {"remote": "ext::sh -c 'touch x'"},
            "c": {"remote": "--upload-pack=touch x"},
            "d": {"repo": "mono/packages/d", "remote": "git@git.example:acme/mono.git"},
            "link": {"remote": "git@git.example:acme/link.git"},
        }),
    );
    assert_snapshot!(clone(&sandbox, &[]), @"
    a  ~/code/a: the registry does not say where it is cloned from
      hint: set `remote` of `a` in registry.json, or clone it to `~/code/a` yourself
    b  ~/code/b: the `remote` `ext::sh -c 'touch x'` is refused: `ext::` makes git start another program
      hint: correct it in registry.json, or clone it to `~/code/b` yourself
    c  ~/code/c: the `remote` `--upload-pack=touch x` is refused: it begins with `-`, and a program would take it for an option
      hint: correct it in registry.json, or clone it to `~/code/c` yourself
    d  ~/code/mono/packages/d: it is a part of the repository `~/code/mono`, which is cloned as a whole
      hint: run `git clone -- git@git.example:acme/mono.git ~/code/mono`
    link  ~/code/link: a link that leads nowhere stands there, and nothing is cloned through it
      hint: take `~/code/link` away, or make what it leads to
    5 not cloned
    next: do what the lines above say, then run `skreg setup` again
    --- exit 1
    ");
    assert!(!sandbox.path("~/started").exists());
}

#[test]
fn what_git_says_reaches_no_terminal_as_it_is() {
    let sandbox = sandbox();
    stand_in(&sandbox, "printf 'remote: \\033[2Jgone\\n' >&2; exit 128");
    let told = clone(&sandbox, &["api"]);
    assert!(told.contains(r"remote: \u{1b}[2Jgone") && !told.contains('\u{1b}'), "{told}");
}

#[test]
fn a_git_that_is_not_installed_is_told() {
    let sandbox = sandbox();
    let mut command = command(&sandbox, &[]);
    command.env("PATH", sandbox.path("~/bin"));
    assert_snapshot!(sandbox.run(command, ""), @"
    --- stderr
    error: `git` is not on `PATH`, and `--clone` needs it
    hint: install git, or run `skreg setup` without `--clone`
    --- exit 2
    ");
    let mut dry = self::command(&sandbox, &["--dry-run"]);
    dry.env("PATH", sandbox.path("~/bin"));
    assert!(sandbox.run(dry, "").to_string().ends_with("exit 2"));
    assert_eq!(names(&sandbox, ""), ["central", "web"]);
}

/// What git is started with: each argument, and the variables that matter.
fn started(sandbox: &Sandbox, variables: &[(&str, &str)]) -> String {
    stand_in(
        sandbox,
        "{ for a in \"$@\"; do echo \"<$a>\"; done; pwd; env | grep ^GIT_ | sort; } | sed 's/clone-[a-z]*/clone-…/' > \"$HOME/log\"\nexit 1",
    );
    let mut command = command(sandbox, &["api"]);
    command.envs(variables.iter().copied());
    sandbox.run(command, "");
    sandbox.read_shown("~/log")
}

#[test]
fn git_gets_the_address_behind_its_options_and_asks_nobody() {
    let sandbox = sandbox();
    assert_snapshot!(started(&sandbox, &[("GIT_DIR", "/elsewhere"), ("GIT_WORK_TREE", "/elsewhere")]), @"
    <-c>
    <protocol.ext.allow=never>
    <-c>
    <protocol.fd.allow=never>
    <clone>
    <--progress>
    <-->
    <file://[ROOT]/home/origin/api.git>
    <[ROOT]/home/code/.api.skreg-clone-…/clone>
    [ROOT]/home/code/central
    GIT_CONFIG_NOSYSTEM=1
    GIT_SSH_COMMAND=ssh -o BatchMode=yes
    GIT_TERMINAL_PROMPT=0
    ");
}

#[test]
fn an_ssh_of_the_user_stays() {
    let sandbox = sandbox();
    let log = started(&sandbox, &[("GIT_SSH_COMMAND", "ssh -F mine")]);
    assert!(log.contains("GIT_SSH_COMMAND=ssh -F mine\n"), "{log}");
    assert!(!started(&sandbox, &[("GIT_SSH", "plink")]).contains("BatchMode"));
    sandbox.write("~/.gitconfig", "[core]\n\tsshCommand = ssh -F mine\n");
    assert!(!started(&sandbox, &[]).contains("GIT_SSH_COMMAND"));
    sandbox.write("~/.gitconfig", "[includeIf \"gitdir:~/code/\"]\n\tpath = work\n");
    assert!(!started(&sandbox, &[]).contains("GIT_SSH_COMMAND"));
}

#[test]
fn what_appears_meanwhile_is_not_overwritten() {
    for appears in ["mkdir \"$HOME/code/api\"", "echo mine > \"$HOME/code/api\"", "ln -s /nowhere \"$HOME/code/api\""] {
        let sandbox = sandbox();
        stand_in(&sandbox, &format!("{appears}; mkdir \"$place\""));
        let told = clone(&sandbox, &["api"]);
        assert!(
            told.contains("api  ~/code/api: something else appeared at `[ROOT]/home/code/api` meanwhile\n"),
            "{told}"
        );
        assert!(told.ends_with("exit 1"), "{told}");
        assert_eq!(names(&sandbox, ""), ["api", "central", "web"]);
        assert!(!sandbox.content("").contains_key(Path::new("api/.claude")));
    }
}

#[test]
fn two_are_cloned_at_a_time_and_no_more() {
    let sandbox = sandbox();
    // Each goes on once it has seen another one beside it, or none came for a while.
    stand_in(
        &sandbox,
        "mkdir -p \"$HOME/now\" \"$HOME/ended\"; touch \"$HOME/now/$$\"
        for i in {1..300}; do
            n=$(ls \"$HOME/now\" | wc -l); echo $n >> \"$HOME/counts\"
            [ $n -ge 2 ] && break; [ $(ls \"$HOME/ended\" | wc -l) -ge 1 ] && break; sleep 0.01
        done
        sleep 0.1; n=$(ls \"$HOME/now\" | wc -l); echo $n >> \"$HOME/counts\"
        touch \"$HOME/ended/$$\"; rm \"$HOME/now/$$\"; /usr/bin/git init -q \"$place\"",
    );
    let remote = json!({"remote": "git.example:x.git"});
    register(&sandbox, &json!({"a": remote, "b": remote, "c": remote, "d": remote}));
    let told = clone(&sandbox, &[]);
    assert!(told.ends_with("exit 0"), "{told}");
    let counts: Vec<u32> = sandbox.read("~/counts").lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(counts.iter().max(), Some(&2));
}

#[test]
fn one_that_lies_in_another_is_cloned_after_it() {
    let sandbox = sandbox();
    stand_in(&sandbox, "/usr/bin/git init -q \"$place\"; sleep 0.2");
    let remote = json!("git.example:x.git");
    register(
        &sandbox,
        &json!({"a": {"repo": "outer/inner", "remote": remote}, "b": {"repo": "outer", "remote": remote}}),
    );
    let told = clone(&sandbox, &[]);
    assert!(told.ends_with("exit 0"), "{told}");
    assert_eq!(names(&sandbox, "outer"), [".claude", ".git", "inner"]);
}
