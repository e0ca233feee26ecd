//! The content of a text and the findings about it.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::{Diagnostic, TextRange},
    incomplete::IncompleteText,
    order,
};
use schedscope_whatif::placement::placement_name;

use crate::{cel::Cel, input::Input};

/// The maximum number of diagnostics listed; all are counted.
const MOST_DIAGNOSTICS: usize = 1000;

/// The content of a text and the findings about it. Faulty objects are reported; all others are used.
#[answer(Eq)]
pub struct ReadingAnswer {
    /// The number of changes of the text, from 1.
    pub revision: u64,
    /// The number of documents and list items.
    pub documents: usize,
    /// The number of pieces that the last change parsed again.
    pub reread: usize,
    /// The number of objects of each kind, most frequent first, then by name; also of kinds that schedscope does
    /// not use.
    pub kinds: Vec<KindCount>,
    /// The placements, in the order of the text.
    pub placements: Vec<PlacementEntry>,
    /// The first 1,000 findings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of all findings by severity.
    pub counts: SeverityCounts,
    /// What of the text could not be read; absent if the text is whole. At most 100 places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<IncompleteText>>")]
    pub incomplete: Vec<IncompleteText>,
}

/// The number of objects of one kind.
#[answer(Eq)]
pub struct KindCount {
    /// The kind, as written.
    pub kind: String,
    /// The number of objects.
    pub count: usize,
}

/// A placement of the text.
#[answer(Eq)]
pub struct PlacementEntry {
    /// The index of the placement, from 0; the option `placement` takes it.
    pub index: usize,
    /// `metadata.namespace`; empty if none is written.
    pub namespace: String,
    /// `metadata.name`.
    pub name: String,
    /// The range of the placement in the text.
    pub range: TextRange,
}

/// The number of findings by severity.
#[answer(Copy, Default, Eq)]
pub struct SeverityCounts {
    /// The number of errors.
    pub error: usize,
    /// The number of warnings.
    pub warning: usize,
    /// The number of infos.
    pub info: usize,
    /// The number of hints.
    pub hint: usize,
}

/// The content of the text and the findings about it. O(objects).
pub(crate) fn reading(input: &Input, cel: &Cel) -> ReadingAnswer {
    let (reader, encoding) = (&input.reader, input.encoding);
    let [error, warning, info, hint] = reader.counts();
    let kinds = reader.kinds().into_iter();
    let placements = reader.objects().placements.iter();
    let ranges = reader.placement_ranges(encoding);
    let placements = placements.zip(ranges).enumerate();
    let (wrong, expressions) = cel.diagnostics(input, MOST_DIAGNOSTICS);
    let mut diagnostics = reader.diagnostics(encoding, MOST_DIAGNOSTICS);
    if !expressions.is_empty() {
        diagnostics.extend(expressions);
        order::sort(&mut diagnostics, |a, b| {
            a.range.start.offset.cmp(&b.range.start.offset)
        });
        diagnostics.truncate(MOST_DIAGNOSTICS);
    }
    ReadingAnswer {
        revision: reader.revision(),
        documents: reader.documents(),
        reread: reader.reread(),
        kinds: kinds
            .map(|count| KindCount {
                kind: count.kind,
                count: count.count,
            })
            .collect(),
        placements: placements
            .map(|(index, (placement, range))| {
                let name = placement_name(placement, &reader.objects().names);
                PlacementEntry {
                    index,
                    range,
                    namespace: name.namespace,
                    name: name.name,
                }
            })
            .collect(),
        diagnostics,
        counts: SeverityCounts {
            error: error + wrong,
            warning,
            info,
            hint,
        },
        incomplete: reader.incomplete(encoding),
    }
}
