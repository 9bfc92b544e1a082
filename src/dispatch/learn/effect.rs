//! What proposals and the model do on tickets that had no say in them.

use super::lesson::Lesson;
use super::subject::Subject;
use crate::dispatch::eval::{Advice, AdviceTally, Outcome, Passed, Sure, Tally, passed};
use crate::dispatch::model::TextModel;
use crate::dispatch::{Router, Scored};
use crate::registry::model::{Routing, Scoring};

/// The figures on the newest tickets.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// How many tickets were learned from for this.
    pub older: usize,
    /// The rule with the registry as it is.
    pub before: Tally,
    /// The rule with what the older tickets propose.
    pub after: Tally,
    /// What the model adds to that.
    pub model: ModelEffect,
}

/// What the model, learned from the older tickets, adds on the newest.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelEffect {
    /// Its order of choices, and `scoring.strict`.
    pub advice: AdviceTally,
    /// Where only words speak: what it would take with `scoring.text` at the least probability in force.
    pub text: Passed,
}

/// Routes lessons with these routings, by the rule alone.
pub(super) fn measure(subject: &Subject<'_>, routings: &[Routing], lessons: &[&Lesson]) -> Tally {
    let mut tally = Tally::default();
    each_outcome(subject, routings, lessons, |_, _, outcome| tally.count(outcome, None));
    tally
}

/// What the model adds to these routings.
pub(super) fn measure_model(
    subject: &Subject<'_>,
    routings: &[Routing],
    model: &TextModel,
    lessons: &[&Lesson],
) -> ModelEffect {
    let mut advice = AdviceTally::default();
    let mut sure: Vec<Sure> = Vec::new();
    each_outcome(subject, routings, lessons, |lesson, scored, outcome| {
        let opinion = model.opinion(&lesson.features);
        let expected = subject.projects[lesson.project].0;
        let told = Advice::new(scored, opinion.as_ref(), subject.scoring, expected, outcome.rank);
        advice.count(&told);
        sure.extend(told.sure);
    });
    ModelEffect { advice, text: passed(&sure, subject.scoring.text_min) }
}

fn each_outcome(
    subject: &Subject<'_>,
    routings: &[Routing],
    lessons: &[&Lesson],
    mut each: impl FnMut(&Lesson, &Scored, &Outcome),
) {
    let named = subject.projects.iter().zip(routings).map(|((name, _), routing)| (*name, routing));
    let router = Router::new(named, subject.scoring).with_remotes(subject.remotes.iter().copied());
    // The model's say is told apart, so the rule is measured as if it had none.
    let plain = Scoring { strict: false, text: false, ..*subject.scoring };
    for lesson in lessons {
        let scored = router.score(&lesson.ticket);
        let position = |name: &str| subject.position(name);
        each(lesson, &scored, &Outcome::new(&scored, None, &plain, lesson.project, position));
    }
}
