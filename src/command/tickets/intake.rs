//! What became of labelled tickets on their way in: those that count, and why the others do not.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use serde::Serialize;

use super::Args;
use crate::dispatch::eval::Label;
use crate::json_edit;
use crate::output::{Failure, Mark, Page, Problem, escape};
use crate::registry::Registry;
use crate::ticket::labelled::LabelFrom;

/// How many of the lines that cannot be read are told.
const TOLD: usize = 10;

/// How many names that no project has are told to people; JSON has them all.
const SHOWN: usize = 10;

/// Counts of tickets that were read.
#[derive(Debug, Default)]
pub(in crate::command) struct Intake {
    tickets: usize,
    labelled: usize,
    unlabelled: usize,
    several: usize,
    unknown: BTreeMap<String, usize>,
    unreadable: usize,
    problems: Vec<Problem>,
}

/// The counts as a part of an answer.
#[derive(Debug, Serialize)]
pub(in crate::command) struct IntakeReport {
    /// Those that could be read.
    pub(in crate::command) tickets: usize,
    /// Those whose label names one project.
    pub(in crate::command) labelled: usize,
    unlabelled: usize,
    /// Those that name several projects.
    several: usize,
    /// Names that no project has, the most frequent first.
    unknown_expected: Vec<Unknown>,
    label_from: String,
    unreadable: usize,
    /// Why the first few cannot be read.
    problems: Vec<Problem>,
}

/// A name that no project has.
#[derive(Debug, Serialize)]
struct Unknown {
    name: String,
    count: usize,
}

impl Intake {
    /// Counts a ticket by what its label says.
    pub(in crate::command) fn count(&mut self, label: Label) {
        self.tickets += 1;
        match label {
            Label::Project(_) => self.labelled += 1,
            Label::Missing => self.unlabelled += 1,
            Label::Several => self.several += 1,
            Label::Unknown(name) => *self.unknown.entry(name).or_default() += 1,
        }
    }

    /// Counts a ticket that cannot be read.
    pub(in crate::command) fn refuse(&mut self, problem: Problem) {
        self.unreadable += 1;
        if self.problems.len() < TOLD {
            self.problems.push(problem);
        }
    }

    /// That no ticket counts, if none does; `purpose` is what cannot be done then, such as "measured".
    pub(in crate::command) fn nothing(&self, args: &Args, registry: &Registry, purpose: &str) -> Option<Failure> {
        if self.labelled > 0 {
            return None;
        }
        let failure = match (args.tickets.as_deref(), self.tickets, self.unreadable) {
            (None, 0, 0) => Failure::new("the query finds no ticket").hint("try the query in Jira's own search"),
            (Some("-"), 0, 0) => Failure::new("standard input holds no ticket").hint("give a ticket on each line"),
            (Some(name), 0, 0) => {
                Failure::new(format!("`{name}` holds no ticket")).hint("give a file with a ticket on each line")
            }
            (None, 0, more) => Failure::new(format!("none of the {more} tickets of the query can be read")),
            (Some(_), 0, more) => Failure::new(format!("none of the {more} lines is a ticket"))
                .hint("a file of tickets has one JSON object a line; `jq -c '.[]' FILE` makes one of a list"),
            (_, tickets, _) => {
                Failure::new(format!("none of the tickets ({tickets}) names a project, so nothing can be {purpose}"))
                    .hint(self.hint_at_labels(registry))
            }
        };
        Some(failure.problems(self.problems.clone()))
    }

    /// What to do where no ticket names a project.
    fn hint_at_labels(&self, registry: &Registry) -> String {
        let known = || registry.projects.iter().map(|project| project.name.as_str());
        match self.unknown.keys().next() {
            Some(unknown) => match json_edit::nearest(unknown, known()) {
                Some(near) => format!("no project is called `{unknown}`; did you mean `{near}`?"),
                None => format!("no project is called `{unknown}`; `skreg list` shows the projects"),
            },
            None if self.several > 0 => "each of them names several projects".to_owned(),
            None => {
                let hint = "add `\"expected\": \"PROJECT\"` to each ticket, or tell with `--label-from` where it names its project";
                hint.to_owned()
            }
        }
    }

    /// The counts as a part of an answer.
    pub(in crate::command) fn report(self, from: &LabelFrom) -> IntakeReport {
        let mut unknown: Vec<_> = self.unknown.into_iter().map(|(name, count)| Unknown { name, count }).collect();
        unknown.sort_by_key(|unknown| Reverse(unknown.count));
        IntakeReport {
            tickets: self.tickets,
            labelled: self.labelled,
            unlabelled: self.unlabelled,
            several: self.several,
            unknown_expected: unknown,
            label_from: shown_source(from),
            unreadable: self.unreadable,
            problems: self.problems,
        }
    }
}

impl IntakeReport {
    /// Writes how many tickets there are, and what is left out and why.
    pub(in crate::command) fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.line(format_args!("{} tickets, {} labelled", self.tickets, self.labelled))?;
        let warn = Mark::Warn.paint("left out:");
        if self.unlabelled > 0 {
            page.line(format_args!("  {warn} {} without a label", self.unlabelled))?;
        }
        if self.several > 0 {
            page.line(format_args!("  {warn} {} that name several projects", self.several))?;
        }
        self.write_unknown(page)?;
        if self.unreadable > 0 {
            page.line(format_args!("  {warn} {} that cannot be read", self.unreadable))?;
        }
        for problem in &self.problems {
            page.line(format_args!("    {}: {}", escape(&problem.place()), escape(&problem.message)))?;
            if let Some(hint) = &problem.hint {
                page.line(format_args!("      {} {}", Mark::Hint.paint("hint:"), escape(hint)))?;
            }
        }
        let more = self.unreadable - self.problems.len();
        if more > 0 { page.line(format_args!("    and {more} more")) } else { Ok(()) }
    }

    fn write_unknown(&self, page: &mut Page<'_>) -> io::Result<()> {
        let count: usize = self.unknown_expected.iter().map(|unknown| unknown.count).sum();
        if count == 0 {
            return Ok(());
        }
        let shown = self.unknown_expected.iter().take(SHOWN);
        let mut names: Vec<_> = shown.map(|told| format!("`{}` {}", escape(&told.name), told.count)).collect();
        let more = self.unknown_expected.len().saturating_sub(SHOWN);
        names.extend((more > 0).then(|| format!("and {more} more names")));
        let warn = Mark::Warn.paint("left out:");
        page.line(format_args!("  {warn} {count} that name no project: {}", names.join(", ")))
    }
}

fn shown_source(from: &LabelFrom) -> String {
    match from {
        LabelFrom::Expected => "expected".to_owned(),
        LabelFrom::Component => "component".to_owned(),
        LabelFrom::Project => "project".to_owned(),
        LabelFrom::Field(name) => format!("field:{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_of_the_unreadable_are_told() {
        let mut intake = Intake::default();
        let problem = |line| Problem {
            file: "t".into(),
            line: Some(line),
            column: None,
            pointer: None,
            message: String::new(),
            hint: None,
        };
        (1..=25).for_each(|line| intake.refuse(problem(line)));
        assert_eq!((intake.unreadable, intake.problems.len(), intake.problems[9].line), (25, 10, Some(10)));
    }
}
