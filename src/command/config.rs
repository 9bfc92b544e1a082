//! `skreg config`: what a skill may read in this repository.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Context, Outcome};
use crate::json_edit;
use crate::output::{Failure, Page, Report, escape};
use crate::profile;
use crate::registry::{self, Project, Registry, read_user_file, user_file_path};
use crate::system::{disk, git};

/// Show what a skill may read in this repository
///
/// One object: `project` is the registry's entry, and each skill has one of its own. A skill's `config.json` is the weakest
/// layer, over it lie `profiles/shared/config.json`, `profiles/<profile>/config.json` and the user's configuration.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this value, such as `project.commands.test` or `review-pr.full_review.files`
    key: Option<String>,

    /// The project, where the working folder is not in its repository
    #[arg(long, value_name = "NAME")]
    project: Option<String>,

    /// Tell which file each value comes from
    #[arg(long)]
    origin: bool,
}

#[derive(Debug, Serialize)]
struct ConfigReport {
    #[serde(flatten)]
    answer: Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<BTreeMap<String, String>>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    /// Everything: `project` and one object per skill.
    Whole(Map<String, Value>),
    /// One value.
    One { key: String, value: Value },
}

/// Shows the configuration.
///
/// # Errors
/// Where no project has this repository, a file has problems, or the key names nothing.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    let registry = context.registry()?;
    let project = match &args.project {
        Some(name) => registry.project(name)?,
        None => here(&registry, context.environment.working_folder())?,
    };
    let user = read_user_file(&context.environment)?;
    let user_origin = context.shown(&user_file_path(&context.environment));
    let config = profile::merged(&profile::layers(&registry, project, &user, user_origin)?);
    let mut origins = config.origins;
    let mut whole = Map::from_iter([("project".to_owned(), project_value(project)?)]);
    whole.extend(config.skills.into_iter().filter(|(skill, _)| skill != "project"));
    origins.extend(leaves(&whole["project"], "/project").into_iter().map(|at| (at, registry::FILE.to_owned())));
    let (answer, below) = match &args.key {
        None => (Answer::Whole(whole), String::new()),
        Some(key) => one(&whole, key)?,
    };
    let told = |at: &String| at.strip_prefix(&below).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let origin = args.origin.then(|| origins.into_iter().filter(|(at, _)| told(at)).collect());
    context.output.report(&ConfigReport { answer, origin })?;
    Ok(Outcome::InOrder)
}

/// The registry's entry, with the project's name and its place on this machine.
fn project_value(project: &Project) -> Result<Value> {
    let mut value =
        Map::from_iter([("name".to_owned(), json!(project.name)), ("path".to_owned(), json!(project.repo))]);
    let entry = serde_json::to_value(&project.entry).context("cannot show the project")?;
    value.extend(entry.as_object().cloned().unwrap_or_default());
    Ok(Value::Object(value))
}

/// The project whose repository the working folder lies in, the innermost first; a worktree of it counts as well.
fn here<'r>(registry: &'r Registry, folder: &Path) -> Result<&'r Project> {
    let real = disk::real_path(folder).with_context(|| format!("cannot resolve `{}`", folder.display()))?;
    let inside = |project: &&Project| disk::real_path(&project.repo).is_ok_and(|repo| real.starts_with(repo));
    let depth = |project: &&Project| project.repo.components().count();
    let common = git::open(folder).ok().flatten().map(|repository| repository.common_folder());
    let same_repository = |project: &&Project| {
        let other = git::open(&project.repo).ok().flatten().map(|repository| repository.common_folder());
        other.is_some() && other == common
    };
    let project = registry.projects.iter().filter(inside).max_by_key(depth);
    project.or_else(|| registry.projects.iter().find(same_repository)).ok_or_else(|| {
        let message = format!("no project of the registry has its repository at `{}`", folder.display());
        Failure::new(message).hint("register it with `skreg add .`, or name one with `--project`").into()
    })
}

/// The value of a key with dots, longest names first where a name holds a dot itself, and its JSON Pointer.
fn one(whole: &Map<String, Value>, key: &str) -> Result<(Answer, String)> {
    match find(whole, key, "") {
        Some((value, at)) => Ok((Answer::One { key: key.to_owned(), value: value.clone() }, at)),
        None => {
            let failure = Failure::new(format!("there is no value `{key}`"));
            let known = whole.keys().map(String::as_str);
            let first = key.split('.').next().unwrap_or(key);
            Err(match json_edit::nearest(first, known).filter(|near| *near != first) {
                Some(near) => failure.hint(format!("did you mean `{near}`?")),
                None => failure.hint("`skreg config` shows all of them"),
            }
            .into())
        }
    }
}

fn find<'v>(object: &'v Map<String, Value>, key: &str, at: &str) -> Option<(&'v Value, String)> {
    let mut names: Vec<_> = object.keys().filter(|name| key.starts_with(name.as_str())).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.into_iter().find_map(|name| {
        let at = json_edit::pointer(at, name);
        match key[name.len()..].strip_prefix('.') {
            None if key.len() == name.len() => Some((&object[name], at)),
            Some(rest) => find(object[name].as_object()?, rest, &at),
            None => None,
        }
    })
}

/// The pointers of all values that are no object.
fn leaves(value: &Value, at: &str) -> Vec<String> {
    match value.as_object() {
        Some(object) => object.iter().flat_map(|(name, value)| leaves(value, &json_edit::pointer(at, name))).collect(),
        None => vec![at.to_owned()],
    }
}

impl Report for ConfigReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        match &self.answer {
            Answer::One { value, .. } if self.origin.is_none() => page.line(escape(&plain(value))),
            Answer::One { key, value } => self.write_value(page, key, value, None),
            Answer::Whole(whole) => whole
                .iter()
                .try_for_each(|(name, value)| self.write_value(page, name, value, Some(&json_edit::pointer("", name)))),
        }
    }
}

impl ConfigReport {
    /// One line for each value that is no object: its key, the value, and where it comes from.
    fn write_value(&self, page: &mut Page<'_>, key: &str, value: &Value, at: Option<&str>) -> io::Result<()> {
        if let Some(object) = value.as_object().filter(|object| !object.is_empty()) {
            return object.iter().try_for_each(|(name, value)| {
                let at = at.map(|at| json_edit::pointer(at, name));
                self.write_value(page, &format!("{key}.{name}"), value, at.as_deref())
            });
        }
        let known = |origins: &BTreeMap<String, String>| match at {
            Some(at) => origins.get(at).cloned(),
            None => origins.iter().find(|(at, _)| at[1..].replace('/', ".") == key).map(|(_, origin)| origin.clone()),
        };
        let origin = self.origin.as_ref().and_then(known).map(|origin| format!("  ({origin})")).unwrap_or_default();
        page.line(format_args!("{} = {}{}", escape(key), escape(&plain(value)), escape(&origin)))
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
