//! Edits that make clusters candidates: cluster sets, their bindings, and `clusterSets`.

use schedscope_objects::{
    cluster_set::{CLUSTER_SET_LABEL, SetSelector},
    clusters::Cluster,
    diagnostic::ObjectName,
    id::ClusterId,
    names::Symbol,
};
use schedscope_placement::candidates::{CandidateSource, Candidates as Found};

use super::{
    Candidates, EditSource,
    filters::{Failing, label, part},
};
use crate::{
    Edit, Family, Step, Value,
    edit::path,
    placement::cluster_name,
    search::{Absence, Candidate},
};

const API_VERSION: &str = "cluster.open-cluster-management.io/v1beta2";
const BINDING: &str = "ManagedClusterSetBinding";

impl EditSource<'_> {
    /// Bindings and entries of `clusterSets` for the sets of wanted clusters, and set labels for the sets that the
    /// placement can use.
    pub(super) fn sets(&self) -> Result<Candidates, Absence> {
        let (decision, names) = (self.decision, &self.objects.names);
        let found = &decision.candidates;
        if found.basis != CandidateSource::Sets {
            return Err(Absence::NotNeeded);
        }
        let all = self
            .objects
            .cluster_sets
            .iter()
            .map(|set| set.name)
            .collect();
        let all = Found {
            eligible: all,
            ..Found::clone(found)
        };
        let Ok(membership) = all.membership(self.objects) else {
            return Err(Absence::Nothing);
        };
        let mut choices = Vec::new();
        for &id in &self.want.selects {
            let Some(cluster) = self.objects.clusters.get(id) else {
                continue;
            };
            if decision.available().binary_search(&id).is_ok() || cluster.is_deleting() {
                continue;
            }
            let sets = membership.of(cluster, names);
            let mut own: Vec<Candidate> = sets.map(|set| self.opened(set)).collect();
            let key = names.get(CLUSTER_SET_LABEL);
            let old = key
                .and_then(|key| cluster.labels().get(key))
                .map(|old| &names[old]);
            for set in self.usable(&all.eligible) {
                let mut sets = self.objects.cluster_sets.iter();
                let selector = sets
                    .find(|known| known.name == set)
                    .map(|set| &set.selector);
                let joined = match selector {
                    Some(SetSelector::ExclusiveClusterSetLabel) => {
                        let object = cluster_name(&names[cluster.name()]);
                        vec![vec![label(
                            object,
                            CLUSTER_SET_LABEL,
                            old,
                            Some(&names[set]),
                        )]]
                    }
                    // Labels for a set that the placement can already use belong to the family `label`.
                    Some(_) if !found.eligible.contains(&set) => self.joining(set, cluster),
                    _ => Vec::new(),
                };
                own.extend(joined.into_iter().map(|labels| {
                    let of_set = |edit| Edit {
                        family: Family::Set,
                        ..edit
                    };
                    let mut edits = self.opened(set);
                    edits.extend(labels.into_iter().map(of_set));
                    edits
                }));
            }
            choices.push(own);
        }
        if choices.is_empty() {
            return Err(Absence::NotNeeded);
        }
        let all = Candidates::every(&choices);
        if all.list.is_empty() {
            return Err(Absence::Nothing);
        }
        Ok(all)
    }

    /// The sets that a cluster can join: those that the placement can use, and those that it names but cannot use yet,
    /// which the same change binds. If both lists are empty, all sets of the input.
    fn usable(&self, all: &[Symbol]) -> Vec<Symbol> {
        let eligible = &self.decision.candidates.eligible;
        let written = self.decision.placement.spec.cluster_sets.iter();
        let written = written.filter(|set| !eligible.contains(set));
        let named: Vec<Symbol> = eligible.iter().chain(written).copied().collect();
        if named.is_empty() {
            all.to_vec()
        } else {
            named
        }
    }

    /// The labels that a cluster outside the candidates needs to join an eligible set with a label selector.
    pub(super) fn set_labels(&self, id: ClusterId, cluster: Cluster<'_>) -> Vec<Candidate> {
        let decision = self.decision;
        let found = &decision.candidates;
        let is_candidate = decision.available().binary_search(&id).is_ok();
        if found.basis != CandidateSource::Sets || is_candidate || cluster.is_deleting() {
            return Vec::new();
        }
        let sets = found.eligible.iter();
        sets.flat_map(|set| self.joining(*set, cluster)).collect()
    }

    /// The labels with which a cluster joins a set with a label selector.
    fn joining(&self, set: Symbol, cluster: Cluster<'_>) -> Vec<Candidate> {
        let names = &self.objects.names;
        let mut sets = self.objects.cluster_sets.iter();
        let Some(SetSelector::LabelSelector(Some(written))) = sets
            .find(|known| known.name == set)
            .map(|set| &set.selector)
        else {
            return Vec::new();
        };
        let Ok(selector) = written.compile(names) else {
            return Vec::new();
        };
        let found = selector.findings(cluster.labels(), names).into_iter();
        let failing = found.enumerate().filter(|(_, found)| !found.holds);
        let failing = failing.filter_map(|(at, found)| {
            Some(Failing {
                predicate: 0,
                of_labels: true,
                found,
                written: part(written, at)?,
            })
        });
        self.meeting(cluster, &failing.collect::<Vec<_>>())
    }

    /// The edits that let the placement choose from a set: a binding, and an entry in `clusterSets` if that lists other
    /// sets.
    fn opened(&self, set: Symbol) -> Candidate {
        let (decision, names) = (self.decision, &self.objects.names);
        let wanted = &decision.placement.spec.cluster_sets;
        let mut edits = Vec::new();
        if !wanted.is_empty() && !wanted.contains(&set) {
            let mut way = path("spec.clusterSets");
            way.push(Step::Index(wanted.len()));
            edits.push(self.placement_edit(Family::Set, way, None, Some(Value::text(&names[set]))));
        }
        if !decision.candidates.valid_bindings.contains(&set) {
            let (namespace, name) = (&names[decision.placement.namespace], &names[set]);
            let mut metadata = vec![("name".to_owned(), Value::text(name))];
            if !namespace.is_empty() {
                metadata.push(("namespace".to_owned(), Value::text(namespace)));
            }
            let object = Value::map([
                ("apiVersion", Value::text(API_VERSION)),
                ("kind", Value::text(BINDING)),
                ("metadata", Value::Map(metadata)),
                ("spec", Value::map([("clusterSet", Value::text(name))])),
            ]);
            let edit = self.placement_edit(Family::Set, Vec::new(), None, Some(object));
            let object = ObjectName {
                kind: BINDING.to_owned(),
                namespace: namespace.to_owned(),
                name: name.to_owned(),
            };
            edits.push(Edit { object, ..edit });
        }
        edits
    }
}
