//! The pods that workloads have still to make.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    names::Symbol,
    objects::Objects,
    pod::{Owner, Pod, Workload},
};

/// More pods than this are not made of all workloads together.
pub const MOST_PODS: usize = 200_000;

/// A chain of owners is followed so far: a `ReplicaSet`, its `Deployment`, and something above.
const MOST_OWNERS: usize = 4;

/// The pods that a workload has still to make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The workload, by index in [`Objects::workloads`].
    pub workload: usize,
    /// The pods' numbers, ascending: each is called `<workload>-<number>`, and no pod of the text
    /// and of another expansion is called so.
    pub numbers: Vec<u32>,
}

/// How many pods of a workload stand in the text.
#[derive(Clone, Copy, Debug, Default)]
struct Present {
    /// Those that count as its replicas.
    active: u32,
    succeeded: u32,
}

/// The workloads by what pods and other workloads say about their owner.
struct Owners<'o> {
    objects: &'o Objects,
    by_name: FxHashMap<(Symbol, Symbol, Symbol), usize>,
    deployment: Option<Symbol>,
    replica_set: Option<Symbol>,
    template_hash: Option<Symbol>,
}

impl Objects {
    /// The pods that workloads have still to make, in the order of the workloads. O(pods +
    /// workloads + pods made).
    ///
    /// - Pods of the text that a workload owns (`ownerReferences`) count towards its replicas,
    ///   unless they are over or, where the controller replaces them at once, terminating.
    /// - A workload whose owner stands in the text makes none: a `ReplicaSet`'s pods are its
    ///   `Deployment`'s. A pod of a `ReplicaSet` that is not in the text counts for the
    ///   `Deployment` that both are called after.
    /// - A job runs at most as many pods as it has still to complete.
    pub fn expansions(&self) -> Vec<Expansion> {
        if self.workloads.is_empty() {
            return Vec::new();
        }
        let owners = Owners::new(self);
        let mut present = vec![Present::default(); self.workloads.len()];
        let mut taken = FxHashSet::default();
        for pod in &self.pods {
            taken.insert((pod.namespace, pod.name));
            if let Some(index) = owners.of_pod(pod) {
                count(pod, &self.workloads[index], self, &mut present[index]);
            }
        }
        let mut left = MOST_PODS;
        let mut next = FxHashMap::default();
        let mut expansions = Vec::new();
        for (index, workload) in self.workloads.iter().enumerate() {
            let is_made = owners.parent(index).is_some();
            let missing = if is_made {
                0
            } else {
                missing(workload, present[index]).min(left as u32)
            };
            if missing == 0 {
                continue;
            }
            left -= missing as usize;
            let number = next
                .entry((workload.namespace, workload.name))
                .or_insert(0_u32);
            let mut numbers = Vec::with_capacity(missing as usize);
            while numbers.len() < missing as usize {
                let name = format!("{}-{number}", &self.names[workload.name]);
                let symbol = self.names.get(&name);
                if !symbol.is_some_and(|name| taken.contains(&(workload.namespace, name))) {
                    numbers.push(*number);
                }
                *number += 1;
            }
            expansions.push(Expansion {
                workload: index,
                numbers,
            });
        }
        expansions
    }
}

fn count(pod: &Pod, workload: &Workload, objects: &Objects, present: &mut Present) {
    // A stateful set waits for the end of a pod before it makes another one of that name.
    let waits = &objects.names[workload.kind] == "StatefulSet";
    let is_active = !pod.phase.is_over() && (waits || !pod.deleting);
    present.active += u32::from(is_active);
    present.succeeded += u32::from(pod.phase == super::pod::Phase::Succeeded);
}

/// How many pods a workload makes beside those of the text.
fn missing(workload: &Workload, present: Present) -> u32 {
    let wanted = match workload.job {
        None => workload.replicas,
        Some(job) => {
            let succeeded = job.succeeded.max(present.succeeded);
            match job.completions {
                Some(completions) => workload.replicas.min(completions.saturating_sub(succeeded)),
                None if succeeded > 0 => 0,
                None => workload.replicas,
            }
        }
    };
    wanted.saturating_sub(present.active)
}

impl<'o> Owners<'o> {
    fn new(objects: &'o Objects) -> Self {
        let named = objects.workloads.iter().enumerate();
        let named = named.map(|(index, w)| ((w.namespace, w.kind, w.name), index));
        Self {
            objects,
            by_name: named.collect(),
            deployment: objects.names.get("Deployment"),
            replica_set: objects.names.get("ReplicaSet"),
            template_hash: objects.names.get("pod-template-hash"),
        }
    }

    /// The workload that an object of this namespace is owned by. Where both sides have a UID, the
    /// two are one: a workload that was made anew does not own the pods of the former one.
    fn find(&self, namespace: Symbol, owner: Owner) -> Option<usize> {
        let index = *self.by_name.get(&(namespace, owner.kind, owner.name))?;
        let uid = self.objects.workloads[index].uid;
        (owner.uid.is_empty() || uid.is_empty() || owner.uid == uid).then_some(index)
    }

    fn parent(&self, index: usize) -> Option<usize> {
        let workload = &self.objects.workloads[index];
        let parent = self.find(workload.namespace, workload.owner?)?;
        (parent != index).then_some(parent)
    }

    /// The workload that a pod counts for.
    fn of_pod(&self, pod: &Pod) -> Option<usize> {
        let owner = pod.owner?;
        let mut index = match self.find(pod.namespace, owner) {
            Some(index) => index,
            None => self.deployment_of(pod, owner)?,
        };
        for _ in 0..MOST_OWNERS {
            let Some(parent) = self.parent(index) else {
                break;
            };
            index = parent;
        }
        Some(index)
    }

    /// The deployment of a pod whose replica set is not in the text: that one is called
    /// `<deployment>-<pod-template-hash>`.
    fn deployment_of(&self, pod: &Pod, owner: Owner) -> Option<usize> {
        if Some(owner.kind) != self.replica_set {
            return None;
        }
        let names = &self.objects.names;
        let hash = &names[pod.labels.get(self.template_hash?)?];
        let name = names[owner.name].strip_suffix(hash)?.strip_suffix('-')?;
        let key = (pod.namespace, self.deployment?, names.get(name)?);
        self.by_name.get(&key).copied()
    }
}
