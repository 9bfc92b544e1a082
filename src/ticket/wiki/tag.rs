//! `{name}` and `{name:parameters}`.

/// What stands in a pair of braces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag<'t> {
    pub(super) name: &'t str,
    parameters: &'t str,
    /// Bytes from brace to brace.
    pub(super) length: usize,
}

impl<'t> Tag<'t> {
    /// Reads the tag at the start of `text`; it ends on its line and holds no other.
    pub(super) fn parse(text: &'t str) -> Option<Self> {
        let inside =
            text.strip_prefix('{').filter(|inside| inside.starts_with(|first: char| first.is_ascii_alphabetic()))?;
        let end = inside.find(['{', '}', '\n']).filter(|end| inside[*end..].starts_with('}'))?;
        let (name, parameters) = inside[..end].split_once(':').unwrap_or((&inside[..end], ""));
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_name.then_some(Self { name, parameters, length: end + 2 })
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The title among the parameters; empty where there is none.
    pub(super) fn title(&self) -> &'t str {
        let title = |parameter: &'t str| parameter.trim().strip_prefix("title=");
        self.parameters.split('|').find_map(title).unwrap_or_default().trim_matches('"')
    }

    /// The language of a code block: the parameter without a name, as Jira reads it, or `lang=`, as many write it. Empty
    /// where there is none.
    pub(super) fn language(&self) -> &'t str {
        let language = |parameter: &'t str| match parameter.split_once('=') {
            Some((name, language)) => matches!(name, "lang" | "language").then_some(language),
            None => Some(parameter),
        };
        self.parameters.split('|').map(str::trim).find_map(language).unwrap_or_default()
    }

    /// Whether quotation marks among the parameters tell that this is code, as in `{title: "Apples"}`.
    pub(super) fn is_quoted(&self) -> bool {
        self.parameters.contains(['"', '\''])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_told_apart() {
        let tag = Tag::parse("{code:title=A b.java|borderStyle=solid|java} x").unwrap();
        assert_eq!((tag.name, tag.title(), tag.language(), tag.length), ("code", "A b.java", "java", 44));
        let tag = Tag::parse("{code:title=\"a b\"|lang=sql}").unwrap();
        assert_eq!((tag.title(), tag.language()), ("a b", "sql"));
        let tag = Tag::parse("{color}").unwrap();
        assert_eq!((tag.name, tag.title(), tag.language(), tag.length), ("color", "", "", 7));
    }

    #[test]
    fn anything_else_is_no_tag() {
        for text in ["", "{", "{}", "{ code}", "{*}", "{code", "{code:a\n}", "{co{de}", "code}", "{1}", "{a b}", "{:a}"]
        {
            assert_eq!(Tag::parse(text), None, "{text:?}");
        }
    }
}
