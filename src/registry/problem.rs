//! What a registry of the right shape can still get wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use semver::{Version, VersionReq};

use super::model::{LocalFile, RegistryFile, Routing, VERSION};
use super::name::is_plain_name;
use super::paths::Expander;
use super::read::Project;
use crate::json_edit::{Document, nearest, pointer};
use crate::output::Problem;
use crate::system::{Environment, disk};

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
        let is_profile = |name: &String| disk::is_folder(&central.join("profiles").join(name));
        let folders = file.global.skills.values().filter(|folder| is_inside(central, folder)).cloned();
        Self {
            profiles: profiles.filter(is_profile).collect(),
            global_folders: folders.collect(),
            central: real(central),
            home: real(environment.home()),
        }
    }
}

fn real(path: &Path) -> PathBuf {
    disk::real_path(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether a relative folder exists and stays inside the central repository, links followed.
fn is_inside(central: &Path, folder: &str) -> bool {
    let real_folder = disk::real_path(&central.join(folder));
    disk::is_folder(&central.join(folder)) && real_folder.is_ok_and(|folder| folder.starts_with(real(central)))
}

/// The expander of this machine's workspace; a workspace that cannot be expanded is a problem.
pub(super) fn workspace<'e>(
    document: &Document<'_>,
    file: &RegistryFile,
    local_document: &Document<'_>,
    local: &LocalFile,
    environment: &'e Environment,
    problems: &mut Vec<Problem>,
) -> Expander<'e> {
    let (document, workspace) = match &local.workspace {
        Some(workspace) => (local_document, Some(workspace)),
        None => (document, file.workspace.as_ref()),
    };
    Expander::new(environment).with_workspace(workspace.map(String::as_str)).unwrap_or_else(|reason| {
        let hint = "give an absolute folder, one that begins with `~`, or with a variable that is set".to_owned();
        problems.push(document.problem("/workspace", reason, Some(hint)));
        Expander::new(environment)
    })
}

/// Version, requirement, scoring, names and profiles.
pub(super) fn of_registry(document: &Document<'_>, file: &RegistryFile, around: &Surroundings) -> Vec<Problem> {
    let mut problems = Vec::new();
    problems.extend(version(document, file));
    problems.extend(requirement(document, file));
    if !file.scoring.auto_ratio.is_finite() || file.scoring.auto_ratio < 1.0 {
        let hint = "below 1 the top would route although another scores higher".to_owned();
        problems.push(document.problem("/scoring/auto_ratio", "`auto_ratio` is less than 1", Some(hint)));
    }
    for (name, folder) in &file.global.skills {
        problems.extend(global_skill(document, name, folder, around));
    }
    for (name, entry) in &file.projects {
        let at = pointer("/projects", name);
        problems.extend(plain(document, &at, "project", name));
        problems.extend(profile(document, &pointer(&at, "profile"), &entry.profile, around));
        for (index, skill) in entry.skills.iter().enumerate() {
            problems.extend(plain(document, &pointer(&pointer(&at, "skills"), index), "skill", skill));
        }
        problems.extend(routing(document, &pointer(&at, "routing"), &entry.routing));
    }
    problems
}

fn version(document: &Document<'_>, file: &RegistryFile) -> Option<Problem> {
    let hint = match file.version {
        VERSION => return None,
        newer if newer > VERSION => "update skreg: this registry was written for a newer one",
        _ => "the first version of the format is 1",
    };
    let message = format!("version {} of the registry format, and this skreg knows version {VERSION}", file.version);
    Some(document.problem("/version", message, Some(hint.to_owned())))
}

fn requirement(document: &Document<'_>, file: &RegistryFile) -> Option<Problem> {
    let wanted = file.requires.as_deref()?;
    let own = Version::parse(env!("CARGO_PKG_VERSION")).expect("cargo refuses a package without a semantic version");
    let problem = |message: String, hint: &str| Some(document.problem("/requires", message, Some(hint.to_owned())));
    match VersionReq::parse(wanted) {
        Ok(requirement) if requirement.matches(&own) => None,
        Ok(_) => problem(format!("the team needs skreg `{wanted}`, and this is {own}"), "update skreg"),
        Err(error) => problem(format!("`{wanted}` is no version requirement: {error}"), "write it such as `>=0.1`"),
    }
}

fn plain(document: &Document<'_>, at: &str, what: &str, name: &str) -> Option<Problem> {
    let hint = "use letters, digits, `-`, `_` and `.`, the first of them no `.` or `-`".to_owned();
    (!is_plain_name(name))
        .then(|| document.problem(at, format!("the {what} name `{name}` is not one plain path component"), Some(hint)))
}

fn global_skill(document: &Document<'_>, name: &str, folder: &str, around: &Surroundings) -> Option<Problem> {
    let at = pointer("/global/skills", name);
    plain(document, &at, "skill", name).or_else(|| {
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
    let known = || around.profiles.iter().map(String::as_str);
    let hint = match nearest(profile, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("make the folder `profiles/{profile}`, or name one that is there"),
    };
    Some(document.problem(at, format!("`profiles/{profile}` does not exist"), Some(hint)))
}

fn routing(document: &Document<'_>, at: &str, routing: &Routing) -> Vec<Problem> {
    let lists = [("components", &routing.components), ("labels", &routing.labels), ("keywords", &routing.keywords)];
    let mut problems = Vec::new();
    for (name, values) in lists {
        for (index, _) in values.iter().enumerate().filter(|(_, value)| value.trim().is_empty()) {
            let at = pointer(&pointer(at, name), index);
            problems.push(document.problem(&at, "a blank signal can match nothing", Some("take it out".to_owned())));
        }
    }
    problems.extend(routing.skill.iter().filter_map(|skill| plain(document, &pointer(at, "skill"), "skill", skill)));
    problems
}

/// Projects that share a folder, or lie where no project may.
pub(super) fn of_places(document: &Document<'_>, projects: &[Project], around: &Surroundings) -> Vec<Problem> {
    let mut taken: BTreeMap<PathBuf, &str> = BTreeMap::new();
    let mut problems = Vec::new();
    for project in projects {
        let at = pointer(&pointer("/projects", &project.name), "repo");
        let place = real(&project.repo);
        let mut problem =
            |message: String, hint: &str| problems.push(document.problem(&at, message, Some(hint.to_owned())));
        if place == around.home {
            problem(
                format!("`{}` is the home directory", project.name),
                "its `.claude` is the user's own; name a repository below it",
            );
        } else if place == around.central {
            problem(
                format!("`{}` is the central repository itself", project.name),
                "it needs no links; take it out of the registry",
            );
        } else if let Some(other) = taken.insert(place, &project.name) {
            let message = format!("`{}` and `{other}` are the same folder", project.name);
            problem(message, "keep one of the two, or give one another place");
        }
    }
    problems
}
