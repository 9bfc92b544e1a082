//! What the client makes of one `SKILL.md`.

mod field;
mod grant;
mod spec;

use serde::Serialize;

use super::finding::{Finding, Findings, Loads};
use super::front_matter::{FrontMatter, Value};
use super::key::Kind;
use super::listing::Listed;
use super::{file, shown};

/// What the client makes of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkillVerdict {
    /// Its name, which is its folder's: what `/name` calls.
    pub name: String,
    /// The file as shown to people.
    pub path: String,
    /// How the client takes it.
    pub loads: Loads,
    /// Whether the model is told of it when a session starts.
    pub model_sees: bool,
    /// Whether `/name` works when a session starts.
    pub slash: bool,
    /// Whether it is among the skills that the client reports at the start: those that a user may call, with words of their own.
    pub listed_at_start: bool,
    /// Its description as the model is shown it; none where the model is not told of it.
    pub description: Option<String>,
    /// What is worth saying, by its place.
    pub problems: Vec<Finding>,
    /// How it stands in the list of skills, where it is loaded.
    #[serde(skip)]
    pub listed: Option<Listed>,
}

/// Judges a skill by the name of its folder, the path of its file as shown, and its bytes.
pub fn judge(name: &str, path: &str, bytes: &[u8]) -> SkillVerdict {
    let front = FrontMatter::read(bytes);
    let mut findings = Findings::new(path);
    let loses_fields = file::examine(&front, Kind::Skill, &mut findings);
    field::examine(&front, &mut findings);
    grant::examine(&front, &mut findings);
    spec::examine(name, &front, &mut findings);
    let loses_description = findings.list.iter().any(|finding| is_about_description(finding, &front));
    let mut verdict = SkillVerdict {
        loads: if loses_fields || loses_description { Loads::Degraded } else { Loads::Ok },
        model_sees: !is_off(&front) && !is_conditional(&front),
        slash: is_for_users(&front) && !is_conditional(&front),
        problems: findings.list,
        ..SkillVerdict::unread(name, path)
    };
    let has_words = shown::own_description(&front).is_some() || shown::when_to_use(&front).is_some();
    verdict.listed_at_start = verdict.slash && has_words;
    verdict.description = verdict.model_sees.then(|| shown::shown(&shown::description(&front)));
    verdict.listed = Some(Listed::of(name, &front, verdict.description.as_deref()));
    if !shown::is_plain_name(name) {
        verdict.drop_for_its_name();
    }
    verdict.problems.sort_by_key(|finding| (finding.line, finding.column));
    verdict
}

impl SkillVerdict {
    /// A skill that is not read.
    pub(super) fn unread(name: &str, path: &str) -> Self {
        Self {
            name: name.to_owned(),
            path: path.to_owned(),
            loads: Loads::NotDiscovered,
            model_sees: false,
            slash: false,
            listed_at_start: false,
            description: None,
            problems: Vec::new(),
            listed: None,
        }
    }

    /// The same skill where the client does not load it, which this finding tells.
    #[must_use]
    pub fn unloaded(mut self, loads: Loads, finding: Finding) -> Self {
        self.loads = loads;
        (self.model_sees, self.slash, self.listed_at_start, self.description) = (false, false, false, None);
        self.problems.insert(0, finding);
        self
    }

    fn drop_for_its_name(&mut self) {
        let mut findings = Findings::new(&self.path);
        let message = format!("a skill of the name `{}` is not loaded", self.name);
        findings.error("bad_folder_name", None, message, "use letters, digits and hyphens for the folder");
        let dropped = findings.list.pop().map(|finding| self.clone().unloaded(Loads::Dropped, finding));
        *self = dropped.unwrap_or_else(|| self.clone());
    }
}

fn is_about_description(finding: &Finding, front: &FrontMatter) -> bool {
    let is_misspelt = || {
        let spelled = front.fields().iter().find(|field| Kind::Skill.meant(&field.key) == Some("description"));
        spelled.is_some_and(|field| Some(field.place.line) == finding.line)
    };
    finding.code == "description_lost" || (finding.code == "misspelt_key" && is_misspelt())
}

/// `disable-model-invocation`: only a yes counts.
fn is_off(front: &FrontMatter) -> bool {
    front.field("disable-model-invocation").is_some_and(|field| field.node.value.is_yes())
}

/// `user-invocable`: where it stands, only a yes counts, and nothing is a no.
fn is_for_users(front: &FrontMatter) -> bool {
    front.field("user-invocable").is_none_or(|field| field.node.value.is_yes())
}

/// Whether the skill waits until a file that `paths` names is touched: patterns other than `**` do that.
fn is_conditional(front: &FrontMatter) -> bool {
    let Some(field) = front.field("paths") else { return false };
    let texts: Vec<&str> = match &field.node.value {
        Value::Text(text) => text.split(',').collect(),
        Value::List(items) => items
            .iter()
            .filter_map(|item| if let Value::Text(text) = &item.value { Some(text.as_str()) } else { None })
            .collect(),
        _ => Vec::new(),
    };
    texts.iter().map(|text| text.trim()).any(|text| !text.is_empty() && text != "**")
}

#[cfg(test)]
mod tests;
