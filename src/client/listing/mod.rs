//! The list of skills that the client shows the model, and what it cuts to keep it short (pure).
//!
//! The list may take a share of the context window. Where it would take more, the client's own skills keep their descriptions,
//! and of the others, in the order of the list, each keeps its description that still fits; the rest are listed by name alone.
//! Skills that were used lately come first in a home directory that remembers them; here none was.

mod bundled;
mod collate;
mod weight;

use std::collections::BTreeSet;

use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

pub use weight::{Weight, estimated_tokens};

use super::front_matter::FrontMatter;
use super::settings::ListingSettings;
use super::shown::{self, LONGEST_SHOWN};
use bundled::{BUNDLED, Bundled};

/// The share of the window where no setting says another.
const FRACTION: f64 = 0.01;

/// A window that models have, and how many characters the client counts for one of its tokens.
struct Window {
    models: &'static str,
    tokens: u32,
    characters_per_token: u32,
}

const WINDOWS: [Window; 3] = [
    Window { models: "4.6 and older", tokens: 200_000, characters_per_token: 4 },
    Window { models: "newer, with CLAUDE_CODE_DISABLE_1M_CONTEXT", tokens: 200_000, characters_per_token: 3 },
    Window { models: "newer", tokens: 1_000_000, characters_per_token: 3 },
];

/// A skill that is loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its folder's name.
    pub name: String,
    /// The name that it gives itself, where that is another.
    pub title: Option<String>,
    /// Its description in full, on one line, as the client writes it; none where the model is not told of it.
    pub description: Option<String>,
}

impl Listed {
    /// A skill by its folder's name, its front matter, and its description as the list shows it.
    pub(super) fn of(name: &str, front: &FrontMatter, shown: Option<&str>) -> Self {
        let title = front.field("name").and_then(|field| field.node.value.plain()).map(|title| title.trim().to_owned());
        let title = title.filter(|title| title != name && is_title(title));
        // Settings may allow more than is shown without any.
        let is_cut = |shown: &str| shown.encode_utf16().count() == LONGEST_SHOWN && shown.ends_with('…');
        let description = shown.map(|shown| match is_cut(shown) {
            true => whole_line(&shown::description(front)),
            false => shown.to_owned(),
        });
        Self { name: name.to_owned(), title, description }
    }
}

/// Whether the client shows a name beside that of the folder.
fn is_title(title: &str) -> bool {
    !title.is_empty() && title.chars().all(|character| character.is_alphanumeric() || "-_.:".contains(character))
}

/// A long description on one line, as far as words and blanks go.
fn whole_line(description: &str) -> String {
    let lines = description.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ").replace('<', "&lt;").replace('>', "&gt;")
}

/// How the list fits one window.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Budget {
    /// The window in tokens.
    pub window: u32,
    /// The models that have it.
    pub models: &'static str,
    /// What the list may take, in characters as wide as one column.
    pub limit_chars: i64,
    /// What the client's own skills take of it.
    pub bundled_chars: usize,
    /// What the whole list would take uncut, the client's own skills included: over the limit, descriptions go.
    pub used_chars: usize,
    /// What the list takes as it is cut.
    pub listed_chars: usize,
    /// Whether the list is cut.
    pub over: bool,
    /// The skills that are listed by name alone, because of the limit or of `skillOverrides`.
    pub names_only: Vec<String>,
    /// What helps, where the list is cut.
    pub hint: Option<String>,
}

/// How the list of the user's and the project's skills fits each window.
pub fn budgets(user: &[Listed], project: &[Listed], settings: &ListingSettings) -> Vec<Budget> {
    let own = entries(user, project, settings);
    WINDOWS.iter().map(|window| budget(window, &own, settings)).collect()
}

/// One line of the list.
struct Entry {
    /// None where it is the client's own.
    name: Option<String>,
    full: usize,
    bare: usize,
    keeps_text: bool,
    bundled: bool,
}

/// The list uncut: the user's skills, the project's, the client's own; of one name the first.
fn entries(user: &[Listed], project: &[Listed], settings: &ListingSettings) -> Vec<Entry> {
    let mut taken = BTreeSet::new();
    let mut titles: BTreeSet<_> = user.iter().chain(project).map(|skill| skill.name.as_str()).collect();
    titles.extend(BUNDLED.iter().map(|skill| skill.name));
    let mut entries = Vec::new();
    for skills in [user, project] {
        let mut skills: Vec<_> = skills.iter().collect();
        skills.sort_by(|left, right| collate::compare(&left.name, &right.name));
        for skill in skills {
            // A name that is taken already is not shown; a skill that is not told of takes one too.
            let title = skill.title.as_deref().filter(|title| titles.insert(title));
            let description = skill.description.as_deref().filter(|_| taken.insert(skill.name.clone()));
            entries.extend(description.and_then(|description| own_entry(&skill.name, title, description, settings)));
        }
    }
    let without = settings.without_bundled == Some(true);
    let bundled = BUNDLED.iter().filter(|skill| !taken.contains(skill.name) && (skill.stays || !without));
    entries.extend(bundled.filter_map(|skill| bundled_entry(skill, settings)));
    entries
}

fn own_entry(skill: &str, title: Option<&str>, description: &str, settings: &ListingSettings) -> Option<Entry> {
    let name = format!("- {skill}").width();
    let bare = name + title.map_or(0, |title| format!(" ({title})").width());
    let description = capped(description, longest(settings));
    // Half of a pair, which a cut may leave, takes no column.
    let halves = usize::from(description.ends_with("\u{fffd}…"));
    let full = bare + ": ".len() + description.width() - halves;
    let (full, keeps_text) = overridden(skill, settings, (full, false), name)?;
    let bare = bare.min(full);
    Some(Entry { name: Some(skill.to_owned()), full, bare, keeps_text, bundled: false })
}

fn bundled_entry(skill: &Bundled, settings: &ListingSettings) -> Option<Entry> {
    let bare = "- ".len() + skill.name.len();
    let full = bare + ": ".len() + skill.width(longest(settings));
    let (full, keeps_text) = overridden(skill.name, settings, (full, skill.keeps_text), bare)?;
    Some(Entry { name: None, full, bare, keeps_text, bundled: true })
}

/// The width of an entry and whether it keeps it, after `skillOverrides`; none where that takes it off the list.
fn overridden(name: &str, settings: &ListingSettings, as_is: (usize, bool), bare: usize) -> Option<(usize, bool)> {
    match settings.overrides.get(name).map(String::as_str) {
        Some("off" | "user-invocable-only") => None,
        Some("name-only") => Some((bare, true)),
        _ => Some(as_is),
    }
}

fn longest(settings: &ListingSettings) -> usize {
    settings.longest.unwrap_or(LONGEST_SHOWN)
}

/// A description cut to so many UTF-16 units, the last of them an ellipsis; half of a pair is shown as U+FFFD.
fn capped(description: &str, longest: usize) -> String {
    let units: Vec<u16> = description.encode_utf16().collect();
    match units.len() > longest {
        true => String::from_utf16_lossy(&units[..longest.saturating_sub(1)]) + "…",
        false => description.to_owned(),
    }
}

fn budget(window: &Window, entries: &[Entry], settings: &ListingSettings) -> Budget {
    let characters = f64::from(window.tokens * window.characters_per_token);
    let limit = settings.characters.unwrap_or_else(|| characters * settings.fraction.unwrap_or(FRACTION));
    let used = joined(entries.iter().map(|entry| entry.full));
    let over = used as f64 > limit;
    let widths = if over { cut(entries, limit) } else { entries.iter().map(|entry| entry.full).collect() };
    let is_bare = |(entry, width): (&Entry, &usize)| entry.name.clone().filter(|_| *width == entry.bare);
    Budget {
        window: window.tokens,
        models: window.models,
        limit_chars: limit.round() as i64,
        bundled_chars: joined(entries.iter().filter(|entry| entry.bundled).map(|entry| entry.full)),
        used_chars: used,
        listed_chars: joined(widths.iter().copied()),
        over,
        names_only: entries.iter().zip(&widths).filter_map(is_bare).collect(),
        hint: over.then(|| hint(used, characters, settings)),
    }
}

/// The width of each entry where the list is too long: every name stays, and descriptions come back as long as they fit.
fn cut(entries: &[Entry], limit: f64) -> Vec<usize> {
    let mut widths: Vec<_> =
        entries.iter().map(|entry| if entry.keeps_text { entry.full } else { entry.bare }).collect();
    let mut left = limit - joined(widths.iter().copied()) as f64;
    for (entry, width) in entries.iter().zip(&mut widths) {
        let more = (entry.full - *width) as f64;
        if more > 0.0 && more <= left {
            left -= more;
            *width = entry.full;
        }
    }
    widths
}

/// The length of lines that are joined by line feeds.
fn joined(widths: impl Iterator<Item = usize>) -> usize {
    widths.map(|width| width + 1).sum::<usize>().saturating_sub(1)
}

/// The setting that makes room for a list of this length.
fn hint(used: usize, characters: f64, settings: &ListingSettings) -> String {
    let more = match settings.characters {
        Some(_) => format!("set `SLASH_COMMAND_TOOL_CHAR_BUDGET` to {used}"),
        None => {
            let fraction = (used as f64 / characters * 1000.0).ceil() / 1000.0;
            format!("set `\"skillListingBudgetFraction\": {fraction}` in `.claude/settings.json`")
        }
    };
    let bundled = if settings.without_bundled == Some(true) { "" } else { ", `\"disableBundledSkills\": true`" };
    format!("{more}, shorten descriptions, or make room with `skillOverrides`{bundled}")
}

#[cfg(test)]
mod measured;
