//! The events of YAML texts, with positions.
//!
//! The parser is generic: its code is compiled with the crate that names its input. This crate does so apart from
//! `schedscope-text`, which is compiled for speed: only flow style, anchors and the like come here, and they are rare.

use saphyr_parser::{Parser, StrInput};

pub use saphyr_parser::{Event, ScalarStyle, ScanError, Span, Tag};

/// The events of one text, in order.
pub struct Events<'s>(Parser<'s, StrInput<'s>>);

impl<'s> Events<'s> {
    /// The events of a text. Nothing is read before the first is asked for.
    #[must_use]
    pub fn of(source: &'s str) -> Self {
        Self(Parser::new_from_str(source))
    }
}

impl<'s> Iterator for Events<'s> {
    type Item = Result<(Event<'s>, Span), ScanError>;

    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next_event()
    }
}
