//! `skreg eval`.

mod figures;
mod gate;
mod model;
mod signal;
mod source;
#[cfg(unix)]
mod wait;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// `api` asks for the component Payments, the label billing and the keywords refund and invoice, `web` for the component Shop and
/// the keywords checkout and refund.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_projects(&["api", "web"]);
    sandbox.registry(&crate::dispatch::registry());
    sandbox
}

/// A ticket of a project, with components and a summary.
fn ticket(key: &str, expected: &str, components: &[&str], summary: &str) -> Value {
    json!({"key": key, "summary": summary, "components": components, "expected": expected})
}

/// JSON Lines of these tickets.
fn lines(tickets: &[Value]) -> String {
    tickets.iter().map(|ticket| format!("{ticket}\n")).collect()
}

/// Eight tickets: five taken without a question and four of them rightly, a tie, a close race, and one that nothing is known of.
fn eight() -> Vec<Value> {
    vec![
        ticket("A-1", "api", &["Payments"], "Refund fails"),
        ticket("A-2", "api", &["Payments"], "Something fails"),
        ticket("A-3", "api", &["Shop"], "Checkout says refund"),
        ticket("A-4", "api", &[], "The refund button"),
        ticket("W-1", "web", &["Shop"], "Basket is empty"),
        ticket("W-2", "web", &["Shop"], "Checkout is slow"),
        ticket("W-3", "web", &["Payments", "Shop"], "Invoice in the shop"),
        ticket("W-4", "web", &[], "Nothing of ours"),
    ]
}

#[test]
fn the_help_of_eval() {
    assert_snapshot!(Sandbox::new().skreg(&["eval", "--help"]), @"
    Measure how well tickets whose project is known are routed

    The tickets are JSON Lines, plain or packed with gzip: on each line a ticket as `skreg dispatch`
    reads it, with the name of its project in `expected`. They are routed with the registry as it is. A
    project that shares its place with others counts as the last of them, so that no tie passes for a
    hit. Where every ticket has a `created`, the newer half is what was made last, else what comes last
    in the file; the gate is chosen on the older half and shown on the newer one. A ticket on which the
    address of a repository decides counts as automatic, and has no part in the choice of the gate.

    Components and labels are those that a ticket has now. Where people set them only once they knew the
    project, the figures are better than they would be for new tickets.

    Usage: skreg eval [OPTIONS] [TICKETS]

    Arguments:
      [TICKETS]
              A file of labelled tickets, or `-` for standard input

    Options:
          --jql <QUERY>
              Read every ticket that this Jira query finds

          --json
              Print one JSON object for programs

          --label-from <FROM>
              Where a ticket names its project: `component`, `project` (its Jira project), or
              `field:NAME`, if not in `expected`
              
              The name is that of a project of the registry; a component may also be one that a project
              claims. With `component` the components are the answer, so they are left out of the score.
              A field has the name of Jira's REST API, such as `field:customfield_10010`.

          --registry <FILE>
              Use this registry.json, or the one in this folder

          --jira-url <URL>
              The address of Jira, if not the one of `SKREG_JIRA_URL` or the registry

          --precision <RATE>
              The precision that the gate is chosen to reach, above 0 and at most 1
              
              [default: 0.95]

      -h, --help
              Print help (see a summary with '-h')
    --- exit 0
    ");
}
