//! Lists that are one page of several, as the API server returns them for a request with a `limit`.

use schedscope_objects::diagnostic::{DiagnosticCode, ObjectName, Severity};
use schedscope_text::tree::Tree;

use crate::{
    decode::{ListContext, PieceDiagnostic, is_read},
    read_piece::ReadPiece,
};

/// The finding about a list whose `metadata` in a piece refers to further pages; `None` without further pages, and for
/// a kind that is not read. `list`: the kind and `apiVersion` of the list.
pub(super) fn next_page(
    piece: &ReadPiece,
    tree: &Tree,
    list: &ListContext,
) -> Option<PieceDiagnostic> {
    let source = &piece.text[piece.cut.lead..];
    let kind = list.item_kind();
    if !kind.is_empty() && !is_read(kind) {
        return None;
    }
    let metadata = tree.get(tree.root()?, "metadata", source)?;
    let text = |key: &str| {
        let at = tree.get(metadata, key, source)?;
        let text = tree.text(at, source);
        let is_there = !text.is_empty() && !tree.is_null(at, source);
        is_there.then_some((at, text))
    };
    let left = text("remainingItemCount");
    let left = left.and_then(|(at, text)| Some((at, text.parse::<u64>().ok()?)));
    let (at, more) = match left.filter(|(_, left)| *left > 0) {
        Some((at, 1)) => (at, "1 more item".to_owned()),
        Some((at, left)) => (at, format!("{left} more items")),
        None => (text("continue")?.0, "more items".to_owned()),
    };
    let lead = piece.cut.lead;
    let (start, end) = tree.range(at);
    let message = format!("{more} on further pages of this list");
    let bytes = (lead + start, lead + end);
    Some(PieceDiagnostic {
        object: (!kind.is_empty()).then(|| ObjectName {
            kind: kind.to_owned(),
            ..ObjectName::default()
        }),
        path: "metadata".to_owned(),
        ..PieceDiagnostic::new(Severity::Error, DiagnosticCode::PartialList, message, bytes)
    })
}
