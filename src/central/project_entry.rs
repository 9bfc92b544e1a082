//! A repository's entry in the registry, and the edits that write it.

use std::path::Path;

use anyhow::Result;
use serde_json::Value;

use crate::json_edit;
use crate::registry::model::ProjectEntry;
use crate::registry::{Registry, shortened};
use crate::system::{disk, git};

/// How a repository's folder is written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// For everybody, in the registry.
    pub shared: String,
    /// For this machine, in the local file, where the shared one does not lead to the folder here.
    pub local: Option<String>,
}

/// How to write the folder of a new project down: relative to the workspace where it lies below it; else under its own name for
/// everybody and with its true place for this machine. Without a workspace the place stands in the registry, as short as it can
/// be.
pub fn place(registry: &Registry, project: &str, root: &Path, home: &Path) -> Place {
    let Some(workspace) = &registry.workspace else { return Place { shared: spelled(root, home), local: None } };
    let real_workspace = disk::real_path(workspace).unwrap_or_else(|_| workspace.clone());
    match root.strip_prefix(&real_workspace) {
        Ok(below) if !below.as_os_str().is_empty() => {
            Place { shared: literal(&below.display().to_string()), local: None }
        }
        _ => {
            let name = root.file_name().map_or_else(|| project.to_owned(), |name| name.to_string_lossy().into_owned());
            let is_taken = registry.projects.iter().any(|other| other.entry.repo == name);
            let name = if is_taken { project } else { &name };
            Place { shared: literal(name), local: Some(spelled(root, home)) }
        }
    }
}

/// A folder as short as it can be, in the spelling of the registry.
pub fn spelled(folder: &Path, home: &Path) -> String {
    match folder.starts_with(home) {
        true => shortened(folder, home).replace('$', "$$"),
        false => literal(&folder.display().to_string()),
    }
}

/// A path in the spelling of the registry, in which `$` and a leading `~` stand for something else.
fn literal(path: &str) -> String {
    let above = if path.starts_with('~') { "./" } else { "" };
    format!("{above}{}", path.replace('$', "$$"))
}

/// Whether two addresses lead to one repository, over whatever protocol and as whatever user.
pub fn is_same_remote(left: &str, right: &str) -> bool {
    let place = |address: &str| {
        let address = git::without_secrets(address);
        let address = address.split_once("://").map_or(&*address, |(_, rest)| rest);
        let (authority, path) = address.split_at(address.find('/').unwrap_or(address.len()));
        let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let address = format!("{authority}{path}");
        address.trim_end_matches('/').trim_end_matches(".git").replace(':', "/").to_lowercase()
    };
    place(left) == place(right)
}

/// Something to be written into the registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addition {
    /// The project's name.
    pub name: String,
    /// Its entry, if the registry has none yet.
    pub entry: Option<ProjectEntry>,
    /// Its place on this machine, for the local file.
    pub local_repo: Option<String>,
}

/// Writes additions into the registry and the local file, keeping every other byte of both.
///
/// The local file comes first: a project that only it names does no harm, one without its place would.
///
/// # Errors
/// Where a file cannot be read, edited or written.
pub fn write_additions(registry: &Registry, additions: &[Addition]) -> Result<()> {
    let places = additions.iter().filter_map(|addition| Some((addition, Value::from(addition.local_repo.clone()?))));
    let places: Vec<_> = places.map(|(addition, repo)| (["projects", &addition.name, "repo"], repo)).collect();
    edit(&registry.local_path(), places.iter().map(|(path, value)| (path.as_slice(), value)))?;
    let entries = additions.iter().filter_map(|addition| Some((addition, addition.entry.as_ref()?)));
    let entries = entries.map(|(addition, entry)| Ok((["projects", &addition.name], serde_json::to_value(entry)?)));
    let entries = entries.collect::<Result<Vec<_>>>()?;
    edit(registry.path(), entries.iter().map(|(path, value)| (path.as_slice(), value)))
}

fn edit<'p>(file: &Path, changes: impl ExactSizeIterator<Item = (&'p [&'p str], &'p Value)>) -> Result<()> {
    if changes.len() == 0 {
        return Ok(());
    }
    json_edit::change_file(file, |text| {
        let mut changes = changes;
        changes.try_fold(text.to_owned(), |text, (path, value)| json_edit::set(&text, path, value))
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{is_same_remote, literal, spelled};

    #[test]
    fn a_place_is_spelled_so_that_it_is_read_as_itself() {
        let home = Path::new("/home/ann");
        assert_eq!(spelled(Path::new("/home/ann/a/b"), home), "~/a/b");
        assert_eq!(spelled(Path::new("/home/ann/$a"), home), "~/$$a");
        assert_eq!(spelled(Path::new("/srv/$a"), home), "/srv/$$a");
        assert_eq!(literal("~x"), "./~x");
    }

    #[test]
    fn an_address_is_the_same_over_every_protocol() {
        for other in [
            "https://git.example/Acme/api",
            "ssh://ann@git.example/acme/api.git/",
            "git@git.example:acme/api",
            "https://git.example/acme/api.git?private_token=s3cret",
        ] {
            assert!(is_same_remote("git@git.example:acme/api.git", other), "{other}");
        }
        assert!(!is_same_remote("git@git.example:acme/api.git", "git@git.example:acme/api2.git"));
    }
}
