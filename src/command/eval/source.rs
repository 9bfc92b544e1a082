//! Where the tickets come from: a file, standard input, or a query. They go by in batches, so that memory does not grow with them.

use std::io::{self, BufRead, BufReader, Cursor, Read as _};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use anyhow::{Context as _, Result};
use flate2::bufread::MultiGzDecoder;
use serde_json::Value;

use super::judge::{Judge, Judged};
use crate::command::Context;
use crate::command::dispatch::{Extra, jira_settings, refuse_empty};
use crate::jira::Jira;
use crate::output::{Failure, Problem, escape};
use crate::registry::Registry;
use crate::system::{disk, terminal};
use crate::ticket::file::parse_line;
use crate::ticket::issue::Fault;
use crate::ticket::labelled::LabelFrom;

/// The longest line that is read, in bytes; tickets of a few megabytes exist.
const LONGEST_LINE: u64 = 16 << 20;

/// A batch ends with the line that brings it to so many bytes or lines.
const BATCH_BYTES: usize = 4 << 20;
const BATCH_LINES: usize = 4_096;

/// What a file packed with gzip begins with (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Judges every line of a file, or of standard input for `-`, in their order; blank lines are passed over.
pub(super) fn read_lines(
    context: &Context,
    name: &str,
    judge: &Judge<'_>,
    mut each: impl FnMut(Result<Judged, Problem>),
) -> Result<()> {
    let (raw, shown): (Box<dyn BufRead>, _) = match name {
        "-" => (Box::new(terminal::standard_input()), "standard input"),
        _ => (open(context, name)?, name),
    };
    let _patience = context.output.after_a_second(format!("measuring on the tickets of {}", escape(shown)));
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let read = || -> io::Result<()> {
        let mut lines = Lines { reader: unpacked(raw)?, number: 0 };
        loop {
            let batch = lines.batch()?;
            if batch.is_empty() {
                return Ok(());
            }
            map_on_threads(&batch, threads, |line| judge_line(line, shown, judge)).into_iter().for_each(&mut each);
        }
    };
    read().with_context(|| format!("cannot read the tickets of `{shown}` to their end"))
}

/// Judges every ticket that a query finds.
pub(super) fn read_query(
    context: &Context,
    registry: &Registry,
    jira_url: Option<&str>,
    jql: &str,
    judge: &Judge<'_>,
    mut each: impl FnMut(Result<Judged, Problem>),
) -> Result<()> {
    refuse_empty(jql)?;
    let settings = jira_settings(context, registry, jira_url)?;
    let jira = Jira::connect(&settings, context.clock, &context.output)?;
    let mut extra = Extra::new(&jira, &registry.scoring, &context.output);
    let progress = context.output.progress();
    let label = match judge.from() {
        LabelFrom::Field(name) => Some(name.as_str()),
        LabelFrom::Expected | LabelFrom::Component | LabelFrom::Project => None,
    };
    let more_fields: Vec<_> = ["created"].into_iter().chain(label).collect();
    jira.search_issues(jql, &more_fields, |issues, total| {
        progress.expect(total);
        for issue in &issues {
            progress.step();
            each(progress.aside(|| judge_issue(issue, judge, &mut extra)));
        }
        Ok(())
    })
}

fn judge_issue(issue: &Value, judge: &Judge<'_>, extra: &mut Extra<'_>) -> Result<Judged, Problem> {
    judge.judge_completed(issue, |ticket| extra.complete(ticket)).map_err(|faults| {
        let first = faults.into_iter().next().expect("what cannot be read has a fault");
        let file = issue["key"].as_str().unwrap_or("a ticket without a key").to_owned();
        let Fault { pointer, message, hint } = first;
        Problem { file, line: None, column: None, pointer: Some(pointer), message, hint: Some(hint) }
    })
}

fn open(context: &Context, name: &str) -> Result<Box<dyn BufRead>> {
    let path = context.environment.absolute(Path::new(name));
    let refused = |message: String| Failure::new(message).hint("give a file of tickets, or `-` for standard input");
    match disk::follow(&path) {
        Ok(disk::Target::File) => {}
        Ok(disk::Target::Directory) => {
            return Err(refused(format!("`{name}` is a folder, and tickets are read from a file")).into());
        }
        Ok(disk::Target::Missing | disk::Target::Loop) => {
            return Err(refused(format!("there is no file `{name}`")).into());
        }
        Err(error) => return Err(refused(format!("cannot look at `{name}`: {error}")).into()),
    }
    let file = disk::open(&path).with_context(|| format!("cannot open `{name}`"))?;
    Ok(Box::new(BufReader::new(file)))
}

/// The text of a stream that may be packed.
fn unpacked(mut raw: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    let mut head = Vec::new();
    raw.by_ref().take(GZIP.len() as u64).read_to_end(&mut head)?;
    let is_packed = head == GZIP;
    let whole = Cursor::new(head).chain(raw);
    Ok(match is_packed {
        true => Box::new(BufReader::new(MultiGzDecoder::new(whole))),
        false => Box::new(whole),
    })
}

/// The lines of a file with their numbers.
struct Lines<R> {
    reader: R,
    number: usize,
}

/// One line; no bytes where it is too long.
struct Line {
    number: usize,
    bytes: Option<Vec<u8>>,
}

impl<R: BufRead> Lines<R> {
    /// The next lines that are not blank; none at the end.
    fn batch(&mut self) -> io::Result<Vec<Line>> {
        let (mut batch, mut size) = (Vec::new(), 0);
        while size < BATCH_BYTES && batch.len() < BATCH_LINES {
            let Some(line) = self.next()? else { break };
            match &line.bytes {
                Some(bytes) if bytes.trim_ascii().is_empty() => continue,
                Some(bytes) => size += bytes.len(),
                None => {}
            }
            batch.push(line);
        }
        Ok(batch)
    }

    fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let is_cut = read as u64 == LONGEST_LINE && !bytes.ends_with(b"\n");
        if is_cut {
            self.reader.skip_until(b'\n')?;
        }
        Ok(Some(Line { number: self.number, bytes: (!is_cut).then_some(bytes) }))
    }
}

/// Maps items on several threads; what comes out is in the order of the items, however many threads there are.
fn map_on_threads<I: Sync, O: Send>(items: &[I], threads: usize, map: impl Fn(&I) -> O + Sync) -> Vec<O> {
    let map = &map;
    thread::scope(|scope| {
        let parts = items.chunks(items.len().div_ceil(threads.max(1)).max(1));
        let working: Vec<_> = parts.map(|part| scope.spawn(move || part.iter().map(map).collect::<Vec<_>>())).collect();
        let done = working.into_iter().map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic)));
        done.flatten().collect()
    })
}

fn judge_line(line: &Line, file: &str, judge: &Judge<'_>) -> Result<Judged, Problem> {
    match &line.bytes {
        Some(bytes) => parse_line(bytes, file, line.number, |value| judge.judge(value)),
        None => Err(Problem {
            file: file.to_owned(),
            line: Some(line.number),
            column: None,
            pointer: None,
            message: format!("the line is longer than {} MiB", LONGEST_LINE >> 20),
            hint: Some("write each ticket on a line of its own".to_owned()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batches(text: &str) -> Vec<Vec<(usize, usize)>> {
        let mut lines = Lines { reader: text.as_bytes(), number: 0 };
        let mut batches = Vec::new();
        loop {
            let batch = lines.batch().unwrap();
            if batch.is_empty() {
                return batches;
            }
            let size = |line: Line| (line.number, line.bytes.map_or(0, |bytes| bytes.len()));
            batches.push(batch.into_iter().map(size).collect());
        }
    }

    #[test]
    fn blank_lines_are_counted_and_passed_over() {
        assert_eq!(batches("{}\n\n \r\n[]\n\n{}"), [[(1, 3), (4, 3), (6, 2)]]);
        assert!(batches("").is_empty() && batches("\n\n").is_empty());
    }

    #[test]
    fn a_batch_ends_with_the_line_that_fills_it() {
        let long = "x".repeat(BATCH_BYTES / 2);
        let found: Vec<_> = batches(&format!("{long}\n{long}\n{long}\n")).iter().map(Vec::len).collect();
        assert_eq!(found, [2, 1]);
        assert_eq!(batches(&"x\n".repeat(BATCH_LINES + 1)).len(), 2);
    }

    #[test]
    fn the_number_of_threads_does_not_change_the_order() {
        let items: Vec<u32> = (0..100).collect();
        for threads in [0, 1, 2, 3, 7, 100, 1_000] {
            assert_eq!(map_on_threads(&items, threads, |item| item * 2), (0..200).step_by(2).collect::<Vec<_>>());
        }
        assert!(map_on_threads(&[], 2, |item: &u32| *item).is_empty());
    }
}
