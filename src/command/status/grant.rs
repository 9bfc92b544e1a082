//! Whether Claude Code may read what lies beside the linked skills.

use std::path::Path;

use super::super::shell_path;
use super::report::StatusProblem;
use crate::link::{Grant, GrantQuestion, GrantStep, file_beside, plan_grant};
use crate::output::quoted;

/// What is to be told of the rules to read: that those which were written do not match any more, which is wrong; that there are none
/// although something lies beside a skill, which is for information.
pub(super) fn problems(question: GrantQuestion<'_>, home: &Path) -> Vec<StatusProblem> {
    let grants = question.observe(false);
    let own = |grant: &Grant| match grant.path.strip_prefix(&question.project.repo) {
        Ok(below) => below.display().to_string(),
        Err(_) => shell_path(&grant.path, home),
    };
    let problems = grants.iter().filter_map(|grant| match plan_grant(grant, false) {
        // What an ignore rule without a file comes to: `skreg setup` takes it away.
        Some(GrantStep::Withdraw) if grant.ours.is_empty() => None,
        Some(step) => stale(&step, own(grant)),
        None => not_granted(question, grant, own(grant)),
    });
    problems.collect()
}

fn stale(step: &GrantStep, path: String) -> Option<StatusProblem> {
    let counted = |count: usize, word: &str| format!("{word} {count} rule{}", if count == 1 { "" } else { "s" });
    let repair = "run `skreg setup`, which puts the rules right".to_owned();
    let (message, hint) = match step {
        GrantStep::Keep => return None,
        GrantStep::Grant { missing, stale } => {
            let counts = [(missing.len(), "lacks"), (stale.len(), "has")].into_iter().filter(|(count, _)| *count > 0);
            let told: Vec<_> = counts.map(|(count, word)| counted(count, word)).collect();
            let useless = if stale.is_empty() { "" } else { " that nothing needs any more" };
            let example = missing.first().or(stale.first()).map(|rule| format!(", such as `{rule}`"));
            (
                format!(
                    "to read what lies beside the skills it {}{useless}{}",
                    told.join(" and "),
                    example.unwrap_or_default()
                ),
                repair,
            )
        }
        GrantStep::Withdraw => ("its rules to read are for skills that are not linked any more".to_owned(), repair),
        GrantStep::Refuse(obstacle) => (
            format!("its rules to read do not match, and `skreg setup` leaves it alone: {}", obstacle.reason),
            obstacle.hint.clone(),
        ),
    };
    Some(StatusProblem { code: "read_grant_stale", path, message, hint, information: false })
}

fn not_granted(question: GrantQuestion<'_>, grant: &Grant, path: String) -> Option<StatusProblem> {
    if !grant.lacks_rules() {
        return None;
    }
    let file = file_beside(question.registry, question.project)?;
    let declined = if question.registry.grant_read == Some(false) { " (declined on this machine)" } else { "" };
    let message =
        format!("no rule lets Claude Code read what lies beside a linked `SKILL.md`, such as `{file}`{declined}");
    let hint = format!("`skreg setup {} --grant-read` writes rules that do", quoted(&question.project.name));
    Some(StatusProblem { code: "read_not_granted", path, message, hint, information: true })
}
