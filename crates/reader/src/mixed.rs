//! Objects that stand twice with different UIDs: the text mixes what two clusters have, or one at two times.

use schedscope_objects::diagnostic::{DiagnosticCode, Severity};
use schedscope_text::tree::Tree;

use crate::{
    Reader,
    decode::{LocatedObject, PieceDiagnostic},
    read_piece::{parse, roots},
};

/// So many objects that stand twice are looked at: one that is mixed tells enough.
const LOOKED_AT: usize = 100;
/// A UID of the API server has so many characters.
const UUID: usize = 36;

impl Reader {
    /// Says of an object, given where it stands first and again, that its UIDs differ. `finding`: that it stands twice.
    pub(super) fn mixed(
        &self,
        objects: [(usize, &LocatedObject); 2],
        finding: &PieceDiagnostic,
    ) -> Option<PieceDiagnostic> {
        let [Some(one), Some(other)] = objects.map(|(piece, object)| self.uid(piece, object.root))
        else {
            return None;
        };
        (one != other).then(|| PieceDiagnostic {
            severity: Severity::Error,
            code: DiagnosticCode::DuplicateObject,
            message: format!(
                "{}: their UIDs differ, so the text mixes two clusters, or two times",
                finding.message
            ),
            ..finding.clone()
        })
    }

    /// Exchanges findings about objects that stand twice for those that say more, and lists these.
    pub(super) fn find_mixed(
        &self,
        pairs: &[[(usize, &LocatedObject); 2]],
        duplicates: &mut [(usize, PieceDiagnostic)],
    ) -> Vec<usize> {
        let mut mixed = Vec::new();
        let both = pairs.iter().zip(duplicates.iter_mut()).enumerate();
        for (at, (pair, (_, finding))) in both.take(LOOKED_AT) {
            if let Some(found) = self.mixed(*pair, finding) {
                *finding = found;
                mixed.push(at);
            }
        }
        mixed
    }

    /// `metadata.uid`, where it is one of an API server. Reads the piece again: O(its bytes).
    fn uid(&self, piece: usize, root: u32) -> Option<String> {
        let piece = self.pieces.get(piece)?;
        let mut tree = Tree::default();
        let parsed = parse(piece, &mut tree);
        parsed.outcome.ok()?;
        let source = parsed.source;
        let root = *roots(&tree, source, piece.cut.place).get(root as usize)?;
        let metadata = tree.get(root, "metadata", source)?;
        let uid = tree.text(tree.get(metadata, "uid", source)?, source);
        (uid.len() == UUID).then(|| uid.to_owned())
    }
}
