//! `skreg eval`.

mod figures;
mod gate;
mod source;

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
