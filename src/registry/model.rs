//! `registry.json` and `registry.local.json` as types; the schema is generated from them.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the registry format that this program reads and writes.
pub const VERSION: u64 = 1;

/// The whole of `registry.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "skreg registry")]
pub struct RegistryFile {
    /// Where an editor finds this schema.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Version of the format: 1.
    pub version: u64,
    /// The skreg that the team needs, as a semantic version requirement such as `>=0.1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<String>,
    /// The folder that relative `repo` paths start from: absolute, `~` or `$VAR`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<String>,
    /// The team's Jira.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jira: Option<Jira>,
    /// Weights and gate of routing.
    #[serde(default)]
    pub scoring: Scoring,
    /// What is linked into the home directory.
    #[serde(default)]
    pub global: Global,
    /// The projects by name, in the order of the file.
    pub projects: IndexMap<String, ProjectEntry>,
}

/// The team's Jira.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Jira {
    /// Base address, with its path if it has one: `https://acme.atlassian.net`.
    pub url: String,
}

/// Weights and gate of routing; the defaults are the rule that the documentation states.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Scoring {
    /// Points for each matching component.
    pub component: u32,
    /// Points for each matching label.
    pub label: u32,
    /// Points for each matching keyword.
    pub keyword: u32,
    /// The most points that the keywords of one project give together.
    pub keyword_cap: u32,
    /// The least score that routes without asking.
    pub auto_min: u32,
    /// How many times the runner-up's score the top must reach to route without asking.
    pub auto_ratio: f64,
    /// Points for the Jira project that a ticket stands in, divided by the projects that claim it.
    pub jira_project: u32,
    /// Whether a ticket that holds the address of a project's `remote` goes there, whatever the scores.
    pub linked: bool,
    /// Whether the web links of a Jira ticket are read for such addresses, too: one more request for each ticket.
    pub remote_links: bool,
    /// Whether a Jira ticket without components has those of its parent: one more request for such a ticket.
    pub parent: bool,
    /// Whether the learned text model must agree before a ticket is routed without asking.
    pub strict: bool,
    /// Whether the learned text model decides where no project has points.
    pub text: bool,
    /// The least probability, up to 1, at which it does.
    pub text_min: f64,
}

impl Default for Scoring {
    fn default() -> Self {
        Self {
            component: 10,
            label: 5,
            keyword: 2,
            keyword_cap: 10,
            auto_min: 10,
            auto_ratio: 2.0,
            jira_project: 10,
            linked: true,
            remote_links: false,
            parent: false,
            strict: false,
            text: false,
            text_min: 0.95,
        }
    }
}

/// What is linked into the home directory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Global {
    /// Command name to folder of the central repository, linked as `~/.claude/skills/<name>`.
    pub skills: IndexMap<String, String>,
}

/// One project: a repository and what it gets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProjectEntry {
    /// The repository's folder: absolute, `~`, `$VAR`, or relative to `workspace`.
    pub repo: String,
    /// Where it is cloned from, without a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote: Option<String>,
    /// Name of a folder below `profiles/`.
    pub profile: String,
    /// How the profile is linked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkMode>,
    /// Whether every git worktree of the repository is linked, and not only the one that `repo` names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worktrees: Option<bool>,
    /// The programs whose folders are linked; Claude Code's alone where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<Target>>,
    /// Languages and frameworks, for people and skills.
    #[serde(default)]
    pub stack: Vec<String>,
    /// The branch that changes go to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_branch: Option<String>,
    /// What makes a ticket belong here.
    #[serde(default)]
    pub routing: Routing,
    /// The skills that the profile promises.
    #[serde(default)]
    pub skills: Vec<String>,
    /// Command lines by purpose, such as `build` and `test`.
    #[serde(default)]
    pub commands: IndexMap<String, String>,
}

/// What makes a ticket belong to a project.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Routing {
    /// Components of the ticket system, whole names.
    pub components: Vec<String>,
    /// Labels, whole names.
    pub labels: Vec<String>,
    /// Words and phrases of summary and description.
    pub keywords: Vec<String>,
    /// Keys of the Jira projects whose tickets belong here, such as `PROJ`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub jira_projects: Vec<String>,
    /// What makes a ticket not belong here, whatever else matches.
    #[serde(skip_serializing_if = "Exclude::is_empty")]
    pub exclude: Exclude,
    /// The skill that a routed ticket starts with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
}

/// What makes a ticket not belong to a project; one match is enough.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Exclude {
    /// Components of the ticket system, whole names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<String>,
    /// Labels, whole names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Words and phrases of summary and description.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
}

impl Exclude {
    /// Whether nothing is excluded.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty() && self.labels.is_empty() && self.keywords.is_empty()
    }
}

/// How a profile is linked into a repository.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LinkMode {
    /// One link per skill and agent where git tracks anything beside them, else one link per folder.
    #[default]
    Auto,
    /// One link per folder.
    Directory,
    /// One link per skill and agent, beside the repository's own.
    Entries,
}

/// A program that reads skills, by the folder that it reads them from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Claude Code: `.claude/skills` and `.claude/agents`.
    Claude,
    /// The programs that read `.agents/skills`.
    Agents,
}

/// The whole of `registry.local.json`: what differs on one developer's machine. It is never committed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LocalFile {
    /// Replaces the registry's `workspace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workspace: Option<String>,
    /// Whether the global skills are linked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub global: Option<LocalGlobal>,
    /// Whether Claude Code may read what lies beside a linked `SKILL.md`: `false` where that was declined, and is not asked again;
    /// `true` to have the rules for it written for every project that is linked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grant_read: Option<bool>,
    /// What differs for one project.
    pub projects: IndexMap<String, LocalProject>,
}

/// What differs for the global skills on this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LocalGlobal {
    /// `off` where they are not to be linked here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<LocalLink>,
}

/// What differs for one project on this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LocalProject {
    /// Replaces the project's `repo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repo: Option<String>,
    /// Replaces the project's `link`, or turns it off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<LocalLink>,
}

impl From<LinkMode> for LocalLink {
    fn from(mode: LinkMode) -> Self {
        match mode {
            LinkMode::Auto => Self::Auto,
            LinkMode::Directory => Self::Directory,
            LinkMode::Entries => Self::Entries,
        }
    }
}

/// A link mode, or none at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LocalLink {
    /// As [`LinkMode::Auto`].
    Auto,
    /// As [`LinkMode::Directory`].
    Directory,
    /// As [`LinkMode::Entries`].
    Entries,
    /// Linked nowhere on this machine; `skreg restore` writes this.
    Off,
}
