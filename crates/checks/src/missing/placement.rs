//! What a decision depends on and the text lacks.

use schedscope_answers::placement::{DecisionDetails, caveats::add_on};
use schedscope_objects::{
    cluster_set::CLUSTER_SET_LABEL, clusters::Cluster, diagnostic::ObjectName, misspelt::nearest,
    names::Symbol, objects::Objects, order,
};
use schedscope_placement::{Decision, candidates::CandidateSource, prioritizer::PrioritizerKind};

use super::{Missing, MissingInput, MissingReason};

const CLUSTER: &str = "ManagedCluster";
const SET: &str = "ManagedClusterSet";
const BINDING: &str = "ManagedClusterSetBinding";
const SCORE: &str = "AddOnPlacementScore";
const DECISION: &str = "PlacementDecision";

/// The sets that every hub creates.
const OF_HUB: [&str; 2] = ["default", "global"];

/// The objects that a decision depends on and the input lacks. O(sets + bindings + scores + decisions) at worst, O(1)
/// for those that the input has.
pub(crate) fn of_decision(decision: &Decision, objects: &Objects) -> Vec<MissingInput> {
    let details = DecisionDetails::new(decision, objects);
    let inputs = Inputs {
        decision,
        objects,
        details,
    };
    inputs.missing()
}

/// The inputs of a decision.
struct Inputs<'a> {
    decision: &'a Decision,
    objects: &'a Objects,
    details: DecisionDetails<'a>,
}

impl Inputs<'_> {
    fn missing(&self) -> Vec<MissingInput> {
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
        for map in self.details.lacking_config_maps() {
            let name = (map.namespace.as_str(), map.name.as_str());
            missing.add("ConfigMap", name, MissingReason::Applications);
        }
        for row in &mut missing.0 {
            row.assumed |= row.why == MissingReason::Applications;
        }
        self.suggest_sets(&mut missing);
        missing.without_none(objects)
    }

    /// Suggests a name for each missing set, from the sets and bindings of the input and the sets that every hub has.
    /// O(missing x (sets + bindings)).
    fn suggest_sets(&self, missing: &mut Missing) {
        let objects = self.objects;
        let is_set = |why| matches!(why, MissingReason::SetWanted | MissingReason::SetBound);
        for row in missing.0.iter_mut().filter(|row| is_set(row.why)) {
            let sets = objects.cluster_sets.iter().map(|set| set.name);
            let bound = objects.bindings.iter().map(|binding| binding.name);
            let known = sets.chain(bound).map(|name| &objects.names[name]);
            let mut known: Vec<&str> = known.chain(OF_HUB).collect();
            order::sort(&mut known, Ord::cmp);
            let near = nearest(&row.name, &known).map(|name| ObjectName {
                kind: row.kind.clone(),
                namespace: String::new(),
                name: name.to_owned(),
            });
            row.near = near.map(|near| vec![near]);
        }
    }

    /// Whether a feasible cluster has no scores of an add-on. O(feasible + scores), and O(scores) where there are fewer
    /// scores.
    fn lacks_score(&self, add_on: &str) -> bool {
        let name = self.objects.names.get(add_on);
        let scores = self.objects.scores.iter();
        let count = scores.filter(|score| Some(score.name) == name).count();
        count < self.decision.feasible().len() || self.details.without_score(add_on) > 0
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
            for set in self
                .details
                .by_name(bound.into_iter().filter(|set| !exists(*set)))
            {
                missing.add(SET, ("", name(set)), MissingReason::SetBound);
            }
        }
    }

    /// The sets of the candidates of which the hub has counted more clusters than the input has. O(clusters x sets).
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
        for name in self.details.lacking_decisions() {
            missing.add(
                DECISION,
                (here, &objects.names[name]),
                MissingReason::Recorded,
            );
        }
        let is_recorded = self.details.own_form().is_some();
        if !is_recorded && status.decisions.is_empty() && status.selected > Some(0)
            || !self.details.has_all_slices()
        {
            missing.add(DECISION, (here, ""), MissingReason::Recorded);
        }
        for &name in &decision.recorded.own_gone {
            missing.add(CLUSTER, ("", &objects.names[name]), MissingReason::Recorded);
        }
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
