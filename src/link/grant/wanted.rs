//! The rules that a project's linked skills need, and whether they need any.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::observe::GrantQuestion;
use super::plan::Obstacle;
use super::rule::rule;
use crate::link::found::{Spot, Worktree};
use crate::profile;
use crate::registry::{Project, Registry};
use crate::system::disk;

/// The rules that let all that the project's linked skills hold be read, in the order of the text; none where no skill is linked.
pub(super) fn wanted(question: &GrantQuestion<'_>) -> Result<Vec<String>, Obstacle> {
    let worktrees: Vec<_> = question.observation.worktrees.iter().filter(|worktree| gets_skills(worktree)).collect();
    if worktrees.is_empty() {
        return Ok(Vec::new());
    }
    let links = worktrees.iter().flat_map(|worktree| spellings(&worktree.path)).map(|path| path.join(".claude/skills"));
    let mut rules = Vec::new();
    for folder in links.chain(sources(question.registry, question.project)) {
        let rule = rule(&folder).map_err(|reason| Obstacle::new(reason, "give that folder a name without it"))?;
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    Ok(rules)
}

/// Whether skills of the profile are linked, or to be, where Claude Code looks for them.
fn gets_skills(worktree: &Worktree) -> bool {
    let is_skill = |spot: &&Spot| Path::new(&spot.shown).starts_with(".claude/skills");
    worktree.spots().into_iter().filter(is_skill).any(Spot::is_wanted)
}

/// A path as the client may name it: with all links in it resolved, and as given.
fn spellings(path: &Path) -> Vec<PathBuf> {
    let mut spellings = vec![disk::real_path(path).unwrap_or_else(|_| path.to_owned())];
    spellings.extend((spellings[0] != path).then(|| path.to_owned()));
    spellings
}

/// The folders of skills that a project's links lead into: its profile's own, and those that the profile includes skills from, each
/// where it really is and as the central repository is spelled.
fn sources(registry: &Registry, project: &Project) -> Vec<PathBuf> {
    let own = registry.profile_folder(&project.entry.profile).join("skills");
    let profiles = spellings(&registry.central().join("profiles"));
    let real_profiles = &profiles[0];
    let names = disk::names(&own).unwrap_or_default();
    let ends = names.into_iter().filter_map(|name| disk::real_path(&own.join(name)).ok());
    let included: BTreeSet<_> = ends.filter_map(|end| end.parent().map(Path::to_owned)).collect();
    let own_real = disk::real_path(&own).unwrap_or(own);
    let folders = std::iter::once(own_real.clone()).chain(included.into_iter().filter(|folder| *folder != own_real));
    // What a link leads to outside of all profiles is not ours to open.
    let below = folders.filter_map(|folder| folder.strip_prefix(real_profiles).map(Path::to_owned).ok());
    let below = below.filter(|below| below.components().count() == 2 && below.ends_with("skills"));
    below.flat_map(|below| profiles.iter().map(move |profiles| profiles.join(&below)).collect::<Vec<_>>()).collect()
}

/// A file that lies beside the `SKILL.md` of a project's skill, as a path below the profile's skills: the first by name. Only such a
/// file needs a permission, for the client loads a `SKILL.md` itself, and a `config.json` is read by `skreg config`. What cannot be read is
/// passed over, and so is what is hidden.
pub fn file_beside(registry: &Registry, project: &Project) -> Option<String> {
    let folder = registry.profile_folder(&project.entry.profile).join("skills");
    let skills = profile::skills(registry, &project.entry.profile).unwrap_or_default();
    skills.into_iter().find_map(|skill| {
        let files = disk::files_below(&folder.join(&skill.name)).unwrap_or_default();
        let below = files.iter().filter_map(|file| file.strip_prefix(&folder).ok());
        let needless = ["SKILL.md", "config.json"].map(|name| Path::new(&skill.name).join(name));
        let is_hidden = |file: &Path| file.iter().any(|part| part.as_encoded_bytes().starts_with(b"."));
        below
            .into_iter()
            .find(|file| needless.iter().all(|known| known != file) && !is_hidden(file))
            .map(|file| file.display().to_string())
    })
}
