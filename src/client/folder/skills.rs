//! Which skills the client finds in a folder: the sub-folders that hold a `SKILL.md`, each file once.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::{Earlier, Shown, error, info, names, real, warning};
use crate::client::finding::{Finding, Loads};
use crate::client::skill::{SkillVerdict, judge};
use crate::system::disk::{self, Standing, Target};

const FILE: &str = "SKILL.md";

/// How deep a folder of skills is searched for those that stand too deep.
const DEEPEST: usize = 3;

type Skill = (PathBuf, SkillVerdict);

pub(super) fn observe(folder: &Path, earlier: &Earlier, shown: &Shown<'_>) -> Result<Vec<Skill>> {
    let mut found = Vec::new();
    let mut earlier = earlier.clone();
    for name in names(folder)? {
        let path = folder.join(&name);
        let skills = match disk::follow(&path) {
            Ok(Target::Directory) => observe_folder(&path, &name, shown)?,
            Ok(Target::File) => observe_file(&path, &name, shown),
            Ok(Target::Missing | Target::Loop) => vec![unfound(&path, &name, broken_link(&shown(&path)))],
            Err(error) => return Err(error).with_context(|| format!("cannot look at `{}`", path.display())),
        };
        found.extend(skills.into_iter().map(|skill| behind(skill, &mut earlier)));
    }
    Ok(found)
}

/// The skill as it is, or hidden behind one that was loaded before it.
fn behind((file, skill): Skill, earlier: &mut Earlier) -> Skill {
    if !matches!(skill.loads, Loads::Ok | Loads::Degraded) {
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

fn observe_folder(folder: &Path, name: &str, shown: &Shown<'_>) -> Result<Vec<Skill>> {
    let inner = names(folder)?;
    if inner.iter().any(|inner| inner == FILE) {
        return Ok(vec![observe_skill(folder, name, &inner, shown)?]);
    }
    let path = shown(folder);
    if let Some(other) = inner.iter().find(|inner| inner.eq_ignore_ascii_case(FILE)) {
        let finding = error(
            &shown(&folder.join(other)),
            "wrong_case",
            format!("the client looks for `{FILE}`, and this is `{other}`"),
            &format!("rename it to `{FILE}`: that it works where capitals do not count is chance"),
        );
        return Ok(vec![unfound(&folder.join(other), name, finding)]);
    }
    if inner.iter().any(|inner| is_translation(inner)) {
        let message = format!("the client looks for `{FILE}`, and there are only translations of it");
        let finding = error(&path, "no_skill_file", message, &format!("name one of them `{FILE}`"));
        return Ok(vec![unfound(folder, name, finding)]);
    }
    let nested = nested(folder, name, DEEPEST)?;
    if !nested.is_empty() {
        return Ok(nested.into_iter().map(|(path, name)| too_deep(&path, &name, shown)).collect());
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
    Ok(vec![unfound(folder, name, finding)])
}

fn observe_skill(folder: &Path, name: &str, inner: &[String], shown: &Shown<'_>) -> Result<Skill> {
    let path = folder.join(FILE);
    let place = shown(&path);
    match disk::follow(&path) {
        Ok(Target::File) => {}
        Ok(Target::Directory) => {
            let finding = error(&place, "no_skill_file", format!("`{FILE}` is a folder"), "make it a file");
            return Ok(unfound(&path, name, finding));
        }
        Ok(Target::Missing | Target::Loop) => return Ok(unfound(&path, name, broken_link(&place))),
        Err(error) => return Err(error).with_context(|| format!("cannot look at `{}`", path.display())),
    }
    let bytes = disk::read_bytes(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let mut skill = judge(name, &place, &bytes);
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
    Ok((real(&path), skill))
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

/// The skills below a folder that is none itself, with their names as paths.
fn nested(folder: &Path, name: &str, depth: usize) -> Result<Vec<(PathBuf, String)>> {
    let mut found = Vec::new();
    for inner in names(folder)? {
        let path = folder.join(&inner);
        let is_link = matches!(disk::look(&path), Ok(Standing::Link(_)));
        if is_link && depth < DEEPEST || !disk::is_folder(&path) {
            continue;
        }
        let name = format!("{name}/{inner}");
        if matches!(disk::follow(&path.join(FILE)), Ok(Target::File)) {
            found.push((path.join(FILE), name));
        } else if depth > 1 {
            found.extend(nested(&path, &name, depth - 1)?);
        }
    }
    Ok(found)
}

fn too_deep(path: &Path, name: &str, shown: &Shown<'_>) -> Skill {
    let message = "the client looks one folder deep, and this skill stands deeper";
    let group = name.split('/').next().unwrap_or(name);
    let hint = format!("move it out of `{group}`, next to the other skills");
    unfound(path, name, error(&shown(path), "too_deep", message, &hint))
}

fn broken_link(path: &str) -> Finding {
    error(path, "broken_link", "it is a link that leads to nothing", "make the link anew, or take it away")
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
