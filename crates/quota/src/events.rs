//! The ledger as events reach it.
//!
//! `Upstream` keeps what scheduler-plugins keeps: one entry a namespace, changed by each event and
//! never counted again, so that pods bound before their quota are not in it. `Proposal` counts what
//! is there after each event.
//!
//! Source: "Capacity scheduling"; scheduler-plugins (August 2026), the handlers of its informers.

use std::sync::Arc;

use schedscope_objects::{
    names::{Names, Symbol},
    pod::Pod,
    policy::ElasticQuota,
    profile::Profile,
};
use schedscope_options::words;
use schedscope_pods::{amounts::Amounts, request::Request, world::World};
use serde::Serialize;

use crate::{
    answer::{QuotaState, quota_state},
    ledger::{Bound, Quota},
};

/// A question about a sequence of events.
#[derive(Clone, Debug, Default)]
pub struct QuotaEvents {
    /// Whose ledger; default: `Proposal`.
    pub profile: Profile,
    /// The events, in order.
    pub events: Vec<QuotaEvent>,
    /// The texts behind the names in the objects of the events.
    pub names: Names,
}

/// What happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub enum QuotaEventKind {
    /// A pod that is bound appears.
    #[default]
    AddPod,
    /// A pod changes.
    UpdatePod,
    /// A pod goes.
    DeletePod,
    /// A pod is about to be bound.
    Reserve,
    /// It was not bound after all.
    Unreserve,
    /// A quota appears.
    AddElasticQuota,
    /// A quota changes.
    UpdateElasticQuota,
    /// A quota goes.
    DeleteElasticQuota,
}

words! {
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

/// One event.
#[derive(Clone, Debug, Default)]
pub struct QuotaEvent {
    /// What happens.
    pub kind: QuotaEventKind,
    /// The pod, as it is now.
    pub pod: Option<Arc<Pod>>,
    /// The pod as it was, for `updatePod`.
    pub old_pod: Option<Arc<Pod>>,
    /// The quota, as it is now.
    pub quota: Option<Arc<ElasticQuota>>,
}

/// The ledger after each event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QuotaEventsAnswer {
    /// One step an event.
    pub steps: Vec<QuotaStep>,
}

/// The ledger after an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QuotaStep {
    /// What `reserve` answers: `Success`; null for other events.
    #[cfg_attr(feature = "types", ts(type = "string | null"))]
    pub code: Option<&'static str>,
    /// The quotas in force, by namespace.
    pub quotas: Vec<LedgerEntry>,
}

/// A quota with the pods that are counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LedgerEntry {
    /// The quota and its use.
    #[serde(flatten)]
    pub state: QuotaState,
    /// The UIDs of the pods that are counted, sorted.
    #[serde(rename = "podUIDs")]
    pub uids: Vec<String>,
}

struct Entry {
    quota: Quota,
    uids: Vec<Symbol>,
}

/// A pod that is there, for the recount.
struct Present {
    uid: Symbol,
    namespace: Symbol,
    charge: Amounts,
    /// Whether it is bound and live.
    counts: bool,
}

#[derive(Default)]
struct EventLedger {
    profile: Profile,
    names: Names,
    world: World,
    entries: Vec<Entry>,
    /// For the recount: what is there, in the order of appearance.
    pods: Vec<Present>,
    quotas: Vec<(Symbol, Symbol, Quota)>,
}

/// Plays events. O(events x (pods + quotas)) for `Proposal`, which counts anew.
pub fn play(question: &QuotaEvents) -> QuotaEventsAnswer {
    let names = question.names.clone();
    let mut ledger = EventLedger {
        profile: question.profile,
        world: World::without_objects(&names),
        names,
        ..EventLedger::default()
    };
    let steps = question.events.iter().map(|event| {
        ledger.take(event);
        QuotaStep {
            code: (event.kind == QuotaEventKind::Reserve).then_some("Success"),
            quotas: ledger.answer(),
        }
    });
    QuotaEventsAnswer {
        steps: steps.collect(),
    }
}

impl EventLedger {
    fn take(&mut self, event: &QuotaEvent) {
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
            // An event without its object is none.
            _ => {}
        }
    }

    fn charge(&mut self, pod: &Pod) -> Amounts {
        Request::new(pod, &mut self.world.resources, &self.names).charge
    }

    fn read(&mut self, quota: &ElasticQuota) -> Quota {
        let resources = &mut self.world.resources;
        Quota {
            namespace: quota.namespace,
            name: quota.name,
            min: Bound::min(quota.min.as_ref(), resources, &self.names),
            max: Bound::max(quota.max.as_ref(), resources, &self.names),
            used: Amounts::default(),
        }
    }

    fn entry(&mut self, namespace: Symbol) -> Option<&mut Entry> {
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
            (_, None) => self.entries.push(Entry {
                quota: new,
                uids: Vec::new(),
            }),
            // The first one of a namespace stays.
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
                entry.quota.used.add(&charge);
            }
            (QuotaEventKind::UpdatePod, Some(_)) if !ends => {}
            (
                QuotaEventKind::DeletePod | QuotaEventKind::Unreserve | QuotaEventKind::UpdatePod,
                Some(at),
            ) => {
                entry.uids.remove(at);
                entry.quota.used.subtract(&charge);
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
        let present = Present {
            uid,
            namespace: pod.namespace,
            charge: self.charge(pod),
            // A pod that was reserved for stays so until its binding is seen.
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

    /// Counts everything anew: the first quota of each namespace, and the pods there.
    fn recount(&mut self) {
        let mut entries: Vec<Entry> = Vec::new();
        for (namespace, _, quota) in &self.quotas {
            if entries
                .iter()
                .any(|entry| entry.quota.namespace == *namespace)
            {
                continue;
            }
            let mut entry = Entry {
                quota: quota.clone(),
                uids: Vec::new(),
            };
            for pod in self
                .pods
                .iter()
                .filter(|pod| pod.counts && pod.namespace == *namespace)
            {
                entry.quota.used.add(&pod.charge);
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

    fn answer(&self) -> Vec<LedgerEntry> {
        let entries = self.entries.iter().map(|entry| {
            let uids = entry.uids.iter().map(|uid| self.names[*uid].to_owned());
            let mut uids: Vec<String> = uids.collect();
            schedscope_objects::order::sort(&mut uids, String::cmp);
            LedgerEntry {
                state: quota_state(&self.world, &entry.quota, &self.names),
                uids,
            }
        });
        let mut entries: Vec<LedgerEntry> = entries.collect();
        schedscope_objects::order::sort(&mut entries, |a, b| {
            a.state.namespace.cmp(&b.state.namespace)
        });
        entries
    }
}
