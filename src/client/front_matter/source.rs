//! A text as the parser of YAML gets it: with what the client takes and YAML does not in another dress.

use std::borrow::Cow;
use std::collections::HashMap;

use granit_parser::{ErrorKind, Marker, ScanError};

use super::value::Place;

/// Why a text does not parse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where it was found out.
    pub place: Place,
    /// What the parser says, lower case.
    pub message: String,
}

/// Why no value could be built.
pub(super) enum Refusal {
    Syntax(ScanError),
    Tab(Marker),
    Tag(Marker),
    Beside(Marker),
    TooMuch(Marker),
}

impl From<ScanError> for Refusal {
    fn from(error: ScanError) -> Self {
        Self::Syntax(error)
    }
}

/// A text as the parser gets it.
pub(super) struct Source<'t> {
    pub(super) text: Cow<'t, str>,
    /// Lines, from 1, that blanks were put into, and how many.
    moved: HashMap<usize, usize>,
}

/// Blanks put before a bracket that closes: more than anybody indents.
const INDENT: &str = "                                                                ";

impl<'t> Source<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text: disguise(text), moved: HashMap::new() }
    }

    /// Whether the parser stopped at something that the client takes: a comma that begins a plain value (between brackets it separates
    /// and is rightly refused), or a closing bracket too far to the left.
    pub(super) fn can_correct(&self, error: &ScanError) -> bool {
        let is_flow = matches!(
            error.kind(),
            ErrorKind::UnexpectedEofFlowSequence
                | ErrorKind::UnexpectedEofFlowMapping
                | ErrorKind::UnexpectedEofImplicitFlowMapping
        );
        match self.character(error) {
            Some(',') => !is_flow,
            Some('|' | '>') => self.header(error).is_some(),
            Some(']' | '}') => {
                matches!(error.kind(), ErrorKind::InvalidIndentation)
                    && !self.moved.contains_key(&error.marker().line())
            }
            _ => false,
        }
    }

    pub(super) fn correct(&mut self, error: &ScanError) {
        let Some(at) = error.marker().byte_offset() else { return };
        if self.character(error) == Some(',') {
            self.text.to_mut().replace_range(at..=at, &disguised(',').to_string());
        } else if let Some(header) = self.header(error) {
            self.text.to_mut().replace_range(at..at + header.len(), &header);
        } else {
            self.text.to_mut().insert_str(at, INDENT);
            self.moved.insert(error.marker().line(), INDENT.len());
        }
    }

    /// The beginning of a block of text with its marks right behind the `|` or `>`, where blanks stand between them.
    fn header(&self, error: &ScanError) -> Option<String> {
        let line = self.text.get(error.marker().byte_offset()?..)?.lines().next()?;
        let end = line.find(" #").unwrap_or(line.len());
        let (first, rest) = line[..end].split_at_checked(1)?;
        let (blanks, marks): (String, String) = rest.chars().partition(|character| matches!(character, ' ' | '\t'));
        let is_header = !marks.is_empty() && marks.chars().all(|mark| mark.is_ascii_digit() || "+-".contains(mark));
        let header = format!("{first}{marks}{blanks}");
        (is_header && header != line[..end]).then_some(header)
    }

    fn character(&self, error: &ScanError) -> Option<char> {
        self.text.get(error.marker().byte_offset()?..)?.chars().next()
    }

    pub(super) fn place(&self, marker: &Marker) -> Place {
        let moved = self.moved.get(&marker.line()).copied().unwrap_or_default();
        Place { line: marker.line(), column: marker.col().saturating_sub(moved) + 1 }
    }

    pub(super) fn fault(&self, refusal: &Refusal) -> Fault {
        match refusal {
            Refusal::Syntax(error) => {
                let message = words(error);
                let place = self.place(error.marker());
                Fault { place: if message == TAB { self.tab_from(place) } else { place }, message }
            }
            Refusal::Tab(marker) => Fault { place: self.place(marker), message: TAB.to_owned() },
            Refusal::Beside(marker) => Fault {
                place: self.place(marker),
                message: "no list or map can begin behind a `:` without a key".to_owned(),
            },
            Refusal::Tag(marker) => Fault { place: self.place(marker), message: "this is no tag".to_owned() },
            Refusal::TooMuch(marker) => {
                Fault { place: self.place(marker), message: "its aliases make too many values".to_owned() }
            }
        }
    }

    /// The first tab that indents a line from a place on: the parser points at the value that the line would belong to.
    fn tab_from(&self, place: Place) -> Place {
        let column =
            |line: &str| line.find(|character: char| character != ' ').filter(|at| line[*at..].starts_with('\t'));
        let lines = self.text.lines().enumerate().skip(place.line - 1);
        let tab = lines.filter_map(|(at, line)| Some(Place { line: at + 1, column: column(line)? + 1 })).next();
        tab.unwrap_or(place)
    }

    /// Whether a list or a map that begins here is indented by a tab, also behind the `-` of another.
    pub(super) fn is_indented_by_tab(&self, marker: &Marker) -> bool {
        let before = marker.byte_offset().and_then(|at| self.text.get(..at)).unwrap_or_default();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        let blanks = line.len() - line.trim_end_matches([' ', '\t']).len();
        let (head, blanks) = line.split_at(line.len() - blanks);
        blanks.contains('\t') && (head.is_empty() || head.ends_with(['-', '?', ':']))
    }

    /// Whether what stands here after the `!` of a tag can begin one for the client: a letter, a digit, `-`, or one of its longer forms.
    pub(super) fn is_tag(&self, marker: &Marker) -> bool {
        let tag = marker.byte_offset().and_then(|at| self.text.get(at..)).unwrap_or_default();
        let first = tag.strip_prefix('!').unwrap_or(tag).chars().next();
        first.is_none_or(|first| first.is_ascii_alphanumeric() || first.is_whitespace() || "-!<".contains(first))
    }

    /// Whether a document end stands before any document.
    pub(super) fn begins_with_an_end(&self) -> bool {
        let line = self.text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let rest = line.and_then(|line| line.strip_prefix("..."));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
    }
}

impl Fault {
    /// Whether a tab is at fault.
    pub(super) fn is_of_tab(&self) -> bool {
        self.message == TAB
    }
}

const TAB: &str = "a tab cannot indent";

/// The common faults in words that help whoever wrote the text, any other in those of the parser.
fn words(error: &ScanError) -> String {
    let words = match error.kind() {
        ErrorKind::InvalidTrailingDoubleQuotedScalar | ErrorKind::InvalidTrailingSingleQuotedScalar => {
            "text follows the quote that ends the value"
        }
        ErrorKind::UnclosedQuotedScalar => "the quote is never closed",
        ErrorKind::UnknownQuotedScalarEscape => "a backslash in double quotes begins an escape, and this is none",
        ErrorKind::BlockSequenceEntryNotAllowed => "`- ` cannot begin a value here",
        ErrorKind::MappingKeyNotAllowed => "`? ` cannot begin a value here",
        ErrorKind::MappingValueNotAllowed => "a `: ` stands inside a value without quotes",
        ErrorKind::SimpleKeyExpected => {
            "the line is no `key: value`, and is not indented to go on with the value above"
        }
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::InvalidIndentation => {
            "the line does not fit the indentation above it"
        }
        ErrorKind::TabInPlainScalar | ErrorKind::TabInBlockIndentation | ErrorKind::TabAtBlockScalarStart => TAB,
        ErrorKind::ExpectedDocumentStart => "the line does not go on with what stands above it",
        _ => return error.info(),
    };
    words.to_owned()
}

/// Characters that the client takes and YAML does not, as characters of private use, one for one.
fn disguise(text: &str) -> Cow<'_, str> {
    match text.contains(is_refused) {
        true => {
            text.chars().map(|character| if is_refused(character) { disguised(character) } else { character }).collect()
        }
        false => Cow::Borrowed(text),
    }
}

/// Control characters but those that break lines or separate, and the zero byte, which the client refuses too.
fn is_refused(character: char) -> bool {
    let is_fine = matches!(character, '\0' | '\t' | '\n' | '\r' | '\u{85}');
    (character.is_control() && !is_fine) || matches!(character, '\u{fffe}' | '\u{ffff}')
}

const DISGUISE: u32 = 0x10_0000;

fn disguised(character: char) -> char {
    char::from_u32(DISGUISE + u32::from(character)).unwrap_or(character)
}

pub(super) fn undisguised(text: &str) -> String {
    let plain = |character: char| {
        let below = u32::from(character).checked_sub(DISGUISE).and_then(char::from_u32);
        below.filter(|character| is_refused(*character) || *character == ',').unwrap_or(character)
    };
    match text.contains(|character| u32::from(character) >= DISGUISE) {
        true => text.chars().map(plain).collect(),
        false => text.to_owned(),
    }
}
