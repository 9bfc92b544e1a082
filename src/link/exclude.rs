//! Our block in git's local ignore rules: one exact path per link, and nothing else touched.
//!
//! A rule with a trailing slash would not match a link; a rule left behind would let git overwrite files that come back.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use crate::system::disk;

const BEGIN: &str = "# >>> skreg: links made by `skreg setup`, taken away by `skreg restore` >>>";
const END: &str = "# <<< skreg <<<";

/// What every rule of ours ends with, an entry below it aside.
const PLACES: [&str; 5] =
    ["/.agents/skills", "/.claude/agents", "/.claude/settings.local.json", "/.claude/skills", "/.claude/skreg-backups"];

/// `info/exclude` of the folder that all worktrees share, as found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExcludeFile {
    /// Its path.
    pub path: PathBuf,
    /// Its text; empty where there is none.
    pub text: String,
    /// The folder of `.claude` below the root of the work tree.
    pub prefix: PathBuf,
    /// Whether it is a link: nothing is written through one.
    pub is_link: bool,
}

/// The rules that a run adds and removes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ExcludeChange {
    /// Rules that were not there.
    pub added: Vec<String>,
    /// Rules whose link is gone.
    pub removed: Vec<String>,
}

impl ExcludeChange {
    /// Whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }
}

impl ExcludeFile {
    /// The change after which the places with a link have a rule and the others have none.
    pub fn plan<'p>(&self, places: impl Iterator<Item = (&'p str, bool)>) -> ExcludeChange {
        let rules = rules(&self.text);
        let mut change = ExcludeChange::default();
        for (place, linked) in places {
            let rule = rule(&self.prefix, place);
            match (rules.contains(&rule.as_str()), linked) {
                (false, true) => change.added.push(rule),
                (true, false) => change.removed.push(rule),
                _ => {}
            }
        }
        change
    }

    /// Writes a change, and gives the file as it is then.
    ///
    /// # Errors
    /// Where the file cannot be written, or is a link.
    pub fn apply(&self, change: &ExcludeChange) -> Result<Self> {
        if change.is_empty() {
            return Ok(self.clone());
        }
        if let Some(folder) = self.path.parent() {
            disk::make_folders(folder)?;
        }
        let text = changed(&self.text, change);
        disk::write_text(&self.path, &text)?;
        Ok(Self { text, ..self.clone() })
    }

    /// The names of the places below a folder that have a rule of ours.
    pub(super) fn names_below(&self, place: &str) -> Vec<String> {
        let folder = format!("{}/", rule(&self.prefix, place));
        let names = rules(&self.text).into_iter().filter_map(|rule| rule.strip_prefix(&folder));
        names.filter(|name| !name.contains('/')).map(unescaped).collect()
    }

    /// Whether a place has a rule of ours.
    pub fn has_rule(&self, place: &str) -> bool {
        rules(&self.text).contains(&rule(&self.prefix, place).as_str())
    }

    /// The rule that a place has or would have.
    pub(super) fn rule(&self, place: &str) -> String {
        rule(&self.prefix, place)
    }
}

/// The rule that matches one place and nothing else, as `gitignore(5)` has it: from the root, special characters escaped.
fn rule(prefix: &Path, place: &str) -> String {
    let path = prefix.join(place);
    let mut rule = String::new();
    for part in path.components() {
        rule.push('/');
        for character in part.as_os_str().to_string_lossy().chars() {
            if matches!(character, '*' | '?' | '[' | '\\') {
                rule.push('\\');
            }
            rule.push(character);
        }
    }
    rule
}

/// The name that a part of a rule stands for.
fn unescaped(part: &str) -> String {
    let mut name = String::new();
    let mut characters = part.chars();
    while let Some(character) = characters.next() {
        name.extend(if character == '\\' { characters.next() } else { Some(character) });
    }
    name
}

/// Why no rule can name a path that ends in this name, if none can.
pub(super) fn unfit_for_rules(name: &OsStr) -> Option<String> {
    let reason = match name.to_str() {
        None => "it is not UTF-8",
        Some(name) if name.contains(char::is_control) => "it holds a line break or another control character",
        Some(name) if name.ends_with(char::is_whitespace) => "it ends in a space",
        Some(_) => return None,
    };
    Some(format!("its name cannot stand in an ignore rule of git: {reason}"))
}

/// Whether a line is a rule of ours: the path of a folder of links, or of an entry in one.
fn is_rule(line: &str) -> bool {
    let folder = line.rsplit_once('/').map_or("", |(folder, _)| folder);
    line.starts_with('/') && PLACES.iter().any(|place| line.ends_with(place) || folder.ends_with(place))
}

/// The rules of our block.
fn rules(text: &str) -> Vec<&str> {
    block(text).map_or_else(Vec::new, |(_, rules, _)| rules)
}

/// What stands before our block, its rules, and what stands after it.
///
/// A block that has lost its last line ends where the lines are no rules of ours any more: what follows is the user's.
fn block(text: &str) -> Option<(&str, Vec<&str>, &str)> {
    let begin = text.find(BEGIN)?;
    let mut lines = text[begin..].split_inclusive('\n');
    let mut end = begin + lines.next().map_or(0, str::len);
    let mut rules = Vec::new();
    for line in lines {
        let rule = line.trim_end();
        if !is_rule(rule) && rule != END {
            break;
        }
        end += line.len();
        if rule == END {
            break;
        }
        rules.push(rule);
    }
    Some((&text[..begin], rules, &text[end..]))
}

/// The text with the change made in our block, which comes last and goes when it is empty.
fn changed(text: &str, change: &ExcludeChange) -> String {
    let mut kept: Vec<&str> =
        rules(text).into_iter().filter(|rule| !change.removed.iter().any(|gone| gone == rule)).collect();
    kept.extend(change.added.iter().map(String::as_str));
    kept.sort_unstable();
    kept.dedup();
    let (before, _, after) = block(text).unwrap_or((text, Vec::new(), ""));
    let mut result = before.to_owned();
    if !kept.is_empty() {
        if !result.is_empty() && !result.ends_with('\n') {
            result.push('\n');
        }
        result.push_str(&format!("{BEGIN}\n{}\n{END}\n", kept.join("\n")));
    }
    result.push_str(after);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, prefix: &str, places: &[(&str, bool)]) -> String {
        let file =
            ExcludeFile { path: PathBuf::new(), text: text.to_owned(), prefix: PathBuf::from(prefix), is_link: false };
        let change = file.plan(places.iter().copied());
        if change.is_empty() { text.to_owned() } else { changed(text, &change) }
    }

    #[test]
    fn an_entry_has_a_rule_that_names_it_and_nothing_else() {
        let place = ".claude/skills/a [b]*?\\#!c";
        let text = run("", "", &[(place, true)]);
        let file = ExcludeFile { path: PathBuf::new(), text: text.clone(), prefix: PathBuf::new(), is_link: false };
        assert_eq!(file.names_below(".claude/skills"), ["a [b]*?\\#!c"]);
        assert!(text.contains("\n/.claude/skills/a \\[b]\\*\\?\\\\#!c\n"), "{text}");
        assert_eq!(run(&text, "", &[(place, false)]), "");
    }

    const BOTH: &[(&str, bool)] = &[(".claude/skills", true), (".claude/agents", true)];
    const NONE: &[(&str, bool)] = &[(".claude/skills", false), (".claude/agents", false)];

    #[test]
    fn a_link_has_one_rule_without_a_trailing_slash() {
        insta::assert_snapshot!(run("# mine\n*.log", "", BOTH), @"
        # mine
        *.log
        # >>> skreg: links made by `skreg setup`, taken away by `skreg restore` >>>
        /.claude/agents
        /.claude/skills
        # <<< skreg <<<
        ");
    }

    #[test]
    fn a_second_run_changes_nothing() {
        let once = run("*.log\n", "", BOTH);
        assert_eq!(run(&once, "", BOTH), once);
    }

    #[test]
    fn the_rules_go_with_the_links_and_leave_what_was_there() {
        for text in ["", "*.log\n", "*.log", "\n\n"] {
            let back = run(&run(text, "", BOTH), "", NONE);
            assert_eq!(back.trim_end_matches('\n'), text.trim_end_matches('\n'));
        }
    }

    #[test]
    fn other_line_ends_cost_nobody_a_line() {
        let text = format!("*.log\n{}later\n", run("", "", BOTH)).replace('\n', "\r\n");
        assert_eq!(run(&text, "", BOTH), text);
        assert_eq!(run(&text, "", NONE), "*.log\r\nlater\r\n");
    }

    #[test]
    fn a_block_that_lost_its_last_line_leaves_what_follows_alone() {
        let text = run("", "", BOTH).replace("# <<< skreg <<<\n", "# my notes\n*.z\n!keep.z\n*.a\n");
        assert_eq!(run(&text, "", NONE), "# my notes\n*.z\n!keep.z\n*.a\n");
    }

    #[test]
    fn rules_of_other_folders_and_lines_after_the_block_stay() {
        let two = run(&run("", "", BOTH), "packages/a [b]", BOTH);
        insta::assert_snapshot!(run(&format!("{two}later\n"), "", NONE), @r"
        # >>> skreg: links made by `skreg setup`, taken away by `skreg restore` >>>
        /packages/a \[b]/.claude/agents
        /packages/a \[b]/.claude/skills
        # <<< skreg <<<
        later
        ");
    }
}
