//! YAML as the client reads it: a strict parser of YAML 1.2, with the few things that the client's own takes otherwise.

use std::collections::HashMap;

use granit_parser::{Event, Marker, Parser, ScalarStyle, Span, StrInput, StructureStyle, Tag, options};
use indexmap::IndexMap;

use super::source::{Fault, Refusal, Source, undisguised};
use super::value::{Field, Node, Place, Value, resolved};

/// Values that a text may grow to by its aliases: each use of an alias is a copy.
const MOST_VALUES: usize = 100_000;

/// Corrections of one text, each of which parses it again.
const MOST_CORRECTIONS: usize = 200;

/// Parses a text into its value. An empty text is nothing, more than one document is a list of them.
///
/// Unlike YAML 1.2 the client takes control characters as they are, a comma at the beginning of a plain value, a closing bracket
/// at the left edge, and blanks between `|` or `>` and the marks that belong to it.
///
/// # Errors
/// Where the text is no YAML.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let mut source = Source::new(text);
    for _ in 0..MOST_CORRECTIONS {
        match Builder::new(&source).documents() {
            Err(Refusal::Syntax(error)) if source.can_correct(&error) => source.correct(&error),
            Err(refusal) => return Err(source.fault(&refusal)),
            Ok(node) => return Ok(node),
        }
    }
    Builder::new(&source).documents().map_err(|refusal| source.fault(&refusal))
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
        let mut fields = Fields::new();
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
                _ => {
                    fields.insert(text.clone(), Field { key: text, place: key.place, node });
                }
            }
        }
        Ok(fields.into_values().collect())
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

/// Fields by their keys: one that comes again takes the place of the first.
type Fields = IndexMap<String, Field>;

/// Brings in the fields of a map, or of the maps of a list, that are not there yet.
fn merge(fields: &mut Fields, value: Value) {
    let maps = match value {
        Value::List(items) => items.into_iter().map(|item| item.value).collect(),
        value => vec![value],
    };
    for field in
        maps.into_iter().filter_map(|map| if let Value::Map(inner) = map { Some(inner) } else { None }).flatten()
    {
        fields.entry(field.key.clone()).or_insert(field);
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
