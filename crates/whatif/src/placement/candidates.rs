//! The candidate edits, by family.

mod allocatable;
mod drops;
mod filters;
mod others;
mod release;
mod reported;
mod sets;
mod skew;
mod spelling;
mod taints;

use schedscope_objects::{
    id::{ClusterId, Id as _},
    objects::Objects,
    order,
};
use schedscope_placement::Decision;
pub use spelling::{MisspeltWord, misspelt_words};

use super::{
    Want,
    alternates::STEADY,
    placement_name,
    weights::{WEIGHTS, has_weights, weight_edit},
};
use crate::{
    Edit, Family, StepSize, Value,
    edit::path,
    search::{Absence, Candidate, Space},
};

/// With more feasible clusters than this, the only values of `numberOfClusters` to try are those that the want implies,
/// and `maxSkew` is tried only up to this number.
const ALL_COUNTS: usize = 256;

/// The families by which a wanted result is usually reached, in order.
pub(super) const FAMILIES: [Family; 10] = [
    Family::Weight,
    Family::Count,
    Family::Skew,
    Family::Toleration,
    Family::Label,
    Family::Claim,
    Family::Predicate,
    Family::Set,
    Family::Release,
    Family::Name,
];

/// The families that can explain a recorded decision, in order: weights, and what changes in a fleet without an edit of
/// the placement.
pub(super) const OF_RECORD: [Family; 8] = [
    Family::Weight,
    Family::Allocatable,
    Family::Score,
    Family::Decision,
    Family::Taint,
    Family::Label,
    Family::Claim,
    Family::Release,
];

/// The families that change which feasible clusters are selected.
pub(super) const RANKS: [Family; 4] =
    [Family::Count, Family::Weight, Family::Skew, Family::Release];

/// The maximum number of combinations for several clusters.
const MOST: usize = 256;

/// The maximum number of infeasible clusters for which edits are tried.
const MOST_OTHERS: usize = 64;

/// What candidates are derived from.
#[derive(Clone, Copy)]
pub(super) struct EditSource<'a> {
    pub(super) objects: &'a Objects,
    pub(super) decision: &'a Decision,
    pub(super) want: &'a Want,
}

/// The candidates of a family.
pub(super) struct Candidates {
    list: Vec<Candidate>,
    /// Whether the list is complete.
    whole: bool,
}

impl Candidates {
    fn all(list: Vec<Candidate>) -> Self {
        Self { list, whole: true }
    }

    /// The candidates without duplicates.
    fn distinct(candidates: Vec<Candidate>) -> Self {
        let mut list: Vec<Candidate> = Vec::new();
        for candidate in candidates {
            if !list.contains(&candidate) {
                list.push(candidate);
            }
        }
        Self::all(list)
    }

    /// Every combination of one choice for each cluster. An edit that several clusters need is made once.
    fn every(choices: &[Vec<Candidate>]) -> Self {
        let mut all = Self::all(vec![Vec::new()]);
        for own in choices {
            let mut next: Vec<Candidate> = Vec::new();
            for before in &all.list {
                for choice in own {
                    let mut both = before.clone();
                    let new = choice.iter().filter(|edit| !before.contains(edit));
                    both.extend(new.cloned());
                    next.push(both);
                }
            }
            all.whole &= next.len() <= MOST;
            next.truncate(MOST);
            all.list = Self::distinct(next).list;
        }
        all.list.retain(|candidate| !candidate.is_empty());
        all
    }
}

impl EditSource<'_> {
    /// The search space of a family.
    pub(super) fn space(&self, family: Family) -> Space {
        let found = match family {
            Family::Name => Ok(self.spelling()),
            Family::Weight => Ok(self.weights()),
            Family::Count => Ok(self.counts()),
            Family::Skew => self.skews(),
            Family::Release => self.releases(),
            Family::Allocatable => self.amounts(),
            Family::Score => self.reported(),
            Family::Decision => self.others(),
            Family::Taint => Ok(self.taints()),
            _ if self.want.selects.is_empty() => self.of_others(family),
            _ => self.of_selects(family),
        };
        let found = self.with_drops(family, found);
        let (candidates, whole) = match found {
            Ok(Candidates { list, whole }) if list.is_empty() => (Err(Absence::NotNeeded), whole),
            Ok(Candidates { list, whole }) => (Ok(list), whole),
            Err(absence) => (Err(absence), true),
        };
        Space {
            family,
            candidates,
            whole,
        }
    }

    /// The feasible clusters whose scores decide whether the want is met: the wanted ones that are not selected, then
    /// the unwanted ones that are.
    fn scored(&self) -> [Vec<ClusterId>; 2] {
        let is_selected = |cluster: &ClusterId| {
            let selection = self.decision.selection();
            selection.is_some_and(|(selection, fleet)| selection.is_selected(*cluster, fleet))
        };
        let is_feasible = |cluster: &ClusterId| self.decision.place(*cluster).is_some();
        let feasible = |all: &[ClusterId], selected: bool| {
            let all = all.iter().copied().filter(is_feasible);
            all.filter(|cluster| is_selected(cluster) == selected)
                .collect()
        };
        [
            feasible(&self.want.selects, false),
            feasible(&self.want.drops, true),
        ]
    }

    /// Edits of what keeps the wanted clusters out.
    fn of_selects(&self, family: Family) -> Result<Candidates, Absence> {
        match family {
            Family::Toleration => self.tolerations(),
            Family::Label | Family::Claim => self.labels(family),
            Family::Predicate => self.predicates(),
            Family::Set => self.sets(),
            _ => Err(Absence::Nothing),
        }
    }

    /// Edits of what keeps other clusters out, one at a time, if more clusters are wanted than are feasible.
    fn of_others(&self, family: Family) -> Result<Candidates, Absence> {
        let feasible = self.decision.feasible();
        let wanted = self.want.count.unwrap_or(0);
        let all = (0..self.objects.clusters.len()).map(ClusterId::new);
        let others = all.filter(|cluster| feasible.binary_search(cluster).is_err());
        let mut others: Vec<ClusterId> = others.collect();
        if wanted <= feasible.len() {
            return Err(Absence::NotNeeded);
        }
        let whole = others.len() <= MOST_OTHERS;
        others.truncate(MOST_OTHERS);
        let mut list = Vec::new();
        let mut absence = Absence::NotNeeded;
        for cluster in others {
            let want = Want {
                selects: vec![cluster],
                ..Want::default()
            };
            let source = EditSource {
                want: &want,
                ..*self
            };
            match source.of_selects(family) {
                Ok(found) => list.extend(found.list),
                Err(other) => absence = other,
            }
        }
        if list.is_empty() {
            return Err(absence);
        }
        Ok(Candidates {
            whole,
            ..Candidates::distinct(list)
        })
    }

    /// Every prioritizer of the plan and every add-on score of the input, with every other valid weight.
    fn weights(&self) -> Candidates {
        let names = &self.objects.names;
        let entries = self.decision.plan.entries.iter();
        let mut known: Vec<(String, i32)> = Vec::new();
        for entry in entries.filter(|entry| has_weights(entry)).rev() {
            if known.iter().all(|(name, _)| *name != entry.name) {
                known.push((entry.name.clone(), entry.weight));
            }
        }
        known.reverse();
        let mut reported = Vec::new();
        for score in &self.objects.scores {
            for (name, _) in &score.scores {
                let full = ["AddOn/", &names[score.name], "/", &names[*name]].concat();
                reported.push(full);
            }
        }
        order::sort(&mut reported, Ord::cmp);
        reported.dedup();
        reported.retain(|name| known.iter().all(|(other, _)| other != name));
        known.extend(reported.into_iter().map(|name| (name, 0)));
        if self.want.record.is_some() {
            // Each decision is as recorded if what is recorded counts enough.
            known.retain(|(name, _)| name != STEADY);
        }
        let mut candidates = Vec::new();
        for (name, weight) in &known {
            for new in WEIGHTS.filter(|new| new != weight) {
                let edit = weight_edit(&self.decision.placement, names, (name, *weight), new);
                candidates.push(vec![edit]);
            }
        }
        Candidates::all(candidates)
    }

    /// Values of `numberOfClusters`, and its removal. More than are feasible are useful together with edits that make
    /// clusters feasible; then the removal counts as a larger step than any number.
    fn counts(&self) -> Candidates {
        let feasible = self.decision.feasible().len();
        let is_small = feasible <= ALL_COUNTS;
        let old = self.decision.wanted;
        let out = self.want.selects.iter();
        let out = out.filter(|cluster| self.decision.place(**cluster).is_none());
        let out = if old.is_some() { out.count() } else { 0 };
        let fleet = self.objects.clusters.len();
        let more = if is_small { ALL_COUNTS } else { 0 };
        let most = match out {
            0 => feasible,
            _ => fleet.min(more.max(feasible + out)),
        };
        let mut counts: Vec<u32> = if is_small {
            let count = self.want.count.filter(|_| old.is_some());
            let count = count.filter(|count| *count > most && *count <= fleet);
            let counts = 0..=most as u32;
            counts.chain(count.map(|count| count as u32)).collect()
        } else {
            let rank = |cluster: &ClusterId| self.decision.rank(*cluster);
            let selects = self.want.selects.iter().filter_map(rank);
            let drops = self.want.drops.iter().filter_map(rank);
            let count = self.want.count.map(|count| count as u32);
            selects
                .chain(drops.map(|rank| rank - 1))
                .chain(count)
                .chain(feasible as u32 + 1..=most as u32)
                .collect()
        };
        order::numbers(&mut counts, &mut |a, b| a.cmp(&b));
        counts.dedup();
        let in_force = old.unwrap_or(feasible as i64);
        let beyond = match counts.last() {
            Some(last) if *last as usize > feasible => i64::from(*last) + 1,
            _ => feasible as i64,
        };
        let edit = |new: Option<i64>| Edit {
            family: Family::Count,
            object: placement_name(&self.decision.placement, &self.objects.names),
            path: path("spec.numberOfClusters"),
            old: old.map(Value::Integer),
            new: new.map(Value::Integer),
            subject: String::new(),
            model: None,
            pods: 1,
            numbers: Some((old, new)),
            step: StepSize::of(new.unwrap_or(beyond).abs_diff(in_force)),
        };
        let counts = counts.into_iter().map(|count| Some(i64::from(count)));
        let others = counts.chain([None]).filter(|new| *new != old);
        // Without spread, a larger number selects more clusters in the same order.
        Candidates {
            list: others.map(|new| vec![edit(new)]).collect(),
            whole: is_small || self.decision.spread_run().is_none(),
        }
    }
}
