//! Reading a document as a type, as far as it has the type's shape.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::document::Document;
use super::shape::problems;
use crate::output::Problem;

/// The faults of a document against the shape of `T`, and what it says without the values at fault; none where too little is
/// left. So what is wrong beyond the shape can be told together with it.
pub fn read<T: JsonSchema + DeserializeOwned>(document: &Document<'_>) -> (Option<T>, Vec<Problem>) {
    let mut faults = problems::<T>(document);
    let sound = serde_json::from_str(document.text()).and_then(|value| match sound::<T>(value, &faults) {
        Some(value) => serde_json::from_value(value).map(Some),
        None => Ok(None),
    });
    match sound {
        Ok(value) => (value, faults),
        Err(error) => {
            faults.push(document.problem_of_error(&error));
            (None, faults)
        }
    }
}

/// The value without what is at fault and without what lacks it then.
fn sound<T: JsonSchema>(mut value: Value, faults: &[Problem]) -> Option<Value> {
    let mut faults = faults.to_vec();
    while !faults.is_empty() {
        for fault in &faults {
            remove(&mut value, fault.pointer.as_deref()?)?;
        }
        let text = value.to_string();
        faults = problems::<T>(&Document::parse("", &text).ok()?);
    }
    Some(value)
}

/// Takes the property at a JSON Pointer out, or the one that holds the list that the pointer leads into; none where that is the
/// whole value. A property that is gone already is fine.
fn remove(value: &mut Value, pointer: &str) -> Option<()> {
    let (above, name) = pointer.rsplit_once('/')?;
    match value.pointer_mut(above) {
        Some(Value::Object(object)) => drop(object.shift_remove(&name.replace("~1", "/").replace("~0", "~"))),
        Some(Value::Array(_)) => remove(value, above)?,
        _ => {}
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Entry {
        place: String,
        #[serde(default)]
        words: Vec<String>,
    }

    fn read_entries(text: &str) -> (Option<Vec<String>>, usize) {
        let document = Document::parse("x.json", text).unwrap();
        let (entries, faults) = read::<BTreeMap<String, Entry>>(&document);
        let shown = |(name, entry): (String, Entry)| format!("{name} {} {}", entry.place, entry.words.len());
        (entries.map(|entries| entries.into_iter().map(shown).collect()), faults.len())
    }

    #[test]
    fn what_is_at_fault_is_left_out_with_what_needs_it() {
        let text = r#"{
            "fine": {"place": "x", "words": ["a", "b"]},
            "field": {"place": "x", "zebra": 1},
            "word": {"place": "x", "words": ["a", 2, 3]},
            "place": {"place": 1},
            "a/b": {},
            "list": []
        }"#;
        let entries = ["field x 0", "fine x 2", "word x 0"].map(str::to_owned).to_vec();
        assert_eq!(read_entries(text), (Some(entries), 6));
    }

    #[test]
    fn nothing_is_left_of_another_type_and_of_a_number_beyond_all_bounds() {
        assert_eq!(read_entries("[]"), (None, 1));
        assert_eq!(read_entries(r#"{"a": {"place": 1e999}}"#), (None, 2));
    }
}
