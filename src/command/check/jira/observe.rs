//! Asks Jira for what the registry names, and for no more than that where it can be helped.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::found::{Found, KeyState, LabelState, SeenProject};
use super::label::{can_be, used_labels};
use super::wanted::{Kind, Wanted};
use crate::dispatch::fold_name;
use crate::jira::{Jira, JiraProject, ProjectList};
use crate::json_edit::nearest;
use crate::output::{Output, Progress};

/// The most Jira projects that are asked for their components without being named in the registry: one request each.
pub(super) const MOST_PROJECTS: usize = 500;

/// How many characters of a label are asked for where nothing is suggested for the whole.
const FIRST_LETTERS: usize = 3;

/// Asks for projects, components and labels.
pub(super) fn observe(jira: &Jira<'_>, wanted: &Wanted, output: &Output) -> Result<Found> {
    let mut asking = Asking { jira, progress: output.progress(), list: None, found: Found::default() };
    asking.named(&wanted.keys)?;
    if wanted.keys.is_empty() || asking.found.lacks_components(wanted) {
        asking.others()?;
    }
    let found = std::mem::take(&mut asking.found);
    drop(asking);
    Ok(Found { labels: labels(jira, wanted)?, ..found })
}

struct Asking<'a> {
    jira: &'a Jira<'a>,
    progress: Progress,
    /// The projects that the account may see, once they were asked for.
    list: Option<ProjectList>,
    found: Found,
}

impl Asking<'_> {
    /// The projects that the registry names, and their components.
    fn named(&mut self, keys: &BTreeSet<String>) -> Result<()> {
        self.progress.expect((!keys.is_empty()).then_some(keys.len() as u64));
        for key in keys {
            let state = match self.jira.project(key)? {
                Some(project) if project.archived => KeyState::Archived,
                Some(project) if self.components(&project.key)? => KeyState::There(project.key),
                _ => self.out_of_sight(key)?,
            };
            self.found.keys.insert(key.clone(), state);
            self.progress.step();
        }
        Ok(())
    }

    /// A project that is not shown by its key may stand in the list as an archived one, or under a key that is much alike.
    fn out_of_sight(&mut self, key: &str) -> Result<KeyState> {
        let projects = &self.list()?.projects;
        if projects.iter().any(|project| project.key == key && project.archived) {
            return Ok(KeyState::Archived);
        }
        let live = projects.iter().filter(|project| !project.archived && project.key != key);
        let near = nearest(key, live.map(|project| project.key.as_str())).map(str::to_owned);
        Ok(KeyState::Missing { near })
    }

    /// The components of the projects that the registry does not name.
    fn others(&mut self) -> Result<()> {
        let list = self.list()?.clone();
        let is_known = |project: &&JiraProject| self.found.projects.iter().any(|seen| seen.key == project.key);
        let others: Vec<_> = list.projects.iter().filter(|project| !project.archived && !is_known(project)).collect();
        self.found.was_cut_short = !list.is_whole || others.len() > MOST_PROJECTS;
        self.found.is_whole = !self.found.was_cut_short;
        let asked = &others[..others.len().min(MOST_PROJECTS)];
        self.progress.expect(Some((self.found.keys.len() + asked.len()) as u64));
        for project in asked {
            self.found.is_whole &= self.components(&project.key)?;
            self.progress.step();
        }
        Ok(())
    }

    /// Reads the components of a project; false where it is out of sight.
    fn components(&mut self, key: &str) -> Result<bool> {
        if self.found.projects.iter().any(|seen| seen.key == key) {
            return Ok(true);
        }
        let Some(components) = self.jira.project_components(key)? else { return Ok(false) };
        self.found.projects.push(SeenProject { key: key.to_owned(), components });
        Ok(true)
    }

    fn list(&mut self) -> Result<&ProjectList> {
        let list = match self.list.take() {
            Some(list) => list,
            None => self.jira.projects(MOST_PROJECTS)?,
        };
        Ok(self.list.insert(list))
    }
}

/// Which labels are used, and what is most like those that are not.
fn labels(jira: &Jira<'_>, wanted: &Wanted) -> Result<BTreeMap<String, LabelState>> {
    let spelled: BTreeMap<_, _> = wanted
        .of_kind(Kind::Label)
        .filter(|name| !name.is_label_with_space())
        .map(|name| (fold_name(&name.value), name.value.trim()))
        .collect();
    let possible: Vec<_> = spelled.values().copied().filter(|label| can_be(label)).collect();
    let used = used_labels(&possible, |labels| Ok(jira.labels_beside(labels)?))?;
    let mut states = BTreeMap::new();
    for (folded, label) in spelled {
        let state = match used.contains(&folded) {
            true => LabelState::Used,
            false if can_be(label) => unused(jira, &folded, label)?,
            false => LabelState::Unused { near: None },
        };
        states.insert(folded, state);
    }
    Ok(states)
}

/// A label that the search did not find: Jira may know it in another spelling after all, or one that is much alike.
fn unused(jira: &Jira<'_>, folded: &str, label: &str) -> Result<LabelState> {
    let first: String = label.chars().take(FIRST_LETTERS).collect();
    let mut known = Vec::new();
    for begun in [label, &first] {
        known.extend(jira.suggested_labels(begun)?);
        if known.iter().any(|other| fold_name(other) == folded) {
            return Ok(LabelState::Used);
        }
        if let Some(near) = nearest(label, known.iter().map(String::as_str)) {
            return Ok(LabelState::Unused { near: Some(near.to_owned()) });
        }
    }
    Ok(LabelState::Unused { near: None })
}
