//! `skreg list`.

use insta::assert_snapshot;
use serde_json::json;

use crate::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.registry(&json!({
        "version": 1,
        "workspace": "~/code",
        "projects": {
            "web": {"repo": "web", "profile": "web", "stack": ["typescript", "react"]},
            "api": {
                "repo": "api", "profile": "api", "stack": ["rust"],
                "routing": {"components": ["Payments"], "labels": ["billing"], "keywords": ["refund", "card token"]}
            },
            "gone": {"repo": "/srv/gone", "profile": "api"}
        }
    }));
    sandbox.skill("shared", "review");
    sandbox.link("../../shared/skills/review", "central/profiles/web/skills/review");
    sandbox.link("../../shared/skills/nowhere", "central/profiles/web/skills/dangling");
    sandbox.write("central/profiles/web/skills/draft/notes.md", "");
    sandbox.write("central/profiles/web/agents/team/lead.md", "");
    sandbox
}

#[test]
fn shows_the_projects_by_name() {
    let sandbox = sandbox();
    assert_snapshot!(sandbox.skreg(&["list"]), @"
    PROJECT  REPOSITORY          PROFILE  STACK              COMPONENTS  LABELS   KEYWORDS
    api      ~/code/api          api      rust               Payments    billing  refund, card token
    gone     /srv/gone (absent)  api      -                  -           -        -
    web      ~/code/web          web      typescript, react  -           -        -
    --- exit 0
    ");
    assert_eq!(sandbox.skreg(&["list"]), sandbox.skreg_in("web", &["list", "--registry", "../central"]));
}

#[test]
fn shows_skills_and_agents_and_where_they_come_from() {
    assert_snapshot!(sandbox().skreg(&["list", "--skills"]), @"
    PROJECT  PROFILE  SKILLS                    AGENTS
    api      api      develop                   reviewer
    gone     api      develop                   reviewer
    web      web      develop, review (shared)  lead, reviewer
    --- exit 0
    ");
}

#[test]
fn changes_nothing() {
    let sandbox = sandbox();
    let before = sandbox.tree("");
    sandbox.skreg(&["list"]);
    sandbox.skreg(&["list", "--skills", "--json"]);
    assert_eq!(sandbox.tree(""), before);
}

#[test]
fn answers_in_json() {
    let (code, answer) = sandbox().json(&["list"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        answer,
        json!({"schema": 1, "projects": [
            {
                "project": "api", "repo": "[ROOT]/home/code/api", "exists": true, "profile": "api", "stack": ["rust"],
                "components": ["Payments"], "labels": ["billing"], "keywords": ["refund", "card token"],
                "skills": [{"name": "develop", "from": "profile"}], "agents": [{"name": "reviewer", "from": "profile"}]
            },
            {
                "project": "gone", "repo": "/srv/gone", "exists": false, "profile": "api", "stack": [],
                "components": [], "labels": [], "keywords": [],
                "skills": [{"name": "develop", "from": "profile"}], "agents": [{"name": "reviewer", "from": "profile"}]
            },
            {
                "project": "web", "repo": "[ROOT]/home/code/web", "exists": true, "profile": "web",
                "stack": ["typescript", "react"], "components": [], "labels": [], "keywords": [],
                "skills": [{"name": "develop", "from": "profile"}, {"name": "review", "from": "shared"}],
                "agents": [{"name": "lead", "from": "profile"}, {"name": "reviewer", "from": "profile"}]
            }
        ]})
    );
}

#[test]
fn says_how_to_begin_where_there_are_no_projects() {
    let sandbox = Sandbox::with_projects(&[]);
    sandbox.skill("shared", "review");
    assert_snapshot!(sandbox.skreg(&["list"]), @"
    no projects yet: `skreg add <path>` registers a repository
    --- exit 0
    ");
    assert_eq!(sandbox.json(&["list"]), (Some(0), json!({"schema": 1, "projects": []})));
}

#[test]
fn a_repository_that_is_a_file_is_not_there() {
    let sandbox = sandbox();
    sandbox.remove("web");
    sandbox.write("web", "a file\n");
    assert!(sandbox.skreg(&["list"]).contains("~/code/web (absent)"));
}

#[test]
fn a_profile_without_folders_has_no_skills() {
    let sandbox = sandbox();
    sandbox.remove("central/profiles/api/skills");
    sandbox.remove("central/profiles/api/agents");
    sandbox.write("central/profiles/api/skills", "a file\n");
    assert_snapshot!(sandbox.skreg(&["list", "--skills"]), @"
    PROJECT  PROFILE  SKILLS                    AGENTS
    api      api      -                         -
    gone     api      -                         -
    web      web      develop, review (shared)  lead, reviewer
    --- exit 0
    ");
}

#[test]
fn signals_reach_the_terminal_harmless() {
    let sandbox = Sandbox::with_projects(&["api"]);
    sandbox.registry(&json!({"version": 1, "workspace": "~/code", "projects": {"api": {
        "repo": "api", "profile": "api", "stack": ["\u{1b}]0;owned\u{7}"],
        "routing": {"components": ["a\nb"], "labels": ["größe 写"], "keywords": ["\u{202e}drow", "tab\there"]}
    }}}));
    assert_snapshot!(sandbox.skreg(&["list"]), @r"
    PROJECT  REPOSITORY  PROFILE  STACK                COMPONENTS  LABELS    KEYWORDS
    api      ~/code/api  api      \u{1b}]0;owned\u{7}  a\nb        größe 写  \u{202e}drow, tab\there
    --- exit 0
    ");
}

#[test]
fn a_reader_that_is_gone_is_no_error() {
    let sandbox = sandbox();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = sandbox.command("central", &["list"]);
    let status = command.stdout(writer).stderr(std::process::Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(0));
}
