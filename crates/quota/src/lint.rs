//! Findings about a set of quotas: probable mistakes, and settings whose effect is not obvious.

use schedscope_objects::{
    diagnostic::{ObjectName, Severity},
    managed_cluster::Resources,
    names::Symbol,
    objects::Objects,
    policy::ElasticQuota,
    words,
};
use schedscope_pods::{
    amounts::{Amounts, ResourceId},
    snapshot::{ClusterSnapshot, PodInfo},
};

use crate::{
    ledger::Ledger,
    resource_quota::{CountedQuota, ResourceQuotaRefusal, ResourceQuotaRule, admit, counted},
    status::{used, written},
    unused::unused,
};

words! {
    /// The code of a finding about quotas; stable.
    ///
    /// - `several-quotas`: an earlier quota of the namespace is in force instead
    /// - `pods-ignored`: `pods` in `min` or `max` has no effect
    /// - `max-empty`, `max-without-cpu-and-memory`, `max-missing-is-zero`: a basic resource that `max` does not
    ///   name is 0
    /// - `max-below-min`: `max` of a resource is below `min`
    /// - `min-is-zero`: `min` of a resource is 0: all its use is borrowed
    /// - `quota-unused`: the text has pods, but none in the namespace of the quota
    /// - `used-above-max`: the namespace uses more than `max`
    /// - `status-differs`: `status.used` is not the sum of the charges
    /// - `min-above-capacity`: the sum of all mins exceeds the nodes
    /// - `min-equals-capacity`: the sum of all mins is all that the nodes have
    /// - `used-above-min`: all quotas together use more than the sum of all mins: the plugin admits no pod
    /// - `min-above-hard`, `max-above-hard`: `min` or `max` of a resource is above `spec.hard` of a ResourceQuota of
    ///   the namespace
    /// - `refused-at-admission`: the API server refuses a new pod by a ResourceQuota
    /// - `request-above-every-node`, `request-above-max`, `request-above-min`: a pending pod requests more than any
    ///   node has, than the `max` of its quota, or than the sum of all mins
    pub enum QuotaFindingCode {
        /// The namespace has an earlier quota: this one is not in force.
        SeveralQuotas = "several-quotas",
        /// `min` or `max` names `pods`, which is ignored.
        PodsIgnored = "pods-ignored",
        /// `max` is empty, so that cpu, memory and ephemeral storage are 0.
        MaxEmpty = "max-empty",
        /// `max` names neither cpu nor memory, so that both are 0.
        MaxWithoutCpuAndMemory = "max-without-cpu-and-memory",
        /// `max` does not name a resource, so that it is 0.
        MaxMissingIsZero = "max-missing-is-zero",
        /// `max` of a resource is below `min`.
        MaxBelowMin = "max-below-min",
        /// `min` of a resource is 0: all its use is borrowed.
        MinIsZero = "min-is-zero",
        /// The text has pods, but none in the namespace of the quota.
        QuotaUnused = "quota-unused",
        /// More than `max` is used.
        UsedAboveMax = "used-above-max",
        /// `status.used` differs from the sum over the pods of the text.
        StatusDiffers = "status-differs",
        /// The minimums of all quotas exceed the nodes.
        MinAboveCapacity = "min-above-capacity",
        /// The minimums of all quotas are all that the nodes have.
        MinEqualsCapacity = "min-equals-capacity",
        /// All quotas use more than all minimums: the plugin admits no pod.
        UsedAboveMin = "used-above-min",
        /// `min` of a resource is above what a `ResourceQuota` of the namespace allows.
        MinAboveHard = "min-above-hard",
        /// `max` of a resource is above what a `ResourceQuota` of the namespace allows.
        MaxAboveHard = "max-above-hard",
        /// The API server refuses a new pod by a `ResourceQuota`.
        RefusedAtAdmission = "refused-at-admission",
        /// A pending pod requests more than any node has.
        RequestAboveEveryNode = "request-above-every-node",
        /// A pending pod requests more than the `max` of its quota.
        RequestAboveMax = "request-above-max",
        /// A pending pod requests more than all minimums together.
        RequestAboveMin = "request-above-min",
    }
}

impl QuotaFindingCode {
    /// The severity of such a finding.
    pub fn severity(self) -> Severity {
        match self {
            Self::PodsIgnored
            | Self::MinIsZero
            | Self::UsedAboveMax
            | Self::StatusDiffers
            | Self::MinEqualsCapacity => Severity::Info,
            Self::QuotaUnused => Severity::Hint,
            _ => Severity::Warning,
        }
    }
}

/// A finding about quotas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotaFinding {
    /// Its kind.
    pub code: QuotaFindingCode,
    /// The object that it is about; `None` if it is about all quotas.
    pub object: Option<ObjectName>,
    /// The field of that object.
    pub path: String,
    /// The resource, if it is about one.
    pub resource: Option<ResourceId>,
    /// The amount and the bound that it breaks, if they are compared: milli-CPU, or base units.
    pub amounts: Option<(i64, i64)>,
    /// The key of a `ResourceQuota` that it breaks, if it is about one.
    pub hard: Option<BrokenHardKey>,
    /// Why the API server refuses a pod.
    pub refusal: Option<ResourceQuotaRefusal>,
}

/// A key of a `ResourceQuota` that something breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenHardKey {
    /// The quota's name.
    pub quota: Symbol,
    /// The key of `spec.hard`.
    pub key: Symbol,
    /// The limited resource: the key without its prefix.
    pub resource: Symbol,
}

struct QuotaCheck<'a> {
    snapshot: &'a ClusterSnapshot,
    ledger: &'a Ledger,
    objects: &'a Objects,
    resource_quotas: Vec<CountedQuota>,
    findings: Vec<QuotaFinding>,
}

/// All findings about the quotas of a snapshot. O(pods + nodes + quotas).
pub fn lint(snapshot: &ClusterSnapshot, ledger: &Ledger, objects: &Objects) -> Vec<QuotaFinding> {
    let mut check = QuotaCheck {
        snapshot,
        ledger,
        objects,
        resource_quotas: counted(objects, None),
        findings: Vec::new(),
    };
    for (index, quota) in objects.quotas.iter().enumerate() {
        check.quota(index, quota);
    }
    for quota in unused(snapshot, ledger, objects) {
        check.about(quota, QuotaFindingCode::QuotaUnused, "metadata.namespace");
    }
    check.capacity();
    check.used();
    check.pods();
    check.findings
}

/// The findings that make every answer about quotas doubtful: a quota that another of its namespace displaces, and a
/// `max` below its `min`. O(quotas).
pub fn faults(snapshot: &ClusterSnapshot, ledger: &Ledger, objects: &Objects) -> Vec<QuotaFinding> {
    use QuotaFindingCode::{MaxBelowMin, SeveralQuotas};

    let mut check = QuotaCheck {
        snapshot,
        ledger,
        objects,
        resource_quotas: Vec::new(),
        findings: Vec::new(),
    };
    for (index, quota) in objects.quotas.iter().enumerate() {
        if ledger.shadowed.contains(&index) {
            let code = QuotaFindingCode::SeveralQuotas;
            check.about(quota, code, "metadata.namespace");
        } else {
            check.below_min(quota);
        }
    }
    let is_fault = |code| matches!(code, SeveralQuotas | MaxBelowMin);
    // A key that `max` lacks is a finding of the list.
    let mut findings = check.findings;
    findings.retain(|finding| is_fault(finding.code) && finding.path != "spec.max");
    findings
}

impl QuotaCheck<'_> {
    fn push(&mut self, code: QuotaFindingCode) -> &mut QuotaFinding {
        let at = self.findings.len();
        self.findings.push(QuotaFinding {
            code,
            object: None,
            path: String::new(),
            resource: None,
            amounts: None,
            hard: None,
            refusal: None,
        });
        &mut self.findings[at]
    }

    fn about(
        &mut self,
        quota: &ElasticQuota,
        code: QuotaFindingCode,
        path: &str,
    ) -> &mut QuotaFinding {
        let object = self.name(quota);
        let finding = self.push(code);
        finding.object = Some(object);
        path.clone_into(&mut finding.path);
        finding
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
            self.about(quota, QuotaFindingCode::SeveralQuotas, "metadata.namespace");
            return;
        }
        if let Some(max) = &quota.max {
            self.missing_in_max(quota, max);
        }
        for (field, list) in [("spec.min", &quota.min), ("spec.max", &quota.max)] {
            let pods = list.as_ref().and_then(|list| list.get(names.get("pods")?));
            if pods.is_some() {
                let path = format!("{field}[pods]");
                self.about(quota, QuotaFindingCode::PodsIgnored, &path);
            }
        }
        self.below_min(quota);
        self.above_hard(quota);
        self.status(quota);
    }

    /// A resource that `max` does not name is 0, if it is cpu, memory or ephemeral storage.
    fn missing_in_max(&mut self, quota: &ElasticQuota, max: &Resources) {
        let names = &self.objects.names;
        let has = |name: &str| names.get(name).is_some_and(|name| max.get(name).is_some());
        let missing = QuotaFindingCode::MaxMissingIsZero;
        if max.0.is_empty() {
            self.about(quota, QuotaFindingCode::MaxEmpty, "spec.max");
            return;
        }
        match (has("cpu"), has("memory")) {
            (true, true) => {}
            (false, false) => {
                let code = QuotaFindingCode::MaxWithoutCpuAndMemory;
                self.about(quota, code, "spec.max");
            }
            (has_cpu, _) => {
                let resource = if has_cpu {
                    ResourceId::MEMORY
                } else {
                    ResourceId::CPU
                };
                self.about(quota, missing, "spec.max").resource = Some(resource);
            }
        }
        let storage = ResourceId::EPHEMERAL_STORAGE;
        let requests = |pod: &PodInfo| {
            pod.pod.namespace == quota.namespace && pod.request.charge.get(storage) > 0
        };
        if !has("ephemeral-storage") && self.snapshot.pods.iter().any(requests) {
            self.about(quota, missing, "spec.max").resource = Some(storage);
        }
    }

    fn below_min(&mut self, object: &ElasticQuota) {
        let (snapshot, ledger) = (self.snapshot, self.ledger);
        let Some(quota) = ledger.quota(object.namespace) else {
            return;
        };
        for (resource, min) in quota.min.amounts.iter() {
            let max = quota.max.of(resource);
            if max < min {
                let name = snapshot.resources.name(resource);
                // A missing key has a finding already; this one is about the list.
                let listed = object.max.as_ref().is_some_and(|list| {
                    let symbol = self.objects.names.get(name);
                    symbol.is_some_and(|symbol| list.get(symbol).is_some())
                });
                let path = if listed {
                    format!("spec.max[{name}]")
                } else {
                    "spec.max".to_owned()
                };
                let finding = self.about(object, QuotaFindingCode::MaxBelowMin, &path);
                finding.resource = Some(resource);
                finding.amounts = Some((max, min));
            }
        }
        let named = object.max.iter().flat_map(|list| list.0.iter());
        for (name, _) in named {
            let Some(resource) = snapshot.resources.get(&self.objects.names[*name]) else {
                continue;
            };
            if quota.min.of(resource) == 0 && quota.max.of(resource) > 0 {
                let finding = self.about(object, QuotaFindingCode::MinIsZero, "spec.min");
                finding.resource = Some(resource);
            }
        }
        for (resource, amount) in quota.used.iter() {
            let max = quota.max.of(resource);
            if amount > max {
                let finding = self.about(object, QuotaFindingCode::UsedAboveMax, "spec.max");
                finding.resource = Some(resource);
                finding.amounts = Some((amount, max));
            }
        }
    }

    /// `min` <= `max` <= `hard`, of every `ResourceQuota` of the namespace.
    fn above_hard(&mut self, quota: &ElasticQuota) {
        let names = &self.objects.names;
        let resource_quotas = std::mem::take(&mut self.resource_quotas);
        for beside in resource_quotas
            .iter()
            .filter(|beside| beside.namespace == quota.namespace && !beside.is_scoped())
        {
            for key in &beside.keys {
                let Some(resource) = key.resource else {
                    continue;
                };
                let lists = [
                    (QuotaFindingCode::MinAboveHard, "spec.min", &quota.min),
                    (QuotaFindingCode::MaxAboveHard, "spec.max", &quota.max),
                ];
                for (code, path, list) in lists {
                    let Some(amount) = list.as_ref().and_then(|list| list.get(resource)) else {
                        continue;
                    };
                    let name = &names[resource];
                    let amount = if name == "cpu" {
                        amount.milli_value()
                    } else {
                        amount.value()
                    };
                    if amount > key.hard {
                        let finding = self.about(quota, code, &format!("{path}[{name}]"));
                        finding.amounts = Some((amount, key.hard));
                        finding.hard = Some(BrokenHardKey {
                            quota: beside.name,
                            key: key.key,
                            resource,
                        });
                    }
                }
            }
        }
        self.resource_quotas = resource_quotas;
    }

    /// A key or bound for which the API server refuses a new pod.
    fn refused(&mut self, pod: &PodInfo, refusal: ResourceQuotaRefusal) {
        let names = &self.objects.names;
        let key = &names[refusal.key];
        let resource = key
            .strip_prefix("requests.")
            .or_else(|| key.strip_prefix("limits."))
            .and_then(|plain| names.get(plain))
            .unwrap_or(refusal.key);
        let object = pod.object(self.objects);
        let finding = self.push(QuotaFindingCode::RefusedAtAdmission);
        finding.object = Some(object);
        "spec".clone_into(&mut finding.path);
        finding.hard = refusal.limits.is_none().then_some(BrokenHardKey {
            quota: refusal.name,
            key: refusal.key,
            resource,
        });
        if refusal.rule == ResourceQuotaRule::Exceeded {
            finding.amounts = Some((refusal.used.saturating_add(refusal.requested), refusal.hard));
        }
        finding.refusal = Some(refusal);
    }

    fn status(&mut self, quota: &ElasticQuota) {
        let Some(status) = &quota.used else {
            return;
        };
        let names = &self.objects.names;
        // A resource of which nothing is used may be left out.
        let in_use = |list: Vec<(String, String)>| {
            let mut list = list;
            list.retain(|(_, amount)| amount != "0");
            list
        };
        if in_use(written(status, names)) != in_use(used(quota, self.objects)) {
            self.about(quota, QuotaFindingCode::StatusDiffers, "status.used");
        }
    }

    fn capacity(&mut self) {
        if self.snapshot.nodes.is_empty() {
            return;
        }
        let mut capacity = Amounts::default();
        for node in &self.snapshot.nodes {
            capacity.add(&node.allocatable);
        }
        for (resource, min) in self.ledger.min.amounts.iter() {
            let available = capacity.get(resource);
            let code = if min > available {
                QuotaFindingCode::MinAboveCapacity
            } else if min == available && min > 0 {
                QuotaFindingCode::MinEqualsCapacity
            } else {
                continue;
            };
            let finding = self.push(code);
            (finding.resource, finding.amounts) = (Some(resource), Some((min, available)));
        }
    }

    /// If the use of a resource exceeds the sum of all minimums, the plugin admits no pod, regardless of its request.
    fn used(&mut self) {
        for (resource, used) in self.ledger.used.iter() {
            let min = self.ledger.min.of(resource);
            if used > min {
                let finding = self.push(QuotaFindingCode::UsedAboveMin);
                finding.resource = Some(resource);
                finding.amounts = Some((used, min));
            }
        }
    }

    /// Pending pods that can never run.
    fn pods(&mut self) {
        let mut largest = Amounts::default();
        for node in &self.snapshot.nodes {
            largest.raise(&node.allocatable);
        }
        let snapshot = self.snapshot;
        let mut checked = vec![false; self.objects.workloads.len()];
        let mut refused = checked.clone();
        for pod in snapshot.pods.iter().filter(|pod| pod.is_to_schedule()) {
            let names = &self.objects.names;
            // Admitted one after another, so that the first replica over the limit is refused. Only the first refused
            // replica of a workload is reported.
            let refusals = admit(&mut self.resource_quotas, pod, names);
            let is_first = |known: &mut [bool]| {
                let slot = pod.replica.map(|replica| replica.workload as usize);
                let slot = slot.and_then(|workload| known.get_mut(workload));
                !slot.is_some_and(|slot| std::mem::replace(slot, true))
            };
            if !refusals.is_empty() && is_first(&mut refused) {
                for refusal in refusals {
                    self.refused(pod, refusal);
                }
            }
            if is_first(&mut checked) {
                self.pod(pod, &largest);
            }
        }
    }

    fn pod(&mut self, pod: &PodInfo, largest: &Amounts) {
        let (snapshot, ledger) = (self.snapshot, self.ledger);
        let quota = ledger.quota(pod.pod.namespace);
        let object = pod.object(self.objects);
        let checked = pod.request.checked();
        let mut report = |code, resource, found, bound| {
            let finding = self.push(code);
            finding.object = Some(object.clone());
            "spec".clone_into(&mut finding.path);
            finding.resource = Some(resource);
            finding.amounts = Some((found, bound));
        };
        for resource in snapshot.resources.ids() {
            let fit = checked.map_or(0, |amounts| amounts.get(resource));
            let most = largest.get(resource);
            if !snapshot.nodes.is_empty() && fit > most {
                report(QuotaFindingCode::RequestAboveEveryNode, resource, fit, most);
                continue;
            }
            let Some(quota) = quota else {
                continue;
            };
            if !resource.is_basic() && pod.request.charge.named(resource).is_none() {
                continue;
            }
            let charge = pod.request.charge.get(resource);
            let (max, min) = (quota.max.of(resource), ledger.min.of(resource));
            if charge > max {
                report(QuotaFindingCode::RequestAboveMax, resource, charge, max);
            } else if charge > min {
                report(QuotaFindingCode::RequestAboveMin, resource, charge, min);
            }
        }
    }
}
