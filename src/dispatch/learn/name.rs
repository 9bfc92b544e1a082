//! Components and labels that belong to a project.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::lesson::Lesson;
use super::proposal::Proposal;
use crate::dispatch::eval::Share;
use crate::dispatch::model::looks_secret;
use crate::dispatch::{SignalKind, fold_name};
use crate::ticket::Ticket;

/// So many tickets with a name tell whose it is.
const ENOUGH: usize = 3;

/// Of one kind a project is given no more names than this, those of the most tickets.
const MOST_NAMES: usize = 25;

/// Two are enough where both are of a project that has so few tickets that chance gives this once in a thousand.
const BY_CHANCE: f64 = 0.001;

/// The names that a project holds this share of.
///
/// A name with less than three tickets is taken only where both it has are of one small project: the component that a new
/// repository has just been given.
pub(super) fn learn_names(
    lessons: &[&Lesson],
    kind: SignalKind,
    names: fn(&Ticket) -> &[String],
    least_share: f64,
) -> Vec<Proposal> {
    let mut of_project: BTreeMap<usize, usize> = BTreeMap::new();
    lessons.iter().for_each(|lesson| *of_project.entry(lesson.project).or_default() += 1);
    let base = |project: usize| of_project[&project] as f64 / lessons.len() as f64;
    let mut proposals = Vec::new();
    for name in gather(lessons, names).into_values() {
        let all: usize = name.projects.values().sum();
        for (&project, &hits) in &name.projects {
            let tickets = Share { hits, of: all };
            let is_sure = all >= ENOUGH || (hits == all && all > 1 && base(project).powi(2) < BY_CHANCE);
            if is_sure && hits as f64 >= least_share * all as f64 {
                let value = name.spelling();
                proposals.push(Proposal { project, kind, value, tickets, newer: Share::default() });
            }
        }
    }
    proposals.sort_by(|one, other| {
        (one.project, Reverse(one.tickets.hits), &one.value).cmp(&(
            other.project,
            Reverse(other.tickets.hits),
            &other.value,
        ))
    });
    let mut given: BTreeMap<usize, usize> = BTreeMap::new();
    proposals.retain(|proposal| {
        let given = given.entry(proposal.project).or_default();
        *given += 1;
        *given <= MOST_NAMES
    });
    proposals
}

/// A name in all its spellings.
#[derive(Default)]
struct Name {
    spellings: BTreeMap<String, usize>,
    projects: BTreeMap<usize, usize>,
}

impl Name {
    /// The most frequent spelling; of several the first by its letters.
    fn spelling(&self) -> String {
        let most = self.spellings.iter().max_by_key(|(spelling, count)| (**count, Reverse(*spelling)));
        most.map(|(spelling, _)| spelling.clone()).unwrap_or_default()
    }
}

fn gather(lessons: &[&Lesson], names: fn(&Ticket) -> &[String]) -> BTreeMap<String, Name> {
    let mut gathered: BTreeMap<String, Name> = BTreeMap::new();
    for lesson in lessons {
        let mut own: BTreeMap<String, &str> = BTreeMap::new();
        for name in names(&lesson.ticket).iter().filter(|name| is_proposable(name)) {
            own.entry(fold_name(name)).or_insert(name.trim());
        }
        for (folded, spelling) in own {
            let name = gathered.entry(folded).or_default();
            *name.spellings.entry(spelling.to_owned()).or_default() += 1;
            *name.projects.entry(lesson.project).or_default() += 1;
        }
    }
    gathered
}

/// Whether a name may stand in a registry that a team reads: it is no address of the web or of mail, and no secret.
fn is_proposable(name: &str) -> bool {
    let name = name.trim();
    !name.is_empty() && !name.contains("://") && !name.contains('@') && !looks_secret(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(tickets: &[(usize, &[&str])], least_share: f64) -> Vec<(usize, String, usize, usize)> {
        let lesson = |(project, labels): &(usize, &[&str])| {
            let labels = labels.iter().map(ToString::to_string).collect();
            Lesson::new(*project, None, Ticket { labels, ..Ticket::default() })
        };
        let lessons: Vec<_> = tickets.iter().map(lesson).collect();
        let lessons: Vec<_> = lessons.iter().collect();
        let proposals = learn_names(&lessons, SignalKind::Label, |ticket| &ticket.labels, least_share);
        proposals.into_iter().map(|told| (told.project, told.value, told.tickets.hits, told.tickets.of)).collect()
    }

    #[test]
    fn a_name_belongs_to_who_holds_most_of_it() {
        let tickets = [(0, &["UI"][..]), (0, &["ui "]), (0, &["ui"]), (1, &["ui", "ops"]), (1, &["ops"])];
        assert_eq!(learned(&tickets, 0.5), [(0, "ui".to_owned(), 3, 4)]);
        assert!(learned(&tickets, 0.8).is_empty());
    }

    #[test]
    fn two_tickets_tell_where_chance_does_not() {
        let mut tickets = vec![(0, &["old"][..]); 98];
        tickets.extend([(1, &["new"][..]), (1, &["new", "once"])]);
        assert_eq!(learned(&tickets, 0.5), [(0, "old".to_owned(), 98, 98), (1, "new".to_owned(), 2, 2)]);
    }

    #[test]
    fn addresses_and_secrets_are_not_proposed() {
        for name in ["https://acme.example", "jane@acme.example", "deadbeef12345678deadbeef", " "] {
            assert!(learned(&[(0, &[name]), (0, &[name]), (0, &[name])], 0.5).is_empty(), "{name}");
        }
    }
}
