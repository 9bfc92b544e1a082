//! The model's file: JSON Lines, a header and a line for each feature.
//!
//! The header has the version, the SHA-256 of everything after its line (`tail -n +2 routing-model.jsonl | sha256sum` gives it,
//! too), the temperature, and the projects. A feature's line is `["refund",3.21,[[0,1.5],[2,-0.4]]]`: its weight by rarity, and its
//! weight for the projects at these positions. Text and lines, so that git can store what changed.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::opinion::{ModelProject, TextModel, Weighed};
use super::sketch::Sketch;
use super::training::{MOST_FEATURES, MOST_WEIGHTS};

/// The name of the file in the central repository.
pub const FILE: &str = "routing-model.jsonl";

/// The version of the format.
const VERSION: u64 = 1;

/// A model's file is never larger, by the bounds on features and weights; a larger one is not read.
pub const MOST_BYTES: usize = 4 << 20;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    skreg_routing_model: u64,
    sha256: String,
    tickets: usize,
    temperature: f64,
    projects: Vec<(String, usize, f64)>,
    /// Fingerprints of tickets that it was learned from.
    sample: Vec<u32>,
}

type Line = (String, f64, Vec<(usize, f64)>);

/// Why a file is no model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelFault {
    /// It was written for another skreg.
    Version(u64),
    /// It was changed since it was written, or not written to its end.
    Checksum,
    /// It is larger than any model is.
    TooLarge,
    /// A line, from 1, is not what it should be.
    Line(usize, String),
}

impl fmt::Display for ModelFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "it has version {version}, and this skreg reads version {VERSION}"),
            Self::Checksum => f.write_str("its content does not fit its checksum"),
            Self::TooLarge => write!(f, "it is larger than {} MiB", MOST_BYTES >> 20),
            Self::Line(line, reason) => write!(f, "line {line}: {reason}"),
        }
    }
}

impl TextModel {
    /// The model as the content of its file.
    pub fn to_text(&self) -> String {
        let mut body = String::new();
        for (feature, weighed) in &self.features {
            let line: Line = (feature.clone(), weighed.rarity, weighed.weights.clone());
            body.push_str(&serde_json::to_string(&line).expect("numbers that are finite, and text, are JSON"));
            body.push('\n');
        }
        let header = Header {
            skreg_routing_model: VERSION,
            sha256: checksum(&body),
            tickets: self.tickets,
            temperature: self.temperature,
            sample: self.sketch.prints(),
            projects: self.projects.iter().map(|told| (told.name.clone(), told.tickets, told.bias)).collect(),
        };
        let header = serde_json::to_string(&header).expect("numbers that are finite, and text, are JSON");
        format!("{header}\n{body}")
    }

    /// The model that a file's content holds. Line ends may be those of Windows, as git may write them.
    ///
    /// # Errors
    /// Where the content is of another version, was changed or cut off, or is no model at all.
    pub fn parse(text: &str) -> Result<Self, ModelFault> {
        if text.len() > MOST_BYTES {
            return Err(ModelFault::TooLarge);
        }
        let text = text.replace("\r\n", "\n");
        let (header, body) = text.split_once('\n').unwrap_or((&text, ""));
        let header = parse_header(header)?;
        if header.sha256 != checksum(body) {
            return Err(ModelFault::Checksum);
        }
        let mut features = BTreeMap::new();
        for (number, line) in (2..).zip(body.lines()) {
            let (feature, weighed) =
                parse_line(line, header.projects.len()).map_err(|reason| ModelFault::Line(number, reason))?;
            features.insert(feature, weighed);
        }
        let weights: usize = features.values().map(|weighed: &Weighed| weighed.weights.len()).sum();
        if features.len() > MOST_FEATURES || weights > MOST_WEIGHTS {
            return Err(ModelFault::TooLarge);
        }
        let project = |(name, tickets, bias)| ModelProject { name, tickets, bias, is_gone: false };
        let projects = header.projects.into_iter().map(project).collect();
        let sketch = Sketch::from_prints(header.sample);
        Ok(Self { tickets: header.tickets, sketch, temperature: header.temperature, projects, features })
    }
}

fn parse_header(line: &str) -> Result<Header, ModelFault> {
    let fault = |error: serde_json::Error| ModelFault::Line(1, format!("it is no header of a model: {error}"));
    let value: serde_json::Value = serde_json::from_str(line).map_err(fault)?;
    match value["skreg_routing_model"].as_u64() {
        Some(version) if version != VERSION => return Err(ModelFault::Version(version)),
        _ => {}
    }
    let header: Header = serde_json::from_value(value).map_err(fault)?;
    if header.temperature > 0.0 && header.temperature.is_finite() {
        Ok(header)
    } else {
        Err(ModelFault::Line(1, "the temperature is no positive number".to_owned()))
    }
}

fn parse_line(line: &str, projects: usize) -> Result<(String, Weighed), String> {
    let (feature, rarity, weights): Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
    match weights.iter().find(|(at, _)| *at >= projects) {
        Some((at, _)) => Err(format!("there is no project {at}")),
        None => Ok((feature, Weighed { rarity, weights })),
    }
}

fn checksum(body: &str) -> String {
    Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Example, Features, train};
    use super::*;
    use crate::ticket::Ticket;

    fn model() -> TextModel {
        let features = |text: &str| {
            Features::of(&Ticket { summary: text.into(), labels: vec!["a \"b\"".into()], ..Ticket::default() })
        };
        let told = [(0, features("refund ärger")), (1, features("button page")), (0, features("refund ärger"))];
        let examples: Vec<_> = told.iter().map(|(project, features)| Example { project: *project, features }).collect();
        train(&["api", "web"], &examples).unwrap().at_temperature(0.917)
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = model().to_text();
        assert_eq!(TextModel::parse(&text), Ok(model()));
        assert_eq!(TextModel::parse(&text.replace('\n', "\r\n")), Ok(model()), "as git writes it on Windows");
        assert_eq!(TextModel::parse(&text).unwrap().to_text(), text);
    }

    #[test]
    fn what_was_changed_is_not_believed() {
        let text = model().to_text();
        let cut = &text[..text.len() - 2];
        assert_eq!(TextModel::parse(cut), Err(ModelFault::Checksum));
        assert_eq!(TextModel::parse(&text.replace("refund", "refuse")), Err(ModelFault::Checksum));
        assert_eq!(TextModel::parse(&format!("{text}<<<<<<< HEAD\n")), Err(ModelFault::Checksum));
    }

    #[test]
    fn what_is_no_model_is_told() {
        let version = model().to_text().replacen(":1,", ":2,", 1);
        assert_eq!(TextModel::parse(&version), Err(ModelFault::Version(2)));
        for text in ["", "{}", "[1]\n", "{\"skreg_routing_model\":1}\n", "\u{0}"] {
            assert!(matches!(TextModel::parse(text), Err(ModelFault::Line(1, _))), "{text:?}");
        }
        let sealed = |body: &str| {
            let projects = r#""projects":[["api",1,0.0]],"sample":[]"#;
            let header = format!(r#""sha256":"{}","tickets":1,"temperature":1.0"#, checksum(body));
            TextModel::parse(&format!("{{\"skreg_routing_model\":1,{header},{projects}}}\n{body}"))
        };
        assert!(sealed("[\"refund\",1.0,[[0,1.0]]]\n").is_ok());
        assert_eq!(sealed("[\"refund\",1.0,[[1,1.0]]]\n"), Err(ModelFault::Line(2, "there is no project 1".into())));
        assert!(matches!(sealed("[\"refund\"]\n"), Err(ModelFault::Line(2, _))));
        assert_eq!(TextModel::parse(&" ".repeat(MOST_BYTES + 1)), Err(ModelFault::TooLarge));
    }
}
