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

/// The pieces that were looked at, each with the UIDs of its objects.
type Uids = Vec<(usize, Vec<Option<String>>)>;

impl Reader {
    /// Exchanges findings about objects that stand twice for those that say more, and lists these.
    pub(super) fn find_mixed(
        &self,
        pairs: &[[(usize, &LocatedObject); 2]],
        duplicates: &mut [(usize, PieceDiagnostic)],
    ) -> Vec<usize> {
        let (mut mixed, mut uids) = (Vec::new(), Uids::new());
        let both = pairs.iter().zip(duplicates.iter_mut()).enumerate();
        for (at, (pair, (_, finding))) in both.take(LOOKED_AT) {
            let found = pair.map(|(piece, object)| self.uid(&mut uids, piece, object.root));
            let [Some(one), Some(other)] = found else {
                continue;
            };
            if one != other {
                finding.message +=
                    ": their UIDs differ, so the text mixes two clusters, or two times";
                finding.severity = Severity::Error;
                finding.code = DiagnosticCode::DuplicateObject;
                mixed.push(at);
            }
        }
        mixed
    }

    /// `metadata.uid`, where it is one of an API server. Reads the piece again, once: O(its bytes).
    fn uid(&self, known: &mut Uids, piece: usize, root: u32) -> Option<String> {
        let found = known.iter().position(|(read, _)| *read == piece);
        let at = found.unwrap_or_else(|| {
            known.push((piece, self.uids(piece)));
            known.len() - 1
        });
        known.get(at)?.1.get(root as usize)?.clone()
    }

    /// The UIDs of a piece's objects.
    fn uids(&self, piece: usize) -> Vec<Option<String>> {
        let Some(piece) = self.pieces.get(piece) else {
            return Vec::new();
        };
        let mut tree = Tree::default();
        let parsed = parse(piece, &mut tree);
        if parsed.outcome.is_err() {
            return Vec::new();
        }
        let source = parsed.source;
        let uid = |root| {
            let metadata = tree.get(root, "metadata", source)?;
            let uid = tree.text(tree.get(metadata, "uid", source)?, source);
            (uid.len() == UUID).then(|| uid.to_owned())
        };
        let roots = roots(&tree, source, piece.cut.place);
        roots.into_iter().map(uid).collect()
    }
}
