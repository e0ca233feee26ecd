//! Reads JSON into a [`Tree`] from the tokens of `jsonc-parser`.
//!
//! A list is read in parts (see [`split`](super::split)), so besides whole values this module reads the part of an
//! object before the items of its list, and the part after them.

use std::borrow::Cow;

use jsonc_parser::{Scanner, ScannerOptions, tokens::Token};

use super::{
    Fault, MAX_DEPTH,
    tree::{Tree, ValueKind},
    yaml::{ParseCause, ParseError},
};

/// The part of a JSON text that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// One whole value.
    Value,
    /// An object up to and including the bracket that opens its list of items.
    Head,
    /// One item of a list, with the comma after it if there is one.
    Item,
    /// From the bracket that closes the list of items to the end of the object.
    Footer,
}

/// A text as JSON writes it, in quotes.
pub fn quoted(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    write_string(text, &mut json);
    json
}

/// Adds a text as JSON writes it, in quotes.
pub fn write_string(text: &str, json: &mut String) {
    json.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' | b'\\' => byte,
            b'\n' => b'n',
            b'\t' => b't',
            b'\r' => b'r',
            8 => b'b',
            12 => b'f',
            0..b' ' => b'u',
            _ => continue,
        };
        json.push_str(&text[plain..at]);
        plain = at + 1;
        json.push('\\');
        json.push(char::from(short));
        if short == b'u' {
            json.push_str(if byte < 16 { "000" } else { "001" });
            json.push(char::from(b"0123456789abcdef"[usize::from(byte % 16)]));
        }
    }
    json.push_str(&text[plain..]);
    json.push('"');
}

/// Reads one part of a JSON text into `tree`, which is emptied first. What was read before an
/// error stays in the tree. O(bytes).
///
/// # Errors
/// The text is not JSON, or is nested deeper than [`MAX_DEPTH`].
pub fn parse(source: &str, part: Part, tree: &mut Tree) -> Result<(), ParseError> {
    tree.clear();
    let options = ScannerOptions {
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let scanner = Scanner::new(source, &options);
    let mut builder = JsonTreeBuilder {
        source,
        scanner,
        tree,
        open: Vec::new(),
        expect: Expect::Value,
    };
    let result = builder.run(part);
    while builder.tree.depth() > 0 {
        builder.tree.close(None);
    }
    result
}

/// The tokens that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
    Nothing,
}

struct JsonTreeBuilder<'s, 't> {
    source: &'s str,
    scanner: Scanner<'s>,
    tree: &'t mut Tree,
    /// Of every open collection, whether it is a mapping.
    open: Vec<bool>,
    expect: Expect,
}

impl<'s> JsonTreeBuilder<'s, '_> {
    fn run(&mut self, part: Part) -> Result<(), ParseError> {
        if part == Part::Footer {
            self.open_collection(true, self.source.find(']').unwrap_or(0))?;
            self.expect = Expect::CommaOrEnd;
            if self.next()? != Some(Token::CloseBracket) {
                return Err(self.error("expected `]`"));
            }
        }
        while let Some(token) = self.next()? {
            if part == Part::Item && self.open.is_empty() && token == Token::Comma {
                continue;
            }
            self.token(token)?;
        }
        let complete = match part {
            Part::Head => self.open == [true, false],
            _ => self.open.is_empty() && self.expect == Expect::Nothing,
        };
        if complete {
            Ok(())
        } else {
            Err(self.error("the input ends before its value does"))
        }
    }

    fn next(&mut self) -> Result<Option<Token<'s>>, ParseError> {
        self.scanner.scan().map_err(|error| {
            let message = error.kind().to_string().to_ascii_lowercase();
            ParseError {
                code: Fault::Syntax,
                at: error.range().start.min(self.source.len()),
                // The parser's errors about strings have a text and no kind.
                cause: if message.contains("surrogate") {
                    ParseCause::LoneSurrogate
                } else {
                    ParseCause::Parser
                },
                message,
            }
        })
    }

    fn token(&mut self, token: Token<'s>) -> Result<(), ParseError> {
        let (start, end) = (self.scanner.token_start(), self.scanner.token_end());
        match (token, self.expect) {
            (Token::OpenBrace, Expect::Value | Expect::ValueOrEnd) => {
                self.open_collection(true, start)?;
                self.expect = Expect::KeyOrEnd;
            }
            (Token::OpenBracket, Expect::Value | Expect::ValueOrEnd) => {
                self.open_collection(false, start)?;
                self.expect = Expect::ValueOrEnd;
            }
            (Token::CloseBrace, Expect::KeyOrEnd | Expect::CommaOrEnd)
                if self.open.last() == Some(&true) =>
            {
                self.close(end);
            }
            (Token::CloseBracket, Expect::ValueOrEnd | Expect::CommaOrEnd)
                if self.open.last() == Some(&false) =>
            {
                self.close(end);
            }
            (Token::Comma, Expect::CommaOrEnd) => {
                let in_mapping = self.open.last() == Some(&true);
                self.expect = if in_mapping {
                    Expect::Key
                } else {
                    Expect::Value
                };
            }
            (Token::Colon, Expect::Colon) => self.expect = Expect::Value,
            (Token::String(text), Expect::Key | Expect::KeyOrEnd) => {
                self.string(text, start, end);
                self.expect = Expect::Colon;
            }
            (Token::String(text), Expect::Value | Expect::ValueOrEnd) => {
                self.string(text, start, end);
                self.value_read();
            }
            (
                Token::Number(_) | Token::Boolean(_) | Token::Null,
                Expect::Value | Expect::ValueOrEnd,
            ) => {
                self.tree
                    .push_source(ValueKind::Plain, (start, end), (start, end));
                self.value_read();
            }
            (_, Expect::Key | Expect::KeyOrEnd) => {
                return Err(self.error("expected a key in double quotes"));
            }
            (_, Expect::Colon) => return Err(self.error("expected `:`")),
            (_, Expect::CommaOrEnd) => return Err(self.error("expected `,` or the end")),
            (_, Expect::Nothing) => return Err(self.error("expected nothing more")),
            (_, Expect::Value | Expect::ValueOrEnd) => return Err(self.error("expected a value")),
        }
        Ok(())
    }

    fn string(&mut self, text: Cow<'s, str>, start: usize, end: usize) {
        match text {
            Cow::Borrowed(_) => {
                self.tree
                    .push_source(ValueKind::String, (start + 1, end - 1), (start, end));
            }
            Cow::Owned(text) => self.tree.push_owned(ValueKind::String, text, (start, end)),
        }
    }

    fn open_collection(&mut self, mapping: bool, start: usize) -> Result<(), ParseError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(ParseError {
                code: Fault::TooDeep,
                message: format!("nested deeper than {MAX_DEPTH} levels"),
                at: start,
                cause: ParseCause::Parser,
            });
        }
        self.open.push(mapping);
        self.tree.open(
            if mapping {
                ValueKind::Mapping
            } else {
                ValueKind::Sequence
            },
            start,
            true,
        );
        Ok(())
    }

    fn close(&mut self, end: usize) {
        self.open.pop();
        self.tree.close(Some(end));
        self.value_read();
    }

    fn value_read(&mut self) {
        self.expect = if self.open.is_empty() {
            Expect::Nothing
        } else {
            Expect::CommaOrEnd
        };
    }

    fn error(&self, message: &str) -> ParseError {
        ParseError {
            code: Fault::Syntax,
            message: message.to_owned(),
            at: self.scanner.token_start().min(self.source.trim_end().len()),
            cause: ParseCause::Parser,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::ValueId;

    /// Writes a value down in brackets.
    fn write(tree: &Tree, node: ValueId, source: &str) -> String {
        match tree.kind(node) {
            ValueKind::Mapping => {
                let entries = tree.entries(node).map(|(key, value)| {
                    format!("{}:{}", tree.text(key, source), write(tree, value, source))
                });
                format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
            }
            ValueKind::Sequence => {
                let items = tree.items(node).map(|item| write(tree, item, source));
                format!("[{}]", items.collect::<Vec<_>>().join(","))
            }
            ValueKind::Plain | ValueKind::String => tree.text(node, source).to_owned(),
        }
    }

    /// Reads a part and writes its tree down.
    fn read(source: &str, part: Part) -> Result<String, String> {
        let mut tree = Tree::default();
        parse(source, part, &mut tree)
            .map_err(|error| format!("{} at {}", error.message, error.at))?;
        let root = tree.root().map(|root| write(&tree, root, source));
        Ok(root.unwrap_or_default())
    }

    #[track_caller]
    fn check(source: &str, part: Part, expect: &str) {
        let read = read(source, part).unwrap_or_else(|error| error);
        assert_eq!(read, expect, "{source}");
    }

    #[test]
    fn parts() {
        check(
            r#"{"a": [1, "x\ty", null, {}], "b": true}"#,
            Part::Value,
            "{a:[1,x\ty,null,{}],b:true}",
        );
        check(
            r#"{"kind": "List", "items": ["#,
            Part::Head,
            "{kind:List,items:[]}",
        );
        check(r#"{"a": 1}, "#, Part::Item, "{a:1}");
        check(r#" ], "kind": "List" }"#, Part::Footer, "{kind:List}");
        check("]}", Part::Footer, "{}");
    }

    #[test]
    fn errors() {
        check(r#"{"a" 1}"#, Part::Value, "expected `:` at 5");
        check(
            r#"{"a": 1,}"#,
            Part::Value,
            "expected a key in double quotes at 8",
        );
        check(
            r#"{"a": 1"#,
            Part::Value,
            "the input ends before its value does at 7",
        );
        check(r#"{"a": 1]"#, Part::Value, "expected `,` or the end at 7");
        check("1 2", Part::Value, "expected nothing more at 2");
        check("", Part::Value, "the input ends before its value does at 0");
        let deep = "[".repeat(10_000);
        check(&deep, Part::Value, "nested deeper than 128 levels at 128");
    }
}
