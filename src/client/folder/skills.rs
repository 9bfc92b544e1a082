//! Which skills the client finds in a folder: the sub-folders that hold a `SKILL.md`, each file once.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::{Earlier, Shown, broken_link, error, info, not_utf8, real, text, unreadable, warning};
use crate::client::finding::{Finding, Loads};
use crate::client::skill::{SkillVerdict, judge};
use crate::system::disk::{self, Standing, Target};

const FILE: &str = "SKILL.md";

/// How deep a folder of skills is searched for those that stand too deep.
const DEEPEST: usize = 3;

type Skill = (PathBuf, SkillVerdict);

pub(super) fn observe(folder: &Path, names: &[OsString], earlier: &Earlier, shown: &Shown<'_>) -> Vec<Skill> {
    let mut earlier = earlier.clone();
    let found = names.iter().flat_map(|name| observe_name(&folder.join(name), name, shown));
    found.map(|skill| behind(skill, &mut earlier)).collect()
}

/// What the client makes of one name in a folder of skills.
fn observe_name(path: &Path, name: &OsStr, shown: &Shown<'_>) -> Vec<Skill> {
    let (name, is_text) = (text(name), name.to_str().is_some());
    let told = |finding: Finding| vec![unfound(path, &name, finding)];
    match disk::follow(path) {
        Ok(Target::Directory) if !is_text => told(not_utf8(&shown(path))),
        Ok(Target::Directory) => observe_folder(path, &name, shown),
        Ok(Target::File) => observe_file(path, &name, shown),
        Ok(Target::Missing | Target::Loop) => told(broken_link(&shown(path))),
        Err(error) => told(unreadable(&shown(path), &error)),
    }
}

/// The skill as it is, or hidden behind one that was loaded before it.
fn behind((file, skill): Skill, earlier: &mut Earlier) -> Skill {
    if !skill.loads.is_loaded() {
        return (file, skill);
    }
    if earlier.files.contains(&file) {
        let message =
            "the client loads each file once, and has loaded this one by another name or for the user already";
        let finding = warning(&skill.path, "same_file", message, "keep one of the two");
        return (file, skill.unloaded(Loads::Hidden, finding));
    }
    earlier.files.insert(file.clone());
    match earlier.names.get(&skill.name) {
        Some(winner) => {
            let message = format!("the skill `{}` of the user, `{winner}`, stands before it", skill.name);
            let finding = error(&skill.path, "hidden_by_user", message, "rename one of the two");
            (file, skill.unloaded(Loads::Hidden, finding))
        }
        None => (file, skill),
    }
}

fn observe_folder(folder: &Path, name: &str, shown: &Shown<'_>) -> Vec<Skill> {
    let inner = match disk::names(folder) {
        Ok(names) => names.iter().map(|name| text(name)).collect::<Vec<_>>(),
        Err(error) => return vec![unfound(folder, name, unreadable(&shown(folder), &error))],
    };
    if inner.iter().any(|inner| inner == FILE) {
        return vec![observe_skill(folder, name, &inner, shown)];
    }
    let path = shown(folder);
    if let Some(other) = inner.iter().find(|inner| inner.eq_ignore_ascii_case(FILE)) {
        let finding = error(
            &shown(&folder.join(other)),
            "wrong_case",
            format!("the client looks for `{FILE}`, and this is `{other}`"),
            &format!("rename it to `{FILE}`: that it works where capitals do not count is chance"),
        );
        return vec![unfound(&folder.join(other), name, finding)];
    }
    if inner.iter().any(|inner| is_translation(inner)) {
        let message = format!("the client looks for `{FILE}`, and there are only translations of it");
        let finding = error(&path, "no_skill_file", message, &format!("name one of them `{FILE}`"));
        return vec![unfound(folder, name, finding)];
    }
    let nested = nested(folder, name, DEEPEST);
    if !nested.is_empty() {
        return nested.into_iter().map(|(path, name)| too_deep(&path, &name, shown)).collect();
    }
    let finding = match inner.is_empty() {
        true => warning(
            &path,
            "empty_folder",
            "the folder is empty, and no skill",
            "if it is a submodule of git, run `git submodule update --init`",
        ),
        false => info(&path, "no_skill_file", format!("the folder holds no `{FILE}`, and is no skill")),
    };
    vec![unfound(folder, name, finding)]
}

fn observe_skill(folder: &Path, name: &str, inner: &[String], shown: &Shown<'_>) -> Skill {
    let path = folder.join(FILE);
    let place = shown(&path);
    let finding = match disk::follow(&path) {
        Ok(Target::File) => None,
        Ok(Target::Directory) => {
            Some(error(&place, "no_skill_file", format!("`{FILE}` is a folder"), "make it a file"))
        }
        Ok(Target::Missing | Target::Loop) => Some(broken_link(&place)),
        Err(error) => Some(unreadable(&place, &error)),
    };
    if let Some(finding) = finding {
        return unfound(&path, name, finding);
    }
    match disk::read_bytes(&path) {
        Ok(bytes) => (real(&path), judge_all(folder, name, inner, &bytes, shown)),
        Err(error) => {
            let skill = SkillVerdict::unread(name, &place).unloaded(Loads::Dropped, unreadable(&place, &error));
            (real(&path), skill)
        }
    }
}

/// A skill with what is to be told of the files around it.
fn judge_all(folder: &Path, name: &str, inner: &[String], bytes: &[u8], shown: &Shown<'_>) -> SkillVerdict {
    let path = folder.join(FILE);
    let place = shown(&path);
    let mut skill = judge(name, &place, bytes);
    if matches!(disk::look(&path), Ok(Standing::Link(_))) {
        let message = "the file is a link; this client follows it, others follow links to folders only";
        skill.problems.push(warning(&place, "linked_file", message, "link the folder instead"));
    }
    if is_like_a_backup(name) {
        let message = format!("the client loads `{name}` as a skill of its own");
        skill.problems.push(warning(&place, "backup_loaded", message, "move it out of the folder of skills"));
    }
    for other in inner.iter().filter(|inner| is_translation(inner)) {
        skill.problems.push(info(&shown(&folder.join(other)), "translation_not_read", "the client does not read it"));
    }
    skill
}

/// A Markdown file beside the folders of skills; a note about them is meant to be none.
fn observe_file(path: &Path, name: &str, shown: &Shown<'_>) -> Vec<Skill> {
    let lower = name.to_lowercase();
    let is_note = ["readme", "claude", "agents", "changelog", "contributing", "license", "index"]
        .iter()
        .any(|note| lower.starts_with(note));
    let Some(stem) = lower.strip_suffix(".md").and_then(|stem| name.get(..stem.len())) else { return Vec::new() };
    if is_note {
        return Vec::new();
    }
    let message = "the client does not look at files here, but for `SKILL.md` in folders";
    let hint = if stem.eq_ignore_ascii_case("skill") {
        "move it into a folder that has the name of the skill".to_owned()
    } else {
        format!("move it to `{stem}/{FILE}`")
    };
    vec![unfound(path, stem, error(&shown(path), "flat_file", message, &hint))]
}

/// The skills below a folder that is none itself, with their names as paths; a folder that cannot be read has none.
fn nested(folder: &Path, name: &str, depth: usize) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for inner in disk::names(folder).unwrap_or_default() {
        let path = folder.join(&inner);
        let is_link = matches!(disk::look(&path), Ok(Standing::Link(_)));
        if is_link && depth < DEEPEST || !disk::is_folder(&path) {
            continue;
        }
        let name = format!("{name}/{}", text(&inner));
        if disk::is_regular(&path.join(FILE)) {
            found.push((path.join(FILE), name));
        } else if depth > 1 {
            found.extend(nested(&path, &name, depth - 1));
        }
    }
    found
}

fn too_deep(path: &Path, name: &str, shown: &Shown<'_>) -> Skill {
    let message = "the client looks one folder deep, and this skill stands deeper";
    let group = name.split('/').next().unwrap_or(name);
    let hint = format!("move it out of `{group}`, next to the other skills");
    unfound(path, name, error(&shown(path), "too_deep", message, &hint))
}

fn unfound(path: &Path, name: &str, finding: Finding) -> Skill {
    let skill = SkillVerdict::unread(name, &finding.path.clone()).unloaded(Loads::NotDiscovered, finding);
    (real(path), skill)
}

fn is_translation(name: &str) -> bool {
    let inner = name.strip_prefix("SKILL.").and_then(|rest| rest.strip_suffix(".md"));
    inner.is_some_and(|language| !language.is_empty() && !language.contains('.'))
}

/// Whether a folder looks as if it was put aside.
fn is_like_a_backup(name: &str) -> bool {
    let lower = name.to_lowercase();
    let parts = [".backup", "-backup", "_backup", ".bak", ".old", ".orig", ".disabled", " copy", ".tmp"];
    name.starts_with('.')
        || name.ends_with('~')
        || lower == "node_modules"
        || parts.iter().any(|part| lower.contains(part))
}
