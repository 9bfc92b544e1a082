//! The choices of a question, in the order in which they are likely.

use std::collections::BTreeMap;

use serde::Serialize;

use super::candidate::Candidate;
use super::model::Opinion;

/// What a point adds to the logarithm of a project's odds: ten points, a component, make twenty times as likely (e^3), which is near
/// the nineteen of twenty that components alone route right on real tickets.
const LOG_ODDS_OF_A_POINT: f64 = 0.3;

/// Less likely than this is no less likely to the order.
const LEAST_CHANCE: f64 = 1e-6;

/// How many projects the model adds to those with points.
const MODEL_ADDS: usize = 3;

/// A project that a ticket may belong to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choice {
    /// Name of the project.
    pub project: String,
    /// The points of the rule.
    pub score: u32,
    /// The probability by the text model alone; none where there is no model, or it knows nothing of the ticket.
    pub probability: Option<f64>,
}

/// The candidates, and the first few projects of the model, the likeliest first; by the rule's order where there is no opinion.
///
/// Projects that `is_out` are no choice. Of equally likely ones the first by name comes first.
pub fn choices(candidates: &[Candidate], opinion: Option<&Opinion>, is_out: impl Fn(&str) -> bool) -> Vec<Choice> {
    let Some(opinion) = opinion else {
        let of_rule = |candidate: &Candidate| Choice {
            project: candidate.project.clone(),
            score: candidate.score,
            probability: None,
        };
        return candidates.iter().map(of_rule).collect();
    };
    let added = opinion.chances.iter().filter(|(project, _)| !is_out(project)).take(MODEL_ADDS);
    let mut scores: BTreeMap<&str, u32> = added.map(|(project, _)| (project.as_str(), 0)).collect();
    scores.extend(candidates.iter().map(|candidate| (candidate.project.as_str(), candidate.score)));
    let mut weighed: Vec<(f64, Choice)> = scores
        .into_iter()
        .map(|(project, score)| {
            let probability = opinion.chance(project);
            let likely = probability.max(LEAST_CHANCE).ln() + LOG_ODDS_OF_A_POINT * f64::from(score);
            (likely, Choice { project: project.to_owned(), score, probability: Some(probability) })
        })
        .collect();
    weighed.sort_by(|one, other| other.0.total_cmp(&one.0));
    weighed.into_iter().map(|(_, choice)| choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(project: &str, score: u32) -> Candidate {
        Candidate { project: project.into(), score, signals: Vec::new() }
    }

    fn order(candidates: &[(&str, u32)], chances: &[(&str, f64)], out: &str) -> Vec<String> {
        let candidates: Vec<_> = candidates.iter().map(|(project, score)| candidate(project, *score)).collect();
        let chances = chances.iter().map(|(project, chance)| ((*project).to_owned(), *chance)).collect();
        let opinion = Opinion { chances, ..Opinion::default() };
        choices(&candidates, Some(&opinion), |project| project == out)
            .into_iter()
            .map(|choice| choice.project)
            .collect()
    }

    #[test]
    fn without_an_opinion_the_rule_orders() {
        let found = choices(&[candidate("b", 9), candidate("a", 2)], None, |_| false);
        let found: Vec<_> = found.iter().map(|choice| (choice.project.as_str(), choice.probability)).collect();
        assert_eq!(found, [("b", None), ("a", None)]);
    }

    #[test]
    fn a_component_weighs_as_twenty_to_one() {
        assert_eq!(order(&[("a", 10)], &[("b", 0.9), ("a", 0.1)], ""), ["a", "b"]);
        assert_eq!(order(&[("a", 10)], &[("b", 0.97), ("a", 0.03)], ""), ["b", "a"]);
    }

    #[test]
    fn the_model_adds_its_first_three() {
        let chances = [("e", 0.4), ("d", 0.3), ("c", 0.2), ("b", 0.1)];
        assert_eq!(order(&[], &chances, ""), ["e", "d", "c"]);
        assert_eq!(order(&[], &chances, "e"), ["d", "c", "b"], "but none that is excluded");
        assert_eq!(order(&[("x", 5)], &chances, "").last().map(String::as_str), Some("x"), "which it knows nothing of");
    }

    #[test]
    fn equally_likely_ones_come_by_name() {
        assert_eq!(order(&[("b", 5), ("a", 5)], &[("c", 1.0)], ""), ["c", "a", "b"]);
    }
}
