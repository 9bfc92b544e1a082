//! What fills the context window: the list of skills, and the files that sessions read.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::client::listing::{Budget, Listed, Weight, budgets};
use crate::client::settings::{ListingSettings, Verdict};
use crate::client::{self, Finding, Found, Severity, Shown, SkillVerdict};
use crate::output::{Mark, Page, Table, escape};
use crate::system::disk::{self, Standing, Target};
use crate::system::git;

/// How many names a finding tells.
const MOST_NAMES: usize = 5;

/// What fills the context window of one project.
#[derive(Debug, Default, Serialize)]
pub(super) struct BudgetReport {
    /// How the list of skills fits each window.
    pub(super) budget: Vec<Budget>,
    /// What files weigh, the heaviest first.
    weights: Vec<Weight>,
    /// Commands whose output comes into the window; how long that is, nobody knows before.
    session_start: Vec<SessionStart>,
    /// What is to be told of the files.
    #[serde(skip)]
    problems: Vec<Finding>,
}

/// A command that runs when a session starts.
#[derive(Debug, Serialize)]
struct SessionStart {
    settings: String,
    command: String,
}

/// What a project's budget is made of.
pub(super) struct Sources<'s> {
    /// The user's skills.
    pub(super) user: &'s [(PathBuf, SkillVerdict)],
    /// The project's.
    pub(super) found: &'s Found,
    /// All settings that count, the weakest first.
    pub(super) settings: &'s [&'s Verdict],
    /// Files that sessions read whole, as far as they are there.
    pub(super) memory: &'s [PathBuf],
}

/// The files of a repository that sessions read whole.
pub(super) fn memory_of(repository: &Path) -> Vec<PathBuf> {
    ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"].iter().map(|name| repository.join(name)).collect()
}

/// Weighs everything that can be read, and tells of what cannot.
pub(super) fn observe(sources: &Sources<'_>, listing: &ListingSettings, shown: &Shown<'_>) -> BudgetReport {
    let budget = budgets(&listed(sources.user), &listed(&sources.found.skills), listing);
    let files = sources.settings.iter();
    let commands = files.flat_map(|file| file.session_start.iter().map(|command| (file.path.clone(), command.clone())));
    let session_start = commands.map(|(settings, command)| SessionStart { settings, command }).collect();
    let mut report = BudgetReport { budget, session_start, ..BudgetReport::default() };
    weigh_all(sources, &mut report, shown);
    report
        .weights
        .sort_by(|left, right| (right.bytes, left.kind, &left.name).cmp(&(left.bytes, right.kind, &right.name)));
    report
}

/// What each file weighs.
fn weigh_all(sources: &Sources<'_>, report: &mut BudgetReport, shown: &Shown<'_>) {
    for (file, skill) in sources.found.skills.iter().filter(|(_, skill)| skill.model_sees || skill.slash) {
        let (bytes, links) = file.parent().map(disk::weigh_below).unwrap_or_default();
        report.weights.extend(weigh("skill", &skill.name, file).map(|weight| weight.with_folder(bytes)));
        report.problems.extend(links.iter().filter_map(|link| leading_out(file, link, shown)));
    }
    for (file, agent) in sources.found.agents.iter().filter(|(_, agent)| agent.loads.is_loaded()) {
        report.weights.extend(weigh("agent", &agent.file, file));
    }
    for file in sources.memory {
        report.problems.extend(unread(file, shown));
        let Ok(imports) = imports(file) else { continue };
        report.weights.extend(weigh("memory", &shown(file), file));
        report.weights.extend(imports.iter().filter_map(|import| weigh("import", &shown(import), import)));
    }
}

/// The skills that are loaded.
fn listed(skills: &[(PathBuf, SkillVerdict)]) -> Vec<Listed> {
    let loaded = skills.iter().filter(|(_, skill)| skill.loads.is_loaded());
    loaded.filter_map(|(_, skill)| skill.listed.clone()).collect()
}

/// What a file weighs; none where it went away meanwhile.
fn weigh(kind: &'static str, name: &str, file: &Path) -> Option<Weight> {
    Some(Weight::new(kind, name, file.to_owned(), disk::size(file).ok()?))
}

/// A link to a folder that leads out of a skill and out of the repository that it lies in: what is there does not come with the skill.
fn leading_out(file: &Path, link: &Path, shown: &Shown<'_>) -> Option<Finding> {
    let folder = disk::real_path(file.parent()?).ok()?;
    let target = disk::real_path(link).ok()?;
    let root = git::open(&folder).ok().flatten().and_then(|repository| disk::real_path(repository.root()).ok());
    let is_inside = target.starts_with(root.as_ref().unwrap_or(&folder));
    let message = format!("it is a link to the folder `{}`, which does not come with the skill", shown(&target));
    let hint = "move into the skill what it needs of it";
    (!is_inside).then(|| warning("link_leads_out", shown(link), message, hint))
}

/// Why a file that sessions read whole cannot be read; none where it can, or is not there.
pub(super) fn unread(file: &Path, shown: &Shown<'_>) -> Option<Finding> {
    let path = shown(file);
    match (disk::look(file), disk::follow(file)) {
        // What cannot be looked at lies in a folder that is told of.
        (Ok(Standing::Missing) | Err(_), _) => None,
        (_, Ok(Target::Missing | Target::Loop)) => Some(client::broken_link(&path)),
        (_, Ok(Target::Directory)) => {
            let message = "it is a folder, and the client looks for a file here".to_owned();
            Some(warning("memory_not_a_file", path, message, "make it a file, or take it away"))
        }
        (_, Ok(Target::File) | Err(_)) => disk::read_bytes(file).err().map(|error| client::unreadable(&path, &error)),
    }
}

fn warning(code: &'static str, path: String, message: String, hint: &str) -> Finding {
    let hint = Some(hint.to_owned());
    Finding { code, severity: Severity::Warning, path, line: None, column: None, message, hint }
}

/// The files that a file names as `@path` outside of code, which come along; one step, and as far as they are there.
fn imports(file: &Path) -> io::Result<Vec<PathBuf>> {
    let bytes = disk::read_bytes(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut in_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        let words = line.split_whitespace().filter(|_| !in_code).filter_map(|word| word.strip_prefix('@'));
        found.extend(words.map(|word| folder.join(word)).filter(|file| disk::is_regular(file)));
    }
    found.sort();
    found.dedup();
    Ok(found)
}

impl BudgetReport {
    /// Findings about the files, and about windows in which descriptions are lost: worth a warning in the widest, a note in the one of older models. The
    /// window that a variable cuts short is told of on request alone.
    pub(super) fn problems(&self, path: &str) -> Vec<Finding> {
        let mut problems = self.problems.clone();
        problems.extend(self.lost(path));
        problems
    }

    fn lost(&self, path: &str) -> Option<Finding> {
        let [older, _, widest] = self.budget.as_slice() else { return None };
        let lost = |(budget, severity): (&Budget, Severity)| {
            let is_lost = budget.over && !budget.names_only.is_empty();
            is_lost.then(|| finding(budget, severity, path))
        };
        [(widest, Severity::Warning), (older, Severity::Info)].into_iter().find_map(lost)
    }

    /// Writes it for people, with bars where there is room.
    pub(super) fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        for budget in &self.budget {
            write_budget(page, budget)?;
        }
        self.write_weights(page)?;
        for SessionStart { settings, command } in &self.session_start {
            let note = Mark::Quiet.paint("what it prints comes on top, and is not known");
            page.line(format_args!("  {} `{}` at the start of a session: {note}", escape(settings), escape(command)))?;
        }
        Ok(())
    }

    fn write_weights(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Some(heaviest) = self.weights.first().map(|weight| weight.bytes) else { return Ok(()) };
        let room = bar_room(page.width());
        let headings = ["  FILE", "NAME", "BYTES", "FOLDER", "TOKENS (ESTIMATED)", ""];
        let columns = if room == 0 { 5 } else { 6 };
        let mut table = Table::new(&headings[..columns]);
        for weight in &self.weights {
            let folder = weight.folder_bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
            let bar = bar(weight.bytes, heaviest, room);
            let cells = [
                format!("  {}", weight.kind),
                weight.name.clone(),
                weight.bytes.to_string(),
                folder,
                weight.estimated_tokens.to_string(),
                bar,
            ];
            table.row(&cells[..columns]);
        }
        table.write(page)
    }
}

/// The first of some names, and how many more there are.
pub(super) fn first_of(names: &[impl AsRef<str>]) -> String {
    let first: Vec<_> = names.iter().take(MOST_NAMES).map(|name| format!("`{}`", name.as_ref())).collect();
    let more = match names.len() - first.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    first.join(", ") + &more
}

fn finding(budget: &Budget, severity: Severity, path: &str) -> Finding {
    let message = format!(
        "the list of skills takes {} of {} characters in a window of {} tokens (models {}): by name alone stand {}",
        budget.used_chars,
        budget.limit_chars,
        budget.window,
        budget.models,
        first_of(&budget.names_only)
    );
    let (path, hint) = (path.to_owned(), budget.hint.clone());
    Finding { code: "listing_over_budget", severity, path, line: None, column: None, message, hint }
}

fn write_budget(page: &mut Page<'_>, budget: &Budget) -> io::Result<()> {
    let Budget { window, models, used_chars, limit_chars, bundled_chars, .. } = budget;
    page.line(format_args!("  window of {window} tokens (models {models})"))?;
    let room = bar_room(page.width());
    if room > 0 {
        let most = u64::try_from(*limit_chars).unwrap_or(0).max(*used_chars as u64);
        page.line(format!("    {}", bar(*used_chars as u64, most, room)).trim_end())?;
    }
    let state = if budget.over { Mark::Warn.paint("over") } else { Mark::Good.paint("fits") };
    page.line(format_args!(
        "    {state}: the list of skills takes {used_chars} of {limit_chars} characters, {bundled_chars} of them the client's own"
    ))?;
    if !budget.names_only.is_empty() {
        page.line(format_args!("    by name alone: {}", escape(&budget.names_only.join(", "))))?;
    }
    match &budget.hint {
        Some(hint) if !budget.names_only.is_empty() => {
            page.line(format_args!("    {} {}", Mark::Hint.paint("hint:"), escape(hint)))
        }
        _ => Ok(()),
    }
}

/// How many columns a bar may take: none where the page is narrow.
fn bar_room(width: Option<u16>) -> usize {
    match width {
        Some(width) if width < 60 => 0,
        Some(width) => usize::from(width - 52).min(40),
        None => 24,
    }
}

/// A bar of block characters, to an eighth of a column.
fn bar(value: u64, most: u64, room: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (value * room as u64 * 8).checked_div(most).unwrap_or(0).max(u64::from(value > 0 && room > 0));
    let whole = usize::try_from(eighths / 8).unwrap_or(room).min(room);
    format!("{}{}", "█".repeat(whole), EIGHTHS[(eighths % 8) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        assert_eq!(
            [0, 1, 50, 99, 100].map(|value| bar(value, 100, 10)),
            ["", "▏", "█████", "█████████▉", "██████████"]
        );
        assert_eq!((bar(5, 0, 10), bar(5, 10, 0)), ("▏".to_owned(), String::new()));
    }

    #[test]
    fn a_narrow_page_has_no_room_for_bars() {
        assert_eq!([Some(40), Some(60), Some(200), None].map(bar_room), [0, 8, 40, 24]);
    }
}
