//! `skreg completions`.

use std::process::Command;

use insta::assert_snapshot;
use serde_json::Value;

use crate::sandbox::Sandbox;

/// The commands, as the help lists them.
fn commands() -> Vec<String> {
    let sandbox = Sandbox::new();
    let help = sandbox.run(sandbox.command("", &["--help"]), "").stdout;
    let (_, below) = help.split_once("Commands:\n").expect("the help lists the commands");
    let rows = below.lines().take_while(|line| !line.is_empty());
    let names: Vec<_> = rows.map(|row| row.split_whitespace().next().unwrap().to_owned()).collect();
    assert!(["setup", "eval", "completions"].iter().all(|known| names.iter().any(|name| name == known)), "{names:?}");
    names
}

fn script(shell: &str) -> String {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(sandbox.command("", &["completions", shell]), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{shell}");
    ran.stdout
}

#[test]
fn the_script_of_each_shell_names_the_commands_and_their_flags() {
    let commands = commands();
    let flags = ["dry-run", "registry", "force", "json"];
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = script(shell);
        for word in commands.iter().map(String::as_str).chain(flags) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "bash itself is asked")]
fn the_script_of_bash_is_bash() {
    let sandbox = Sandbox::new();
    sandbox.write("skreg.bash", script("bash"));
    let complete =
        "source skreg.bash; COMP_WORDS=(skreg sta); COMP_CWORD=1; _skreg skreg sta skreg; echo ${COMPREPLY[@]}";
    for arguments in [["-n", "skreg.bash"], ["-c", complete]] {
        let output = Command::new("bash").args(arguments).current_dir(sandbox.path("")).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(output.status.success());
        assert!(arguments[0] == "-n" || output.stdout == b"status\n", "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn a_package_is_built_without_a_home_directory() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command("", &["completions", "fish"]);
    command.env_remove("HOME");
    assert_eq!(sandbox.run(command, "").code, Some(0));
}

#[test]
fn json_holds_the_script() {
    let (code, answer) = Sandbox::new().json(&["completions", "zsh"]);
    assert_eq!((code, &answer["schema"], &answer["shell"]), (Some(0), &Value::from(1), &Value::from("zsh")));
    assert_eq!(answer["script"].as_str().unwrap().trim_end(), script("zsh").trim_end());
}

#[test]
fn an_unknown_shell_is_told_with_the_known_ones() {
    assert_snapshot!(Sandbox::new().skreg(&["completions", "bsh"]), @"
    --- stderr
    error: invalid value 'bsh' for '<SHELL>'
      [possible values: bash, elvish, fish, powershell, zsh]

      tip: a similar value exists: 'bash'

    For more information, try '--help'.
    --- exit 2
    ");
    assert_snapshot!(Sandbox::new().skreg(&["completions"]), @"
    --- stderr
    error: the following required arguments were not provided:
      <SHELL>

    Usage: skreg completions <SHELL>

    For more information, try '--help'.
    --- exit 2
    ");
}
