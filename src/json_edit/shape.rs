//! Whether a document has the shape of a type, all faults at once and each with its place.
//!
//! The shape is the JSON Schema that `schemars` derives from the type, so that the type, the published schema and this check
//! cannot drift apart. Only the keywords that such schemas of plain structs use are understood.

use std::collections::BTreeSet;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;
use schemars::JsonSchema;
use serde_json::{Map, Value as Json};

use super::document::{Document, pointer};
use crate::output::Problem;

/// How alike two names are when one is offered for the other: 0 to 1, by Jaro-Winkler.
const ALIKE: f64 = 0.8;

/// The faults of a document against the shape of `T`, in the order of the text: unknown and duplicate names, missing ones,
/// wrong types, words that are not among the allowed ones.
pub fn problems<T: JsonSchema>(document: &Document<'_>) -> Vec<Problem> {
    let schema = schemars::schema_for!(T).to_value();
    let mut check = Check { document, schema: &schema, problems: Vec::new() };
    check.value(document.root(), &schema, "");
    check.problems.sort_by_key(|problem| (problem.line, problem.column));
    check.problems
}

/// The known name that is most like a name, if one is alike at all.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let alike = |other: &'n str| (strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase()), other);
    let best = known.into_iter().map(alike).filter(|(alike, _)| *alike >= ALIKE);
    best.max_by(|left, right| left.0.total_cmp(&right.0)).map(|(_, name)| name)
}

struct Check<'s, 'd, 't> {
    document: &'d Document<'t>,
    schema: &'s Json,
    problems: Vec<Problem>,
}

impl<'s> Check<'s, '_, '_> {
    fn value(&mut self, value: &Value<'_>, schema: &'s Json, at: &str) {
        let schema = self.resolve(schema, value);
        if let Some(words) = allowed_words(schema) {
            return self.word(value, &words, at);
        }
        let types = types(schema);
        if !types.is_empty() && !types.iter().any(|wanted| has_type(value, wanted)) {
            let message = format!("{} stands where {} belongs", kind(value), readable(&types));
            return self.problems.push(self.document.problem_from(value.start(), at, message, None));
        }
        match value {
            Value::Object(object) => self.object(object, schema, at),
            Value::Array(array) => {
                for (index, element) in array.elements.iter().enumerate() {
                    self.value(element, &schema["items"], &pointer(at, index));
                }
            }
            _ => {}
        }
    }

    /// Follows `$ref`, and `anyOf` to the branch that is not null.
    fn resolve(&self, schema: &'s Json, value: &Value<'_>) -> &'s Json {
        if let Some(name) = schema["$ref"].as_str() {
            return self.resolve(self.schema.pointer(name.trim_start_matches('#')).unwrap_or(&Json::Null), value);
        }
        let wants_null = matches!(value, Value::NullKeyword(_));
        let branch =
            |branches: &'s Json| branches.as_array()?.iter().find(|branch| (branch["type"] == "null") == wants_null);
        match branch(&schema["anyOf"]) {
            Some(branch) => self.resolve(branch, value),
            None => schema,
        }
    }

    fn word(&mut self, value: &Value<'_>, words: &[&str], at: &str) {
        let given = value.as_string_lit().map(|text| text.value.as_ref());
        if given.is_some_and(|given| words.contains(&given)) {
            return;
        }
        let message = match given {
            Some(given) => format!("`{given}` is not one of {}", listed(words)),
            None => format!("{} stands where one of {} belongs", kind(value), listed(words)),
        };
        let hint =
            given.and_then(|given| nearest(given, words.iter().copied())).map(|word| format!("did you mean `{word}`?"));
        self.problems.push(self.document.problem_from(value.start(), at, message, hint));
    }

    fn object(&mut self, object: &Object<'_>, schema: &'s Json, at: &str) {
        let known = schema["properties"].as_object();
        let mut seen = BTreeSet::new();
        for property in &object.properties {
            let name = property.name.as_str();
            let below = pointer(at, name);
            if !seen.insert(name.to_owned()) {
                let hint = Some("keep one of the two; a reader would silently take the last".to_owned());
                self.problems.push(self.document.problem_from(
                    property.start(),
                    &below,
                    format!("`{name}` stands here twice"),
                    hint,
                ));
            }
            match (known.and_then(|known| known.get(name)), &schema["additionalProperties"]) {
                (Some(schema), _) => self.value(&property.value, schema, &below),
                (None, Json::Bool(false)) => {
                    let hint = Some(self.hint_for(name, &property.value, known));
                    let message = format!("unknown field `{name}`");
                    self.problems.push(self.document.problem_from(property.start(), &below, message, hint));
                }
                (None, schema) => self.value(&property.value, schema, &below),
            }
        }
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str);
        for name in required.filter(|name| !seen.contains(*name)) {
            self.problems.push(self.document.problem_from(object.start(), at, format!("`{name}` is missing"), None));
        }
    }
}

impl Check<'_, '_, '_> {
    /// What to do about an unknown name: the nearest known one, else the object beside it that knows the name, else all known
    /// ones.
    fn hint_for(&self, name: &str, value: &Value<'_>, known: Option<&Map<String, Json>>) -> String {
        let known = || known.into_iter().flatten();
        let names = || known().map(|(name, _)| name.as_str());
        let knows_it = |schema: &Json| self.resolve(schema, value)["properties"].get(name).is_some();
        if let Some(near) = nearest(name, names()) {
            return format!("did you mean `{near}`?");
        }
        match known().find(|(_, schema)| knows_it(schema)) {
            Some((object, _)) => format!("`{name}` belongs into `{object}`"),
            None => format!("known here: {}", listed(&names().collect::<Vec<_>>())),
        }
    }
}

/// The words of an enumeration: `enum`, or `oneOf` of constants.
fn allowed_words(schema: &Json) -> Option<Vec<&str>> {
    let constants =
        || -> Option<Vec<_>> { schema["oneOf"].as_array()?.iter().map(|branch| branch["const"].as_str()).collect() };
    let words = || schema["enum"].as_array()?.iter().map(Json::as_str).collect();
    constants().or_else(words)
}

fn types(schema: &Json) -> Vec<&str> {
    match &schema["type"] {
        Json::String(name) => vec![name],
        Json::Array(names) => names.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

fn has_type(value: &Value<'_>, wanted: &str) -> bool {
    match value {
        Value::StringLit(_) => wanted == "string",
        Value::NumberLit(number) => wanted == "number" || (wanted == "integer" && number.value.parse::<u32>().is_ok()),
        Value::BooleanLit(_) => wanted == "boolean",
        Value::Object(_) => wanted == "object",
        Value::Array(_) => wanted == "array",
        Value::NullKeyword(_) => wanted == "null",
    }
}

fn kind(value: &Value<'_>) -> &'static str {
    match value {
        Value::StringLit(_) => "a string",
        Value::NumberLit(_) => "a number",
        Value::BooleanLit(_) => "true or false",
        Value::Object(_) => "an object",
        Value::Array(_) => "a list",
        Value::NullKeyword(_) => "null",
    }
}

fn readable(types: &[&str]) -> String {
    let words = types.iter().filter(|name| **name != "null" || types.len() == 1).map(|name| match *name {
        "string" => "a string",
        "integer" => "a whole number from 0 to 4294967295",
        "number" => "a number",
        "boolean" => "true or false",
        "object" => "an object",
        "array" => "a list",
        other => other,
    });
    words.collect::<Vec<_>>().join(" or ")
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// A file with something of everything.
    #[derive(JsonSchema)]
    #[schemars(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct File {
        version: u64,
        folder: Option<String>,
        #[serde(default)]
        ratio: f64,
        entries: BTreeMap<String, Entry>,
    }

    #[derive(JsonSchema)]
    #[schemars(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Entry {
        place: String,
        mode: Option<Mode>,
        #[serde(default)]
        words: Vec<String>,
    }

    #[derive(JsonSchema)]
    #[schemars(rename_all = "lowercase")]
    #[expect(dead_code, reason = "only its schema is used")]
    enum Mode {
        /// One.
        Auto,
        /// Other.
        Off,
    }

    fn faults(text: &str) -> String {
        let document = Document::parse("f.json", text).unwrap();
        let shown = |problem: Problem| {
            format!("{}: {} [{}]", problem.place(), problem.message, problem.hint.unwrap_or_default())
        };
        problems::<File>(&document).into_iter().map(shown).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn all_faults_are_told_at_once_and_in_the_order_of_the_text() {
        let text = r#"{
  "version": "1",
  "foldr": "~",
  "ratio": true,
  "entries": {
    "a": {"place": 5, "words": "x", "mode": "of", "zebra": 1},
    "a": {"place": null, "mode": 1},
    "b": [],
    "c": {"words": ["x", 2]}
  },
  "folder": null
}"#;
        insta::assert_snapshot!(faults(text), @"
        f.json:2:14 (/version): a string stands where a whole number from 0 to 4294967295 belongs []
        f.json:3:3 (/foldr): unknown field `foldr` [did you mean `folder`?]
        f.json:4:12 (/ratio): true or false stands where a number belongs []
        f.json:6:20 (/entries/a/place): a number stands where a string belongs []
        f.json:6:32 (/entries/a/words): a string stands where a list belongs []
        f.json:6:45 (/entries/a/mode): `of` is not one of `auto`, `off` [did you mean `off`?]
        f.json:6:51 (/entries/a/zebra): unknown field `zebra` [known here: `place`, `mode`, `words`]
        f.json:7:5 (/entries/a): `a` stands here twice [keep one of the two; a reader would silently take the last]
        f.json:7:20 (/entries/a/place): null stands where a string belongs []
        f.json:7:34 (/entries/a/mode): a number stands where one of `auto`, `off` belongs []
        f.json:8:10 (/entries/b): a list stands where an object belongs []
        f.json:9:10 (/entries/c): `place` is missing []
        f.json:9:26 (/entries/c/words/1): a number stands where a string belongs []
        ");
    }

    #[test]
    fn a_whole_number_is_neither_a_fraction_nor_below_zero() {
        for number in ["-1", "1.5", "4294967296", "1e3"] {
            assert!(
                faults(&format!(r#"{{"version": {number}, "entries": {{}}}}"#)).contains("whole number"),
                "{number}"
            );
        }
    }

    #[test]
    fn a_document_in_order_has_no_faults() {
        assert_eq!(faults(r#"{"version": 1, "entries": {"a": {"place": "", "mode": null, "words": []}}}"#), "");
    }

    #[test]
    fn offers_only_names_that_are_alike() {
        assert_eq!(nearest("keyword", ["keywords", "labels"]), Some("keywords"));
        assert_eq!(nearest("zebra", ["keywords", "labels"]), None);
    }
}
