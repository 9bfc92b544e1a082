//! The decision with a second opinion: the text model beside the rule, as far as the registry lets it have a say.

use super::decide::{Decision, Doubt, decide};
use super::model::Opinion;
use super::{Candidate, Scored};
use crate::registry::model::Scoring;

/// Decides by the rule, and then by what the text model thinks of the ticket; none where it does not know a word of it.
///
/// With `scoring.strict` the rule takes a project without a question only where the model would take the same. With `scoring.text` the
/// model takes its own first, where it is as sure as `scoring.text_min`, and where the rule has nothing to go by but words of the
/// text, which the model has weighed as well: no component, label, Jira project or repository speaks for a project. Without either,
/// and where the ticket names a repository, the rule stands alone.
pub fn decide_with<'c>(scored: &'c Scored, opinion: Option<&'c Opinion>, scoring: &Scoring) -> Decision<'c> {
    match decide(scored, scoring) {
        Decision::Automatic(top) if scoring.strict && !agrees(opinion, top) => {
            Decision::Ask { closest: Some(top), doubt: Doubt::Disagreed }
        }
        Decision::Ask { .. } | Decision::NoMatch if scoring.text && scored.is_left_to_words() => {
            let sure = by_text(scored, opinion).filter(|(_, probability)| *probability >= scoring.text_min);
            sure.map_or_else(|| decide(scored, scoring), |(project, _)| Decision::Text(project))
        }
        other => other,
    }
}

/// Whether the model would take the rule's first, also if the registry had all the projects that the model knows.
pub(super) fn agrees(opinion: Option<&Opinion>, top: &Candidate) -> bool {
    opinion.is_some_and(|opinion| opinion.first().0 == top.project && opinion.first().1 >= opinion.gone)
}

/// What the model would take, with its probability: the likeliest project that is not ruled out.
pub(super) fn by_text<'o>(scored: &Scored, opinion: Option<&'o Opinion>) -> Option<(&'o str, f64)> {
    let chances = opinion?.chances.iter();
    let mut open = chances.filter(|(project, _)| !scored.is_ruled_out(project));
    open.next().map(|(project, probability)| (project.as_str(), *probability))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::{Signal, SignalKind};

    fn scored(candidates: &[(&str, SignalKind, u32)], ruled_out: &[&str]) -> Scored {
        let candidate = |&(project, kind, points): &(&str, SignalKind, u32)| Candidate {
            project: project.into(),
            score: points,
            signals: vec![Signal { kind, value: "x".into(), points, from: None }],
        };
        let ruled_out = ruled_out.iter().map(ToString::to_string).collect();
        Scored { candidates: candidates.iter().map(candidate).collect(), ruled_out, ..Scored::default() }
    }

    fn told(scored: &Scored, chances: &[(&str, f64)], scoring: &Scoring) -> String {
        let chances: Vec<_> = chances.iter().map(|(project, chance)| ((*project).to_owned(), *chance)).collect();
        let opinion = (!chances.is_empty()).then(|| Opinion { chances, ..Opinion::default() });
        match decide_with(scored, opinion.as_ref(), scoring) {
            Decision::Automatic(top) => format!("automatic {}", top.project),
            Decision::Text(project) => format!("text {project}"),
            Decision::Ask { doubt, .. } => format!("ask {doubt:?}"),
            other => format!("{other:?}"),
        }
    }

    const STRICT: Scoring = Scoring { strict: true, ..DEFAULT };
    const TEXT: Scoring = Scoring { text: true, text_min: 0.8, ..DEFAULT };
    const DEFAULT: Scoring = Scoring {
        component: 10,
        label: 5,
        keyword: 2,
        keyword_cap: 10,
        auto_min: 10,
        auto_ratio: 2.0,
        jira_project: 10,
        linked: true,
        remote_links: false,
        parent: false,
        strict: false,
        text: false,
        text_min: 0.95,
    };

    #[test]
    fn by_default_the_rule_stands_alone() {
        assert_eq!(Scoring::default(), DEFAULT);
        let component = scored(&[("a", SignalKind::Component, 10)], &[]);
        assert_eq!(told(&component, &[("b", 1.0)], &DEFAULT), "automatic a");
        assert_eq!(told(&scored(&[], &[]), &[("b", 1.0)], &DEFAULT), "NoMatch");
    }

    #[test]
    fn where_it_is_strict_the_model_must_agree() {
        let component = scored(&[("a", SignalKind::Component, 10)], &[]);
        assert_eq!(told(&component, &[("a", 0.6), ("b", 0.4)], &STRICT), "automatic a");
        assert_eq!(told(&component, &[("b", 0.6), ("a", 0.4)], &STRICT), "ask Disagreed");
        let gone = Opinion { chances: vec![("a".into(), 0.1)], gone: 0.9, ..Opinion::default() };
        let doubted = decide_with(&component, Some(&gone), &STRICT);
        assert!(matches!(doubted, Decision::Ask { doubt: Doubt::Disagreed, .. }), "it would take one that is gone");
        assert_eq!(told(&component, &[], &STRICT), "ask Disagreed", "without an opinion nobody agrees");
        let close = scored(&[("a", SignalKind::Component, 10), ("b", SignalKind::Component, 10)], &[]);
        assert_eq!(told(&close, &[("a", 1.0)], &STRICT), "ask Tied");
    }

    #[test]
    fn the_model_decides_where_only_words_speak() {
        let nothing = scored(&[], &[]);
        assert_eq!(told(&nothing, &[("a", 0.8), ("b", 0.2)], &TEXT), "text a");
        assert_eq!(told(&nothing, &[("a", 0.79), ("b", 0.21)], &TEXT), "NoMatch");
        assert_eq!(told(&nothing, &[], &TEXT), "NoMatch");
        let keyword = scored(&[("b", SignalKind::Keyword, 2)], &[]);
        assert_eq!(told(&keyword, &[("a", 0.9), ("b", 0.1)], &TEXT), "text a");
        assert_eq!(told(&keyword, &[("a", 0.5), ("b", 0.5)], &TEXT), "ask Unclear");
        let label = scored(&[("b", SignalKind::Label, 5)], &[]);
        assert_eq!(told(&label, &[("a", 1.0)], &TEXT), "ask Unclear");
        let named = Scored { named: vec!["b".into()], ..nothing };
        assert_eq!(told(&named, &[("a", 1.0)], &TEXT), "ask Excluded");
    }

    #[test]
    fn what_is_ruled_out_is_never_taken() {
        assert_eq!(told(&scored(&[], &["a"]), &[("a", 0.9), ("b", 0.1)], &TEXT), "NoMatch");
        assert_eq!(told(&scored(&[], &["b"]), &[("b", 0.1), ("a", 0.9)], &TEXT), "text a");
    }
}
