//! What is worth saying about the central repository as a whole.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::central::{self, Bundled, BundledState};
use crate::client::{self, Finding, Severity, Shown};
use crate::command::text_model;
use crate::profile::{self, SHARED};
use crate::registry::Registry;
use crate::system::disk::{self, Target};

/// What is the case with global skills, shared skills and agents that profiles lack, profiles that no project uses, and
/// the text model.
pub(super) fn problems(registry: &Registry, shown: &Shown<'_>) -> Vec<Finding> {
    let mut problems = Vec::new();
    for (name, folder) in &registry.global.skills {
        problems.extend(global_problems(name, &folder.join("SKILL.md"), shown));
    }
    let place = shown(registry.central());
    let told = |error: anyhow::Error| {
        let hint = "make it readable, or take it away";
        let problem = warning("central_unreadable", place.clone(), format!("{error:#}"), hint);
        vec![Finding { severity: Severity::Error, ..problem }]
    };
    problems.extend(profile_problems(registry, shown).unwrap_or_else(told));
    problems.extend(of_bundle(registry, shown).unwrap_or_else(told));
    problems.extend(of_text_model(registry, shown));
    problems
}

/// A text model that cannot be used, or that the registry asks for in vain.
fn of_text_model(registry: &Registry, shown: &Shown<'_>) -> Option<Finding> {
    let (message, is_asked_for) = text_model::fault(registry)?;
    let hint = "make it again with `skreg learn TICKETS --write`";
    let problem = warning("text_model_unusable", shown(&text_model::path(registry)), message, hint);
    Some(if is_asked_for { Finding { severity: Severity::Error, ..problem } } else { problem })
}

fn global_problems(name: &str, file: &Path, shown: &Shown<'_>) -> Vec<Finding> {
    if !matches!(disk::follow(file), Ok(Target::File)) {
        let message = format!("the global skill `{name}` has no `SKILL.md`");
        let hint = "make it, or take the skill out of `global` in the registry";
        let problem = warning("no_skill_file", shown(file), message, hint);
        return vec![Finding { severity: Severity::Error, ..problem }];
    }
    match disk::read_bytes(file) {
        Ok(bytes) => client::judge_skill(name, &shown(file), &bytes).problems,
        Err(error) => vec![client::unreadable(&shown(file), &error)],
    }
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

/// Files that skreg brought and that differ from those of this program.
fn of_bundle(registry: &Registry, shown: &Shown<'_>) -> Result<Vec<Finding>> {
    let bundle = central::observe_bundle(registry.central())?;
    let wrote = bundle.version().map(|version| format!("skreg {version}")).unwrap_or_default();
    let refresh = "run `skreg init --refresh`, which leaves alone what somebody edited";
    let told = |file: &Bundled| {
        let path = shown(&registry.central().join(&file.path));
        Some(match file.state {
            BundledState::Older => {
                let message = format!("it is as {wrote} wrote it, and this skreg brings another");
                warning("bundled_older", path, message, refresh)
            }
            BundledState::Newer => {
                let message = format!("{wrote} wrote it, and this one is {}", env!("CARGO_PKG_VERSION"));
                warning("bundled_newer", path, message, "update skreg")
            }
            BundledState::Edited => {
                let message = "it differs from what this skreg brings".to_owned();
                info("bundled_edited", path, message, "`skreg init --refresh --dry-run` shows how")
            }
            BundledState::New if bundle.version().is_some() => {
                info("bundled_new", path, "this skreg brings it, and it is not there".to_owned(), refresh)
            }
            _ => return None,
        })
    };
    Ok(bundle.files.iter().filter_map(told).collect())
}

fn warning(code: &'static str, path: String, message: String, hint: &str) -> Finding {
    let hint = Some(hint.to_owned());
    Finding { code, severity: Severity::Warning, path, line: None, column: None, message, hint }
}

fn info(code: &'static str, path: String, message: String, hint: &str) -> Finding {
    Finding { severity: Severity::Info, ..warning(code, path, message, hint) }
}
