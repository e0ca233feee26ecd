//! The ledger as the plugin's informer handlers keep it, and as a recount would have it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::pods::{Amounts, ClusterSnapshot, Pod, Quota, plus};

/// What is kept of a namespace.
#[derive(Clone, Debug)]
pub struct Entry {
    pub quota: Quota,
    pub used: Amounts,
    pub uids: BTreeSet<String>,
}

pub type Ledger = BTreeMap<String, Entry>;

fn pod(value: &Value) -> Pod {
    ClusterSnapshot::read(std::slice::from_ref(value))
        .pods
        .remove(0)
}

fn charge(ledger: &mut Ledger, pod: &Pod) {
    if let Some(entry) = ledger.get_mut(&pod.namespace)
        && entry.uids.insert(pod.uid.clone())
    {
        entry.used = plus(&entry.used, &pod.charge);
    }
}

fn refund(ledger: &mut Ledger, pod: &Pod) {
    if let Some(entry) = ledger.get_mut(&pod.namespace)
        && entry.uids.remove(&pod.uid)
    {
        let negative = pod
            .charge
            .iter()
            .map(|(name, amount)| (name.clone(), -amount));
        entry.used = plus(&entry.used, &negative.collect());
    }
}

/// The ledger of scheduler-plugins after each event.
pub fn upstream(events: &[Value]) -> Vec<Ledger> {
    let mut ledger = Ledger::new();
    let mut steps = Vec::new();
    for event in events {
        match event["type"].as_str().expect("a type") {
            "addPod" | "reserve" => charge(&mut ledger, &pod(&event["pod"])),
            "deletePod" | "unreserve" => refund(&mut ledger, &pod(&event["pod"])),
            "updatePod" => {
                let now = pod(&event["pod"]);
                if pod(&event["oldPod"]).live && !now.live {
                    refund(&mut ledger, &now);
                }
            }
            "addElasticQuota" => {
                let quota = Quota::read(&event["elasticQuota"]);
                ledger.entry(quota.namespace.clone()).or_insert(Entry {
                    quota,
                    used: Amounts::new(),
                    uids: BTreeSet::new(),
                });
            }
            "updateElasticQuota" => {
                let quota = Quota::read(&event["elasticQuota"]);
                // One that nobody had heard of is there from then on.
                let entry = ledger.entry(quota.namespace.clone()).or_insert(Entry {
                    quota: quota.clone(),
                    used: Amounts::new(),
                    uids: BTreeSet::new(),
                });
                entry.quota = quota;
            }
            "deleteElasticQuota" => {
                ledger.remove(&Quota::read(&event["elasticQuota"]).namespace);
            }
            other => panic!("event {other}"),
        }
        steps.push(ledger.clone());
    }
    steps
}

/// What is there after each event, counted anew: pods that are bound or about to be, and quotas,
/// the first of a namespace.
pub fn recount(events: &[Value]) -> Vec<Ledger> {
    let mut pods: Vec<Pod> = Vec::new();
    let mut quotas: Vec<Quota> = Vec::new();
    let mut steps = Vec::new();
    for event in events {
        let kind = event["type"].as_str().expect("a type");
        if kind.ends_with("ElasticQuota") {
            let quota = Quota::proposed(&event["elasticQuota"]);
            let same =
                |other: &Quota| (&other.namespace, &other.name) == (&quota.namespace, &quota.name);
            let at = quotas.iter().position(same);
            match (kind, at) {
                ("deleteElasticQuota", Some(at)) => {
                    quotas.remove(at);
                }
                ("deleteElasticQuota", None) => {}
                (_, Some(at)) => quotas[at] = quota,
                (_, None) => quotas.push(quota),
            }
        } else {
            let mut pod = pod(&event["pod"]);
            let known = pods.iter().position(|other| other.uid == pod.uid);
            if kind == "reserve" {
                pod.node = event["node"].as_str().map(str::to_owned);
            }
            match (kind, known) {
                ("deletePod" | "unreserve", Some(at)) => {
                    pods.remove(at);
                }
                ("deletePod" | "unreserve", None) => {}
                (_, Some(at)) => pods[at] = pod,
                (_, None) => pods.push(pod),
            }
        }
        let mut ledger = Ledger::new();
        for quota in &quotas {
            ledger.entry(quota.namespace.clone()).or_insert(Entry {
                quota: quota.clone(),
                used: Amounts::new(),
                uids: BTreeSet::new(),
            });
        }
        for pod in pods.iter().filter(|pod| pod.live && pod.node.is_some()) {
            charge(&mut ledger, pod);
        }
        steps.push(ledger);
    }
    steps
}
