//! Edits of one value that keep every other byte.

use anyhow::{Context as _, Result, bail};
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use serde_json::Value;

use super::document::strict;

/// The text with the property at this path set to a value; objects on the way are made, a new property comes last.
///
/// # Errors
/// Where the text is no JSON object or a part of the way is something else than an object.
pub fn set(text: &str, path: &[&str], value: &Value) -> Result<String> {
    let root = parse(text)?;
    let Some((name, above)) = path.split_last() else { bail!("an edit needs a path") };
    let mut object = root.object_value_or_create().context("the file holds something else than an object")?;
    for part in above {
        object = object
            .object_value_or_create(part)
            .with_context(|| format!("`{part}` is something else than an object"))?;
    }
    match object.get(name) {
        Some(property) => property.set_value(input(value)),
        None => drop(object.append(name, input(value))),
    }
    Ok(root.to_string())
}

/// The text without the property at this path; objects that it leaves empty go with it, down to `keep` names deep.
///
/// A path that names nothing leaves the text as it is.
///
/// # Errors
/// Where the text is no JSON.
pub fn remove(text: &str, path: &[&str], keep: usize) -> Result<String> {
    let root = parse(text)?;
    for depth in (keep + 1..=path.len()).rev() {
        let Some(object) = object_at(&root, &path[..depth - 1]) else { continue };
        let Some(property) = object.get(path[depth - 1]) else { continue };
        let emptied = property.object_value().is_some_and(|object| object.properties().is_empty());
        if depth == path.len() || emptied {
            property.remove();
        }
    }
    Ok(root.to_string())
}

fn parse(text: &str) -> Result<CstRootNode> {
    CstRootNode::parse(text, &strict()).map_err(|error| anyhow::anyhow!("it is not JSON: {error}"))
}

fn object_at(root: &CstRootNode, path: &[&str]) -> Option<CstObject> {
    path.iter().try_fold(root.object_value()?, |object, part| object.object_value(part))
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(value) => CstInputValue::Number(value.to_string()),
        Value::String(value) => CstInputValue::String(value.clone()),
        Value::Array(values) => CstInputValue::Array(values.iter().map(input).collect()),
        Value::Object(values) => {
            CstInputValue::Object(values.iter().map(|(name, value)| (name.clone(), input(value))).collect())
        }
    }
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
