//! Syntax, fields, types, versions.

use insta::assert_snapshot;
use serde_json::json;

use super::{said, said_in, said_of_project, sandbox};
use crate::sandbox::Sandbox;

#[test]
fn an_unknown_field_is_told_with_the_nearest_name() {
    assert_snapshot!(said_of_project(r#""repo": "api", "profile": "api", "keyword": [], "zebra": 1"#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:38 (/projects/api/keyword): unknown field `keyword`
        hint: known here: `repo`, `remote`, `profile`, `link`, `worktrees`, `targets`, `stack`, `default_branch`, `routing`, `skills`, `commands`
      registry.json:4:53 (/projects/api/zebra): unknown field `zebra`
        hint: known here: `repo`, `remote`, `profile`, `link`, `worktrees`, `targets`, `stack`, `default_branch`, `routing`, `skills`, `commands`
    --- exit 2
    ");
    assert_snapshot!(said("{\n  \"version\": 1,\n  \"project\": {},\n  \"projects\": {}\n}\n"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:3:3 (/project): unknown field `project`
        hint: did you mean `projects`?
    --- exit 2
    ");
}

#[test]
fn a_key_that_stands_twice_is_told_where_it_stands_again() {
    assert_snapshot!(said_of_project("\"repo\": \"api\", \"profile\": \"api\",\n    \"repo\": \"web\""), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:5:5 (/projects/api/repo): `repo` stands here twice
        hint: keep one of the two; a reader would silently take the last
    --- exit 2
    ");
    assert_snapshot!(
        said("{\n  \"version\": 1,\n  \"projects\": {\n    \"api\": {\"repo\": \"a\", \"profile\": \"api\"},\n    \"api\": {\"repo\": \"b\", \"profile\": \"api\"}\n  }\n}\n"),
        @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:5:5 (/projects/api): `api` stands here twice
        hint: keep one of the two; a reader would silently take the last
    --- exit 2
    "
    );
}

#[test]
fn a_wrong_type_is_told_with_the_right_one() {
    assert_snapshot!(
        said_of_project(r#""repo": 1, "profile": ["api"], "stack": "rust", "link": "entry", "commands": {"build": true}"#),
        @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:13 (/projects/api/repo): a number stands where a string belongs
      registry.json:4:27 (/projects/api/profile): a list stands where a string belongs
      registry.json:4:45 (/projects/api/stack): a string stands where a list belongs
      registry.json:4:61 (/projects/api/link): `entry` is not one of `auto`, `directory`, `entries`
        hint: did you mean `entries`?
      registry.json:4:92 (/projects/api/commands/build): true or false stands where a string belongs
    --- exit 2
    "
    );
    assert_snapshot!(said("[]"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:1: a list stands where an object belongs
    --- exit 2
    ");
    assert_snapshot!(said("{\"version\": \"1\", \"projects\": []}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:13 (/version): a string stands where a whole number from 0 to 4294967295 belongs
      registry.json:1:30 (/projects): a list stands where an object belongs
    --- exit 2
    ");
}

#[test]
fn a_null_stands_for_what_may_be_left_out_and_for_nothing_else() {
    assert_snapshot!(
        said_of_project(r#""repo": "api", "profile": "api", "remote": null, "link": null, "default_branch": null, "routing": {"skill": null}"#),
        @"
    PROJECT  REPOSITORY  PROFILE  STACK  COMPONENTS  LABELS  KEYWORDS
    api      ~/code/api  api      -      -           -       -
    --- exit 0
    "
    );
    assert_snapshot!(
        said_of_project(r#""repo": null, "profile": null, "stack": null, "routing": null, "commands": {"build": null}"#),
        @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:13 (/projects/api/repo): null stands where a string belongs
      registry.json:4:30 (/projects/api/profile): null stands where a string belongs
      registry.json:4:45 (/projects/api/stack): null stands where a list belongs
      registry.json:4:62 (/projects/api/routing): null stands where an object belongs
      registry.json:4:90 (/projects/api/commands/build): null stands where a string belongs
    --- exit 2
    "
    );
}

#[test]
fn what_is_missing_is_told_at_the_object_that_lacks_it() {
    assert_snapshot!(said("{}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:1: `version` is missing
      registry.json:1:1: `projects` is missing
    --- exit 2
    ");
    assert_snapshot!(said("{\n  \"projects\": {}\n}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:1: `version` is missing
    --- exit 2
    ");
    assert_snapshot!(said("{\n  \"version\": 1\n}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:1: `projects` is missing
    --- exit 2
    ");
    assert_snapshot!(said_of_project("\"stack\": []"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:3:23 (/projects/api): `repo` is missing
      registry.json:3:23 (/projects/api): `profile` is missing
    --- exit 2
    ");
}

#[test]
fn syntax_beyond_json_is_told_with_its_place() {
    assert_snapshot!(said("{\n  \"version\": 1,\n  \"projects\": {},\n}\n"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:3:17: trailing commas are not allowed
    --- exit 2
    ");
    assert_snapshot!(said("{\n  // the format\n  \"version\": 1\n}\n"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:2:3: comments are not allowed
    --- exit 2
    ");
    assert_snapshot!(said("{\n  \"version\": 1\n  \"projects\": {}\n}\n"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:2:15: expected comma
    --- exit 2
    ");
    assert_snapshot!(said("{\"version\": 1, 'projects': {}}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:16: single-quoted strings are not allowed
    --- exit 2
    ");
    assert_snapshot!(said("{\"version\": 1, \"projects\": {"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:28: unterminated object
    --- exit 2
    ");
    assert_snapshot!(said(""), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:1: the file is empty
    --- exit 2
    ");
    assert_snapshot!(said(" \n\n"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:1: the file is empty
    --- exit 2
    ");
    assert_snapshot!(said("<<<<<<< HEAD\n{}\n"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:1: unexpected token
    --- exit 2
    ");
}

#[test]
fn a_file_that_is_not_utf_8_is_told_with_its_place() {
    assert_snapshot!(said(b"{\n  \"version\": 1, \"x\": \"\xe4\"}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:2:23: the text is not UTF-8 here
        hint: save the file as UTF-8
    --- exit 2
    ");
    let utf_16: Vec<u8> = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_snapshot!(said(utf_16), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:1: the text is not UTF-8 here
        hint: save the file as UTF-8
    --- exit 2
    ");
}

#[test]
fn a_byte_order_mark_is_fine() {
    assert_snapshot!(said("\u{feff}{\"version\": 1, \"projects\": {}}"), @"
    no projects yet: `skreg add <path>` registers a repository
    --- exit 0
    ");
    assert_snapshot!(said("\u{feff}{\"version\": 1, \"projects\": 5}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:28 (/projects): a number stands where an object belongs
    --- exit 2
    ");
}

#[test]
fn a_registry_that_is_no_file_is_told() {
    let sandbox = sandbox("{}");
    sandbox.remove("central/registry.json");
    sandbox.write("central/registry.json/x", "");
    assert_snapshot!(sandbox.skreg(&["list"]), @"
    --- stderr
    error: cannot read `[ROOT]/home/code/central/registry.json`
      Is a directory (os error 21)
    --- exit 2
    ");
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: --registry names `[ROOT]/home/code/central/registry.json/registry.json`, which does not exist
    hint: name a `registry.json`, or the folder that holds it
    --- exit 2
    ");
    sandbox.remove("central/registry.json");
    sandbox.link("registry.json", "central/registry.json");
    assert_snapshot!(sandbox.skreg(&["list"]), @"
    --- stderr
    error: cannot read `[ROOT]/home/code/central/registry.json`
      Too many levels of symbolic links (os error 40)
    --- exit 2
    ");
}

#[test]
fn a_registry_for_another_skreg_is_judged_by_nothing_but_that() {
    assert_snapshot!(said("{\n  \"version\": 2,\n  \"teams\": [],\n  \"projects\": []\n}\n"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:2:14 (/version): the registry has version 2 of its format, and this skreg knows version 1
        hint: update skreg: this registry was written for a newer one
    --- exit 2
    ");
    assert_snapshot!(said("{\"version\": 0, \"projects\": {}}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:13 (/version): the registry has version 0 of its format, and this skreg knows version 1
        hint: the first version of the format is 1
    --- exit 2
    ");
    assert_snapshot!(said("{\"version\": 1, \"requires\": \">=99.1\", \"teams\": [], \"projects\": {}}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:28 (/requires): the registry needs skreg `>=99.1`, and this is 0.1.0
        hint: update skreg
    --- exit 2
    ");
}

#[test]
fn a_version_that_is_no_whole_number_is_refused() {
    assert_snapshot!(said("{\"version\": 1.5, \"projects\": {}}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:13 (/version): a number stands where a whole number from 0 to 4294967295 belongs
    --- exit 2
    ");
    assert_snapshot!(said("{\"version\": -1, \"projects\": {}}"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:13 (/version): a number stands where a whole number from 0 to 4294967295 belongs
    --- exit 2
    ");
}

#[test]
fn a_requirement_is_met_or_told() {
    assert_snapshot!(said(r#"{"version": 1, "requires": ">=0.1", "projects": {}}"#), @"
    no projects yet: `skreg add <path>` registers a repository
    --- exit 0
    ");
    assert_snapshot!(said(r#"{"version": 1, "requires": "newest", "projects": {}, "teams": []}"#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:28 (/requires): `newest` is no version requirement: unexpected character 'n' while parsing major version number
        hint: write it such as `>=0.1`
      registry.json:1:54 (/teams): unknown field `teams`
        hint: known here: `$schema`, `version`, `requires`, `workspace`, `jira`, `scoring`, `global`, `projects`
    --- exit 2
    ");
    assert_snapshot!(said(r#"{"version": 1, "requires": "newest", "projects": {}}"#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:28 (/requires): `newest` is no version requirement: unexpected character 'n' while parsing major version number
        hint: write it such as `>=0.1`
    --- exit 2
    ");
    assert_snapshot!(said(r#"{"version": 1, "requires": "", "projects": {}}"#), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:28 (/requires): `` is no version requirement: unexpected end of input while parsing major version number
        hint: write it such as `>=0.1`
    --- exit 2
    ");
}

#[test]
fn the_ratio_that_routes_without_asking_is_at_least_one() {
    let with =
        |ratio: &str| said(format!("{{\"version\": 1, \"scoring\": {{\"auto_ratio\": {ratio}}}, \"projects\": {{}}}}"));
    assert_snapshot!(with("0.5"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:42 (/scoring/auto_ratio): `auto_ratio` is less than 1
        hint: below 1 the top would route although another scores higher
    --- exit 2
    ");
    assert_snapshot!(with("0"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:42 (/scoring/auto_ratio): `auto_ratio` is less than 1
        hint: below 1 the top would route although another scores higher
    --- exit 2
    ");
    assert_snapshot!(with("-2"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:42 (/scoring/auto_ratio): `auto_ratio` is less than 1
        hint: below 1 the top would route although another scores higher
    --- exit 2
    ");
    assert_snapshot!(with("1e999"), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:46: number out of range
    --- exit 2
    ");
    assert_snapshot!(with("\"2\""), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:42 (/scoring/auto_ratio): a string stands where a number belongs
    --- exit 2
    ");
    assert_snapshot!(with("1"), @"
    no projects yet: `skreg add <path>` registers a repository
    --- exit 0
    ");
    assert_snapshot!(with("1e300"), @"
    no projects yet: `skreg add <path>` registers a repository
    --- exit 0
    ");
}

#[test]
fn a_weight_is_a_whole_number() {
    assert_snapshot!(
        said("{\"version\": 1, \"scoring\": {\"component\": -1, \"label\": 1.5, \"keyword\": 9999999999, \"auto_minimum\": 1}, \"projects\": {}}"),
        @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:1:41 (/scoring/component): a number stands where a whole number from 0 to 4294967295 belongs
      registry.json:1:54 (/scoring/label): a number stands where a whole number from 0 to 4294967295 belongs
      registry.json:1:70 (/scoring/keyword): a number stands where a whole number from 0 to 4294967295 belongs
      registry.json:1:82 (/scoring/auto_minimum): unknown field `auto_minimum`
        hint: did you mean `auto_min`?
    --- exit 2
    "
    );
}

#[test]
fn all_problems_are_told_at_once_in_the_order_of_the_text() {
    let registry = r#"{
  "version": 1,
  "requires": "many",
  "workspace": "~/code",
  "scoring": {"auto_ratio": 0.1},
  "global": {"skills": {"../x": "dispatch-skill", "dispatch": "nowhere"}},
  "projects": {
    "zeta": {"repo": "$NOWHERE/zeta", "profile": "apj", "routing": {"labels": ["a", " "], "skill": "a/b"}},
    "alpha": {"repo": "api", "profile": "api"},
    "beta": {"repo": "~/code/api", "profile": "../shared", "skills": ["ok", ".."]},
    "home": {"repo": "~", "profile": "api"},
    "nowhere": {"repo": "nowhere", "keywords": []}
  }
}
"#;
    let sandbox = sandbox(registry);
    sandbox.write(
        "central/registry.local.json",
        "{\"projects\": {\"betta\": {\"link\": \"off\"}, \"nowhere\": {\"link\": \"of\"}}}",
    );
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:3:15 (/requires): `many` is no version requirement: unexpected character 'm' while parsing major version number
        hint: write it such as `>=0.1`
      registry.json:5:29 (/scoring/auto_ratio): `auto_ratio` is less than 1
        hint: below 1 the top would route although another scores higher
      registry.json:6:25 (/global/skills/..~1x): the skill name `../x` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:6:63 (/global/skills/dispatch): `nowhere` is no folder inside the central repository
        hint: name a folder of the central repository, such as `dispatch-skill`
      registry.json:8:22 (/projects/zeta/repo): the variable `$NOWHERE` is not set
        hint: write it absolute, below `~` or relative to `workspace`, or give `zeta` a place in `registry.local.json`
      registry.json:8:50 (/projects/zeta/profile): `profiles/apj` does not exist
        hint: did you mean `api`?
      registry.json:8:85 (/projects/zeta/routing/labels/1): a blank signal can match nothing
        hint: take it out
      registry.json:8:100 (/projects/zeta/routing/skill): the skill name `a/b` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:10:22 (/projects/beta/repo): `beta` and `alpha` are the same folder, `[ROOT]/home/code/api`
        hint: keep one of the two, or give one another place
      registry.json:10:47 (/projects/beta/profile): the profile `../shared` is not a folder directly below `profiles/`
        hint: give the name of one folder below `profiles/`
      registry.json:10:77 (/projects/beta/skills/1): the skill name `..` is not one plain path component
        hint: use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`
      registry.json:11:22 (/projects/home/repo): `home` is the home directory
        hint: its `.claude` is the user's own; name a repository below it
      registry.json:12:16 (/projects/nowhere): `profile` is missing
      registry.json:12:36 (/projects/nowhere/keywords): unknown field `keywords`
        hint: `keywords` belongs into `routing`
      registry.local.json:1:61 (/projects/nowhere/link): `of` is not one of `auto`, `directory`, `entries`, `off`
        hint: did you mean `off`?
    --- exit 2
    ");
    let (code, answer) = sandbox.json(&["list"]);
    assert_eq!(code, Some(2));
    let problems = answer["error"]["problems"].as_array().unwrap();
    assert_eq!(
        problems[0],
        json!({
            "file": "registry.json", "line": 3, "column": 15, "pointer": "/requires",
            "message": "`many` is no version requirement: unexpected character 'm' while parsing major version number",
            "hint": "write it such as `>=0.1`",
        })
    );
    assert_eq!((answer["schema"].as_u64(), answer["error"]["causes"].as_array().map(Vec::len)), (Some(1), Some(0)));
    let lines: Vec<_> = problems.iter().map(|problem| problem["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [3, 5, 6, 6, 8, 8, 8, 8, 10, 10, 10, 11, 12, 12, 1]);
}

#[test]
fn nothing_is_done_while_there_is_a_problem() {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    let registry = sandbox.read("central/registry.json").replace("\"profile\": \"web\"", "\"profile\": \"wep\"");
    sandbox.write("central/registry.json", registry);
    let before = sandbox.tree("");
    assert_snapshot!(sandbox.skreg(&["setup"]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:11:18 (/projects/web/profile): `profiles/wep` does not exist
        hint: did you mean `web`?
    --- exit 2
    ");
    assert_snapshot!(sandbox.skreg(&["setup", "api"]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:11:18 (/projects/web/profile): `profiles/wep` does not exist
        hint: did you mean `web`?
    --- exit 2
    ");
    for arguments in [&["add", "../web"][..], &["restore", "api"], &["status"], &["config", "--project", "api"]] {
        assert!(sandbox.skreg(arguments).ends_with("--- exit 2"), "{arguments:?}");
    }
    assert_eq!(sandbox.tree(""), before);
}

#[test]
fn a_remote_holds_no_secret() {
    assert_snapshot!(said_of_project(
        "\"repo\": \"api\", \"profile\": \"api\",\n    \"remote\": \"https://ann:s3cret@git.example/api.git\""
    ), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:5:15 (/projects/api/remote): the `remote` holds a password or a token
        hint: write `https://git.example/api.git`, and let git's credential helper or an ssh key keep the secret
    --- exit 2
    ");
}
