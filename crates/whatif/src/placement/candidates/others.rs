//! Recorded decisions of other placements, which `Balance` counts.

use schedscope_objects::{clusters::Cluster, diagnostic::ObjectName, id::ClusterId, names::Symbol};
use schedscope_placement::prioritizer::PrioritizerKind;

use super::{ALL_COUNTS, Candidates, EditSource};
use crate::{
    Edit, Family, Step, StepSize, Value,
    edit::path,
    search::{Absence, Candidate},
};

/// The maximum number of decisions of other placements that are edited together.
const MOST: usize = 16;

impl EditSource<'_> {
    /// Some decisions of other placements with or without one cluster, for each feasible cluster: of all clusters the
    /// most frequent one scales the scores of the others.
    pub(super) fn others(&self) -> Result<Candidates, Absence> {
        let mut active = self.decision.plan.active();
        if !active.any(|entry| entry.kind == PrioritizerKind::Balance) {
            return Err(Absence::NotNeeded);
        }
        let own = &self.decision.recorded.own_decisions;
        let all = 0..self.objects.decisions.len();
        let others: Vec<usize> = all.filter(|index| !own.contains(index)).collect();
        if others.is_empty() {
            return Err(Absence::Nothing);
        }
        let feasible = self.decision.feasible();
        let is_small = feasible.len() <= ALL_COUNTS;
        let [selects, drops] = self.scored();
        let clusters: Vec<ClusterId> = if is_small {
            feasible.to_vec()
        } else {
            selects.into_iter().chain(drops).take(MOST).collect()
        };
        let mut list: Vec<Candidate> = Vec::new();
        for cluster in clusters {
            let Some(name) = self.objects.clusters.get(cluster).map(Cluster::name) else {
                continue;
            };
            for is_in in [true, false] {
                let edits = others.iter();
                let edits = edits.filter_map(|index| self.decision_edit(*index, name, is_in));
                let edits: Candidate = edits.take(MOST).collect();
                list.extend((1..=edits.len()).map(|count| edits[..count].to_vec()));
            }
        }
        Ok(Candidates {
            // Other combinations of decisions have the same counts.
            whole: is_small && others.len() <= MOST,
            ..Candidates::all(list)
        })
    }

    /// Removes a cluster from a decision that has it (`is_in`), or adds it to one that does not have it.
    fn decision_edit(&self, index: usize, cluster: Symbol, is_in: bool) -> Option<Edit> {
        let names = &self.objects.names;
        let decision = self.objects.decisions.get(index)?;
        let found = decision.clusters.iter().position(|one| *one == cluster);
        if found.is_some() != is_in {
            return None;
        }
        let entry = Value::map([
            ("clusterName", Value::text(&names[cluster])),
            ("reason", Value::text("")),
        ]);
        let mut way = path("status.decisions");
        way.push(Step::Index(found.unwrap_or(decision.clusters.len())));
        let (old, new) = if is_in {
            (Some(entry), None)
        } else {
            (None, Some(entry))
        };
        Some(Edit {
            family: Family::Decision,
            object: ObjectName {
                kind: "PlacementDecision".to_owned(),
                namespace: names[decision.namespace].to_owned(),
                name: names[decision.name].to_owned(),
            },
            path: way,
            old,
            new,
            subject: names[cluster].to_owned(),
            model: None,
            pods: 1,
            numbers: None,
            step: StepSize::of(1),
        })
    }
}
