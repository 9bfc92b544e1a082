//! What holds of every command's words: streams, colours, JSON, help, usage, the environment.

use std::os::unix::ffi::OsStrExt as _;
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
    assert_snapshot!(Sandbox::new().skreg(&["--help"]), @"
    Keep one repository of Claude Code skills for all your projects

    Usage: skreg [OPTIONS] <COMMAND>

    Commands:
      init         Make a central repository, or record an existing one
      add          Register repositories and give each a profile
      setup        Link every project's profile into its repository
      status       Verify links, repositories, skills and the central repository
      list         Show the projects in a table
      restore      Take our links away and put a backup back exactly
      check        Tell what Claude Code will make of skills, agents and settings
      config       Show what a skill may read in this repository
      dispatch     Route a ticket to the project it belongs to
      eval         Measure how well tickets whose project is known are routed
      learn        Learn signals and a text model from tickets of known projects
      completions  Print a completion script for a shell
      help         Print this message or the help of the given subcommand(s)

    Options:
          --json             Print one JSON object for programs
          --registry <FILE>  Use this registry.json, or the one in this folder
      -h, --help             Print help
      -V, --version          Print version

    Exit codes: 0 in order; 1 it ran and the answer is no; 2 it could not run.
    --- exit 0
    ");
}

#[test]
fn the_help_of_status() {
    assert_snapshot!(Sandbox::new().skreg(&["status", "--help"]), @"
    Verify links, repositories, skills and the central repository

    Exits 1 where something is not as the registry says. A repository that is not on this machine is
    reported and is no error unless it is named.

    Usage: skreg status [OPTIONS] [PROJECTS]...

    Arguments:
      [PROJECTS]...
              Only these projects

    Options:
          --json
              Print one JSON object for programs

          --registry <FILE>
              Use this registry.json, or the one in this folder

      -h, --help
              Print help (see a summary with '-h')
    --- exit 0
    ");
}

#[test]
fn the_help_of_dispatch() {
    assert_snapshot!(Sandbox::new().skreg(&["dispatch", "--help"]), @r#"
    Route a ticket to the project it belongs to

    A ticket that names the repository of exactly one project (the address of its `remote` or of a page
    below it, or `owner/name#12`) goes there. Otherwise points decide: a component that matches gives
    10, a label 5, a keyword 2 (all keywords of a project at most 10), and the Jira project that the
    ticket stands in 10, divided by the projects that claim it. The top is taken without a question when
    it has at least 10 points and at least twice those of the runner-up, unless the ticket names the
    repositories of other projects. A project with a match of its `exclude` is left out. The registry
    can set other numbers. Otherwise skreg asks, or exits 1 with the table where nobody can be asked.

    A text model that `skreg learn` made orders the choices. With `"strict": true` in the registry's
    `scoring` it must agree before points route without a question; with `"text": true` it decides where
    nothing but words of the text speaks, if it is as sure as `text_min`.

    Usage: skreg dispatch [OPTIONS] [TICKET]

    Arguments:
      [TICKET]
              A ticket's key, a JSON file, or `-` for standard input

    Options:
          --jql <QUERY>
              Route every ticket that this Jira query finds, without a question

          --json
              Print one JSON object for programs

          --open <KEY>
              Route every open ticket of this Jira project, without a question

          --registry <FILE>
              Use this registry.json, or the one in this folder

          --component <NAME>
              With `--open`: only tickets of this component; may be repeated

          --whoami
              Tell which Jira is asked, with which credential, and who one is there

          --jira-url <URL>
              The address of Jira, if not the one of `SKREG_JIRA_URL` or the registry

          --skill <NAME>
              The skill to start with, if not the project's `routing.skill`

          --project <NAME>
              Take this project, whatever the scores

      -y, --yes
              Take the top of a close race without a question, though never of a tie

          --run
              Start `claude` in the repository with the skill and the ticket's key

      -h, --help
              Print help (see a summary with '-h')
    --- exit 0
    "#);
}

#[test]
fn the_help_of_completions() {
    assert_snapshot!(Sandbox::new().skreg(&["completions", "--help"]), @"
    Print a completion script for a shell

    For bash: `skreg completions bash > ~/.local/share/bash-completion/completions/skreg`.

    Usage: skreg completions [OPTIONS] <SHELL>

    Arguments:
      <SHELL>
              The shell
              
              [possible values: bash, elvish, fish, powershell, zsh]

    Options:
          --json
              Print one JSON object for programs

          --registry <FILE>
              Use this registry.json, or the one in this folder

      -h, --help
              Print help (see a summary with '-h')
    --- exit 0
    ");
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
    assert_snapshot!(sandbox.skreg(&["--version"]).replace(env!("CARGO_PKG_VERSION"), "[VERSION]"), @"
    skreg [VERSION]
    --- exit 0
    ");
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
    assert_snapshot!(sandbox.skreg(&["stauts"]), @"
    --- stderr
    error: unrecognized subcommand 'stauts'

      tip: some similar subcommands exist: 'setup', 'status'

    Usage: skreg [OPTIONS] <COMMAND>

    For more information, try '--help'.
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["status", "--jsno"]), @"
    --- stderr
    error: unexpected argument '--jsno' found

      tip: a similar argument exists: '--json'

    Usage: skreg status --json [PROJECTS]...

    For more information, try '--help'.
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "--dryrun"]), @"
    --- stderr
    error: unexpected argument '--dryrun' found

      tip: a similar argument exists: '--dry-run'

    Usage: skreg setup --dry-run [PROJECTS]...

    For more information, try '--help'.
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["dispatch"]), @"
    --- stderr
    error: the following required arguments were not provided:
      <TICKET>

    Usage: skreg dispatch <TICKET>

    For more information, try '--help'.
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["help", "nothing"]), @"
    --- stderr
    error: unrecognized subcommand 'nothing'

    Usage: skreg [OPTIONS] <COMMAND>

    For more information, try '--help'.
    --- exit 2
    ");
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
    assert_snapshot!(error(&sandbox, &["--json", "stauts"]), @r#"{"message":"unrecognized subcommand 'stauts'","causes":[],"hint":"some similar subcommands exist: 'setup', 'status'","problems":[]}"#);
    assert_snapshot!(error(&sandbox, &["status", "--jsno", "--json"]), @r#"{"message":"unexpected argument '--jsno' found","causes":[],"hint":"a similar argument exists: '--json'","problems":[]}"#);
    assert_snapshot!(error(&sandbox, &["dispatch", "--json"]), @r#"{"message":"the following required arguments were not provided: <TICKET>","causes":[],"hint":"`skreg --help` shows the usage","problems":[]}"#);
    assert_snapshot!(error(&sandbox, &["--json"]), @r#"{"message":"'skreg' requires a subcommand but one was not provided [subcommands: init, add, setup, status, list, restore, check, config, dispatch, eval, learn, completions, help]","causes":[],"hint":"`skreg --help` shows the usage","problems":[]}"#);
    assert_snapshot!(error(&sandbox, &["dispatch", "x", "--project", "a", "--yes", "--json"]), @r#"{"message":"the argument '--project <NAME>' cannot be used with '--yes'","causes":[],"hint":"`skreg --help` shows the usage","problems":[]}"#);
    assert_snapshot!(error(&sandbox, &["completions", "bsh", "--json"]), @r#"{"message":"invalid value 'bsh' for '<SHELL>' [possible values: bash, elvish, fish, powershell, zsh]","causes":[],"hint":"a similar value exists: 'bash'","problems":[]}"#);
}

#[test]
fn an_error_is_one_object_for_programs() {
    let sandbox = Sandbox::new();
    assert_snapshot!(error(&sandbox, &["status", "--json"])["message"], @r#""there is no registry here, above here, behind this repository's links, or recorded on this machine""#);
    sandbox.write("central/profiles/keep", "");
    sandbox.write("central/registry.json", "{\"version\": 1,\n \"projcets\": {}}");
    assert_snapshot!(format!("{:#}", error(&sandbox, &["--json", "status"])), @r#"
    {
      "message": "the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has",
      "causes": [],
      "hint": null,
      "problems": [
        {
          "file": "registry.json",
          "line": 1,
          "column": 1,
          "pointer": "",
          "message": "`projects` is missing",
          "hint": null
        },
        {
          "file": "registry.json",
          "line": 2,
          "column": 2,
          "pointer": "/projcets",
          "message": "unknown field `projcets`",
          "hint": "did you mean `projects`?"
        }
      ]
    }
    "#);
    sandbox.write("central/registry.json", "{\"version\": 1,,}");
    assert_snapshot!(error(&sandbox, &["--json", "status"])["problems"], @r#"[{"file":"registry.json","line":1,"column":15,"pointer":null,"message":"unexpected token in object","hint":null}]"#);
}

#[test]
fn an_error_for_people_stands_on_standard_error_alone() {
    let sandbox = Sandbox::new();
    sandbox.write("central/profiles/keep", "");
    sandbox.write("central/registry.json", "{\"version\": 1,\n \"projcets\": {}}");
    assert_snapshot!(sandbox.skreg(&["status"]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:1: `projects` is missing
      registry.json:2:2 (/projcets): unknown field `projcets`
        hint: did you mean `projects`?
    --- exit 2
    ");
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
#[expect(clippy::disallowed_methods, reason = "the stream itself is what is tried")]
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
    assert_snapshot!(with_home(None), @"
    --- stderr
    error: the variable `HOME` is not set; set it to your home directory
    --- exit 2
    ");
    assert_snapshot!(with_home(Some("")), @"
    --- stderr
    error: the variable `HOME` is not set; set it to your home directory
    --- exit 2
    ");
    let sandbox = drifting();
    let mut command = sandbox.command("central", &["status"]);
    command.env("HOME", std::ffi::OsStr::from_bytes(b"/home/\xff"));
    assert_snapshot!(sandbox.run(command, ""), @"
    --- stderr
    error: the variable `HOME` is not UTF-8: `/home/�`
    --- exit 2
    ");
    assert_snapshot!(with_home(Some("home/ann")), @"
    --- stderr
    error: the variable `HOME` is `home/ann`, and a home directory must be an absolute path
    --- exit 2
    ");
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
    assert_snapshot!(sandbox.run(command, ""), @"
    --- stderr
    error: cannot read `SKREG_NOW` as a time such as 2030-01-02T03:04:05Z
      failed to parse four digit integer as year: invalid digit, expected 0-9 but got y
    --- exit 2
    ");
}
