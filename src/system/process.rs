//! Other programs, started with an argument vector and never through a shell.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};

/// How often a program that is to end is looked after, and for how many times, before it is killed.
const PATIENCE: (Duration, u32) = (Duration::from_millis(20), 100);

/// How long the last lines of a program that ended are waited for: one that it left behind may hold its standard error open.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A line that is longer is cut in two, so that one without an end needs no memory without an end.
const LONGEST_LINE: usize = 8 * 1024;

/// Starts a program in a folder, hands it this terminal, waits for it, and gives its exit code (none where a signal ended
/// it).
///
/// # Errors
/// Where it cannot be started.
#[expect(clippy::disallowed_methods, reason = "this is the place that starts programs")]
pub fn run_in(folder: &Path, program: &str, arguments: &[impl AsRef<OsStr>]) -> Result<Option<i32>> {
    let status = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("PWD", folder)
        .status()
        .with_context(|| format!("cannot start `{program}` in `{}`", folder.display()))?;
    Ok(status.code())
}

/// A program to start beside this one.
#[derive(Debug)]
pub struct Call<'c> {
    /// Its name, looked for on `PATH`.
    pub program: &'c str,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Its working folder.
    pub folder: &'c Path,
    /// Variables that it gets.
    pub set: &'c [(&'static str, &'static str)],
    /// Variables that it does not get.
    pub unset: &'c [&'static str],
}

/// A program that runs beside this one, without input, its standard error read line by line.
///
/// It stays in this program's process group: it may ask the person at the terminal, and Ctrl-C reaches it. One that still runs
/// when this is dropped is ended.
pub struct Running {
    child: Child,
    lines: Receiver<String>,
}

impl Running {
    /// Starts a program.
    ///
    /// # Errors
    /// Where it cannot be started; `NotFound` where `PATH` has none of this name.
    #[expect(clippy::disallowed_methods, reason = "this is the place that starts programs")]
    pub fn start(call: &Call<'_>) -> io::Result<Self> {
        let mut command = Command::new(call.program);
        command.args(&call.arguments).current_dir(call.folder).env("PWD", call.folder);
        command.envs(call.set.iter().copied());
        for name in call.unset {
            command.env_remove(name);
        }
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let (sender, lines) = mpsc::sync_channel(1024);
        if let Some(stream) = child.stderr.take() {
            thread::spawn(move || send_lines(stream, &sender));
        }
        Ok(Self { child, lines })
    }

    /// The lines that it has said since the last call; a carriage return ends one as well.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.lines.try_iter()
    }

    /// Whether it went well, once it has ended; none while it runs.
    ///
    /// # Errors
    /// Where the system cannot tell.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }

    /// The lines that it said last, to be asked for once it has ended.
    pub fn last_lines(&self) -> impl Iterator<Item = String> + '_ {
        std::iter::from_fn(|| self.lines.recv_timeout(LAST_WORDS).ok())
    }

    /// Asks it to end, so that it can put its own things in order, and kills it where it does not.
    pub fn terminate(&mut self) {
        let (pause, times) = PATIENCE;
        ask_to_end(&mut self.child);
        for _ in 0..times {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(pause);
        }
        // One that cannot be killed has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.terminate();
        }
    }
}

/// Waits a little, for a loop that looks after programs.
pub fn pause() {
    thread::sleep(PATIENCE.0);
}

#[cfg(unix)]
fn ask_to_end(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process};
    // It has not been waited for, so that its number is still its own.
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
}

#[cfg(not(unix))]
fn ask_to_end(child: &mut Child) {
    let _ = child.kill();
}

/// Sends the lines of a stream until it ends or nobody wants them any more.
fn send_lines(mut stream: impl Read, sender: &SyncSender<String>) {
    let mut line = Vec::new();
    let mut some = [0; 4096];
    loop {
        let count = match stream.read(&mut some) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for byte in &some[..count] {
            let is_end = matches!(byte, b'\n' | b'\r');
            if !is_end {
                line.push(*byte);
            }
            if (is_end || line.len() >= LONGEST_LINE) && !send(&mut line, sender) {
                return;
            }
        }
    }
    send(&mut line, sender);
}

/// Sends a line that holds something; tells whether it is still wanted.
fn send(line: &mut Vec<u8>, sender: &SyncSender<String>) -> bool {
    let text = String::from_utf8_lossy(line).trim_end().to_owned();
    line.clear();
    text.is_empty() || sender.send(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_carriage_return_ends_a_line_and_a_line_without_end_is_cut() {
        let (sender, lines) = mpsc::sync_channel(1024);
        let long = "x".repeat(LONGEST_LINE + 1);
        send_lines([b"a: 1%\ra: 2% \r\n\nb\xff\n", long.as_bytes()].concat().as_slice(), &sender);
        drop(sender);
        let lines: Vec<_> = lines.iter().collect();
        assert_eq!(lines[..3], ["a: 1%", "a: 2%", "b\u{fffd}"]);
        assert_eq!(lines[3..].iter().map(String::len).collect::<Vec<_>>(), [LONGEST_LINE, 1]);
    }
}
