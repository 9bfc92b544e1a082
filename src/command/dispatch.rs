//! `skreg dispatch`
use super::{Context, Outcome};
use anyhow::Result;
/// Route a ticket to the project it belongs to
#[derive(Debug, clap::Args)]
pub struct Args {}
/// x
/// # Errors
/// none
pub fn run(_: &Context, _: &Args) -> Result<Outcome> {
    Ok(Outcome::InOrder)
}
