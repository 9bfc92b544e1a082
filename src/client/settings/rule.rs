//! Permission rules that the client skips.

/// The tools whose rules name files: `:*` is for commands alone.
const FILE_TOOLS: [&str; 6] = ["Read", "Edit", "Write", "NotebookEdit", "Glob", "NotebookRead"];

/// Why the client skips a permission rule, and what to do; none where it takes it.
pub(super) fn fault(rule: &str, allows: bool) -> Option<(String, String)> {
    let fault = |message: &str, hint: String| Some((message.to_owned(), hint));
    if rule.trim().is_empty() {
        return fault("is empty", "take it out".to_owned());
    }
    let (tool, content) = match parts(rule) {
        Some(parts) => parts,
        None => {
            let hint = "write `Tool` or `Tool(content)`, with nothing after the closing `)`".to_owned();
            return fault("has parentheses that do not close at its end", hint);
        }
    };
    match content {
        Some("") if tool.is_empty() => return fault("names no tool", "write `Tool` or `Tool(content)`".to_owned()),
        Some("") => return fault("has nothing between its parentheses", format!("write `{tool}` alone")),
        Some(_) if tool.starts_with("mcp__") => {
            return fault("has parentheses, which a rule for an MCP tool cannot have", format!("write `{tool}` alone"));
        }
        _ => {}
    }
    if allows && tool.contains('*') && !is_scoped(tool) {
        let hint = "write `mcp__<server>__*`, or name the tool; `deny` and `ask` take a `*` anywhere".to_owned();
        return fault("has a `*` where a rule that allows must say what it is about", hint);
    }
    if let Some(first) = tool.chars().next().filter(|first| first.is_lowercase() && !tool.starts_with("mcp_")) {
        let upper: String = first.to_uppercase().chain(tool.chars().skip(1)).collect();
        return fault("begins with a small letter, and every tool begins with a capital", format!("write `{upper}`"));
    }
    of_content(tool, content?)
}

fn of_content(tool: &str, content: &str) -> Option<(String, String)> {
    let fault = |message: &str, hint: &str| Some((message.to_owned(), hint.to_owned()));
    match tool {
        "Bash" if content == ":*" => fault("has no command before `:*`", "write `Bash` alone for every command"),
        "WebFetch" if !content.starts_with("domain:") => {
            fault("names no domain", "write `WebFetch(domain:example.com)`")
        }
        "WebSearch" if content.len() > 1 && content.contains(['*', '?']) => {
            fault("has a wildcard, which a rule for searches cannot have", "write `WebSearch` alone for every search")
        }
        _ if FILE_TOOLS.contains(&tool) && content.ends_with(":*") => {
            fault("has `:*`, which is for commands alone", "write a pattern for files, such as `src/**`")
        }
        _ => None,
    }
}

/// The tool and what stands in the parentheses after it; none where they do not close at the end.
fn parts(rule: &str) -> Option<(&str, Option<&str>)> {
    let Some((tool, rest)) = rule.split_once('(') else { return (!rule.ends_with(')')).then_some((rule, None)) };
    let content = rest.strip_suffix(')')?;
    let escapes = content.len() - content.trim_end_matches('\\').len();
    (escapes % 2 == 0).then_some((tool, Some(content)))
}

/// Whether a `*` stands only behind the name of an MCP server.
fn is_scoped(tool: &str) -> bool {
    let server = tool.strip_prefix("mcp__").and_then(|rest| rest.split_once("__"));
    server.is_some_and(|(server, _)| !server.is_empty() && !server.contains('*'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_client_takes_has_no_fault() {
        let fine = [
            "Bash",
            "Bash(ls)",
            "Bash(npm run:*)",
            "Bash(*)",
            "Bash(a)(b)",
            "Bash(a:*b)",
            "Bash (ls)",
            "(x)",
            "Read(**)",
            "Read(*:x)",
            "WebFetch(domain:*)",
            "WebSearch(*)",
            "WebSearch(x)",
            "mcp__a",
            "mcp__a__*",
            "mcp__a__b*",
            "Skill(x)",
            "Foo(x:*)",
            "SlashCommand(/x)",
            "Bash( )",
            "Bash(x\\)y)",
            "mcp_a",
        ];
        for rule in fine {
            assert_eq!(fault(rule, true), None, "{rule}");
        }
        for rule in ["*", "B*", "mcp__*", "*(x)"] {
            assert_eq!(fault(rule, false), None, "{rule}");
            assert!(fault(rule, true).is_some(), "{rule}");
        }
    }

    #[test]
    fn what_the_client_skips_has_a_fault_and_a_remedy() {
        let skipped = [
            "",
            " ",
            "Bash(",
            "Bash)",
            "Bash(ls",
            "Bash(a b) c",
            "Bash(ls) ",
            "Bash(a\\)",
            "Read(a)b",
            "()",
            ")",
            "Bash()",
            "Bash(:*)",
            "bash",
            "bash(ls)",
            "é",
            "a",
            "WebFetch(x)",
            "WebFetch(*)",
            "WebSearch(a*)",
            "WebSearch(x:*)",
            "Read(x:*)",
            "Edit(:*)",
            "Glob(x:*)",
            "mcp__a(x)",
            "mcp__a__b(x)",
        ];
        for rule in skipped {
            assert!(fault(rule, false).is_some(), "{rule}");
        }
        assert_eq!(fault("bash(ls)", true).unwrap().1, "write `Bash`");
    }
}
