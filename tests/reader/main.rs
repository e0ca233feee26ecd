//! The reader: what it finds in a text, and that edits give what reading anew gives.

mod cases;
mod dump;
mod edits;
