//! What to do about the rules of one settings file: values in, values out.

use super::observe::Grant;
use super::settings::Settings;

/// Why nothing is changed, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// Why.
    pub reason: String,
    /// What to do.
    pub hint: String,
}

impl Obstacle {
    pub(super) fn new(reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { reason: reason.into(), hint: hint.into() }
    }
}

/// What a run does in one settings file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrantStep {
    /// The right rules stand there.
    Keep,
    /// Write the rules that lack, take those of ours away that are of no use any more.
    Grant {
        /// What lacks.
        missing: Vec<String>,
        /// What is of no use.
        stale: Vec<String>,
    },
    /// Nothing is linked that the rules could be for, or no file holds them: take all that is ours away.
    Withdraw,
    /// Leave it alone.
    Refuse(Obstacle),
}

/// Plans one settings file; none where the rules were never asked for: not by `wish`, and none of ours stand there.
pub fn plan_grant(grant: &Grant, wish: bool) -> Option<GrantStep> {
    if !wish && !grant.is_granted() {
        // An ignore rule without a file: of a run that was ended half way, or the file was taken away since.
        let is_left_behind = grant.settings == Settings::Missing && grant.has_rule();
        return is_left_behind.then_some(GrantStep::Withdraw);
    }
    let wanted = match &grant.wanted {
        Ok(wanted) => wanted,
        Err(obstacle) => return Some(GrantStep::Refuse(obstacle.clone())),
    };
    if let Settings::Unfit { obstacle, .. } = &grant.settings {
        return (!wanted.is_empty()).then(|| GrantStep::Refuse(obstacle.clone()));
    }
    let missing: Vec<_> = wanted.iter().filter(|rule| !grant.rules().contains(rule)).cloned().collect();
    let is_stale = |rule: &&String| !wanted.contains(rule);
    let stale: Vec<_> = grant.ours.iter().filter(is_stale).cloned().collect();
    let step = match (wanted.is_empty(), missing.is_empty() && stale.is_empty()) {
        (true, true) => return None,
        (true, false) => GrantStep::Withdraw,
        (false, true) => return Some(GrantStep::Keep),
        (false, false) => GrantStep::Grant { missing, stale },
    };
    Some(grant.barrier.clone().map_or(step, GrantStep::Refuse))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINKS: &str = "Read(//r/.claude/skills/**)";
    const PROFILE: &str = "Read(//c/profiles/api/skills/**)";
    const FORMER: &str = "Read(//former/profiles/api/skills/**)";

    fn grant(rules: &[&str], ours: &[&str]) -> Grant {
        let owned = |rules: &[&str]| rules.iter().map(|rule| (*rule).to_owned()).collect::<Vec<_>>();
        Grant {
            wanted: Ok(owned(&[LINKS, PROFILE])),
            ours: owned(ours),
            ..Grant::of_settings(Settings::File(owned(rules)))
        }
    }

    fn step(missing: &[&str], stale: &[&str]) -> Option<GrantStep> {
        let owned = |rules: &[&str]| rules.iter().map(|rule| (*rule).to_owned()).collect();
        Some(GrantStep::Grant { missing: owned(missing), stale: owned(stale) })
    }

    #[test]
    fn nothing_is_written_that_nobody_asked_for() {
        assert_eq!(plan_grant(&grant(&["Read"], &[]), false), None);
        assert_eq!(plan_grant(&grant(&["Read"], &[]), true), step(&[LINKS, PROFILE], &[]));
    }

    #[test]
    fn what_was_granted_is_kept_right_without_a_wish() {
        assert_eq!(plan_grant(&grant(&[PROFILE, LINKS], &[PROFILE, LINKS]), false), Some(GrantStep::Keep));
        assert_eq!(plan_grant(&grant(&[FORMER, "x", LINKS], &[FORMER, LINKS]), false), step(&[PROFILE], &[FORMER]));
        assert_eq!(plan_grant(&grant(&[PROFILE], &[PROFILE]), false), step(&[LINKS], &[]));
    }

    #[test]
    fn a_rule_of_the_user_s_is_not_written_again() {
        assert_eq!(plan_grant(&grant(&[LINKS], &[]), false), None);
        assert_eq!(plan_grant(&grant(&[LINKS], &[]), true), step(&[PROFILE], &[]));
    }

    #[test]
    fn a_barrier_stops_a_change_and_not_what_is_right_already() {
        let obstacle = Obstacle::new("git tracks it", "do not");
        let barred = |rules: &[&str]| Grant { barrier: Some(obstacle.clone()), ..grant(rules, rules) };
        assert_eq!(plan_grant(&barred(&[LINKS, PROFILE]), true), Some(GrantStep::Keep));
        assert_eq!(plan_grant(&barred(&[FORMER]), false), Some(GrantStep::Refuse(obstacle.clone())));
    }

    #[test]
    fn rules_that_are_for_nothing_any_more_are_withdrawn() {
        let unlinked = |rules: &[&str]| Grant { wanted: Ok(Vec::new()), ..grant(rules, rules) };
        assert_eq!(plan_grant(&unlinked(&[LINKS, PROFILE]), false), Some(GrantStep::Withdraw));
        assert_eq!(plan_grant(&unlinked(&[]), true), None);
    }
}
