//! What holds for any outcomes.

use proptest::prelude::*;

use super::{Gate, Kinds, Outcome, Race, Share, Tally, Trial, try_gate};

prop_compose! {
    fn outcomes()(
        expected in 0..4_usize,
        rank in prop::option::of(1..6_usize),
        first in prop::option::of(0..4_usize),
        automatic in any::<bool>(),
        score in 0..40_u32,
        runner_up in 0..40_u32,
    ) -> Outcome {
        let automatic = automatic && first.is_some();
        Outcome { expected, rank, first, automatic, kinds: Kinds::default(), score, runner_up, by_address: false, right_by_points: first == Some(expected) }
    }
}

const IN_FORCE: Gate = Gate { auto_min: 10, auto_ratio: 2.0 };

fn tally(outcomes: &[Outcome]) -> Tally {
    let mut tally = Tally::default();
    outcomes.iter().for_each(|outcome| tally.count(outcome, None));
    tally
}

fn races() -> impl Strategy<Value = Vec<Race>> {
    let race = (0..30_u32, 0..30_u32, 0..10_u32, 0..10_u32).prop_map(|(one, other, luck, bias)| {
        let (score, runner_up) = (one.max(other), one.min(other));
        Race { score, runner_up, right: luck + bias < 4 + (score - runner_up) }
    });
    prop::collection::vec(race, 0..300)
}

proptest! {
    #[test]
    fn the_order_of_tickets_does_not_matter(
        (outcomes, shuffled) in prop::collection::vec(outcomes(), 0..60)
            .prop_flat_map(|outcomes| (Just(outcomes.clone()), Just(outcomes).prop_shuffle())),
    ) {
        prop_assert_eq!(tally(&outcomes), tally(&shuffled));
        prop_assert_eq!(tally(&outcomes).macro_recall(), tally(&shuffled).macro_recall());
    }

    #[test]
    fn an_interval_holds_its_rate(of in 1..5_000_usize, part in 0.0..=1.0_f64) {
        let hits = (part * of as f64).round() as usize;
        let share = Share { hits: hits.min(of), of };
        let (rate, (low, high)) = (share.rate().unwrap(), share.interval().unwrap());
        prop_assert!(0.0 <= low && low <= rate && rate <= high && high <= 1.0 && low < high);
        let (wider_low, wider_high) = Share { hits: share.hits * 2, of: of * 2 }.interval().unwrap();
        prop_assert!(wider_high - wider_low < high - low, "twice the tickets tell more");
    }

    #[test]
    fn rates_are_parts_of_one(outcomes in prop::collection::vec(outcomes(), 1..60)) {
        let tally = tally(&outcomes);
        for share in [tally.automatic, tally.top1, tally.top3, tally.no_score] {
            prop_assert_eq!(share.of, outcomes.len());
            prop_assert!(share.hits <= share.of);
        }
        prop_assert_eq!(tally.precision.of, tally.automatic.hits);
        prop_assert_eq!(tally.by_kinds.values().map(|share| share.of).sum::<usize>(), tally.automatic.hits);
        let told = tally.confusions().iter().map(|(_, confusion)| confusion.count).sum::<usize>();
        let wrong = outcomes.iter().filter(|outcome| outcome.first.is_some_and(|first| first != outcome.expected));
        prop_assert_eq!(told, wrong.count());
    }

    #[test]
    fn a_gate_reaches_the_wanted_precision_where_it_was_chosen(races in races(), wanted in 0.5..=1.0_f64) {
        match try_gate(&races, wanted, IN_FORCE) {
            Trial::TooFew => prop_assert!(races.len() < 100),
            Trial::OutOfReach => {}
            Trial::Chosen { gate, older, newer, newer_now } => {
                prop_assert!(older.precision.rate().unwrap() >= wanted);
                prop_assert!(gate.auto_ratio >= 1.0);
                prop_assert_eq!(older.automatic.of + newer.automatic.of, races.len());
                prop_assert_eq!(newer_now.automatic.of, newer.automatic.of);
                prop_assert!(older.automatic.hits >= older.precision.hits);
            }
        }
    }

    #[test]
    fn the_order_within_a_half_does_not_change_the_gate(
        (races, shuffled) in races().prop_flat_map(|races| {
            let (older, newer) = races.split_at(races.len() / 2);
            let (older, newer) = (Just(older.to_vec()).prop_shuffle(), Just(newer.to_vec()).prop_shuffle());
            (Just(races.clone()), (older, newer).prop_map(|(older, newer)| [older, newer].concat()))
        }),
    ) {
        prop_assert_eq!(try_gate(&races, 0.8, IN_FORCE), try_gate(&shuffled, 0.8, IN_FORCE));
    }
}
