//! What is worth saying about the central repository as a whole.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::client::{self, Finding, Severity, Shown};
use crate::profile::{self, SHARED};
use crate::registry::Registry;
use crate::system::disk::{self, Target};

/// What is the case with global skills, shared skills and agents that profiles lack, and profiles that no project uses.
pub(super) fn problems(registry: &Registry, shown: &Shown<'_>) -> Result<Vec<Finding>> {
    let mut problems = Vec::new();
    for (name, folder) in &registry.global.skills {
        problems.extend(global_problems(name, &folder.join("SKILL.md"), shown)?);
    }
    problems.extend(profile_problems(registry, shown)?);
    Ok(problems)
}

fn global_problems(name: &str, file: &Path, shown: &Shown<'_>) -> Result<Vec<Finding>> {
    if !matches!(disk::follow(file), Ok(Target::File)) {
        let message = format!("the global skill `{name}` has no `SKILL.md`");
        let hint = "make it, or take the skill out of `global` in the registry";
        let problem = warning("no_skill_file", shown(file), message, hint);
        return Ok(vec![Finding { severity: Severity::Error, ..problem }]);
    }
    let bytes = disk::read_bytes(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    Ok(client::judge_skill(name, &shown(file), &bytes).problems)
}

fn profile_problems(registry: &Registry, shown: &Shown<'_>) -> Result<Vec<Finding>> {
    let folder = registry.central().join("profiles");
    if !disk::is_folder(&folder) {
        return Ok(Vec::new());
    }
    let mut problems = Vec::new();
    let names = disk::names(&folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    let profiles = names.into_iter().filter_map(|name| name.into_string().ok());
    for profile in
        profiles.filter(|name| name != SHARED && !name.starts_with('.') && disk::is_folder(&folder.join(name)))
    {
        if registry.projects.iter().all(|project| project.entry.profile != profile) {
            let path = shown(&folder.join(&profile));
            let message = format!("no project uses the profile `{profile}`");
            problems.push(warning("profile_unused", path, message, "name it in a project, or take it away"));
            continue;
        }
        for include in profile::missing_includes(&folder, &profile)? {
            let message = format!("the profile `{profile}` does not include this from `{SHARED}`");
            let hint = format!("make a link to `{}`, if it is wanted there", include.text.display());
            problems.push(info("include_missing", shown(&include.path), message, &hint));
        }
    }
    Ok(problems)
}

fn warning(code: &'static str, path: String, message: String, hint: &str) -> Finding {
    let hint = Some(hint.to_owned());
    Finding { code, severity: Severity::Warning, path, line: None, column: None, message, hint }
}

fn info(code: &'static str, path: String, message: String, hint: &str) -> Finding {
    Finding { severity: Severity::Info, ..warning(code, path, message, hint) }
}
