//! The front matter of a skill or an agent, read as the client reads it.
//!
//! The client takes the text between the first two `---` for YAML. Where that does not parse it mends the text and tries once more;
//! where that fails too, or where the value is no map, the file has no fields at all.

mod fence;
mod mend;
mod miss;
mod source;
mod value;
mod yaml;

pub(super) use fence::is_blank;
pub use miss::Miss;
pub use source::Fault;
pub use value::{Field, Node, Place, Value};

use fence::Fence;

/// A file as the client reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct FrontMatter {
    /// What stands in the front matter.
    pub reading: Reading,
    /// The text behind the front matter, or the whole text where there is none.
    pub body: String,
    /// Lines, from 1, of values that the client had to put in quotes, in a text that parses by that.
    pub mended: Vec<usize>,
    /// Where the front matter ends in the middle of what was meant for it.
    pub cut: Option<Cut>,
    /// The lines of the file.
    pub lines: Vec<String>,
    /// Whether some bytes are not UTF-8; each of them became U+FFFD.
    pub is_not_utf8: bool,
}

/// What the client gets out of a front matter.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// The file has none; something was perhaps meant for one.
    Absent(Option<Miss>),
    /// Its fields.
    Fields(Vec<Field>),
    /// Something other than keys with values; none of it counts.
    NoFields(Node),
    /// It does not parse, and none of it counts; with the keys that are lost.
    Broken(Fault, Vec<String>),
}

/// An end of front matter at a `---` that was not meant for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Where the `---` stands.
    pub place: Place,
    /// Keys that come behind it, before a `---` on a line of its own.
    pub keys: Vec<String>,
    /// Whether anything at all comes between the two.
    pub loses_text: bool,
}

impl FrontMatter {
    /// Reads the bytes of a file; a byte order mark is left out.
    pub fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let is_not_utf8 = matches!(text, std::borrow::Cow::Owned(_));
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let lines = text.lines().map(str::to_owned).collect();
        let Some(fence) = fence::find(text) else {
            let reading = Reading::Absent(miss::find(bytes, text));
            return Self { reading, body: text.to_owned(), mended: Vec::new(), cut: None, lines, is_not_utf8 };
        };
        let (reading, mended) = read_fields(text, &fence);
        Self { reading, body: text[fence.body..].to_owned(), mended, cut: find_cut(text, &fence), lines, is_not_utf8 }
    }

    /// The field of this key; none where the file has no fields.
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields().iter().find(|field| field.key == key)
    }

    /// The fields, in their order.
    pub fn fields(&self) -> &[Field] {
        match &self.reading {
            Reading::Fields(fields) => fields,
            _ => &[],
        }
    }

    /// The line at this place as it stands in the file.
    pub fn line(&self, place: Place) -> &str {
        self.lines.get(place.line - 1).map_or("", String::as_str)
    }
}

fn read_fields(text: &str, fence: &Fence) -> (Reading, Vec<usize>) {
    let above = lines_above(text, fence.start);
    let inner = &text[fence.start..fence.end];
    let (node, lines) = match yaml::parse(inner) {
        Ok(node) => (Ok(node), Vec::new()),
        Err(first) => {
            let mended = mend::mend(inner);
            // What mending left alone was the fault to begin with.
            let is_mended = mended.lines.contains(&(first.place.line - 1)) && !first.is_of_tab();
            let node = yaml::parse(&mended.text);
            (node.map_err(|second| if is_mended { second } else { first }), mended.lines)
        }
    };
    match node {
        Err(fault) => {
            let place = Place { line: fault.place.line + above, ..fault.place };
            (Reading::Broken(Fault { place, ..fault }, keys(inner)), Vec::new())
        }
        Ok(mut node) => {
            node.move_down(above);
            let reading = match node.value {
                Value::Map(fields) => Reading::Fields(fields),
                Value::Null => Reading::Fields(Vec::new()),
                _ => Reading::NoFields(node),
            };
            (reading, lines.into_iter().map(|line| line + above + 1).collect())
        }
    }
}

fn lines_above(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count()
}

/// The keys at the left edge, as far as lines look like keys with values.
fn keys(text: &str) -> Vec<String> {
    let key = |line: &str| {
        let (key, rest) = line.split_once(':')?;
        let is_key = key.starts_with(|first: char| first.is_ascii_alphabetic())
            && key.chars().all(|character| character.is_ascii_alphanumeric() || "-_".contains(character));
        (is_key && (rest.is_empty() || rest.starts_with(is_blank))).then(|| key.to_owned())
    };
    text.lines().filter_map(key).collect()
}

/// Tells whether the end that the client takes is one that was not meant: any but a line of three dashes.
fn find_cut(text: &str, fence: &Fence) -> Option<Cut> {
    let before = &text[..fence.end];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let rest = &text[fence.end..];
    let line = rest.lines().next().unwrap_or_default();
    if line_start == fence.end && line.trim_end_matches(is_blank) == "---" {
        return None;
    }
    let end = rest.lines().scan(0, |at, line| {
        let start = *at;
        *at += line.len() + 1;
        Some((start, line))
    });
    let end = end.skip(1).find(|(_, line)| line.trim_end_matches(is_blank) == "---");
    let lost = end.map_or("", |(end, _)| rest[3..].get(..end - 3).unwrap_or_default());
    let place =
        Place { line: lines_above(text, fence.end) + 1, column: text[line_start..fence.end].chars().count() + 1 };
    Some(Cut { place, keys: keys(lost), loses_text: !lost.trim_matches(['-', '\n', '\r', ' ', '\t']).is_empty() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> FrontMatter {
        FrontMatter::read(text.as_bytes())
    }

    fn described(text: &str) -> String {
        let front = read(&format!("---\n{text}\n---\n\nbody\n"));
        match (&front.reading, front.field("description")) {
            (Reading::Broken(fault, _), _) => format!("{}:{} {}", fault.place.line, fault.place.column, fault.message),
            (Reading::NoFields(node), _) => {
                format!("{}:{} is {}", node.place.line, node.place.column, node.value.kind())
            }
            (_, None) => "none".to_owned(),
            (_, Some(field)) => format!("{:?}", field.node.value),
        }
    }

    #[test]
    fn what_a_strict_parser_refuses_is_mended() {
        for (value, expected) in [
            ("Use it if: asked", "Use it if: asked"),
            ("`run` it", "`run` it"),
            ("@team does it", "@team does it"),
            ("%d of it", "%d of it"),
            ("*all* of it", "*all* of it"),
            ("[draft] of it", "[draft] of it"),
            ("{x} or {y}", "{x} or {y}"),
            ("> more", "> more"),
            ("\"Stop\": said", "\"Stop\": said"),
            ("- one: two", "- one: two"),
            (",then", ",then"),
            ("!? one", "!? one"),
        ] {
            assert_eq!(described(&format!("description: {value}")), format!("{:?}", Value::Text(expected.to_owned())));
        }
    }

    #[test]
    fn what_cannot_be_mended_has_a_place() {
        insta::assert_snapshot!(described("description: \"Stop\" said"), @"2:21 text follows the quote that ends the value");
        insta::assert_snapshot!(described("name: x\ndescription: 'It's'"), @"3:18 text follows the quote that ends the value");
        insta::assert_snapshot!(described("description: - one"), @"2:14 `- ` cannot begin a value here");
        insta::assert_snapshot!(described("description: ? one"), @"2:14 `? ` cannot begin a value here");
        insta::assert_snapshot!(described("description: one\ntwo"), @"3:1 the line is no `key: value`, and is not indented to go on with the value above");
        insta::assert_snapshot!(described("description:\ntwo"), @"3:1 the line is no `key: value`, and is not indented to go on with the value above");
        insta::assert_snapshot!(described("description: >-\n\tone"), @"3:1 a tab cannot indent");
        insta::assert_snapshot!(described("description: one\nmetadata:\n  a: b\n c: d"), @"5:2 the line does not fit the indentation above it");
        insta::assert_snapshot!(described("{\"a\": \"b\"}\ndescription: one"), @"3:1 the line does not go on with what stands above it");
        insta::assert_snapshot!(described("description: a\0b"), @r"2:15 unexpected character: `\u{0}'");
        insta::assert_snapshot!(described("description: \"C:\\work\""), @"2:14 a backslash in double quotes begins an escape, and this is none");
        insta::assert_snapshot!(described("description: one: two\r\nname: x\r"), @"2:17 a `: ` stands inside a value without quotes");
        insta::assert_snapshot!(described("\tdescription: one\nname: x"), @"2:2 a tab cannot indent");
    }

    #[test]
    fn what_is_no_map_has_no_fields() {
        insta::assert_snapshot!(described("description:one"), @"2:1 is text");
        insta::assert_snapshot!(described("- description: one"), @"2:1 is a list");
        insta::assert_snapshot!(described("description:\u{a0}one"), @"2:1 is text");
        insta::assert_snapshot!(described("description: one\n...\nname: x"), @"2:1 is a list");
    }

    #[test]
    fn the_client_is_laxer_than_yaml_in_places() {
        for (text, expected) in [
            ("description: > -\n  one", "one"),
            ("description: a \u{7} b", "a \u{7} b"),
            ("\tdescription: one", "one"),
            ("description: one\nlist: [\n  a,\n]", "one"),
            ("description: one\nmetadata:\n  map: {\n    \"a\": [b],\n  }\nname: x", "one"),
            ("description: first\ndescription: second", "second"),
            ("x: &a shared\ndescription: *a", "shared"),
            ("base: &b\n  description: merged\n<<: *b", "merged"),
        ] {
            assert_eq!(described(text), format!("{:?}", Value::Text(expected.to_owned())));
        }
    }

    #[test]
    fn aliases_cannot_fill_the_memory() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for at in 1..12 {
            let alias = format!("*a{}", at - 1);
            text.push_str(&format!("a{at}: &a{at} [{}]\n", [alias.as_str(); 10].join(", ")));
        }
        assert_eq!(described(&text), "6:45 its aliases make too many values");
        assert_eq!(described("a: &a [*a]\ndescription: x"), format!("{:?}", Value::Text("x".to_owned())));
    }

    #[test]
    fn an_end_that_was_not_meant_is_told() {
        let front = read("---\ndescription: |\n  one\n  ---\n  two\ntools: Read\n---\nbody\n");
        assert_eq!(
            front.cut,
            Some(Cut { place: Place { line: 4, column: 3 }, keys: vec!["tools".to_owned()], loses_text: true })
        );
        let front = read("---\ndescription: one\n-----\nbody\n");
        assert_eq!(front.cut, Some(Cut { place: Place { line: 3, column: 1 }, keys: Vec::new(), loses_text: false }));
        assert_eq!(read("---\ndescription: one\n---  \nbody\n\n---\nmore\n").cut, None);
    }

    #[test]
    fn places_count_from_the_top_of_the_file() {
        let front = read("\u{feff}---\n\nname: x\ndescription:  One: two\nmetadata:\n  a: b\n---\nbody\n");
        let places: Vec<_> = front.fields().iter().map(|field| (field.place, field.node.place)).collect();
        let place = |line, column| Place { line, column };
        assert_eq!(places, [(place(3, 1), place(3, 7)), (place(4, 1), place(4, 15)), (place(5, 1), place(6, 3))]);
        assert_eq!(front.mended, [4]);
        assert_eq!(front.line(place(4, 1)), "description:  One: two");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced() {
        let front = FrontMatter::read(b"---\ndescription: caf\xe9\n---\n");
        assert!(front.is_not_utf8);
        assert_eq!(front.field("description").unwrap().node.value, Value::Text("caf\u{fffd}".to_owned()));
    }
}
