//! The question, asked on a terminal that the test holds.

use std::io::{Read as _, Write as _};
use std::process::Command;

use insta::assert_snapshot;
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use super::{clear, close, sandbox, ticket, tied};
use crate::sandbox::Sandbox;

fn on_a_terminal(sandbox: &Sandbox, arguments: &[&str], keys: &[&str]) -> String {
    run_on_a_terminal(sandbox, &sandbox.command("central", arguments), keys)
}

/// Runs skreg on a terminal of its own and types these keys, one text each time it asks; gives all that the terminal showed.
pub(crate) fn run_on_a_terminal(sandbox: &Sandbox, like: &Command, keys: &[&str]) -> String {
    let (mut terminal, pts) = pty_process::blocking::open().unwrap();
    terminal.resize(pty_process::Size::new(24, 200)).unwrap();
    // The program shows each key itself; whether the terminal would, too, hangs on which of them is faster.
    let mut modes = tcgetattr(&terminal).unwrap();
    modes.local_modes.remove(LocalModes::ECHO);
    tcsetattr(&terminal, OptionalActions::Now, &modes).unwrap();
    let command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_skreg"))
        .args(like.get_args())
        .current_dir(like.get_current_dir().unwrap())
        .env_clear()
        .envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .env("NO_COLOR", "1");
    let mut child = command.spawn(pts).unwrap();
    let mut shown = Vec::new();
    let mut keys = keys.iter();
    let mut some = [0; 4096];
    // The end of the last program on it is an error of the terminal on Linux, and its end elsewhere.
    while let Ok(1..) = terminal.read(&mut some).inspect(|&count| shown.extend(&some[..count])) {
        if shown.ends_with(b"none of these: ") || shown.ends_with(b"the next time: ") {
            terminal.write_all(keys.next().expect("an answer to each question").as_bytes()).unwrap();
        }
    }
    let ended = child.wait().unwrap();
    let shown = String::from_utf8(shown).unwrap().replace("\r\n", "\n");
    let shown = without_typing(&shown.replace(sandbox.root().to_str().unwrap(), "[ROOT]"));
    match ended.code() {
        Some(code) => format!("{shown}--- exit {code}"),
        None => format!("{shown}--- ended by a signal"),
    }
}

/// What was shown up to the first answer and after the last one: how often the terminal itself shows typed keys is a race.
fn without_typing(shown: &str) -> String {
    const ASKED: &str = "none of these: ";
    let (Some(question), Some(last)) = (shown.find(ASKED), shown.rfind("\u{1b}[")) else { return shown.to_owned() };
    let rest = shown[last..].trim_start_matches(|character: char| !character.is_ascii_alphabetic());
    format!("{}…\n{}", &shown[..question + ASKED.len()], &rest[1..])
}

fn asked(keys: &[&str]) -> String {
    let sandbox = sandbox();
    on_a_terminal(&sandbox, &["dispatch", ticket(&sandbox, &tied())], keys)
}

#[test]
fn a_person_chooses_the_second() {
    assert_snapshot!(asked(&["2\n"]), @"
    PROJ-2  The refund button
    the first place is shared; where does it belong?
      1  api (2 points: keyword refund +2)
      2  web (2 points: keyword refund +2)
    a number from 1 to 2, or nothing for none of these: …
    PROJ-2  The refund button
    PROJECT  SCORE  SIGNALS
    api      2      keyword refund +2
    web      2      keyword refund +2
    chosen: web
    next: cd ~/code/web && claude
    --- exit 0
    ");
}

#[test]
fn a_person_chooses_none_of_them() {
    assert_snapshot!(asked(&["\n"]), @"
    PROJ-2  The refund button
    the first place is shared; where does it belong?
      1  api (2 points: keyword refund +2)
      2  web (2 points: keyword refund +2)
    a number from 1 to 2, or nothing for none of these: …
    PROJ-2  The refund button
    PROJECT  SCORE  SIGNALS
    api      2      keyword refund +2
    web      2      keyword refund +2
    ask: the first place is shared by projects with 2 points
    next: choose with `--project NAME`
    --- exit 1
    ");
}

#[test]
fn what_is_no_number_of_the_list_is_asked_again() {
    assert_snapshot!(asked(&["web\n", "3\n", "1\n"]), @r#"
    PROJ-2  The refund button
    the first place is shared; where does it belong?
      1  api (2 points: keyword refund +2)
      2  web (2 points: keyword refund +2)
    a number from 1 to 2, or nothing for none of these: …
    PROJ-2  The refund button
    PROJECT  SCORE  SIGNALS
    api      2      keyword refund +2
    web      2      keyword refund +2
    chosen: api
    next: cd ~/code/api && claude "/develop PROJ-2"
    --- exit 0
    "#);
}

#[test]
fn an_interrupted_question_leaves_the_terminal_as_it_was() {
    let shown = asked(&["\u{3}"]);
    assert!(shown.ends_with("--- ended by a signal"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "nothing is hidden or moved: {shown}");
}

#[test]
fn a_close_race_is_asked_about_and_yes_answers_it() {
    let sandbox = sandbox();
    let file = ticket(&sandbox, &close());
    assert_snapshot!(on_a_terminal(&sandbox, &["dispatch", file], &["2\n"]), @"
    PROJ-3  Shop: refund
    no project is far enough ahead; where does it belong?
      1  api (17 points: component Payments +10, label billing +5, keyword refund +2)
      2  web (12 points: component Shop +10, keyword refund +2)
    a number from 1 to 2, or nothing for none of these: …
    PROJ-3  Shop: refund
    PROJECT  SCORE  SIGNALS
    api      17     component Payments +10, label billing +5, keyword refund +2
    web      12     component Shop +10, keyword refund +2
    chosen: web
    next: cd ~/code/web && claude
    --- exit 0
    ");
    assert!(on_a_terminal(&sandbox, &["dispatch", file, "--yes"], &[]).contains("chosen: api\n"));
}

#[test]
fn yes_answers_no_tie() {
    let sandbox = sandbox();
    let shown = on_a_terminal(&sandbox, &["dispatch", ticket(&sandbox, &tied()), "--yes"], &["2\n"]);
    assert!(shown.contains("chosen: web\n"), "{shown}");
}

#[test]
fn nothing_is_asked_where_the_rule_decides() {
    let sandbox = sandbox();
    assert_snapshot!(on_a_terminal(&sandbox, &["dispatch", ticket(&sandbox, &clear())], &[]), @r#"
    PROJ-1  Refund fails
    PROJECT  SCORE  SIGNALS
    api      12     component Payments +10, keyword refund +2
    web      2      keyword refund +2
    auto: api: 12 points, at least 10 and 2 times the runner-up's 2
    next: cd ~/code/api && claude "/develop PROJ-1"
    --- exit 0
    "#);
}

#[test]
fn a_program_is_asked_nothing_even_on_a_terminal() {
    let sandbox = sandbox();
    let shown = on_a_terminal(&sandbox, &["dispatch", ticket(&sandbox, &tied()), "--json"], &[]);
    let answer: serde_json::Value = serde_json::from_str(shown.strip_suffix("--- exit 1").unwrap()).unwrap();
    assert_eq!(answer["decision"], "ask");
}

#[test]
fn what_is_asked_about_is_spelled_out() {
    let sandbox = sandbox();
    let hostile = serde_json::json!({"key": "PROJ-1\u{1b}[2J", "summary": "refund\u{1b}]0;x\u{7}\u{202e}"});
    assert_snapshot!(on_a_terminal(&sandbox, &["dispatch", ticket(&sandbox, &hostile)], &["\n"]), @r"
    PROJ-1\u{1b}[2J  refund\u{1b}]0;x\u{7}\u{202e}
    the first place is shared; where does it belong?
      1  api (2 points: keyword refund +2)
      2  web (2 points: keyword refund +2)
    a number from 1 to 2, or nothing for none of these: …
    PROJ-1\u{1b}[2J  refund\u{1b}]0;x\u{7}\u{202e}
    PROJECT  SCORE  SIGNALS
    api      2      keyword refund +2
    web      2      keyword refund +2
    ask: the first place is shared by projects with 2 points
    next: choose with `--project NAME`
    --- exit 1
    ");
}
