//! Secrets in the addresses that are cloned from.

use serde_json::json;

use super::{command, register, sandbox, stand_in};

#[test]
fn a_secret_is_shown_nowhere() {
    let sandbox = sandbox();
    stand_in(
        &sandbox,
        "echo \"$@\" > \"$HOME/log\"; echo \"fatal: unable to access '${@: -2:1}': gone\" >&2; exit 128",
    );
    register(&sandbox, &json!({"api": {"remote": "https://s3cret@git.example/api.git"}}));
    for arguments in [
        &["setup", "--clone"] as &[&str],
        &["setup", "--clone", "--json"],
        &["setup", "--clone", "-n"],
        &["setup", "api"],
        &["status", "api"],
        &["config", "--project", "api"],
    ] {
        let mut command = sandbox.command("central", arguments);
        command.env("PATH", format!("{}:/usr/bin:/bin", sandbox.path("~/bin").display()));
        let told = sandbox.run(command, "").to_string();
        assert!(told.contains("https://git.example/api.git") && !told.contains("s3cret"), "{told}");
    }
    assert!(sandbox.read("~/log").contains("s3cret@"), "git itself gets it");
}

#[test]
fn a_query_is_shown_nowhere_whatever_git_says_of_it() {
    let sandbox = sandbox();
    stand_in(&sandbox, "echo \"fatal: unable to access '${@: -2:1}/': gone\" >&2; exit 128");
    register(&sandbox, &json!({"api": {"remote": "https://git.example/api.git?x=s3cret"}}));
    for arguments in [&[] as &[&str], &["--json"], &["-n"]] {
        let told = sandbox.run(command(&sandbox, arguments), "").to_string();
        assert!(told.contains("https://git.example/api.git") && !told.contains("s3cret"), "{told}");
    }
}

#[test]
fn an_address_with_a_password_is_a_problem_of_the_registry_and_not_cloned() {
    let sandbox = sandbox();
    for remote in [
        "https://ann:s3cret@git.example/api.git",
        "ann:s3cret@git.example:api.git",
        "https://git.example/api.git?private_token=s3cret",
    ] {
        register(&sandbox, &json!({"api": {"remote": remote}}));
        let told = sandbox.run(command(&sandbox, &[]), "").to_string();
        assert!(told.contains("the `remote` holds a password or a token") && !told.contains("s3cret"), "{told}");
        assert!(told.ends_with("exit 2"), "{told}");
    }
}
