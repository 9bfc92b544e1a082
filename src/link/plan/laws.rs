//! What holds whatever was found: the plan over every state of a folder of links.

use std::path::{Path, PathBuf};

use super::super::backup::Vault;
use super::super::exclude::ExcludeFile;
use super::super::found::{Aim, Found, Observation, Others, Parent, Place, Spot, Supply, Worktree};
use super::{Plan, Step, plan};
use crate::system::git::Treatment;

const TARGET: &str = "/central/profiles/api/skills";

fn found_states() -> Vec<Found> {
    let link = |aim, dangling| Found::Link { text: PathBuf::from("/x"), aim, dangling };
    vec![
        Found::Missing,
        link(Aim::Right, false),
        link(Aim::Right, true),
        link(Aim::Elsewhere, false),
        link(Aim::Elsewhere, true),
        link(Aim::Foreign, false),
        link(Aim::Foreign, true),
        Found::Loop { text: PathBuf::from("skills") },
        Found::Directory,
        Found::File,
        unreadable(),
    ]
}

fn unreadable() -> Found {
    Found::Unreadable("permission denied".to_owned())
}

fn whole_supplies() -> Vec<Supply> {
    vec![
        Supply::Filled,
        Supply::Empty,
        Supply::Missing,
        Supply::Spread,
        Supply::Unwanted("it is not asked for"),
        Supply::Unreadable("permission denied".to_owned()),
    ]
}

fn parents() -> Vec<Parent> {
    let unreadable = Parent::Unreadable("permission denied".to_owned());
    vec![Parent::Missing, Parent::Directory, Parent::Link, Parent::Repository, Parent::File, unreadable]
}

fn treatments() -> Vec<Treatment> {
    let clean = Treatment::default();
    vec![
        clean,
        Treatment { tracked: true, ..clean },
        Treatment { tracked_below: true, ..clean },
        Treatment { ignored: true, ..clean },
    ]
}

fn spot(shown: &str, supply: Supply, found: Found, git: Treatment) -> Spot {
    Spot {
        path: Path::new("/repo").join(shown),
        shown: shown.to_owned(),
        name: "skills".to_owned(),
        target: PathBuf::from(TARGET),
        supply,
        found,
        git,
        others: Others::default(),
        own_wins: false,
    }
}

/// What the folder is to the links in it.
fn inner(found: &Found) -> Parent {
    match found {
        Found::Missing => Parent::Missing,
        found if found.is_ours() => Parent::Missing,
        Found::Link { .. } | Found::Loop { .. } => Parent::Link,
        Found::Directory => Parent::Directory,
        Found::File => Parent::File,
        Found::Unreadable(reason) => Parent::Unreadable(reason.clone()),
    }
}

fn observation(parent: Parent, whole: Spot, entries: Vec<Spot>) -> Observation {
    let holds_others = whole.found == Found::Directory;
    let place = Place { parent, inner: inner(&whole.found), whole: Some(whole), entries, holds_others };
    let vault = Vault { inside_git: Some(PathBuf::new()), is_far: false, beside: PathBuf::new() };
    let exclude = ExcludeFile { path: PathBuf::new(), text: String::new(), prefix: PathBuf::new(), is_link: false };
    let worktree = Worktree { path: PathBuf::from("/repo"), is_main: true, places: vec![place], vault };
    Observation { worktrees: vec![worktree], skipped: Vec::new(), exclude: Some(exclude) }
}

/// What the disk would hold once the plan is done.
fn simulate(mut observation: Observation, plan: &Plan) -> Observation {
    let before = observation.worktrees[0].clone();
    let place = &mut observation.worktrees[0].places[0];
    for (index, step) in &plan.worktrees[0] {
        let shown = &before.spots()[*index].shown;
        let whole = place.whole.iter_mut();
        let spot = whole.chain(&mut place.entries).find(|spot| spot.shown == *shown).unwrap();
        let is_entry = spot.own_wins;
        match step {
            Step::Link { target }
            | Step::Relink { target, .. }
            | Step::Replace { target, .. }
            | Step::Fold { target } => {
                assert_eq!(target, Path::new(TARGET));
                spot.found = Found::Link { text: target.clone(), aim: Aim::Right, dangling: false };
                place.parent = Parent::Directory;
                if is_entry {
                    place.inner = Parent::Directory;
                    place.whole.as_mut().unwrap().found = Found::Directory;
                } else {
                    place.inner = Parent::Missing;
                }
            }
            Step::Remove { .. } | Step::Clear => {
                spot.found = Found::Missing;
                if !is_entry {
                    place.inner = Parent::Missing;
                }
            }
            Step::Keep | Step::Blocked { .. } | Step::Shadowed { .. } => {}
        }
    }
    observation
}

/// Every state of a folder that is one link, or to hold none.
fn every_whole(mut check: impl FnMut(Observation, bool)) -> usize {
    let mut states = 0;
    for parent in parents() {
        for supply in whole_supplies() {
            for found in found_states() {
                for git in treatments() {
                    for force in [false, true] {
                        let whole = spot(".claude/skills", supply.clone(), found.clone(), git);
                        check(observation(parent.clone(), whole, Vec::new()), force);
                        states += 1;
                    }
                }
            }
        }
    }
    states
}

/// Every state of an entry in a folder that is to hold one link for each.
fn every_entry(mut check: impl FnMut(Observation, bool)) -> usize {
    let mut states = 0;
    for whole_found in found_states() {
        for supply in [Supply::Filled, Supply::Missing, Supply::Unfit("a name".to_owned())] {
            for found in found_states() {
                // What is not in a real folder is looked at nowhere.
                if whole_found != Found::Directory && found != Found::Missing {
                    continue;
                }
                for git in treatments() {
                    for force in [false, true] {
                        let below = git.tracked || git.tracked_below;
                        let whole_git = Treatment { tracked_below: below, ..Treatment::default() };
                        let whole = spot(".claude/skills", Supply::Spread, whole_found.clone(), whole_git);
                        let mut entry = spot(".claude/skills/x", supply.clone(), found.clone(), git);
                        entry.own_wins = true;
                        check(observation(Parent::Directory, whole, vec![entry]), force);
                        states += 1;
                    }
                }
            }
        }
    }
    states
}

fn assert_settled(observation: Observation, force: bool) {
    let done = simulate(observation.clone(), &plan(&observation, force));
    let again = plan(&done, force);
    assert!(!again.worktrees[0].iter().any(|(_, step)| step.changes()), "{observation:#?} then {again:#?}");
}

#[test]
fn a_second_run_changes_nothing_whatever_was_found() {
    assert_eq!(every_whole(assert_settled), 6 * 6 * 11 * 4 * 2);
    assert_eq!(every_entry(assert_settled), (10 + 11) * 3 * 4 * 2);
}

#[test]
fn what_git_tracks_and_what_stands_behind_a_link_is_never_changed() {
    every_whole(|observation, force| {
        let place = &observation.worktrees[0].places[0];
        let whole = place.whole.as_ref().unwrap();
        let barred = !matches!(place.parent, Parent::Missing | Parent::Directory);
        // A link of ours where git tracks files is itself the fault: it makes way for them.
        let is_fault = whole.supply == Supply::Spread && whole.git.tracked_below;
        if whole.git.tracked || (whole.git.tracked_below && !is_fault) || barred {
            let plan = plan(&observation, force);
            assert!(!plan.worktrees[0].iter().any(|(_, step)| step.changes()), "{observation:#?}: {plan:#?}");
        }
    });
    every_entry(|observation, force| {
        let entry = &observation.worktrees[0].places[0].entries[0];
        let plan = plan(&observation, force);
        let step = plan.worktrees[0].iter().find(|(index, _)| *index == 1).map(|(_, step)| step);
        if entry.git.tracked || entry.git.tracked_below {
            assert!(step.is_none_or(|step| !step.changes()), "{observation:#?}: {plan:#?}");
        }
    });
}

#[test]
fn something_real_is_replaced_only_by_a_profile_that_holds_something() {
    every_whole(|observation, force| {
        let whole = observation.worktrees[0].places[0].whole.as_ref().unwrap();
        let real = matches!(whole.found, Found::Directory | Found::File);
        if real && !matches!(whole.supply, Supply::Filled | Supply::Spread) {
            let plan = plan(&observation, force);
            assert!(!plan.worktrees[0].iter().any(|(_, step)| step.changes()), "{observation:#?}");
        }
    });
}

#[test]
fn the_repositorys_own_skill_is_never_moved() {
    every_entry(|observation, force| {
        let entry = &observation.worktrees[0].places[0].entries[0];
        let real = matches!(entry.found, Found::Directory | Found::File);
        let steps = plan(&observation, force).worktrees.remove(0);
        let step = steps.iter().find(|(index, _)| *index == 1).map(|(_, step)| step);
        if real && entry.supply == Supply::Filled {
            assert!(matches!(step, Some(Step::Shadowed { .. })), "{observation:#?}: {step:?}");
        }
    });
}

#[test]
fn a_link_of_others_is_replaced_only_by_force_and_goes_to_the_backups() {
    let check = |observation: Observation, force: bool| {
        let plan = plan(&observation, force);
        let spots = observation.worktrees[0].spots();
        for (index, step) in &plan.worktrees[0] {
            let foreign = matches!(spots[*index].found, Found::Link { aim: Aim::Foreign, .. } | Found::Loop { .. });
            let moved = matches!(step, Step::Replace { link: true, .. } | Step::Clear);
            assert!(!foreign || !step.changes() || (moved && force), "{observation:#?}: {step:?}");
        }
    };
    every_whole(check);
    every_entry(check);
}

#[test]
fn a_rule_for_git_stands_exactly_where_a_link_of_ours_stands() {
    let check = |observation: Observation, force: bool| {
        let plan = plan(&observation, force);
        let done = simulate(observation.clone(), &plan);
        let linked: Vec<_> = done.worktrees[0].spots().into_iter().filter(|spot| spot.is_ours()).collect();
        let mut linked: Vec<_> = linked.into_iter().map(|spot| format!("/{}", spot.shown)).collect();
        linked.sort();
        assert_eq!(plan.exclude.added, linked, "{observation:#?}: {plan:#?}");
    };
    every_whole(check);
    every_entry(check);
}

#[test]
fn a_rule_stays_where_it_cannot_be_told_whether_a_link_stands() {
    every_whole(|mut observation, force| {
        let block = "# >>> skreg: links made by `skreg setup`, taken away by `skreg restore` >>>\n/.claude/skills\n";
        observation.exclude.as_mut().unwrap().text = block.to_owned();
        let plan = plan(&observation, force);
        let done = simulate(observation.clone(), &plan);
        let whole = done.worktrees[0].places[0].whole.as_ref().unwrap();
        let gone = !matches!(whole.found, Found::Link { .. } | Found::Unreadable(_) | Found::Loop { .. });
        assert_eq!(plan.exclude.removed.len(), usize::from(gone), "{observation:#?}: {plan:#?}");
    });
}

/// Two worktrees with a folder each that is to be one link.
fn two_worktrees(first: (Found, Treatment), second: (Found, Treatment)) -> Observation {
    let whole = |(found, git)| spot(".claude/skills", Supply::Filled, found, git);
    let mut both = observation(Parent::Directory, whole(first), Vec::new());
    both.worktrees.extend(observation(Parent::Directory, whole(second), Vec::new()).worktrees);
    both.worktrees[1].path = PathBuf::from("/other");
    both
}

#[test]
fn what_stays_real_in_one_worktree_is_not_hidden_by_a_link_in_another() {
    let clean = Treatment::default();
    let tracked = Treatment { tracked_below: true, ..clean };
    let stays = plan(&two_worktrees((Found::Missing, clean), (Found::Directory, tracked)), false);
    assert!(!stays.changes(), "{stays:#?}");
    let goes = plan(&two_worktrees((Found::Missing, clean), (Found::Directory, clean)), false);
    assert!(goes.worktrees.iter().flatten().all(|(_, step)| step.changes()), "{goes:#?}");
    assert_eq!(goes.exclude.added, ["/.claude/skills"]);
}

#[test]
fn a_rule_goes_with_the_last_link_of_all_worktrees() {
    let ours = Found::Link { text: PathBuf::from("/x"), aim: Aim::Elsewhere, dangling: true };
    let mut both = two_worktrees((ours.clone(), Treatment::default()), (ours, Treatment::default()));
    let block = "# >>> skreg: links made by `skreg setup`, taken away by `skreg restore` >>>\n/.claude/skills\n";
    both.exclude.as_mut().unwrap().text = block.to_owned();
    both.worktrees[0].places[0].whole.as_mut().unwrap().supply = Supply::Missing;
    assert_eq!(plan(&both, false).exclude.removed.len(), 0, "the second still has one");
    both.worktrees[1].places[0].whole.as_mut().unwrap().supply = Supply::Missing;
    assert_eq!(plan(&both, false).exclude.removed.len(), 1);
}
