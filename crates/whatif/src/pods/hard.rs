//! Edits of the bounds of a `ResourceQuota`.

use schedscope_objects::diagnostic::ObjectName;
use schedscope_pods::{amounts::ResourceId, snapshot::PodInfo};
use schedscope_quota::{
    queue::new_in_turn,
    resource_quota::{CountedQuota, HardKey, ResourceQuotaRule, admit, counted, refusals},
};

use super::{amounts, space::EditSource};
use crate::{Edit, Family, Step, StepSize, edit::path, search::Candidate};

impl EditSource<'_> {
    /// Raises the bounds of `spec.hard` that refuse the pod to what the namespace uses with it, or with it and all new
    /// pods before it. If its workload has new pods after it, to what the namespace uses with those, too: one pod alone
    /// is of no use to it. All bounds together.
    pub(super) fn hard(self, info: &PodInfo) -> Vec<Candidate> {
        let (names, snapshot) = (&self.objects.names, &self.cluster.snapshot);
        let refused = refusals(&self.cluster.resource_quotas, info, names);
        let is_exceeded = |rule| rule == ResourceQuotaRule::Exceeded;
        if refused.is_empty() || !refused.iter().all(|one| is_exceeded(one.rule)) {
            return Vec::new();
        }
        let Some(own) = snapshot.pods.get(self.cluster.pod) else {
            return Vec::new();
        };
        let before = new_in_turn(snapshot, own, names);
        let before: Vec<&PodInfo> = before.take_while(|of| !std::ptr::eq(*of, own)).collect();
        let after = new_in_turn(snapshot, own, names).skip(before.len() + 1);
        let after: Vec<&PodInfo> = after.filter(|of| is_of_workload(of, own)).collect();
        let quotas = counted(self.objects, Some(info.pod.namespace));
        if !after.is_empty() {
            return vec![self.enough(&quotas, &[&before[..], &[info], &after].concat())];
        }
        let mut found = vec![
            self.enough(&self.cluster.resource_quotas, &[info]),
            self.enough(&quotas, &[&before[..], &[info]].concat()),
        ];
        found.dedup();
        found
    }

    /// Raises each bound that new pods exceed together to what the namespace uses with them.
    fn enough(self, quotas: &[CountedQuota], pods: &[&PodInfo]) -> Candidate {
        let names = &self.objects.names;
        // Without those that are admitted anyway.
        let mut bounded = quotas.to_vec();
        let is_refused = |of: &&&PodInfo| !admit(&mut bounded, of, names).is_empty();
        let refused = pods.iter().filter(is_refused).count();
        let mut used = quotas.to_vec();
        for key in used.iter_mut().flat_map(|quota| &mut quota.keys) {
            key.hard = i64::MAX;
        }
        for pod in pods {
            admit(&mut used, pod, names);
        }
        let keys = |of: &CountedQuota| of.keys.clone();
        let pairs = quotas.iter().zip(&used);
        let pairs = pairs.flat_map(|(quota, used)| {
            let keys = keys(quota).into_iter().zip(keys(used));
            keys.map(move |(key, with)| (quota, key, with))
        });
        let exceeded = pairs.filter(|(_, key, with)| with.used > key.used && with.used > key.hard);
        let edits = exceeded.map(|(quota, key, with)| self.raised(quota, &key, with.used, refused));
        edits.collect()
    }

    fn raised(self, quota: &CountedQuota, of: &HardKey, new: i64, pods: usize) -> Edit {
        let names = &self.objects.names;
        let key = &names[of.key];
        let plain = key.strip_prefix("requests.");
        let resource = plain.or_else(|| key.strip_prefix("limits.")).unwrap_or(key);
        let id = if resource == "cpu" {
            ResourceId::CPU
        } else {
            ResourceId::MEMORY
        };
        let mut way = path("spec.hard");
        way.push(Step::Key(key.to_owned()));
        Edit {
            family: Family::Quota,
            object: ObjectName {
                kind: "ResourceQuota".to_owned(),
                namespace: names[quota.namespace].to_owned(),
                name: names[quota.name].to_owned(),
            },
            path: way,
            old: Some(amounts::value(id, resource, of.hard)),
            new: Some(amounts::value(id, resource, new)),
            subject: resource.to_owned(),
            numbers: Some((Some(of.hard), Some(new))),
            model: None,
            pods,
            step: StepSize::share(of.hard, new),
        }
    }
}

/// Whether a workload makes both pods.
fn is_of_workload(one: &PodInfo, other: &PodInfo) -> bool {
    let workload = |of: &PodInfo| of.replica.map(|replica| replica.workload);
    let owner = |of: &PodInfo| of.pod.owner.filter(|owner| owner.controls);
    match workload(one).filter(|of| *of != u32::MAX) {
        Some(of) => workload(other) == Some(of),
        None => owner(one).is_some() && owner(one) == owner(other),
    }
}
