//! What a registry of the right shape can still get wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use semver::{Version, VersionReq};
use serde_json::Value;

use super::files::Files;
use super::find::LOCAL_FILE;
use super::model::{RegistryFile, Routing, VERSION};
use super::name::is_plain_name;
use super::paths::Expander;
use super::resolved::Project;
use crate::json_edit::{Document, nearest, pointer};
use crate::output::Problem;
use crate::system::disk::{self, Standing};
use crate::system::{Environment, git};

/// What a registry is checked against.
pub(super) struct Surroundings {
    central: PathBuf,
    home: PathBuf,
    profiles: BTreeSet<String>,
    global_folders: BTreeSet<String>,
}

impl Surroundings {
    pub(super) fn observe(central: &Path, file: &RegistryFile, environment: &Environment) -> Self {
        let names = disk::names(&central.join("profiles")).unwrap_or_default();
        let profiles = names.into_iter().filter_map(|name| name.into_string().ok());
        let below = central.join("profiles");
        let is_profile = |name: &String| is_inside(&below, name);
        let folders = file.global.skills.values().filter(|folder| is_inside(central, folder)).cloned();
        Self {
            profiles: profiles.filter(is_profile).collect(),
            global_folders: folders.collect(),
            central: real(central),
            home: real(environment.home()),
        }
    }
}

/// The path with links resolved, as far down as it exists.
fn real(path: &Path) -> PathBuf {
    let known = path.ancestors().find_map(|above| Some((above, disk::real_path(above).ok()?)));
    match known.and_then(|(above, real)| Some((real, path.strip_prefix(above).ok()?))) {
        Some((real, rest)) if rest.as_os_str().is_empty() => real,
        Some((real, rest)) => real.join(rest),
        None => path.to_owned(),
    }
}

/// Whether a relative folder exists below another and stays there, links followed.
fn is_inside(above: &Path, folder: &str) -> bool {
    let path = above.join(folder);
    let above = real(above);
    let is_below = |path: PathBuf| path.starts_with(&above) && path != above;
    Path::new(folder).is_relative() && disk::is_folder(&path) && disk::real_path(&path).is_ok_and(is_below)
}

/// The expander of this machine's workspace; none, and a problem, where the workspace cannot be expanded.
pub(super) fn workspace<'e>(
    files: &Files<'_>,
    environment: &'e Environment,
    problems: &mut Vec<Problem>,
) -> Option<Expander<'e>> {
    let (document, workspace) = match &files.local.workspace {
        Some(workspace) => (&files.local_document, Some(workspace)),
        None => (&files.document, files.file.workspace.as_ref()),
    };
    match Expander::new(environment).with_workspace(workspace.map(String::as_str)) {
        Ok(expander) => Some(expander),
        Err(reason) => {
            let hint = "give an absolute folder, one that begins with `~`, or with a variable that is set".to_owned();
            problems.push(document.problem("/workspace", reason, Some(hint)));
            None
        }
    }
}

/// That the registry was written for another skreg: then nothing else in it can be judged.
pub(super) fn of_version(document: &Document<'_>) -> Option<Problem> {
    let file: Value = serde_json::from_str(document.text()).ok()?;
    version(document, file["version"].as_u64()?).or_else(|| unmet(document, file["requires"].as_str()?))
}

/// Requirement, scoring, names and profiles.
pub(super) fn of_registry(document: &Document<'_>, file: &RegistryFile, around: &Surroundings) -> Vec<Problem> {
    let mut problems = Vec::new();
    problems.extend(malformed(document, file));
    if !file.scoring.auto_ratio.is_finite() || file.scoring.auto_ratio < 1.0 {
        let hint = "below 1 the top would route although another scores higher".to_owned();
        problems.push(document.problem("/scoring/auto_ratio", "`auto_ratio` is less than 1", Some(hint)));
    }
    if !(file.scoring.text_min > 0.0 && file.scoring.text_min <= 1.0) {
        let hint = "it is a probability, such as 0.95".to_owned();
        problems.push(document.problem("/scoring/text_min", "`text_min` is not above 0 and at most 1", Some(hint)));
    }
    for (name, folder) in &file.global.skills {
        problems.extend(global_skill(document, name, folder, around));
    }
    for (name, entry) in &file.projects {
        let at = pointer("/projects", name);
        problems.extend(plain_key(document, &at, "project", name));
        problems.extend(remote(document, &pointer(&at, "remote"), entry.remote.as_deref()));
        problems.extend(profile(document, &pointer(&at, "profile"), &entry.profile, around));
        for (index, skill) in entry.skills.iter().enumerate() {
            problems.extend(plain(document, &pointer(&pointer(&at, "skills"), index), "skill", skill));
        }
        problems.extend(routing(document, &pointer(&at, "routing"), &entry.routing));
    }
    problems
}

fn version(document: &Document<'_>, version: u64) -> Option<Problem> {
    let hint = match version {
        VERSION => return None,
        newer if newer > VERSION => "update skreg: this registry was written for a newer one",
        _ => "the first version of the format is 1",
    };
    let message = format!("the registry has version {version} of its format, and this skreg knows version {VERSION}");
    Some(document.problem("/version", message, Some(hint.to_owned())))
}

fn unmet(document: &Document<'_>, wanted: &str) -> Option<Problem> {
    let own = Version::parse(env!("CARGO_PKG_VERSION")).expect("cargo refuses a package without a semantic version");
    let message = format!("the registry needs skreg `{wanted}`, and this is {own}");
    let is_met = VersionReq::parse(wanted).ok()?.matches(&own);
    (!is_met).then(|| document.problem("/requires", message, Some("update skreg".to_owned())))
}

fn malformed(document: &Document<'_>, file: &RegistryFile) -> Option<Problem> {
    let wanted = file.requires.as_deref()?;
    let error = VersionReq::parse(wanted).err()?;
    let hint = "write it such as `>=0.1`".to_owned();
    Some(document.problem("/requires", format!("`{wanted}` is no version requirement: {error}"), Some(hint)))
}

fn plain(document: &Document<'_>, at: &str, what: &str, name: &str) -> Option<Problem> {
    not_plain(what, name).map(|(message, hint)| document.problem(at, message, Some(hint)))
}

/// As [`plain`], for a name that is a key of its object.
fn plain_key(document: &Document<'_>, at: &str, what: &str, name: &str) -> Option<Problem> {
    not_plain(what, name).map(|(message, hint)| document.problem_of_name(at, message, Some(hint)))
}

fn not_plain(what: &str, name: &str) -> Option<(String, String)> {
    let message = match name {
        "" => format!("the {what} name is empty"),
        _ => format!("the {what} name `{name}` is not one plain path component"),
    };
    let hint = "use letters, digits, `-`, `_` and `.`, and begin with none of `-` and `.`".to_owned();
    (!is_plain_name(name)).then_some((message, hint))
}

fn global_skill(document: &Document<'_>, name: &str, folder: &str, around: &Surroundings) -> Option<Problem> {
    let at = pointer("/global/skills", name);
    plain_key(document, &at, "skill", name).or_else(|| {
        let hint = "name a folder of the central repository, such as `dispatch-skill`".to_owned();
        let message = format!("`{folder}` is no folder inside the central repository");
        (!around.global_folders.contains(folder)).then(|| document.problem(&at, message, Some(hint)))
    })
}

fn profile(document: &Document<'_>, at: &str, profile: &str, around: &Surroundings) -> Option<Problem> {
    if around.profiles.contains(profile) && is_plain_name(profile) {
        return None;
    }
    if !is_plain_name(profile) {
        let hint = "give the name of one folder below `profiles/`".to_owned();
        return Some(document.problem(
            at,
            format!("the profile `{profile}` is not a folder directly below `profiles/`"),
            Some(hint),
        ));
    }
    let folder = format!("profiles/{profile}");
    let (message, otherwise) = match disk::look(&around.central.join(&folder)) {
        Ok(Standing::Missing) => ("does not exist", format!("make the folder `{folder}`, or name one that is there")),
        Ok(Standing::Link(_)) => ("leads to no folder below `profiles/`", "name a profile that does".to_owned()),
        _ => ("is no folder", "name a folder below `profiles/`".to_owned()),
    };
    let near = nearest(profile, around.profiles.iter().map(String::as_str));
    let hint = near.map_or(otherwise, |near| format!("did you mean `{near}`?"));
    Some(document.problem(at, format!("`{folder}` {message}"), Some(hint)))
}

/// A secret in an address, which everybody who has the registry would read.
fn remote(document: &Document<'_>, at: &str, remote: Option<&str>) -> Option<Problem> {
    let remote = remote.filter(|remote| git::holds_secret(remote))?;
    let hint = format!(
        "write `{}`, and let git's credential helper or an ssh key keep the secret",
        git::without_secrets(remote)
    );
    Some(document.problem(at, "the `remote` holds a password or a token", Some(hint)))
}

fn routing(document: &Document<'_>, at: &str, routing: &Routing) -> Vec<Problem> {
    let exclude = pointer(at, "exclude");
    let lists = [
        (pointer(at, "components"), &routing.components),
        (pointer(at, "labels"), &routing.labels),
        (pointer(at, "keywords"), &routing.keywords),
        (pointer(at, "jira_projects"), &routing.jira_projects),
        (pointer(&exclude, "components"), &routing.exclude.components),
        (pointer(&exclude, "labels"), &routing.exclude.labels),
        (pointer(&exclude, "keywords"), &routing.exclude.keywords),
    ];
    let mut problems = Vec::new();
    for (list, values) in lists {
        for (index, _) in values.iter().enumerate().filter(|(_, value)| value.trim().is_empty()) {
            let at = pointer(&list, index);
            problems.push(document.problem(&at, "a blank signal can match nothing", Some("take it out".to_owned())));
        }
    }
    let keys = pointer(at, "jira_projects");
    for (index, key) in routing.jira_projects.iter().enumerate().filter(|(_, key)| !is_jira_project(key)) {
        let message = format!("`{key}` is no key of a Jira project");
        let hint = "write what stands before the hyphen of its tickets, such as `PROJ`".to_owned();
        problems.push(document.problem(&pointer(&keys, index), message, Some(hint)));
    }
    problems.extend(routing.skill.iter().filter_map(|skill| plain(document, &pointer(at, "skill"), "skill", skill)));
    problems
}

/// Whether a text may be the key of a Jira project, in letters of either case; a blank one is told apart.
fn is_jira_project(key: &str) -> bool {
    let is_of_key = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    key.trim().is_empty() || (key.starts_with(|first: char| first.is_ascii_alphabetic()) && key.bytes().all(is_of_key))
}

/// Projects that share a folder, or lie where no project may.
pub(super) fn of_places(files: &Files<'_>, projects: &[Project], around: &Surroundings) -> Vec<Problem> {
    let mut taken: BTreeMap<PathBuf, &str> = BTreeMap::new();
    let mut problems = Vec::new();
    let mut problem = |project: &str, message: String, hint: &str| {
        let at = pointer(&pointer("/projects", project), "repo");
        problems.push(files.repo_of(project).0.problem(&at, message, Some(hint.to_owned())));
    };
    for Project { name, repo, .. } in projects {
        let place = real(repo);
        if place == around.home {
            let hint = "its `.claude` is the user's own; name a repository below it";
            problem(name, format!("`{name}` is the home directory"), hint);
        } else if place.starts_with(&around.central) {
            let hint = "it needs no links; take it out of the registry";
            problem(name, format!("`{name}` is or lies in the central repository itself"), hint);
        } else if let Some(other) = taken.get(&place) {
            // The one that only this machine places is the one to look at.
            let is_local = |project: &str| files.repo_of(project).0.file() == LOCAL_FILE;
            let at_fault = if !is_local(name) && is_local(other) { other } else { name.as_str() };
            let message = format!("`{name}` and `{other}` are the same folder, `{}`", place.display());
            problem(at_fault, message, "keep one of the two, or give one another place");
        } else {
            taken.insert(place, name);
        }
    }
    problems
}
