//! Clones at work, two at a time.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitStatus;

use anyhow::{Context as _, Result, anyhow};

use super::said::{LastLines, is_connected, parse_step};
use super::scratch::{Scratch, chance, is_empty_folder};
use super::{CloneAction, CloneReport, Clones, note};
use crate::command::Context;
use crate::output::{Failure, Transfer, Transfers, escape};
use crate::registry::Project;
use crate::system::interrupt::Watch;
use crate::system::process::{self, Call, Running};
use crate::system::{disk, git, terminal};

/// How many are cloned at the same time.
const AT_ONCE: usize = 2;

/// What tells git of a repository: this one is none of those. See `git rev-parse --local-env-vars`; what holds configuration
/// stays.
const LOCAL_VARIABLES: [&str; 11] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// A repository to clone, from an address that was checked.
pub(super) struct Job<'p> {
    pub(super) project: &'p Project,
    pub(super) remote: &'p str,
    /// An empty folder stands in its place, which it replaces.
    pub(super) in_empty: bool,
    /// What to do where it cannot be cloned.
    pub(super) hint: String,
}

impl Job<'_> {
    pub(super) fn report(&self, action: CloneAction, reason: Option<String>) -> CloneReport {
        let hint = (action == CloneAction::Failed).then(|| self.hint.clone());
        CloneReport { from: Some(git::without_secrets(self.remote)), action, reason, hint }
    }

    /// Whether its place is still as it was found.
    fn is_free(&self) -> bool {
        let place = &self.project.repo;
        match self.in_empty {
            true => is_empty_folder(place),
            false => matches!(disk::look(place), Ok(disk::Standing::Missing)),
        }
    }

    /// git's arguments. The address stands behind `--`, and no configuration lets it start a program.
    fn arguments(&self, to: &Path) -> Vec<OsString> {
        let fixed = ["-c", "protocol.ext.allow=never", "-c", "protocol.fd.allow=never", "clone", "--progress", "--"];
        let fixed = fixed.into_iter().chain([self.remote]).map(OsString::from);
        fixed.chain([to.as_os_str().to_owned()]).collect()
    }
}

/// A clone that is under way. The fields are dropped in this order: git ends before its folder is removed.
struct Active<'p> {
    running: Running,
    scratch: Scratch,
    bar: Transfer,
    said: LastLines,
    /// A password may be asked for.
    is_connecting: bool,
    job: Job<'p>,
}

/// What all clones of a run share.
pub(super) struct Workshop<'c> {
    context: &'c Context,
    central: &'c Path,
    bars: Transfers,
    quiet: bool,
    can_ask: bool,
    variables: Vec<(&'static str, &'static str)>,
    watch: Watch,
}

impl<'c> Workshop<'c> {
    /// Makes ready to clone; git is started in the central repository's folder, from which a relative address counts.
    ///
    /// # Errors
    /// Where signals cannot be watched for.
    pub(super) fn new(context: &'c Context, central: &'c Path, quiet: bool) -> Result<Self> {
        let can_ask = terminal::can_ask();
        let is_set = |name: &&str| context.environment.variable(name).is_some();
        let mut variables = Vec::new();
        if !can_ask {
            variables.push(("GIT_TERMINAL_PROMPT", "0"));
            if !["GIT_SSH_COMMAND", "GIT_SSH"].iter().any(is_set) && !git::may_configure_ssh() {
                variables.push(("GIT_SSH_COMMAND", "ssh -o BatchMode=yes"));
            }
        }
        let bars = context.output.transfers(!quiet);
        Ok(Self { context, central, bars, quiet, can_ask, variables, watch: Watch::begin()? })
    }

    /// Clones them all and tells how each ended. A signal ends all that are under way, removes what there is of them, and then
    /// ends the program.
    ///
    /// # Errors
    /// Where git cannot be started at all.
    pub(super) fn clone_all(&self, jobs: Vec<Job<'_>>) -> Result<Clones> {
        let mut done = Clones::new();
        let mut waiting = jobs.into_iter().peekable();
        let mut active: Vec<Active<'_>> = Vec::new();
        while waiting.peek().is_some() || !active.is_empty() {
            if self.watch.is_interrupted() {
                drop(active);
                self.watch.end_if_interrupted();
                return Err(anyhow!("interrupted"));
            }
            if let Some(job) = waiting.next_if(|job| self.has_room(&active, job)) {
                match self.start(job)? {
                    Ok(started) => active.push(started),
                    Err((name, report)) => self.settle(&mut done, name, report),
                }
            }
            for index in (0..active.len()).rev() {
                if let Some(status) = self.look_after(&mut active[index])? {
                    let (name, report) = end(active.swap_remove(index), status);
                    self.settle(&mut done, name, report);
                }
            }
            process::pause();
        }
        Ok(done)
    }

    /// One that may ask for a password has the terminal for itself, and one that lies in the place of another comes after it.
    fn has_room(&self, active: &[Active<'_>], job: &Job<'_>) -> bool {
        let stands_back = |other: &Active<'_>| {
            (self.can_ask && other.is_connecting) || job.project.repo.starts_with(&other.job.project.repo)
        };
        active.len() < AT_ONCE && !active.iter().any(stands_back)
    }

    /// Starts one; what goes wrong with it alone is its report.
    fn start<'p>(&self, job: Job<'p>) -> Result<Result<Active<'p>, (String, CloneReport)>> {
        let fail = |job: &Job<'_>, error: &anyhow::Error| {
            (job.project.name.clone(), job.report(CloneAction::Failed, Some(format!("{error:#}"))))
        };
        if !job.is_free() {
            return Ok(Err(fail(
                &job,
                &anyhow!("something else appeared at `{}` meanwhile", job.project.repo.display()),
            )));
        }
        let scratch = match Scratch::new(&job.project.repo, &chance()) {
            Ok(scratch) => scratch,
            Err(error) => return Ok(Err(fail(&job, &error))),
        };
        let call = Call {
            program: "git",
            arguments: job.arguments(&scratch.target()),
            folder: self.central,
            set: &self.variables,
            unset: &LOCAL_VARIABLES,
        };
        if !self.bars.is_hidden() {
            let from = escape(&git::without_secrets(job.remote)).into_owned();
            self.bars.note(&self.context.output, format_args!("cloning `{}` from {from}", job.project.name));
            self.bars.make_room();
        }
        let running = Running::start(&call).map_err(not_started)?;
        let bar = self.bars.begin(&job.project.name);
        Ok(Ok(Active { running, scratch, bar, said: LastLines::default(), is_connecting: true, job }))
    }

    /// Hears what git has said since the last time; its exit status once it has ended.
    fn look_after(&self, active: &mut Active<'_>) -> Result<Option<ExitStatus>> {
        let ended = active.running.ended().context("cannot wait for `git`")?;
        let mut lines: Vec<_> = active.running.lines().collect();
        if ended.is_some() {
            lines.extend(active.running.last_lines());
        }
        for line in lines {
            self.hear(active, line);
        }
        Ok(ended)
    }

    fn hear(&self, active: &mut Active<'_>, line: String) {
        let line = line.replace(active.job.remote, &git::without_secrets(active.job.remote));
        active.is_connecting &= !is_connected(&line);
        let names_folder = line.contains(&*active.scratch.target().to_string_lossy());
        if active.is_connecting && !names_folder && self.can_ask {
            // It may tell the person what to do, such as where to type which code.
            self.bars.note(&self.context.output, escape(&git::text_without_secrets(&line)));
        }
        if let Some(step) = parse_step(&line) {
            active.bar.show(step.what, step.percent);
        }
        active.said.push(line);
    }

    fn settle(&self, done: &mut Clones, name: String, report: CloneReport) {
        if self.bars.is_hidden() && !self.quiet {
            note(&self.context.output, &name, &report);
        }
        done.insert(name, report);
    }
}

/// What one that ended came to.
fn end(active: Active<'_>, status: ExitStatus) -> (String, CloneReport) {
    let Active { running, scratch, bar, said, job, .. } = active;
    drop((running, bar));
    let (from, place) = (scratch.target().display().to_string(), job.project.repo.display().to_string());
    let kept = match status.success() {
        true => scratch.keep(job.in_empty).map_err(|error| format!("{error:#}")),
        false => Err(match said.told() {
            told if told.is_empty() => format!("`git clone` ended with {status}"),
            told => told.replace(&from, &place),
        }),
    };
    let report = match kept {
        Ok(()) => job.report(CloneAction::Cloned, None),
        Err(reason) => job.report(CloneAction::Failed, Some(reason)),
    };
    (job.project.name.clone(), report)
}

/// Checks that git can be started at all, for the dry run as well.
///
/// # Errors
/// Where it cannot.
pub(super) fn check_git(central: &Path) -> Result<()> {
    let call = Call {
        program: "git",
        arguments: vec!["--version".into()],
        folder: central,
        set: &[],
        unset: &LOCAL_VARIABLES,
    };
    Running::start(&call).map(drop).map_err(not_started)
}

fn not_started(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => Failure::new("`git` is not on `PATH`, and `--clone` needs it")
            .hint("install git, or run `skreg setup` without `--clone`")
            .into(),
        _ => anyhow::Error::from(error).context("cannot start `git`"),
    }
}
