//! Scores that add-ons report.

use std::ops::RangeInclusive;

use schedscope_objects::{
    addon_placement_score::AddOnPlacementScore, diagnostic::ObjectName, id::ClusterId,
    names::Symbol, order,
};
use schedscope_placement::prioritizer::PrioritizerKind;

use super::{Candidates, EditSource};
use crate::{
    Edit, Family, Step, StepSize, Value,
    edit::path,
    search::{Absence, Candidate},
};

const API_VERSION: &str = "cluster.open-cluster-management.io/v1alpha1";
const KIND: &str = "AddOnPlacementScore";

/// The valid scores of an add-on.
const SCORES: RangeInclusive<i32> = -100..=100;

/// The maximum number of clusters whose scores are edited.
const MOST: usize = 16;

impl EditSource<'_> {
    /// Each other value of a score that counts, of the clusters that are to be selected or dropped. Without spread,
    /// only values that help. The score of another cluster does not matter: it changes no other total.
    pub(super) fn reported(&self) -> Result<Candidates, Absence> {
        let names = &self.objects.names;
        let mut scores: Vec<(&str, &str, i64)> = Vec::new();
        for entry in self.decision.plan.active() {
            let PrioritizerKind::AddOn { .. } = entry.kind else {
                continue;
            };
            let name = entry.name.strip_prefix("AddOn/");
            let Some((resource, score)) = name.and_then(|rest| rest.split_once('/')) else {
                continue;
            };
            let known = scores
                .iter_mut()
                .find(|one| (one.0, one.1) == (resource, score));
            // A score that is listed twice counts twice.
            match known {
                Some(known) => known.2 += i64::from(entry.weight),
                None => scores.push((resource, score, entry.weight.into())),
            }
        }
        if scores.is_empty() {
            return Err(Absence::NotNeeded);
        }
        let is_spread = self.decision.spread_run().is_some();
        let [selects, drops] = self.scored();
        let whole = selects.len() + drops.len() <= MOST;
        let selects = selects.into_iter().map(|cluster| (cluster, 1));
        let both = selects.chain(drops.into_iter().map(|cluster| (cluster, -1)));
        let mut list: Vec<Candidate> = Vec::new();
        for (cluster, side) in both.take(MOST) {
            for &(resource, score, weight) in &scores {
                let helps = |change: i64| is_spread || change * weight * side > 0;
                let name = self.objects.cluster_name(cluster);
                let object = ObjectName {
                    kind: KIND.to_owned(),
                    namespace: name.to_owned(),
                    name: resource.to_owned(),
                };
                let found = self.score_object(cluster, names.get(resource));
                self.score_edits((found, object), score, &helps, &mut list);
            }
        }
        Ok(Candidates {
            whole,
            ..Candidates::all(list)
        })
    }

    /// The last object of a cluster with a name.
    fn score_object(&self, id: ClusterId, name: Option<Symbol>) -> Option<&AddOnPlacementScore> {
        let cluster = self.objects.clusters.get(id)?.name();
        let mut all = self.objects.scores.iter().rev();
        let found = all.find(|one| one.namespace == cluster && Some(one.name) == name)?;
        Some(found)
    }

    fn score_edits(
        &self,
        (found, object): (Option<&AddOnPlacementScore>, ObjectName),
        score: &str,
        helps: &dyn Fn(i64) -> bool,
        list: &mut Vec<Candidate>,
    ) {
        let names = &self.objects.names;
        let symbol = names.get(score);
        let written = found.and_then(|found| {
            let mut all = found.scores.iter().enumerate().rev();
            let (at, (_, value)) = all.find(|(_, (name, _))| Some(*name) == symbol)?;
            Some((at, *value))
        });
        let edit = |path: Vec<Step>, (old, new): (Option<Value>, Option<Value>)| Edit {
            family: Family::Score,
            object: object.clone(),
            path,
            old,
            new,
            subject: score.to_owned(),
            model: None,
            pods: 1,
            numbers: None,
            step: StepSize::of(1),
        };
        let until = found.and_then(|found| found.valid_until);
        if let (Some(until), Some((_, value))) = (until, written)
            && until < self.decision.options.now
        {
            // It counts as 0 now.
            if helps(value.into()) {
                let old = Value::Text(until.to_string());
                list.push(vec![edit(path("status.validUntil"), (Some(old), None))]);
            }
            return;
        }
        let old = written.map_or(0, |(_, value)| value);
        let mut values: Vec<i32> = SCORES.filter(|value| *value != old).collect();
        values.retain(|value| helps(i64::from(*value) - i64::from(old)));
        order::sort(&mut values, |a, b| a.abs_diff(old).cmp(&b.abs_diff(old)));
        for value in values {
            let new = Value::Integer(value.into());
            let item = || Value::map([("name", Value::text(score)), ("value", new.clone())]);
            let made = match (found, written) {
                (_, Some((at, _))) => {
                    let mut way = path("status.scores");
                    way.extend([Step::Index(at), Step::Key("value".to_owned())]);
                    edit(way, (Some(Value::Integer(old.into())), Some(new)))
                }
                (Some(found), None) => {
                    let mut way = path("status.scores");
                    way.push(Step::Index(found.scores.len()));
                    edit(way, (None, Some(item())))
                }
                (None, None) => edit(Vec::new(), (None, Some(new_object(&object, item())))),
            };
            list.push(vec![Edit {
                numbers: Some((written.map(|_| old.into()), Some(value.into()))),
                step: StepSize::of(value.abs_diff(old).into()),
                ..made
            }]);
        }
    }
}

/// An object with one score.
fn new_object(object: &ObjectName, score: Value) -> Value {
    let metadata = [("name", &*object.name), ("namespace", &*object.namespace)];
    Value::map([
        ("apiVersion", Value::text(API_VERSION)),
        ("kind", Value::text(KIND)),
        (
            "metadata",
            Value::map(metadata.map(|(key, value)| (key, Value::text(value)))),
        ),
        ("status", Value::map([("scores", Value::List(vec![score]))])),
    ])
}
