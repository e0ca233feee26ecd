//! Reads a whole new text in parts and keeps the old one until the end.

use schedscope_text::{
    MAX_TEXT_BYTES,
    split::{PieceStart, first_piece},
};

use crate::{Reader, read::ReadCursor, read_piece::ReadPiece};

/// A text that is being read.
#[derive(Debug)]
pub struct Loading {
    /// The new reader, which replaces the one that began to load.
    reader: Reader,
    text: String,
    /// How many bytes were cut.
    cut: usize,
    place: PieceStart,
    /// How far the pieces were read; `None`: the text is still being cut.
    cursor: Option<ReadCursor>,
    /// How many bytes were read.
    read: usize,
}

/// The speed of cutting relative to reading.
const CUT: usize = 16;

impl Reader {
    /// Begins to read a text that replaces this one.
    pub fn begin(&self, text: String) -> Loading {
        let refused = (text.len() > MAX_TEXT_BYTES).then_some(text.len());
        Loading {
            reader: Self {
                objects: self.objects.successor(),
                generation: self.generation + 1,
                revision: self.revision + 1,
                refused,
                ..Self::default()
            },
            text: if refused.is_some() {
                String::new()
            } else {
                text
            },
            cut: 0,
            place: PieceStart::Document,
            cursor: None,
            read: 0,
        }
    }

    /// Switches to a text that this reader began to load and that is read to its end. The reader must not have changed
    /// since. O(objects).
    pub fn take(&mut self, loading: Loading) {
        *self = loading.reader;
        self.pieces.shrink_to_fit();
        self.index();
        self.relate();
    }
}

impl Loading {
    /// Reads about `bytes` bytes. Returns whether the whole text is read.
    pub fn advance(&mut self, bytes: usize) -> bool {
        let reader = &mut self.reader;
        let Some(cursor) = &mut self.cursor else {
            let end = self.cut.saturating_add(bytes.saturating_mul(CUT));
            while self.cut < end {
                let Some(piece) = first_piece(&self.text[self.cut..], self.place) else {
                    self.cursor = Some(ReadCursor::new(0, reader.pieces.len()));
                    break;
                };
                let text = &self.text[self.cut..self.cut + piece.len];
                reader.pieces.push(ReadPiece::new(text, piece));
                self.cut += piece.len;
                self.place = piece.next;
            }
            return false;
        };
        if reader.read_on(cursor, bytes) {
            return true;
        }
        self.read = self.read.saturating_add(bytes).min(self.text.len());
        false
    }

    /// The number of bytes read, and the total.
    pub fn progress(&self) -> (usize, usize) {
        (self.read, self.text.len())
    }
}
