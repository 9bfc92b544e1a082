//! The skills that the client brings along, as it lists them.

/// A skill of the client's own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bundled {
    pub(super) name: &'static str,
    /// How many characters its description has.
    characters: usize,
    /// Where lines end in it; a line feed takes no column.
    line_feeds: &'static [usize],
    /// Whether it keeps its description whatever the limit.
    pub(super) keeps_text: bool,
    /// Whether it stays with `disableBundledSkills`.
    pub(super) stays: bool,
}

impl Bundled {
    /// How wide its description is where descriptions have so many characters at most, an ellipsis included.
    pub(super) fn width(&self, longest: usize) -> usize {
        let characters = self.characters.min(longest);
        let kept = if self.characters > longest { characters.saturating_sub(1) } else { characters };
        characters - self.line_feeds.iter().filter(|at| **at < kept).count()
    }
}

const fn kept(name: &'static str, characters: usize) -> Bundled {
    Bundled { name, characters, line_feeds: &[], keeps_text: true, stays: false }
}

const fn cut(name: &'static str, characters: usize) -> Bundled {
    Bundled { name, characters, line_feeds: &[], keeps_text: false, stays: false }
}

/// All of them, in the order of the list, where they stand behind the user's and the project's. Measured where nobody signs in;
/// an account may bring more.
pub(super) const BUNDLED: [Bundled; 13] = [
    kept("dataviz", 1436),
    kept("update-config", 690),
    kept("keybindings-help", 228),
    kept("code-review", 835),
    kept("simplify", 176),
    kept("fewer-permission-prompts", 163),
    kept("loop", 336),
    Bundled { line_feeds: &[150, 802], ..kept("claude-api", 1157) },
    kept("workflow-authoring", 230),
    kept("run", 361),
    Bundled { stays: true, ..kept("plugin-authoring", 255) },
    cut("init", 59),
    cut("security-review", 71),
];
