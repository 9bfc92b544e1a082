//! What the person sees who waits for the tickets to be read.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Stdio;

use insta::assert_snapshot;

use super::{eight, lines, sandbox};

#[test]
fn a_terminal_shows_how_many_tickets_were_read() {
    let sandbox = sandbox();
    let (mut terminal, pts) = pty_process::blocking::open().unwrap();
    terminal.resize(pty_process::Size::new(24, 200)).unwrap();
    let like = sandbox.command("central", &["eval", "-"]);
    let command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_skreg"))
        .args(like.get_args())
        .current_dir(like.get_current_dir().unwrap())
        .env_clear()
        .envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .envs([("NO_COLOR", "1"), ("TERM", "xterm")])
        .stdin(Stdio::piped());
    let mut child = command.spawn(pts).unwrap();
    let mut tickets = child.stdin.take();
    let (mut shown, mut some) = (Vec::new(), [0; 4096]);
    while let Ok(1..) = terminal.read(&mut some).inspect(|&count| shown.extend(&some[..count])) {
        if let Some(mut input) = tickets.take_if(|_| String::from_utf8_lossy(&shown).contains("measuring on")) {
            input.write_all(lines(&eight()).as_bytes()).unwrap();
        }
    }
    assert!(child.wait().unwrap().success());
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("  0  measuring on the tickets of standard input"), "{shown:?}");
    let (bars, answer) = shown.split_once("8 tickets, 8 labelled").expect("the answer comes");
    assert!(bars.ends_with("\u{1b}[2K"), "the bar is gone before: {bars:?}");
    assert!(!answer.contains("measuring on"), "{answer:?}");
}

#[test]
fn elsewhere_a_line_says_what_is_waited_for() {
    let sandbox = sandbox();
    let mut command = sandbox.command("central", &["eval", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut tickets = child.stdin.take().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert_snapshot!(line, @"measuring on the tickets of standard input …");
    tickets.write_all(lines(&eight()).as_bytes()).unwrap();
    drop(tickets);
    assert!(child.wait_with_output().unwrap().status.success());
    assert_eq!(std::io::read_to_string(said).unwrap(), "");
}
