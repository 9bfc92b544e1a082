//! What kind of value a setting takes, and how a value fails it.

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;
use url::Url;

use super::object::last_properties;

/// The greatest whole number that JavaScript counts by ones to.
const MOST: f64 = 9_007_199_254_740_991.0;

/// What a setting takes. Nothing takes `null` but [`Kind::OrNull`].
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// Anything.
    Any,
    /// A string.
    Text,
    /// A string of letters, digits, `-` and `_`.
    Name,
    /// A string that is an absolute URL.
    Address,
    /// A string like `07:30`.
    Hour,
    /// True or false.
    Flag,
    /// A number of a range.
    Number(Range),
    /// One of some words.
    Word(&'static [&'static str]),
    /// A list.
    List(&'static Kind),
    /// An object with names of the user's choice.
    Map(&'static Kind),
    /// An object with known names; others are ignored.
    Object(&'static [Field]),
    /// An object that says by the word at `source` what else it holds.
    Source(&'static [&'static str]),
    /// Either of some kinds, told in words.
    Either(&'static [Kind], &'static str),
    /// A kind, or null.
    OrNull(&'static Kind),
}

/// The numbers that a setting takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    whole: bool,
    above: f64,
    most: f64,
}

/// Any number.
pub(super) const ANY_NUMBER: Kind = Kind::Number(Range { whole: false, above: f64::NEG_INFINITY, most: f64::INFINITY });
/// A number above zero.
pub(super) const ABOVE_ZERO: Kind = Kind::Number(Range { whole: false, above: 0.0, most: f64::INFINITY });
/// A whole number from 1.
pub(super) const COUNT: Kind = Kind::Number(Range { whole: true, above: 0.0, most: MOST });
/// A whole number from 0.
pub(super) const COUNT_OR_ZERO: Kind = Kind::Number(Range { whole: true, above: -1.0, most: MOST });
/// A number above 0, at most 1.
pub(super) const FRACTION: Kind = Kind::Number(Range { whole: false, above: 0.0, most: 1.0 });
/// A number from 0 to 1; the smallest number stands for "above or equal".
pub(super) const SHARE: Kind = Kind::Number(Range { whole: false, above: -f64::MIN_POSITIVE, most: 1.0 });
/// A list of strings.
pub(super) const TEXTS: Kind = Kind::List(&Kind::Text);

/// A known name of an object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) required: bool,
}

/// A name that may be left out.
pub(super) const fn field(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, required: false }
}

/// A name that must be there.
pub(super) const fn required(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, required: true }
}

/// How a value fails its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// The byte where it stands.
    pub(super) at: usize,
    /// Its names from the value that was asked about, such as `hooks.0`.
    pub(super) path: Vec<String>,
    /// What belongs there.
    pub(super) wanted: String,
    /// What stands there; none where it is missing.
    pub(super) found: Option<String>,
}

impl Kind {
    /// Every way in which a value fails this kind.
    pub(super) fn faults(&self, value: &Value<'_>) -> Vec<Fault> {
        match (self, value) {
            (Self::List(kind), Value::Array(array)) => {
                let elements = array.elements.iter().enumerate();
                elements.flat_map(|(index, element)| below(&index.to_string(), kind.faults(element))).collect()
            }
            (Self::Map(kind), Value::Object(object)) => {
                let properties = last_properties(object).into_iter();
                properties.flat_map(|(name, property)| below(name, kind.faults(&property.value))).collect()
            }
            (Self::Object(fields), Value::Object(object)) => faults_of_fields(fields, object),
            (Self::Source(words), Value::Object(object)) => match last_properties(object).get("source") {
                Some(source) => below("source", Self::Word(words).faults(&source.value)),
                None => vec![missing("source", Self::Word(words), object)],
            },
            (Self::OrNull(_), Value::NullKeyword(_)) => Vec::new(),
            (Self::OrNull(kind), _) => kind.faults(value),
            _ if self.fits(value) => Vec::new(),
            _ => vec![Fault { at: value.start(), path: Vec::new(), wanted: self.wanted(), found: Some(shown(value)) }],
        }
    }

    /// Whether a value that is not taken apart is of this kind.
    fn fits(&self, value: &Value<'_>) -> bool {
        let text = value.as_string_lit().map(|text| text.value.as_ref());
        match self {
            Self::Any => true,
            Self::Text => text.is_some(),
            Self::Name => text.is_some_and(|text| !text.is_empty() && text.chars().all(is_of_name)),
            Self::Address => text.is_some_and(|text| Url::parse(text).is_ok()),
            Self::Hour => text.is_some_and(is_hour),
            Self::Word(words) => text.is_some_and(|text| words.contains(&text)),
            Self::Flag => value.as_boolean_lit().is_some(),
            Self::Number(range) => value.as_number_lit().is_some_and(|number| range.holds(number.value)),
            Self::Either(kinds, _) => kinds.iter().any(|kind| kind.faults(value).is_empty()),
            Self::List(_) | Self::Map(_) | Self::Object(_) | Self::Source(_) | Self::OrNull(_) => false,
        }
    }

    /// What is wanted, in words.
    pub(super) fn wanted(&self) -> String {
        let words = match self {
            Self::Any => "anything",
            Self::Text => "a string",
            Self::Name => "a string of letters, digits, `-` and `_`",
            Self::Address => "a URL",
            Self::Hour => "a time such as `07:30`",
            Self::Flag => "true or false",
            Self::Number(range) => return range.wanted(),
            Self::Word(words) => {
                let words = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
                return if words.contains(", ") { format!("one of {words}") } else { words };
            }
            Self::List(Self::Text) => "a list of strings",
            Self::List(_) => "a list",
            Self::Map(_) | Self::Object(_) | Self::Source(_) => "an object",
            Self::Either(_, words) => words,
            Self::OrNull(kind) => return kind.wanted(),
        };
        words.to_owned()
    }

    /// The words that it may be, as far as it is a word.
    pub(super) fn words(&self) -> &'static [&'static str] {
        match self {
            Self::Word(words) => words,
            Self::OrNull(kind) => kind.words(),
            _ => &[],
        }
    }
}

impl Range {
    fn holds(&self, number: &str) -> bool {
        let number: f64 = number.parse().unwrap_or(f64::INFINITY);
        number > self.above && number <= self.most && (!self.whole || number.fract() == 0.0)
    }

    fn wanted(&self) -> String {
        let what = if self.whole { "a whole number" } else { "a number" };
        let least = match self.above {
            f64::NEG_INFINITY => String::new(),
            above if self.whole => format!(" from {}", above + 1.0),
            above if above < 0.0 => " from 0".to_owned(),
            above => format!(" above {above}"),
        };
        let most = if self.most < MOST { format!(" to {}", self.most) } else { String::new() };
        format!("{what}{least}{most}")
    }
}

fn faults_of_fields(fields: &[Field], object: &Object<'_>) -> Vec<Fault> {
    let properties = last_properties(object);
    let faults = |field: &Field| match properties.get(field.name) {
        Some(property) => below(field.name, field.kind.faults(&property.value)),
        None if field.required => vec![missing(field.name, field.kind, object)],
        None => Vec::new(),
    };
    fields.iter().flat_map(faults).collect()
}

fn missing(name: &str, kind: Kind, object: &Object<'_>) -> Fault {
    Fault { at: object.start(), path: vec![name.to_owned()], wanted: kind.wanted(), found: None }
}

fn below(name: &str, mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.iter_mut().for_each(|fault| fault.path.insert(0, name.to_owned()));
    faults
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-' || character == '_'
}

/// Whether a text is a time of day; an hour below ten may have one digit.
fn is_hour(text: &str) -> bool {
    let part = |part: &str, digits: std::ops::RangeInclusive<usize>, most: u8| {
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
        digits.contains(&part.len()) && is_number && part.parse::<u8>().is_ok_and(|number| number <= most)
    };
    text.split_once(':').is_some_and(|(hour, minute)| part(hour, 1..=2, 23) && part(minute, 2..=2, 59))
}

/// A value for people, short.
pub(super) fn shown(value: &Value<'_>) -> String {
    match value {
        Value::StringLit(text) => format!("`\"{}\"`", text.value.chars().take(60).collect::<String>()),
        Value::NumberLit(number) => format!("`{}`", number.value),
        Value::BooleanLit(flag) => format!("`{}`", flag.value),
        Value::NullKeyword(_) => "`null`".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::tree;
    use super::*;

    fn faults(kind: Kind, text: &str) -> Vec<String> {
        let told = |fault: Fault| {
            let found = fault.found.unwrap_or_else(|| "nothing".to_owned());
            format!("{}|{}: {} instead of {}", fault.at, fault.path.join("."), found, fault.wanted)
        };
        kind.faults(&tree(text).unwrap()).into_iter().map(told).collect()
    }

    #[test]
    fn a_value_of_its_kind_has_no_fault() {
        const EITHER: Kind = Kind::Either(&[Kind::Flag, TEXTS], "true, false or a list of strings");
        let fine = [
            (Kind::Text, "\"\""),
            (Kind::OrNull(&Kind::Flag), "null"),
            (COUNT, "1.0"),
            (COUNT_OR_ZERO, "0"),
            (FRACTION, "1"),
            (SHARE, "0"),
            (ABOVE_ZERO, "1e999"),
            (EITHER, "[\"a\"]"),
            (EITHER, "true"),
            (Kind::Name, "\"a-b_1\""),
            (Kind::Hour, "\"7:05\""),
            (Kind::Map(&Kind::Any), "{\"a\": null}"),
        ];
        for (kind, text) in fine {
            assert_eq!(faults(kind, text), [""; 0], "{text}");
        }
    }

    #[test]
    fn every_fault_is_told_with_its_place_and_what_belongs_there() {
        assert_eq!(
            faults(TEXTS, "[\"a\", 1, null]"),
            ["6|1: `1` instead of a string", "9|2: `null` instead of a string"]
        );
        assert_eq!(faults(COUNT, "0"), ["0|: `0` instead of a whole number from 1"]);
        assert_eq!(faults(SHARE, "-0.5"), ["0|: `-0.5` instead of a number from 0 to 1"]);
        assert_eq!(faults(FRACTION, "0"), ["0|: `0` instead of a number above 0 to 1"]);
        assert_eq!(faults(Kind::Hour, "\"24:00\""), ["0|: `\"24:00\"` instead of a time such as `07:30`"]);
        const FIELDS: Kind = Kind::Object(&[required("type", Kind::Word(&["command"])), field("padding", ANY_NUMBER)]);
        assert_eq!(
            faults(FIELDS, "{\"padding\": \"1\"}"),
            ["0|type: nothing instead of `command`", "12|padding: `\"1\"` instead of a number"]
        );
        assert_eq!(faults(FIELDS, "{\"type\": 1, \"type\": \"command\", \"x\": 1}"), [""; 0]);
    }
}
