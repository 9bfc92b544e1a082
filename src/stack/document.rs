//! A TOML or JSON manifest as one tree that is asked by path; what does not parse is an empty tree and a note.

use serde_json::{Map, Value};

/// What a path of a manifest is expected to hold where it is there at all.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    Map,
    List,
    Text,
}

impl Shape {
    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Map => value.is_object(),
            Self::List => value.is_array(),
            Self::Text => value.is_string(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::List => "list",
            Self::Text => "string",
        }
    }
}

/// A parsed manifest. Paths are keys joined by `.`; a value of another type than the one asked for counts as absent.
pub(super) struct Document(Map<String, Value>);

impl Document {
    /// Parses JSON; the notes say what does not parse and which of `shapes` do not fit.
    pub(super) fn parse_json(file: &str, text: &str, shapes: &[(&str, Shape)]) -> (Self, Vec<String>) {
        let parsed = serde_json::from_str(text).map_err(|error| error.to_string()).and_then(|root| match root {
            Value::Object(map) => Ok(map),
            _ => Err("not a map".to_owned()),
        });
        Self::checked(file, parsed, shapes)
    }

    /// Parses TOML; the notes say what does not parse and which of `shapes` do not fit.
    pub(super) fn parse_toml(file: &str, text: &str, shapes: &[(&str, Shape)]) -> (Self, Vec<String>) {
        let parsed = toml::from_str(text).map_err(|error| {
            let message = error.message().lines().collect::<Vec<_>>().join(", ");
            match error.span().and_then(|span| text.get(..span.start)) {
                Some(before) => format!("{message} at line {}", before.matches('\n').count() + 1),
                None => message,
            }
        });
        Self::checked(file, parsed, shapes)
    }

    fn checked(
        file: &str,
        parsed: Result<Map<String, Value>, String>,
        shapes: &[(&str, Shape)],
    ) -> (Self, Vec<String>) {
        match parsed {
            Err(reason) => (Self(Map::new()), vec![format!("`{file}` does not parse: {reason}")]),
            Ok(root) => {
                let document = Self(root);
                let odd = shapes.iter().filter(|(path, shape)| {
                    document.value(path).is_some_and(|value| !value.is_null() && !shape.fits(value))
                });
                let notes = odd.map(|(path, shape)| format!("`{file}`: `{path}` is not a {}", shape.name())).collect();
                (document, notes)
            }
        }
    }

    fn value(&self, path: &str) -> Option<&Value> {
        let mut keys = path.split('.');
        let first = self.0.get(keys.next()?)?;
        keys.try_fold(first, |value, key| value.get(key))
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.value(path).is_some()
    }

    pub(super) fn map(&self, path: &str) -> Option<&Map<String, Value>> {
        self.value(path)?.as_object()
    }

    /// The keys of a map; none where it is absent.
    pub(super) fn keys(&self, path: &str) -> impl Iterator<Item = &str> {
        self.map(path).into_iter().flat_map(|map| map.keys().map(String::as_str))
    }

    /// The strings of a list; none where it is absent.
    pub(super) fn strings(&self, path: &str) -> impl Iterator<Item = &str> {
        self.value(path).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.value(path)?.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_the_line_of_what_does_not_parse() {
        let (document, notes) = Document::parse_toml("Cargo.toml", "[package]\r\nname = \r\n", &[]);
        assert!(!document.has("package"));
        assert_eq!(notes.len(), 1);
        assert!(notes[0].starts_with("`Cargo.toml` does not parse: "), "{notes:?}");
        assert!(notes[0].ends_with(" at line 2"), "{notes:?}");

        let (_, notes) = Document::parse_json("package.json", "{\"a\": 1,}", &[]);
        assert_eq!(notes, ["`package.json` does not parse: trailing comma at line 1 column 9"]);
        let (_, notes) = Document::parse_json("package.json", "\"text\"", &[]);
        assert_eq!(notes, ["`package.json` does not parse: not a map"]);
    }

    #[test]
    fn notes_odd_types_and_goes_on() {
        let shapes =
            [("a.b", Shape::List), ("c", Shape::Text), ("d", Shape::Map), ("e", Shape::Map), ("f.g", Shape::Map)];
        let (document, notes) = Document::parse_json("x.json", r#"{"a":{"b":7},"c":[],"d":null,"f":"g"}"#, &shapes);
        assert_eq!(notes, ["`x.json`: `a.b` is not a list", "`x.json`: `c` is not a string"]);
        assert_eq!(document.strings("a.b").count(), 0);
        assert_eq!(document.keys("f.g").count(), 0);
    }
}
