//! `skreg dispatch --whoami`: which Jira, which credential, and who one is there.

use std::io;

use anyhow::Result;
use serde::Serialize;

use super::{Args, source};
use crate::command::{Context, Outcome};
use crate::jira::settings::Kind;
use crate::jira::{Account, Jira};
use crate::output::{Page, Report, escape};
use crate::registry::Registry;

#[derive(Debug, Serialize)]
struct AccountReport {
    jira: String,
    address_from: String,
    kind: &'static str,
    /// Where the credential comes from, never its value.
    credential_from: String,
    account: Account,
}

/// Asks Jira whose credential it is.
pub(super) fn run(context: &Context, registry: &Registry, args: &Args) -> Result<Outcome> {
    let settings = source::jira_settings(context, registry, args.jira_url.as_deref())?;
    let jira = Jira::connect(&settings, context.clock, &context.output)?;
    let account = jira.whoami()?;
    context.output.report(&AccountReport {
        jira: settings.address.to_string(),
        address_from: settings.address_source.to_string(),
        kind: match jira.kind() {
            Kind::Cloud => "cloud",
            Kind::DataCenter => "data_center",
        },
        credential_from: settings.credential.source.to_string(),
        account,
    })?;
    Ok(Outcome::InOrder)
}

impl Report for AccountReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        let kind = if self.kind == "cloud" { "Jira Cloud" } else { "Jira Data Center" };
        let login = self.account.login.as_ref().map(|login| format!(" ({})", escape(login))).unwrap_or_default();
        page.line(format_args!("you are      {}{login}", escape(&self.account.name)))?;
        page.line(format_args!("on           {}, {kind}", self.jira))?;
        page.line(format_args!("address      from {}", escape(&self.address_from)))?;
        page.line(format_args!("credential   from {}", escape(&self.credential_from)))
    }
}
