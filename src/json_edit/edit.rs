//! Edits of one value that keep every other byte.

use anyhow::{Result, bail};
use jsonc_parser::ast::{Object, ObjectProp, Value as Node};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, parse_to_ast};
use serde_json::{Map, Value};

use super::document::strict;
use super::render::Style;

/// The text with the property at this path set to a value; objects on the way are made, a new property comes last, in the style
/// of the one before it.
///
/// # Errors
/// Where the text is no JSON object or a part of the way is something else than an object.
pub fn set(text: &str, path: &[&str], value: &Value) -> Result<String> {
    let text = if text.trim().is_empty() { "{}\n" } else { text };
    let root = parse(text)?;
    let Some(Node::Object(root)) = &root else { bail!("the file holds something else than an object") };
    let Some((last, above)) = path.split_last() else { bail!("an edit needs a path") };
    let mut place = Place { text, object: root, is_inline: false };
    for (depth, part) in above.iter().enumerate() {
        match place.object.get(part).map(|property| (property, &property.value)) {
            None => return Ok(place.insert(part, &nested(&path[depth + 1..], value))),
            Some((property, Node::Object(object))) => {
                place = Place { text, object, is_inline: place.is_on_one_line(property) };
            }
            Some(_) => bail!("`{part}` is something else than an object"),
        }
    }
    Ok(match place.object.get(last) {
        Some(property) => place.replace(property, value),
        None => place.insert(last, value),
    })
}

/// A value inside of the objects that this path makes.
fn nested(path: &[&str], value: &Value) -> Value {
    let inside = |value, name: &&str| Value::Object(Map::from_iter([((*name).to_owned(), value)]));
    path.iter().rev().fold(value.clone(), inside)
}

/// An object of a text that is to be changed.
struct Place<'p, 't> {
    text: &'t str,
    object: &'p Object<'t>,
    /// Whether it stands on one line with what is beside it in the object above.
    is_inline: bool,
}

impl Place<'_, '_> {
    /// Whether a property shares its line with what is before it in the object.
    fn is_on_one_line(&self, property: &ObjectProp<'_>) -> bool {
        let before = self.object.properties.iter().map(ObjectProp::end).rfind(|end| *end <= property.start());
        !self.text[before.unwrap_or_else(|| self.object.start())..property.start()].contains('\n')
    }

    /// The blanks that the line of an offset begins with.
    fn indentation(&self, offset: usize) -> &str {
        let line = &self.text[self.text[..offset].rfind('\n').map_or(0, |newline| newline + 1)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// The style beside a property: without blanks where it has none after its colon.
    fn style(&self, neighbour: Option<&ObjectProp<'_>>) -> Style<'_> {
        let style = Style::of(self.text);
        let is_tight = neighbour.is_some_and(|property| {
            self.text[..property.value.start()].ends_with(':') && self.is_on_one_line(property)
        });
        if is_tight { Style { gap: "", ..style } } else { style }
    }

    fn replace(&self, property: &ObjectProp<'_>, value: &Value) -> String {
        let indentation = self.indentation(property.start());
        let indentation = (!self.is_on_one_line(property)).then_some(indentation);
        let new = self.style(Some(property)).value(value, indentation);
        self.spliced(property.value.start(), property.value.end(), &new)
    }

    fn insert(&self, name: &str, value: &Value) -> String {
        let last = self.object.properties.last();
        let style = self.style(last);
        match last {
            None if self.is_inline => {
                let new = style.property(name, value, None);
                self.spliced(self.object.start(), self.object.end(), &format!("{{{new}}}"))
            }
            None => {
                let indentation = self.indentation(self.object.start());
                let inner = format!("{indentation}{}", style.step);
                let new = style.block(std::iter::once(style.property(name, value, Some(&inner))), indentation);
                self.spliced(self.object.start(), self.object.end(), &new)
            }
            Some(last) if self.is_on_one_line(last) => {
                let new = format!(",{}{}", style.gap, style.property(name, value, None));
                self.spliced(last.end(), last.end(), &new)
            }
            Some(last) => {
                let indentation = self.indentation(last.start());
                let new = style.property(name, value, Some(indentation));
                self.spliced(last.end(), last.end(), &format!(",{}{indentation}{new}", style.newline))
            }
        }
    }

    fn spliced(&self, start: usize, end: usize, new: &str) -> String {
        format!("{}{new}{}", &self.text[..start], &self.text[end..])
    }
}

/// The text without the property at this path; objects that it leaves empty go with it, down to `keep` names deep.
///
/// A path that names nothing leaves the text as it is.
///
/// # Errors
/// Where the text is no JSON.
pub fn remove(text: &str, path: &[&str], keep: usize) -> Result<String> {
    let root = parse(text)?;
    let mut objects = Vec::new();
    let mut node = root.as_ref();
    for part in path {
        let Some(Node::Object(object)) = node else { return Ok(text.to_owned()) };
        objects.push(object);
        node = object.get(part).map(|property| &property.value);
    }
    let emptied = objects.iter().rev().take_while(|object| object.properties.len() == 1).count();
    let depth = path.len().saturating_sub(1 + emptied).max(keep);
    match (node, objects.get(depth)) {
        (Some(_), Some(object)) => Ok(without(text, object, path[depth])),
        _ => Ok(text.to_owned()),
    }
}

/// The text without a property of an object, and without the comma that parts it from its neighbour.
fn without(text: &str, object: &Object<'_>, name: &str) -> String {
    let properties = &object.properties;
    let index = properties.iter().position(|property| property.name.as_str() == name);
    let (start, end) = match index.map(|index| (index, properties.get(index + 1))) {
        None => return text.to_owned(),
        Some((index, Some(next))) => (properties[index].start(), next.start()),
        Some((0, None)) => (object.start() + 1, object.end() - 1),
        Some((index, None)) => (properties[index - 1].end(), properties[index].end()),
    };
    format!("{}{}", &text[..start], &text[end..])
}

pub(super) fn parse(text: &str) -> Result<Option<Node<'_>>> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &strict());
    Ok(parsed.map_err(|error| anyhow::anyhow!("it is not JSON: {error}"))?.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_new_property_comes_last_and_nothing_else_changes() {
        let text = "{\r\n\t\"b\" : 1,\r\n\r\n\t\"a\":{ \"x\":  [1,2] }\r\n}\r\n";
        let changed = set(text, &["c"], &json!({"k": "v"})).unwrap();
        insta::assert_snapshot!(changed.escape_debug().to_string(), @r#"{\r\n\t\"b\" : 1,\r\n\r\n\t\"a\":{ \"x\":  [1,2] },\r\n\t\"c\": {\r\n\t\t\"k\": \"v\"\r\n\t}\r\n}\r\n"#);
    }

    #[test]
    fn a_value_is_replaced_in_its_place() {
        assert_eq!(set("{\"a\": 1,   \"b\": 2}", &["a"], &json!("x")).unwrap(), "{\"a\": \"x\",   \"b\": 2}");
        let text = "{\n\t\"a\": {},\n\t\"b\": 2\n}";
        let changed = "{\n\t\"a\": {\n\t\t\"x\": [1, 2]\n\t},\n\t\"b\": 2\n}";
        assert_eq!(set(text, &["a"], &json!({"x": [1, 2]})).unwrap(), changed);
    }

    #[test]
    fn what_stands_on_one_line_stays_on_it() {
        for (text, changed) in [
            (r#"{"a":1}"#, r#"{"a":1,"p":{"x":{"k":[1,2]}}}"#),
            (r#"{ "a": 1 }"#, r#"{ "a": 1, "p": {"x": {"k": [1, 2]}} }"#),
            (r#"{"a":1,"p":{}}"#, r#"{"a":1,"p":{"x": {"k": [1, 2]}}}"#),
            (r#"{"p": { "b": {} }, "z": 0}"#, r#"{"p": { "b": {}, "x": {"k": [1, 2]} }, "z": 0}"#),
            ("{\n  \"p\": {\"b\": 1}\n}", "{\n  \"p\": {\"b\": 1, \"x\": {\"k\": [1, 2]}}\n}"),
            ("{\n  \"p\": {\"b\": {}}}", "{\n  \"p\": {\"b\": {}, \"x\": {\"k\": [1, 2]}}}"),
        ] {
            assert_eq!(set(text, &["p", "x"], &json!({"k": [1, 2]})).unwrap(), changed);
        }
    }

    #[test]
    fn an_empty_object_opens_in_the_indentation_of_its_line() {
        let text = "{\n    \"p\": { },\n    \"z\": 0\n}\n";
        let changed = "{\n    \"p\": {\n        \"x\": true\n    },\n    \"z\": 0\n}\n";
        assert_eq!(set(text, &["p", "x"], &json!(true)).unwrap(), changed);
        assert_eq!(set("{\r\n}", &["x"], &json!(1)).unwrap(), "{\r\n  \"x\": 1\r\n}");
    }

    #[test]
    fn objects_on_the_way_are_made() {
        insta::assert_snapshot!(set("{}", &["projects", "api", "link"], &json!("off")).unwrap(), @r#"
        {
          "projects": {
            "api": {
              "link": "off"
            }
          }
        }
        "#);
        insta::assert_snapshot!(set("", &["projects"], &json!({})).unwrap(), @r#"
        {
          "projects": {}
        }
        "#);
    }

    #[test]
    fn removing_takes_emptied_objects_along_as_deep_as_allowed() {
        let text = "{\n  \"projects\": {\n    \"api\": {\n      \"link\": \"off\"\n    }\n  }\n}\n";
        insta::assert_snapshot!(remove(text, &["projects", "api", "link"], 1).unwrap(), @r#"
        {
          "projects": {}
        }
        "#);
        assert_eq!(remove(text, &["projects", "web", "link"], 1).unwrap(), text);
    }

    #[test]
    fn something_else_than_an_object_on_the_way_is_refused() {
        assert!(set("{\"projects\": []}", &["projects", "api"], &json!(1)).is_err());
        assert!(set("[]", &["projects"], &json!(1)).is_err());
        assert!(set("{,}", &["projects"], &json!(1)).is_err());
    }
}
