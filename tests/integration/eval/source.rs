//! Where the tickets come from, and what may be wrong with them.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use insta::assert_snapshot;
use serde_json::json;

use super::{eight, lines, sandbox, ticket};

fn gzip(text: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    packer.finish().unwrap()
}

#[test]
fn a_packed_file_says_the_same_as_a_plain_one() {
    let sandbox = sandbox();
    let text = lines(&eight());
    sandbox.write("central/t.jsonl", &text);
    sandbox.write("central/t.jsonl.gz", gzip(&text));
    // Two packed files, one behind the other, are one packed file.
    let (one, other) = text.split_at(text.find("\n").unwrap() + 1);
    sandbox.write("central/two.gz", [gzip(one), gzip(other)].concat());
    let plain = sandbox.skreg(&["eval", "t.jsonl"]);
    assert!(plain.ends_with("exit 0"));
    assert_eq!(sandbox.skreg(&["eval", "t.jsonl.gz"]), plain);
    assert_eq!(sandbox.skreg(&["eval", "two.gz"]), plain);
}

#[test]
fn a_packed_file_that_is_cut_off_is_not_measured() {
    let sandbox = sandbox();
    let whole = gzip(&lines(&eight()));
    sandbox.write("central/t.jsonl.gz", &whole[..whole.len() - 12]);
    assert_snapshot!(sandbox.skreg(&["eval", "t.jsonl.gz"]), @"
    --- stderr
    error: cannot read the tickets of `t.jsonl.gz` to their end
      incomplete deflate stream
    --- exit 2
    ");
}

#[test]
fn tickets_come_from_standard_input() {
    let sandbox = sandbox();
    let text = lines(&eight());
    sandbox.write("central/t.jsonl", &text);
    let ran = sandbox.run(sandbox.command("central", &["eval", "-"]), &text);
    assert_eq!(ran.to_string(), sandbox.skreg(&["eval", "t.jsonl"]));
}

#[test]
fn whole_issues_of_jira_are_tickets_too() {
    let sandbox = sandbox();
    let issue = |key: &str, label: &str| {
        json!({"key": key, "fields": {"summary": "s", "components": [{"name": "Payments"}], "project": {"key": label},
            "created": "2030-01-01T00:00:00.000+0000", "customfield_7": {"value": "api"}}})
    };
    sandbox.write("central/t.jsonl", lines(&[issue("API-1", "API"), issue("WEB-1", "WEB")]));
    let (_, by_project) = sandbox.json(&["eval", "t.jsonl", "--label-from", "project"]);
    assert_eq!((&by_project["labelled"], &by_project["top1"]), (&json!(2), &json!(0.5)));
    let (_, by_field) = sandbox.json(&["eval", "t.jsonl", "--label-from", "field:customfield_7"]);
    assert_eq!((&by_field["labelled"], &by_field["top1"]), (&json!(2), &json!(1.0)));
}

#[test]
fn lines_that_cannot_be_read_are_told_and_the_others_measured() {
    let sandbox = sandbox();
    let mut text = lines(&eight());
    text.push_str("\n  \nnot json\n{\"summary\": \"s\", \"expected\": 4}\n[1]\n{\"labels\": [\"x\"]}\n");
    sandbox.write("central/t.jsonl", &text);
    let told = sandbox.skreg(&["eval", "t.jsonl"]);
    assert_snapshot!(told.lines().take(10).collect::<Vec<_>>().join("\n"), @r#"
    8 tickets, 8 labelled
      left out: 4 that cannot be read
        t.jsonl:11:2: this is not JSON: expected ident
          hint: write each ticket as strict JSON on a line of its own
        t.jsonl:12:30 (/expected): `expected` is a number, where the name of a project is asked for
          hint: make it the name of a project, or leave it out
        t.jsonl:13:1: one ticket is asked for, a JSON object, and this is a list
          hint: write each ticket as strict JSON on a line of its own
        t.jsonl:14:1: the ticket has no `summary`
          hint: add "summary": the title of the ticket
    "#);
    assert!(told.ends_with("exit 0"));
}

#[test]
fn ten_of_the_lines_that_cannot_be_read_are_told() {
    let sandbox = sandbox();
    sandbox.write("central/t.jsonl", lines(&eight()) + &"{\n".repeat(25));
    let told = sandbox.skreg(&["eval", "t.jsonl"]);
    assert_eq!(told.matches("t.jsonl:").count(), 10);
    assert!(told.contains("25 that cannot be read") && told.contains("and 15 more"), "{told}");
    let (code, answer) = sandbox.json(&["eval", "t.jsonl"]);
    assert_eq!((code, &answer["unreadable"]), (Some(0), &json!(25)));
    assert_eq!(answer["problems"].as_array().unwrap().len(), 10);
}

#[test]
fn a_file_that_is_no_json_lines_is_refused() {
    let sandbox = sandbox();
    sandbox.write("central/t.json", "[\n  {\"summary\": \"s\"},\n  {\"summary\": \"s\"}\n]\n");
    assert_snapshot!(sandbox.skreg(&["eval", "t.json"]), @r#"
    --- stderr
    error: none of the tickets (1) names a project, so nothing can be measured
      t.json:1:1: this is not JSON: EOF while parsing a list
        hint: write each ticket as strict JSON on a line of its own
      t.json:2:19: the JSON value ends before this
        hint: write each ticket as strict JSON on a line of its own
      t.json:4:1: this is not JSON: expected value
        hint: write each ticket as strict JSON on a line of its own
    hint: add `"expected": "PROJECT"` to each ticket, or tell with `--label-from` where it names its project
    --- exit 2
    "#);
    sandbox.write("central/t.json", "{\n  \"summary\": \"s\"\n}\n");
    assert_snapshot!(sandbox.skreg(&["eval", "t.json"]), @"
    --- stderr
    error: none of the 3 lines is a ticket
      t.json:1:1: this is not JSON: EOF while parsing an object
        hint: write each ticket as strict JSON on a line of its own
      t.json:2:12: the JSON value ends before this
        hint: write each ticket as strict JSON on a line of its own
      t.json:3:1: this is not JSON: expected value
        hint: write each ticket as strict JSON on a line of its own
    hint: a file of tickets has one JSON object a line; `jq -c '.[]' FILE` makes one of a list
    --- exit 2
    ");
    sandbox.write("central/t.json", "key,summary\n".repeat(12));
    let (code, answer) = sandbox.json(&["eval", "t.json"]);
    assert_eq!((code, answer["error"]["problems"].as_array().unwrap().len()), (Some(2), 10));
    assert_eq!(answer["error"]["message"], "none of the 12 lines is a ticket");
}

#[test]
fn what_is_no_file_of_tickets_is_refused() {
    let sandbox = sandbox();
    sandbox.write("central/empty.jsonl", "\n");
    assert_snapshot!(sandbox.skreg(&["eval", "empty.jsonl"]), @"
    --- stderr
    error: `empty.jsonl` holds no ticket
    hint: give a file with a ticket on each line
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["eval", "nowhere.jsonl"]), @"
    --- stderr
    error: there is no file `nowhere.jsonl`
    hint: give a file of tickets, or `-` for standard input
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["eval", "profiles"]), @"
    --- stderr
    error: `profiles` is a folder, and tickets are read from a file
    hint: give a file of tickets, or `-` for standard input
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["eval"]), @"
    --- stderr
    error: the following required arguments were not provided:
      <TICKETS>

    Usage: skreg eval <TICKETS>

    For more information, try '--help'.
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["eval", "t.jsonl", "--label-from", "summary"]), @"
    --- stderr
    error: invalid value 'summary' for '--label-from <FROM>': it is `component`, `project`, or `field:` and the name of a field

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn a_line_without_an_end_does_not_fill_the_memory() {
    let sandbox = sandbox();
    let long = format!("{{\"summary\": \"{}\"}}", "x".repeat(17 << 20));
    sandbox.write("central/t.jsonl.gz", gzip(&format!("{long}\n{}", lines(&eight()))));
    let (code, answer) = sandbox.json(&["eval", "t.jsonl.gz"]);
    assert_eq!((code, &answer["tickets"], &answer["unreadable"]), (Some(0), &json!(8), &json!(1)));
    assert_eq!(answer["problems"][0]["message"], "the line is longer than 16 MiB");
}

#[test]
fn more_tickets_than_one_batch_are_counted_in_their_order() {
    let sandbox = sandbox();
    let tickets: Vec<_> = (0..9_000).map(|at| ticket(&format!("A-{at}"), "api", &["Shop"], "s")).collect();
    sandbox.write("central/t.jsonl", lines(&tickets));
    let (_, answer) = sandbox.json(&["eval", "t.jsonl"]);
    assert_eq!((&answer["labelled"], &answer["auto"]["count"]), (&json!(9_000), &json!(9_000)));
    assert_eq!(
        answer["confusions"],
        json!([{"expected": "api", "got": "web", "count": 9_000, "auto": 9_000, "examples": ["A-0", "A-1", "A-2"]}])
    );
}
