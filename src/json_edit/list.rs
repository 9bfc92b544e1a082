//! Edits of the elements of one list that keep every other byte.

use anyhow::{Result, bail};
use jsonc_parser::ast::{Array, Value as Node};
use jsonc_parser::common::Ranged as _;
use serde_json::Value;

use super::edit::{parse, set};
use super::render::Style;

/// The text with these elements at the end of the list at this path, in the layout of the one before them; the list and the
/// objects on the way are made.
///
/// # Errors
/// Where the text is no JSON object or a part of the way is something else than an object, or its end than a list.
pub fn append(text: &str, path: &[&str], values: &[Value]) -> Result<String> {
    if values.is_empty() {
        return Ok(text.to_owned());
    }
    let root = parse(text)?;
    let Some(list) = root.as_ref().and_then(|root| node(root, path)) else {
        let text = set(text, path, &Value::Array(Vec::new()))?;
        return append(&text, path, values);
    };
    let Node::Array(list) = list else { bail!("`{}` is something else than a list", path.join(".")) };
    let place = Place { text, list };
    Ok(match list.elements.last() {
        Some(last) => place.after(last, values),
        None => place.filled(values),
    })
}

/// The text without those strings of the list at this path that are named; a list that is not there stays so.
///
/// # Errors
/// Where the text is no JSON.
pub fn remove_strings(text: &str, path: &[&str], names: &[String]) -> Result<String> {
    let root = parse(text)?;
    let Some(Node::Array(list)) = root.as_ref().and_then(|root| node(root, path)) else { return Ok(text.to_owned()) };
    let is_named = |element: &Node<'_>| {
        element.as_string_lit().is_some_and(|string| names.iter().any(|name| *name == string.value))
    };
    let kept: Vec<_> = list.elements.iter().map(|element| !is_named(element)).collect();
    let mut result = String::new();
    let mut copied = 0;
    for (start, end) in gaps(list, &kept) {
        result.push_str(&text[copied..start]);
        copied = end;
    }
    result.push_str(&text[copied..]);
    Ok(result)
}

/// What goes with the elements that are not kept: each run of them with the comma that parts it from what is kept.
fn gaps(list: &Array<'_>, kept: &[bool]) -> Vec<(usize, usize)> {
    let elements = &list.elements;
    let mut gaps = Vec::new();
    let mut index = 0;
    while index < kept.len() {
        let run = kept[index..].iter().take_while(|kept| !**kept).count();
        let (first, next) = (index, index + run);
        index = next + 1;
        match (run, first, elements.get(next)) {
            (0, ..) => {}
            (_, _, Some(next)) => gaps.push((elements[first].start(), next.start())),
            (_, 0, None) => gaps.push((list.start() + 1, list.end() - 1)),
            (_, _, None) => gaps.push((elements[first - 1].end(), elements[next - 1].end())),
        }
    }
    gaps
}

/// The value at a path, if every part of the way is an object that has it.
fn node<'n, 't>(root: &'n Node<'t>, path: &[&str]) -> Option<&'n Node<'t>> {
    path.iter().try_fold(root, |node, part| match node {
        Node::Object(object) => object.get(part).map(|property| &property.value),
        _ => None,
    })
}

/// A list of a text that is to be filled.
struct Place<'p, 't> {
    text: &'t str,
    list: &'p Array<'t>,
}

impl Place<'_, '_> {
    /// The line that an offset stands on, up to it.
    fn line_before(&self, offset: usize) -> &str {
        &self.text[self.text[..offset].rfind('\n').map_or(0, |newline| newline + 1)..offset]
    }

    /// The elements after the last one: on lines of their own where it has one.
    fn after(&self, last: &Node<'_>, values: &[Value]) -> String {
        let before = self.line_before(last.start());
        let separator = match before.trim().is_empty() {
            true => format!(",{}{before}", Style::of(self.text).newline),
            false => format!(",{}", self.gap()),
        };
        let new: String = values.iter().map(|value| format!("{separator}{value}")).collect();
        self.spliced(last.end(), last.end(), &new)
    }

    /// The elements in the empty list: on lines of their own where the list's name begins its line.
    fn filled(&self, values: &[Value]) -> String {
        let style = Style::of(self.text);
        let line = self.line_before(self.list.start());
        let indentation = &line[..line.len() - line.trim_start().len()];
        let is_alone = line.trim_start().starts_with('"');
        let values = values.iter().map(Value::to_string);
        let new = match is_alone {
            true => {
                let between = format!("{}{indentation}{}", style.newline, style.step);
                let inside = values.collect::<Vec<_>>().join(&format!(",{between}"));
                format!("[{between}{inside}{}{indentation}]", style.newline)
            }
            false => format!("[{}]", values.collect::<Vec<_>>().join(&format!(",{}", self.gap()))),
        };
        self.spliced(self.list.start(), self.list.end(), &new)
    }

    /// What stands after a comma on one line: nothing where the list's own line has no blank after a colon either.
    fn gap(&self) -> &'static str {
        let elements = &self.list.elements;
        let between =
            elements.first().zip(elements.get(1)).map(|(first, second)| &self.text[first.end()..second.start()]);
        let is_tight = between.map_or_else(|| self.text[..self.list.start()].ends_with(':'), |between| between == ",");
        if is_tight { "" } else { " " }
    }

    fn spliced(&self, start: usize, end: usize, new: &str) -> String {
        format!("{}{new}{}", &self.text[..start], &self.text[end..])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PATH: [&str; 2] = ["permissions", "allow"];

    fn appended(text: &str) -> String {
        append(text, &PATH, &["x".into(), "y".into()]).unwrap()
    }

    fn removed(text: &str) -> String {
        remove_strings(text, &PATH, &["x".to_owned(), "y".to_owned()]).unwrap()
    }

    #[test]
    fn new_elements_are_laid_out_as_those_before_them() {
        for (text, changed) in [
            (r#"{"permissions":{"allow":["a","b"]}}"#, r#"{"permissions":{"allow":["a","b","x","y"]}}"#),
            (r#"{"permissions": {"allow": [ "a" ]}}"#, r#"{"permissions": {"allow": [ "a", "x", "y" ]}}"#),
            (
                "{\r\n\t\"permissions\": {\r\n\t\t\"allow\": [\r\n\t\t\t\"a\"\r\n\t\t]\r\n\t}\r\n}",
                "{\r\n\t\"permissions\": {\r\n\t\t\"allow\": [\r\n\t\t\t\"a\",\r\n\t\t\t\"x\",\r\n\t\t\t\"y\"\r\n\t\t]\r\n\t}\r\n}",
            ),
        ] {
            assert_eq!(appended(text), changed);
            assert_eq!(removed(changed), text, "and go without a trace");
        }
    }

    #[test]
    fn a_list_that_is_not_there_is_made_in_the_layout_around_it() {
        insta::assert_snapshot!(appended("{}\n"), @r#"
        {
          "permissions": {
            "allow": [
              "x",
              "y"
            ]
          }
        }
        "#);
        assert_eq!(appended(r#"{"model":"opus"}"#), r#"{"model":"opus","permissions":{"allow":["x","y"]}}"#);
        assert_eq!(appended(r#"{"permissions": {"allow": []}}"#), r#"{"permissions": {"allow": ["x", "y"]}}"#);
    }

    #[test]
    fn something_else_than_a_list_is_refused() {
        for text in [r#"{"permissions": []}"#, r#"{"permissions": {"allow": "x"}}"#, "[]", "{,}"] {
            assert!(append(text, &PATH, &["x".into()]).is_err(), "{text}");
        }
        assert_eq!(remove_strings("[]", &PATH, &[]).unwrap(), "[]");
    }

    fn list() -> impl Strategy<Value = String> {
        let element = prop::sample::select(&[r#""a""#, "1", r#""x""#, r#"["x"]"#, r#""y""#, r#"{"x": "y"}"#][..]);
        let gap = prop::sample::select(&["", " ", "\n  ", "\r\n\t"][..]);
        prop::collection::vec((gap.clone(), element, gap), 0..6).prop_map(|elements| {
            let elements: Vec<_> =
                elements.iter().map(|(before, element, after)| format!("{before}{element}{after}")).collect();
            format!("{{\"z\" : 1, \"permissions\": {{ \"allow\":[{}], \"b\":2}}}}", elements.join(","))
        })
    }

    proptest! {
        #[test]
        fn what_is_named_goes_and_all_else_stays_in_its_order(text in list()) {
            let allow = |text: &str| serde_json::from_str::<Value>(text).unwrap()["permissions"]["allow"].clone();
            let kept: Vec<_> = allow(&text).as_array().unwrap().iter().filter(|value| **value != "x" && **value != "y").cloned().collect();
            prop_assert_eq!(allow(&removed(&text)), Value::from(kept));
        }

        #[test]
        fn what_was_appended_goes_without_a_trace(text in list()) {
            let text = removed(&text);
            let back = removed(&appended(&text));
            let is_empty = serde_json::from_str::<Value>(&text).unwrap()["permissions"]["allow"] == serde_json::json!([]);
            prop_assert!(back == text || is_empty, "{:?} {:?}", text, back);
        }
    }
}
