//! `registry.json` keeps every byte that is not new.

use super::central;
use crate::sandbox::Sandbox;

/// Registers `api` in a registry with this text and gives the text that comes of it.
fn registered(before: &str) -> String {
    let sandbox = central();
    sandbox.repository("api");
    sandbox.skill("old", "develop");
    sandbox.write("central/registry.json", before);
    let said = sandbox.skreg(&["add", "../api"]);
    assert!(said.ends_with("exit 0"), "{said}");
    sandbox.read("central/registry.json")
}

/// The new entry on lines of its own, in this indentation.
fn entry(step: &str, newline: &str) -> String {
    let lines = [
        "\"api\": {",
        "\t\"repo\": \"api\",",
        "\t\"profile\": \"api\",",
        "\t\"stack\": [],",
        "\t\"default_branch\": \"main\",",
        "\t\"routing\": {",
        "\t\t\"components\": [],",
        "\t\t\"labels\": [],",
        "\t\t\"keywords\": []",
        "\t},",
        "\t\"skills\": [\"review\"],",
        "\t\"commands\": {}",
        "}",
    ];
    lines.map(|line| format!("{step}{step}{}", line.replace('\t', step))).join(newline)
}

#[test]
fn order_and_layout_of_what_is_there_stay() {
    let old = "    \"zeta\":{ \"profile\" : \"old\",   \"repo\": \"zeta\" }";
    let text = |more: &str| {
        format!("{{\n  \"projects\": {{\n\n{old}{more}\n  }},\n\n  \"workspace\":\"~/code\",\n  \"version\": 1\n}}\n")
    };
    assert_eq!(registered(&text("")), text(&format!(",\n{}", entry("  ", "\n"))));
}

#[test]
fn tabs_stay() {
    let text = |projects: &str| {
        format!("{{\n\t\"version\": 1,\n\t\"workspace\": \"~/code\",\n\t\"projects\": {{{projects}}}\n}}\n")
    };
    assert_eq!(registered(&text("")), text(&format!("\n{}\n\t", entry("\t", "\n"))));
}

#[test]
fn line_ends_of_windows_stay() {
    let text = |projects: &str| {
        format!("{{\r\n  \"version\": 1,\r\n  \"workspace\": \"~/code\",\r\n  \"projects\": {{{projects}}}\r\n}}\r\n")
    };
    assert_eq!(registered(&text("")), text(&format!("\r\n{}\r\n  ", entry("  ", "\r\n"))));
}

#[test]
fn no_line_end_at_the_end_and_a_byte_order_mark_stay() {
    let text = |projects: &str| {
        format!("\u{feff}{{\n    \"version\": 1,\n    \"workspace\": \"~/code\",\n    \"projects\": {{{projects}}}\n}}")
    };
    assert_eq!(registered(&text("")), text(&format!("\n{}\n    ", entry("    ", "\n"))));
}

#[test]
fn one_line_stays_one_line() {
    let text = |more: &str| {
        format!(
            "{{\"version\":1,\"workspace\":\"~/code\",\"projects\":{{\"old\":{{\"repo\":\"x\",\"profile\":\"old\"}}{more}}}}}"
        )
    };
    let new = r#","api":{"repo":"api","profile":"api","stack":[],"default_branch":"main","routing":{"components":[],"labels":[],"keywords":[]},"skills":["review"],"commands":{}}"#;
    assert_eq!(registered(&text("")), text(new));
}

#[test]
fn objects_on_one_line_stay_among_lines() {
    let old = "    \"old\": { \"repo\": \"x\", \"profile\": \"old\", \"routing\": { \"labels\": [ \"a\" ] } }";
    let text = |more: &str| {
        format!("{{\n  \"version\": 1, \"workspace\": \"~/code\",\n  \"projects\": {{\n{old}{more}\n  }}\n}}\n")
    };
    assert_eq!(registered(&text("")), text(&format!(",\n{}", entry("  ", "\n"))));
}

#[test]
fn the_local_file_keeps_its_bytes_too() {
    let sandbox: Sandbox = central();
    sandbox.repository("../elsewhere/api");
    sandbox.write("central/registry.local.json", "{\"workspace\":\"~/code\",\"projects\":{}}");
    sandbox.skreg(&["add", "../../elsewhere/api"]);
    assert_eq!(
        sandbox.read("central/registry.local.json"),
        "{\"workspace\":\"~/code\",\"projects\":{\"api\": {\"repo\": \"~/elsewhere/api\"}}}"
    );
}
