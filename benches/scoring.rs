//! How long one ticket takes against a large registry, and how long that registry takes to prepare.
//!
//! Run with `cargo bench --bench scoring`. The aim is less than 100 microseconds per ticket of 1 KB against 1,000 projects
//! with 50 keywords each.

use std::hint::black_box;

use criterion::Criterion;
use skreg::dispatch::Router;
use skreg::registry::model::{Exclude, Routing, Scoring};
use skreg::ticket::Ticket;

const PROJECTS: usize = 1_000;
const KEYWORDS: usize = 50;
/// As many different words as technical prose of that size has; every keyword is shared by two or three projects.
const VOCABULARY: usize = 20_000;
const TICKET_BYTES: usize = 1_024;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let routings = routings();
    let names: Vec<String> = (0..PROJECTS).map(|project| format!("project-{project:04}")).collect();
    let projects = || names.iter().map(String::as_str).zip(&routings);
    let scoring = Scoring::default();

    let router = Router::new(projects(), &scoring);
    for (name, ticket) in [("latin", latin_ticket()), ("han", han_ticket())] {
        let scored = router.score(&ticket);
        criterion.bench_function(
            &format!("score a {name} ticket ({} candidates)", scored.candidates.len()),
            |bencher| {
                bencher.iter(|| router.score(black_box(&ticket)));
            },
        );
    }
    criterion.bench_function("score a latin ticket with every kind of signal", |bencher| {
        let routings: Vec<Routing> =
            routings.iter().zip(0..).map(|(routing, at)| with_all_kinds(routing, at)).collect();
        let remotes: Vec<String> = names.iter().map(|name| format!("git@git.example:acme/{name}.git")).collect();
        let router = Router::new(names.iter().map(String::as_str).zip(&routings), &scoring)
            .with_remotes(names.iter().map(String::as_str).zip(remotes.iter().map(String::as_str)));
        let mut ticket = latin_ticket();
        ticket.project = Some("P42".into());
        ticket.description.push_str("https://git.example/acme/project-0500/pull/12 and acme/project-0007#3");
        assert_eq!(router.score(&ticket).named.len(), 2);
        bencher.iter(|| router.score(black_box(&ticket)));
    });
    criterion.bench_function("prepare 1000 projects", |bencher| {
        bencher.iter(|| Router::new(black_box(projects()), &scoring));
    });
    criterion.final_summary();
}

fn routings() -> Vec<Routing> {
    let mut random = Random(7);
    let routing = |project: usize| Routing {
        components: (0..3).map(|component| format!("Component {project} {component}")).collect(),
        labels: (0..3).map(|label| format!("label-{project}-{label}")).collect(),
        keywords: (0..KEYWORDS).map(|_| keyword(&mut random)).collect(),
        ..Routing::default()
    };
    (0..PROJECTS).map(routing).collect()
}

/// The same routing with a Jira project that ten projects share, and words that rule it out.
fn with_all_kinds(routing: &Routing, project: usize) -> Routing {
    let mut random = Random(17 + project as u64);
    let exclude = Exclude { keywords: (0..5).map(|_| keyword(&mut random)).collect(), ..Exclude::default() };
    Routing { jira_projects: vec![format!("P{}", project % 100)], exclude, ..routing.clone() }
}

/// One word, or a phrase of two for every fifth keyword.
fn keyword(random: &mut Random) -> String {
    let first = word(random.below(VOCABULARY));
    if random.below(5) == 0 { format!("{first} {}", word(random.below(VOCABULARY))) } else { first }
}

fn latin_ticket() -> Ticket {
    let mut random = Random(11);
    let mut description = String::new();
    while description.len() < TICKET_BYTES {
        // Most words of a ticket are nobody's keyword.
        let is_common = random.below(4) > 0;
        description.push_str(if is_common { "the" } else { "When" });
        description.push(' ');
        description.push_str(&word(random.below(VOCABULARY) + if is_common { VOCABULARY } else { 0 }));
        description.push_str(". ");
    }
    ticket(description)
}

fn han_ticket() -> Ticket {
    let mut random = Random(13);
    let letters = (0..TICKET_BYTES / 3).filter_map(|_| u32::try_from(random.below(5_000)).ok());
    ticket(letters.filter_map(|letter| char::from_u32(0x4e00 + letter)).collect())
}

fn ticket(description: String) -> Ticket {
    Ticket {
        summary: word(42),
        components: vec!["Component 500 1".into()],
        labels: vec!["label-500-2".into(), "label-7-0".into()],
        description,
        ..Ticket::default()
    }
}

/// A made-up word of its own for every number.
fn word(mut number: usize) -> String {
    const SYLLABLES: [&str; 16] =
        ["ba", "ter", "co", "lin", "de", "mon", "fra", "sig", "gu", "vel", "ho", "pra", "ki", "nor", "za", "tex"];
    let mut word = String::new();
    loop {
        word.push_str(SYLLABLES[number % SYLLABLES.len()]);
        number /= SYLLABLES.len();
        if number == 0 {
            return word;
        }
    }
}

/// Numbers that are the same in every run (a linear congruential generator with Knuth's MMIX constants).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit
    }
}
