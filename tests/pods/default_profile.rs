//! Scores of the default profile, computed by hand, where the vectors are thin.

mod requests;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::{ask, text};

/// A node of 4 cpus and 4 GiB.
pub(crate) fn node(name: &str, labels: &Value, spec: &Value, images: &Value) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels}, "spec": spec,
        "status": {"allocatable": {"cpu": "4", "memory": "4Gi", "pods": "9"}, "images": images},
    })
}

/// Nodes by name, each with its own host name.
pub(crate) fn hosts(names: &[&str]) -> Vec<Value> {
    let host = |name: &&str| {
        let labels = json!({"kubernetes.io/hostname": name});
        node(name, &labels, &json!({}), &json!([]))
    };
    names.iter().map(host).collect()
}

/// A pod of namespace `x` on a node.
pub(crate) fn on(node: &str, name: &str, labels: &Value) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "x", "name": name, "labels": labels},
        "spec": {"nodeName": node, "containers": [{"name": "c"}]}, "status": {"phase": "Running"},
    })
}

/// The pod that is asked for: `metadata` and `spec` beside its name and a container.
pub(crate) fn incoming(metadata: &Value, spec: &Value) -> Value {
    let mut pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "x", "name": "in"},
        "spec": {"containers": [{"name": "c"}]},
    });
    for (part, fields) in [("metadata", metadata), ("spec", spec)] {
        for (field, value) in fields.as_object().expect("fields") {
            pod[part][field] = value.clone();
        }
    }
    pod
}

fn scored(objects: &[Value], profile: &str) -> Value {
    let question =
        json!({"scoreNodes": {"pod": "x/in", "defaultProfile": true, "profile": profile}});
    ask(&mut Scenario::new(&text(objects)), &question)
}

/// What a plugin scores the nodes, in the order of the text; `null` for all: it skips the pod.
pub(crate) fn scores_of(answer: &Value, plugin: &str) -> Value {
    let plugins = answer["defaultProfile"]["plugins"].as_array();
    let plugins = plugins.expect("plugins").iter();
    let at = plugins.clone().position(|other| other["name"] == plugin);
    let at = at.expect("the plugin");
    let rows = answer["rows"].as_array().expect("rows").iter();
    let scores = rows.map(|row| row["defaultProfile"]["scores"][at].clone());
    let scores: Vec<Value> = scores.collect();
    let skipped = answer["defaultProfile"]["plugins"][at]["skipped"] == true;
    assert_eq!(skipped, scores.iter().all(Value::is_null), "{answer:#}");
    if skipped { Value::Null } else { json!(scores) }
}

#[track_caller]
fn check(plugin: &str, objects: &[Value], expected: &Value) {
    for profile in ["Upstream", "Proposal"] {
        let answer = scored(objects, profile);
        assert_eq!(
            scores_of(&answer, plugin),
            *expected,
            "{profile}: {answer:#}"
        );
    }
}

/// A pod with labels `app=web,tier=x` and an owner, and what says which pods are like it. Node `a` has two pods
/// `app=web`, one of them `tier=x`, and `b` none.
#[track_caller]
fn check_default_spread(owner: &Value, selecting: &[Value], expected: &Value) {
    let mut objects = hosts(&["a", "b"]);
    objects.push(on("a", "one", &json!({"app": "web", "tier": "x"})));
    objects.push(on("a", "two", &json!({"app": "web"})));
    objects.extend_from_slice(selecting);
    let metadata = json!({"labels": {"app": "web", "tier": "x"}, "ownerReferences": owner});
    objects.push(incoming(&metadata, &json!({})));
    check("PodTopologySpread", &objects, expected);
}

pub(crate) fn service(namespace: &str, name: &str, selector: &Value) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"namespace": namespace, "name": name},
        "spec": {"selector": selector},
    })
}

fn workload(version: &str, kind: &str, namespace: &str, selector: &Value) -> Value {
    json!({
        "apiVersion": version, "kind": kind, "metadata": {"namespace": namespace, "name": "web"},
        "spec": {"replicas": 0, "selector": selector, "template": {"spec": {"containers": [{"name": "c"}]}}},
    })
}

fn owned_by(kind: &str, is_controller: bool) -> Value {
    let version = if kind == "ReplicationController" {
        "v1"
    } else {
        "apps/v1"
    };
    json!([{"apiVersion": version, "kind": kind, "name": "web", "uid": "u", "controller": is_controller}])
}

/// Two pods on `a`: round(2 ln 4 + 2) = 5 against 2, so 100 (5 + 2 - 5) / 5. One: round(ln 4 + 2) = 3.
#[test]
fn services_and_owners_spread_pods() {
    let (two, one, skipped) = (json!([40, 100]), json!([66, 100]), Value::Null);
    let web = service("x", "web", &json!({"app": "web"}));
    let tier = service("x", "tier", &json!({"tier": "x"}));
    let all = service("x", "all", &json!({}));
    let nobody = service("x", "nobody", &Value::Null);
    let other = service("x", "other", &json!({"app": "db"}));
    let elsewhere = service("y", "web", &json!({"app": "web"}));
    let alone = json!([]);
    check_default_spread(&alone, &[], &skipped);
    check_default_spread(&alone, std::slice::from_ref(&web), &two);
    check_default_spread(&alone, &[web.clone(), tier.clone()], &one);
    check_default_spread(
        &alone,
        &[tier.clone(), all.clone(), nobody.clone(), web.clone()],
        &one,
    );
    check_default_spread(
        &alone,
        &[web.clone(), other.clone(), elsewhere.clone()],
        &two,
    );
    check_default_spread(&alone, &[all, nobody, other, elsewhere], &skipped);

    let by_app = json!({"matchLabels": {"app": "web"}});
    let set = |kind| workload("apps/v1", kind, "x", &by_app);
    let controller = workload("v1", "ReplicationController", "x", &json!({"app": "web"}));
    for (kind, object) in [
        ("ReplicaSet", set("ReplicaSet")),
        ("StatefulSet", set("StatefulSet")),
        ("ReplicationController", controller),
    ] {
        let object = std::slice::from_ref(&object);
        check_default_spread(&owned_by(kind, true), object, &two);
        check_default_spread(&owned_by(kind, false), object, &skipped);
        check_default_spread(&owned_by("Job", true), object, &skipped);
        let both = [object, std::slice::from_ref(&tier)].concat();
        check_default_spread(&owned_by(kind, true), &both, &one);
    }
    let elsewhere = workload("apps/v1", "ReplicaSet", "y", &by_app);
    check_default_spread(&owned_by("ReplicaSet", true), &[elsewhere], &skipped);
    let by_tier = json!({"matchExpressions": [{"key": "tier", "operator": "Exists"}]});
    let by_tier = workload("apps/v1", "ReplicaSet", "x", &by_tier);
    check_default_spread(&owned_by("ReplicaSet", true), &[by_tier], &one);
}

/// A pod that a `Deployment` has still to create spreads from the pods that the `Deployment` selects.
#[test]
fn replicas_to_create_spread_pods() {
    let web = json!({"app": "web"});
    let mut made = workload("apps/v1", "Deployment", "x", &json!({"matchLabels": web}));
    made["spec"]["replicas"] = json!(1);
    made["spec"]["template"]["metadata"] = json!({"labels": web});
    let mut objects = hosts(&["a", "b"]);
    objects.extend([on("a", "one", &web), on("a", "two", &web), made]);
    let question = json!({"scoreNodes": {"pod": "x/web-0", "defaultProfile": true}});
    let answer = ask(&mut Scenario::new(&text(&objects)), &question);
    assert_eq!(scores_of(&answer, "PodTopologySpread"), json!([40, 100]));
}

/// Three nodes with one host name: each counts its own pods, and all three are domains. 2 ln 5 = 3.2, ln 5 = 1.6.
#[test]
fn nodes_that_share_a_host_name() {
    let labels = json!({"kubernetes.io/hostname": "h"});
    let shared = |name| node(name, &labels, &json!({}), &json!([]));
    let web = json!({"app": "web"});
    let objects = |spec: &Value| {
        let mut objects = vec![shared("a"), shared("b"), shared("c")];
        for (node, name) in [("a", "one"), ("a", "two"), ("b", "three")] {
            objects.push(on(node, name, &web));
        }
        objects.push(incoming(&json!({"labels": web}), spec));
        objects
    };
    let spread = json!({"topologySpreadConstraints": [{
        "maxSkew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "ScheduleAnyway",
        "labelSelector": {"matchLabels": web},
    }]});
    check("PodTopologySpread", &objects(&spread), &json!([0, 33, 100]));
    // For pod affinity they are one domain.
    let term =
        json!({"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": web}});
    let likes = [json!({"weight": 10, "podAffinityTerm": term})];
    let near = json!({"affinity": {"podAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": likes}}});
    check("InterPodAffinity", &objects(&near), &json!([0, 0, 0]));
}

/// Nodes `a`, `b` and `c`, with pods `app=web` on `b` and `app=db` on `c`; the preferred terms by app and weight.
#[track_caller]
fn check_pod_affinity(likes: &[(&str, i64)], avoids: &[(&str, i64)], expected: &Value) {
    let terms = |terms: &[(&str, i64)]| {
        let terms = terms.iter().map(|(app, weight)| {
            json!({"weight": weight, "podAffinityTerm": {
                "topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": app}},
            }})
        });
        json!({"preferredDuringSchedulingIgnoredDuringExecution": terms.collect::<Vec<_>>()})
    };
    let mut objects = hosts(&["a", "b", "c"]);
    objects.push(on("b", "web", &json!({"app": "web"})));
    objects.push(on("c", "db", &json!({"app": "db"})));
    let affinity = json!({"podAffinity": terms(likes), "podAntiAffinity": terms(avoids)});
    objects.push(incoming(&json!({}), &json!({"affinity": affinity})));
    check("InterPodAffinity", &objects, expected);
}

#[test]
fn pods_near_and_far() {
    check_pod_affinity(&[("web", 50)], &[], &json!([0, 100, 0]));
    check_pod_affinity(&[], &[("web", 50)], &json!([100, 0, 100]));
    // 100 x (29 / 50) is a little less than 58.
    check_pod_affinity(&[("web", 29), ("db", 50)], &[], &json!([0, 57, 100]));
    check_pod_affinity(&[("db", 30)], &[("web", 30)], &json!([50, 0, 100]));
    // Terms that cancel have matched.
    check_pod_affinity(&[("web", 5)], &[("web", 5)], &json!([0, 0, 0]));
    check_pod_affinity(&[("nobody", 5)], &[("nothing", 9)], &Value::Null);
}

/// A selector of namespaces that holds without labels covers all of them in Kubernetes 1.35.
#[test]
fn namespaces_of_preferred_terms() {
    let mut objects = hosts(&["a", "b"]);
    for (name, team) in [("x", "red"), ("y", "blue")] {
        let labels = json!({"team": team});
        objects.push(json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}));
    }
    let mut there = on("b", "there", &json!({"app": "web"}));
    there["metadata"]["namespace"] = json!("y");
    objects.push(there);
    let selector =
        json!({"matchExpressions": [{"key": "team", "operator": "NotIn", "values": ["blue"]}]});
    let term = json!({
        "topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "web"}},
        "namespaceSelector": selector,
    });
    let likes = [json!({"weight": 1, "podAffinityTerm": term})];
    let affinity =
        json!({"podAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": likes}});
    objects.push(incoming(&json!({}), &json!({"affinity": affinity})));
    let of = |profile| scores_of(&scored(&objects, profile), "InterPodAffinity");
    assert_eq!(
        (of("Upstream"), of("Proposal")),
        (json!([0, 100]), Value::Null)
    );
}

#[test]
fn taints_that_prefer_no_pod() {
    let tainted = |name, taints: &[(&str, &str)]| {
        let taints = taints
            .iter()
            .map(|(key, effect)| json!({"key": key, "effect": effect}));
        let spec = json!({"taints": taints.collect::<Vec<_>>()});
        node(name, &json!({}), &spec, &json!([]))
    };
    let soft = "PreferNoSchedule";
    let objects = [
        tainted("a", &[("one", soft), ("two", soft), ("ok", soft)]),
        tainted("b", &[("one", soft), ("hard", "NoSchedule")]),
        tainted("c", &[("ok", soft)]),
        incoming(
            &json!({}),
            &json!({"tolerations": [
                {"key": "ok", "operator": "Exists"},
                {"key": "hard", "operator": "Exists"},
                {"key": "one", "operator": "Exists", "effect": "NoSchedule"},
            ]}),
        ),
    ];
    check("TaintToleration", &objects, &json!([0, 50, 100]));
}

#[test]
fn preferred_nodes() {
    let pod =
        |affinity: &Value| incoming(&json!({}), &json!({"affinity": {"nodeAffinity": affinity}}));
    let objects = |affinity: &Value| {
        let mut objects = hosts(&["a", "b"]);
        objects.push(pod(affinity));
        objects
    };
    let preferred =
        |terms: &Value| json!({"preferredDuringSchedulingIgnoredDuringExecution": terms});
    check("NodeAffinity", &objects(&json!({})), &Value::Null);
    check(
        "NodeAffinity",
        &objects(&preferred(&json!([]))),
        &json!([0, 0]),
    );
    let is_b = json!({"matchExpressions": [{"key": "kubernetes.io/hostname", "operator": "In", "values": ["b"]}]});
    let terms = json!([{"weight": 7, "preference": is_b}, {"weight": 9, "preference": {}}]);
    check(
        "NodeAffinity",
        &objects(&preferred(&terms)),
        &json!([0, 100]),
    );
    // By name: one value, else the term holds nowhere.
    let terms = |names: &[&str]| {
        let by = |names| json!({"matchFields": [{"key": "metadata.name", "operator": "In", "values": names}]});
        json!([{"weight": 7, "preference": by(names)}, {"weight": 1, "preference": by(&["a"])}])
    };
    check(
        "NodeAffinity",
        &objects(&preferred(&terms(&["b"]))),
        &json!([14, 100]),
    );
    check(
        "NodeAffinity",
        &objects(&preferred(&terms(&["b", "c"]))),
        &json!([100, 0]),
    );
}

/// 523 MiB on all nodes: 100 (523 - 23) / 977; on one of two, half of it.
#[test]
fn images_of_a_pod() {
    let with = |name, images: &[&str]| {
        let images = images
            .iter()
            .map(|name| json!({"names": [name], "sizeBytes": 523 << 20}));
        node(name, &json!({}), &json!({}), &images.collect())
    };
    let objects = |image: &str| {
        let spec = json!({"containers": [{"name": "c", "image": image}]});
        let a = with("a", &["app:latest", "host:5000/app:latest", "both:1"]);
        [a, with("b", &["both:1"]), incoming(&json!({}), &spec)]
    };
    check("ImageLocality", &objects("both:1"), &json!([51, 51]));
    check("ImageLocality", &objects("app"), &json!([24, 0]));
    check("ImageLocality", &objects("host:5000/app"), &json!([24, 0]));
    check("ImageLocality", &objects("both"), &json!([0, 0]));
    check(
        "ImageLocality",
        &objects("docker.io/library/app"),
        &json!([0, 0]),
    );
}

/// Four nodes: `d` is cordoned, `b` has a taint. The others tie.
#[test]
fn the_choice() {
    let mut objects = hosts(&["c", "b", "a", "d"]);
    objects[1]["spec"]["taints"] = json!([{"key": "k", "effect": "PreferNoSchedule"}]);
    objects[3]["spec"]["unschedulable"] = json!(true);
    objects.push(incoming(&json!({}), &json!({})));
    // 3 x 100 for taints, 96 for free resources; nothing balances, spreads or is near.
    let next = json!({"total": 96, "nodes": ["b"], "count": 1});
    let choice = json!({"node": "a", "total": 396, "tiedWith": ["c"], "tied": 1, "next": next});
    let answer = scored(&objects, "Upstream");
    assert_eq!(answer["defaultProfile"]["choice"], choice, "{answer:#}");
    assert_eq!(answer["rows"][3]["defaultProfile"], Value::Null);
    let mut scenario = Scenario::new(&text(&objects));
    let cycle = ask(&mut scenario, &json!({"simulatePod": {"pod": "x/in"}}));
    assert_eq!((&cycle["choice"], &cycle["node"]), (&choice, &json!("a")));
    let order = |order: &str| {
        let question = json!({"scoreNodes": {"pod": "x/in", "order": order}});
        let answer = ask(&mut Scenario::new(&text(&objects)), &question);
        let rows = answer["rows"].as_array().expect("rows").iter();
        let names: Vec<&str> = rows.filter_map(|row| row["name"].as_str()).collect();
        (names.concat(), answer["defaultProfile"].is_null())
    };
    assert_eq!(order("total"), ("acbd".to_owned(), false));
    assert_eq!(order("text"), ("cbad".to_owned(), true));
}

/// A single node is taken without scoring.
#[test]
fn one_node_is_not_scored() {
    let mut objects = hosts(&["a"]);
    objects.push(incoming(&json!({}), &json!({})));
    let mut scenario = Scenario::new(&text(&objects));
    let cycle = ask(&mut scenario, &json!({"simulatePod": {"pod": "x/in"}}));
    assert_eq!(
        (&cycle["choice"], &cycle["node"]),
        (&Value::Null, &json!("a"))
    );
    let answer = scored(&objects, "Upstream");
    assert_eq!(answer["defaultProfile"]["choice"]["total"], 396);
}

/// A nominated pod that fits its node goes there, whatever the scores say.
#[test]
fn the_nominated_node_alone_is_scored() {
    let mut objects = hosts(&["a", "b"]);
    objects[1]["spec"]["taints"] = json!([{"key": "k", "effect": "PreferNoSchedule"}]);
    let mut pod = incoming(&json!({}), &json!({}));
    pod["status"] = json!({"nominatedNodeName": "b"});
    objects.push(pod);
    let answer = scored(&objects, "Upstream");
    let profile = &answer["defaultProfile"];
    assert_eq!(profile["onlyNodes"], json!(["b"]), "{answer:#}");
    assert_eq!(profile["choice"]["node"], "b");
    assert_eq!(answer["rows"][0]["defaultProfile"], Value::Null);
    assert_eq!(answer["rows"][1]["defaultProfile"]["total"], 96);
}

/// Node affinity that names nodes, and one that names none that could be.
#[test]
fn nodes_that_affinity_names() {
    let of = |names: &[&[&str]]| {
        let fields = names
            .iter()
            .map(|names| json!({"key": "metadata.name", "operator": "In", "values": names}));
        let terms = json!([{"matchFields": fields.collect::<Vec<_>>()}]);
        let affinity =
            json!({"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}});
        let mut objects = hosts(&["a", "b"]);
        objects.push(incoming(
            &json!({}),
            &json!({"affinity": {"nodeAffinity": affinity}}),
        ));
        let answer = scored(&objects, "Upstream");
        let profile = &answer["defaultProfile"];
        (
            profile["onlyNodes"].clone(),
            profile["choice"]["node"].clone(),
        )
    };
    assert_eq!(of(&[&["b"]]), (json!(["b"]), json!("b")));
    assert_eq!(of(&[&["lost"]]), (json!(["lost"]), Value::Null));
    assert_eq!(of(&[&["a"], &["b"]]), (json!([]), Value::Null));
}

/// An empty node of 4 cpus and 4 GiB, and one of 16 and 16 with a quarter in use. For 100m and 200Mi the first is
/// freer, 96 to 73; for 3 cpus and 3 GiB the second, 56 to 25. Both are in balance.
#[test]
fn a_fault_that_decides_the_choice() {
    let mut objects = hosts(&["a", "b"]);
    objects[1]["status"]["allocatable"] = json!({"cpu": "16", "memory": "16Gi", "pods": "9"});
    let mut there = on("b", "there", &json!({}));
    there["spec"]["containers"][0]["resources"] =
        json!({"requests": {"cpu": "4", "memory": "4Gi"}});
    objects.push(there);
    let whole = json!({"resources": {"requests": {"cpu": "3", "memory": "3Gi"}}});
    objects.push(incoming(&json!({}), &whole));
    let mut scenario = Scenario::new(&text(&objects));
    let mut of = |profile| {
        let question = json!({"simulatePod": {"pod": "x/in", "profile": profile}});
        let cycle = ask(&mut scenario, &question);
        (cycle["node"].clone(), cycle["faults"].clone())
    };
    let (node, faults) = of("Upstream");
    assert_eq!(node, "a", "{faults}");
    assert_eq!(faults[0]["fault"], "leastPodLevel", "{faults}");
    assert_eq!(faults[0]["node"], "b", "{faults}");
    let (node, faults) = of("Proposal");
    assert_eq!((node, faults), (json!("b"), json!([])));
}
