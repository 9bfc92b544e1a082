//! A ticket whose project is known.

use crate::dispatch::model::{Example, Features};
use crate::ticket::Ticket;

/// Of each project's tickets, so many hundredths are the newest ones, which nothing is learned from before it is measured on them.
const HELD_BACK_PERCENT: usize = 30;

/// More of a ticket's body is not kept; what tells the project comes first, and logs of a megabyte come last.
const MOST_BYTES: usize = 20_000;

/// A ticket whose project is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// The position of its project.
    pub project: usize,
    /// When it was made, in seconds since 1970; none where it does not tell.
    pub created: Option<i64>,
    /// The ticket; a long body is cut.
    pub ticket: Ticket,
    /// What the text model looks at.
    pub features: Features,
}

impl Lesson {
    /// Makes a lesson of a ticket.
    pub fn new(project: usize, created: Option<i64>, mut ticket: Ticket) -> Self {
        let features = Features::of(&ticket);
        ticket.description.truncate(ticket.description.floor_char_boundary(MOST_BYTES));
        ticket.description.shrink_to_fit();
        Self { project, created, ticket, features }
    }

    /// The lesson as the model learns it.
    pub(super) fn example(&self) -> Example<'_> {
        Example { project: self.project, features: &self.features }
    }
}

/// Puts the oldest first where every lesson tells when it was made; else they stay in their order.
pub(super) fn sort(lessons: &mut [Lesson]) -> bool {
    let dated = lessons.iter().all(|lesson| lesson.created.is_some());
    if dated {
        lessons.sort_by_key(|lesson| lesson.created);
    }
    dated
}

/// Parts lessons, oldest first, into those to learn from and those to measure on: of each project the newest three tenths, rounded
/// down.
///
/// Project by project, because files are often sorted by project, and then the last three tenths of the file are tickets of
/// projects that nothing was learned about.
pub(super) fn split<'l>(lessons: &[&'l Lesson], projects: usize) -> (Vec<&'l Lesson>, Vec<&'l Lesson>) {
    let mut left = vec![0; projects];
    lessons.iter().for_each(|lesson| left[lesson.project] += 1);
    left.iter_mut().for_each(|count| *count -= *count * HELD_BACK_PERCENT / 100);
    lessons.iter().partition(|lesson| {
        let is_older = left[lesson.project] > 0;
        left[lesson.project] -= usize::from(is_older);
        is_older
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(project: usize, created: Option<i64>) -> Lesson {
        Lesson::new(project, created, Ticket::default())
    }

    #[test]
    fn the_newest_of_each_project_are_held_back() {
        let lessons: Vec<_> = (0..23).map(|at| lesson(usize::from(at >= 20), Some(at))).collect();
        let lessons: Vec<_> = lessons.iter().collect();
        let (older, newer) = split(&lessons, 2);
        let times = |lessons: &[&Lesson]| lessons.iter().filter_map(|lesson| lesson.created).collect::<Vec<_>>();
        assert_eq!(times(&newer), [14, 15, 16, 17, 18, 19], "three are too few to hold one back");
        assert_eq!(older.len(), 17);
    }

    #[test]
    fn the_order_is_that_of_time_where_all_tell_it() {
        let mut lessons = [lesson(0, Some(3)), lesson(1, Some(1))];
        assert!(sort(&mut lessons));
        assert_eq!(lessons[0].project, 1);
        let mut lessons = [lesson(0, Some(3)), lesson(1, None)];
        assert!(!sort(&mut lessons));
        assert_eq!(lessons[0].project, 0);
    }

    #[test]
    fn a_long_body_is_cut() {
        let ticket = Ticket { description: "ä".repeat(1_000_000), ..Ticket::default() };
        assert!(Lesson::new(0, None, ticket).ticket.description.len() <= MOST_BYTES);
    }
}
