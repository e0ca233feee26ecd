//! What a decision depends on and the text lacks.

use rustc_hash::FxHashSet;
use schedscope_objects::{cluster_set::CLUSTER_SET_LABEL, clusters::Cluster, names::Symbol, order};
use schedscope_placement::{candidates::CandidateSource, prioritizer::PrioritizerKind};

use crate::{
    missing::{Missing, MissingInput, MissingReason},
    placement::{DecisionDetails, caveats::add_on},
};

const CLUSTER: &str = "ManagedCluster";
const SET: &str = "ManagedClusterSet";
const BINDING: &str = "ManagedClusterSetBinding";
const SCORE: &str = "AddOnPlacementScore";
const DECISION: &str = "PlacementDecision";
impl DecisionDetails<'_> {
    /// The objects that the decision depends on and the text lacks. O(sets + bindings + scores + decisions) at worst,
    /// O(1) for those that the text has.
    pub(crate) fn missing_inputs(&self) -> Vec<MissingInput> {
        let (decision, objects) = (self.decision, self.objects);
        let (placement, names) = (&decision.placement, &objects.names);
        let here = &names[placement.namespace];
        let mut missing = Missing::default();
        if decision.fleet.is_empty() {
            missing.add(CLUSTER, ("", ""), MissingReason::Clusters);
        }
        match decision.candidates.basis {
            CandidateSource::Given => {}
            CandidateSource::All if placement.spec.cluster_sets.is_empty() => {
                missing.add(SET, ("", ""), MissingReason::NoSets);
                missing.add(BINDING, (here, ""), MissingReason::NoSets);
            }
            basis => {
                if basis != CandidateSource::Sets || !self.has_all_candidates() {
                    self.sets(&mut missing, here);
                }
                self.members(&mut missing);
            }
        }
        let has_scores = |name: &str| {
            let name = names.get(name);
            objects.scores.iter().any(|score| Some(score.name) == name)
        };
        for expression in placement
            .spec
            .predicates
            .iter()
            .flat_map(|one| &one.cel_expressions)
        {
            for name in scores_of(expression).filter(|name| !has_scores(name)) {
                missing.add(SCORE, ("", name), MissingReason::CelScores);
            }
        }
        // Scores matter where not all are taken, and once a missing set has come.
        let is_choosing = decision.selected_count() < decision.feasible().len()
            || decision.feasible().is_empty() && !missing.0.is_empty();
        for name in decision.plan.active().filter_map(add_on) {
            if is_choosing && !has_scores(name) {
                missing.add(SCORE, ("", name), MissingReason::Scores);
            } else if is_choosing && self.lacks_score(name) {
                missing.add(SCORE, ("", name), MissingReason::SomeScores);
            }
        }
        self.decisions(&mut missing, here);
        let has_decisions = || {
            !objects.decisions.is_empty()
                || objects
                    .multicluster_decisions
                    .iter()
                    .any(|copy| !copy.is_foreign)
        };
        let is_balanced = || {
            let mut active = decision.plan.active();
            active.any(|entry| entry.kind == PrioritizerKind::Balance)
        };
        if is_choosing && !has_decisions() && is_balanced() {
            missing.add(DECISION, ("", ""), MissingReason::History);
        }
        let unseen = placement.status.is_empty();
        // A hub labels each cluster with its set.
        let has_sets = missing.0.iter().any(|row| row.why == MissingReason::NoSets)
            && names.get(CLUSTER_SET_LABEL).is_some_and(|label| {
                let mut clusters = objects.clusters.iter();
                clusters.any(|cluster| cluster.labels().get(label).is_some())
            });
        for row in &mut missing.0 {
            row.assumed = match row.why {
                MissingReason::NoSets => unseen && !has_sets,
                MissingReason::History => unseen,
                MissingReason::SomeScores => true,
                _ => false,
            };
        }
        for name in self.lacking_config_maps() {
            missing.add("ConfigMap", (here, &name), MissingReason::Applications);
        }
        for row in &mut missing.0 {
            row.assumed |= row.why == MissingReason::Applications;
        }
        missing.without_none(objects)
    }

    /// Whether a feasible cluster has no scores of an add-on. O(feasible + scores), and O(scores) where there are fewer
    /// scores.
    fn lacks_score(&self, add_on: &str) -> bool {
        let name = self.objects.names.get(add_on);
        let scores = self.objects.scores.iter();
        let count = scores.filter(|score| Some(score.name) == name).count();
        count < self.decision.feasible().len() || self.without_score(add_on) > 0
    }

    /// How many feasible clusters have no scores of an add-on. O(feasible + scores).
    pub(crate) fn without_score(&self, add_on: &str) -> usize {
        let objects = self.objects;
        let add_on = objects.names.get(add_on);
        let scores = objects.scores.iter();
        let with = scores.filter(|score| Some(score.name) == add_on);
        let with: FxHashSet<Symbol> = with.map(|score| score.namespace).collect();
        let decision = self.decision;
        let clusters = with.iter().filter_map(|name| decision.fleet.cluster(*name));
        let with = clusters.filter(|cluster| decision.place(*cluster).is_some());
        decision.feasible().len() - with.count()
    }

    /// Whether every cluster is a candidate already: a further set or binding brings none in, and none keeps one out.
    fn has_all_candidates(&self) -> bool {
        let decision = self.decision;
        let live = decision.fleet.live();
        let candidates = decision.candidates.clusters.as_ref();
        candidates.is_ok_and(|candidates| !candidates.is_empty() && live == candidates.len())
    }

    fn sets(&self, missing: &mut Missing, here: &str) {
        let (placement, objects) = (&self.decision.placement, self.objects);
        let name = |set: Symbol| &objects.names[set];
        let exists = |set: Symbol| objects.cluster_sets.iter().any(|one| one.name == set);
        let bindings = objects.bindings.iter();
        let bound: Vec<Symbol> = bindings
            .filter(|binding| binding.namespace == placement.namespace)
            .map(|binding| binding.name)
            .collect();
        let wanted = &placement.spec.cluster_sets;
        for &set in wanted {
            if !exists(set) {
                missing.add(SET, ("", name(set)), MissingReason::SetWanted);
            }
            if !bound.contains(&set) {
                missing.add(BINDING, (here, name(set)), MissingReason::NotBound);
            }
        }
        if wanted.is_empty() {
            if bound.is_empty() {
                missing.add(BINDING, (here, ""), MissingReason::NotBound);
            }
            for set in self.by_name(bound.into_iter().filter(|set| !exists(*set))) {
                missing.add(SET, ("", name(set)), MissingReason::SetBound);
            }
        }
    }

    /// The sets of the candidates of which the hub has counted more clusters than the text has. O(clusters x sets).
    fn members(&self, missing: &mut Missing) {
        let (candidates, objects) = (&self.decision.candidates, self.objects);
        let names = &objects.names;
        let sets = objects.cluster_sets.iter();
        let counted = sets.filter_map(|set| Some((set.name, set.selected?)));
        for (set, selected) in counted.filter(|(set, _)| candidates.eligible.contains(set)) {
            let Ok(membership) = candidates.membership(objects) else {
                return;
            };
            let is_in = |cluster: &Cluster<'_>| membership.of(*cluster, names).any(|of| of == set);
            let found = objects.clusters.iter().filter(is_in).count() as u32;
            if found < selected {
                missing.add_members(&names[set], selected - found);
            }
        }
    }

    /// The placement's own recorded decisions, and the clusters that they name.
    fn decisions(&self, missing: &mut Missing, here: &str) {
        let (decision, objects) = (self.decision, self.objects);
        let status = &decision.placement.status;
        for name in self.lacking_decisions() {
            missing.add(
                DECISION,
                (here, &objects.names[name]),
                MissingReason::Recorded,
            );
        }
        let is_recorded = self.own_form().is_some();
        if !is_recorded && status.decisions.is_empty() && status.selected > Some(0)
            || !self.has_all_slices()
        {
            missing.add(DECISION, (here, ""), MissingReason::Recorded);
        }
        for &name in &decision.recorded.own_gone {
            missing.add(CLUSTER, ("", &objects.names[name]), MissingReason::Recorded);
        }
    }

    /// The answer does not depend on the order of the text.
    pub(crate) fn by_name(&self, names: impl Iterator<Item = Symbol>) -> Vec<Symbol> {
        let mut names: Vec<Symbol> = names.collect();
        order::sort(&mut names, |a, b| {
            self.objects.names[*a].cmp(&self.objects.names[*b])
        });
        names
    }

    /// The `PlacementDecision`s that the placement's status names and the text lacks.
    pub(crate) fn lacking_decisions(&self) -> impl Iterator<Item = Symbol> + '_ {
        let named = self.decision.placement.status.decisions.iter().copied();
        // A hub copies its decisions under the same names.
        named.filter(move |name| !self.own_recorded().any(|own| own.name == *name))
    }
}

/// The names in `scores("name")` of a CEL expression.
fn scores_of(expression: &str) -> impl Iterator<Item = &str> {
    expression.split(".scores(").skip(1).filter_map(|rest| {
        let rest = rest.trim_start();
        let quote = rest
            .chars()
            .next()
            .filter(|first| matches!(first, '"' | '\''))?;
        rest.get(1..)?.split(quote).next()
    })
}
