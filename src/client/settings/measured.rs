//! What the client did with settings that were given to it, in our own words: whether a hook for `Stop` in the file ran.

use super::super::finding::Severity;
use super::{Scope, Verdict, judge};

/// The settings of a case; `STOP` stands for a list with one hook that is in order.
fn verdict(text: &str) -> Verdict {
    let stop = r#"[{"hooks": [{"type": "command", "command": "touch ran"}]}]"#;
    judge("settings.json", text.replace("STOP", stop).as_bytes(), Scope::Repository)
}

/// Asserts what ran, for settings that stand beside a hook in order.
#[track_caller]
fn assert_beside(hooks_run: bool, settings: &[&str]) {
    for setting in settings {
        let verdict = verdict(&format!("{{{setting}, \"hooks\": {{\"Stop\": STOP}}}}"));
        assert_eq!((verdict.hooks_run, verdict.in_force), (hooks_run, hooks_run), "{setting}: {:?}", verdict.problems);
    }
}

#[test]
fn hooks_run_beside_settings_in_order_and_beside_those_that_lose_only_themselves() {
    assert_beside(
        true,
        &[
            r#""env": {"A": 1, "B": null}"#,
            r#""theme": null"#,
            r#""teammateMode": "pane""#,
            r#""allowedMcpServers": "docs""#,
            r#""extraKnownMarketplaces": []"#,
            r#""isolation": 7"#,
            r#""enabledMcpjsonServers": "docs-1""#,
            r#""disableBundledSkills": null"#,
            r#""permissions": {"allow": ["Bash(", 3, "bash"], "defaultMode": "manual"}"#,
            r#""permissions": {"alow": ["Bash"]}"#,
            r#""cleanupPeriodDays": 7.0"#,
            r#""made_up": [1]"#,
            r#""half": "\ud800""#,
            r#""model": 5, "model": "opus""#,
        ],
    );
}

#[test]
fn one_value_of_the_wrong_kind_takes_every_hook_of_the_file_along() {
    assert_beside(
        false,
        &[
            r#""env": []"#,
            r#""model": null"#,
            r#""verbose": "yes""#,
            r#""cleanupPeriodDays": 0"#,
            r#""permissions": null"#,
            r#""permissions": {"deny": "Bash"}"#,
            r#""permissions": {"additionalDirectories": [1]}"#,
            r#""permissions": {"defaultMode": "Plan"}"#,
            r#""statusLine": {"type": "command"}"#,
            r#""enabledMcpjsonServers": "two words""#,
            r#""skillOverrides": {"a": "hidden"}"#,
            r#""skillListingBudgetFraction": 2"#,
            r#""sandbox": {"network": {"allowUnixSockets": true}}"#,
            r#""quietHours": {"start": "25:00"}"#,
            r#""model": "opus", "model": 5"#,
        ],
    );
}

#[test]
fn a_fault_in_a_hook_that_may_guard_takes_the_file_along_and_in_another_only_itself() {
    let broken = [
        r#"{}"#,
        r#"["Bash"]"#,
        r#"[{"matcher": "Bash"}]"#,
        r#"[{"hooks": {}}]"#,
        r#"[{"matcher": ["Bash"], "hooks": []}]"#,
        r#"[{"hooks": ["true"]}]"#,
        r#"[{"hooks": [{"command": "true"}]}]"#,
        r#"[{"hooks": [{"type": "shell", "command": "true"}]}]"#,
        r#"[{"hooks": [{"type": "command"}]}]"#,
        r#"[{"hooks": [{"type": "command", "command": "true", "timeout": 0}]}]"#,
        r#"[{"hooks": [{"type": "http", "url": "nowhere"}]}]"#,
    ];
    for (event, hooks_run) in [("PreToolUse", false), ("PermissionRequest", false), ("PostToolUse", true)] {
        for hooks in broken {
            let verdict = verdict(&format!(r#"{{"hooks": {{"{event}": {hooks}, "Stop": STOP}}}}"#));
            assert_eq!(verdict.hooks_run, hooks_run, "{event} {hooks}: {:?}", verdict.problems);
            assert_eq!(verdict.problems.len(), 1, "{event} {hooks}: {:?}", verdict.problems);
        }
    }
}

#[test]
fn a_guard_that_is_null_or_has_no_hooks_harms_nothing() {
    for hooks in ["null", "[]", r#"[{"hooks": []}]"#, r#"[{"matcher": "[", "hooks": []}]"#] {
        assert!(verdict(&format!(r#"{{"hooks": {{"PreToolUse": {hooks}, "Stop": STOP}}}}"#)).hooks_run, "{hooks}");
    }
}

#[test]
fn a_hook_that_is_not_written_as_one_does_not_run() {
    let files = [
        "",
        "{}",
        r#"{"hooks": null}"#,
        r#"{"hooks": [{"event": "Stop", "command": "true"}]}"#,
        r#"{"hooks": {"stop": STOP}}"#,
        r#"{"hooks": {"Stop": "true"}}"#,
        r#"{"hooks": {"Stop": [{"type": "command", "command": "true"}]}}"#,
        r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "if": "Bash(ls)"}]}]}}"#,
        r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "touch ran", "args": []}]}]}}"#,
        r#"{"hooks": {"Stop": STOP}, "hooks": {}}"#,
        r#"{"hooks": {"Stop": STOP}, "disableAllHooks": true}"#,
        r#"{"hooks": {"Stop": STOP},}"#,
        "// why\n{\"hooks\": {\"Stop\": STOP}}",
        r#"[{"hooks": {"Stop": STOP}}]"#,
    ];
    for file in files {
        assert!(!verdict(file).hooks_run, "{file}");
    }
}

#[test]
fn a_hook_runs_whatever_stands_beside_it_in_its_own_list() {
    for stop in [
        r#"[null, {"hooks": [{"type": "command", "command": "true"}]}]"#,
        r#"[{"matcher": "none", "hooks": [{"type": "command", "command": "true"}, {"type": "x"}]}]"#,
    ] {
        assert!(verdict(&format!(r#"{{"hooks": {{"Stop": {stop}}}}}"#)).hooks_run, "{stop}");
    }
}

#[test]
fn without_hooks_for_stop_any_other_hook_counts() {
    assert!(verdict(r#"{"hooks": {"SessionStart": STOP}}"#).hooks_run);
    assert!(!verdict(r#"{"hooks": {"SessionStart": STOP, "Stop": []}}"#).hooks_run);
}

#[test]
fn a_file_of_another_ending_is_never_read() {
    let verdict = judge(".claude/settings.jsonc", b"{}", Scope::Repository);
    assert_eq!((verdict.in_force, verdict.problems[0].code), (false, "settings_never_read"));
}

#[test]
fn a_user_may_set_a_mode_that_a_repository_may_not() {
    let text = br#"{"permissions": {"defaultMode": "bypassPermissions"}}"#;
    assert_eq!(judge("settings.json", text, Scope::User).problems, []);
    assert_eq!(judge("settings.json", text, Scope::Repository).problems[0].code, "mode_ignored");
}

#[test]
fn everything_is_told_in_the_order_of_the_text_and_with_what_to_do() {
    let text = r#"{
  "modle": "opus",
  "mcpServers": {},
  "verbose": true, "verbose": "no",
  "permissions": {
    "allow": ["Bash(ls", "bash"],
    "defaultMode": "acceptEdit",
    "denny": []
  },
  "allow": ["Bash"],
  "hooks": {
    "_why": "x",
    "SesionStart": [],
    "Stop": [{"hooks": [{"type": "comand", "command": "true"}]}],
    "PreToolUse": [{"mather": "Bash", "hooks": [{"type": "command", "command": 1}]}]
  }
}"#;
    let told = verdict(text).problems.into_iter().map(|problem| {
        let severity = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let place = format!("{}:{}", problem.line.unwrap(), problem.column.unwrap());
        format!("{place} {severity} {}: {} [{}]", problem.code, problem.message, problem.hint.unwrap_or_default())
    });
    insta::assert_snapshot!(told.collect::<Vec<_>>().join("\n"), @r#"
    2:3 warning key_unknown: the client knows no setting `modle` and ignores it [did you mean `model`?]
    3:3 warning key_unknown: the client knows no setting `mcpServers` and ignores it [move it to `.mcp.json` beside `.claude`]
    4:3 warning key_duplicate: `verbose` stands here and again further down, and the client takes the last [keep one of the two]
    4:31 error setting_invalid: `verbose` is `"no"` instead of true or false: the client does without the whole file []
    6:15 warning rule_skipped: the rule `Bash(ls` has parentheses that do not close at its end, and the client skips it [write `Tool` or `Tool(content)`, with nothing after the closing `)`]
    6:26 warning rule_skipped: the rule `bash` begins with a small letter, and every tool begins with a capital, and the client skips it [write `Bash`]
    7:20 error setting_invalid: `permissions.defaultMode` is `"acceptEdit"` instead of one of `acceptEdits`, `auto`, `bypassPermissions`, `default`, `dontAsk`, `plan`, `manual`: the client does without the whole file [did you mean `acceptEdits`?]
    8:5 warning key_unknown: the client knows no `permissions.denny` and ignores it [did you mean `deny`?]
    10:3 warning key_unknown: the client knows no setting `allow` and ignores it [`allow` belongs into `permissions`]
    12:5 info hook_event_unknown: the client knows no event `_why` and ignores it []
    13:5 warning hook_event_unknown: the client knows no event `SesionStart` and ignores it [did you mean `SessionStart`?]
    14:34 warning hook_skipped: `"comand"` is no type of hook, and the client skips it [did you mean `command`?]
    15:21 warning key_unknown: the client knows no `mather` here and ignores it [did you mean `matcher`?]
    15:80 error guard_hook_broken: `command` of a `command` hook is `1` instead of a string: as a hook of `PreToolUse` may be a guard, the client does without the whole file []
    "#);
}
