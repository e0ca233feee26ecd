//! Edits that exclude clusters to deselect: tolerations, labels, claims, values of predicates.

use schedscope_objects::{clusters::Cluster, names::Symbol};

use super::{
    Candidates, EditSource,
    filters::{ANY, Failing, claim, label},
};
use crate::{
    Edit, Family, Step, Value,
    edit::path,
    placement::cluster_name,
    search::{Absence, Candidate},
};

impl EditSource<'_> {
    /// Adds the candidates that exclude unwanted clusters.
    pub(super) fn with_drops(
        &self,
        family: Family,
        found: Result<Candidates, Absence>,
    ) -> Result<Candidates, Absence> {
        let drops = self.want.drops.iter();
        let drops = drops.filter(|cluster| self.decision.place(**cluster).is_some());
        let clusters: Vec<Cluster<'_>> = drops
            .filter_map(|cluster| self.objects.clusters.get(*cluster))
            .collect();
        if clusters.is_empty() {
            return found;
        }
        let more = match family {
            Family::Toleration => Candidates::all(self.fewer_tolerations()),
            Family::Label | Family::Claim => {
                let choices = clusters.iter().map(|cluster| self.unmatching(*cluster));
                let mut all = Candidates::every(&choices.collect::<Vec<_>>());
                all.list.retain(|edits| {
                    let claims = edits.iter().any(|edit| edit.family == Family::Claim);
                    claims == (family == Family::Claim)
                });
                all
            }
            Family::Predicate => self.fewer_values(&clusters),
            _ => return found,
        };
        match found {
            Ok(mut found) => {
                found.list.extend(more.list);
                found.whole &= more.whole;
                Ok(found)
            }
            Err(absence) if more.list.is_empty() => Err(absence),
            Err(_) => Ok(more),
        }
    }

    /// Candidates that remove one toleration each.
    fn fewer_tolerations(&self) -> Vec<Candidate> {
        let tolerations = &self.decision.placement.spec.tolerations;
        let edits = tolerations.iter().enumerate().map(|(at, toleration)| {
            let mut way = path("spec.tolerations");
            way.push(Step::Index(at));
            let key = &self.objects.names[toleration.key];
            let old = Value::map([("key", Value::text(key))]);
            vec![self.placement_edit(Family::Toleration, way, Some(old), None)]
        });
        edits.collect()
    }

    /// Edits of a cluster after which it matches no predicate: for each predicate that matches, one requirement fails.
    /// Predicates with CEL expressions are ignored.
    fn unmatching(&self, cluster: Cluster<'_>) -> Vec<Candidate> {
        let predicates = &self.decision.placement.spec.predicates;
        let cel = |index: usize| {
            let selector = predicates.get(index);
            selector.is_some_and(|selector| !selector.cel_expressions.is_empty())
        };
        let matching = (0..predicates.len())
            .filter(|index| !cel(*index) && self.required(*index, cluster, false).is_empty());
        let choices: Vec<Vec<Candidate>> = matching
            .map(|index| {
                let required = self.required(index, cluster, true);
                let edits = required.iter().map(|one| self.spoiled(cluster, one));
                edits.map(|edit| vec![edit]).collect()
            })
            .collect();
        Candidates::every(&choices).list
    }

    /// The edit of a label or claim after which a requirement fails.
    fn spoiled(&self, cluster: Cluster<'_>, required: &Failing<'_>) -> Edit {
        let names = &self.objects.names;
        let symbol = required.found.key;
        let key = &names[symbol];
        let new = match required.written {
            Err((_, requirement)) if &*requirement.operator == "NotIn" => {
                requirement.values.first().map(|value| &names[*value])
            }
            Err((_, requirement)) if &*requirement.operator == "DoesNotExist" => Some(ANY),
            _ => None,
        };
        let name = cluster_name(&names[cluster.name()]);
        let old = required.found.actual.map(|actual| &names[actual]);
        if required.of_labels {
            label(name, key, old, new)
        } else {
            claim(name, cluster.claims(), symbol, (key, old, new))
        }
    }

    /// Candidates that remove the value of a cluster from an `In` with other values.
    fn fewer_values(&self, clusters: &[Cluster<'_>]) -> Candidates {
        let mut list: Vec<Candidate> = Vec::new();
        let predicates = self.decision.placement.spec.predicates.len();
        for cluster in clusters {
            for index in 0..predicates {
                for one in self.required(index, *cluster, true) {
                    list.extend(self.fewer(&one).map(|edit| vec![edit]));
                }
            }
        }
        Candidates::distinct(list)
    }

    fn fewer(&self, required: &Failing<'_>) -> Option<Edit> {
        let (Err((at, requirement)), Some(actual)) = (&required.written, required.found.actual)
        else {
            return None;
        };
        let is_it = |value: &Symbol| *value == actual;
        let place = requirement.values.iter().position(is_it)?;
        if &*requirement.operator != "In" || requirement.values.len() < 2 {
            return None;
        }
        let mut way = required.way();
        way.extend(path("matchExpressions"));
        way.push(Step::Index(*at));
        way.extend(path("values"));
        way.push(Step::Index(place));
        let old = Value::text(&self.objects.names[actual]);
        Some(self.placement_edit(Family::Predicate, way, Some(old), None))
    }
}
