//! `skreg learn`: proposes signals from tickets whose project is known, and trains the text model.

mod class;
mod figures;
mod report;
mod text;

use anyhow::Result;
use serde_json::Value;

use self::class::{Class, Heard};
use self::report::LearnReport;
use super::tickets::{self, Complete, Intake};
use super::{Context, Outcome, text_model};
use crate::dispatch::SignalKind;
use crate::dispatch::learn::Learned;
use crate::json_edit;
use crate::output::Failure;
use crate::registry::Registry;
use crate::registry::model::Routing;
use crate::system::disk;

/// Learn signals and a text model from tickets of known projects
///
/// The tickets are those that `skreg eval` reads. For each project components and labels are proposed that it holds most of, and the
/// words that tell it from the others best (chi-squared), as the scorer sees words. How strict to be is tried out on held-back
/// tickets. People, secrets, keys and addresses are never proposed.
///
/// The newest three tenths of each project's tickets (by `created` where every ticket has one, else by their order) are held
/// back at first: what the others teach is measured on them. Then all tickets are learned from. The text model is multinomial
/// logistic regression over words, components and labels; it never decides unless `scoring` in `registry.json` says so,
/// and only orders the choices where a ticket is a question.
///
/// Nothing is changed without `--write`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: tickets::Args,

    /// Put the proposals into `registry.json`, and the text model beside it
    #[arg(long, short)]
    write: bool,
}

/// Learns from tickets.
///
/// # Errors
/// Where the registry or the tickets cannot be read, none of them names a project, or something cannot be written.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    let registry = context.registry()?;
    let before = disk::read_text(registry.path())?;
    let class = Class::new(&registry, args.source.label_from());
    let mut intake = Intake::default();
    let mut heard: Vec<Heard> = Vec::new();
    let hear = |ticket: &Value, complete: Complete<'_>| class.hear(ticket, complete);
    args.source.read(context, &registry, "reading", hear, |found| match found {
        Ok((label, told)) => {
            intake.count(label);
            heard.extend(told);
        }
        Err(problem) => intake.refuse(problem),
    })?;
    if let Some(failure) = intake.nothing(&args.source, &registry, "learned") {
        return Err(failure.into());
    }
    let learned = {
        let _patience = context.output.after_a_second(format!("learning from {} tickets", heard.len()));
        class.learn(heard)?
    };
    let model = learned.model.to_text();
    if args.write {
        // Not while the tickets are read: that may take minutes, and other commands would wait.
        let _lock = context.lock()?;
        if disk::read_text(registry.path())? != before {
            let failure = Failure::new("`registry.json` was changed while this learned from tickets");
            return Err(failure.hint("run it again").into());
        }
        write(&registry, &learned, &model)?;
    }
    let intake = intake.report(args.source.label_from());
    context.output.report(&LearnReport::new(context, intake, &registry, &learned, model.len(), args.write))?;
    Ok(Outcome::InOrder)
}

/// Writes the model first: without it the registry stays as it was, and without the registry's new signals it does no harm.
fn write(registry: &Registry, learned: &Learned, model: &str) -> Result<()> {
    disk::write_text(&text_model::path(registry), model)?;
    json_edit::change_file(registry.path(), |text| with_proposals(text, registry, learned))
}

/// The text of `registry.json` with what is proposed at the ends of its lists.
fn with_proposals(text: &str, registry: &Registry, learned: &Learned) -> Result<String> {
    let mut text = text.to_owned();
    for (at, project) in registry.projects.iter().enumerate() {
        let Routing { components, labels, keywords, .. } = &project.entry.routing;
        let lists = [
            (SignalKind::Component, "components", components),
            (SignalKind::Label, "labels", labels),
            (SignalKind::Keyword, "keywords", keywords),
        ];
        for (kind, list, present) in lists {
            let own = learned.proposals.iter().filter(|proposal| proposal.project == at && proposal.kind == kind);
            let values: Vec<Value> = own.map(|proposal| proposal.value.clone().into()).collect();
            let path = ["projects", &project.name, "routing", list];
            text = match present.is_empty() && !values.is_empty() {
                true => json_edit::set(&text, &path, &Value::Array(values))?,
                false => json_edit::append(&text, &path, &values)?,
            };
        }
    }
    Ok(text)
}
