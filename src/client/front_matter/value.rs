//! The values of front matter, each with its place.

/// A place in a file; both count from 1, a column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A value and where it begins.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What it is.
    pub value: Value,
    /// Where it begins.
    pub place: Place,
}

/// A value as the client understands it, which reads YAML 1.2: `yes` and a date are text.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys with values, in their order.
    Map(Vec<Field>),
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The key as text.
    pub key: String,
    /// Where the key begins.
    pub place: Place,
    /// Its value.
    pub node: Node,
}

impl Node {
    /// Moves the value and all in it down by some lines.
    pub(super) fn move_down(&mut self, lines: usize) {
        self.place.line += lines;
        match &mut self.value {
            Value::List(items) => items.iter_mut().for_each(|item| item.move_down(lines)),
            Value::Map(fields) => fields.iter_mut().for_each(|field| {
                field.place.line += lines;
                field.node.move_down(lines);
            }),
            _ => {}
        }
    }
}

impl Value {
    /// A word for the kind of value.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "empty",
            Self::Bool(_) => "a yes or no",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }

    /// A plain value as text, as JavaScript spells it; none for nothing, a list or a map.
    pub fn plain(&self) -> Option<String> {
        match self {
            Self::Bool(value) => Some(value.to_string()),
            Self::Number(value) => Some(number_text(*value)),
            Self::Text(text) => Some(text.clone()),
            Self::Null | Self::List(_) | Self::Map(_) => None,
        }
    }

    /// Whether the client takes it for a yes: `true`, `1`, `yes` or `on` in any case, also in quotes and with blanks around.
    pub fn is_yes(&self) -> bool {
        let text = self.plain().unwrap_or_default();
        ["true", "1", "yes", "on"].contains(&text.trim().to_lowercase().as_str())
    }
}

/// The text of a plain scalar as a value, by the core schema of YAML 1.2.2, chapter 10.3.2, with a sign allowed before `0x` and `0o`.
pub(super) fn resolved(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => number(text).map_or_else(|| Value::Text(text.to_owned()), Value::Number),
    }
}

fn number(text: &str) -> Option<f64> {
    // Most text is none, and may be as long as a book.
    if !text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first)) {
        return None;
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let radix = |prefix, radix| {
        let digits: &str = digits.strip_prefix(prefix)?;
        // The parser of Rust would take another sign here.
        let is_plain = digits.starts_with(|character: char| character.is_digit(radix));
        u64::from_str_radix(digits, radix).ok().filter(|_| is_plain)
    };
    match digits {
        ".inf" | ".Inf" | ".INF" => return Some(sign * f64::INFINITY),
        ".nan" | ".NaN" | ".NAN" if digits.len() == text.len() => return Some(f64::NAN),
        _ => {}
    }
    #[expect(clippy::cast_precision_loss, reason = "JavaScript has no whole numbers beyond 2^53 either")]
    let whole = radix("0x", 16).or_else(|| radix("0o", 8)).map(|whole| whole as f64);
    Some(sign * whole.or_else(|| decimal(digits))?)
}

/// Digits with at most one point, and a power of ten.
fn decimal(text: &str) -> Option<f64> {
    let (digits, power) = text.split_once(['e', 'E']).map_or((text, None), |(digits, power)| (digits, Some(power)));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_decimal = is_number(&format!("{whole}{part}"));
    let is_power = power.is_none_or(|power| is_number(power.strip_prefix(['+', '-']).unwrap_or(power)));
    if is_decimal && is_power { text.parse().ok() } else { None }
}

/// A number as JavaScript spells it: with a power of ten from 10^21 up and below 10^-6.
fn number_text(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 {
        "0".to_owned()
    } else if size.is_infinite() {
        format!("{}Infinity", if number < 0.0 { "-" } else { "" })
    } else if !(1e-6..1e21).contains(&size) {
        let text = format!("{number:e}");
        if text.contains("e-") { text } else { text.replace('e', "e+") }
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_follow_the_core_schema() {
        let spelled = |text: &str| format!("{} {}", resolved(text).kind(), resolved(text).plain().unwrap_or_default());
        for (text, expected) in [
            ("", "empty "),
            ("~", "empty "),
            ("Null", "empty "),
            ("nULL", "text nULL"),
            ("TRUE", "a yes or no true"),
            ("tRUE", "text tRUE"),
            ("yes", "text yes"),
            ("2026-02-09", "text 2026-02-09"),
            ("12:30", "text 12:30"),
            ("+42", "a number 42"),
            ("017", "a number 17"),
            ("1.50", "a number 1.5"),
            ("-.5", "a number -0.5"),
            ("5.", "a number 5"),
            ("1e3", "a number 1000"),
            ("1e", "text 1e"),
            (".", "text ."),
            ("-0x1F", "a number -31"),
            ("0x-1", "text 0x-1"),
            ("0o17", "a number 15"),
            ("0o8", "text 0o8"),
            ("1_000", "text 1_000"),
            ("1.2.3", "text 1.2.3"),
            ("-.Inf", "a number -Infinity"),
            (".nan", "a number NaN"),
            ("-0", "a number 0"),
            ("1e21", "a number 1e+21"),
            ("0.0000001", "a number 1e-7"),
        ] {
            assert_eq!(spelled(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_yes_has_many_spellings() {
        let yes = ["true", "True", "yes", "ON", "1", "1.0", "0x1", " true "].map(|text| resolved(text).is_yes());
        assert_eq!(yes, [true; 8]);
        let no = ["false", "y", "2", "enabled", "", "true # really"].map(|text| resolved(text).is_yes());
        assert_eq!(no, [false; 6]);
    }
}
