//! Hooks in front matter, as far as their shape decides whether any of them runs.

use super::front_matter::{Field, Node, Place, Value};

/// A shape that the client does not take.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) place: Place,
    pub(super) message: String,
    /// Whether none of the hooks beside it counts either: one that cannot be read may be what guards the rest.
    pub(super) is_grave: bool,
}

/// What to do about any of them.
pub(super) const HINT: &str = "write a list of matchers below each event, each with a list of `hooks`";

/// Events whose hooks allow or refuse.
const GUARDS: [&str; 2] = ["PreToolUse", "PermissionRequest"];

/// The first fault of `hooks`, the grave ones before others.
pub(super) fn fault(field: &Field) -> Option<Fault> {
    let events = match &field.node.value {
        Value::Null => return None,
        Value::Map(events) => events,
        other => {
            let message = format!("`hooks` is {} and no map of events", other.kind());
            return Some(Fault { place: field.node.place, message, is_grave: true });
        }
    };
    let faults = events.iter().filter_map(|event| {
        let (place, message) = event_fault(event)?;
        Some(Fault { place, message, is_grave: GUARDS.contains(&event.key.as_str()) })
    });
    faults.min_by_key(|fault| !fault.is_grave)
}

fn event_fault(event: &Field) -> Option<(Place, String)> {
    let Value::List(matchers) = &event.node.value else {
        let message = format!("`{}` is {} and no list of matchers", event.key, event.node.value.kind());
        return Some((event.node.place, message));
    };
    matchers.iter().find_map(|matcher| matcher_fault(&event.key, matcher))
}

fn matcher_fault(event: &str, matcher: &Node) -> Option<(Place, String)> {
    let Value::Map(fields) = &matcher.value else {
        return Some((matcher.place, format!("a matcher of `{event}` is {} and no map", matcher.value.kind())));
    };
    let field = |key: &str| fields.iter().find(|field| field.key == key);
    if let Some(pattern) = field("matcher").filter(|field| !matches!(field.node.value, Value::Text(_) | Value::Null)) {
        return Some((
            pattern.node.place,
            format!("`matcher` of `{event}` is {} and no text", pattern.node.value.kind()),
        ));
    }
    match field("hooks") {
        Some(hooks) if matches!(hooks.node.value, Value::List(_)) => None,
        Some(hooks) => Some((hooks.node.place, format!("`hooks` of a matcher of `{event}` is no list"))),
        None => Some((matcher.place, format!("a matcher of `{event}` has no `hooks`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::front_matter::FrontMatter;
    use super::*;

    fn told(hooks: &str) -> Option<(String, bool)> {
        let front = FrontMatter::read(format!("---\nhooks: {hooks}\n---\n").as_bytes());
        fault(front.field("hooks").unwrap()).map(|fault| (fault.message, fault.is_grave))
    }

    #[test]
    fn hooks_have_a_shape() {
        assert_eq!(told(""), None);
        assert_eq!(told("{}"), None);
        assert_eq!(told("{Stop: [{hooks: [{type: command, command: x}]}]}"), None);
        assert_eq!(told("none"), Some(("`hooks` is text and no map of events".to_owned(), true)));
        assert_eq!(told("{Stop: x}"), Some(("`Stop` is text and no list of matchers".to_owned(), false)));
        assert_eq!(told("{Stop: [{}]}"), Some(("a matcher of `Stop` has no `hooks`".to_owned(), false)));
        assert_eq!(
            told("{Stop: x, PreToolUse: [{matcher: 5, hooks: []}]}"),
            Some(("`matcher` of `PreToolUse` is a number and no text".to_owned(), true))
        );
    }
}
