//! Reads YAML into a [`Tree`]: what programs print by `block`, all else from the events of `saphyr-parser`, which have
//! the place of every value.

mod block;
mod fault;
mod foreign;

use std::borrow::Cow;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput, Tag};

use super::{
    Fault, MAX_DEPTH,
    tree::{Tree, ValueId, ValueKind},
};

/// The events of one text, in order.
type Events<'s> = Parser<'s, StrInput<'s>>;

/// The maximum number of values that aliases can add to a piece of any length.
const MAX_NODES_BY_ALIAS: usize = 200_000;

/// The number of values that aliases can add to any piece, plus [`NODES_BY_ALIAS_PER_BYTE`] for each of its bytes.
const NODES_BY_ALIAS: usize = 1_000;

/// See [`NODES_BY_ALIAS`]. It keeps reading linear in the length of the text.
const NODES_BY_ALIAS_PER_BYTE: usize = 20;

/// The reason why a piece could not be read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// [`Fault::Syntax`], [`Fault::TooDeep`] or [`Fault::AliasBudget`].
    pub code: Fault,
    /// The message: lower case, no full stop.
    pub message: String,
    /// The byte of the piece at which the error was found.
    pub at: usize,
    /// The cause, if it is known.
    pub cause: ParseCause,
}

/// The cause of a piece that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseCause {
    /// Unknown; see the parser's message.
    Parser,
    /// A string of JSON has half of a pair of surrogates.
    LoneSurrogate,
    /// A line lacks its colon; `true` if the parser reports it at the next line.
    NoColon(bool),
    /// A tab is between a key and its value, which Kubernetes accepts.
    TabBeforeValue,
    /// A tab indents a line.
    Tab,
    /// A bracket or a quote is not closed.
    Unclosed,
    /// An alias names an anchor that this piece does not have; another one may.
    UnknownAnchor,
    /// Something that is not YAML, such as a quote of a word processor.
    Foreign,
}

/// Reads one YAML document into `tree`, which is emptied first. What was read before an error
/// stays in the tree. O(bytes).
///
/// # Errors
/// The text is not YAML, is nested deeper than [`MAX_DEPTH`], or has aliases beyond their budget.
pub fn parse(source: &str, tree: &mut Tree) -> Result<(), ParseError> {
    tree.clear();
    if block::parse(source, tree) {
        return Ok(());
    }
    parse_any(source, tree)
}

/// The first character of terminal codes, such as colours. YAML does not allow it.
const ESCAPE: char = '\u{1b}';

/// The error about the first code of a terminal in a text. O(bytes).
pub fn coloured(source: &str) -> Option<ParseError> {
    let at = source.find(ESCAPE)?;
    Some(foreign::error(source, at))
}

/// Bytes that are read again at most because of such tabs.
const AGAIN: usize = 16 << 20;

/// Like [`parse`], by the parser alone.
fn parse_any(source: &str, tree: &mut Tree) -> Result<(), ParseError> {
    if let Some(error) = coloured(source) {
        return Err(error);
    }
    let mut text = Cow::Borrowed(source);
    let mut again = AGAIN;
    loop {
        match parse_events(&text, tree) {
            Err(error) if error.cause == ParseCause::TabBeforeValue && again >= error.at => {
                // The parser requires a space there.
                let tab = error.at.saturating_sub(1);
                if text.as_bytes().get(tab) != Some(&b'\t') {
                    return Err(fault::at_cause(source, error));
                }
                again -= error.at;
                text.to_mut().replace_range(tab..error.at, " ");
            }
            Err(error) => return Err(fault::at_cause(source, error)),
            Ok(()) => break,
        }
    }
    let is_odd = memchr::memchr2(b'&', b'#', source.as_bytes()).is_some() || !source.is_ascii();
    if is_odd && let Some(at) = fault::in_yaml(source)? {
        tree.note_left_out(at);
    }
    Ok(())
}

fn parse_events(source: &str, tree: &mut Tree) -> Result<(), ParseError> {
    tree.clear();
    let mut builder = YamlTreeBuilder {
        source,
        tree,
        bytes: ByteIndex::new(source),
        anchors: Vec::new(),
        repeated: 0,
    };
    let result = builder.run(&mut Parser::new_from_str(source));
    while builder.tree.depth() > 0 {
        builder.tree.close(None);
    }
    result
}

/// The byte of the innermost bracket or quote that a text in YAML does not close. O(bytes).
pub fn unclosed(source: &str) -> Option<usize> {
    fault::unclosed(source)
}

struct YamlTreeBuilder<'s, 't> {
    source: &'s str,
    tree: &'t mut Tree,
    bytes: ByteIndex<'s>,
    /// Anchor numbers of the parser (ascending) and their nodes.
    anchors: Vec<(usize, ValueId)>,
    /// The number of values that aliases have added so far.
    repeated: usize,
}

impl<'s> YamlTreeBuilder<'s, '_> {
    fn run(&mut self, events: &mut Events<'s>) -> Result<(), ParseError> {
        while let Some(event) = events.next() {
            let (event, span) = event.map_err(|error| self.syntax(&error))?;
            match event {
                Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => {}
                Event::DocumentEnd | Event::StreamEnd => return self.rest(events),
                Event::Scalar(text, style, anchor, tag) => {
                    self.anchor(anchor);
                    self.scalar(text, style, tag.as_deref(), span);
                }
                Event::SequenceStart(anchor, _) => {
                    self.open(ValueKind::Sequence, anchor, span)?;
                }
                Event::MappingStart(anchor, _) => {
                    self.open(ValueKind::Mapping, anchor, span)?;
                }
                Event::SequenceEnd | Event::MappingEnd => self.close(span),
                Event::Alias(anchor) => self.alias(anchor, span)?,
            }
        }
        Ok(())
    }

    /// Reads the rest after the document, which may only be its end. A second document in one piece means that the
    /// first one ended too early.
    fn rest(&self, events: &mut Events<'s>) -> Result<(), ParseError> {
        for event in events {
            let (event, span) = event.map_err(|error| self.syntax(&error))?;
            match event {
                Event::StreamEnd => return Ok(()),
                Event::DocumentStart(_) => {
                    return Err(self.error(
                        Fault::Syntax,
                        "a second document begins here without `---`".to_owned(),
                        span.start.index(),
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn anchor(&mut self, anchor: usize) {
        if anchor > 0 {
            self.anchors.push((anchor, self.tree.next_id()));
        }
    }

    fn open(&mut self, kind: ValueKind, anchor: usize, span: Span) -> Result<(), ParseError> {
        if self.tree.depth() >= MAX_DEPTH {
            return Err(self.error(
                Fault::TooDeep,
                format!("nested deeper than {MAX_DEPTH} levels"),
                span.start.index(),
            ));
        }
        self.anchor(anchor);
        let start = self.bytes.of(span.start.index());
        // A collection without brackets begins where its first value does, which may have them.
        let is_bracket = matches!(self.source.as_bytes().get(start), Some(b'{' | b'['));
        let flow = is_bracket && !span.is_empty();
        self.tree.open(kind, start, flow);
        Ok(())
    }

    /// Closes a collection: after its bracket, or, in block style, after its last value. (The
    /// event of a bracket reaches over the comment after it.)
    fn close(&mut self, span: Span) {
        let at = self.bytes.of(span.start.index());
        let is_bracket = matches!(self.source.as_bytes().get(at), Some(b'}' | b']'));
        self.tree
            .close((is_bracket && !span.is_empty()).then_some(at + 1));
    }

    fn scalar(&mut self, text: Cow<'s, str>, style: ScalarStyle, tag: Option<&Tag>, span: Span) {
        let is_string = style != ScalarStyle::Plain
            || tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
        let kind = if is_string {
            ValueKind::String
        } else {
            ValueKind::Plain
        };
        let range = (
            self.bytes.of(span.start.index()),
            self.bytes.of(span.end.index()),
        );
        // Most texts are in the source unchanged, plain or between quotes: then the tree does not copy them.
        let is_quoted = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
        let is_text = |inner: (usize, usize)| self.source.get(inner.0..inner.1) == Some(&*text);
        let mut inner = (range.0 + 1, range.1.saturating_sub(1));
        let mut range = range;
        if !is_quoted {
            inner = range;
        } else if !is_text(inner) {
            // The event of a text in quotes reaches over the comment after it.
            range.1 = closing_quote(self.source, range);
            inner.1 = range.1.saturating_sub(1);
        }
        if is_text(inner) {
            self.tree.push_source(kind, inner, range);
        } else {
            self.tree.push_owned(kind, text.into_owned(), range);
        }
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<(), ParseError> {
        let at = span.start.index();
        let Ok(index) = self
            .anchors
            .binary_search_by_key(&anchor, |(number, _)| *number)
        else {
            return Err(self.error(Fault::Syntax, "alias of an unknown anchor".to_owned(), at));
        };
        let node = self.anchors[index].1;
        self.repeated += self.tree.weight(node);
        let budget =
            (NODES_BY_ALIAS + NODES_BY_ALIAS_PER_BYTE * self.source.len()).min(MAX_NODES_BY_ALIAS);
        if self.repeated > budget {
            return Err(self.error(
                Fault::AliasBudget,
                format!("aliases expand to more than {budget} values"),
                at,
            ));
        }
        let range = (self.bytes.of(at), self.bytes.of(span.end.index()));
        if self.tree.repeat(node, range) {
            Ok(())
        } else {
            Err(self.error(Fault::Syntax, "alias inside its own anchor".to_owned(), at))
        }
    }

    fn error(&self, code: Fault, message: String, char_index: usize) -> ParseError {
        ParseError {
            code,
            message,
            at: self.bytes.of(char_index),
            cause: ParseCause::Parser,
        }
    }

    /// An error of the parser, whose errors have a text and no kind: nowhere else is it looked at.
    fn syntax(&self, error: &ScanError) -> ParseError {
        let info = error.info();
        let at = error.marker().index();
        let cause = match info {
            "recursion limit exceeded" => {
                let message = format!("nested deeper than {MAX_DEPTH} levels");
                return self.error(Fault::TooDeep, message, at);
            }
            "':' must be followed by a valid YAML whitespace" => ParseCause::TabBeforeValue,
            _ if info.contains("unknown anchor") => ParseCause::UnknownAnchor,
            _ if info.starts_with("simple key") => {
                ParseCause::NoColon(info.starts_with("simple key expect "))
            }
            _ => ParseCause::Parser,
        };
        let message = info.trim_end_matches('.').to_owned();
        ParseError {
            cause,
            ..self.error(Fault::Syntax, message, at)
        }
    }
}

/// The byte after the closing quote of the string at the start of a range; the end of the range if it is not closed.
fn closing_quote(source: &str, (start, end): (usize, usize)) -> usize {
    let bytes = source.as_bytes().get(start..end).unwrap_or_default();
    let Some((quote, rest)) = bytes.split_first() else {
        return end;
    };
    let mut rest = rest.iter().enumerate();
    while let Some((at, byte)) = rest.next() {
        let is_escape = match quote {
            b'"' => *byte == b'\\',
            // Twice in a row it stands for itself.
            _ => byte == quote && bytes.get(at + 2) == Some(quote),
        };
        if is_escape {
            rest.next();
        } else if byte == quote {
            return start + at + 2;
        }
    }
    end
}

/// Maps the parser's positions, which count characters, to bytes.
struct ByteIndex<'s> {
    source: &'s str,
    /// The byte of every [`Self::STEP`]th character; empty where the text is ASCII.
    steps: Vec<u32>,
}

impl<'s> ByteIndex<'s> {
    const STEP: usize = 64;

    fn new(source: &'s str) -> Self {
        let mut steps = Vec::new();
        if !source.is_ascii() {
            let every = source.char_indices().step_by(Self::STEP);
            steps.extend(every.map(|(byte, _)| byte as u32));
        }
        Self { source, steps }
    }

    /// The byte of a character, at most the length of the text.
    fn of(&self, char_index: usize) -> usize {
        if self.steps.is_empty() {
            return char_index.min(self.source.len());
        }
        let Some(start) = self.steps.get(char_index / Self::STEP) else {
            return self.source.len();
        };
        let start = *start as usize;
        let mut rest = self.source[start..].char_indices();
        rest.nth(char_index % Self::STEP)
            .map_or(self.source.len(), |(byte, _)| start + byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of `b` in the first mapping.
    fn read(source: &str) -> Result<String, String> {
        let mut tree = Tree::default();
        parse(source, &mut tree).map_err(|error| error.message)?;
        let value = tree.get(tree.root().expect("a root"), "b", source);
        Ok(tree.text(value.expect("a value"), source).to_owned())
    }

    #[test]
    fn tabs_stand_before_values() {
        for text in [
            "b:\tv",
            "a:\tx\nb: \t \tv # c\n",
            "{a:\tx, b:\tv}",
            "é:\tx\nb:\t\tv",
        ] {
            assert_eq!(read(text).as_deref(), Ok("v"), "{text:?}");
        }
        assert!(read("b:\tv:\tw").is_err());
        assert_eq!(read("a:\tx\nb: 'x:\ty'").as_deref(), Ok("x:\ty"));
        assert!(read("a:\n\tb: v").is_err());
    }
}
