//! What proposals and the model do on tickets that had no say in them.

use super::lesson::Lesson;
use super::study::Subject;
use crate::dispatch::Router;
use crate::dispatch::eval::{Outcome, Tally};
use crate::registry::model::Routing;

/// The figures of the rule on the newest tickets: with the registry as it is, and with what the older tickets propose.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// How many tickets were learned from for this.
    pub older: usize,
    /// With the registry as it is.
    pub before: Tally,
    /// With the proposals.
    pub after: Tally,
    /// What the model adds to the proposals.
    pub model: ModelEffect,
}

/// What the model, learned from the older tickets, does on the newest.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelEffect {
    /// Figures with the model's order of choices, and with `scoring.strict`.
    pub strict: Tally,
}

/// Routes lessons with these routings.
pub(super) fn measure(subject: &Subject<'_>, routings: &[Routing], lessons: &[&Lesson]) -> Tally {
    let named = subject.projects.iter().zip(routings).map(|((name, _), routing)| (*name, routing));
    let router = Router::new(named, subject.scoring);
    let mut tally = Tally::default();
    for lesson in lessons {
        let candidates = router.score(&lesson.ticket);
        let position = |name: &str| subject.position(name);
        tally.count(&Outcome::new(&candidates, subject.scoring, lesson.project, position), None);
    }
    tally
}
