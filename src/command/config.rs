//! `skreg config`: what a skill may read in this repository.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Context, Outcome};
use crate::json_edit;
use crate::output::{Failure, Page, Report, escape};
use crate::profile;
use crate::registry::model::ProjectEntry;
use crate::registry::{Project, Registry, read_user_file, user_file_path};
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
    /// JSON Pointer of each value that is no object, and the file that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<BTreeMap<String, String>>,
    /// JSON Pointer of the one value; empty for everything.
    #[serde(skip)]
    at: String,
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
    let skills = config.skills.into_iter().filter(|(skill, _)| skill != "project");
    whole.extend(skills.map(|(skill, values)| (skill, Value::Object(values))));
    origins.retain(|at, _| !at.starts_with("/project/"));
    origins.extend(project_origins(&registry, project, &whole["project"]));
    let (answer, at) = match &args.key {
        None => (Answer::Whole(whole), String::new()),
        Some(key) => one(&whole, key)?,
    };
    let told = |place: &String| place.strip_prefix(&at).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let origin = args.origin.then(|| origins.into_iter().filter(|(place, _)| told(place)).collect());
    context.output.report(&ConfigReport { answer, origin, at })?;
    Ok(Outcome::InOrder)
}

/// The registry's entry, with the project's name and its place on this machine.
fn project_value(project: &Project) -> Result<Value> {
    let mut value =
        Map::from_iter([("name".to_owned(), json!(project.name)), ("path".to_owned(), json!(project.repo))]);
    let remote = project.entry.remote.as_deref().map(git::without_secrets);
    let entry =
        serde_json::to_value(ProjectEntry { remote, ..project.entry.clone() }).context("cannot show the project")?;
    value.extend(entry.as_object().cloned().unwrap_or_default());
    Ok(Value::Object(value))
}

/// The project that the working folder belongs to: of its own git repository, a worktree counts as well; else of one around
/// it. The innermost wins.
fn here<'r>(registry: &'r Registry, folder: &Path) -> Result<&'r Project> {
    let real = disk::real_path(folder).with_context(|| format!("cannot resolve `{}`", folder.display()))?;
    let own = placed(&real);
    let rank = |project: &&Project| {
        let repo = disk::real_path(&project.repo).ok()?;
        match (&own, placed(&repo)) {
            (Some((common, at)), Some((other, prefix))) if *common == other => {
                at.starts_with(&prefix).then(|| (true, prefix.components().count()))
            }
            _ => real.starts_with(&repo).then(|| (false, repo.components().count())),
        }
    };
    let ranked = registry.projects.iter().filter_map(|project| Some((rank(&project)?, project)));
    ranked.max_by_key(|(rank, _)| *rank).map(|(_, project)| project).ok_or_else(|| {
        let message = format!("no project of the registry has its repository at `{}`", folder.display());
        let is_central = disk::real_path(registry.central()).is_ok_and(|central| real.starts_with(central));
        Failure::new(message)
            .hint(match is_central {
                true => "name one with `--project`; `skreg list` shows them",
                false => "register it with `skreg add .`, or name one with `--project`",
            })
            .into()
    })
}

/// The repository of a folder, by what its worktrees share, and the folder's place in it.
fn placed(folder: &Path) -> Option<(PathBuf, PathBuf)> {
    let repository = git::open(folder).ok().flatten()?;
    Some((repository.common_folder(), folder.strip_prefix(repository.root()).ok()?.to_owned()))
}

/// The value of a key with dots, longest names first where a name holds a dot itself, and its JSON Pointer.
fn one(whole: &Map<String, Value>, key: &str) -> Result<(Answer, String)> {
    match find(whole, key, "") {
        Some((value, at)) => Ok((Answer::One { key: key.to_owned(), value: value.clone() }, at)),
        None => {
            let (object, above, rest) = known_part(whole, key);
            let hint = match json_edit::nearest(rest, object.keys().map(String::as_str)) {
                Some(near) => format!("did you mean `{above}{near}`?"),
                None if above.is_empty() => "`skreg config` shows all of them".to_owned(),
                None => format!("`skreg config {}` shows what is there", above.trim_end_matches('.')),
            };
            Err(Failure::new(format!("there is no value `{key}`")).hint(hint).into())
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

/// The innermost object that a key leads to, the key as far as that, with a dot, and what names nothing there.
fn known_part<'v, 'k>(object: &'v Map<String, Value>, key: &'k str) -> (&'v Map<String, Value>, &'k str, &'k str) {
    let (mut object, mut at) = (object, 0);
    let step = |object: &'v Map<String, Value>, rest: &str| {
        object.iter().find_map(|(name, value)| {
            let is_next = rest.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('.'));
            value.as_object().filter(|_| is_next).map(|inner| (inner, name.len() + 1))
        })
    };
    while let Some((inner, length)) = step(object, &key[at..]) {
        (object, at) = (inner, at + length);
    }
    (object, &key[..at], &key[at..])
}

/// The pointers of all values that hold no others by name.
fn leaves(value: &Value, at: &str) -> Vec<String> {
    match value.as_object().filter(|object| !object.is_empty()) {
        Some(object) => object.iter().flat_map(|(name, value)| leaves(value, &json_edit::pointer(at, name))).collect(),
        None => vec![at.to_owned()],
    }
}

/// Where the values of the project come from.
fn project_origins(registry: &Registry, project: &Project, value: &Value) -> Vec<(String, String)> {
    let file = registry.path().file_name().unwrap_or_default().to_string_lossy();
    let origin = |at: &str| if at == "/project/path" { project.repo_origin.clone() } else { file.clone().into_owned() };
    leaves(value, "/project").into_iter().map(|at| (at.clone(), origin(&at))).collect()
}

impl Report for ConfigReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        match &self.answer {
            Answer::One { value, .. } if self.origin.is_none() => {
                plain(value).split('\n').try_for_each(|line| page.line(escape(line)))
            }
            Answer::One { key, value } => self.write_value(page, key, value, &self.at),
            Answer::Whole(whole) => whole
                .iter()
                .try_for_each(|(name, value)| self.write_value(page, name, value, &json_edit::pointer("", name))),
        }
    }
}

impl ConfigReport {
    /// One line for each value that is no object: its key, the value, and where it comes from.
    fn write_value(&self, page: &mut Page<'_>, key: &str, value: &Value, at: &str) -> io::Result<()> {
        if let Some(object) = value.as_object().filter(|object| !object.is_empty()) {
            return object.iter().try_for_each(|(name, value)| {
                self.write_value(page, &format!("{key}.{name}"), value, &json_edit::pointer(at, name))
            });
        }
        let origin = self.origin.as_ref().and_then(|origins| origins.get(at));
        let origin = origin.map(|origin| format!("  ({origin})")).unwrap_or_default();
        page.line(format_args!("{} = {}{}", escape(key), escape(&plain(value)), escape(&origin)))
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
