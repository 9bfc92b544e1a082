//! `skreg init`: makes a central repository, or records an existing one, or refreshes what this program brought into one.

mod refresh;

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::{Context, Outcome};
use crate::central;
use crate::output::{Failure, Mark, Page, Report, escape};
use crate::registry::{self, is_central, read_user_file, shortened};
use crate::system::disk::{self, Target};
use crate::system::git;

/// Make a central repository, or record an existing one
///
/// A new one starts with the shared skills of this program and an empty registry. One that is there already, such as a fresh
/// clone, is left as it is; its place is recorded in the user's configuration. With `--refresh` the shared skills that nobody
/// edited become those of this program, and of the others the difference is shown.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder, made where it does not exist; without one the working folder
    #[arg(value_hint = clap::ValueHint::DirPath)]
    folder: Option<PathBuf>,

    /// Bring the shared skills of a central repository up to those of this program
    #[arg(long)]
    refresh: bool,

    /// With it, also bring those that were taken out
    #[arg(long, requires = "refresh")]
    missing: bool,

    /// Show what a refresh would do, and do nothing
    #[arg(long, short = 'n', requires = "refresh")]
    dry_run: bool,
}

#[derive(Debug, Serialize)]
struct InitReport {
    central: PathBuf,
    /// `made`, `recorded` or `known`.
    action: &'static str,
    /// The place that was recorded before.
    former: Option<PathBuf>,
    files: Vec<PathBuf>,
    projects: usize,
    #[serde(skip)]
    home: PathBuf,
}

/// Makes or records the central repository.
///
/// # Errors
/// Where the folder holds another program's `registry.json`, its registry has problems, or a file cannot be written.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    if args.refresh {
        return refresh::run(context, args);
    }
    let _lock = context.lock()?;
    let home = context.environment.home();
    let central = context.environment.absolute(args.folder.as_deref().unwrap_or(Path::new(".")));
    refuse(&central, home)?;
    if args.folder.is_none() {
        refuse_unasked(&central)?;
    }
    let former = read_user_file(&context.environment)?.central.filter(|former| *former != central);
    let found = is_central(&central);
    let files = if found { Vec::new() } else { make(context, &central)? };
    let registry = registry::read(&central.join(registry::FILE), &context.environment)?;
    let recorded = central::record(&central, &context.environment)?;
    let action = match (found, recorded) {
        (false, _) => "made",
        (true, true) => "recorded",
        (true, false) => "known",
    };
    let projects = registry.projects.len();
    let report = InitReport { central, action, former, files, projects, home: home.to_owned() };
    context.output.report(&report)?;
    Ok(Outcome::InOrder)
}

/// Refuses a folder that cannot become a central repository.
fn refuse(central: &Path, home: &Path) -> Result<()> {
    let shown = central.display();
    let failure = |message: String, hint: &str| Err(Failure::new(message).hint(hint).into());
    if central.to_str().is_none() {
        return failure(
            format!("`{shown}` is not Unicode, and could not be recorded"),
            "name a folder with a plain name",
        );
    }
    match disk::follow(central).with_context(|| format!("cannot look at `{shown}`"))? {
        Target::Directory | Target::Missing => {}
        Target::File => return failure(format!("`{shown}` is a file"), "name a folder; it need not exist yet"),
        Target::Loop => return failure(format!("`{shown}` is a link that leads back to itself"), "name a folder"),
    }
    if disk::real_path(home).is_ok_and(|home| disk::real_path(central).is_ok_and(|central| central == home)) {
        return failure(format!("`{shown}` is the home directory"), "name a folder below it, such as `~/skills`");
    }
    if let Some(above) = central.ancestors().skip(1).find(|above| is_central(above)) {
        let message = format!("`{shown}` lies in the central repository `{}`", above.display());
        return failure(message, "name that one to record it, or a folder outside of it");
    }
    match central::is_taken(central) {
        true => failure(
            format!("`{shown}` holds a `registry.json` that is not skreg's"),
            "ours has a `version`, and `profiles/` beside it; add what it lacks, or choose another folder",
        ),
        false => Ok(()),
    }
}

/// Refuses to fill a repository of something else because nobody named another folder.
fn refuse_unasked(folder: &Path) -> Result<()> {
    let Some(repository) = git::open(folder)?.filter(|_| !is_central(folder)) else { return Ok(()) };
    match repository.tracks_nothing()? {
        true => Ok(()),
        false => {
            let message = format!(
                "the working folder lies in the repository `{}`, which holds other things",
                repository.root().display()
            );
            Err(Failure::new(message).hint("name a new folder, or `.` if it is meant").into())
        }
    }
}

fn make(context: &Context, central: &Path) -> Result<Vec<PathBuf>> {
    let files = central::missing_files(central, context.environment.home())?;
    central::make(central, &files)?;
    Ok(files.into_keys().collect())
}

impl Report for InitReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        let place = shortened(&self.central, &self.home);
        let place = escape(&place);
        let instead = self.former.as_ref().map(|former| format!(" instead of {}", shortened(former, &self.home)));
        let instead = instead.unwrap_or_default();
        let instead = escape(&instead);
        match self.action {
            "made" => {
                page.line(format_args!("{} the central repository {place}{instead}", Mark::Good.paint("made")))?;
                self.files.iter().try_for_each(|file| page.line(format_args!("  {}", file.display())))?;
            }
            "recorded" => {
                page.line(format_args!("{} the central repository {place}{instead}", Mark::Good.paint("recorded")))?;
            }
            _ => page.line(format_args!("nothing to do: {place} is recorded already"))?,
        }
        let next = match self.projects {
            0 => "`skreg add <path>` registers a repository, `skreg setup` links it",
            _ => "`skreg setup` links the projects, `skreg status` verifies them",
        };
        page.line(format_args!("{} {next}", Mark::Hint.paint("next:")))
    }
}
