//! Made-up tickets: the same in every run.

use serde_json::{Value, json};

const OWN: [[&str; 6]; 2] = [
    ["refund", "invoice", "chargeback", "payout", "settlement", "currency"],
    ["checkout", "banner", "layout", "thumbnail", "search", "browser"],
];
const COMMON: [&str; 10] = ["the", "customer", "after", "wrong", "error", "slow", "twice", "again", "order", "shows"];

/// Numbers that look random.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn pick<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }
}

/// So many tickets of `api` and `web`, oldest first: some words of their own, a few of the other, many of none; a third has a component.
pub(crate) fn tickets(count: usize) -> Vec<Value> {
    let mut chance = Chance(7);
    (1..=count).map(|number| ticket(number, &mut chance)).collect()
}

fn ticket(number: usize, chance: &mut Chance) -> Value {
    let project = chance.below(2);
    let word = |chance: &mut Chance| match chance.below(10) {
        0..3 => chance.pick(&OWN[project]),
        3 => chance.pick(&OWN[1 - project]),
        _ => chance.pick(&COMMON),
    };
    let words: Vec<_> = (0..12).map(|_| word(chance)).collect();
    let components = if chance.below(3) == 0 { vec![["Payments", "Shop"][project]] } else { Vec::new() };
    let (month, expected) = (1 + number / 28, ["api", "web"][project]);
    json!({
        "key": format!("OPS-{number}"), "summary": words[..4].join(" "), "description": words[4..].join(" "),
        "components": components, "created": format!("2025-{month:02}-{:02}", 1 + number % 28),
        "expected": expected,
    })
}

/// JSON Lines of tickets.
pub(crate) fn lines(tickets: &[Value]) -> String {
    tickets.iter().map(|ticket| format!("{ticket}\n")).collect()
}
