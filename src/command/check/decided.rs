//! What a repository hides of a profile on purpose: git tracks the skill or agent of its own, so everybody there has it.

use std::path::Path;

use crate::client::{Finding, Found, HIDDEN_BY_REPOSITORY, Severity};
use crate::system::{disk, git};

/// Makes good to know of what is hidden where git tracks what hides it, as `skreg setup` and `skreg status` take it; what git does not
/// track, or cannot tell of, stays an error.
pub(super) fn soften(missing: &mut Found, repo: &Path) {
    let skills = missing.skills.iter_mut().map(|(_, skill)| ("skills", &skill.name, &mut skill.problems));
    let agents = missing.agents.iter_mut().map(|(_, agent)| ("agents", &agent.file, &mut agent.problems));
    let mut hidden = skills.chain(agents).filter_map(|(kind, name, problems)| {
        let problem = problems.iter_mut().find(|problem| problem.code == HIDDEN_BY_REPOSITORY)?;
        Some((Path::new(".claude").join(kind).join(name), problem))
    });
    let Some(first) = hidden.next() else { return };
    let Some(tracks) = tracker(repo) else { return };
    std::iter::once(first).chain(hidden).filter(|(path, _)| tracks(path)).for_each(|(_, problem)| note(problem));
}

/// Tells of paths below a project's folder whether git tracks them; none where there is no git to ask.
fn tracker(repo: &Path) -> Option<impl Fn(&Path) -> bool> {
    let repository = git::open(repo).ok().flatten()?;
    let below = disk::real_path(repo).ok()?.strip_prefix(repository.root()).ok()?.to_owned();
    Some(move |path: &Path| {
        repository.tracking(&below.join(path)).is_ok_and(|found| found.tracked || found.tracked_below)
    })
}

fn note(problem: &mut Finding) {
    problem.severity = Severity::Info;
    problem.hint =
        Some("git tracks it, so everybody in that repository has it; rename one of the two to have both".into());
}
