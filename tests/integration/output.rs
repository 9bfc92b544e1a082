//! What holds of every command's words: streams, colours, JSON, help, usage, the environment.

use std::process::Stdio;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// One project whose link to the skills is gone: something to say in every colour.
fn drifting() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.skreg(&["setup"]);
    sandbox.remove("api/.claude/skills");
    sandbox
}

#[test]
fn the_help_of_the_program() {
    assert_snapshot!(Sandbox::new().skreg(&["--help"]), @"");
}

#[test]
fn the_help_of_status_and_dispatch() {
    assert_snapshot!(Sandbox::new().skreg(&["status", "--help"]), @"");
    assert_snapshot!(Sandbox::new().skreg(&["dispatch", "--help"]), @"");
    assert_snapshot!(Sandbox::new().skreg(&["completions", "--help"]), @"");
}

#[test]
fn help_and_version_are_answers() {
    let sandbox = Sandbox::new();
    let long = sandbox.skreg(&["--help"]);
    assert_eq!(sandbox.skreg(&["help"]), long);
    for command in ["init", "add", "setup", "status", "list", "restore", "config", "dispatch", "completions"] {
        let help = sandbox.skreg(&["help", command]);
        assert_eq!(help, sandbox.skreg(&[command, "--help"]));
        assert!(help.ends_with("--- exit 0") && help.lines().next().unwrap().len() <= 80, "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        assert!(long.contains(&format!("\n  {command}")), "{command}");
        assert!(sandbox.skreg(&[command, "-h"]).lines().next() == help.lines().next());
    }
    assert_snapshot!(sandbox.skreg(&["--version"]).replace(env!("CARGO_PKG_VERSION"), "[VERSION]"), @"");
}

#[test]
fn help_needs_nothing_of_the_world() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command("", &["--help"]);
    command.env_clear();
    assert_eq!(sandbox.run(command, "").code, Some(0));
}

#[test]
fn an_unknown_command_or_flag_is_told_with_a_suggestion() {
    let sandbox = Sandbox::new();
    assert_snapshot!(sandbox.skreg(&["stauts"]), @"");
    assert_snapshot!(sandbox.skreg(&["status", "--jsno"]), @"");
    assert_snapshot!(sandbox.skreg(&["setup", "--dryrun"]), @"");
    assert_snapshot!(sandbox.skreg(&["dispatch"]), @"");
    assert_snapshot!(sandbox.skreg(&["help", "nothing"]), @"");
}

#[test]
fn without_a_command_the_help_is_told_and_it_could_not_run() {
    let told = Sandbox::new().skreg(&[]);
    assert!(told.starts_with("--- stderr\nKeep one repository") && told.ends_with("--- exit 2"), "{told}");
}

/// The one object on standard output, with nothing before, behind or beside it.
fn error(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let ran = sandbox.run(sandbox.command("central", arguments), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), ""), "{ran}");
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran}"));
    assert_eq!(answer["schema"], 1);
    let fields: Vec<_> = answer["error"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["message", "causes", "hint", "problems"]);
    answer["error"].clone()
}

#[test]
fn a_usage_error_is_one_object_for_programs() {
    let sandbox = Sandbox::new();
    assert_snapshot!(error(&sandbox, &["--json", "stauts"]), @"");
    assert_snapshot!(error(&sandbox, &["status", "--jsno", "--json"]), @"");
    assert_snapshot!(error(&sandbox, &["dispatch", "--json"]), @"");
    assert_snapshot!(error(&sandbox, &["--json"]), @"");
    assert_snapshot!(error(&sandbox, &["dispatch", "x", "--project", "a", "--yes", "--json"]), @"");
    assert_snapshot!(error(&sandbox, &["completions", "bsh", "--json"]), @"");
}

#[test]
fn an_error_is_one_object_for_programs() {
    let sandbox = Sandbox::new();
    assert_snapshot!(error(&sandbox, &["status", "--json"])["message"], @"");
    sandbox.write("central/profiles/keep", "");
    sandbox.write("central/registry.json", "{\"version\": 1,\n \"projcets\": {}}");
    assert_snapshot!(format!("{:#}", error(&sandbox, &["--json", "status"])), @"");
    sandbox.write("central/registry.json", "{\"version\": 1,,}");
    assert_snapshot!(error(&sandbox, &["--json", "status"])["problems"], @"");
}

#[test]
fn an_error_for_people_stands_on_standard_error_alone() {
    let sandbox = Sandbox::new();
    sandbox.write("central/profiles/keep", "");
    sandbox.write("central/registry.json", "{\"version\": 1,\n \"projcets\": {}}");
    assert_snapshot!(sandbox.skreg(&["status"]), @"");
}

#[test]
fn every_command_answers_programs_with_one_object() {
    let sandbox = drifting();
    sandbox.write("central/t.json", r#"{"summary": "s"}"#);
    for (arguments, code) in [
        (&["status"][..], 1),
        (&["setup", "--dry-run"], 0),
        (&["list"], 0),
        (&["config"], 2),
        (&["dispatch", "t.json"], 1),
        (&["restore", "api", "--list"], 0),
        (&["completions", "bash"], 0),
    ] {
        let (ended, answer) = sandbox.json(arguments);
        assert_eq!((ended, &answer["schema"]), (Some(code), &json!(1)), "{arguments:?}: {answer}");
    }
}

#[test]
fn what_goes_to_a_file_has_no_colour() {
    let sandbox = drifting();
    sandbox.write("central/t.json", r#"{"summary": "s"}"#);
    for arguments in [
        &["status"][..],
        &["status", "nothing"],
        &["list"],
        &["dispatch", "t.json"],
        &["--help"],
        &["stauts"],
        &["setup", "--dry-run"],
    ] {
        assert!(!sandbox.skreg(arguments).contains('\u{1b}'), "{arguments:?}");
    }
}

#[test]
fn colour_may_be_asked_for_and_is_refused_by_no_color() {
    let sandbox = drifting();
    let run = |variables: &[(&str, &str)]| {
        let mut command = sandbox.command("central", &["status"]);
        command.envs(variables.iter().copied());
        sandbox.run(command, "").to_string()
    };
    assert!(run(&[("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
    assert!(!run(&[("NO_COLOR", "1")]).contains('\u{1b}'));
    let mut command = sandbox.command("central", &["status", "--json"]);
    command.env("CLICOLOR_FORCE", "1");
    assert!(!sandbox.run(command, "").to_string().contains('\u{1b}'));
}

#[test]
fn a_reader_that_is_gone_is_success() {
    let sandbox = drifting();
    for arguments in [&["status"][..], &["status", "--json"], &["--help"], &["completions", "bash"], &["list"]] {
        let mut command = sandbox.command("central", arguments);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command.stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(
            (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_is_an_error() {
    let sandbox = drifting();
    for arguments in [&["status"][..], &["status", "--json"], &["completions", "bash"]] {
        let mut command = sandbox.command("central", arguments);
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command.stdout(full).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected = "error: cannot write to standard output\n  No space left on device (os error 28)\n";
        assert_eq!((output.status.code(), told.as_str()), (Some(2), expected), "{arguments:?}");
    }
}

/// What is said with this HOME, or with none.
fn with_home(home: Option<&str>) -> String {
    let sandbox = drifting();
    let mut command = sandbox.command("central", &["status"]);
    match home {
        Some(home) => command.env("HOME", home),
        None => command.env_remove("HOME"),
    };
    sandbox.run(command, "").to_string()
}

#[test]
fn a_home_directory_must_be_named() {
    assert_snapshot!(with_home(None), @"");
    assert_snapshot!(with_home(Some("")), @"");
    assert_snapshot!(with_home(Some("home/ann")), @"");
}

#[test]
fn a_home_directory_that_does_not_exist_is_no_error_of_status() {
    let told = with_home(Some("/nonexistent/home"));
    assert!(told.ends_with("exit 2") || told.contains("central"), "{told}");
}

#[test]
fn a_time_that_is_none_is_told() {
    let sandbox = drifting();
    let mut command = sandbox.command("central", &["status"]);
    command.env("SKREG_NOW", "yesterday");
    assert_snapshot!(sandbox.run(command, ""), @"");
}

#[test]
fn a_registry_that_is_nowhere_is_told() {
    let sandbox = Sandbox::new();
    assert_snapshot!(sandbox.skreg_in("", &["status"]), @"");
    assert_snapshot!(sandbox.skreg_in("", &["status", "--registry", "nothing"]), @"");
    sandbox.write("~/.config/skreg/config.json", r#"{"central": "/nonexistent/central"}"#);
    assert_snapshot!(sandbox.skreg_in("", &["status"]), @"");
}
