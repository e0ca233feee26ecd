//! Scores that prioritizers name and no add-on reports.

use schedscope_answers::placement::caveats::{DecisionCaveats, UnknownScore};
use schedscope_objects::{misspelt::nearest, names::Symbol, order};
use schedscope_placement::{Decision, prioritizer::PrioritizerKind};
use schedscope_reader::Reader;

/// The maximum number of scores listed.
const MOST: usize = 10;

/// Adds the scores that prioritizers with a weight name, and that no `AddOnPlacementScore` of the named ones has.
/// O(prioritizers x scores).
pub(crate) fn explain(caveats: &mut DecisionCaveats, reader: &Reader, decision: &Decision) {
    let objects = reader.objects();
    for entry in decision.plan.active() {
        let PrioritizerKind::AddOn {
            resource: Some(resource),
            score,
        } = entry.kind
        else {
            continue;
        };
        let objects_of = || objects.scores.iter().filter(|one| one.name == resource);
        let reported = || objects_of().flat_map(|one| one.scores.iter().map(|(name, _)| *name));
        let is_known = score.is_some_and(|score| reported().any(|name| name == score));
        if is_known || caveats.unknown_scores.len() >= MOST || objects_of().next().is_none() {
            continue;
        }
        let add_on = &objects.names[resource];
        let name = entry.name.strip_prefix("AddOn/");
        let name = name.and_then(|name| name.strip_prefix(add_on)?.strip_prefix('/'));
        let Some(name) = name else { continue };
        let mut known: Vec<Symbol> = reported().collect();
        order::sort(&mut known, Ord::cmp);
        known.dedup();
        let mut known: Vec<&str> = known.iter().map(|name| &objects.names[*name]).collect();
        order::sort(&mut known, Ord::cmp);
        caveats.unknown_scores.push(UnknownScore {
            prioritizer: entry.name.clone(),
            add_on: add_on.to_owned(),
            score: name.to_owned(),
            meant: nearest(name, &known).map(str::to_owned),
        });
    }
}
