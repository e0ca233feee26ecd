//! Edits of a text, as answers give them.

use schedscope_answer_macro::answer;

/// An edit of a text: replaces the UTF-16 code units `[from, to)` by `insert`. (Rust callers choose the unit.)
#[answer(Eq)]
pub struct TextEdit {
    /// The offset of the first replaced code unit.
    pub from: usize,
    /// The offset after the last replaced code unit.
    pub to: usize,
    /// The input to insert.
    pub insert: String,
}
