//! Runs that are interrupted, killed, or interrupt what does not end.

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use super::{clone, command, names, sandbox, stand_in};
use crate::sandbox::Sandbox;

/// Waits for something that another process is about to do.
#[track_caller]
fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} within ten seconds");
}

/// A `git` that has begun to clone and goes on for ever; it writes down its number and its end.
const ENDLESS: &str = "echo $$ > \"$HOME/pid\"; mkdir \"$place\"; echo half > \"$place/file\"
    trap 'touch \"$HOME/ended\"; exit 143' TERM; trap 'touch \"$HOME/ended\"; exit 130' INT
    touch \"$HOME/begun\"; while :; do sleep 0.01; done";

fn begun(sandbox: &Sandbox) -> Child {
    stand_in(sandbox, ENDLESS);
    let mut command = command(sandbox, &[]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for("git begins", || sandbox.path("~/begun").exists());
    child
}

/// The `git` that wrote down its number.
fn git(sandbox: &Sandbox) -> Pid {
    Pid::from_raw(sandbox.read("~/pid").trim().parse().unwrap()).unwrap()
}

#[test]
fn an_interrupted_run_ends_git_and_leaves_nothing() {
    use std::os::unix::process::ExitStatusExt as _;
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let sandbox = sandbox();
        let mut child = begun(&sandbox);
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()));
        assert!(sandbox.path("~/ended").exists());
        assert_eq!(names(&sandbox, ""), ["central", "web"]);
        assert!(!sandbox.path("web/.claude").exists());
    }
}

#[test]
fn a_shell_sees_130_after_an_interruption() {
    let sandbox = sandbox();
    stand_in(&sandbox, "kill -INT $PPID; sleep 10");
    let like = command(&sandbox, &[]);
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "\"$0\" setup --clone; echo $?", env!("CARGO_BIN_EXE_skreg")]);
    shell.current_dir(sandbox.path("central")).env_clear();
    shell.envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))));
    assert_eq!(sandbox.run(shell, "").stdout, "130\n");
}

#[test]
fn a_git_that_does_not_end_is_killed() {
    let sandbox = sandbox();
    stand_in(
        &sandbox,
        "trap '' TERM; mkdir \"$place\"; echo $$ > \"$HOME/pid\"; kill -TERM $PPID; while :; do sleep 0.01; done",
    );
    assert!(clone(&sandbox, &[]).ends_with("ended by a signal"));
    assert!(test_kill_process(git(&sandbox)).is_err());
    assert_eq!(names(&sandbox, ""), ["central", "web"]);
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next_one_and_nothing_else() {
    let sandbox = sandbox();
    let mut child = begun(&sandbox);
    let left = names(&sandbox, "").into_iter().find(|name| name.starts_with(".api.skreg-clone-")).unwrap();
    kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
    child.wait().unwrap();
    kill_process(git(&sandbox), Signal::KILL).unwrap();
    assert!(names(&sandbox, "").contains(&left));
    // Folders of others, however much alike.
    sandbox.write(".api.skreg-clone-aaaaaaaa/mine", "mine");
    sandbox.write(&format!(".api.skreg-clone-bbbbbbbb/{left}"), "mine");
    sandbox.write(".api.skreg-clone-cccccccc/made-by-skreg-setup", "mine");
    sandbox.link(sandbox.path(&left), ".api.skreg-clone-dddddddd");
    stand_in(&sandbox, "exec /usr/bin/git \"$@\"");
    let told = clone(&sandbox, &[]);
    assert!(told.ends_with("exit 0"), "{told}");
    let others = ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"].map(|end| format!(".api.skreg-clone-{end}"));
    assert_eq!(names(&sandbox, ""), [&others[..], &["api", "central", "web"].map(str::to_owned)].concat());
}

#[test]
fn ctrl_c_at_the_terminal_ends_everything() {
    let sandbox = sandbox();
    stand_in(&sandbox, ENDLESS);
    let (mut terminal, pts) = pty_process::blocking::open().unwrap();
    let like = command(&sandbox, &[]);
    let command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_skreg"))
        .args(like.get_args())
        .current_dir(like.get_current_dir().unwrap())
        .env_clear()
        .envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let mut child = command.spawn(pts).unwrap();
    wait_for("git begins", || sandbox.path("~/begun").exists());
    terminal.write_all(b"\x03").unwrap();
    let mut shown = Vec::new();
    // The end of the last program on it is an error of the terminal on Linux.
    let _ = terminal.read_to_end(&mut shown);
    assert_eq!(child.wait().unwrap().code(), None);
    assert!(sandbox.path("~/ended").exists());
    assert_eq!(names(&sandbox, ""), ["central", "web"]);
}
