//! The answer of `skreg setup`.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::clone::CloneReport;
use super::{Args, grant};
use crate::link::{Action, ExcludeChange, GrantAction, GrantResult, LinkResult, ProjectState, Skipped, WorktreeResult};
use crate::output::{Mark, Page, Report, escape};
use crate::registry::shortened;

#[derive(Debug, Serialize)]
pub(super) struct SetupReport {
    pub(super) dry_run: bool,
    pub(super) ok: bool,
    pub(super) projects: Vec<ProjectReport>,
    pub(super) global: GlobalReport,
    pub(super) summary: Summary,
    #[serde(skip)]
    pub(super) view: View,
}

#[derive(Debug, Serialize)]
pub(super) struct ProjectReport {
    pub(super) project: String,
    pub(super) repo: PathBuf,
    pub(super) state: ProjectState,
    pub(super) error: Option<String>,
    pub(super) hint: Option<String>,
    /// What `--clone` did, where the repository was not here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clone: Option<CloneReport>,
    pub(super) worktrees: Vec<WorktreeReport>,
    /// Worktrees that were left alone.
    pub(super) skipped: Vec<Skipped>,
    pub(super) exclude: ExcludeReport,
    /// The rules to read what lies beside the skills, by the settings file that they stand in; none where nobody asked for them.
    pub(super) grants: Vec<GrantResult>,
}

/// What became of git's local ignore rules.
#[derive(Debug, Default, Serialize)]
pub(super) struct ExcludeReport {
    #[serde(flatten)]
    pub(super) change: ExcludeChange,
    /// Why they could not be changed.
    pub(super) error: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct WorktreeReport {
    #[serde(flatten)]
    pub(super) result: WorktreeResult,
    /// Skills that were replaced and that the profile does not have.
    pub(super) lacking: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct GlobalReport {
    pub(super) links: Vec<LinkResult>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct Summary {
    linked: usize,
    relinked: usize,
    kept: usize,
    removed: usize,
    shadowed: usize,
    blocked: usize,
    failed: usize,
    backups: usize,
}

/// How many names of skills are told; `--json` has all of them.
const MOST_NAMES: usize = 10;

/// How the report shows itself to people.
#[derive(Debug)]
pub(super) struct View {
    home: PathBuf,
    quiet: bool,
}

impl SetupReport {
    pub(super) fn new(args: &Args, projects: Vec<ProjectReport>, global: Vec<LinkResult>, home: &Path) -> Self {
        let named = !args.projects.is_empty();
        Self {
            dry_run: args.dry_run,
            ok: projects.iter().all(|project| project.is_in_order(named)) && global.iter().all(LinkResult::is_in_order),
            summary: Summary::of(&projects),
            projects,
            global: GlobalReport { links: global },
            view: View { home: home.to_owned(), quiet: args.quiet },
        }
    }
}

impl Summary {
    fn of(projects: &[ProjectReport]) -> Self {
        let links =
            || projects.iter().flat_map(|project| &project.worktrees).flat_map(|worktree| &worktree.result.links);
        let count = |action: Action| links().filter(|link| link.action == action).count();
        Self {
            linked: count(Action::Linked),
            relinked: count(Action::Relinked),
            kept: count(Action::Kept),
            removed: count(Action::Removed),
            shadowed: count(Action::Shadowed),
            blocked: count(Action::Blocked),
            failed: count(Action::Failed),
            backups: links().filter(|link| link.backup.is_some()).count(),
        }
    }
}

impl Report for SetupReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        for project in &self.projects {
            project.write_text(page, &self.view)?;
        }
        let global: Vec<_> = self.global.links.iter().filter(|link| self.view.shows(link)).collect();
        if !global.is_empty() {
            page.line(format_args!("{}  {}", Mark::Strong.paint("global"), self.view.path(&self.view.home)))?;
            global.into_iter().try_for_each(|link| write_link(link, page, &self.view))?;
        }
        if self.view.quiet && self.ok {
            return Ok(());
        }
        page.line(self.summary_line())?;
        match self.next() {
            Some(next) => page.line(format_args!("{} {next}", Mark::Hint.paint("next:"))),
            None => Ok(()),
        }
    }
}

impl SetupReport {
    /// All links, those in the home directory included.
    fn links(&self) -> impl Iterator<Item = &LinkResult> {
        let worktrees = self.projects.iter().flat_map(|project| &project.worktrees);
        worktrees.flat_map(|worktree| &worktree.result.links).chain(&self.global.links)
    }

    /// What was done, the links in the home directory included.
    fn summary_line(&self) -> String {
        let counts = [
            (Action::Linked, "linked"),
            (Action::Relinked, "relinked"),
            (Action::Removed, "removed"),
            (Action::Kept, "kept"),
            (Action::Shadowed, "shadowed by the repository's own"),
            (Action::Blocked, "blocked"),
            (Action::Failed, "failed"),
        ];
        let counts = counts.map(|(action, word)| (self.links().filter(|link| link.action == action).count(), word));
        let backups = (self.links().filter(|link| link.backup.is_some()).count(), "moved to backups");
        let granted = (self.count(&[GrantAction::Granted, GrantAction::WouldGrant]), "granted to read");
        let refused = (self.count(&[GrantAction::Refused, GrantAction::Failed]), "not granted to read");
        let clones = (self.projects.iter().filter(|project| project.comes()).count(), "cloned");
        let told =
            [clones].into_iter().chain(counts).chain([granted, refused, backups]).filter(|(count, _)| *count > 0);
        let told = told.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ");
        let lead = match (self.dry_run, self.changes()) {
            (_, false) if self.ok => "nothing to do: ",
            (true, _) => "dry run, nothing was changed: ",
            _ => "",
        };
        format!("{lead}{}", if told.is_empty() { "no links" } else { &told })
    }

    /// The settings files of which one of these became.
    fn count(&self, actions: &[GrantAction]) -> usize {
        let grants = self.projects.iter().flat_map(|project| &project.grants);
        grants.filter(|grant| actions.contains(&grant.action)).count()
    }

    fn changes(&self) -> bool {
        let Summary { linked, relinked, removed, .. } = self.summary;
        let global = self
            .global
            .links
            .iter()
            .any(|link| matches!(link.action, Action::Linked | Action::Relinked | Action::Removed));
        let rules = self.projects.iter().any(|project| !project.exclude.change.is_empty());
        let grants = self.count(&[GrantAction::Granted, GrantAction::WouldGrant, GrantAction::Removed]) > 0;
        let clones = self.projects.iter().any(ProjectReport::comes);
        linked + relinked + removed > 0 || global || rules || clones || grants
    }

    fn next(&self) -> Option<&'static str> {
        match (self.ok, self.dry_run, self.changes()) {
            (false, ..) => Some("do what the lines above say, then run `skreg setup` again"),
            (true, true, true) => Some("run `skreg setup` without `--dry-run`"),
            (true, false, true)
                if !self.links().any(|link| matches!(link.action, Action::Linked | Action::Relinked)) =>
            {
                None
            }
            (true, false, true) => {
                Some("start a new Claude Code session to see new skills; `skreg status` verifies the links")
            }
            (true, _, false) => None,
        }
    }
}

impl ProjectReport {
    fn write_text(&self, page: &mut Page<'_>, view: &View) -> io::Result<()> {
        if view.quiet && self.state.is_in_order(false) {
            return Ok(());
        }
        page.line(format_args!("{}  {}{}", Mark::Strong.paint(&self.project), view.path(&self.repo), self.told()))?;
        if let Some(hint) = &self.hint {
            page.line(format_args!("  {} {}", Mark::Hint.paint("hint:"), escape(hint)))?;
        }
        if let Some(from) = self.cloned_from() {
            page.line(format_args!("  {}   from {from}", Mark::Good.paint("cloned")))?;
        }
        if self.is_unchanged() {
            self.exclude.write_rules(page)?;
        } else {
            let own = |worktree: &WorktreeReport| worktree.result.path == self.repo;
            self.worktrees.iter().try_for_each(|worktree| worktree.write_text(page, view, own(worktree)))?;
            self.exclude.write_error(page)?;
        }
        grant::write_text(self, page, view)?;
        self.skipped.iter().filter(|_| !view.quiet).try_for_each(|skipped| {
            let told = format_args!("{}: {}", view.path(&skipped.path), escape(&skipped.reason));
            page.line(format_args!("  {} {told}", Mark::Warn.paint("skipped ")))
        })
    }

    /// What stands behind the project's name.
    fn told(&self) -> String {
        match self.state {
            ProjectState::Ok if self.is_unchanged() => {
                let links = || self.worktrees.iter().flat_map(|worktree| &worktree.result.links);
                let kept = links().filter(|link| link.action == Action::Kept).count();
                let shadowed = links().count() - kept;
                let more = if shadowed > 0 { format!(", {shadowed} shadowed") } else { String::new() };
                format!("  {}", Mark::Quiet.paint(format!("{kept} kept{more}")))
            }
            ProjectState::Ok | ProjectState::Drift => String::new(),
            ProjectState::Absent if self.comes() => format!(": {}", Mark::Good.paint(self.would_clone())),
            ProjectState::Absent => format!(": {}", Mark::Warn.paint("not on this machine")),
            ProjectState::Off => format!(": turned off here; `skreg setup {} --link auto` turns it on", self.project),
            ProjectState::NotARepo | ProjectState::Error => {
                format!(": {}", Mark::Bad.paint(escape(self.error.as_deref().unwrap_or(self.state.word()))))
            }
        }
    }

    fn is_unchanged(&self) -> bool {
        let kept = |worktree: &WorktreeReport| {
            worktree.result.links.iter().all(|link| link.action == Action::Kept || link.is_decided)
        };
        self.exclude.error.is_none() && self.worktrees.iter().all(kept)
    }
}

impl ExcludeReport {
    /// The rules that were written where nothing else was done.
    fn write_rules(&self, page: &mut Page<'_>) -> io::Result<()> {
        let told = [("added", &self.change.added), ("removed", &self.change.removed)];
        let told = told.iter().filter(|(_, rules)| !rules.is_empty());
        told.into_iter().try_for_each(|(word, rules)| {
            page.line(format_args!(
                "  {} ignore rules in `info/exclude`: {}",
                Mark::Good.paint(word),
                escape(&rules.join(", "))
            ))
        })
    }

    fn write_error(&self, page: &mut Page<'_>) -> io::Result<()> {
        match &self.error {
            Some(error) => {
                page.line(format_args!("  {} git's local ignore rules: {}", Mark::Bad.paint("failed  "), escape(error)))
            }
            None => Ok(()),
        }
    }
}

impl WorktreeReport {
    fn write_text(&self, page: &mut Page<'_>, view: &View, is_own: bool) -> io::Result<()> {
        let shown: Vec<_> = self.result.links.iter().filter(|link| view.shows(link)).collect();
        if !is_own && !shown.is_empty() {
            page.line(format_args!("  {} {}", Mark::Strong.paint("worktree"), view.path(&self.result.path)))?;
        }
        shown.into_iter().try_for_each(|link| write_link(link, page, view))?;
        if self.lacking.is_empty() {
            return Ok(());
        }
        let names = self.lacking.iter().take(MOST_NAMES).map(|name| format!("`{}`", escape(name))).collect::<Vec<_>>();
        let more = self.lacking.len().saturating_sub(MOST_NAMES);
        let names = names.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() };
        page.line(format_args!("           the profile lacks {names}: copy from the backup what you want to keep"))
    }
}

impl View {
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet
    }

    pub(super) fn path(&self, path: &Path) -> String {
        escape(&shortened(path, &self.home)).into_owned()
    }

    /// A path as seen from a repository, where it lies in it.
    pub(super) fn path_in(&self, repo: &Path, path: &Path) -> String {
        path.strip_prefix(repo).map_or_else(|_| self.path(path), |below| escape(&below.to_string_lossy()).into_owned())
    }

    fn shows(&self, link: &LinkResult) -> bool {
        !self.quiet || !link.is_in_order()
    }
}

fn write_link(link: &LinkResult, page: &mut Page<'_>, view: &View) -> io::Result<()> {
    let (mark, word) = match link.action {
        Action::Linked => (Mark::Good, "linked  "),
        Action::Relinked => (Mark::Good, "relinked"),
        Action::Kept => (Mark::Quiet, "kept    "),
        Action::Removed => (Mark::Good, "removed "),
        Action::Shadowed if link.is_decided => (Mark::Warn, "shadowed"),
        Action::Shadowed => (Mark::Bad, "shadowed"),
        Action::Blocked => (Mark::Bad, "blocked "),
        Action::Failed => (Mark::Bad, "failed  "),
    };
    let target = match link.action {
        Action::Linked | Action::Relinked | Action::Kept => format!(" -> {}", view.path(&link.target)),
        _ => String::new(),
    };
    let was = link.was.as_ref().map(|was| format!(", before -> {}", view.path(was)));
    let reason = link.reason.as_ref().map(|reason| format!(": {}", escape(reason))).or(was).unwrap_or_default();
    page.line(format_args!("  {} {}{target}{reason}", mark.paint(word), escape(&link.path)))?;
    match (link.replaced, &link.backup) {
        (Some(what), Some(backup)) => {
            page.line(format_args!("           the {what} that stood there is now {}", view.path(backup)))?
        }
        (Some(what), None) if link.action != Action::Failed => {
            page.line(format_args!("           the {what} that stands there would be moved to the backups"))?
        }
        _ => {}
    }
    match &link.hint {
        Some(hint) => page.line(format_args!("           {} {}", Mark::Hint.paint("hint:"), escape(hint))),
        None => Ok(()),
    }
}
