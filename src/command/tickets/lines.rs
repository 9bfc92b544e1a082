//! The lines of a file or of standard input. They go by in batches, so that memory does not grow with them.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use anyhow::{Context as _, Result};
use flate2::bufread::MultiGzDecoder;
use serde_json::Value;

use super::Complete;
use crate::command::Context;
use crate::output::{Failure, Problem, escape};
use crate::system::{disk, terminal};
use crate::ticket::file::parse_line;
use crate::ticket::issue::Fault;

/// The longest line that is read, in bytes; tickets of a few megabytes exist.
const LONGEST_LINE: u64 = 16 << 20;

/// A batch ends with the line that brings it to so many bytes or lines.
const BATCH_BYTES: usize = 4 << 20;
const BATCH_LINES: usize = 4_096;

/// How many bytes are asked for at once.
const BUFFER: usize = 64 << 10;

/// What a file packed with gzip begins with (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Reads every line of a file, or of standard input for `-`, in their order; blank lines are passed over.
pub(super) fn read<T: Send>(
    context: &Context,
    name: &str,
    doing: &str,
    parse: impl Fn(&Value, Complete<'_>) -> Result<T, Vec<Fault>> + Sync,
    mut take: impl FnMut(Result<T, Problem>),
) -> Result<()> {
    let Source { reader, size } = if name == "-" { standard_input() } else { open(context, name)? };
    let shown = if name == "-" { "standard input" } else { name };
    let progress = context.output.reading(format!("{doing} the tickets of {}", escape(shown)), size);
    let raw = BufReader::with_capacity(BUFFER, progress.count_bytes(reader));
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let read = || -> io::Result<()> {
        let mut lines = Lines { reader: unpacked(raw)?, number: 0 };
        loop {
            let batch = lines.batch()?;
            if batch.is_empty() {
                return Ok(());
            }
            map_on_threads(&batch, threads, |line| parse_one(line, shown, &parse)).into_iter().for_each(&mut take);
            progress.count(batch.len());
        }
    };
    read().with_context(|| format!("cannot read the tickets of `{shown}` to their end"))
}

/// What is read, and how many bytes it has, where that is known.
struct Source {
    reader: Box<dyn Read>,
    size: Option<u64>,
}

fn standard_input() -> Source {
    Source { reader: Box::new(terminal::standard_input()), size: None }
}

fn open(context: &Context, name: &str) -> Result<Source> {
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
    // What the system makes while it is read has no size, and a pipe neither.
    let size = disk::is_regular(&path).then(|| disk::size(&path).ok()).flatten().filter(|size| *size > 0);
    Ok(Source { reader: Box::new(file), size })
}

/// The text of a stream that may be packed.
fn unpacked<'r>(mut raw: impl BufRead + 'r) -> io::Result<Box<dyn BufRead + 'r>> {
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

fn parse_one<T>(
    line: &Line,
    file: &str,
    parse: impl FnOnce(&Value, Complete<'_>) -> Result<T, Vec<Fault>>,
) -> Result<T, Problem> {
    match &line.bytes {
        Some(bytes) => parse_line(bytes, file, line.number, |value| parse(value, &mut |_| {})),
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
