//! The ledger of quotas as events change it.
//!
//! `Upstream` keeps the ledger of scheduler-plugins: one entry for each namespace, changed by each event and never
//! counted again, so that pods bound before their quota are not in it. `Proposal` counts all pods again after each
//! event.
//!
//! Source: "Capacity scheduling"; scheduler-plugins (August 2026), the handlers of its informers.

use std::sync::Arc;

use schedscope_objects::{
    kubernetes_version::KubernetesVersion,
    names::{Names, Symbol},
    pod::Pod,
    policy::ElasticQuota,
    profile::Profile,
};
use schedscope_pods::{
    amounts::{Amounts, ResourceNames},
    request::Request,
};

use crate::ledger::{Quota, QuotaBound, QuotaUse};

/// A sequence of events.
#[derive(Clone, Debug, Default)]
pub struct QuotaEvents {
    /// Which scheduler's ledger to keep; default: `Proposal`.
    pub profile: Profile,
    /// The events, in order.
    pub events: Vec<QuotaEvent>,
    /// The texts of the names in the objects of the events.
    pub names: Names,
}

/// The type of an event: a bound pod appears, changes or is deleted; a pod is about to be bound (`reserve`) or its
/// binding failed (`unreserve`); a quota appears, changes or is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub enum QuotaEventKind {
    /// A bound pod appears.
    #[default]
    AddPod,
    /// A pod changes.
    UpdatePod,
    /// A pod is deleted.
    DeletePod,
    /// A pod is about to be bound.
    Reserve,
    /// The binding failed.
    Unreserve,
    /// A quota appears.
    AddElasticQuota,
    /// A quota changes.
    UpdateElasticQuota,
    /// A quota is deleted.
    DeleteElasticQuota,
}

schedscope_options::words! {
    QuotaEventKind {
        "addPod" = AddPod,
        "updatePod" = UpdatePod,
        "deletePod" = DeletePod,
        "reserve" = Reserve,
        "unreserve" = Unreserve,
        "addElasticQuota" = AddElasticQuota,
        "updateElasticQuota" = UpdateElasticQuota,
        "deleteElasticQuota" = DeleteElasticQuota,
    }
}

#[derive(Clone, Debug, Default)]
pub struct QuotaEvent {
    pub kind: QuotaEventKind,
    /// The pod, as it is now.
    pub pod: Option<Arc<Pod>>,
    /// The pod as it was, for `updatePod`.
    pub old_pod: Option<Arc<Pod>>,
    /// The quota, as it is now.
    pub quota: Option<Arc<ElasticQuota>>,
}

/// A quota in force, with the pods that are counted.
#[derive(Clone, Debug)]
pub struct LedgerState {
    /// The quota and its use.
    pub quota: Quota,
    /// The UIDs of the pods that are counted; `namespace/name` for a pod without UID.
    pub uids: Vec<Symbol>,
}

/// A pod that exists, for the recount.
#[derive(Debug)]
struct LivePod {
    uid: Symbol,
    namespace: Symbol,
    charge: Amounts,
    /// Whether it is bound and live.
    counts: bool,
}

/// The ledger of quotas as events change it.
#[derive(Debug, Default)]
pub struct EventLedger {
    profile: Profile,
    names: Names,
    resources: ResourceNames,
    entries: Vec<LedgerState>,
    /// For the recount: the pods that exist, in the order of appearance.
    pods: Vec<LivePod>,
    quotas: Vec<(Symbol, Symbol, Quota)>,
}

impl EventLedger {
    /// An empty ledger.
    pub fn new(profile: Profile, names: Names) -> Self {
        Self {
            profile,
            resources: ResourceNames::new(&names),
            names,
            ..Self::default()
        }
    }

    /// The quotas in force, in the order in which they came into force.
    pub fn entries(&self) -> &[LedgerState] {
        &self.entries
    }

    /// The resources that the quotas and pods name.
    pub fn resources(&self) -> &ResourceNames {
        &self.resources
    }

    /// The texts of the symbols.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Applies an event. O(pods + quotas) for `Proposal`, which recounts.
    pub fn apply(&mut self, event: &QuotaEvent) {
        let (pod, quota) = (event.pod.as_deref(), event.quota.as_deref());
        match (event.kind, pod, quota) {
            (
                QuotaEventKind::AddElasticQuota
                | QuotaEventKind::UpdateElasticQuota
                | QuotaEventKind::DeleteElasticQuota,
                _,
                Some(quota),
            ) => match self.profile {
                Profile::Upstream => self.quota_event(event.kind, quota),
                Profile::Proposal => self.quota_change(event.kind, quota),
            },
            (_, Some(pod), _) => {
                let was_over = event
                    .old_pod
                    .as_ref()
                    .is_some_and(|old| old.phase.is_over());
                match self.profile {
                    Profile::Upstream => self.pod_event(event.kind, pod, was_over),
                    Profile::Proposal => self.pod_change(event.kind, pod),
                }
            }
            // An event without its object changes nothing.
            _ => {}
        }
    }

    fn charge(&mut self, pod: &Pod) -> Amounts {
        // What quotas charge is the same in all versions.
        let version = KubernetesVersion::default();
        Request::new(pod, version, &mut self.resources, &self.names).charge
    }

    fn read(&mut self, quota: &ElasticQuota) -> Quota {
        let resources = &mut self.resources;
        Quota {
            namespace: quota.namespace,
            name: quota.name,
            min: QuotaBound::min(quota.min.as_ref(), resources, &self.names),
            max: QuotaBound::max(quota.max.as_ref(), self.profile, resources, &self.names),
            used: QuotaUse::default(),
        }
    }

    fn entry(&mut self, namespace: Symbol) -> Option<&mut LedgerState> {
        let mut entries = self.entries.iter_mut();
        entries.find(|entry| entry.quota.namespace == namespace)
    }

    fn quota_event(&mut self, kind: QuotaEventKind, quota: &ElasticQuota) {
        let namespace = quota.namespace;
        let mut new = self.read(quota);
        match (kind, self.entry(namespace)) {
            (QuotaEventKind::DeleteElasticQuota, _) => {
                self.entries
                    .retain(|entry| entry.quota.namespace != namespace);
            }
            (QuotaEventKind::UpdateElasticQuota, Some(entry)) => {
                new.used = std::mem::take(&mut entry.quota.used);
                entry.quota = new;
            }
            (_, None) => self.entries.push(LedgerState {
                quota: new,
                uids: Vec::new(),
            }),
            // The first one of a namespace is kept.
            _ => {}
        }
    }

    fn pod_event(&mut self, kind: QuotaEventKind, pod: &Pod, was_over: bool) {
        let charge = self.charge(pod);
        let uid = self.uid(pod);
        let Some(entry) = self.entry(pod.namespace) else {
            return;
        };
        let at = entry.uids.iter().position(|known| *known == uid);
        let ends = pod.phase.is_over() && !was_over;
        match (kind, at) {
            (QuotaEventKind::AddPod | QuotaEventKind::Reserve, None) => {
                entry.uids.push(uid);
                entry.quota.used.charge(&charge);
            }
            (QuotaEventKind::UpdatePod, Some(_)) if !ends => {}
            (
                QuotaEventKind::DeletePod | QuotaEventKind::Unreserve | QuotaEventKind::UpdatePod,
                Some(at),
            ) => {
                entry.uids.remove(at);
                entry.quota.used.refund_named(&charge);
            }
            _ => {}
        }
    }

    fn quota_change(&mut self, kind: QuotaEventKind, quota: &ElasticQuota) {
        let key = (quota.namespace, quota.name);
        let new = self.read(quota);
        let at = self
            .quotas
            .iter()
            .position(|(n, name, _)| (*n, *name) == key);
        match (kind, at) {
            (QuotaEventKind::DeleteElasticQuota, Some(at)) => {
                self.quotas.remove(at);
            }
            (QuotaEventKind::DeleteElasticQuota, None) => {}
            (_, Some(at)) => self.quotas[at].2 = new,
            (_, None) => self.quotas.push((key.0, key.1, new)),
        }
        self.recount();
    }

    fn pod_change(&mut self, kind: QuotaEventKind, pod: &Pod) {
        let uid = self.uid(pod);
        let at = self.pods.iter().position(|known| known.uid == uid);
        let was_counted = at.is_some_and(|at| self.pods[at].counts);
        let present = LivePod {
            uid,
            namespace: pod.namespace,
            charge: self.charge(pod),
            // A reserved pod counts until its binding is seen.
            counts: !pod.phase.is_over()
                && (kind == QuotaEventKind::Reserve || !pod.node.is_empty() || was_counted),
        };
        let goes = matches!(kind, QuotaEventKind::DeletePod | QuotaEventKind::Unreserve);
        match at {
            Some(at) if goes => {
                self.pods.remove(at);
            }
            Some(at) => self.pods[at] = present,
            None if !goes => self.pods.push(present),
            None => {}
        }
        self.recount();
    }

    /// Recounts the first quota of each namespace and its pods.
    fn recount(&mut self) {
        let mut entries: Vec<LedgerState> = Vec::new();
        for (namespace, _, quota) in &self.quotas {
            if entries
                .iter()
                .any(|entry| entry.quota.namespace == *namespace)
            {
                continue;
            }
            let mut entry = LedgerState {
                quota: quota.clone(),
                uids: Vec::new(),
            };
            for pod in self
                .pods
                .iter()
                .filter(|pod| pod.counts && pod.namespace == *namespace)
            {
                entry.quota.used.charge(&pod.charge);
                entry.uids.push(pod.uid);
            }
            entries.push(entry);
        }
        self.entries = entries;
    }

    /// A pod's UID; namespace and name where it has none.
    fn uid(&mut self, pod: &Pod) -> Symbol {
        if !pod.uid.is_empty() {
            return pod.uid;
        }
        let key = format!("{}/{}", &self.names[pod.namespace], &self.names[pod.name]);
        self.names.intern(&key)
    }
}
