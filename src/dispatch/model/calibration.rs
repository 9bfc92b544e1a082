//! Probabilities made to come true: one number that logits are divided by.
//!
//! C. Guo and others, "On calibration of modern neural networks", ICML 2017: temperature scaling. It changes no order, only how sure
//! the model says to be. As in J. C. Platt, "Probabilistic outputs for support vector machines" (1999), no ticket counts as wholly
//! certain: each is taken for one of any project with the chance 1 / (n + 2), or a model that makes no mistake on a few tickets would
//! claim never to make one.

use super::fit::log_sum;
use super::opinion::TextModel;
use super::training::Example;

/// The temperatures that are tried: from 1/8 to 8, in steps of an eighth of a doubling.
const STEPS: std::ops::RangeInclusive<i32> = -24..=24;

/// With fewer tickets the temperature stays 1.
const FEWEST: usize = 30;

impl TextModel {
    /// The temperature at which the tickets, which the model was not learned from, surprise it least.
    pub fn temperature_on(&self, held_back: &[Example<'_>]) -> f64 {
        let told: Vec<(Vec<f64>, usize)> =
            held_back.iter().filter_map(|example| Some((self.logits(example.features)?, example.project))).collect();
        if told.len() < FEWEST {
            return 1.0;
        }
        let doubt = 1.0 / (told.len() as f64 + 2.0);
        let surprise = |temperature: f64| -> f64 {
            let of = |(logits, label): &(Vec<f64>, usize)| {
                let scaled: Vec<f64> = logits.iter().map(|logit| logit / temperature).collect();
                let mean = scaled.iter().sum::<f64>() / scaled.len() as f64;
                log_sum(&scaled) - (1.0 - doubt) * scaled[*label] - doubt * mean
            };
            told.iter().map(of).sum()
        };
        let temperatures = STEPS.map(|step| 2_f64.powf(f64::from(step) / 8.0));
        let measured = temperatures.map(|temperature| (surprise(temperature), temperature));
        let best = measured.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(1.0, |(_, temperature)| temperature);
        (best * 1_000.0).round() / 1_000.0
    }

    /// The same model at a temperature.
    pub fn at_temperature(self, temperature: f64) -> Self {
        Self { temperature, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Features, train};
    use super::*;
    use crate::ticket::Ticket;

    /// Tickets of two projects; of each word's tickets every `odd`th belongs to the other project.
    fn told(odd: usize) -> Vec<(usize, Features)> {
        let ticket = |at: usize| {
            let word = if at.is_multiple_of(2) { "refund" } else { "button" };
            let project = if (at / 2).is_multiple_of(odd) { 1 - at % 2 } else { at % 2 };
            (project, Features::of(&Ticket { summary: word.into(), ..Ticket::default() }))
        };
        (0..200).map(ticket).collect()
    }

    fn examples(told: &[(usize, Features)]) -> Vec<Example<'_>> {
        told.iter().map(|(project, features)| Example { project: *project, features }).collect()
    }

    #[test]
    fn what_comes_true_is_what_is_said() {
        let (learned, held_back) = (told(1_000), told(4));
        let model = train(&["a", "b"], &examples(&learned)).unwrap();
        let sure = model.opinion(&held_back[0].1).unwrap().first().1;
        let temperature = model.temperature_on(&examples(&held_back));
        let told = model.at_temperature(temperature).opinion(&held_back[0].1).unwrap().first().1;
        assert!(sure > 0.9, "{sure}");
        assert!((told - 0.75).abs() < 0.03, "three of four come true: {told}");
    }

    #[test]
    fn no_mistake_on_a_few_tickets_is_no_certainty() {
        let held_back = told(1_000);
        let model = train(&["a", "b"], &examples(&held_back)).unwrap();
        let temperature = model.temperature_on(&examples(&held_back[..40]));
        let sure = model.at_temperature(temperature).opinion(&held_back[10].1).unwrap().first().1;
        assert!((0.9..0.99).contains(&sure), "{sure}");
    }

    #[test]
    fn a_few_tickets_say_nothing() {
        let learned = told(4);
        let model = train(&["a", "b"], &examples(&learned)).unwrap();
        assert_eq!(model.temperature_on(&examples(&learned[..20])), 1.0);
    }
}
