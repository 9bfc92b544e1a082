//! What fills the context window: the list of skills, and the files that sessions read.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Serialize;

use crate::client::listing::{Budget, Listed, Weight, budgets};
use crate::client::settings::{ListingSettings, Verdict};
use crate::client::{AgentVerdict, Finding, Found, Loads, Severity, Shown, SkillVerdict};
use crate::output::{Mark, Page, Table, escape};
use crate::system::disk::{self, Target};

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

/// Weighs everything.
///
/// # Errors
/// Where a file cannot be read.
pub(super) fn observe(sources: &Sources<'_>, listing: &ListingSettings, shown: &Shown<'_>) -> Result<BudgetReport> {
    let budget = budgets(&listed(sources.user)?, &listed(&sources.found.skills)?, listing);
    let files = sources.settings.iter();
    let commands = files.flat_map(|file| file.session_start.iter().map(|command| (file.path.clone(), command.clone())));
    let session_start = commands.map(|(settings, command)| SessionStart { settings, command }).collect();
    Ok(BudgetReport { budget, weights: weights(sources, shown)?, session_start })
}

/// What each file weighs, the heaviest first.
fn weights(sources: &Sources<'_>, shown: &Shown<'_>) -> Result<Vec<Weight>> {
    let mut weights = Vec::new();
    for (file, skill) in sources.found.skills.iter().filter(|(_, skill)| skill.model_sees || skill.slash) {
        weights.push(weigh("skill", &skill.name, file)?.with_folder(folder_bytes(file)?));
    }
    let is_loaded = |agent: &AgentVerdict| matches!(agent.loads, Loads::Ok | Loads::Degraded);
    for (file, agent) in sources.found.agents.iter().filter(|(_, agent)| is_loaded(agent)) {
        weights.push(weigh("agent", &agent.file, file)?);
    }
    for file in sources.memory.iter().filter(|file| is_file(file)) {
        weights.push(weigh("memory", &shown(file), file)?);
        for import in imports(file)? {
            weights.push(weigh("import", &shown(&import), &import)?);
        }
    }
    weights.sort_by(|left, right| (right.bytes, left.kind, &left.name).cmp(&(left.bytes, right.kind, &right.name)));
    Ok(weights)
}

fn is_file(path: &Path) -> bool {
    matches!(disk::follow(path), Ok(Target::File))
}

/// The skills that are loaded.
fn listed(skills: &[(PathBuf, SkillVerdict)]) -> Result<Vec<Listed>> {
    let loaded = skills.iter().filter(|(_, skill)| matches!(skill.loads, Loads::Ok | Loads::Degraded));
    loaded.map(|(file, skill)| Ok(Listed::read(&skill.name, &read(file)?, skill.description.as_deref()))).collect()
}

fn read(file: &Path) -> Result<Vec<u8>> {
    disk::read_bytes(file).with_context(|| format!("cannot read `{}`", file.display()))
}

fn size(file: &Path) -> Result<u64> {
    disk::size(file).with_context(|| format!("cannot look at `{}`", file.display()))
}

fn weigh(kind: &'static str, name: &str, file: &Path) -> Result<Weight> {
    Ok(Weight::new(kind, name, file.to_owned(), size(file)?))
}

/// The bytes of all files of a skill's folder.
fn folder_bytes(file: &Path) -> Result<u64> {
    let Some(folder) = file.parent() else { return Ok(0) };
    let files = disk::files_below(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    files.iter().try_fold(0, |sum, file| Ok(sum + size(file)?))
}

/// The files that a file names as `@path` outside of code, which come along; one step, and as far as they are there.
fn imports(file: &Path) -> Result<Vec<PathBuf>> {
    let bytes = read(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut in_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        let words = line.split_whitespace().filter(|_| !in_code).filter_map(|word| word.strip_prefix('@'));
        let files = words.map(|word| folder.join(word)).filter(|file| is_file(file));
        found.extend(files);
    }
    found.sort();
    found.dedup();
    Ok(found)
}

impl BudgetReport {
    /// Findings about windows in which descriptions are lost: worth a warning in the widest, a note in the one of older models. The
    /// window that a variable cuts short is told of on request alone.
    pub(super) fn problems(&self, path: &str) -> Vec<Finding> {
        let [older, _, widest] = self.budget.as_slice() else { return Vec::new() };
        let lost = |(budget, severity): (&Budget, Severity)| {
            let is_lost = budget.over && !budget.names_only.is_empty();
            is_lost.then(|| finding(budget, severity, path))
        };
        [(widest, Severity::Warning), (older, Severity::Info)].into_iter().find_map(lost).into_iter().collect()
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

fn finding(budget: &Budget, severity: Severity, path: &str) -> Finding {
    let names: Vec<_> = budget.names_only.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    let more = match budget.names_only.len() - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!(
        "the list of skills takes {} of {} characters in a window of {} tokens (models {}): by name alone stand {}{more}",
        budget.used_chars,
        budget.limit_chars,
        budget.window,
        budget.models,
        names.join(", ")
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
