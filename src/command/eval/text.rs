//! The answer of `skreg eval` for people.

use std::io;

use super::report::{EvalReport, GateNumbers, GateReport, Order};
use crate::command::figure::{Automatic, interval, passed, percent};
use crate::dispatch::SignalKind;
use crate::output::{Mark, Page, Report, Table};

/// How many names, and how many pairs of projects, are told; JSON has them all.
const SHOWN: usize = 10;

impl Report for EvalReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        self.intake.write(page)?;
        self.write_figures(page)?;
        self.write_evidence(page)?;
        self.write_confusions(page)?;
        self.gate.write(page)?;
        self.text_model.as_ref().map_or(Ok(()), |model| model.write(page))
    }
}

impl EvalReport {
    fn write_figures(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Automatic { count, right, precision, low, high, rate } = self.auto;
        let GateNumbers { auto_min, auto_ratio } = self.gate.current;
        let mut table = Table::new(&["MEASURE", "RATE", "WHAT IT SAYS"]);
        let mut row = |name: &str, rate: f64, says: String| table.row([name.to_owned(), percent(rate), says]);
        let is_linked = self.by_evidence.iter().any(|row| row.kinds == [SignalKind::Repository]);
        let linked = if is_linked { ", or name a repository" } else { "" };
        let says = format!(
            "{count} of {} pass the gate, {auto_min} points and {auto_ratio} times{linked}",
            self.intake.labelled
        );
        row("automatic", rate, says);
        if let (Some(precision), Some(low), Some(high)) = (precision, low, high) {
            let says = format!("{right} of {count} went to their project; {} at 95 % confidence", interval(low, high));
            row("precision", precision, says);
        }
        row("top 1", self.top1, "have their project in the first place, alone".to_owned());
        row("top 3", self.top3, "have it in the first three".to_owned());
        row("macro recall", self.macro_recall, format!("as top 1, the mean over {} projects", self.projects));
        row("no score", self.no_score, "no project has points".to_owned());
        table.write(page)
    }

    fn write_evidence(&self, page: &mut Page<'_>) -> io::Result<()> {
        if self.by_evidence.is_empty() {
            return Ok(());
        }
        let mut table = Table::new(&["EVIDENCE", "AUTOMATIC", "PRECISION", "AT 95 % CONFIDENCE"]);
        for row in &self.by_evidence {
            let [precision, low, high] = [row.precision, row.low, row.high].map(Option::unwrap_or_default);
            table.row([kinds(&row.kinds), row.count.to_string(), percent(precision), interval(low, high)]);
        }
        page.line("")?;
        table.write(page)
    }

    fn write_confusions(&self, page: &mut Page<'_>) -> io::Result<()> {
        if self.confusions.is_empty() {
            return Ok(());
        }
        let mut table = Table::new(&["EXPECTED", "GOT", "TICKETS", "AUTOMATIC", "SUCH AS"]);
        for row in self.confusions.iter().take(SHOWN) {
            let examples = if row.examples.is_empty() { "-".to_owned() } else { row.examples.join(", ") };
            table.row([row.expected.clone(), row.got.clone(), row.count.to_string(), row.auto.to_string(), examples]);
        }
        page.line("")?;
        table.write(page)?;
        let more = self.confusions.len().saturating_sub(SHOWN);
        if more > 0 { page.line(format_args!("and {more} more pairs, which `--json` tells")) } else { Ok(()) }
    }
}

impl GateReport {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.line("")?;
        let gate = Mark::Strong.paint("gate:");
        if self.by_address > 0 {
            let told = format!("{} tickets are left out, for the address of a repository decides", self.by_address);
            page.line(format_args!("{gate} {told}"))?;
        }
        if let Some(refused) = &self.refused {
            return page.line(format_args!("{gate} {refused}"));
        }
        let (Some(chosen), Some(older), Some(newer)) = (self.chosen, self.older, self.newer) else { return Ok(()) };
        let GateNumbers { auto_min, auto_ratio } = chosen;
        page.line(format_args!(
            "{gate} {auto_min} points and {auto_ratio} times the runner-up, chosen to reach {}",
            percent(self.wanted)
        ))?;
        let split = match self.order {
            Order::Created => "by `created`",
            Order::File => "by the order of the file",
        };
        page.line(format_args!("  older half, {split}: {}", passed(older)))?;
        page.line(format_args!("  newer half: {}", passed(newer)))?;
        if let Some(now) = self.newer_current.filter(|_| chosen != self.current) {
            page.line(format_args!("  newer half, with the gate in force: {}", passed(now)))?;
        }
        let next = Mark::Hint.paint("next:");
        if newer.precision.is_none_or(|precision| precision < self.wanted) {
            let hint = "the newer half stays below; ask for more with `--precision` before you set it";
            return page.line(format_args!("{next} {hint}"));
        }
        if chosen == self.current {
            return page.line(format_args!("{next} nothing to do: it is the gate in force"));
        }
        page.line(format_args!(
            "{next} set `\"auto_min\": {auto_min}, \"auto_ratio\": {auto_ratio:?}` in `scoring` of registry.json"
        ))
    }
}

fn kinds(kinds: &[SignalKind]) -> String {
    kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", ")
}
