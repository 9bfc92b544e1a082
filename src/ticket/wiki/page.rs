//! Plain text as it is put together: what stands between two pieces is decided when the second one comes.

/// What at least stands between the piece before and the one after; the later ones are the stronger.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::ticket) enum Gap {
    /// Nothing: both make one word.
    #[default]
    None,
    /// White space.
    Word,
    /// A bar, as between the cells of a row.
    Cell,
    /// The end of a line.
    Line,
    /// A blank line.
    Paragraph,
}

/// Text so far, and what is to stand before the next words.
#[derive(Debug, Default)]
pub(in crate::ticket) struct Page {
    text: String,
    gap: Gap,
    in_item: bool,
}

impl Page {
    /// Asks for a gap; two gaps with no words between them make one.
    pub(in crate::ticket) fn part(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    /// Begins an item of a list on a line of its own; its bullet is written with its first words.
    pub(in crate::ticket) fn begin_item(&mut self) {
        self.part(Gap::Line);
        self.in_item = true;
    }

    /// Ends an item: one without words leaves no bullet.
    pub(in crate::ticket) fn end_item(&mut self) {
        self.part(Gap::Line);
        self.in_item = false;
    }

    /// Adds words; blank ones do not end a gap, and a line begins with no white space.
    pub(in crate::ticket) fn push(&mut self, words: &str) {
        if words.is_empty() || (self.gap > Gap::None && words.trim().is_empty()) {
            return;
        }
        let gap = std::mem::take(&mut self.gap);
        if gap >= Gap::Cell {
            self.text.truncate(self.text.trim_end().len());
        }
        let words = if gap >= Gap::Cell { words.trim_start() } else { words };
        if !self.text.is_empty() {
            self.text.push_str(match gap {
                Gap::Word if self.text.ends_with(char::is_whitespace) || words.starts_with(char::is_whitespace) => "",
                Gap::None => "",
                Gap::Word => " ",
                Gap::Cell => " | ",
                Gap::Line => "\n",
                Gap::Paragraph => "\n\n",
            });
        }
        if std::mem::take(&mut self.in_item) {
            self.text.push_str("- ");
        }
        self.text.push_str(words);
    }

    /// Adds code word for word between two fences, as Markdown has them; blank code is left out.
    ///
    /// The fence is longer than any row of backticks in the code, so that none in there ends the block:
    /// <https://spec.commonmark.org/0.31.2/#fenced-code-blocks>.
    pub(in crate::ticket) fn push_code(&mut self, language: &str, code: &str) {
        let code = code.trim_end().trim_start_matches(['\r', '\n']);
        if code.is_empty() {
            return;
        }
        let fence = "`".repeat(longest_backticks(code).max(2) + 1);
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || "+#-._".contains(letter);
        self.part(Gap::Line);
        self.push(&fence);
        if language.chars().all(is_name) {
            self.text.push_str(language);
        }
        for line in code.split('\n') {
            self.text.push('\n');
            self.text.push_str(line.trim_end_matches('\r'));
        }
        self.text.push('\n');
        self.text.push_str(&fence);
        self.part(Gap::Line);
    }

    /// How long the text is by now, for [`Page::push_target`].
    pub(in crate::ticket) fn len(&self) -> usize {
        self.text.len()
    }

    /// Adds the target of a link whose words were added from `start` on, in angle brackets; not where the words say it.
    pub(in crate::ticket) fn push_target(&mut self, start: usize, target: &str) {
        let words = self.text.get(start..).unwrap_or_default().trim();
        let is_said = words.ends_with(target.trim()) || words.ends_with(address(target));
        if !is_said && !target.trim().is_empty() {
            self.part(Gap::Word);
            self.push(&format!("<{}>", address(target)));
        }
    }

    /// The text, without white space at its end.
    pub(in crate::ticket) fn finish(mut self) -> String {
        self.text.truncate(self.text.trim_end().len());
        self.text
    }
}

/// A link's target as a reader would write it.
pub(in crate::ticket) fn address(target: &str) -> &str {
    let target = target.trim();
    target.strip_prefix("mailto:").unwrap_or(target)
}

fn longest_backticks(code: &str) -> usize {
    code.split(|letter| letter != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_gap_stands() {
        let mut page = Page::default();
        page.part(Gap::Paragraph);
        page.push("one");
        page.part(Gap::Word);
        page.part(Gap::Line);
        page.push("  ");
        page.push("two ");
        page.part(Gap::Word);
        page.push("three");
        page.part(Gap::Cell);
        page.push(" four");
        page.part(Gap::Paragraph);
        page.push("five ");
        assert_eq!(page.finish(), "one\ntwo three | four\n\nfive");
    }

    #[test]
    fn an_item_without_words_leaves_no_bullet() {
        let mut page = Page::default();
        page.begin_item();
        page.end_item();
        page.push("after");
        page.begin_item();
        page.begin_item();
        page.part(Gap::Line);
        page.push("nested");
        assert_eq!(page.finish(), "after\n- nested");
    }

    #[test]
    fn a_fence_is_longer_than_those_inside() {
        let mut page = Page::default();
        page.push_code("c++", "\r\n  a````b\r\n```\r\n");
        page.push_code("a b", "x");
        page.push_code("", " \n");
        assert_eq!(page.finish(), "`````c++\n  a````b\n```\n`````\n```\nx\n```");
    }

    #[test]
    fn a_target_is_told_once() {
        for (words, target, expected) in [
            ("docs", "https://example.org", "docs <https://example.org>"),
            ("https://example.org", "https://example.org", "https://example.org"),
            ("ada@example.org", "mailto:ada@example.org", "ada@example.org"),
            ("docs", "", "docs"),
        ] {
            let mut page = Page::default();
            page.push(words);
            page.push_target(0, target);
            assert_eq!(page.finish(), expected);
        }
    }
}
