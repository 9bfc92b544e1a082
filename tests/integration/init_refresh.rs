//! `skreg init --refresh`: shared skills that differ from those of this program.

use git2::{ObjectType, Oid};
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

const STAMP: &str = "central/profiles/shared/.skreg-bundle.json";
const SKILL: &str = "profiles/shared/skills/review-pr/SKILL.md";
const AGENT: &str = "profiles/shared/agents/pr-reviewer.md";

/// A fresh central repository.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    assert!(sandbox.skreg_in("", &["init", "central"]).ends_with("exit 0"));
    sandbox
}

fn refresh(sandbox: &Sandbox, more: &[&str]) -> String {
    let arguments: Vec<_> = ["init", "--refresh"].iter().chain(more).copied().collect();
    sandbox.skreg(&arguments)
}

/// Makes the stamp say that a skreg of this version wrote these texts, and another the rest as it is.
fn stamp(sandbox: &Sandbox, version: &str, texts: &[(&str, &str)]) {
    let mut stamp: Value = serde_json::from_str(&sandbox.read(STAMP)).unwrap();
    stamp["version"] = json!(version);
    for (path, text) in texts {
        stamp["files"][path] = json!(Oid::hash_object(ObjectType::Blob, text.as_bytes()).unwrap().to_string());
    }
    sandbox.write(STAMP, format!("{stamp:#}\n"));
}

/// As an older skreg left it, whose skill had another text.
fn older() -> Sandbox {
    let sandbox = sandbox();
    sandbox.write(&format!("central/{SKILL}"), "older\n");
    stamp(&sandbox, "0.0.1", &[(SKILL, "older\n")]);
    sandbox
}

#[test]
fn a_new_repository_is_fresh_and_its_stamp_is_committed_with_it() {
    let sandbox = sandbox();
    let before = sandbox.tree("");
    assert_snapshot!(refresh(&sandbox, &[]), @"
    central  ~/code/central
    nothing to do: all are fresh
    --- exit 0
    ");
    assert!(sandbox.tree("") == before);
    assert_snapshot!(sandbox.git("central", &["status", "--short", "-uall", "profiles"]), @"
    ?? profiles/shared/.skreg-bundle.json
    ?? profiles/shared/agents/pr-reviewer.md
    ?? profiles/shared/config.json
    ?? profiles/shared/skills/review-pr/SKILL.md
    ?? profiles/shared/skills/review-pr/config.json
    ");
}

#[test]
fn what_an_older_skreg_wrote_and_nobody_edited_is_updated() {
    let sandbox = older();
    let before = sandbox.tree("central");
    let dry = refresh(&sandbox, &["--dry-run"]);
    assert_snapshot!(dry, @"
    central  ~/code/central (nothing is written)
      updated  profiles/shared/skills/review-pr/SKILL.md
    1 updated
    --- exit 0
    ");
    assert!(sandbox.tree("central") == before);
    assert_snapshot!(refresh(&sandbox, &[]), @"
    central  ~/code/central
      updated  profiles/shared/skills/review-pr/SKILL.md
    1 updated
    next: commit the central repository
    --- exit 0
    ");
    assert!(sandbox.read(&format!("central/{SKILL}")).starts_with("---\n"));
    assert_snapshot!(refresh(&sandbox, &[]), @"
    central  ~/code/central
    nothing to do: all are fresh
    --- exit 0
    ");
    let fresh = self::sandbox();
    assert_eq!(sandbox.content("central/profiles"), fresh.content("central/profiles"));
}

#[test]
fn what_somebody_edited_is_shown_and_left() {
    let sandbox = sandbox();
    let text = sandbox.read(&format!("central/{AGENT}"));
    let edited = text.replacen("---\n", "---\n# \u{1b}[31mours\n", 1);
    sandbox.write(&format!("central/{AGENT}"), &edited);
    let before = sandbox.tree("central");
    let answer = refresh(&sandbox, &[]);
    assert!(answer.contains("\n    -# \\u{1b}[31mours\n"), "{answer}");
    assert!(answer.ends_with("nothing to do: 1 edited, left as they are\n--- exit 0"), "{answer}");
    assert!(sandbox.tree("central") == before);
    let (code, answer) = sandbox.json(&["init", "--refresh", "--dry-run"]);
    assert_eq!((code, &answer["ok"], &answer["summary"]["edited"]), (Some(0), &json!(true), &json!(1)));
    let file = answer["files"].as_array().unwrap().iter().find(|file| file["path"] == AGENT).unwrap();
    assert_eq!((&file["state"], &file["action"]), (&json!("edited"), &json!("kept")));
    assert!(file["diff"].as_str().unwrap().contains("\n-# \u{1b}[31mours\n"));
}

#[test]
fn without_a_stamp_only_what_is_equal_is_known_and_the_stamp_is_written() {
    let sandbox = sandbox();
    sandbox.remove(STAMP);
    sandbox.remove(&format!("central/{AGENT}"));
    sandbox.write(&format!("central/{SKILL}"), "older or edited\n");
    let answer = refresh(&sandbox, &[]);
    assert!(
        answer.contains(
            "  missing  profiles/shared/agents/pr-reviewer.md, and no stamp tells why; `--missing` brings it\n  edited   profiles/shared/skills/review-pr/SKILL.md, "
        ),
        "{answer}"
    );
    assert!(answer.contains("\n1 edited, left as they are, 1 missing; the stamp is new\n"), "{answer}");
    assert!(!sandbox.path(&format!("central/{AGENT}")).exists());
    let again = refresh(&sandbox, &[]);
    assert!(again.contains("\nnothing to do: 1 edited, left as they are, 1 taken out\n"), "{again}");
    let asked = refresh(&sandbox, &["--missing"]);
    assert!(asked.contains("\n1 added, 1 edited, left as they are\n"), "{asked}");
    assert!(sandbox.path(&format!("central/{AGENT}")).exists());
}

#[test]
fn a_stamp_that_cannot_be_read_is_told_and_left_and_nothing_is_brought_back() {
    let sandbox = sandbox();
    let whole = sandbox.read(STAMP);
    sandbox.remove(&format!("central/{AGENT}"));
    sandbox.write(STAMP, "{\n<<<<<<< ours\n}\n");
    let before = sandbox.tree("central");
    assert_snapshot!(refresh(&sandbox, &[]), @"
    central  ~/code/central
      missing  profiles/shared/agents/pr-reviewer.md, and no stamp tells why; `--missing` brings it
      stamp    profiles/shared/.skreg-bundle.json:2:1: key must be a string
               without it nobody knows what was edited and what was taken out
               hint: take it back from git with `git restore profiles/shared/.skreg-bundle.json`, or take it away
    1 missing
    next: do what the lines above say, then run `skreg init --refresh` again
    --- exit 1
    ");
    assert!(refresh(&sandbox, &["-n"]).ends_with("exit 1"));
    let (code, answer) = sandbox.json(&["init", "--refresh"]);
    assert_eq!((code, &answer["ok"], &answer["stamped"]), (Some(1), &json!(false), &json!(false)));
    let problem = &answer["stamp_problem"];
    assert_eq!((&problem["line"], &problem["column"]), (&json!(2), &json!(1)));
    assert!(sandbox.tree("central") == before);
    // The hint, applied.
    sandbox.write(STAMP, whole);
    assert!(refresh(&sandbox, &[]).ends_with("nothing to do: 1 taken out\n--- exit 0"));
}

#[test]
fn a_stamp_that_is_something_else_is_told_by_the_dry_run_as_well() {
    for reason in ["`profiles/shared/.skreg-bundle.json` is a link", "a folder stands there", "it is not UTF-8"] {
        let sandbox = older();
        sandbox.remove(STAMP);
        match reason {
            "a folder stands there" => sandbox.write(&format!("{STAMP}/a"), ""),
            "it is not UTF-8" => sandbox.write(STAMP, b"\xff"),
            _ => sandbox.link("/nowhere", STAMP),
        }
        let before = sandbox.tree("central");
        for arguments in [&["-n"] as &[&str], &[]] {
            let told = refresh(&sandbox, arguments);
            assert!(told.contains(&format!("  stamp    profiles/shared/.skreg-bundle.json: {reason}\n")), "{told}");
            assert!(told.ends_with("exit 1"), "{told}");
        }
        assert!(sandbox.tree("central") == before);
    }
}

#[test]
fn what_may_not_be_written_is_told_by_the_dry_run_as_well() {
    for (closed, said) in [
        ("central/profiles/shared/skills/review-pr", "error: cannot write `[ROOT]/home/code/central/profiles/"),
        ("~/.local/state/skreg", "error: cannot lock `[ROOT]/home/.local/state/skreg/lock`\n"),
        ("~/.local/state", "error: cannot lock `[ROOT]/home/.local/state/skreg/lock`\n"),
    ] {
        let sandbox = older();
        if closed.starts_with('~') {
            sandbox.remove("~/.local/state/skreg");
            std::fs::create_dir_all(sandbox.path(closed)).unwrap();
        }
        sandbox.mode(closed, 0o555);
        for arguments in [&["init", "--refresh", "-n"] as &[&str], &["init", "--refresh"]] {
            let told = sandbox.skreg_as_user(arguments);
            assert!(told.contains(said) && told.ends_with("exit 2"), "{told}");
            assert!(!closed.starts_with('~') || told.contains("\nhint: make it writable"), "{told}");
        }
        sandbox.mode(closed, 0o755);
    }
}

#[test]
fn what_was_taken_out_stays_out() {
    let sandbox = sandbox();
    sandbox.remove(&format!("central/{AGENT}"));
    assert_snapshot!(refresh(&sandbox, &[]), @"
    central  ~/code/central
      missing  profiles/shared/agents/pr-reviewer.md, was taken out
    nothing to do: 1 taken out
    --- exit 0
    ");
    assert!(!sandbox.path(&format!("central/{AGENT}")).exists());
}

#[test]
fn what_a_newer_skreg_wrote_is_left_alone() {
    let sandbox = sandbox();
    sandbox.write(&format!("central/{SKILL}"), "newest\n");
    stamp(&sandbox, "99.0.0", &[(SKILL, "newest\n")]);
    sandbox.remove(&format!("central/{AGENT}"));
    let before = sandbox.tree("central");
    assert_snapshot!(refresh(&sandbox, &[]), @"
    central  ~/code/central
      missing  profiles/shared/agents/pr-reviewer.md, was taken out
      newer    profiles/shared/skills/review-pr/SKILL.md
    skreg 99.0.0 wrote these files, and this is 0.1.0
    next: update skreg
    --- exit 1
    ");
    assert!(sandbox.tree("central") == before);
    let (code, answer) = sandbox.json(&["init", "--refresh"]);
    assert_eq!((code, &answer["ok"], &answer["former"]), (Some(1), &json!(false), &json!("99.0.0")));
}

#[test]
fn nothing_is_written_through_a_link() {
    let sandbox = older();
    sandbox.remove("central/profiles/shared/skills/review-pr");
    sandbox.write("elsewhere/SKILL.md", "older\n");
    sandbox.link(sandbox.path("elsewhere"), "central/profiles/shared/skills/review-pr");
    let before = sandbox.tree("elsewhere");
    assert_snapshot!(refresh(&sandbox, &[]), @"
    central  ~/code/central
      blocked  profiles/shared/skills/review-pr/SKILL.md: `profiles/shared/skills/review-pr` is a link
      blocked  profiles/shared/skills/review-pr/config.json: `profiles/shared/skills/review-pr` is a link
    2 blocked; the stamp is new
    next: do what the lines above say, then run `skreg init --refresh` again
    --- exit 1
    ");
    assert!(sandbox.tree("elsewhere") == before);
}

#[test]
fn a_folder_in_the_place_of_a_file_is_told_as_blocked() {
    let sandbox = sandbox();
    sandbox.remove(&format!("central/{AGENT}"));
    sandbox.write(&format!("central/{AGENT}/mine"), "mine");
    assert_snapshot!(refresh(&sandbox, &["-n"]), @"
    central  ~/code/central (nothing is written)
      blocked  profiles/shared/agents/pr-reviewer.md: a folder stands there
    1 blocked
    next: do what the lines above say, then run `skreg init --refresh` again
    --- exit 1
    ");
    let (code, answer) = sandbox.json(&["init", "--refresh"]);
    assert_eq!((code, &answer["ok"], &answer["summary"]["blocked"]), (Some(1), &json!(false), &json!(1)));
}

#[test]
fn refuses_what_is_no_central_repository() {
    let sandbox = Sandbox::new();
    sandbox.repository("api");
    assert_snapshot!(sandbox.skreg_in("", &["init", "--refresh", "api"]), @"
    --- stderr
    error: `[ROOT]/home/code/api` is no central repository
    hint: name one, or run `skreg init` without `--refresh` to make it one
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg_in("", &["init", "--dry-run", "api"]), @"
    --- stderr
    error: the following required arguments were not provided:
      --refresh

    Usage: skreg init --refresh --dry-run <FOLDER>

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn line_ends_that_git_turned_are_no_edit() {
    let sandbox = older();
    sandbox.write(&format!("central/{SKILL}"), "older\r\n");
    let agent = sandbox.read(&format!("central/{AGENT}")).replace('\n', "\r\n");
    sandbox.write(&format!("central/{AGENT}"), &agent);
    let answer = refresh(&sandbox, &[]);
    assert!(answer.contains("\n1 updated\n"), "{answer}");
    assert_eq!(sandbox.read(&format!("central/{AGENT}")), agent);
}

#[test]
fn what_a_killed_refresh_left_is_repaired_by_the_next() {
    let whole = older();
    refresh(&whole, &[]);
    let mut kills = 0;
    for count in 0.. {
        let sandbox = older();
        let mut command = sandbox.command("central", &["init", "--refresh"]);
        command.env("FAILPOINTS", format!("disk-change={count}*off->return"));
        if sandbox.run(command, "").code == Some(0) {
            break;
        }
        kills += 1;
        let text = sandbox.read(&format!("central/{SKILL}"));
        assert!(
            text == "older\n" || text == whole.read(&format!("central/{SKILL}")),
            "killed at point {count}: {text}"
        );
        assert!(refresh(&sandbox, &[]).ends_with("exit 0"), "after a kill at point {count}");
        assert_eq!(
            sandbox.content("central/profiles"),
            whole.content("central/profiles"),
            "after a kill at point {count}"
        );
    }
    assert!(kills > 3, "only {kills} points were met");
}
