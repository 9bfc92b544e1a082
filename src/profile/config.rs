//! The configuration that a skill reads: one layer over the other.

use std::collections::BTreeMap;

use anyhow::Result;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{SHARED, content};
use crate::json_edit::{self, Document, pointer};
use crate::output::{Failure, Problem};
use crate::registry::{Project, Registry, UserFile};
use crate::system::disk;

/// One source of configuration: an object per skill.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Where it comes from, as people see it.
    pub origin: String,
    /// What it says for each skill.
    pub skills: IndexMap<String, Map<String, Value>>,
}

/// The configuration of all skills, with the origin of every value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Config {
    /// One object per skill, sorted by name.
    pub skills: BTreeMap<String, Map<String, Value>>,
    /// JSON Pointer of a value that is no object, and the layer that it comes from.
    pub origins: BTreeMap<String, String>,
}

/// The layers for one project, the weakest first: each skill's own `config.json`, then `profiles/shared/config.json`,
/// `profiles/<profile>/config.json` and the user's configuration.
///
/// # Errors
/// Where a file cannot be read or is no object of objects; all such problems at once.
pub fn layers(registry: &Registry, project: &Project, user: &UserFile, user_origin: String) -> Result<Vec<Layer>> {
    let mut layers = Vec::new();
    let mut problems = Vec::new();
    let profile = &project.entry.profile;
    for skill in content::skills(registry, profile)? {
        let file = format!("profiles/{profile}/skills/{}/config.json", skill.name);
        if let Some(own) = read(registry, &file, &mut problems)? {
            layers.push(Layer { origin: file, skills: IndexMap::from([(skill.name, own)]) });
        }
    }
    for name in [SHARED, profile] {
        let file = format!("profiles/{name}/config.json");
        if let Some(skills) = read(registry, &file, &mut problems)? {
            layers.push(Layer { origin: file, skills });
        }
    }
    layers.push(Layer { origin: user_origin, skills: user.skills.clone() });
    match problems.is_empty() {
        true => Ok(layers),
        false => {
            let message = format!("the configuration in `{}` has problems", registry.central().display());
            Err(Failure::new(message).problems(problems).into())
        }
    }
}

/// Reads a file of this shape; none where it does not exist or has problems.
fn read<T: DeserializeOwned + JsonSchema>(
    registry: &Registry,
    file: &str,
    problems: &mut Vec<Problem>,
) -> Result<Option<T>> {
    let text = match disk::read_text(&registry.central().join(file)) {
        Ok(Some(text)) => text,
        Ok(None) => return Ok(None),
        Err(error) => {
            problems.push(json_edit::encoding_problem(file, &error).ok_or(error)?);
            return Ok(None);
        }
    };
    let document = match Document::parse(file, &text) {
        Ok(document) => document,
        Err(problem) => {
            problems.push(problem);
            return Ok(None);
        }
    };
    let (value, faults) = json_edit::read(&document);
    problems.extend(faults);
    Ok(value)
}

/// The layers laid over each other: objects merge name by name, anything else replaces what a weaker layer says; a `null`
/// stays a `null`, which a skill reads as "off".
pub fn merged(layers: &[Layer]) -> Config {
    let mut config = Config::default();
    for layer in layers {
        for (skill, values) in &layer.skills {
            let below = config.skills.entry(skill.clone()).or_default();
            lay_object_over(below, values, &pointer("", skill), &layer.origin, &mut config.origins);
        }
    }
    config
}

fn lay_object_over(
    below: &mut Map<String, Value>,
    above: &Map<String, Value>,
    at: &str,
    origin: &str,
    origins: &mut BTreeMap<String, String>,
) {
    for (name, value) in above {
        let inner = below.entry(name.clone()).or_insert(Value::Null);
        lay_over(inner, value, &pointer(at, name), origin, origins);
    }
}

fn lay_over(below: &mut Value, above: &Value, at: &str, origin: &str, origins: &mut BTreeMap<String, String>) {
    if let Value::Object(above) = above {
        if !below.is_object() {
            origins.remove(at);
            *below = Value::Object(Map::new());
        }
        if let Value::Object(below) = below {
            lay_object_over(below, above, at, origin, origins);
        }
    } else {
        let replaced = format!("{at}/");
        origins.retain(|place, _| !place.starts_with(&replaced));
        origins.insert(at.to_owned(), origin.to_owned());
        *below = above.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn layer(origin: &str, value: Value) -> Layer {
        Layer { origin: origin.to_owned(), skills: serde_json::from_value(value).unwrap() }
    }

    #[test]
    fn a_stronger_layer_changes_only_what_it_names() {
        let config = merged(&[
            layer(
                "skill",
                json!({"review": {"full": {"files": 15, "lines": 400}, "checks": ["a", "b"], "roles": {"x": {"y": 1}}}}),
            ),
            layer(
                "profile",
                json!({"review": {"full": {"files": 5}, "checks": ["c"], "roles": {"x": null, "z": {}}}, "other": {"k": true}}),
            ),
        ]);
        assert_eq!(
            serde_json::to_value(&config.skills).unwrap(),
            json!({"other": {"k": true}, "review": {"full": {"files": 5, "lines": 400}, "checks": ["c"], "roles": {"x": null, "z": {}}}})
        );
        let origins: Vec<_> = config.origins.iter().map(|(at, origin)| format!("{at} {origin}")).collect();
        assert_eq!(
            origins,
            [
                "/other/k profile",
                "/review/checks profile",
                "/review/full/files profile",
                "/review/full/lines skill",
                "/review/roles/x profile"
            ]
        );
    }

    #[test]
    fn an_object_replaces_a_plain_value_and_the_other_way_round() {
        let config = merged(&[
            layer("a", json!({"s": {"k": 1, "m": {"n": 1}}})),
            layer("b", json!({"s": {"k": {"n": 2}, "m": 2}})),
        ]);
        assert_eq!(json!(config.skills["s"]), json!({"k": {"n": 2}, "m": 2}));
        assert_eq!(config.origins.keys().collect::<Vec<_>>(), ["/s/k/n", "/s/m"]);
    }
}
