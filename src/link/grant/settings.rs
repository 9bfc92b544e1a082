//! The local settings of a worktree, as far as rules that allow go.

use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;

use super::plan::Obstacle;
use crate::json_edit::{self, Document};
use crate::output::Problem;
use crate::system::disk::{self, Standing};

/// What stands at the place of the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settings {
    /// Nothing.
    Missing,
    /// A file with these rules that allow.
    File(Vec<String>),
    /// Something that nothing is read from and nothing is written to.
    Unfit {
        /// Why.
        obstacle: Obstacle,
        /// Whether rules of our form stand in it, as far as that can be told.
        holds_rules: bool,
    },
}

/// The part of a settings file that matters here; anything may stand beside it.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Shape {
    permissions: Permissions,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Permissions {
    allow: Vec<String>,
}

/// Reads the settings at a path.
pub(super) fn observe_settings(path: &Path, shown: &str) -> Settings {
    let unfit =
        |reason: &str, hint: &str| Settings::Unfit { obstacle: Obstacle::new(reason, hint), holds_rules: false };
    match disk::look(path) {
        Ok(Standing::Missing) => return Settings::Missing,
        Ok(Standing::File) => {}
        Ok(Standing::Link(_)) => {
            return unfit("it is a link, and nothing is written through a link", "make it a file, then run again");
        }
        Ok(Standing::Directory) => return unfit("it is a folder", "move that away, then run again"),
        Err(error) => return unfit(&format!("cannot tell what stands here: {error}"), "make it readable first"),
    }
    match disk::read_text(path) {
        Ok(text) => parse(shown, &text.unwrap_or_default()),
        Err(error) => match json_edit::encoding_problem(shown, &error) {
            Some(problem) => Settings::Unfit { obstacle: of_problem(&problem), holds_rules: false },
            None => unfit(&format!("{error:#}"), "make it readable first"),
        },
    }
}

/// Reads the rules in a text; one without anything in it is an empty object, as it is for an edit.
fn parse(shown: &str, text: &str) -> Settings {
    let json = if text.trim().is_empty() { "{}" } else { text };
    let unfit = |problem: &Problem| Settings::Unfit {
        obstacle: of_problem(problem),
        holds_rules: text.contains("/skills/**)"),
    };
    let document = match Document::parse(shown, json) {
        Ok(document) => document,
        Err(problem) => return unfit(&problem),
    };
    // What is wrong elsewhere in the file is no business of ours.
    let faults = json_edit::problems::<Shape>(&document);
    let mut faults = faults.iter().filter(|fault| fault.pointer.as_deref().is_some_and(is_on_the_way));
    match (faults.next(), serde_json::from_str::<Shape>(json)) {
        (Some(problem), _) => unfit(problem),
        (None, Ok(shape)) => Settings::File(shape.permissions.allow),
        (None, Err(error)) => unfit(&document.problem_of_error(&error)),
    }
}

fn is_on_the_way(pointer: &str) -> bool {
    ["", "/permissions", "/permissions/allow"].contains(&pointer) || pointer.starts_with("/permissions/allow/")
}

fn of_problem(problem: &Problem) -> Obstacle {
    let hint = problem.hint.as_deref().unwrap_or("put that right, then run again");
    Obstacle::new(format!("{}: {}", problem.place(), problem.message), hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_and_all_else_is_left_open() {
        let rules = |text| parse("x.json", text);
        assert_eq!(rules(""), Settings::File(Vec::new()));
        assert_eq!(rules("{\"env\": 1, \"env\": []}"), Settings::File(Vec::new()));
        let text = r#"{"permissions": {"allow": ["Read", "x"], "deny": 1}}"#;
        assert_eq!(rules(text), Settings::File(vec!["Read".to_owned(), "x".to_owned()]));
    }

    #[test]
    fn what_is_wrong_on_the_way_is_told_with_its_place() {
        let reason = |text: &str| match parse("x.json", text) {
            Settings::Unfit { obstacle, .. } => obstacle.reason,
            other => format!("{other:?}"),
        };
        insta::assert_snapshot!(reason("{\"permissions\": {\"allow\": [\n1]}}"), @"x.json:2:1 (/permissions/allow/0): a number stands where a string belongs");
        insta::assert_snapshot!(reason("{\"permissions\": null}"), @"x.json:1:17 (/permissions): null stands where an object belongs");
        insta::assert_snapshot!(reason("[]"), @"x.json:1:1: a list stands where an object belongs");
        insta::assert_snapshot!(reason("{\"permissions\": {\"allow\": [], \"allow\": []}}"), @"x.json:1:31 (/permissions/allow): `allow` stands here twice");
        insta::assert_snapshot!(reason("{\n  // a comment\n}"), @"x.json:2:3: comments are not allowed");
    }
}
