//! What the twin finds, in the shape of the engine's answers.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use reference::{
    pods::{
        Amounts, ClusterSnapshot, Node, Pod, Quota,
        filters::{
            Named,
            volumes::{self, Found},
        },
        fit::{Misfit, in_order},
        of,
    },
    quota::{
        Cycle, Ineligible, ledger,
        quotas::{Rejection, governing, is_over_min, max, min},
        victims::Attempt,
    },
};

/// The name of a quota.
fn key_of(quota: &Quota) -> String {
    format!("{}/{}", quota.namespace, quota.name)
}

/// A number as answers have it.
pub fn number(number: i128) -> Value {
    json!(i64::try_from(number).expect("a number of tests"))
}

/// The basic resources, and the others that are named.
pub fn named(amounts: &Amounts) -> Value {
    let entries = in_order(amounts).into_iter().map(|name| {
        let amount = number(of(amounts, &name));
        (name, amount)
    });
    Value::Object(entries.collect())
}

/// A quota in force, with what its namespace uses.
pub fn quota(snapshot: &ClusterSnapshot, namespace: &str, used: &Amounts) -> Value {
    state(governing(snapshot, namespace).expect("a quota"), used)
}

pub fn state(quota: &Quota, used: &Amounts) -> Value {
    let most = quota.max.clone().unwrap_or_default();
    let most: Map<String, Value> = in_order(&most)
        .into_iter()
        .map(|name| {
            let bound = max(quota, &name).unwrap_or(i128::from(i64::MAX));
            (name, number(bound))
        })
        .collect();
    json!({
        "namespace": quota.namespace, "name": quota.name,
        "used": named(used), "min": named(&min(quota)), "max": most,
        "usedOverMin": is_over_min(quota, used),
    })
}

pub fn rejection(rejection: &Rejection) -> Value {
    let any_of = rejection.any_of.iter().map(|(resource, would_use, bound)| {
        json!({
            "reason": rejection.reason, "resource": resource,
            "wouldUse": number(*would_use), "bound": number(*bound),
        })
    });
    // What the vectors' runner asks for stands beside.
    json!({"anyOf": any_of.collect::<Vec<_>>(), "reason": rejection.reason})
}

fn misfit(misfit: &Misfit) -> Value {
    // Pods are counted by the node.
    let shortages = misfit.shortages.iter().filter(|(name, ..)| name != "pods");
    let shortages = shortages.map(|(name, asked, used, total)| {
        json!({
            "resource": name, "requested": number(*asked), "used": number(*used),
            "allocatable": number(*total),
        })
    });
    json!({
        "code": misfit.code(), "plugin": misfit.plugin, "reasons": misfit.reasons,
        "shortages": shortages.collect::<Vec<_>>(),
    })
}

pub fn keys(pods: &[Pod]) -> Vec<&String> {
    pods.iter().map(|pod| &pod.key).collect()
}

pub fn attempt(node: &str, pod: &Pod, attempt: &Attempt) -> Value {
    let mut answer = json!({
        "code": attempt.code(), "reasons": [], "misfit": null, "rejection": null,
        "victims": [], "reprieved": [], "numPDBViolations": 0, "contradictedBy": null,
    });
    match attempt {
        Attempt::Candidate(candidate) => {
            answer["outcome"] = json!("candidate");
            answer["victims"] = json!(keys(&candidate.victims));
            answer["reprieved"] = json!(keys(&candidate.reprieved));
            answer["numPDBViolations"] = json!(candidate.violations);
        }
        Attempt::NoVictims => {
            answer["outcome"] = json!("no-victims");
            let name = &pod.name;
            let reason = format!("No victims found on node {node} for preemptor pod {name}");
            answer["reasons"] = json!([reason]);
        }
        Attempt::Misfit(why) => {
            answer["outcome"] = json!("misfit");
            answer["reasons"] = json!(why.reasons);
            answer["misfit"] = misfit(why);
        }
        Attempt::Quota(why) => {
            answer["outcome"] = json!("quota");
            answer["reasons"] = json!(["global quota max exceeded"]);
            answer["rejection"] = rejection(why);
        }
        Attempt::Failed(message) => {
            answer["outcome"] = json!("error");
            answer["reasons"] = json!([message]);
        }
        Attempt::Error(twice) => {
            answer["outcome"] = json!("error");
            let name = &twice.name;
            let reason = format!("no corresponding pod {name} in pods of node {node}");
            answer["reasons"] = json!([reason]);
        }
        Attempt::Contradiction(twice, why) => {
            answer["outcome"] = json!("contradiction");
            answer["contradictedBy"] = json!(twice.key);
            answer["rejection"] = rejection(why);
        }
    }
    answer
}

/// Reasons with how many nodes give them, in the order of the message of Kubernetes.
fn counts(cycle: &Cycle) -> Value {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for reason in cycle.filters.iter().filter_map(|(_, m)| m.as_ref()) {
        for reason in &reason.reasons {
            *counts.entry(reason).or_default() += 1;
        }
    }
    let mut counts: Vec<(&String, usize)> = counts.into_iter().collect();
    // Kubernetes sorts the texts that it joins.
    counts.sort_by_key(|(reason, nodes)| format!("{nodes} {reason}"));
    let counts = counts.into_iter();
    let counts = counts.map(|(reason, nodes)| json!({"reason": reason, "nodes": nodes}));
    counts.collect()
}

/// The volumes that claims get on a node that passes `VolumeBinding`, if any gets one.
pub fn volumes(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod, cycle: &Cycle) -> Option<Found> {
    let later = ["VolumeZone", "PodTopologySpread", "InterPodAffinity"];
    let filter = cycle.filters.iter().find(|(name, _)| *name == node.name);
    let misfit = filter?.1.as_ref();
    let passes = misfit.is_none_or(|misfit| later.contains(&misfit.plugin));
    let found = volumes::found(snapshot, node, pod).filter(|_| passes);
    found.filter(|found| *found != Found::default())
}

/// A cycle as the engine answers it, sentences aside.
pub fn answer(snapshot: &ClusterSnapshot, pod: &Pod, cycle: &Cycle) -> Value {
    let admission = &cycle.admission;
    let quotas = ledger(snapshot);
    let quotas = quotas
        .iter()
        .map(|(namespace, used)| quota(snapshot, namespace, used));
    let quotas: Vec<Value> = quotas.collect();
    if !cycle.gates.is_empty() {
        return json!({
            "pod": pod.key, "priority": pod.priority, "outcome": cycle.outcome, "node": null,
            "gates": cycle.gates, "nodeNames": null, "victims": [], "reprieved": [],
            "podRequest": named(&admission.request), "quotas": quotas,
            "rejection": null, "preemption": null, "misfits": [], "feasible": 0,
        });
    }
    // Where node affinity contradicts itself, nobody asks the quota.
    let asked = cycle.named != Named::Conflict && cycle.refusal.is_none();
    let with_quota = |value: Value| {
        if admission.has_quota && asked {
            value
        } else {
            Value::Null
        }
    };
    let nodes = snapshot.nodes.iter().map(|node| {
        let filter = cycle.filters.iter().find(|(name, _)| *name == node.name);
        let why = filter.and_then(|(_, misfit)| misfit.as_ref());
        let mut answer = json!({
            "node": node.name,
            "fits": filter.map(|(_, misfit)| misfit.is_none()),
            "misfit": why.map(misfit),
            "dryRun": cycle.attempt(&node.name).map(|a| attempt(&node.name, pod, a)),
        });
        // Absent where no claim gets a volume.
        answer["volumes"] = Value::Null;
        if let Some(found) = volumes(snapshot, node, pod, cycle) {
            let bind = found.bind.iter();
            let key = |claim: &String| format!("{}/{claim}", pod.namespace);
            let bind = bind.map(|(claim, volume)| json!({"claim": key(claim), "volume": volume}));
            let bind: Vec<Value> = bind.collect();
            let provision: Vec<String> = found.provision.iter().map(key).collect();
            answer["volumes"] = json!({"bind": bind, "provision": provision});
        }
        answer
    });
    let mut answer = json!({
        "pod": pod.key, "priority": pod.priority, "outcome": cycle.outcome,
        "victims": [], "reprieved": [],
        "podRequest": named(&admission.request),
        "quota": with_quota(json!(governing(snapshot, &pod.namespace).map(key_of))),
        "quotas": quotas,
        "gates": [], "nodeNames": cycle.node_names(),
        "overMinWithPod": with_quota(json!(admission.over_min)),
        "requestWithNominatedOfQuota": with_quota(named(&admission.own)),
        "requestWithNominated": with_quota(named(&admission.all)),
        "rejection": admission.rejection.as_ref().filter(|_| asked).map(rejection),
        "misfits": counts(cycle),
        "nodesTotal": snapshot.nodes.len(), "feasible": cycle.feasible().count(),
        "preemption": null,
        "nodes": nodes.collect::<Vec<_>>(),
    });
    answer["volumeRefusal"] = Value::Null;
    if let Some((plugin, reason)) = &cycle.refusal {
        answer["volumeRefusal"] = json!({"plugin": plugin, "reason": reason});
    }
    if cycle.outcome != "Schedulable" {
        answer["node"] = json!(cycle.node);
    }
    if let Some(preemption) = &cycle.preemption {
        let attempts = &preemption.attempts;
        let candidate = |attempt: &Attempt| matches!(attempt, Attempt::Candidate(_));
        answer["preemption"] = json!({
            "eligible": preemption.ineligible.is_none(),
            "ineligibleReason": preemption.ineligible.map(|reason| match reason {
                Ineligible::Policy => "policy",
                Ineligible::Terminating => "terminating",
                Ineligible::Conflict => "node-affinity-conflict",
                Ineligible::Volumes => "volumes",
            }),
            "tried": attempts.len(),
            "candidates": attempts.iter().filter(|(_, a)| candidate(a)).count(),
            "chosenAnyOf": preemption.best,
        });
    }
    if let Some(Attempt::Candidate(chosen)) = cycle.node.as_ref().and_then(|n| cycle.attempt(n)) {
        answer["victims"] = json!(keys(&chosen.victims));
        answer["reprieved"] = json!(keys(&chosen.reprieved));
    }
    answer
}
