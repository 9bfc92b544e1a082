//! Where projects are: spellings of paths, and folders that no project may have.

use insta::assert_snapshot;

use super::{said, said_in, sandbox};
use crate::sandbox::{Ran, Sandbox};

fn said_of_repos(workspace: &str, repos: &[(&str, &str)]) -> Ran {
    said_in(&with_repos(workspace, repos))
}

/// A sandbox with a project for each name, at that place, on lines of their own.
fn with_repos(workspace: &str, repos: &[(&str, &str)]) -> Sandbox {
    let lines =
        repos.iter().map(|(name, repo)| format!("    \"{name}\": {{\"repo\": \"{repo}\", \"profile\": \"api\"}}"));
    let lines = lines.collect::<Vec<_>>().join(",\n");
    let root = |sandbox: &Sandbox| sandbox.root().to_str().unwrap().to_owned();
    let sandbox = sandbox("{}");
    let text = format!("{{\n  \"version\": 1, {workspace}\n  \"projects\": {{\n{lines}\n  }}\n}}\n");
    sandbox.write("central/registry.json", text.replace("[ROOT]", &root(&sandbox)));
    sandbox
}

const WORKSPACE: &str = r#""workspace": "~/code","#;

#[test]
fn a_place_may_be_absolute_below_home_below_a_variable_or_below_the_workspace() {
    let sandbox = with_repos(
        r#""workspace": "$WORK/code","#,
        &[
            ("a", "[ROOT]/a"),
            ("b", "~/b"),
            ("c", "$WORK/c"),
            ("d", "${WORK}/d"),
            ("e", "e"),
            ("f", "../f/./x/.."),
            ("g", "${UNSET:-/srv}/g"),
            ("h", "$$h"),
            ("i", "./~i"),
        ],
    );
    let mut command = sandbox.command("central", &["list", "--json"]);
    command.env("WORK", sandbox.path("~/work"));
    let ran = sandbox.run(command, "");
    let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let repos =
        answer["projects"].as_array().unwrap().iter().map(|project| project["repo"].as_str().unwrap().to_owned());
    assert_snapshot!(repos.collect::<Vec<_>>().join("\n"), @"
    [ROOT]/a
    [ROOT]/home/b
    [ROOT]/home/work/c
    [ROOT]/home/work/d
    [ROOT]/home/work/code/e
    [ROOT]/home/work/f
    /srv/g
    [ROOT]/home/work/code/$h
    [ROOT]/home/work/code/~i
    ");
}

#[test]
fn a_place_that_cannot_be_expanded_is_told() {
    assert_snapshot!(
        said_of_repos(WORKSPACE, &[("a", "$NOWHERE/a"), ("b", "${NOWHERE}/b"), ("c", "~ann/c"), ("d", ""), ("e", " ")]),
        @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:19 (/projects/a/repo): the variable `$NOWHERE` is not set
        hint: write it absolute, below `~` or relative to `workspace`, or give `a` a place in `registry.local.json`
      registry.json:5:19 (/projects/b/repo): the variable `$NOWHERE` is not set
        hint: write it absolute, below `~` or relative to `workspace`, or give `b` a place in `registry.local.json`
      registry.json:6:19 (/projects/c/repo): `~ann/c` names another user's home directory
        hint: write it absolute, below `~` or relative to `workspace`, or give `c` a place in `registry.local.json`
      registry.json:7:19 (/projects/d/repo): the path is empty
        hint: write it absolute, below `~` or relative to `workspace`, or give `d` a place in `registry.local.json`
      registry.json:8:19 (/projects/e/repo): the path is empty
        hint: write it absolute, below `~` or relative to `workspace`, or give `e` a place in `registry.local.json`
    --- exit 2
    "
    );
}

#[test]
fn a_relative_place_needs_a_workspace() {
    assert_snapshot!(said_of_repos("", &[("a", "/a"), ("b", "b"), ("c", "~/c")]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:5:19 (/projects/b/repo): `b` is relative, and there is no `workspace`
        hint: write it absolute, below `~` or relative to `workspace`, or give `b` a place in `registry.local.json`
    --- exit 2
    ");
}

#[test]
fn a_workspace_that_cannot_be_expanded_is_one_problem() {
    assert_snapshot!(said_of_repos(r#""workspace": "$NOWHERE/code","#, &[("a", "a"), ("b", "b")]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:2:30 (/workspace): the variable `$NOWHERE` is not set
        hint: give an absolute folder, one that begins with `~`, or with a variable that is set
    --- exit 2
    ");
    assert_snapshot!(said_of_repos(r#""workspace": "code","#, &[("a", "a"), ("b", "b")]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:2:30 (/workspace): the workspace `code` is relative
        hint: give an absolute folder, one that begins with `~`, or with a variable that is set
    --- exit 2
    ");
    assert_snapshot!(said_of_repos(r#""workspace": "","#, &[("a", "a")]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:2:30 (/workspace): the path is empty
        hint: give an absolute folder, one that begins with `~`, or with a variable that is set
    --- exit 2
    ");
}

#[test]
fn two_projects_do_not_share_a_folder() {
    assert_snapshot!(said_of_repos(WORKSPACE, &[("a", "api"), ("b", "~/code/web/../api"), ("c", "./api/")]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:5:19 (/projects/b/repo): `b` and `a` are the same folder, `[ROOT]/home/code/api`
        hint: keep one of the two, or give one another place
      registry.json:6:19 (/projects/c/repo): `c` and `a` are the same folder, `[ROOT]/home/code/api`
        hint: keep one of the two, or give one another place
    --- exit 2
    ");
    assert_snapshot!(said_of_repos(WORKSPACE, &[("a", "absent"), ("b", "~/code/absent")]), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:5:19 (/projects/b/repo): `b` and `a` are the same folder, `[ROOT]/home/code/absent`
        hint: keep one of the two, or give one another place
    --- exit 2
    ");
}

#[test]
fn two_projects_do_not_share_a_folder_by_way_of_a_link() {
    let sandbox = with_repos(WORKSPACE, &[("a", "api"), ("b", "other"), ("c", "gone"), ("d", "~/spelling/gone")]);
    sandbox.link("api", "other");
    sandbox.link("code", "~/spelling");
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:5:19 (/projects/b/repo): `b` and `a` are the same folder, `[ROOT]/home/code/api`
        hint: keep one of the two, or give one another place
      registry.json:7:19 (/projects/d/repo): `d` and `c` are the same folder, `[ROOT]/home/code/gone`
        hint: keep one of the two, or give one another place
    --- exit 2
    ");
}

#[test]
fn two_projects_do_not_share_a_folder_by_way_of_the_local_file() {
    let sandbox = with_repos(WORKSPACE, &[("a", "api"), ("b", "elsewhere")]);
    sandbox
        .write("central/registry.local.json", "{\n  \"projects\": {\n    \"b\": {\"repo\": \"~/code/api\"}\n  }\n}\n");
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.local.json:3:19 (/projects/b/repo): `b` and `a` are the same folder, `[ROOT]/home/code/api`
        hint: keep one of the two, or give one another place
    --- exit 2
    ");
    sandbox
        .write("central/registry.local.json", "{\n  \"projects\": {\n    \"a\": {\"repo\": \"elsewhere\"}\n  }\n}\n");
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.local.json:3:19 (/projects/a/repo): `b` and `a` are the same folder, `[ROOT]/home/code/elsewhere`
        hint: keep one of the two, or give one another place
    --- exit 2
    ");
}

#[test]
fn a_project_is_neither_the_home_directory_nor_the_central_repository() {
    let sandbox = with_repos(WORKSPACE, &[("a", "~"), ("b", ".."), ("c", "central"), ("d", "mirror")]);
    sandbox.link("central", "mirror");
    assert_snapshot!(said_in(&sandbox), @"
    --- stderr
    error: the registry in `[ROOT]/home/code/central` has problems, and nothing is done while it has
      registry.json:4:19 (/projects/a/repo): `a` is the home directory
        hint: its `.claude` is the user's own; name a repository below it
      registry.json:5:19 (/projects/b/repo): `b` is the home directory
        hint: its `.claude` is the user's own; name a repository below it
      registry.json:6:19 (/projects/c/repo): `c` is or lies in the central repository itself
        hint: it needs no links; take it out of the registry
      registry.json:7:19 (/projects/d/repo): `d` is or lies in the central repository itself
        hint: it needs no links; take it out of the registry
    --- exit 2
    ");
}

#[test]
fn a_place_with_an_absent_folder_is_in_order() {
    assert_snapshot!(said("{\"version\": 1, \"projects\": {\"a\": {\"repo\": \"/nonexistent/a\", \"profile\": \"api\"}}}"), @"
    PROJECT  REPOSITORY               PROFILE  STACK  COMPONENTS  LABELS  KEYWORDS
    a        /nonexistent/a (absent)  api      -      -           -       -
    --- exit 0
    ");
}
