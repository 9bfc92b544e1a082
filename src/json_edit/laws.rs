//! Laws of the edits, for any JSON in any layout.

use proptest::prelude::*;
use serde_json::{Map, Value};

use super::{remove, set};

const NAMES: [&str; 5] = ["a", "b", "é\"", "x/y", ""];

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-z\"\\\\{},: \n]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from);
        prop_oneof![list, object_of(inner)]
    })
}

fn object_of(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    prop::collection::vec((prop::sample::select(&NAMES[..]), inner), 0..4).prop_map(|properties| {
        Value::Object(properties.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    })
}

/// The text of a value with the next of these gaps wherever a gap may be.
fn laid_out<'g>(value: &Value, gaps: &mut dyn Iterator<Item = &'g str>) -> String {
    let next = |gaps: &mut dyn Iterator<Item = &'g str>| gaps.next().unwrap_or_default();
    let mut inner = Vec::new();
    let (open, close) = match value {
        Value::Object(object) => {
            for (name, value) in object {
                let (before, after) = (next(gaps), next(gaps));
                inner.push(format!("{before}{}:{after}{}", Value::from(name.as_str()), laid_out(value, gaps)));
            }
            ("{", "}")
        }
        Value::Array(values) => {
            values.iter().for_each(|value| inner.push(laid_out(value, gaps)));
            ("[", "]")
        }
        leaf => return leaf.to_string(),
    };
    format!("{open}{}{}{close}", inner.join(","), next(gaps))
}

fn text() -> impl Strategy<Value = String> {
    let gaps = prop::collection::vec(prop::sample::select(&["", " ", "\n  ", "\n\t", "\r\n    "][..]), 1..6);
    (object_of(value()), gaps).prop_map(|(object, gaps)| laid_out(&object, &mut gaps.into_iter().cycle()))
}

/// What an edit means; none where something else than an object is on the way.
fn with(mut root: Value, path: &[&str], value: &Value) -> Option<Value> {
    let (last, above) = path.split_last()?;
    let mut object = root.as_object_mut()?;
    for part in above {
        object = object.entry(*part).or_insert_with(|| Value::Object(Map::new())).as_object_mut()?;
    }
    object.insert((*last).to_owned(), value.clone());
    Some(root)
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// How many bytes two texts share at their beginning and at their end, no byte counted twice.
fn shared(left: &str, right: &str) -> usize {
    let same = |(left, right): &(u8, u8)| left == right;
    let beginning = left.bytes().zip(right.bytes()).take_while(same).count();
    let end = left.bytes().rev().zip(right.bytes().rev()).take_while(same).count();
    (beginning + end).min(left.len()).min(right.len())
}

proptest! {
    #[test]
    fn a_set_value_is_there_and_all_else_stays(
        text in text(),
        path in prop::collection::vec(prop::sample::select(&NAMES[..]), 1..4),
        value in value(),
    ) {
        let expected = with(parsed(&text), &path, &value);
        match set(&text, &path, &value) {
            Ok(changed) => {
                prop_assert_eq!(Some(parsed(&changed)), expected);
                prop_assert_eq!(set(&changed, &path, &value).map(|again| parsed(&again)).ok(), Some(parsed(&changed)));
                let pointer: String = path.iter().map(|part| super::pointer("", part)).collect();
                let before = parsed(&text);
                let is_into_empty = (0..path.len()).any(|depth| {
                    let pointer: String = path[..depth].iter().map(|part| super::pointer("", part)).collect();
                    before.pointer(&pointer).and_then(Value::as_object).is_some_and(Map::is_empty)
                });
                if before.pointer(&pointer).is_none() && !is_into_empty {
                    prop_assert_eq!(shared(&text, &changed), text.len(), "an insertion takes nothing away: {}", changed);
                }
            }
            Err(_) => prop_assert_eq!(expected, None),
        }
    }

    #[test]
    fn what_was_set_can_be_removed_again(
        text in text(),
        path in prop::collection::vec(prop::sample::select(&NAMES[..]), 1..4),
    ) {
        let before = parsed(&text);
        let pointer: String = path.iter().map(|part| super::pointer("", part)).collect();
        if let Ok(changed) = set(&text, &path, &Value::from(1)) {
            let removed = remove(&changed, &path, path.len() - 1).unwrap();
            let above: String = path[..path.len() - 1].iter().map(|part| super::pointer("", part)).collect();
            let has_others = before.pointer(&above).and_then(Value::as_object).is_some_and(|object| !object.is_empty());
            if has_others && before.pointer(&pointer).is_none() {
                prop_assert_eq!(&removed, &text, "what was inserted goes without a trace");
            }
            let removed = parsed(&removed);
            prop_assert_eq!(removed.pointer(&pointer), None);
            if let Some(value) = before.pointer(&pointer) {
                prop_assert_eq!(with(removed, &path, value), Some(before.clone()));
            }
        }
    }
}
