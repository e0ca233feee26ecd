//! Pairs of edits of two families of a pod against brute force: where two edits by hand let a pod in, the answer has two
//! of the same families.

use std::collections::BTreeMap;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::change::{RESOURCES, Wanted, after, is_named, quantity, sums, with};
use crate::reference::{
    answers::{ask, text},
    pod_sets::{self, Scope},
    pods::{ClusterSnapshot, amounts, items, of},
    quota::quotas::{governing, max, min},
};

const TINY: Scope = Scope {
    nodes: 2,
    pods: 4,
    quotas: 2,
    unbound: 15,
};

const FAMILIES: [&str; 4] = ["request", "quota", "priority", "release"];

/// The objects after each edit of a family by hand.
fn edits(family: &str, wanted: &Wanted<'_>, objects: &[Value]) -> Vec<Vec<Value>> {
    match family {
        "request" => requests(wanted, objects),
        "quota" => bounds(wanted, objects),
        "priority" => priorities(wanted, objects),
        _ => releases(wanted, objects),
    }
}

/// Each other pod that holds something gone.
fn releases(wanted: &Wanted<'_>, objects: &[Value]) -> Vec<Vec<Value>> {
    let snapshot = ClusterSnapshot::read_as(objects, wanted.proposal);
    let others = snapshot
        .pods
        .iter()
        .filter(|pod| pod.live && pod.key != wanted.asked && pod.node.is_some());
    let without = others.map(|pod| {
        let stays = |object: &&Value| !is_named(object, "Pod", &pod.key);
        objects.iter().filter(stays).cloned().collect()
    });
    without.collect()
}

/// The priority of each other pod, and just above it.
fn priorities(wanted: &Wanted<'_>, objects: &[Value]) -> Vec<Vec<Value>> {
    if !super::admitted_priority::is_free(wanted.asked, objects) {
        return Vec::new();
    }
    let snapshot = ClusterSnapshot::read_as(objects, wanted.proposal);
    let own = snapshot.pod(wanted.asked).expect("a pod").priority;
    let others = snapshot.pods.iter().filter(|pod| pod.key != wanted.asked);
    let mut values: Vec<i64> = others
        .flat_map(|pod| [pod.priority, pod.priority + 1])
        .collect();
    values.sort_unstable();
    values.dedup();
    values.retain(|new| *new != own);
    let edited = values.iter().map(|new| {
        with(objects, "Pod", wanted.asked, |pod| {
            pod["spec"]["priority"] = json!(new);
        })
    });
    edited.collect()
}

/// No request at all, of one resource of one container.
fn requests(wanted: &Wanted<'_>, objects: &[Value]) -> Vec<Vec<Value>> {
    let snapshot = ClusterSnapshot::read_as(objects, wanted.proposal);
    let pod = snapshot.pod(wanted.asked).expect("a pod");
    let mut all = Vec::new();
    for (at, container) in items(&pod.value["spec"]["containers"]).enumerate() {
        let requests = amounts(&container["resources"]["requests"]);
        for resource in RESOURCES {
            let is_exact = resource.contains('/') || resource.starts_with("hugepages");
            let is_bound = is_exact && !container["resources"]["limits"][resource].is_null();
            if of(&requests, resource) == 0 || is_bound {
                continue;
            }
            all.push(with(objects, "Pod", wanted.asked, |pod| {
                pod["spec"]["containers"][at]["resources"]["requests"][resource] =
                    quantity(resource, 0);
            }));
        }
    }
    all
}

/// Each bound of each quota where all that its pods, or all pods, and the asked one are charged is admitted.
fn bounds(wanted: &Wanted<'_>, objects: &[Value]) -> Vec<Vec<Value>> {
    let snapshot = ClusterSnapshot::read_as(objects, wanted.proposal);
    let mut all = Vec::new();
    for quota in &snapshot.quotas {
        let is_first = governing(&snapshot, &quota.namespace);
        if is_first.is_none_or(|one| one.name != quota.name) {
            continue;
        }
        let key = format!("{}/{}", quota.namespace, quota.name);
        for resource in ["cpu", "memory"] {
            let live = snapshot.pods.iter().filter(|pod| pod.live);
            let sums = sums(live.map(|pod| of(&pod.charge, resource)));
            let least = of(&min(quota), resource);
            let most = max(quota, resource);
            for new in [0, *sums.last().expect("a sum")] {
                let is_min = new <= most.unwrap_or(i128::MAX) && new != least;
                let is_max = most.is_some_and(|most| new >= least && new != most);
                for bound in [(is_min, "min"), (is_max, "max")] {
                    if bound.0 {
                        all.push(with(objects, "ElasticQuota", &key, |quota| {
                            quota["spec"][bound.1][resource] = quantity(resource, new);
                        }));
                    }
                }
            }
        }
    }
    all
}

#[test]
fn two_edits_of_two_families_are_found() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let sets = pod_sets::sampled(400, &pod_sets::pod_set(TINY));
    for (number, pod_set) in sets.into_iter().enumerate() {
        let objects = &pod_set.objects;
        let wanted = Wanted {
            asked: &pod_set.asked,
            proposal: number % 2 == 1,
            admitted: true,
            evicts_nobody: number % 4 > 1,
            spares: None,
            on: None,
        };
        let is_plain = objects.iter().any(|one| {
            let spec = &one["spec"];
            let plain = ["initContainers", "resources", "overhead"];
            is_named(one, "Pod", wanted.asked) && plain.iter().all(|field| spec[field].is_null())
        });
        if wanted.meets(objects) || !is_plain {
            continue;
        }
        let source = text(objects);
        let mut question = wanted.question();
        question["change"]["families"] = json!(FAMILIES);
        question["change"]["maxSteps"] = json!(100_000);
        question["change"]["limit"] = json!(100);
        let answer = ask(&mut Scenario::new(&source), &question);
        let changes: Vec<&Value> = items(&answer["changes"]).collect();
        let is_single = |change: &&Value| change["cost"]["edits"] == 1;
        if changes.iter().any(is_single) || answer["complete"] != true {
            continue;
        }
        for change in &changes {
            let edited = after(&source, change);
            assert!(wanted.meets(&edited), "{change:#} {source}");
        }
        for (at, one) in FAMILIES.iter().enumerate() {
            let firsts = edits(one, &wanted, objects);
            for other in &FAMILIES[at + 1..] {
                let mut pairs = firsts.iter().flat_map(|first| edits(other, &wanted, first));
                let is_met = pairs.any(|objects| wanted.meets(&objects));
                let families = json!([one, other]);
                let is_found = changes
                    .iter()
                    .any(|change| change["cost"]["families"] == families);
                assert!(
                    is_found || !is_met,
                    "{families} {question} {answer:#} {source}"
                );
                *seen.entry(format!("{one}+{other}")).or_default() += usize::from(is_met);
            }
        }
    }
    let count = seen.values().filter(|count| **count > 0).count();
    assert!(count > 2, "{seen:?}");
}
