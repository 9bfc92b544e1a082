//! What other programs left in the profiles, which they reach through a link and take for one repository's own.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::registry::Registry;
use crate::system::disk::{self, Standing};

/// Something in a profile that nobody put there on purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// Where it is.
    pub path: PathBuf,
    /// What it is.
    pub kind: TraceKind,
}

/// What something in a profile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceKind {
    /// Left by this installer, which keeps its books there.
    Installer(&'static str),
    /// The skills that Claude Code itself keeps in step with an account, in the folder `synced`.
    Synchronised,
    /// A link to a folder that it lies in, as `ln -s` makes it when it is run twice.
    Circle,
}

/// The names by which programs are known: each was seen to write them where it puts skills.
const NAMES: [(&str, TraceKind); 6] = [
    ("synced", TraceKind::Synchronised),
    ("skills-lock.json", TraceKind::Installer("npx skills")),
    (".openskills.json", TraceKind::Installer("openskills")),
    (".skills.toml", TraceKind::Installer("skillctl")),
    ("agents.lock", TraceKind::Installer("dotagents")),
    ("Skillfile.lock", TraceKind::Installer("skillfile")),
];

/// What other programs left in the profiles, in the order of the paths: in the folders of skills and agents, and in each skill. What
/// cannot be read is left out.
pub fn traces(registry: &Registry) -> Vec<Trace> {
    let profiles = registry.profile_folder("");
    let mut traces = Vec::new();
    for profile in folders(&profiles) {
        for kind in ["agents", "skills"].map(|kind| profile.join(kind)) {
            for entry in entries(&kind) {
                traces.extend(trace(&entry));
                if disk::look(&entry).is_ok_and(|found| found == Standing::Directory) {
                    traces.extend(entries(&entry).iter().filter_map(|file| trace(file)));
                }
            }
        }
    }
    traces
}

fn trace(path: &Path) -> Option<Trace> {
    let name = path.file_name().and_then(OsStr::to_str);
    let known = NAMES.iter().find(|(known, _)| name == Some(known)).map(|(_, kind)| *kind);
    let kind = known.or_else(|| is_circle(path).then_some(TraceKind::Circle))?;
    Some(Trace { path: path.to_owned(), kind })
}

/// Whether a path is a link to a folder that it lies in.
fn is_circle(path: &Path) -> bool {
    let is_link = matches!(disk::look(path), Ok(Standing::Link(_)));
    let holds = |end: PathBuf| {
        path.parent().is_some_and(|above| disk::real_path(above).is_ok_and(|above| above.starts_with(end)))
    };
    is_link && disk::real_path(path).is_ok_and(holds)
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let is_real = |path: &PathBuf| disk::look(path).is_ok_and(|found| found == Standing::Directory);
    entries(folder).into_iter().filter(is_real).collect()
}

/// What stands in a folder, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    disk::names(folder).unwrap_or_default().into_iter().map(|name| folder.join(name)).collect()
}
