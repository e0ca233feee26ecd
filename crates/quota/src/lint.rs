//! What looks wrong in a set of quotas, or is not what people expect.

use schedscope_objects::{
    diagnostic::{ObjectName, Range, Severity},
    managed_cluster::Resources,
    objects::Objects,
    policy::ElasticQuota,
};
use schedscope_pods::{
    amounts::{Amounts, ResourceId},
    list::object_of,
    world::{PodInfo, World},
};
use serde::Serialize;

use crate::{
    ledger::Ledger,
    status::{used, written},
};

/// A finding about quotas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Lint {
    /// What it is; stable.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The same as a sentence.
    pub message: String,
    /// The object that it is about; null where it is about all quotas.
    pub object: Option<ObjectName>,
    /// The field of that object.
    pub path: String,
    /// Where that stands; null where it is about no object.
    pub range: Option<Range>,
    /// The resource; null where it is about none.
    pub resource: Option<String>,
    /// What is there: milli-CPU, or base units; null where nothing is compared.
    pub found: Option<i64>,
    /// What it is held against.
    pub bound: Option<i64>,
}

struct Linter<'a> {
    world: &'a World,
    ledger: &'a Ledger,
    objects: &'a Objects,
    lints: Vec<Lint>,
}

/// Everything that is to be said about the quotas of a world. O(pods + nodes + quotas).
pub fn lint(world: &World, ledger: &Ledger, objects: &Objects) -> Vec<Lint> {
    let mut linter = Linter {
        world,
        ledger,
        objects,
        lints: Vec::new(),
    };
    for (index, quota) in objects.quotas.iter().enumerate() {
        linter.quota(index, quota);
    }
    linter.capacity();
    linter.used();
    linter.pods();
    linter.lints
}

impl Linter<'_> {
    fn push(&mut self, severity: Severity, code: &'static str, message: String) -> &mut Lint {
        let at = self.lints.len();
        self.lints.push(Lint {
            code,
            severity,
            message,
            object: None,
            path: String::new(),
            range: None,
            resource: None,
            found: None,
            bound: None,
        });
        &mut self.lints[at]
    }

    fn about(
        &mut self,
        quota: &ElasticQuota,
        (severity, code): (Severity, &'static str),
        path: &str,
        message: String,
    ) -> &mut Lint {
        let object = self.name(quota);
        let lint = self.push(severity, code, message);
        lint.object = Some(object);
        path.clone_into(&mut lint.path);
        lint
    }

    fn name(&self, quota: &ElasticQuota) -> ObjectName {
        let names = &self.objects.names;
        ObjectName {
            kind: "ElasticQuota".to_owned(),
            namespace: names[quota.namespace].to_owned(),
            name: names[quota.name].to_owned(),
        }
    }

    fn quota(&mut self, index: usize, quota: &ElasticQuota) {
        let names = &self.objects.names;
        if self.ledger.shadowed.contains(&index) {
            let message = format!(
                "the namespace `{}` has an earlier quota: this one does not count",
                &names[quota.namespace]
            );
            let kind = (Severity::Warning, "several-quotas");
            self.about(quota, kind, "metadata.namespace", message);
            return;
        }
        if let Some(max) = &quota.max {
            self.missing_in_max(quota, max);
        }
        for (field, list) in [("spec.min", &quota.min), ("spec.max", &quota.max)] {
            let pods = list.as_ref().and_then(|list| list.get(names.get("pods")?));
            if pods.is_some() {
                let message = "`pods` is ignored: quotas count resources, not pods".to_owned();
                let kind = (Severity::Info, "pods-ignored");
                self.about(quota, kind, &format!("{field}[pods]"), message);
            }
        }
        self.below_min(quota);
        self.status(quota);
    }

    /// What `max` does not name is 0, if it is cpu, memory or ephemeral storage.
    fn missing_in_max(&mut self, quota: &ElasticQuota, max: &Resources) {
        let names = &self.objects.names;
        let has = |name: &str| names.get(name).is_some_and(|name| max.get(name).is_some());
        if max.0.is_empty() {
            let message = "an empty `max` is a maximum of 0 of cpu, memory and ephemeral-storage; leave \
                           `max` out for no limit";
            let kind = (Severity::Warning, "max-empty");
            self.about(quota, kind, "spec.max", message.to_owned());
            return;
        }
        let missing = ["cpu", "memory"].into_iter().filter(|name| !has(name));
        let missing: Vec<&str> = missing.collect();
        if missing.len() == 2 {
            let message = "`max` names neither cpu nor memory, so of both it is 0: no pod that asks for \
                           cpu or memory can run";
            let kind = (Severity::Warning, "max-without-cpu-and-memory");
            self.about(quota, kind, "spec.max", message.to_owned());
        } else if let [name] = missing.as_slice() {
            let message = format!(
                "`max` does not name {name}, so it is 0: no pod that asks for {name} can run"
            );
            let resource = (*name).to_owned();
            let kind = (Severity::Warning, "max-missing-is-zero");
            let lint = self.about(quota, kind, "spec.max", message);
            lint.resource = Some(resource);
        }
        let storage = ResourceId::EPHEMERAL_STORAGE;
        let asks = |pod: &&PodInfo| {
            pod.pod.namespace == quota.namespace && pod.request.charge.get(storage) > 0
        };
        if !has("ephemeral-storage") && self.world.pods.iter().any(|pod| asks(&pod)) {
            let message =
                "`max` does not name ephemeral-storage, so it is 0, and pods here ask for it";
            let kind = (Severity::Warning, "max-missing-is-zero");
            let lint = self.about(quota, kind, "spec.max", message.to_owned());
            lint.resource = Some("ephemeral-storage".to_owned());
        }
    }

    fn below_min(&mut self, object: &ElasticQuota) {
        let Some(quota) = self.ledger.quota(object.namespace).cloned() else {
            return;
        };
        for (resource, min) in quota.min.amounts.iter() {
            let max = quota.max.of(resource);
            if max < min {
                let name = self.world.resources.name(resource).to_owned();
                let message =
                    format!("`max` of {name} is below `min`: it can never use all that it is due");
                // A missing key has been told already; the place is the list.
                let listed = object.max.as_ref().is_some_and(|list| {
                    let symbol = self.objects.names.get(&name);
                    symbol.is_some_and(|symbol| list.get(symbol).is_some())
                });
                let path = if listed {
                    format!("spec.max[{name}]")
                } else {
                    "spec.max".to_owned()
                };
                let kind = (Severity::Warning, "max-below-min");
                let lint = self.about(object, kind, &path, message);
                lint.resource = Some(name);
                lint.found = Some(max);
                lint.bound = Some(min);
            }
        }
        let named = object.max.iter().flat_map(|list| list.0.iter());
        let named: Vec<String> = named
            .map(|(name, _)| self.objects.names[*name].to_owned())
            .collect();
        for name in named {
            let Some(resource) = self.world.resources.get(&name) else {
                continue;
            };
            if quota.min.of(resource) == 0 && quota.max.of(resource) > 0 {
                let message = format!(
                    "`min` of {name} is 0: all that is used of it is borrowed, and taken back \
                             when its owner asks"
                );
                let kind = (Severity::Info, "min-is-zero");
                let lint = self.about(object, kind, "spec.min", message);
                lint.resource = Some(name);
            }
        }
        for (resource, amount) in quota.used.iter() {
            let max = quota.max.of(resource);
            if amount > max {
                let name = self.world.resources.name(resource).to_owned();
                let message =
                    format!("more {name} is used than `max` allows; nothing is evicted for it");
                let kind = (Severity::Info, "used-above-max");
                let lint = self.about(object, kind, "spec.max", message);
                lint.resource = Some(name);
                lint.found = Some(amount);
                lint.bound = Some(max);
            }
        }
    }

    fn status(&mut self, quota: &ElasticQuota) {
        let Some(status) = &quota.used else {
            return;
        };
        let names = &self.objects.names;
        if written(status, names) != used(quota, self.objects) {
            let message = "`status.used` is not what the pods of this text add up to; the scheduler does \
                           not read it";
            let kind = (Severity::Info, "status-differs");
            self.about(quota, kind, "status.used", message.to_owned());
        }
    }

    fn capacity(&mut self) {
        if self.world.nodes.is_empty() {
            return;
        }
        let mut capacity = Amounts::default();
        for node in &self.world.nodes {
            capacity.add(&node.allocatable);
        }
        for (resource, min) in self.ledger.min.amounts.clone().iter() {
            let there = capacity.get(resource);
            if min > there {
                let name = self.world.resources.name(resource).to_owned();
                let message = format!(
                    "the minimums of all quotas together promise more {name} than all nodes can give"
                );
                let lint = self.push(Severity::Warning, "min-above-capacity", message);
                lint.resource = Some(name);
                lint.found = Some(min);
                lint.bound = Some(there);
            }
        }
    }

    /// More of something is used than all minimums: then the plugin admits nobody, whatever is asked.
    fn used(&mut self) {
        for (resource, used) in self.ledger.used.clone().iter() {
            let min = self.ledger.min.of(resource);
            if used > min {
                let name = self.world.resources.name(resource).to_owned();
                let message = format!(
                    "all quotas together use more {name} than all minimums: no pod of any quota is \
                     admitted before some is given back, not even one that asks for no {name}"
                );
                let lint = self.push(Severity::Warning, "used-above-min", message);
                lint.resource = Some(name);
                lint.found = Some(used);
                lint.bound = Some(min);
            }
        }
    }

    /// Pending pods that can never run.
    fn pods(&mut self) {
        let mut largest = Amounts::default();
        for node in &self.world.nodes {
            largest.raise(&node.allocatable);
        }
        let world = self.world;
        let mut told = Vec::new();
        for pod in world.pods.iter().filter(|pod| pod.is_pending()) {
            // A workload's pods are alike.
            if pod.number.is_some() {
                if told.contains(&pod.workload) {
                    continue;
                }
                told.push(pod.workload);
            }
            self.pod(pod, &largest);
        }
    }

    fn pod(&mut self, pod: &PodInfo, largest: &Amounts) {
        let quota = self.ledger.quota(pod.pod.namespace).cloned();
        let object = object_of(pod, self.objects);
        let (world, ledger) = (self.world, self.ledger);
        for resource in (0..world.resources.len() as u32).map(ResourceId) {
            let name = world.resources.name(resource).to_owned();
            let mut tell = |code, found, bound, what: &str| {
                let message = format!("the pod asks for more {name} than {what}: it can never run");
                let lint = self.push(Severity::Warning, code, message);
                lint.object = Some(object.clone());
                "spec".clone_into(&mut lint.path);
                lint.resource = Some(name.clone());
                lint.found = Some(found);
                lint.bound = Some(bound);
            };
            let fit = pod.request.fit.get(resource);
            let has_nodes = !world.nodes.is_empty();
            if has_nodes && fit > largest.get(resource) {
                tell(
                    "request-above-every-node",
                    fit,
                    largest.get(resource),
                    "any node has",
                );
                continue;
            }
            let Some(quota) = &quota else {
                continue;
            };
            let charge = pod.request.charge.get(resource);
            let named = resource.is_basic() || pod.request.charge.named(resource).is_some();
            let min = ledger.min.of(resource);
            if named && charge > quota.max.of(resource) {
                tell(
                    "request-above-max",
                    charge,
                    quota.max.of(resource),
                    "its quota's `max`",
                );
            } else if named && charge > min {
                let what = "all minimums together";
                tell("request-above-min", charge, min, what);
            }
        }
    }
}
