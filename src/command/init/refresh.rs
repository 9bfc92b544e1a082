//! `skreg init --refresh`: the bundled files of a central repository become those of this program.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::super::{Context, Outcome};
use super::Args;
use crate::central::{self, BundledState, Refresh, RefreshPlan, RefreshStep};
use crate::output::{Failure, Mark, Page, Problem, Report, escape};
use crate::registry::{is_central, shortened};

#[derive(Debug, Serialize)]
struct RefreshReport {
    central: PathBuf,
    dry_run: bool,
    /// Whether this program could refresh all of it: nothing is in the way, no newer one wrote it, and its stamp can be read.
    ok: bool,
    /// The skreg that wrote the files before; none where no stamp tells.
    former: Option<String>,
    /// This skreg.
    version: &'static str,
    files: Vec<Refresh>,
    /// Whether the stamp was written, or is to be.
    stamped: bool,
    /// Why the stamp cannot be read; it is left as it is then, and so is what only a stamp could tell.
    stamp_problem: Option<Problem>,
    summary: Summary,
    #[serde(skip)]
    is_newer: bool,
    #[serde(skip)]
    home: PathBuf,
}

#[derive(Debug, Serialize)]
struct Summary {
    updated: usize,
    added: usize,
    kept: usize,
    edited: usize,
    missing: usize,
    blocked: usize,
}

/// Refreshes the central repository in a folder, or the one that the working folder belongs to.
///
/// # Errors
/// Where there is none, or a file cannot be read or written.
pub(super) fn run(context: &Context, args: &Args) -> Result<Outcome> {
    let _lock = context.lock_unless(args.dry_run)?;
    let central = place(context, args.folder.as_deref())?;
    let bundle = central::observe_bundle(&central)?;
    let stamp = (bundle.version().map(ToString::to_string), bundle.problem.clone());
    let plan = central::plan_refresh(bundle, args.missing);
    central::check_refresh(&central, &plan)?;
    if !args.dry_run {
        central::apply_refresh(&central, &plan)?;
    }
    let report = RefreshReport::new(central, args.dry_run, stamp, plan, context.environment.home());
    context.output.report(&report)?;
    Ok(Outcome::from_ok(report.ok))
}

fn place(context: &Context, folder: Option<&Path>) -> Result<PathBuf> {
    let Some(folder) = folder else { return Ok(context.registry()?.central().to_owned()) };
    let central = context.environment.absolute(folder);
    if !is_central(&central) {
        let failure = Failure::new(format!("`{}` is no central repository", central.display()));
        return Err(failure.hint("name one, or run `skreg init` without `--refresh` to make it one").into());
    }
    Ok(central)
}

impl RefreshReport {
    fn new(
        central: PathBuf,
        dry_run: bool,
        (former, stamp_problem): (Option<String>, Option<Problem>),
        plan: RefreshPlan,
        home: &Path,
    ) -> Self {
        let count = |step: RefreshStep| plan.files.iter().filter(|file| file.action == step).count();
        let are = |state: BundledState| plan.files.iter().filter(|file| file.state == state).count();
        let summary = Summary {
            updated: count(RefreshStep::Updated),
            added: count(RefreshStep::Added),
            kept: count(RefreshStep::Kept),
            edited: are(BundledState::Edited),
            missing: plan.files.iter().filter(|file| is_missing(file)).count(),
            blocked: are(BundledState::Blocked),
        };
        let is_newer = plan.is_for_newer();
        Self {
            central,
            dry_run,
            ok: !is_newer && summary.blocked == 0 && stamp_problem.is_none(),
            former,
            version: env!("CARGO_PKG_VERSION"),
            stamped: plan.writes_stamp(),
            files: plan.files,
            stamp_problem,
            summary,
            is_newer,
            home: home.to_owned(),
        }
    }
}

impl Report for RefreshReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        let place = shortened(&self.central, &self.home);
        let would = if self.dry_run { " (nothing is written)" } else { "" };
        page.line(format_args!("central  {}{would}", escape(&place)))?;
        self.files.iter().try_for_each(|file| self.write_file(page, file))?;
        if let Some(problem) = &self.stamp_problem {
            write_problem(page, problem)?;
        }
        if self.is_newer {
            let former = self.former.as_deref().unwrap_or_default();
            page.line(format_args!("skreg {former} wrote these files, and this is {}", self.version))?;
            return page.line(format_args!("{} update skreg", Mark::Hint.paint("next:")));
        }
        page.line(self.conclusion())?;
        match self.next() {
            Some(next) => page.line(format_args!("{} {next}", Mark::Hint.paint("next:"))),
            None => Ok(()),
        }
    }
}

impl RefreshReport {
    fn next(&self) -> Option<&'static str> {
        match (self.ok, self.stamped && !self.dry_run) {
            (false, _) => Some("do what the lines above say, then run `skreg init --refresh` again"),
            (true, true) => Some("commit the central repository"),
            (true, false) => None,
        }
    }

    fn write_file(&self, page: &mut Page<'_>, file: &Refresh) -> io::Result<()> {
        let path = file.path.display();
        let (word, mark, note) = match (file.action, file.state) {
            (RefreshStep::Updated, _) => ("updated", Mark::Good, String::new()),
            (RefreshStep::Added, _) => ("added", Mark::Good, String::new()),
            (_, BundledState::Same) => return Ok(()),
            (_, BundledState::Edited) => ("edited", Mark::Warn, ", left as it is; to what skreg brings:".to_owned()),
            (_, BundledState::Newer) => ("newer", Mark::Warn, String::new()),
            (_, BundledState::Missing) if self.former.is_some() => {
                ("missing", Mark::Quiet, ", was taken out".to_owned())
            }
            (_, BundledState::Missing) => {
                ("missing", Mark::Warn, ", and no stamp tells why; `--missing` brings it".to_owned())
            }
            _ => ("blocked", Mark::Bad, format!(": {}", file.reason.as_deref().unwrap_or_default())),
        };
        page.line(format_args!("  {} {path}{}", mark.paint(format!("{word:8}")), escape(&note)))?;
        file.diff.iter().flat_map(|diff| diff.lines()).try_for_each(|line| write_diff_line(page, line))
    }

    fn conclusion(&self) -> String {
        let Summary { updated, added, edited, missing, blocked, .. } = self.summary;
        let parts = [
            (updated, "updated"),
            (added, "added"),
            (edited, "edited, left as they are"),
            (missing, if self.former.is_some() { "taken out" } else { "missing" }),
            (blocked, "blocked"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
        let parts = parts.collect::<Vec<_>>().join(", ");
        let parts =
            if parts.is_empty() && self.stamp_problem.is_some() { "nothing was changed".to_owned() } else { parts };
        let parts = if parts.is_empty() { "all are fresh".to_owned() } else { parts };
        match (updated + added, self.stamped) {
            (0, false) if self.ok => format!("nothing to do: {parts}"),
            (0, true) => format!("{parts}; the stamp is new"),
            _ => parts,
        }
    }
}

fn is_missing(file: &Refresh) -> bool {
    file.state == BundledState::Missing && file.action == RefreshStep::Kept
}

fn write_problem(page: &mut Page<'_>, problem: &Problem) -> io::Result<()> {
    let told = format!("{}: {}", problem.place(), problem.message);
    page.line(format_args!("  {} {}", Mark::Bad.paint("stamp   "), escape(&told)))?;
    page.line("           without it nobody knows what was edited and what was taken out")?;
    let hint = problem.hint.as_deref().unwrap_or_default();
    page.line(format_args!("           {} {}", Mark::Hint.paint("hint:"), escape(hint)))
}

fn write_diff_line(page: &mut Page<'_>, line: &str) -> io::Result<()> {
    let text = escape(line);
    match line.as_bytes().first() {
        Some(b'+') => page.line(format_args!("    {}", Mark::Good.paint(text))),
        Some(b'-') => page.line(format_args!("    {}", Mark::Bad.paint(text))),
        _ => page.line(format!("    {text}").trim_end()),
    }
}
