//! `skreg init --refresh`: the bundled files of a central repository become those of this program.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::super::{Context, Outcome};
use crate::central::{self, BundledState, Refresh, RefreshPlan, RefreshStep};
use crate::output::{Failure, Mark, Page, Report, escape};
use crate::registry::{is_central, shortened};

#[derive(Debug, Serialize)]
struct RefreshReport {
    central: PathBuf,
    dry_run: bool,
    /// Whether this program could refresh it: not what a newer one wrote.
    ok: bool,
    /// The skreg that wrote the files before; none where no stamp tells.
    former: Option<String>,
    /// This skreg.
    version: &'static str,
    files: Vec<Refresh>,
    /// Whether the stamp was written, or is to be.
    stamped: bool,
    summary: Summary,
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
pub(super) fn run(context: &Context, folder: Option<&Path>, dry_run: bool) -> Result<Outcome> {
    let _lock = if dry_run { None } else { Some(context.lock()?) };
    let central = place(context, folder)?;
    let bundle = central::observe_bundle(&central)?;
    let former = bundle.version().map(ToString::to_string);
    let plan = central::plan_refresh(bundle);
    if !dry_run {
        central::apply_refresh(&central, &plan)?;
    }
    let report = RefreshReport::new(central, dry_run, former, plan, context.environment.home());
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
    fn new(central: PathBuf, dry_run: bool, former: Option<String>, plan: RefreshPlan, home: &Path) -> Self {
        let count = |step: RefreshStep| plan.files.iter().filter(|file| file.action == step).count();
        let are = |state: BundledState| plan.files.iter().filter(|file| file.state == state).count();
        let summary = Summary {
            updated: count(RefreshStep::Updated),
            added: count(RefreshStep::Added),
            kept: count(RefreshStep::Kept),
            edited: are(BundledState::Edited),
            missing: are(BundledState::Missing),
            blocked: are(BundledState::Blocked),
        };
        let (ok, stamped) = (!plan.is_for_newer(), plan.writes_stamp());
        let (version, home) = (env!("CARGO_PKG_VERSION"), home.to_owned());
        Self { central, dry_run, ok, former, version, files: plan.files, stamped, summary, home }
    }
}

impl Report for RefreshReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        let place = shortened(&self.central, &self.home);
        let would = if self.dry_run { " (nothing is written)" } else { "" };
        page.line(format_args!("central  {}{would}", escape(&place)))?;
        self.files.iter().try_for_each(|file| write_file(page, file))?;
        if !self.ok {
            let former = self.former.as_deref().unwrap_or_default();
            page.line(format_args!("skreg {former} wrote these files, and this is {}", self.version))?;
            return page.line(format_args!("{} update skreg", Mark::Hint.paint("next:")));
        }
        page.line(self.conclusion())?;
        match self.stamped && !self.dry_run {
            true => page.line(format_args!("{} commit the central repository", Mark::Hint.paint("next:"))),
            false => Ok(()),
        }
    }
}

impl RefreshReport {
    fn conclusion(&self) -> String {
        let Summary { updated, added, edited, missing, blocked, .. } = self.summary;
        let parts = [
            (updated, "updated"),
            (added, "added"),
            (edited, "edited, left as they are"),
            (missing, "taken out"),
            (blocked, "blocked"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
        let parts = parts.collect::<Vec<_>>().join(", ");
        let parts = if parts.is_empty() { "all are fresh".to_owned() } else { parts };
        match (updated + added, self.stamped) {
            (0, false) => format!("nothing to do: {parts}"),
            (0, true) => format!("{parts}; the stamp is new"),
            _ => parts,
        }
    }
}

fn write_file(page: &mut Page<'_>, file: &Refresh) -> io::Result<()> {
    let path = file.path.display();
    let (word, mark, note) = match (file.action, file.state) {
        (RefreshStep::Updated, _) => ("updated", Mark::Good, String::new()),
        (RefreshStep::Added, _) => ("added", Mark::Good, String::new()),
        (_, BundledState::Same) => return Ok(()),
        (_, BundledState::Edited) => ("edited", Mark::Warn, ", left as it is; to what skreg brings:".to_owned()),
        (_, BundledState::Newer) => ("newer", Mark::Warn, String::new()),
        (_, BundledState::Missing) => ("missing", Mark::Quiet, ", was taken out".to_owned()),
        _ => ("blocked", Mark::Bad, format!(": {}", file.reason.as_deref().unwrap_or_default())),
    };
    page.line(format_args!("  {} {path}{}", mark.paint(format!("{word:8}")), escape(&note)))?;
    file.diff.iter().flat_map(|diff| diff.lines()).try_for_each(|line| write_diff_line(page, line))
}

fn write_diff_line(page: &mut Page<'_>, line: &str) -> io::Result<()> {
    let text = escape(line);
    match line.as_bytes().first() {
        Some(b'+') => page.line(format_args!("    {}", Mark::Good.paint(text))),
        Some(b'-') => page.line(format_args!("    {}", Mark::Bad.paint(text))),
        _ => page.line(format!("    {text}").trim_end()),
    }
}
