//! What status tells of each place where a link belongs.

use super::report::{LinkReport, WorktreeReport};
use crate::link::{self, ExcludeFile, Found, LinkState, Observation, Plan, Spot, Step, Supply, Worktree};

/// The places of each worktree, sorted.
pub(super) fn worktrees(observation: &Observation, plan: &Plan) -> Vec<WorktreeReport> {
    let report = |(number, worktree): (usize, &Worktree)| {
        let spots = worktree.spots().into_iter().enumerate();
        let links = spots.filter_map(|(index, spot)| {
            let step = plan.step(number, index);
            // Nothing is done about an entry where its folder is in the way, and that is told of the folder.
            let state = link::link_state(spot).filter(|_| step.is_some() || !spot.own_wins)?;
            let exclude = observation.exclude.as_ref().filter(|_| !is_linked_elsewhere(observation, spot));
            Some(Question { spot, state, step, exclude }.report())
        });
        let mut links: Vec<_> = links.collect();
        links.sort_by(|left, right| left.path.cmp(&right.path));
        WorktreeReport { path: worktree.path.clone(), links }
    };
    observation.worktrees.iter().enumerate().map(report).collect()
}

/// Whether a link of ours stands at the same place in another worktree, which then has the ignore rule that they share.
fn is_linked_elsewhere(observation: &Observation, spot: &Spot) -> bool {
    let mut spots = observation.worktrees.iter().flat_map(Worktree::spots);
    spot.others.linked || spots.any(|other| other.shown == spot.shown && other.is_ours())
}

/// What is known of one place.
struct Question<'q> {
    spot: &'q Spot,
    state: LinkState,
    step: Option<&'q Step>,
    /// git's local ignore rules, where this place alone would need its rule.
    exclude: Option<&'q ExcludeFile>,
}

impl Question<'_> {
    fn report(&self) -> LinkReport {
        let is_wanted = !matches!(self.spot.supply, Supply::Unwanted(_) | Supply::Spread);
        LinkReport {
            path: self.spot.shown.clone(),
            state: self.state,
            dangling: matches!(self.spot.found, Found::Link { dangling: true, .. } | Found::Loop { .. }),
            expected: is_wanted.then(|| self.spot.target.clone()),
            found: self.spot.found.text().map(ToOwned::to_owned),
            reason: self.reason(),
            hint: self.hint(),
            is_decided: matches!(self.step, Some(Step::Shadowed { by_git: true, .. })),
        }
    }

    fn reason(&self) -> Option<String> {
        match (&self.spot.found, &self.spot.supply, self.step) {
            (Found::Unreadable(reason), ..) => Some(reason.clone()),
            (_, Supply::Unreadable(reason), _) => Some(format!("what it is to point at: {reason}")),
            (_, Supply::Unwanted(reason), _) => Some(format!("{reason}, and `skreg setup` takes it away")),
            (_, Supply::Spread, Some(Step::Remove { .. })) => {
                Some("each skill and agent is to have a link of its own, and `skreg setup` makes them".to_owned())
            }
            _ if self.was_replaced() => {
                Some("a link of ours stood here, and something else put this in its place".to_owned())
            }
            (_, _, Some(Step::Shadowed { reason, .. })) => Some(reason.clone()),
            _ if self.state == LinkState::SourceMissing => {
                Some("the profile has nothing there, and `skreg setup` takes the link away".to_owned())
            }
            (_, _, Some(Step::Blocked { reason, .. })) if !self.spot.git.tracked_below => {
                Some(format!("`skreg setup` leaves it alone: {reason}"))
            }
            _ => None,
        }
    }

    fn hint(&self) -> Option<String> {
        match self.step {
            // The problem `tracked_below` tells of it.
            Some(Step::Blocked { .. }) if self.spot.git.tracked_below => None,
            Some(Step::Blocked { hint, .. } | Step::Shadowed { hint, .. }) => Some(hint.clone()),
            Some(Step::Replace { .. }) => {
                Some("`skreg setup` moves it to the backups and links; `skreg restore` brings it back".to_owned())
            }
            _ if self.state == LinkState::Unreadable => Some("make it readable first".to_owned()),
            _ => None,
        }
    }

    /// Whether something real stands where our ignore rule says that a link of ours stood.
    fn was_replaced(&self) -> bool {
        let is_real = matches!(self.spot.found, Found::Directory | Found::File);
        let had_link = || self.exclude.is_some_and(|exclude| exclude.has_rule(&self.spot.shown));
        let by_git = self.spot.git.tracked || self.spot.git.tracked_below;
        is_real && !by_git && self.spot.is_wanted() && had_link()
    }
}
