//! A rule that lets everything below one folder be read, as text.

use std::path::{Path, PathBuf};

const BEFORE: &str = "Read(/";
const AFTER: &str = "/**)";

/// The rule that lets Claude Code read all below an absolute folder: with a second slash before it, and with square brackets
/// escaped and no other sign.
///
/// # Errors
/// The reason why no rule can name the folder.
pub(super) fn rule(folder: &Path) -> Result<String, String> {
    let reason = match folder.to_str() {
        None => "it is not UTF-8",
        Some(path) if path.contains('\\') => "it holds a backslash",
        // As in a pattern of git, each stands for other names as well, and more would be readable than was asked for.
        Some(path) if path.contains(['*', '?']) => "it holds a wildcard, `*` or `?`",
        Some(path) if path.contains(char::is_control) => "it holds a line break or another control character",
        Some(path) => return Ok(format!("{BEFORE}{}{AFTER}", path.replace('[', r"\[").replace(']', r"\]"))),
    };
    Err(format!("no rule of Claude Code can name `{}`: {reason}", folder.display()))
}

/// The folder that a rule of this form names.
pub(super) fn folder(rule: &str) -> Option<PathBuf> {
    let path = rule.strip_prefix(BEFORE)?.strip_suffix(AFTER)?;
    path.starts_with('/').then(|| PathBuf::from(path.replace(r"\[", "[").replace(r"\]", "]")))
}

/// What a folder is, by its name alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// The links of this worktree.
    Links(PathBuf),
    /// The skills of a profile of this central repository.
    Profile(PathBuf),
}

/// What a folder is, if it may be one of ours.
pub(super) fn kind(folder: &Path) -> Option<Kind> {
    if folder.ends_with(".claude/skills") {
        return folder.ancestors().nth(2).map(|worktree| Kind::Links(worktree.to_owned()));
    }
    let profiles = folder.ancestors().nth(2).filter(|profiles| profiles.ends_with("profiles"));
    let central = profiles.filter(|_| folder.ends_with("skills"))?.parent()?;
    Some(Kind::Profile(central.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_names_its_folder_and_can_be_read_again() {
        let path = Path::new("/home/ann/a [b] (c) {d} '!#/.claude/skills");
        let rule = rule(path).unwrap();
        assert_eq!(rule, r"Read(//home/ann/a \[b\] (c) {d} '!#/.claude/skills/**)");
        assert_eq!(folder(&rule).unwrap(), path);
    }

    #[test]
    fn what_no_rule_can_name_is_refused_with_its_reason() {
        for (path, reason) in [
            ("/a*b", "no rule of Claude Code can name `/a*b`: it holds a wildcard, `*` or `?`"),
            ("/a\\b", "no rule of Claude Code can name `/a\\b`: it holds a backslash"),
            ("/a\nb", "no rule of Claude Code can name `/a\nb`: it holds a line break or another control character"),
        ] {
            assert_eq!(rule(Path::new(path)), Err(reason.to_owned()));
        }
    }

    #[test]
    fn rules_of_another_form_name_no_folder() {
        for other in ["Read", "Read(/x/**)", "Read(~/x/**)", "Read(//x/*)", "Edit(//x/**)", "Read(//x/**) "] {
            assert_eq!(folder(other), None, "{other}");
        }
    }

    #[test]
    fn a_folder_is_known_by_its_last_names() {
        let kind = |path: &str| kind(Path::new(path));
        assert_eq!(kind("/r/.claude/skills"), Some(Kind::Links(PathBuf::from("/r"))));
        assert_eq!(kind("/c/profiles/api/skills"), Some(Kind::Profile(PathBuf::from("/c"))));
        for other in ["/c/profiles", "/c/profiles/api", "/c/profiles/api/agents", "/c/other/api/skills", "/skills", "/"]
        {
            assert_eq!(kind(other), None, "{other}");
        }
    }
}
