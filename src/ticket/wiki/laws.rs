//! Properties of the whole reading.

use proptest::prelude::*;

use super::to_text;

/// Pieces of markup, alone and half done.
const FRAGMENTS: [&str; 58] = [
    "{code}",
    "{code:java|title=A.java}",
    "{noformat}",
    "{quote}",
    "{panel:title=T}",
    "{panel}",
    "{color:red}",
    "{color}",
    "{anchor:a}",
    "{info}",
    "{*}",
    "{",
    "}",
    "{{",
    "}}",
    "[",
    "]",
    "[~ada]",
    "[^a.b]",
    "[a|http://x.org/a_b]",
    "|",
    "||",
    "!",
    "!a.png|thumb!",
    "*",
    "_",
    "-",
    "+",
    "^",
    "~",
    "??",
    "\\",
    "\\\\",
    "\\{",
    "----",
    "h2. ",
    "bq. ",
    "* ",
    "## ",
    "\r\n",
    "\n",
    "\r",
    " ",
    "\t",
    "(*)",
    ":-)",
    "://",
    "http://x.org",
    "```",
    "&nbsp;",
    "a",
    "b1",
    "é",
    "日",
    "🚀",
    "\u{a0}",
    "\u{301}",
    "\0",
];
/// What parts words for a reader.
const PARTINGS: [&str; 17] = [
    "\r\n",
    "\n\n",
    "\n* ",
    "\n## ",
    "\n- ",
    "\nh3. ",
    "\nbq. ",
    "\n----\n",
    "{quote}",
    "\n{panel}\n",
    " {code}x{code} ",
    "\n{noformat}\nx\n{noformat}\n",
    "\\\\ ",
    "\n|x|",
    "\n||x||",
    "\n{toc}\n",
    " {color:red} {color} ",
];

proptest! {
    #[test]
    fn no_markup_panics(fragments in prop::collection::vec(prop::sample::select(&FRAGMENTS[..]), 0..40), any in any::<String>()) {
        for markup in [fragments.concat(), any] {
            let text = to_text(&markup);
            prop_assert!(!text.contains("\r\n"));
            prop_assert_eq!(text.trim_end(), &text);
        }
    }

    #[test]
    fn text_without_markup_is_unchanged_up_to_white_space(text in r"[^\\{}\[\]|!*_#+^~?:.-]{0,80}") {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        prop_assert_eq!(words(&to_text(&text)), words(&text));
    }

    #[test]
    fn words_never_run_together(
        words in prop::collection::vec(("[a-wyzäß漢]{1,6}", prop::sample::select(&PARTINGS[..])), 0..20),
    ) {
        let markup: String = words.iter().map(|(word, parting)| format!("{word}{parting}")).collect();
        let text = to_text(&markup);
        let found: Vec<_> = text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty() && *word != "x").collect();
        prop_assert_eq!(found, words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>(), "{}", text);
    }

    #[test]
    fn cells_never_run_together(rows in prop::collection::vec(prop::collection::vec("[a-zäß漢]{1,6}", 1..5), 1..5), bar in "[|]{1,2}") {
        let row = |cells: &Vec<String>| format!("{bar}{}{bar}", cells.join(&bar));
        let markup = rows.iter().map(row).collect::<Vec<_>>().join("\r\n");
        let expected = rows.iter().map(|cells| cells.join(" | ")).collect::<Vec<_>>().join("\n");
        prop_assert_eq!(to_text(&markup), expected);
    }

    #[test]
    fn code_stays_as_it_is(code in "[a-z*_|\\[\\]{} -]{0,40}") {
        prop_assume!(!code.trim().is_empty());
        prop_assert_eq!(to_text(&format!("{{noformat}}{code}{{noformat}}")), format!("```\n{}\n```", code.trim_end()));
    }
}
