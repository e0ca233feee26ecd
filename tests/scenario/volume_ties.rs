//! Volumes of which Kubernetes takes any one: what answers say about them, compared with all orders in which it may see
//! the volumes.

use std::collections::BTreeSet;

use proptest::prelude::*;
use reference::pods::{ClusterSnapshot, filters::volumes::found_in_any_order};
use serde_json::{Value, json};

use super::volumes::ask;

/// A volume: its size, the index of its zones, whether it has a second access mode, and the claim that it is reserved
/// for.
type Volume = (u8, usize, bool, Option<u8>);

/// A claim: its request, and whether it asks for the second access mode.
type Claim = (u8, bool);

const ZONES: [&[&str]; 3] = [&["a"], &["b"], &["a", "b"]];

fn modes(second: bool) -> Value {
    if second {
        json!(["ReadWriteOnce", "ReadWriteMany"])
    } else {
        json!(["ReadWriteOnce"])
    }
}

fn objects(volumes: &[Volume], claims: &[Claim], provisioner: &str) -> Vec<Value> {
    let mut items = vec![json!({
        "apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "local"},
        "provisioner": provisioner, "volumeBindingMode": "WaitForFirstConsumer",
    })];
    for zone in ["a", "b"] {
        items.push(json!({
            "apiVersion": "v1", "kind": "Node",
            "metadata": {"name": format!("n-{zone}"), "labels": {"zone": zone}},
            "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "9"}},
        }));
    }
    for (at, (size, zones, second, reserved)) in volumes.iter().enumerate() {
        let mut spec = json!({
            "capacity": {"storage": format!("{size}Gi")}, "accessModes": modes(*second),
            "storageClassName": "local",
            "nodeAffinity": {"required": {"nodeSelectorTerms": [
                {"matchExpressions": [{"key": "zone", "operator": "In", "values": ZONES[*zones]}]},
            ]}},
        });
        if let Some(claim) = reserved {
            spec["claimRef"] = json!({"namespace": "a", "name": format!("c{claim}")});
        }
        items.push(json!({
            "apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": format!("v{at}")},
            "spec": spec, "status": {"phase": "Available"},
        }));
    }
    let mut of_pod = Vec::new();
    for (at, (request, second)) in claims.iter().enumerate() {
        of_pod.push(json!({"name": format!("d{at}"), "persistentVolumeClaim": {"claimName": format!("c{at}")}}));
        let spec = json!({
            "accessModes": if *second { json!(["ReadWriteMany"]) } else { modes(false) },
            "storageClassName": "local", "resources": {"requests": {"storage": format!("{request}Gi")}},
        });
        items.push(json!({
            "apiVersion": "v1", "kind": "PersistentVolumeClaim",
            "metadata": {"namespace": "a", "name": format!("c{at}"), "uid": format!("u{at}")},
            "spec": spec, "status": {"phase": "Pending"},
        }));
    }
    items.push(json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "a", "name": "p", "uid": "p"},
        "spec": {"containers": [{"name": "c", "image": "i"}], "volumes": of_pod},
    }));
    items
}

/// What each claim gets in some order: volumes, and `None` for a new one.
type Gets = Vec<BTreeSet<Option<String>>>;

/// What the claims of a pod get on a node, and whether the node passes, in all orders.
fn of_twin(snapshot: &ClusterSnapshot, node: &str, claims: usize) -> (Gets, BTreeSet<bool>) {
    let pod = snapshot.pods.iter().find(|pod| pod.name == "p");
    let node = snapshot.node(node).expect("a node");
    let runs = found_in_any_order(snapshot, node, pod.expect("a pod"));
    let mut gets = vec![BTreeSet::new(); claims];
    let index = |claim: &str| -> usize { claim[1..].parse().expect("a number") };
    for found in runs.iter().flatten() {
        for (claim, volume) in &found.bind {
            gets[index(claim)].insert(Some(volume.clone()));
        }
        for claim in &found.provision {
            gets[index(claim)].insert(None);
        }
    }
    (gets, runs.iter().map(Option::is_some).collect())
}

fn any_volume() -> impl Strategy<Value = Volume> {
    let reserved = prop::option::weighted(0.2, 0..2_u8);
    (1..3_u8, 0..3_usize, any::<bool>(), reserved)
}

proptest! {
    /// The claims, the volumes and the nodes of ties are those that other orders give.
    #[test]
    fn ties_are_those_of_any_order(
        volumes in prop::collection::vec(any_volume(), 0..5),
        claims in prop::collection::vec((1..3_u8, any::<bool>()), 1..4),
        provisions in any::<bool>(),
    ) {
        let provisioner = if provisions { "x.csi.k8s.io" } else { "kubernetes.io/no-provisioner" };
        let items = objects(&volumes, &claims, provisioner);
        let snapshot = ClusterSnapshot::read(&items);
        let text = json!({"apiVersion": "v1", "kind": "List", "items": items}).to_string();
        let answer = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
        let mut open = Vec::new();
        for verdict in answer["nodes"].as_array().expect("nodes") {
            let name = verdict["node"].as_str().expect("a name");
            let (gets, passes) = of_twin(&snapshot, name, claims.len());
            let is_open = passes.len() > 1;
            if is_open {
                open.push(name.to_owned());
            }
            if verdict["fits"] == false {
                let ties = &verdict["misfit"]["volumes"]["ties"];
                prop_assert_eq!(!ties.is_null(), is_open, "{}: {}", name, verdict);
                continue;
            }
            let of = &verdict["volumes"];
            prop_assert_eq!(of["mayFail"] == true, is_open, "{}: {}", name, verdict);
            let found = of["ties"].as_array().into_iter().flatten();
            let found: Vec<&Value> = found.collect();
            for (at, gets) in gets.iter().enumerate() {
                let claim = format!("a/c{at}");
                let tie = found.iter().find(|tie| tie["claim"] == *claim);
                let Some(tie) = tie else {
                    prop_assert!(gets.len() < 2, "{}: {} gets {:?} in {}", name, claim, gets, verdict);
                    continue;
                };
                // Of volumes that are reserved, those on other nodes are listed, too: then another one may be made.
                let listed = tie["anyOf"].as_array().expect("volumes");
                let listed: BTreeSet<&str> = listed.iter().filter_map(Value::as_str).collect();
                let taken: BTreeSet<&str> = gets.iter().flatten().map(String::as_str).collect();
                let reserved = volumes.iter().any(|(.., of)| of.map(usize::from) == Some(at));
                prop_assert!(listed.is_superset(&taken), "{}: {:?} in {}", name, gets, verdict);
                if passes.len() == 1 && !reserved {
                    prop_assert_eq!(&listed, &taken, "{}: {}", name, verdict);
                    prop_assert_eq!(tie["orProvisioned"] == true, gets.contains(&None), "{}: {}", name, verdict);
                }
            }
        }
        let nodes = answer["volumeTies"]["nodes"].as_array().into_iter().flatten();
        let nodes: Vec<String> = nodes.filter_map(|node| Some(node.as_str()?.to_owned())).collect();
        prop_assert_eq!(nodes, open);
    }
}

/// A pod of a queue: its claims, of five, and its zone.
fn any_pod() -> impl Strategy<Value = (Vec<usize>, usize)> {
    (prop::collection::vec(0..5_usize, 1..2), 0..3_usize)
}

proptest! {
    /// Where another order of the volumes in the text gives a pod another end, the answer says that it is open.
    #[test]
    fn what_another_order_changes_is_said(
        volumes in prop::collection::vec(any_volume(), 2..6),
        claims in prop::collection::vec((1..3_u8, any::<bool>()), 5),
        pods in prop::collection::vec(any_pod(), 2..5),
        stored in any::<bool>(),
        rotation in 1..4_usize,
    ) {
        // Of one size, so that orders matter.
        let volumes: Vec<Volume> = volumes.into_iter().map(|(_, zones, second, _)| (1, zones, second, None)).collect();
        let claims: Vec<Claim> = claims.into_iter().map(|(_, second)| (1, second)).collect();
        let mut items = objects(&volumes, &claims, "kubernetes.io/no-provisioner");
        items.retain(|item| item["kind"] != "Pod");
        if !stored {
            // The volume controller binds them.
            items[0]["volumeBindingMode"] = json!("Immediate");
            for item in items.iter_mut().filter(|item| item["kind"] == "PersistentVolumeClaim") {
                let item = item.as_object_mut().expect("an object");
                item.remove("status");
                item["metadata"].as_object_mut().expect("an object").remove("uid");
            }
        }
        for (at, (claims, zone)) in pods.iter().enumerate() {
            let claims: BTreeSet<String> = claims.iter().map(|claim| format!("c{claim}")).collect();
            let claims: Vec<&str> = claims.iter().map(String::as_str).collect();
            items.push(pod(&format!("p{at}"), &claims, [None, Some("a"), Some("b")][*zone]));
        }
        let ends = |items: &[Value]| {
            let answer = ask(&list(items), &json!({"queue": {}}));
            let steps = answer["steps"].as_array().expect("steps").iter();
            let ends = steps.map(|step| (step["pod"].clone(), step["node"].clone()));
            (ends.collect::<Vec<_>>(), answer)
        };
        let (before, answer) = ends(&items);
        let is_volume = |item: &Value| item["kind"] == "PersistentVolume";
        let first = items.iter().position(is_volume).expect("a volume");
        items[first..first + volumes.len()].rotate_left(rotation % volumes.len());
        let (after, _) = ends(&items);
        prop_assert!(before == after || answer["volumeTies"].is_u64(), "{} {:?}", answer, after);
    }
}

/// Two nodes, and the class `local` whose volumes exist or not.
fn cluster() -> Vec<Value> {
    objects(&[], &[], "kubernetes.io/no-provisioner")
        .into_iter()
        .filter(|item| item["kind"] != "Pod")
        .collect()
}

fn volume(name: &str, zones: &[&str]) -> Value {
    json!({
        "apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": name},
        "spec": {
            "capacity": {"storage": "1Gi"}, "accessModes": modes(false), "storageClassName": "local",
            "nodeAffinity": {"required": {"nodeSelectorTerms": [
                {"matchExpressions": [{"key": "zone", "operator": "In", "values": zones}]},
            ]}},
        },
        "status": {"phase": "Available"},
    })
}

/// A claim without a volume; `stored`: a cluster has it already.
fn claim(name: &str, stored: bool) -> Value {
    let mut claim = json!({
        "apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"namespace": "a", "name": name},
        "spec": {
            "accessModes": modes(false), "storageClassName": "local", "resources": {"requests": {"storage": "1Gi"}},
        },
    });
    if stored {
        claim["metadata"]["uid"] = json!(name);
        claim["status"] = json!({"phase": "Pending"});
    }
    claim
}

/// A pending pod with claims, on the nodes of a zone or on any.
fn pod(name: &str, claims: &[&str], zone: Option<&str>) -> Value {
    let volumes = claims.iter().enumerate();
    let volumes = volumes.map(|(at, claim)| {
        json!({"name": format!("v{at}"), "persistentVolumeClaim": {"claimName": claim}})
    });
    let mut pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "a", "name": name, "uid": name},
        "spec": {"containers": [{"name": "c", "image": "i"}], "volumes": volumes.collect::<Vec<_>>()},
    });
    if let Some(zone) = zone {
        pod["spec"]["nodeSelector"] = json!({"zone": zone});
    }
    pod
}

fn list(items: &[Value]) -> String {
    json!({"apiVersion": "v1", "kind": "List", "items": items}).to_string()
}

fn tie(claim: &str, any_of: &[&str]) -> Value {
    json!({"claim": format!("a/{claim}"), "anyOf": any_of, "count": any_of.len()})
}

#[test]
fn a_pod_of_a_queue_depends_on_the_volumes_of_those_before_it() {
    let mut items = cluster();
    items.extend([
        volume("both", &["a", "b"]),
        volume("only", &["a"]),
        claim("c1", true),
        claim("c2", true),
        pod("p1", &["c1"], Some("a")),
        pod("p2", &["c2"], Some("b")),
    ]);
    let answer = ask(&list(&items), &json!({"queue": {}}));
    let steps = &answer["steps"];
    assert_eq!(steps[0]["node"], "n-a");
    assert_eq!(
        steps[0]["volumeTies"],
        json!({"claims": [tie("c1", &["both", "only"])]})
    );
    assert_eq!(steps[1]["outcome"], "Unschedulable");
    assert_eq!(
        steps[1]["volumeTies"],
        json!({"claims": [], "after": ["a/p1"]})
    );
    assert_eq!(answer["volumeTies"], 1);
    // Which of two volumes of one node is taken makes no difference.
    items[3] = volume("both", &["a"]);
    let last = items.len() - 1;
    items[last] = pod("p2", &["c2"], None);
    let answer = ask(&list(&items), &json!({"queue": {}}));
    assert_eq!(
        answer["steps"][0]["volumeTies"]["claims"],
        json!([tie("c1", &["both", "only"])])
    );
    assert_eq!(answer["steps"][1]["volumeTies"], Value::Null);
    assert_eq!(answer["volumeTies"], Value::Null);
}

#[test]
fn pods_that_share_a_claim_depend_on_its_volume() {
    let mut items = cluster();
    items.extend([
        volume("both", &["a", "b"]),
        volume("only", &["a"]),
        claim("c1", true),
        pod("p1", &["c1"], Some("a")),
        pod("p2", &["c1"], Some("b")),
    ]);
    let answer = ask(&list(&items), &json!({"queue": {}}));
    assert_eq!(answer["steps"][1]["volumeTies"]["after"], json!(["a/p1"]));
}

#[test]
fn the_volume_controller_takes_any_of_equal_volumes_for_a_new_claim() {
    let mut items = cluster();
    items[0]["volumeBindingMode"] = json!("Immediate");
    items.extend([
        volume("v", &["b"]),
        volume("w", &["a"]),
        claim("c", false),
        pod("p", &["c"], None),
    ]);
    let simulated = |items: &[Value]| ask(&list(items), &json!({"simulatePod": {"pod": "a/p"}}));
    let answer = simulated(&items);
    assert_eq!(answer["node"], "n-b");
    let ties = json!({"claims": [tie("c", &["v", "w"])], "nodes": ["n-a", "n-b"]});
    assert_eq!(answer["volumeTies"], ties);
    let scores = ask(&list(&items), &json!({"scoreNodes": {"pod": "a/p"}}));
    assert_eq!(scores["volumeTies"], ties);
    // Which one the first claim takes decides what is left for the second.
    items.insert(6, claim("d", false));
    let last = items.len() - 1;
    items[last] = pod("p", &["d"], None);
    assert_eq!(
        simulated(&items)["volumeTies"]["claims"],
        json!([tie("d", &["v", "w"])])
    );
    // Where nothing may be left for the second, its pod may wait.
    items[3]["metadata"]["labels"] = json!({"for": "d"});
    items[6]["spec"]["selector"] = json!({"matchLabels": {"for": "d"}});
    let answer = simulated(&items);
    assert_eq!(answer["outcome"], "Unschedulable");
    assert_eq!(
        answer["volumeTies"],
        json!({"claims": [tie("d", &["v"])], "nodes": ["n-b"]})
    );
    // A reserved volume without the access mode of the claim is passed over, wherever it stands.
    let mut items = cluster();
    items[0]["volumeBindingMode"] = json!("Immediate");
    let mut wide = claim("c", false);
    wide["spec"]["accessModes"] = json!(["ReadWriteMany"]);
    for name in ["v", "w"] {
        let mut reserved = volume(name, &["a", "b"]);
        reserved["spec"]["claimRef"] = json!({"namespace": "a", "name": "c"});
        items.push(reserved);
    }
    items.extend([wide, pod("p", &["c"], None)]);
    assert_eq!(simulated(&items)["volumeRefusal"]["unbound"], "immediate");
}

#[test]
fn why_a_claim_is_not_bound_before_its_pod() {
    let answer = |edit: &dyn Fn(&mut Value)| {
        let mut items = cluster();
        items[0]["volumeBindingMode"] = json!("Immediate");
        let mut of = claim("c", true);
        edit(&mut of["spec"]);
        items.extend([of, pod("p", &["c"], None)]);
        ask(&list(&items), &json!({"simulatePod": {"pod": "a/p"}}))["volumeRefusal"].clone()
    };
    let found = answer(&|spec| spec["storageClassName"] = json!("ghost"));
    assert_eq!(
        [&found["unbound"], &found["storageClass"]],
        ["no-class", "ghost"]
    );
    let no_class = |spec: &mut Value| {
        spec.as_object_mut()
            .expect("a spec")
            .remove("storageClassName");
    };
    assert_eq!(answer(&no_class)["unbound"], "no-default-class");
    assert_eq!(
        answer(&|spec| spec["storageClassName"] = json!(""))["unbound"],
        "empty-class"
    );
    assert_eq!(
        answer(&|spec| spec["volumeName"] = json!("v"))["unbound"],
        "named-volume"
    );
    assert_eq!(answer(&|_| {})["unbound"], "immediate");
}

#[test]
fn more_pods_depend_on_the_volumes_of_the_first() {
    let mut items = cluster();
    let mut first = pod("w-0", &["data-w-0"], None);
    let set = json!({"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "w", "uid": "w", "controller": true});
    first["metadata"]["ownerReferences"] = json!([set]);
    items.extend([
        volume("only", &["a"]),
        volume("both", &["a", "b"]),
        claim("data-w-0", true),
        first,
    ]);
    let answer = ask(&list(&items), &json!({"more": {"pod": "a/w-0"}}));
    assert_eq!(
        answer["volumeTies"]["claims"][0]["anyOf"],
        json!(["only", "both"]),
        "{answer}"
    );
}

#[test]
fn a_volume_that_is_attached_without_its_pod_counts_twice() {
    let mut items = cluster();
    let mut bound = volume("v", &["a"]);
    bound["spec"]["csi"] = json!({"driver": "x.csi.k8s.io", "volumeHandle": "h"});
    let mut of = claim("c", true);
    of["spec"]["volumeName"] = json!("v");
    of["metadata"]["annotations"] = json!({"pv.kubernetes.io/bind-completed": "yes"});
    items.extend([
        bound,
        of,
        pod("p", &["c", "c"], Some("a")),
        json!({
            "apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": "n-a"},
            "spec": {"drivers": [{"name": "x.csi.k8s.io", "nodeID": "n", "allocatable": {"count": 1}}]},
        }),
    ]);
    let simulated = |items: &[Value]| ask(&list(items), &json!({"simulatePod": {"pod": "a/p"}}));
    // Two volumes of the pod are one volume of the driver.
    assert_eq!(simulated(&items)["node"], "n-a");
    items.push(json!({
        "apiVersion": "storage.k8s.io/v1", "kind": "VolumeAttachment", "metadata": {"name": "x"},
        "spec": {"attacher": "x.csi.k8s.io", "nodeName": "n-a", "source": {"persistentVolumeName": "v"}},
    }));
    let limit = &simulated(&items)["nodes"][0]["misfit"]["volumes"]["limit"];
    assert_eq!(
        *limit,
        json!({"driver": "x.csi.k8s.io", "limit": 1, "held": 1, "new": 1, "twice": 1})
    );
}
