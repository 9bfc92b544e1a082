//! Rules for single files: their length, their name, what may not stand in them.

use super::token::{Token, parse};
use super::tree::Source;

/// The most lines of a file, its tests included.
const LONGEST: usize = 500;

/// Names that tell nothing about what is inside.
const VAGUE: [&str; 4] = ["utils", "helpers", "common", "manager"];

/// Files with more than [`LONGEST`] lines.
pub(super) fn long_files(files: &[Source]) -> Vec<String> {
    let lengths = files.iter().map(|file| (&file.path, file.text.lines().count()));
    let long = lengths.filter(|(_, lines)| *lines > LONGEST);
    long.map(|(path, lines)| format!("{path}: {lines} lines, {LONGEST} at most")).collect()
}

/// Files and folders with one of the [`VAGUE`] names.
pub(super) fn vague_names(files: &[Source]) -> Vec<String> {
    let is_vague = |part: &str| VAGUE.contains(&part.strip_suffix(".rs").unwrap_or(part));
    let vague = files.iter().filter(|file| file.path.split('/').any(is_vague));
    vague.map(|file| format!("{}: the name does not say what is inside", file.path)).collect()
}

/// Lints switched off without a reason, and code brought in past the module tree, where no path would show it.
pub(super) fn banned_in_source(files: &[Source]) -> Vec<String> {
    found(files, |at| match at {
        At::Attribute([word, Token::Group(_), ..]) if word.is("allow") => {
            Some("`#[allow]`: use `#[expect(…, reason)]`")
        }
        At::Attribute([word, Token::Group(inside), ..])
            if word.is("expect") && !inside.iter().any(|token| token.is("reason")) =>
        {
            Some("`#[expect]` without a reason")
        }
        At::Attribute([word, Token::Mark('='), ..]) if word.is("path") => Some("`#[path]` hides where a module lives"),
        At::Attribute([word, ..]) if word.is("macro_use") => Some("`#[macro_use]` imports without a path"),
        At::Code([word, Token::Mark('!'), ..]) if word.is("include") => Some("`include!` imports without a path"),
        _ => None,
    })
}

/// Code that is still to be written, and tests that are left out.
pub(super) fn unfinished(files: &[Source]) -> Vec<String> {
    found(files, |at| match at {
        At::Code([word, Token::Mark('!'), ..]) if word.is("todo") => Some("`todo!`"),
        At::Code([word, Token::Mark('!'), ..]) if word.is("unimplemented") => Some("`unimplemented!`"),
        At::Attribute([word, ..]) if word.is("ignore") => Some("`#[ignore]`"),
        _ => None,
    })
}

/// The tokens from one place on.
enum At<'a> {
    /// Anywhere within the brackets of an attribute.
    Attribute(&'a [Token]),
    /// Anywhere else.
    Code(&'a [Token]),
}

fn found(files: &[Source], rule: fn(At<'_>) -> Option<&'static str>) -> Vec<String> {
    let in_file = |file: &Source| {
        let mut complaints = Vec::new();
        visit(&parse(file, &[]), false, rule, &mut complaints);
        complaints.into_iter().map(|complaint| format!("{}: {complaint}", file.path)).collect::<Vec<_>>()
    };
    files.iter().flat_map(in_file).collect()
}

fn visit(tokens: &[Token], attribute: bool, rule: fn(At<'_>) -> Option<&'static str>, into: &mut Vec<&'static str>) {
    for at in 0..tokens.len() {
        let rest = &tokens[at..];
        into.extend(rule(if attribute { At::Attribute(rest) } else { At::Code(rest) }));
        if let Token::Group(inside) = &tokens[at] {
            let opens = matches!(&tokens[..at], [.., Token::Mark('#')] | [.., Token::Mark('#'), Token::Mark('!')]);
            visit(inside, attribute || opens, rule, into);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_have_500_lines_and_no_more() {
        let file = |lines: usize| [Source::new("src/link/plan.rs", &"// one\n".repeat(lines))];
        assert!(long_files(&file(500)).is_empty());
        assert_eq!(long_files(&file(501)), ["src/link/plan.rs: 501 lines, 500 at most"]);
    }

    #[test]
    fn vague_names_are_found_in_files_and_folders() {
        let paths = ["link/utils.rs", "helpers/disk.rs", "common.rs", "link/manager/mod.rs", "link/common_dir.rs"];
        let complaints = vague_names(&paths.map(|path| Source::new(path, "")));
        assert_eq!(complaints.len(), 4, "{complaints:?}");
        assert_eq!(complaints[0], "link/utils.rs: the name does not say what is inside");
    }

    fn banned(text: &str) -> Vec<String> {
        banned_in_source(&[Source::new("link/mod.rs", text)])
    }

    #[test]
    fn lints_are_not_switched_off_without_a_reason() {
        let allow = ["link/mod.rs: `#[allow]`: use `#[expect(…, reason)]`"];
        assert_eq!(banned("#[allow(dead_code)]\nfn f() {}"), allow);
        assert_eq!(banned("#![allow(dead_code)]"), allow);
        assert_eq!(banned("fn f() { #[allow(unused)] let x = 1; }"), allow);
        assert_eq!(banned("#[cfg_attr(unix, allow(dead_code))]\nfn f() {}"), allow);
        assert_eq!(banned("#[expect(dead_code)]\nfn f() {}"), ["link/mod.rs: `#[expect]` without a reason"]);
        assert!(banned("#[expect(dead_code, reason = \"used on Windows\")]\nfn f() { allow(1); }").is_empty());
        assert!(banned("// #[allow(dead_code)]\nconst S: &str = \"#[allow(x)]\";").is_empty());
    }

    #[test]
    fn nothing_is_imported_without_a_path() {
        let path = ["link/mod.rs: `#[path]` hides where a module lives"];
        assert_eq!(banned("#[path = \"../command/x.rs\"]\nmod x;"), path);
        assert_eq!(banned("#[macro_use]\nmod x;"), ["link/mod.rs: `#[macro_use]` imports without a path"]);
        assert_eq!(banned("include!(\"../command/x.rs\");"), ["link/mod.rs: `include!` imports without a path"]);
        assert!(banned("const S: &str = include_str!(\"x.json\");\nfn f(path: u8) { let path = path; }").is_empty());
    }

    #[test]
    fn unfinished_code_is_found_in_code_only() {
        let unfinished = |text: &str| unfinished(&[Source::new("src/link/mod.rs", text)]);
        assert_eq!(unfinished("fn f() { todo!() }"), ["src/link/mod.rs: `todo!`"]);
        assert_eq!(unfinished("fn f() { g(unimplemented!(\"later\")) }"), ["src/link/mod.rs: `unimplemented!`"]);
        assert_eq!(unfinished("#[test]\n#[ignore]\nfn f() {}"), ["src/link/mod.rs: `#[ignore]`"]);
        assert_eq!(unfinished("#[test]\n#[ignore = \"slow\"]\nfn f() {}"), ["src/link/mod.rs: `#[ignore]`"]);
        assert!(unfinished("// todo!()\nfn ignore(todo: bool) -> &'static str { \"todo!() #[ignore]\" }").is_empty());
    }
}
