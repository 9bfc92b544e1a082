//! Objects as JavaScript reads them: of a name that stands twice, the last counts.

use indexmap::IndexMap;
use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged as _;

/// The properties that count, in the order of the text.
pub(super) fn last_properties<'o, 't>(object: &'o Object<'t>) -> IndexMap<&'o str, &'o ObjectProp<'t>> {
    object.properties.iter().map(|property| (property.name.as_str(), property)).collect()
}

/// Names that stand twice in one object, at any depth: where the first one stands, which does not count.
pub(super) fn doubles<'o>(value: &'o Value<'_>) -> Vec<(usize, &'o str)> {
    match value {
        Value::Object(object) => {
            let last = last_properties(object);
            let lost = |property: &&ObjectProp<'_>| last[property.name.as_str()].start() != property.start();
            let own = object.properties.iter().filter(lost).map(|property| (property.start(), property.name.as_str()));
            own.chain(object.properties.iter().flat_map(|property| doubles(&property.value))).collect()
        }
        Value::Array(array) => array.elements.iter().flat_map(doubles).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::tree;
    use super::*;

    #[test]
    fn of_a_name_that_stands_twice_the_last_counts() {
        let text = r#"{"a": 1, "b": [{"c": 1, "c": 2}], "a": 3}"#;
        let value = tree(text).unwrap();
        assert_eq!(doubles(&value), [(1, "a"), (16, "c")]);
        let object = value.as_object().unwrap();
        assert_eq!(last_properties(object)["a"].value.as_number_lit().unwrap().value, "3");
    }
}
