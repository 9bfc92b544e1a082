//! How far the reading of something long is.

use std::io::{self, Read, Write as _};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::patience::SILENCE;

/// How far the reading of something long is, on standard error. Nothing for a second; then a bar where that is a terminal, else one
/// line. It ends when this is dropped.
///
/// What has a size is told in bytes, anything else in what was read of it, such as lines.
pub struct Reading {
    bar: ProgressBar,
    _ended: Sender<()>,
}

impl Reading {
    /// Begins to read something of so many bytes, if that is known.
    pub(super) fn new(message: String, size: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden()).with_style(style(size.is_some()));
        bar.set_message(message);
        let (ended, wait) = mpsc::channel::<()>();
        let shown = bar.clone();
        std::thread::spawn(move || {
            if wait.recv_timeout(SILENCE) == Err(RecvTimeoutError::Timeout) {
                show(&shown);
            }
        });
        Self { bar, _ended: ended }
    }

    /// The same bytes, counted where the size is known.
    pub fn count_bytes<R: Read>(&self, reader: R) -> impl Read + use<R> {
        Counted { reader, bar: self.bar.length().map(|_| self.bar.clone()) }
    }

    /// Counts what was read, such as lines, where the size is not known.
    pub fn count(&self, more: usize) {
        if self.bar.length().is_none() {
            self.bar.inc(more as u64);
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(is_size_known: bool) -> ProgressStyle {
    let (template, other) = match is_size_known {
        true => ("{bar:30}  {binary_bytes} of {binary_total_bytes}  {msg}", ProgressStyle::default_bar()),
        false => ("{spinner}  {human_pos}  {msg}", ProgressStyle::default_spinner()),
    };
    ProgressStyle::with_template(template).unwrap_or(other)
}

fn show(bar: &ProgressBar) {
    // One that is finished by now draws nothing.
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.tick();
    // No terminal is there, or one that only takes lines.
    if bar.is_hidden() {
        // Nobody is left to tell where standard error is gone.
        let _ = writeln!(anstream::stderr().lock(), "{} …", bar.message());
    }
}

/// A reader whose bytes go by a bar.
struct Counted<R> {
    reader: R,
    bar: Option<ProgressBar>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        if let Some(bar) = &self.bar {
            bar.inc(read as u64);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(size: Option<u64>, batches: &[usize]) -> u64 {
        let reading = Reading::new("reading".to_owned(), size);
        let mut text = String::new();
        reading.count_bytes("ab\ncd\n".as_bytes()).read_to_string(&mut text).unwrap();
        assert_eq!(text, "ab\ncd\n");
        batches.iter().for_each(|&batch| reading.count(batch));
        reading.bar.position()
    }

    #[test]
    fn what_has_a_size_is_counted_in_bytes() {
        assert_eq!(read(Some(6), &[1, 1]), 6);
    }

    #[test]
    fn what_has_none_is_counted_as_it_is_told() {
        assert_eq!(read(None, &[1, 1]), 2);
    }
}
