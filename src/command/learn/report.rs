//! The answer of `skreg learn`.

use std::path::PathBuf;

use serde::Serialize;

use super::figures::{Figures, ModelFigures};
use crate::command::Context;
use crate::command::figure::rounded;
use crate::command::text_model;
use crate::command::tickets::IntakeReport;
use crate::dispatch::SignalKind;
use crate::dispatch::eval::Share;
use crate::dispatch::learn::{Learned, Proposal};
use crate::dispatch::model::{MOST_BYTES, TextModel};
use crate::registry::Registry;

/// What was learned.
#[derive(Debug, Serialize)]
pub(super) struct LearnReport {
    #[serde(flatten)]
    pub(super) intake: IntakeReport,
    pub(super) setting: SettingReport,
    /// What is proposed for each project that anything is proposed for.
    pub(super) projects: Vec<ProjectReport>,
    /// What it does on the newest tickets; null where there are too few to hold some back.
    pub(super) effect: Option<EffectReport>,
    pub(super) model: ModelFile,
    /// Whether it was written.
    pub(super) written: bool,
}

/// How strict the proposals are.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct SettingReport {
    /// The least share of a component's or label's tickets.
    pub(super) name_share: f64,
    /// The most keywords of a project.
    pub(super) keywords: usize,
    /// The least share of a keyword's tickets.
    pub(super) keyword_share: f64,
}

/// The proposals for a project.
#[derive(Debug, Serialize)]
pub(super) struct ProjectReport {
    pub(super) project: String,
    pub(super) components: Vec<SignalReport>,
    pub(super) labels: Vec<SignalReport>,
    pub(super) keywords: Vec<SignalReport>,
}

/// A proposal with what speaks for it.
#[derive(Debug, Serialize)]
pub(super) struct SignalReport {
    pub(super) value: String,
    /// The tickets that have it.
    pub(super) tickets: usize,
    /// Those of them that are the project's.
    pub(super) own: usize,
    pub(super) share: f64,
    /// The same of the newest tickets.
    pub(super) newest: usize,
    pub(super) newest_own: usize,
}

/// What the older tickets teach, measured on the newest.
#[derive(Debug, Serialize)]
pub(super) struct EffectReport {
    /// Tickets learned from for this, and measured on.
    pub(super) older: usize,
    pub(super) newer: usize,
    /// What tells older from newer: `created` or `file`.
    pub(super) order: &'static str,
    pub(super) before: Figures,
    pub(super) after: Figures,
    pub(super) text_model: ModelFigures,
}

/// The model's file.
#[derive(Debug, Serialize)]
pub(super) struct ModelFile {
    pub(super) path: PathBuf,
    /// The path as people are told it.
    #[serde(skip)]
    pub(super) shown: String,
    pub(super) bytes: usize,
    /// It is never larger.
    pub(super) most_bytes: usize,
    pub(super) tickets: usize,
    pub(super) features: usize,
}

impl LearnReport {
    pub(super) fn new(
        context: &Context,
        intake: IntakeReport,
        registry: &Registry,
        learned: &Learned,
        bytes: usize,
        written: bool,
    ) -> Self {
        let projects = registry.projects.iter().enumerate();
        let projects = projects.map(|(at, project)| ProjectReport::new(&project.name, at, &learned.proposals));
        let setting = learned.setting;
        let effect = learned.effect.as_ref().map(|effect| EffectReport {
            older: effect.older,
            newer: effect.after.top1.of,
            order: if learned.dated { "created" } else { "file" },
            before: Figures::new(&effect.before),
            after: Figures::new(&effect.after),
            text_model: ModelFigures::new(&effect.model, registry.scoring.text_min),
        });
        Self {
            intake,
            setting: SettingReport {
                name_share: setting.name_share,
                keywords: setting.keywords,
                keyword_share: setting.keyword_share,
            },
            projects: projects.filter(|project| !project.is_empty()).collect(),
            effect,
            model: ModelFile::new(context, registry, &learned.model, bytes),
            written,
        }
    }

    /// How many signals are proposed.
    pub(super) fn proposals(&self) -> usize {
        self.projects.iter().map(|project| project.lists().map(|(_, list)| list.len()).iter().sum::<usize>()).sum()
    }
}

impl ProjectReport {
    fn new(project: &str, at: usize, proposals: &[Proposal]) -> Self {
        let of = |kind| {
            let own = proposals.iter().filter(|proposal| proposal.project == at && proposal.kind == kind);
            own.map(SignalReport::new).collect()
        };
        Self {
            project: project.to_owned(),
            components: of(SignalKind::Component),
            labels: of(SignalKind::Label),
            keywords: of(SignalKind::Keyword),
        }
    }

    fn is_empty(&self) -> bool {
        self.lists().iter().all(|(_, list)| list.is_empty())
    }

    /// The lists with their words.
    pub(super) fn lists(&self) -> [(&'static str, &Vec<SignalReport>); 3] {
        [("component", &self.components), ("label", &self.labels), ("keyword", &self.keywords)]
    }
}

impl SignalReport {
    fn new(proposal: &Proposal) -> Self {
        let Share { hits, of } = proposal.tickets;
        Self {
            value: proposal.value.clone(),
            tickets: of,
            own: hits,
            share: rounded(proposal.tickets.rate().unwrap_or_default()),
            newest: proposal.newer.of,
            newest_own: proposal.newer.hits,
        }
    }
}

impl ModelFile {
    fn new(context: &Context, registry: &Registry, model: &TextModel, bytes: usize) -> Self {
        let path = text_model::path(registry);
        Self {
            shown: context.shown(&path),
            path,
            bytes,
            most_bytes: MOST_BYTES,
            tickets: model.tickets(),
            features: model.features(),
        }
    }
}
