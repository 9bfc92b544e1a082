//! What a settings file says about the list of skills.

use std::collections::BTreeMap;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;

use super::object::last_properties;

/// The variable that gives the size of the list in characters.
const CHARACTERS: &str = "SLASH_COMMAND_TOOL_CHAR_BUDGET";

/// What settings say about the list of skills; what they do not say is none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ListingSettings {
    /// `skillListingBudgetFraction`: the share of the window.
    pub fraction: Option<f64>,
    /// `SLASH_COMMAND_TOOL_CHAR_BUDGET`: characters, in place of a share of the window.
    pub characters: Option<f64>,
    /// `skillListingMaxDescChars`: the longest description.
    pub longest: Option<usize>,
    /// `disableBundledSkills`.
    pub without_bundled: Option<bool>,
    /// `skillOverrides`: a word for a skill's name.
    pub overrides: BTreeMap<String, String>,
}

impl ListingSettings {
    /// These settings under stronger ones: what both say, the stronger decide; overrides skill by skill.
    #[must_use]
    pub fn under(mut self, stronger: &Self) -> Self {
        self.overrides.extend(stronger.overrides.clone());
        Self {
            fraction: stronger.fraction.or(self.fraction),
            characters: stronger.characters.or(self.characters),
            longest: stronger.longest.or(self.longest),
            without_bundled: stronger.without_bundled.or(self.without_bundled),
            overrides: self.overrides,
        }
    }
}

/// Takes them out of a file whose values are of their kinds.
pub(super) fn listing(settings: &Object<'_>) -> ListingSettings {
    let settings = last_properties(settings);
    let value = |name: &str| settings.get(name).map(|property| &property.value);
    let inside = |name: &str| value(name).and_then(Value::as_object).map(last_properties).unwrap_or_default();
    let number = |name: &str| value(name)?.as_number_lit()?.value.parse::<f64>().ok();
    let overrides = inside("skillOverrides");
    let overrides = overrides
        .iter()
        .filter_map(|(name, word)| Some(((*name).to_owned(), word.value.as_string_lit()?.value.to_string())));
    ListingSettings {
        fraction: number("skillListingBudgetFraction"),
        characters: inside("env").get(CHARACTERS).and_then(|property| javascript_number(&property.value)),
        longest: number("skillListingMaxDescChars").map(|most| most as usize),
        without_bundled: value("disableBundledSkills").and_then(|flag| Some(flag.as_boolean_lit()?.value)),
        overrides: overrides.collect(),
    }
}

/// A variable as the client counts with it; none where it is no number or zero, and then the share of the window counts.
fn javascript_number(value: &Value<'_>) -> Option<f64> {
    let number: f64 = match value {
        Value::StringLit(text) => text.value.trim().parse().ok()?,
        Value::NumberLit(number) => number.value.parse().ok()?,
        _ => return None,
    };
    (number.is_finite() && number != 0.0).then_some(number)
}

/// Where a name of the settings stands.
pub(super) fn place_of(settings: &Object<'_>, name: &str) -> Option<usize> {
    last_properties(settings).get(name).map(|property| property.start())
}

#[cfg(test)]
mod tests {
    use super::super::text::tree;
    use super::*;

    fn read(text: &str) -> ListingSettings {
        listing(tree(text).unwrap().as_object().unwrap())
    }

    #[test]
    fn a_file_says_what_it_says() {
        let settings = read(
            r#"{"skillListingBudgetFraction": 0.02, "skillListingMaxDescChars": 200, "disableBundledSkills": true,
                "env": {"SLASH_COMMAND_TOOL_CHAR_BUDGET": " 2e4 "}, "skillOverrides": {"a": "off"}}"#,
        );
        let overrides = BTreeMap::from([("a".to_owned(), "off".to_owned())]);
        let expected = ListingSettings {
            fraction: Some(0.02),
            characters: Some(20_000.0),
            longest: Some(200),
            without_bundled: Some(true),
            overrides,
        };
        assert_eq!(settings, expected);
        assert_eq!(read("{\"env\": {\"SLASH_COMMAND_TOOL_CHAR_BUDGET\": \"0\"}}"), ListingSettings::default());
    }

    #[test]
    fn stronger_settings_decide_name_by_name() {
        let weak = read(r#"{"skillListingBudgetFraction": 0.02, "skillOverrides": {"a": "on", "b": "off"}}"#);
        let strong = read(r#"{"skillListingBudgetFraction": 0.03, "skillOverrides": {"a": "off"}}"#);
        let both = weak.under(&strong);
        assert_eq!(
            (both.fraction, both.overrides["a"].as_str(), both.overrides["b"].as_str()),
            (Some(0.03), "off", "off")
        );
    }
}
