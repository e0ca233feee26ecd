//! Objects that `kubectl describe` prints, and that the text has as a whole.

use schedscope_objects::names::Symbol;
use schedscope_text::pasted::DESCRIBED;

use crate::{Reader, read_piece::ReadPiece};

impl Reader {
    /// Whether a piece describes nothing but objects that the text has: then nothing is missing. O(objects) for a piece
    /// that describes some.
    pub(super) fn has_described(&self, piece: &ReadPiece) -> bool {
        if piece.cut.stray != Some(&DESCRIBED) {
            return false;
        }
        let names = &self.objects.names;
        let text = piece.text.get(piece.cut.lead..).unwrap_or_default();
        // The namespace, where it has one, and the name.
        let mut described: Vec<(Option<&str>, &str)> = Vec::new();
        let indent = &text[..text.len() - text.trim_start_matches(' ').len()];
        for line in text.lines() {
            let value = |field: &str| Some(line.strip_prefix(indent)?.strip_prefix(field)?.trim());
            if let Some(name) = value("Name:  ") {
                described.push((None, name));
            } else if let Some(namespace) = value("Namespace:  ")
                && let Some(last) = described.last_mut()
            {
                last.0 = Some(namespace);
            }
        }
        let symbols = described.iter().map(|(namespace, name)| {
            let namespace = namespace.map_or(Some(Symbol::EMPTY), |of| names.get(of))?;
            Some((namespace, names.get(name)?))
        });
        let Some(mut missing) = symbols.collect::<Option<Vec<(Symbol, Symbol)>>>() else {
            return false;
        };
        let has_any = !missing.is_empty();
        self.objects.each(|_, namespace, name| {
            missing.retain(|one| *one != (namespace, name));
        });
        has_any && missing.is_empty()
    }
}
