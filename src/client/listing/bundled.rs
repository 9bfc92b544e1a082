//! The skills that the client brings along, as it lists them.

/// A skill of the client's own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bundled {
    pub(super) name: &'static str,
    /// How wide its description is.
    pub(super) width: usize,
    /// Whether it keeps its description whatever the limit.
    pub(super) keeps_text: bool,
    /// Whether it stays with `disableBundledSkills`.
    pub(super) stays: bool,
}

const fn kept(name: &'static str, width: usize) -> Bundled {
    Bundled { name, width, keeps_text: true, stays: false }
}

const fn cut(name: &'static str, width: usize) -> Bundled {
    Bundled { name, width, keeps_text: false, stays: false }
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
    kept("claude-api", 1155),
    kept("workflow-authoring", 230),
    kept("run", 361),
    Bundled { name: "plugin-authoring", width: 255, keeps_text: true, stays: true },
    cut("init", 59),
    cut("security-review", 71),
];
