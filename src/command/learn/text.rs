//! The answer of `skreg learn` for people.

use std::io;

use super::figures::{Figures, ModelFigures};
use super::report::{EffectReport, LearnReport, ModelFile, SignalReport};
use crate::command::figure::{Automatic, interval, passed, percent};
use crate::output::{Mark, Page, Report, Table, escape};

/// How many proposals of a kind are told of one project; JSON has them all.
const SHOWN: usize = 10;

impl Report for LearnReport {
    fn write_text(&self, page: &mut Page<'_>) -> io::Result<()> {
        self.intake.write(page)?;
        self.write_proposals(page)?;
        match &self.effect {
            Some(effect) => effect.write(page)?,
            None => page.line("no project has four tickets, so none were held back to measure on")?,
        }
        page.line("")?;
        self.model.write(page)?;
        self.write_next(page)
    }
}

impl LearnReport {
    fn write_proposals(&self, page: &mut Page<'_>) -> io::Result<()> {
        if self.projects.is_empty() {
            return page.line("nothing is proposed that the registry has not already");
        }
        let mut table = Table::new(&["PROJECT", "KIND", "SIGNAL", "ITS TICKETS", "OF THE NEWEST"]);
        let mut hidden = 0;
        for project in &self.projects {
            for (kind, signals) in project.lists() {
                for signal in signals.iter().take(SHOWN) {
                    table.row(row(&project.project, kind, signal));
                }
                hidden += signals.len().saturating_sub(SHOWN);
            }
        }
        table.write(page)?;
        if hidden > 0 { page.line(format_args!("and {hidden} more, which `--json` tells")) } else { Ok(()) }
    }

    fn write_next(&self, page: &mut Page<'_>) -> io::Result<()> {
        let next = Mark::Hint.paint("next:");
        if !self.written {
            return page.line(format_args!("{next} nothing is written yet; `--write` does it"));
        }
        let count = self.proposals();
        page.line(format_args!(
            "{} {count} signals into registry.json, and the text model",
            Mark::Good.paint("written:")
        ))?;
        page.line(format_args!(
            "{next} look at the change with `git diff`, measure it with `skreg eval` on other tickets, and commit it"
        ))
    }
}

fn row(project: &str, kind: &str, signal: &SignalReport) -> [String; 5] {
    let SignalReport { value, tickets, own, share, newest, newest_own } = signal;
    let newest = if *newest > 0 { format!("{newest_own} of {newest}") } else { "-".to_owned() };
    [project.to_owned(), kind.to_owned(), value.clone(), format!("{own} of {tickets}, {}", percent(*share)), newest]
}

impl EffectReport {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.line("")?;
        let order = if self.order == "created" { "by `created`" } else { "by their order" };
        let [older, newer] = [self.older, self.newer];
        page.line(format_args!(
            "what the {older} older tickets teach does this on the {newer} newest of the projects, {order}:"
        ))?;
        let mut table = Table::new(&["MEASURE", "REGISTRY AS IT IS", "WITH THE PROPOSALS"]);
        let mut row = |name: &str, value: fn(&Figures) -> String| {
            table.row([name.to_owned(), value(&self.before), value(&self.after)]);
        };
        row("automatic", |figures| percent(figures.auto.rate));
        row("precision", |figures| precision(&figures.auto));
        row("top 1", |figures| percent(figures.top1));
        row("top 3", |figures| percent(figures.top3));
        row("macro recall", |figures| percent(figures.macro_recall));
        row("no score", |figures| percent(figures.no_score));
        table.write(page)?;
        self.text_model.write(page)
    }
}

impl ModelFigures {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        if let (Some(top3), Some(by_rule)) = (self.asked_top3, self.asked_top3_by_rule) {
            page.line(format_args!(
                "with the text model: of the {} that are a question {} have their project in its first three, by the rule {}",
                self.asked,
                percent(top3),
                percent(by_rule)
            ))?;
        }
        page.line(format_args!("  with `\"strict\": true`: {}", passed(self.strict)))?;
        if self.text.count > 0 {
            page.line(format_args!(
                "  with `\"text\": true`, where only words speak, at {}: {}",
                self.text_min,
                passed(self.text)
            ))?;
        }
        Ok(())
    }
}

fn precision(auto: &Automatic) -> String {
    match (auto.precision, auto.low, auto.high) {
        (Some(precision), Some(low), Some(high)) => {
            format!("{}, {}", percent(precision), interval(low, high))
        }
        _ => "-".to_owned(),
    }
}

impl ModelFile {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let size = self.bytes.div_ceil(1 << 10);
        let most = self.most_bytes >> 20;
        page.line(format_args!(
            "{} {}: {} features of {} tickets, {size} KiB, and never more than {most} MiB",
            Mark::Strong.paint("text model:"),
            escape(&self.shown),
            self.features,
            self.tickets
        ))
    }
}
