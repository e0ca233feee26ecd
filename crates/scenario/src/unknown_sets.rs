//! Sets of clusters that placements and bindings name and the text lacks.

use schedscope_answers::{missing::MissingReason, placement::caveats::DecisionCaveats};
use schedscope_objects::{misspelt::nearest, order};
use schedscope_reader::Reader;

/// The sets that every hub creates.
const OF_HUB: [&str; 2] = ["default", "global"];

/// Suggests a name for each missing set, from the sets and bindings of the text and the sets that every hub has.
/// O(missing x (sets + bindings)).
pub(crate) fn explain(caveats: &mut DecisionCaveats, reader: &Reader) {
    let objects = reader.objects();
    let is_set = |why| matches!(why, MissingReason::SetWanted | MissingReason::SetBound);
    let rows = caveats.missing_inputs.iter_mut();
    for row in rows.filter(|row| is_set(row.why)) {
        let sets = objects.cluster_sets.iter().map(|set| set.name);
        let bound = objects.bindings.iter().map(|binding| binding.name);
        let known = sets.chain(bound).map(|name| &objects.names[name]);
        let mut known: Vec<&str> = known.chain(OF_HUB).collect();
        order::sort(&mut known, Ord::cmp);
        row.near = nearest(&row.name, &known).map(|name| vec![name.to_owned()]);
    }
}
