//! Names that become part of a path: projects, profiles, skills.

use insta::assert_snapshot;

use super::{said, said_in, said_of_project, sandbox};

#[test]
fn a_profile_that_is_not_there_is_told_with_the_nearest() {
    assert_snapshot!(said_of_project(r#""repo": "api", "profile": "apj""#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:31 (/projects/api/profile): `profiles/apj` does not exist
        hint: did you mean `api`?
    --- exit 2
    ");
    assert_snapshot!(said_of_project(r#""repo": "api", "profile": "warehouse""#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:31 (/projects/api/profile): `profiles/warehouse` does not exist
        hint: make the folder `profiles/warehouse`, or name one that is there
    --- exit 2
    ");
}

#[test]
fn a_profile_stays_below_profiles() {
    assert_snapshot!(said_of_project(r#""repo": "api", "profile": "../profiles/api""#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:31 (/projects/api/profile): the profile `../profiles/api` is not a folder directly below `profiles/`
        hint: give the name of one folder below `profiles/`
    --- exit 2
    ");
    assert_snapshot!(said_of_project(r#""repo": "api", "profile": "/etc""#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:31 (/projects/api/profile): the profile `/etc` is not a folder directly below `profiles/`
        hint: give the name of one folder below `profiles/`
    --- exit 2
    ");
    assert_snapshot!(said_of_project(r#""repo": "api", "profile": "api/skills""#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:31 (/projects/api/profile): the profile `api/skills` is not a folder directly below `profiles/`
        hint: give the name of one folder below `profiles/`
    --- exit 2
    ");
    assert_snapshot!(said_of_project(r#""repo": "api", "profile": ".""#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:31 (/projects/api/profile): the profile `.` is not a folder directly below `profiles/`
        hint: give the name of one folder below `profiles/`
    --- exit 2
    ");
    assert_snapshot!(said_of_project(r#""repo": "api", "profile": """#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:31 (/projects/api/profile): the profile `` is not a folder directly below `profiles/`
        hint: give the name of one folder below `profiles/`
    --- exit 2
    ");
}

#[test]
fn a_profile_that_is_a_file_does_not_exist() {
    let sandbox = sandbox(
        r#"{"version": 1, "workspace": "~/code", "projects": {"api": {"repo": "api", "profile": "notes.md"}}}"#,
    );
    sandbox.write("central/profiles/notes.md", "");
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:86 (/projects/api/profile): `profiles/notes.md` is no folder
        hint: name a folder below `profiles/`
    --- exit 2
    ");
}

#[test]
fn a_profile_that_leads_out_of_the_central_repository_is_refused() {
    let sandbox =
        sandbox(r#"{"version": 1, "workspace": "~/code", "projects": {"api": {"repo": "api", "profile": "out"}}}"#);
    sandbox.write("elsewhere/skills/x/SKILL.md", "");
    sandbox.link("../../elsewhere", "central/profiles/out");
    sandbox.link("api", "central/profiles/in");
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:86 (/projects/api/profile): `profiles/out` leads to no folder below `profiles/`
        hint: name a profile that does
    --- exit 2
    ");
}

#[test]
fn a_project_name_is_one_plain_component() {
    let registry = r#"{
  "version": 1, "workspace": "/w",
  "projects": {
    "..": {"repo": "a", "profile": "api"},
    "a/b": {"repo": "b", "profile": "api"},
    "": {"repo": "c", "profile": "api"},
    "-rf": {"repo": "d", "profile": "api"},
    "a\u001b[31mb": {"repo": "e", "profile": "api"},
    " blank": {"repo": "f", "profile": "api"}
  }
}
"#;
    assert_snapshot!(said(registry), @r"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:5 (/projects/..): the project name `..` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:5:5 (/projects/a~1b): the project name `a/b` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:6:5 (/projects/): the project name is empty
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:7:5 (/projects/-rf): the project name `-rf` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:8:5 (/projects/a\u{1b}[31mb): the project name `a\u{1b}[31mb` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:9:5 (/projects/ blank): the project name ` blank` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
    --- exit 2
    ");
}

#[test]
fn a_skill_name_is_one_plain_component() {
    assert_snapshot!(
        said_of_project(r#""repo": "api", "profile": "api", "skills": ["ok", "..", "a/b", "", "-x"], "routing": {"skill": "../../x"}"#),
        @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:55 (/projects/api/skills/1): the skill name `..` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:4:61 (/projects/api/skills/2): the skill name `a/b` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:4:68 (/projects/api/skills/3): the skill name is empty
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:4:72 (/projects/api/skills/4): the skill name `-x` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:4:100 (/projects/api/routing/skill): the skill name `../../x` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
    --- exit 2
    "
    );
}

#[test]
fn a_global_skill_has_a_plain_name_and_a_folder_of_the_central_repository() {
    let registry = r#"{
  "version": 1,
  "projects": {},
  "global": {"skills": {
    "a/b": "dispatch-skill",
    "..": "dispatch-skill",
    "missing": "nowhere",
    "absolute": "/etc",
    "inside": "[CENTRAL]/dispatch-skill",
    "above": "../..",
    "all": ".",
    "empty": "",
    "link": "out",
    "file": "dispatch-skill/SKILL.md",
    "fine": "dispatch-skill"
  }}
}
"#;
    let sandbox = sandbox("{}");
    let central = sandbox.path("central");
    sandbox.write("central/registry.json", registry.replace("[CENTRAL]", central.to_str().unwrap()));
    sandbox.write("central/dispatch-skill/SKILL.md", "");
    sandbox.write("elsewhere/SKILL.md", "");
    sandbox.link("../elsewhere", "central/out");
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:5:5 (/global/skills/a~1b): the skill name `a/b` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:6:5 (/global/skills/..): the skill name `..` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:7:16 (/global/skills/missing): `nowhere` is no folder inside the central repository
        hint: name a folder of the central repository, such as `dispatch-skill`
      registry.json:8:17 (/global/skills/absolute): `/etc` is no folder inside the central repository
        hint: name a folder of the central repository, such as `dispatch-skill`
      registry.json:9:15 (/global/skills/inside): `[ROOT]/home/code/central/dispatch-skill` is no folder inside the central repository
        hint: name a folder of the central repository, such as `dispatch-skill`
      registry.json:10:14 (/global/skills/above): `../..` is no folder inside the central repository
        hint: name a folder of the central repository, such as `dispatch-skill`
      registry.json:11:12 (/global/skills/all): `.` is no folder inside the central repository
        hint: name a folder of the central repository, such as `dispatch-skill`
      registry.json:12:14 (/global/skills/empty): `` is no folder inside the central repository
        hint: name a folder of the central repository, such as `dispatch-skill`
      registry.json:13:13 (/global/skills/link): `out` is no folder inside the central repository
        hint: name a folder of the central repository, such as `dispatch-skill`
      registry.json:14:13 (/global/skills/file): `dispatch-skill/SKILL.md` is no folder inside the central repository
        hint: name a folder of the central repository, such as `dispatch-skill`
    --- exit 2
    ");
}

#[test]
fn a_blank_signal_is_told() {
    assert_snapshot!(
        said_of_project(r#""repo": "api", "profile": "api", "routing": {"components": [""], "labels": ["x", "  "], "keywords": ["\t"]}"#),
        @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:65 (/projects/api/routing/components/0): a blank signal can match nothing
        hint: take it out
      registry.json:4:86 (/projects/api/routing/labels/1): a blank signal can match nothing
        hint: take it out
      registry.json:4:106 (/projects/api/routing/keywords/0): a blank signal can match nothing
        hint: take it out
    --- exit 2
    "
    );
}

#[test]
fn a_name_is_told_as_it_is_written_and_harms_no_terminal() {
    assert_snapshot!(said_of_project("\"repo\": \"api\", \"profile\": \"a\\u001b[2J\\u202eb\""), @r"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:31 (/projects/api/profile): the profile `a\u{1b}[2J\u{202e}b` is not a folder directly below `profiles/`
        hint: give the name of one folder below `profiles/`
    --- exit 2
    ");
}

#[test]
fn what_is_no_key_of_a_jira_project_is_told() {
    assert_snapshot!(
        said_of_project(
            r#""repo": "api", "profile": "api", "routing": {"jira_projects": ["PAY", "d_dev", "PAY-1", "9A", "", "Pay Team", "É"],
            "exclude": {"labels": [" "], "keywords": ["legacy"]}}"#
        ),
        @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:84 (/projects/api/routing/jira_projects/2): `PAY-1` is no key of a Jira project
        hint: write what stands before the hyphen of its tickets, such as `PROJ`
      registry.json:4:93 (/projects/api/routing/jira_projects/3): `9A` is no key of a Jira project
        hint: write what stands before the hyphen of its tickets, such as `PROJ`
      registry.json:4:99 (/projects/api/routing/jira_projects/4): a blank signal can match nothing
        hint: take it out
      registry.json:4:103 (/projects/api/routing/jira_projects/5): `Pay Team` is no key of a Jira project
        hint: write what stands before the hyphen of its tickets, such as `PROJ`
      registry.json:4:115 (/projects/api/routing/jira_projects/6): `É` is no key of a Jira project
        hint: write what stands before the hyphen of its tickets, such as `PROJ`
      registry.json:5:36 (/projects/api/routing/exclude/labels/0): a blank signal can match nothing
        hint: take it out
    --- exit 2
    "
    );
}
