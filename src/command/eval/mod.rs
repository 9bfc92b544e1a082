//! `skreg eval`: measures routing on tickets whose project is known.

mod judge;
mod measured;
mod model;
mod report;
mod text;

use anyhow::Result;
use serde_json::Value;

use self::judge::Judge;
use self::measured::Measured;
use self::report::EvalReport;
use super::tickets::{self, Complete};
use super::{Context, Outcome};

/// Measure how well tickets whose project is known are routed
///
/// The tickets are JSON Lines, plain or packed with gzip: on each line a ticket as `skreg dispatch` reads it, with the name of its
/// project in `expected`. They are routed with the registry as it is. A project that shares its place with others counts as the
/// last of them, so that no tie passes for a hit. Where every ticket has a `created`, the newer half is what was made last, else
/// what comes last in the file; the gate is chosen on the older half and shown on the newer one. A ticket on which the address
/// of a repository decides counts as automatic, and has no part in the choice of the gate.
///
/// Components and labels are those that a ticket has now. Where people set them only once they knew the project, the figures are
/// better than they would be for new tickets.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: tickets::Args,

    /// The precision that the gate is chosen to reach, above 0 and at most 1
    #[arg(long, value_name = "RATE", default_value = "0.95", value_parser = parse_precision)]
    precision: f64,
}

/// Measures routing.
///
/// # Errors
/// Where the registry or the tickets cannot be read, or none of them names a project.
pub fn run(context: &Context, args: &Args) -> Result<Outcome> {
    let registry = context.registry()?;
    let judge = Judge::new(context, &registry, args.source.label_from())?;
    let mut measured = Measured::default();
    let judged = |ticket: &Value, complete: Complete<'_>| judge.judge(ticket, complete);
    args.source.read(context, &registry, "measuring on", judged, |found| measured.take(found))?;
    match measured.intake.nothing(&args.source, &registry, "measured") {
        Some(failure) => Err(failure.into()),
        None => {
            context.output.report(&EvalReport::new(measured, &judge, args.precision))?;
            Ok(Outcome::InOrder)
        }
    }
}

fn parse_precision(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate <= 1.0 => Ok(rate),
        Ok(percent) if percent > 1.0 && percent <= 100.0 => Err(format!("write {} for {percent} %", percent / 100.0)),
        _ => Err("it is a number above 0 and at most 1".to_owned()),
    }
}
