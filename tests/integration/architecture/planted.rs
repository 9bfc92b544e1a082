//! The check of the arrows, tried on planted files: each form of a path once against the arrows, and once along them.

use super::arrow::{rows_and_rooms_that_differ, violations};
use super::tree::Source;

/// The violations of one planted file, as text.
fn check(path: &str, text: &str) -> Vec<String> {
    violations(&[Source::new(path, text)]).iter().map(ToString::to_string).collect()
}

#[track_caller]
fn allows(path: &str, text: &str) {
    assert_eq!(check(path, text), Vec::<String>::new());
}

#[test]
fn a_plain_use() {
    let text = "use std::fmt;\n\nuse crate::command::X;\n";
    assert_eq!(check("link/mod.rs", text), ["link/mod.rs:3: link -> command by crate::command::X"]);
    assert_eq!(check("link.rs", text), ["link.rs:3: link -> command by crate::command::X"]);
    assert_eq!(check("link/a/b.rs", text), ["link/a/b.rs:3: link -> command by crate::command::X"]);
    assert_eq!(check("system/mod.rs", "use crate::output;"), ["system/mod.rs:1: system -> output by crate::output"]);
    allows("link/mod.rs", "use crate::registry::model::Project;\nuse crate::profile;\nuse crate::system::disk;");
    allows("output/mod.rs", "use crate::system;");
    allows("command/setup.rs", "use crate::{central, link, output, registry};");
}

#[test]
fn a_grouped_use_tells_the_line_of_each_branch() {
    let text =
        "use crate::{\n    command::X,\n    registry::{self, model},\n    cli::{self, flag::{A, B as C}, *},\n};";
    let expected = [
        "link/mod.rs:2: link -> command by crate::command::X",
        "link/mod.rs:4: link -> cli by crate::cli::self",
        "link/mod.rs:4: link -> cli by crate::cli::flag::A",
        "link/mod.rs:4: link -> cli by crate::cli::flag::B",
        "link/mod.rs:4: link -> cli by crate::cli::*",
    ];
    assert_eq!(check("link/mod.rs", text), expected);
    let bare = "use {std::fmt, crate::{{command::X}, system}};";
    assert_eq!(check("link/mod.rs", bare), ["link/mod.rs:1: link -> command by crate::command::X"]);
    allows("link/mod.rs", "use crate::{link::plan, registry::{self, model::{A, B as C}}};");
}

#[test]
fn a_renamed_use() {
    let expected = ["stack/mod.rs:1: stack -> link by crate::link"];
    assert_eq!(check("stack/mod.rs", "use crate::link as other;"), expected);
    allows("stack/mod.rs", "use crate::system as world;\nfn f(command: u8) -> u8 { command }");
}

#[test]
fn a_re_export() {
    let expected = ["ticket/mod.rs:1: ticket -> registry by crate::registry::Project"];
    assert_eq!(check("ticket/mod.rs", "pub use crate::registry::Project;"), expected);
    assert_eq!(check("ticket/mod.rs", "pub(crate) use crate::registry::Project;"), expected);
    allows("ticket/mod.rs", "pub use crate::ticket::file::read;\npub use self::file::parse;");
}

#[test]
fn an_inline_path_in_an_expression() {
    let text = "fn f() {\n    let x = 1 + crate::cli::run::<u8>(2);\n}";
    assert_eq!(check("registry/mod.rs", text), ["registry/mod.rs:2: registry -> cli by crate::cli::run"]);
    let text = "fn f(&self) { self.g(|| crate::cli::X { y: 1 }) }";
    let text = format!("impl Z {{ {text} }}");
    assert_eq!(check("registry/mod.rs", &text), ["registry/mod.rs:1: registry -> cli by crate::cli::X"]);
    allows("registry/mod.rs", "fn f() { crate::json_edit::run(self::g()); }");
}

#[test]
fn an_inline_path_in_a_type() {
    let text = "struct S {\n    a: Vec<Option<crate::link::Plan>>,\n}\nimpl crate::cli::T for S {}";
    let expected = [
        "dispatch/mod.rs:2: dispatch -> link by crate::link::Plan",
        "dispatch/mod.rs:4: dispatch -> cli by crate::cli::T",
    ];
    assert_eq!(check("dispatch/mod.rs", text), expected);
    let text = "fn f(x: &dyn crate::link::T) -> <u8 as crate::cli::U>::V where u8: crate::command::W { g(x) }";
    assert_eq!(check("dispatch/mod.rs", text).len(), 3);
    allows("dispatch/mod.rs", "fn f(x: &crate::ticket::Ticket) -> impl Iterator<Item = crate::registry::P> { g(x) }");
}

#[test]
fn an_inline_path_in_a_pattern() {
    let text = "fn f(x: u8) {\n    match x {\n        crate::link::X | _ => {}\n    }\n}";
    assert_eq!(check("profile/mod.rs", text), ["profile/mod.rs:3: profile -> link by crate::link::X"]);
    allows("profile/mod.rs", "fn f(x: u8) { if let crate::registry::X { y, .. } = x {} }");
}

#[test]
fn a_path_inside_a_macro() {
    let expected = ["profile/mod.rs:2: profile -> link by crate::link::x"];
    assert_eq!(check("profile/mod.rs", "fn f() {\n    format!(\"{}\", crate::link::x());\n}"), expected);
    assert_eq!(check("profile/mod.rs", "fn f() {\nvec![vec![crate::link::x]];\n}"), expected);
    assert_eq!(check("profile/mod.rs", "macro_rules! m {\n    () => { $crate::link::x };\n}"), expected);
    assert_eq!(
        check("profile/mod.rs", "thread_local! {\n static X: u8 = super::link::x;\n}"),
        ["profile/mod.rs:2: profile -> link by super::link::x"]
    );
    allows("profile/mod.rs", "fn f() { format!(\"crate::link::x {}\", crate::registry::x()); }");
}

#[test]
fn a_path_in_an_attribute() {
    let expected = ["ticket/mod.rs:2: ticket -> link by crate::link::x"];
    assert_eq!(check("ticket/mod.rs", "struct S {\n#[serde(with = \"crate::link::x\")]\na: u8 }"), expected);
    assert_eq!(check("ticket/mod.rs", "struct S {\n#[arg(value_parser = crate::link::x)]\na: u8 }"), expected);
    assert_eq!(check("ticket/mod.rs", "\n#[cfg_attr(a, serde(from = \"Vec<crate::link::x>\"))]\nstruct S;"), expected);
    assert_eq!(check("ticket/mod.rs", "\n#[serde(bound = \"T: Copy, U: crate::link::x\")]\nstruct S;"), expected);
    assert_eq!(check("ticket/mod.rs", "#[serde(with = \"super::link\")]\nstruct S;").len(), 1);
    allows("ticket/mod.rs", "#[serde(with = \"crate::system::time\", rename = \"link\")]\nstruct S;");
    allows("ticket/mod.rs", "#[expect(dead_code, reason = \"crate::link::x uses it\")]\nstruct S;");
}

#[test]
fn super_and_self_that_climb_out_of_the_room() {
    assert_eq!(check("link/mod.rs", "use super::cli;"), ["link/mod.rs:1: link -> cli by super::cli"]);
    let expected = ["link/plan.rs:1: link -> cli by super::super::cli::X"];
    assert_eq!(check("link/plan.rs", "use super::super::cli::X;"), expected);
    let expected = ["link/a/b.rs:1: link -> cli by self::super::super::super::cli"];
    assert_eq!(check("link/a/b.rs", "use self::super::super::super::{cli, link};"), expected);
    let inline = "mod a {\n  mod b {\n    use super::super::super::cli;\n    use super::super::x;\n  }\n}";
    assert_eq!(check("link/mod.rs", inline), ["link/mod.rs:3: link -> cli by super::super::super::cli"]);
    allows("link/plan.rs", "use super::cli;\nuse super::super::registry;\nuse self::command::X;");
    allows("link/a/b.rs", "use super::super::command::X;");
}

#[test]
fn a_path_in_a_module_of_tests() {
    let text = "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::command::X;\n}";
    assert_eq!(check("link/mod.rs", text), ["link/mod.rs:4: link -> command by crate::command::X"]);
}

#[test]
fn a_visibility() {
    let expected = ["link/mod.rs:1: link -> command by crate::command"];
    assert_eq!(check("link/mod.rs", "pub(in crate::command) struct S;"), expected);
    allows("link/plan.rs", "pub(in crate::link) struct S;\npub(crate) struct T;\npub(super) struct U;");
    allows("link/plan.rs", "pub(in super::super) struct S;\npub(in crate) struct T;");
}

#[test]
fn the_crate_root_under_another_name() {
    let root = |written: &str| vec![format!("link/mod.rs:1: link -> the crate root by {written}")];
    assert_eq!(check("link/mod.rs", "use crate as root;"), root("crate"));
    assert_eq!(check("link/mod.rs", "use super as root;"), root("super"));
    assert_eq!(check("link/mod.rs", "use crate::{self as root};"), root("crate::self"));
    assert_eq!(check("link/mod.rs", "use crate::*;"), root("crate::*"));
    assert_eq!(check("link/mod.rs", "use super::*;"), root("super::*"));
    assert_eq!(check("link/mod.rs", "use super::{*};"), root("super::*"));
    assert_eq!(check("link/mod.rs", "extern crate self as root;"), root("extern crate self"));
    allows("link/mod.rs", "extern crate alloc;\nimpl S { fn f(self) -> u8 { self as u8 } }");
}

#[test]
fn a_name_that_is_no_room() {
    assert_eq!(check("link/mod.rs", "use crate::Thing;"), ["link/mod.rs:1: link -> Thing by crate::Thing"]);
    assert_eq!(check("attic/mod.rs", "use crate::output;"), ["attic/mod.rs:1: attic -> output by crate::output"]);
}

#[test]
fn main_uses_the_library_through_cli_only() {
    let main = |text: &str| check("main.rs", text);
    assert_eq!(main("fn main() { skreg::link::x(); }"), ["main.rs:1: main -> link by skreg::link::x"]);
    assert_eq!(main("use ::skreg::{cli, link};"), ["main.rs:1: main -> link by skreg::link"]);
    assert_eq!(main("use skreg as s;"), ["main.rs:1: main -> the crate root by skreg"]);
    assert_eq!(main("extern crate skreg as s;"), ["main.rs:1: main -> the crate root by extern crate skreg"]);
    assert_eq!(main("\nmod link;"), ["main.rs:2: main -> link by mod link"]);
    allows(
        "main.rs",
        "use skreg::cli;\nfn main() { other::skreg::link(); skreg::cli::run(crate::x()); }\nmod tests { use super::*; }",
    );
}

#[test]
fn lib_only_declares_the_rooms() {
    assert_eq!(check("lib.rs", "mod link;\npub use link::Plan;"), ["lib.rs:2: lib -> link by link::Plan"]);
    assert_eq!(check("lib.rs", "pub use self::link::*;"), ["lib.rs:1: lib -> link by self::link::*"]);
    assert_eq!(check("lib.rs", "mod attic { use crate::link; }"), ["lib.rs:1: attic -> link by crate::link"]);
    allows("lib.rs", "//! crate::link\npub mod link;\nmod cli;");
}

#[test]
fn comments_and_strings_that_mention_a_path() {
    allows(
        "system/mod.rs",
        "//! See [`crate::link`].\n// use crate::link;\n/* crate::link::x() */ /// crate::link\nstruct S;",
    );
    allows("system/mod.rs", "///crate::link::x\n#[doc = \"crate::link::x\"]\nstruct S;");
    allows("system/mod.rs", "const A: &str = \"crate::link::x\";\nconst B: &str = r#\"use crate::link;\"#;");
    allows("system/mod.rs", "fn f() { println!(\"crate::link::x\"); }");
}

#[test]
fn lines_are_counted_past_strings_and_comments() {
    let text = "const A: &str = \"one\n\\u{41}self\\nlink\n\";\n/* crate\n*/ fn f<'link>(x: &'link u8) { let r#link = 'l'; }\nuse crate::cli;";
    assert_eq!(check("link/mod.rs", text), ["link/mod.rs:6: link -> cli by crate::cli"]);
}

#[test]
fn rows_and_rooms_are_compared_both_ways() {
    let files =
        ["lib.rs", "link/mod.rs", "link/plan.rs", "system.rs", "attic/mod.rs"].map(|path| Source::new(path, ""));
    let table: &[(&str, &[&str])] = &[("lib", &[]), ("system", &["link"]), ("link", &[]), ("journal", &[])];
    assert!(rows_and_rooms_that_differ(&table[..3], &files[..4]).is_empty());
    let upward: &[(&str, &[&str])] = &[("lib", &[]), ("link", &[]), ("system", &["link"])];
    let complaints = rows_and_rooms_that_differ(upward, &files[..4]);
    assert_eq!(complaints, ["the arrow `system` -> `link` points at no row below"]);
    let complaints = rows_and_rooms_that_differ(table, &files);
    let expected = ["`attic` has no row in ARROWS", "ARROWS has a row `journal`, but src/ has no such room"];
    assert_eq!(complaints, expected);
}
