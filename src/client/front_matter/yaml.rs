//! YAML as the client reads it: a strict parser of YAML 1.2, with the few things that the client's own takes otherwise.

use std::borrow::Cow;
use std::collections::HashMap;

use granit_parser::{
    ErrorKind, Event, Marker, Parser, ScalarStyle, ScanError, Span, StrInput, StructureStyle, Tag, options,
};

use super::value::{Field, Node, Place, Value, resolved};

/// Why a text does not parse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where it was found out.
    pub place: Place,
    /// What the parser says, lower case.
    pub message: String,
}

/// Values that a text may grow to by its aliases: each use of an alias is a copy.
const MOST_VALUES: usize = 100_000;

/// Corrections of one text, each of which parses it again.
const MOST_CORRECTIONS: usize = 200;

/// Parses a text into its value. An empty text is nothing, more than one document is a list of them.
///
/// Unlike YAML 1.2 the client takes control characters as they are, a comma at the beginning of a plain value, and a closing
/// bracket at the left edge, and blanks between `|` or `>` and the marks that belong to it.
///
/// # Errors
/// Where the text is no YAML.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let mut source = Source { text: disguise(text), moved: HashMap::new() };
    for _ in 0..MOST_CORRECTIONS {
        match Builder::new(&source).documents() {
            Err(Refusal::Syntax(error)) if source.can_correct(&error) => source.correct(&error),
            Err(refusal) => return Err(source.fault(&refusal)),
            Ok(node) => return Ok(node),
        }
    }
    Builder::new(&source).documents().map_err(|refusal| source.fault(&refusal))
}

/// A text as the parser gets it.
struct Source<'t> {
    text: Cow<'t, str>,
    /// Lines, from 1, that blanks were put into, and how many.
    moved: HashMap<usize, usize>,
}

/// Blanks put before a bracket that closes: more than anybody indents.
const INDENT: &str = "                                                                ";

impl Source<'_> {
    /// Whether the parser stopped at something that the client takes: a comma that begins a plain value (between brackets it separates
    /// and is rightly refused), or a closing bracket too far to the left.
    fn can_correct(&self, error: &ScanError) -> bool {
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

    fn correct(&mut self, error: &ScanError) {
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

    fn place(&self, marker: &Marker) -> Place {
        let moved = self.moved.get(&marker.line()).copied().unwrap_or_default();
        Place { line: marker.line(), column: marker.col().saturating_sub(moved) + 1 }
    }

    fn fault(&self, refusal: &Refusal) -> Fault {
        match refusal {
            Refusal::Syntax(error) => Fault { place: self.place(error.marker()), message: words(error) },
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

    /// Whether a list or a map that begins here is indented by a tab, also behind the `-` of another.
    fn is_indented_by_tab(&self, marker: &Marker) -> bool {
        let before = marker.byte_offset().and_then(|at| self.text.get(..at)).unwrap_or_default();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        let blanks = line.len() - line.trim_end_matches([' ', '\t']).len();
        let (head, blanks) = line.split_at(line.len() - blanks);
        blanks.contains('\t') && (head.is_empty() || head.ends_with(['-', '?', ':']))
    }

    /// Whether what stands here after the `!` of a tag can begin one for the client: a letter, a digit, `-`, or one of its longer forms.
    fn is_tag(&self, marker: &Marker) -> bool {
        let tag = marker.byte_offset().and_then(|at| self.text.get(at..)).unwrap_or_default();
        let first = tag.strip_prefix('!').unwrap_or(tag).chars().next();
        first.is_none_or(|first| first.is_ascii_alphanumeric() || first.is_whitespace() || "-!<".contains(first))
    }

    /// Whether a document end stands before any document.
    fn begins_with_an_end(&self) -> bool {
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

fn undisguised(text: &str) -> String {
    let plain = |character: char| {
        let below = u32::from(character).checked_sub(DISGUISE).and_then(char::from_u32);
        below.filter(|character| is_refused(*character) || *character == ',').unwrap_or(character)
    };
    text.chars().map(plain).collect()
}

/// Why no value could be built.
enum Refusal {
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

struct Builder<'t> {
    source: &'t Source<'t>,
    events: Parser<'t, StrInput<'t>>,
    anchors: HashMap<usize, Node>,
    values: usize,
}

impl<'t> Builder<'t> {
    fn new(source: &'t Source<'t>) -> Self {
        let options = options! { strict_indentation: true, bom_inside_document_as_content: true, emit_comments: false };
        let events = Parser::new_from_str_with_options(&source.text, options);
        Self { source, events, anchors: HashMap::new(), values: 0 }
    }

    fn documents(&mut self) -> Result<Node, Refusal> {
        let mut documents = Vec::new();
        while let Some(event) = self.events.next() {
            let (event, span) = event?;
            if is_value(&event) {
                documents.push(self.node(event, span)?);
            }
        }
        let empty = Node { value: Value::Null, place: Place { line: 1, column: 1 } };
        if documents.len() > 1 || self.source.begins_with_an_end() {
            return Ok(Node { value: Value::List(documents), ..empty });
        }
        Ok(documents.pop().unwrap_or(empty))
    }

    fn node(&mut self, event: Event<'t>, span: Span) -> Result<Node, Refusal> {
        let place = self.source.place(&span.start);
        if let Some(tag) = span.tag_start.filter(|tag| !self.source.is_tag(tag)) {
            return Err(Refusal::Tag(tag));
        }
        let (value, anchor) = match event {
            Event::Alias(anchor) => (self.alias(anchor, span.start)?, 0),
            event if is_block(&event) && self.source.is_indented_by_tab(&span.start) => {
                return Err(Refusal::Tab(span.start));
            }
            Event::Scalar(text, style, anchor, tag) => (scalar(&text, style, tag.as_deref()), anchor),
            Event::SequenceStart(_, anchor, _) => (Value::List(self.items()?), anchor),
            Event::MappingStart(_, anchor, _) => (Value::Map(self.fields()?), anchor),
            _ => (Value::Null, 0),
        };
        let node = Node { value, place };
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    /// What an alias stands for; a value that holds itself ends there.
    fn alias(&mut self, anchor: usize, marker: Marker) -> Result<Value, Refusal> {
        let Some(node) = self.anchors.get(&anchor) else { return Ok(Value::Null) };
        self.values += size(&node.value);
        if self.values > MOST_VALUES {
            return Err(Refusal::TooMuch(marker));
        }
        Ok(node.value.clone())
    }

    fn items(&mut self) -> Result<Vec<Node>, Refusal> {
        let mut items = Vec::new();
        while let Some((event, span)) = self.inner()? {
            items.push(self.node(event, span)?);
        }
        Ok(items)
    }

    /// The fields of a map: of two with one key the last stands, in the place of the first; `<<` brings in fields of other maps.
    fn fields(&mut self) -> Result<Vec<Field>, Refusal> {
        let mut fields = Vec::new();
        while let Some((event, span)) = self.inner()? {
            let key = self.node(event, span)?;
            let Some((event, span)) = self.inner()? else { break };
            let is_beside = key.value == Value::Null && key.place.line == self.source.place(&span.start).line;
            if is_beside && is_block(&event) {
                return Err(Refusal::Beside(span.start));
            }
            let node = self.node(event, span)?;
            let text = key_text(&key.value);
            match &node.value {
                Value::Map(_) | Value::List(_) if text == "<<" => merge(&mut fields, node.value),
                _ => put(&mut fields, Field { key: text, place: key.place, node }),
            }
        }
        Ok(fields)
    }

    /// The next event inside a list or a map; none at its end.
    fn inner(&mut self) -> Result<Option<(Event<'t>, Span)>, Refusal> {
        for event in self.events.by_ref() {
            let (event, span) = event?;
            match event {
                Event::SequenceEnd | Event::MappingEnd => return Ok(None),
                event if is_value(&event) => return Ok(Some((event, span))),
                _ => {}
            }
        }
        Ok(None)
    }
}

fn is_block(event: &Event<'_>) -> bool {
    matches!(event, Event::SequenceStart(StructureStyle::Block, ..) | Event::MappingStart(StructureStyle::Block, ..))
}

fn is_value(event: &Event<'_>) -> bool {
    matches!(event, Event::Alias(_) | Event::Scalar(..) | Event::SequenceStart(..) | Event::MappingStart(..))
}

fn put(fields: &mut Vec<Field>, field: Field) {
    match fields.iter_mut().find(|known| known.key == field.key) {
        Some(known) => *known = field,
        None => fields.push(field),
    }
}

/// Brings in the fields of a map, or of the maps of a list, that are not there yet.
fn merge(fields: &mut Vec<Field>, value: Value) {
    let maps = match value {
        Value::List(items) => items.into_iter().map(|item| item.value).collect(),
        value => vec![value],
    };
    for field in
        maps.into_iter().filter_map(|map| if let Value::Map(inner) = map { Some(inner) } else { None }).flatten()
    {
        if fields.iter().all(|known| known.key != field.key) {
            fields.push(field);
        }
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::List(items) => 1 + items.iter().map(|item| size(&item.value)).sum::<usize>(),
        Value::Map(fields) => 1 + fields.iter().map(|field| size(&field.node.value)).sum::<usize>(),
        _ => 1,
    }
}

/// A tag makes text of a plain scalar, unless it names another kind of YAML's own: `!x 42` is text, `!!int 42` a number.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Value {
    let text = undisguised(text);
    let is_text = match tag {
        None => style != ScalarStyle::Plain,
        Some(tag) => style != ScalarStyle::Plain || !is_taken_as_written(tag, &text),
    };
    if is_text { Value::Text(text) } else { resolved(&text) }
}

fn is_taken_as_written(tag: &Tag, text: &str) -> bool {
    let value = resolved(text);
    match value {
        Value::Number(_) => tag.is_yaml_core_schema_tag("int") || tag.is_yaml_core_schema_tag("float"),
        Value::Bool(_) => tag.is_yaml_core_schema_tag("bool"),
        Value::Null if text.is_empty() => !tag.is_yaml_core_schema_tag("str") && !tag.suffix().is_empty(),
        Value::Null => tag.is_yaml_core_schema_tag("null"),
        _ => false,
    }
}

fn key_text(key: &Value) -> String {
    match key {
        Value::Null => "null".to_owned(),
        Value::List(items) => items.iter().map(|item| key_text(&item.value)).collect::<Vec<_>>().join(","),
        Value::Map(_) => "[object Object]".to_owned(),
        plain => plain.plain().unwrap_or_default(),
    }
}
