//! `skreg check` on what fills the context window.

use std::process::Command;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// A project whose repository has skills with descriptions of this length.
fn sandbox(skills: usize, length: usize) -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.remove("central/profiles/api/skills");
    sandbox.remove("central/profiles/api/agents");
    for index in 0..skills {
        let text = format!("---\nname: s{index:02}\ndescription: {}\n---\ndo it\n", "d".repeat(length));
        sandbox.write(&format!("api/.claude/skills/s{index:02}/SKILL.md"), text);
    }
    sandbox
}

fn project(sandbox: &Sandbox) -> Value {
    sandbox.json(&["check", "api"]).1["projects"][0].clone()
}

/// Per window its limit, what the list takes, and how many skills are named alone.
fn budget(sandbox: &Sandbox) -> Vec<(u64, u64, usize)> {
    let project = project(sandbox);
    let budgets = project["budget"].as_array().unwrap().iter();
    let number = |budget: &Value, name: &str| budget[name].as_u64().unwrap();
    budgets
        .map(|budget| {
            let names = budget["names_only"].as_array().unwrap().len();
            (number(budget, "limit_chars"), number(budget, "used_chars"), names)
        })
        .collect()
}

#[test]
fn tells_which_skills_are_named_alone_in_which_window() {
    let sandbox = sandbox(12, 300);
    assert_eq!(budget(&sandbox), [(8000, 9904, 6), (6000, 9904, 12), (30_000, 9904, 0)]);
    assert_snapshot!(sandbox.skreg(&["check", "api"]), @r#"
    api
        ~/code/api/.claude: note[listing_over_budget] the list of skills takes 9904 of 8000 characters in a window of 200000 tokens (models 4.6 and older): by name alone stand `s06`, `s07`, `s08`, `s09`, `s10` and 1 more
          hint: set `"skillListingBudgetFraction": 0.013` in `.claude/settings.json`, shorten descriptions, or make room with `skillOverrides`, `"disableBundledSkills": true`
    12 skills and 0 agents as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    "#);
    assert_eq!(sandbox.json(&["check", "api", "--strict"]).0, Some(0), "a note is no warning");
}

#[test]
fn too_much_for_the_widest_window_is_a_warning() {
    let sandbox = sandbox(90, 300);
    let (code, answer) = sandbox.json(&["check", "api", "--strict"]);
    let problem = &answer["projects"][0]["problems"][0];
    assert_eq!(
        (code, &problem["code"], &problem["severity"]),
        (Some(1), &json!("listing_over_budget"), &json!("warning"))
    );
    assert_eq!(budget(&sandbox)[2], (30_000, 33_928, 13));
}

#[test]
fn settings_of_the_user_and_the_repository_make_room() {
    let sandbox = sandbox(12, 300);
    sandbox.write("~/.claude/settings.json", r#"{"skillListingBudgetFraction": 0.012}"#);
    assert_eq!(budget(&sandbox)[0].0, 9600);
    sandbox.write("api/.claude/settings.json", r#"{"skillListingBudgetFraction": 0.02}"#);
    assert_eq!(budget(&sandbox)[0], (16_000, 9904, 0));
    sandbox.write("api/.claude/settings.local.json", r#"{"env": {"SLASH_COMMAND_TOOL_CHAR_BUDGET": "7000"}}"#);
    assert_eq!(budget(&sandbox).iter().map(|budget| budget.0).collect::<Vec<_>>(), [7000, 7000, 7000]);
    sandbox.write("api/.claude/settings.local.json", r#"{"disableBundledSkills": true}"#);
    assert_eq!(budget(&sandbox)[0], (16_000, 3971, 0));
    sandbox.write("api/.claude/settings.json", r#"{"skillListingBudgetFraction": 0.02,}"#);
    assert_eq!(budget(&sandbox)[0].0, 9600, "a file out of force makes no room");
}

#[test]
fn overrides_take_skills_off_the_list_or_leave_their_names() {
    let sandbox = sandbox(3, 50);
    sandbox.write("api/.claude/settings.json", r#"{"skillOverrides": {"s00": "off", "s01": "name-only"}}"#);
    let budget = &project(&sandbox)["budget"][0];
    assert_eq!((&budget["names_only"], &budget["over"]), (&json!(["s01"]), &json!(false)));
}

#[test]
fn what_the_user_has_counts_and_hides_what_the_project_has() {
    let sandbox = sandbox(1, 50);
    sandbox.write("~/.claude/skills/s00/SKILL.md", "---\ndescription: short\n---\n");
    sandbox.write("~/.claude/skills/own/SKILL.md", "---\ndescription: short\n---\n");
    let used = (6208 + "\n- own: short\n- s00: short".len()) as u64;
    assert_eq!(budget(&sandbox)[0], (8000, used, 0));
}

#[test]
fn files_are_weighed_the_heaviest_first() {
    let sandbox = sandbox(2, 50);
    sandbox.write("api/.claude/skills/s01/notes/more.md", "x".repeat(400));
    sandbox.write("api/.claude/agents/helper.md", "---\nname: helper\ndescription: helps\n---\n");
    sandbox.write("api/CLAUDE.md", "read @docs/style.md\n```\n@docs/code.md\n```\n");
    sandbox.write("api/docs/style.md", "y".repeat(4001));
    sandbox.write("api/docs/code.md", "z");
    sandbox.write("~/.claude/CLAUDE.md", "be kind\n");
    let hook = r#"{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "cat NOTES.md"}]}]}}"#;
    sandbox.write("api/.claude/settings.json", hook);
    let project = project(&sandbox);
    let weights = project["weights"].as_array().unwrap().iter();
    let told: Vec<_> = weights
        .map(|weight| {
            let name = weight["name"].as_str().unwrap();
            format!(
                "{} {name} {} {} {}",
                weight["kind"].as_str().unwrap(),
                weight["bytes"],
                weight["estimated_tokens"],
                weight["folder_bytes"]
            )
        })
        .collect();
    assert_snapshot!(told.join("\n"), @"
    import ~/code/api/docs/style.md 4001 1001 null
    skill s00 88 22 88
    skill s01 88 22 488
    memory ~/code/api/CLAUDE.md 42 11 null
    agent helper.md 40 10 null
    memory ~/.claude/CLAUDE.md 8 2 null
    ");
    assert_eq!(
        project["session_start"],
        json!([{"settings": "~/code/api/.claude/settings.json", "command": "cat NOTES.md"}])
    );
    assert_snapshot!(sandbox.skreg(&["check", "api", "--budget"]), @r#"
    api
      window of 200000 tokens (models 4.6 and older)
        ██████████████████▉
        fits: the list of skills takes 6324 of 8000 characters, 6208 of them the client's own
      window of 200000 tokens (models newer, with CLAUDE_CODE_DISABLE_1M_CONTEXT)
        ████████████████████████
        over: the list of skills takes 6324 of 6000 characters, 6208 of them the client's own
        by name alone: s00, s01
        hint: set `"skillListingBudgetFraction": 0.011` in `.claude/settings.json`, shorten descriptions, or make room with `skillOverrides`, `"disableBundledSkills": true`
      window of 1000000 tokens (models newer)
        █████
        fits: the list of skills takes 6324 of 30000 characters, 6208 of them the client's own
      FILE    NAME                      BYTES  FOLDER  TOKENS (ESTIMATED)
      import  ~/code/api/docs/style.md  4001           1001                ████████████████████████
      skill   s00                       88     88      22                  ▌
      skill   s01                       88     488     22                  ▌
      memory  ~/code/api/CLAUDE.md      42             11                  ▎
      agent   helper.md                 40             10                  ▏
      memory  ~/.claude/CLAUDE.md       8              2                   ▏
      ~/code/api/.claude/settings.json `cat NOTES.md` at the start of a session: what it prints comes on top, and is not known
    2 skills, 1 agent and 1 settings file as Claude Code 2.1.332 reads them: all in order
    --- exit 0
    "#);
}

#[test]
fn a_narrow_terminal_gets_no_bars() {
    let sandbox = sandbox(1, 50);
    let wide = sandbox.skreg(&["check", "api", "--budget"]);
    assert!(wide.contains('█'), "{wide}");
    let narrow = in_terminal(sandbox.command("central", &["check", "api", "--budget"]), 40);
    assert!(!narrow.contains('█') && narrow.contains("skill"), "{narrow}");
}

/// What a command prints to a terminal so many columns wide.
fn in_terminal(command: Command, columns: u16) -> String {
    let (mut terminal, end) = pty_process::blocking::open().unwrap();
    terminal.resize(pty_process::Size::new(24, columns)).unwrap();
    let mut started = pty_process::blocking::Command::new(command.get_program());
    started = started.args(command.get_args()).env_clear().env("NO_COLOR", "1");
    started = started.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    started = started.current_dir(command.get_current_dir().unwrap());
    let mut child = started.spawn(end).unwrap();
    let mut text = Vec::new();
    // The end of the other side is an error here.
    let _ = std::io::Read::read_to_end(&mut terminal, &mut text);
    child.wait().unwrap();
    String::from_utf8(text).unwrap()
}
