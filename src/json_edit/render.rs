//! Values as text, in the style of the text around them.

use serde_json::Value;

/// How a text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style<'t> {
    /// Between lines.
    pub(super) newline: &'t str,
    /// One step of indentation.
    pub(super) step: &'t str,
    /// After a colon, and after a comma on the same line.
    pub(super) gap: &'t str,
}

impl<'t> Style<'t> {
    /// The style of a text: its first line end and its first indentation.
    pub(super) fn of(text: &'t str) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let indentations = text.lines().map(|line| &line[..line.len() - line.trim_start().len()]);
        let step = indentations.into_iter().find(|indentation| !indentation.is_empty()).unwrap_or("  ");
        Self { newline, step, gap: " " }
    }

    /// A property; its value goes over several lines where `indentation` tells that of its own line.
    pub(super) fn property(self, name: &str, value: &Value, indentation: Option<&str>) -> String {
        format!("{}:{}{}", Value::from(name), self.gap, self.value(value, indentation))
    }

    /// A value; an object goes over several lines where `indentation` tells that of the line it begins on.
    pub(super) fn value(self, value: &Value, indentation: Option<&str>) -> String {
        let comma = format!(",{}", self.gap);
        match (value, indentation) {
            (Value::Object(object), _) if object.is_empty() => "{}".to_owned(),
            (Value::Object(object), Some(indentation)) => {
                let inner = format!("{indentation}{}", self.step);
                let property = |(name, value): (&String, &Value)| self.property(name, value, Some(&inner));
                self.block(object.iter().map(property), indentation)
            }
            (Value::Object(object), None) => {
                let properties = object.iter().map(|(name, value)| self.property(name, value, None));
                format!("{{{}}}", properties.collect::<Vec<_>>().join(&comma))
            }
            (Value::Array(values), _) => {
                let values = values.iter().map(|value| self.value(value, None));
                format!("[{}]", values.collect::<Vec<_>>().join(&comma))
            }
            (value, _) => value.to_string(),
        }
    }

    /// An object with each property on a line of its own.
    pub(super) fn block(self, properties: impl Iterator<Item = String>, indentation: &str) -> String {
        let Self { newline, step, .. } = self;
        let between = format!(",{newline}{indentation}{step}");
        let inside = properties.collect::<Vec<_>>().join(&between);
        format!("{{{newline}{indentation}{step}{inside}{newline}{indentation}}}")
    }
}
