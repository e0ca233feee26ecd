//! How many nodes of a shape the pending pods need.

use proptest::prelude::*;
use schedscope::scenario::Scenario;
use schedscope_fuzz::cases::cases;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::{ClusterSnapshot, items},
    quota::queue::{Outcome, play},
};

use super::rollout::{node, workload};

/// A pending pod with further fields of its spec.
fn pod(name: &str, cpu: &str, more: &Value) -> Value {
    let mut made = json!({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": name, "namespace": "a", "uid": name, "labels": {"app": "web"}},
        "spec": {"containers": [{"name": "c", "image": "i", "resources": {"requests": {"cpu": cpu}}}]},
        "status": {"phase": "Pending"}});
    for (key, value) in more.as_object().unwrap() {
        made["spec"][key] = value.clone();
    }
    made
}

fn daemon_set(cpu: &str, more: &Value) -> Value {
    let mut made = workload("DaemonSet", 0, &json!({}), more);
    made["metadata"]["name"] = json!("agent");
    let requests = "/spec/template/spec/containers/0/resources/requests";
    made.pointer_mut(requests).unwrap()["cpu"] = json!(cpu);
    made["spec"]["template"]["metadata"]["labels"] = json!({"app": "agent"});
    made
}

fn needed(objects: &[Value], options: &Value) -> Value {
    ask(
        &mut Scenario::new(&text(objects)),
        &json!({ "nodesNeeded": options }),
    )
}

fn four() -> Value {
    json!({"shape": {"cpu": "4", "memory": "16Gi"}})
}

fn apart() -> Value {
    json!({"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
        [{"labelSelector": {"matchLabels": {"app": "web"}}, "topologyKey": "kubernetes.io/hostname"}]}}})
}

/// The nodes, the lower bound, and why the other pods are not helped.
fn told(answer: &Value) -> String {
    let why = |of: &Value| {
        let name = of["pod"].as_str().unwrap().replace("a/", "");
        format!("{name} {}", of["why"].as_str().unwrap())
    };
    let not: Vec<String> = items(&answer["notHelped"]).map(why).collect();
    let pods = items(&answer["newNodes"]).map(|node| node["pods"].to_string());
    format!(
        "{} of {} at least, {}: {}; {}",
        answer["nodes"],
        answer["lowerBound"],
        answer["end"].as_str().unwrap(),
        pods.collect::<Vec<_>>().join("+"),
        not.join(", ")
    )
}

#[test]
fn nodes_by_their_filters() {
    let none = json!({});
    let pods = |count: usize, cpu: &str, more: &Value| -> Vec<Value> {
        let names = (0..count).map(|at| format!("web-{at}"));
        names.map(|name| pod(&name, cpu, more)).collect()
    };
    let with = |objects: &[Value], mut pods: Vec<Value>| {
        pods.extend(objects.to_vec());
        pods
    };
    let tolerant = json!({"tolerations": [{"key": "gpu", "operator": "Exists"}],
        "nodeSelector": {"pool": "gpu"}});
    let spread = json!({"topologySpreadConstraints": [{"maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule",
        "topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "web"}}}]});
    let linux = json!({"nodeSelector": {"kubernetes.io/os": "linux"}});
    let gpu = json!({"shape": {"cpu": "4", "memory": "1Gi", "pods": "3", "nvidia.com/gpu": "1"},
        "labels": {"pool": "gpu"}, "taints": ["gpu=yes:NoSchedule"]});
    let mut cordoned = node("n1", 4);
    cordoned["spec"] = json!({"unschedulable": true, "taints":
        [{"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}, {"key": "gpu", "effect": "NoSchedule"}]});
    cordoned["metadata"]["labels"]["pool"] = json!("gpu");
    let cases: [(Vec<Value>, Value, &str); 13] = [
        (pods(0, "1", &none), four(), "0 of 0 at least, enough: ; "),
        // What is there is used first.
        (
            with(&[node("n1", 4)], pods(5, "2", &none)),
            four(),
            "2 of 2 at least, enough: 2+1; ",
        ),
        // 3.5 CPUs are left of each.
        (
            with(&[daemon_set("500m", &none)], pods(4, "2", &none)),
            four(),
            "4 of 4 at least, enough: 1+1+1+1; ",
        ),
        // The DaemonSet does not run there.
        (
            with(
                &[daemon_set("500m", &json!({"nodeSelector": {"pool": "x"}}))],
                pods(4, "2", &none),
            ),
            four(),
            "2 of 2 at least, enough: 2+2; ",
        ),
        (
            with(&[daemon_set("500m", &linux)], pods(2, "2", &linux)),
            four(),
            "2 of 2 at least, enough: 1+1; ",
        ),
        (
            pods(3, "1", &apart()),
            four(),
            "3 of 3 at least, enough: 1+1+1; ",
        ),
        // One domain has no skew; beside a node with one pod, a new one gets two.
        (
            pods(3, "1", &spread),
            four(),
            "1 of 1 at least, enough: 3; ",
        ),
        (
            with(&[node("n1", 1)], pods(5, "1", &spread)),
            four(),
            "2 of 1 at least, enough: 2+2; ",
        ),
        (
            pods(4, "1", &tolerant),
            gpu.clone(),
            "2 of 2 at least, enough: 3+1; ",
        ),
        (
            pods(1, "1", &none),
            gpu,
            "0 of 0 at least, enough: ; web-0 misfit",
        ),
        // Without its cordon, with its own taint.
        (
            with(&[cordoned], pods(4, "2", &tolerant)),
            json!({"like": "n1"}),
            "2 of 2 at least, enough: 2+2; ",
        ),
        (
            with(&[node("n1", 1)], pods(4, "2", &none)),
            json!({"like": "n1", "shape": {"cpu": "8"}}),
            "1 of 1 at least, enough: 4; ",
        ),
        (
            pods(5, "2", &none),
            json!({"shape": {"cpu": "4", "memory": "1Gi"}, "most": 2}),
            "2 of 3 at least, most: 2+2; ",
        ),
    ];
    for (objects, options, expected) in cases {
        assert_eq!(told(&needed(&objects, &options)), expected, "{options}");
    }
}

#[test]
fn pods_that_no_such_node_helps() {
    let none = json!({});
    let gated = json!({"schedulingGates": [{"name": "later"}]});
    let named = json!({"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
        {"nodeSelectorTerms": [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n9"]}]}]}}}});
    let mut refused = pod("refused", "1", &none);
    refused["metadata"].as_object_mut().unwrap().remove("uid");
    refused["metadata"]["namespace"] = json!("b");
    let mut over = pod("over", "1", &none);
    over["metadata"]["namespace"] = json!("c");
    let objects = [
        pod("fits", "1", &none),
        pod("gated", "1", &gated),
        pod("large", "5", &none),
        pod("named", "1", &named),
        refused,
        over,
        json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "q", "namespace": "b"},
            "spec": {"hard": {"requests.cpu": "500m"}}}),
        json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"name": "c", "namespace": "c"}, "spec": {"min": {"cpu": 0}, "max": {"cpu": "500m"}}}),
    ];
    let answer = needed(&objects, &four());
    assert_eq!(
        told(&answer),
        "1 of 1 at least, enough: 1; large misfit, named misfit, c/over quota, gated gates, b/refused resource-quota"
    );
    let large = &answer["notHelped"][0]["misfit"];
    assert_eq!(large["shortages"][0]["allocatable"], 4000);
    assert_eq!(answer["notHelped"][2]["rejection"]["bound"], 500);
    assert_eq!(answer["notHelped"][3]["gates"], json!(["later"]));
    assert_eq!(
        answer["notHelped"][4]["resourceQuota"]["resource"],
        "requests.cpu"
    );
    assert_eq!(answer["notHelpedTotal"], 5);
}

#[test]
fn nodes_that_are_there_from_the_beginning_get_other_pods() {
    let none = json!({});
    let small = (0..4).map(|at| pod(&format!("small-{at}"), "1", &none));
    let mut objects: Vec<Value> = small.collect();
    // The last in the queue.
    objects.push(pod("whole", "4", &none));
    let answer = needed(&objects, &four());
    assert_eq!(told(&answer), "2 of 2 at least, enough: 4+1; ");
    assert_eq!(answer["moreWaitingAtOnce"], 1);
    objects.pop();
    assert_eq!(needed(&objects, &four())["moreWaitingAtOnce"], 0);
}

#[test]
fn a_node_like_another_has_its_volume_limit() {
    let with_claim = |name: &str| {
        let claim =
            json!({"volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": name}}]});
        [
            pod(name, "1", &claim),
            json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": name, "namespace": "a"},
                "spec": {"storageClassName": "fast", "accessModes": ["ReadWriteOnce"],
                    "resources": {"requests": {"storage": "1Gi"}}}, "status": {"phase": "Pending"}}),
        ]
    };
    let mut objects: Vec<Value> = ["p", "q", "r"]
        .iter()
        .flat_map(|name| with_claim(name))
        .collect();
    objects.extend([
        json!({"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "fast"},
            "provisioner": "csi", "volumeBindingMode": "WaitForFirstConsumer"}),
        json!({"apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": "n1"},
            "spec": {"drivers": [{"name": "csi", "nodeID": "n1", "allocatable": {"count": 2}}]}}),
        node("n1", 8),
    ]);
    // The present node takes two of three; a new one could take all by their requests.
    let answer = needed(&objects, &json!({"like": "n1"}));
    assert_eq!(told(&answer), "1 of 1 at least, enough: 1; ");
    objects.extend(["s", "t"].iter().flat_map(|name| with_claim(name)));
    let answer = needed(&objects, &json!({"like": "n1"}));
    assert_eq!(told(&answer), "2 of 1 at least, enough: 2+1; ");
}

#[test]
fn a_node_like_another_has_its_static_pods() {
    let none = json!({});
    let mut proxy = pod("proxy-n1", "1", &json!({"nodeName": "n1"}));
    proxy["metadata"]["annotations"] = json!({"kubernetes.io/config.mirror": "x"});
    proxy["status"]["phase"] = json!("Running");
    let mut other = pod("etcd-n2", "3", &json!({"nodeName": "n2"}));
    let owner =
        json!({"apiVersion": "v1", "kind": "Node", "name": "n2", "uid": "n2", "controller": true});
    other["metadata"]["ownerReferences"] = json!([owner]);
    other["status"]["phase"] = json!("Running");
    let mut objects = vec![node("n1", 1), node("n2", 3), proxy, other];
    objects.extend((0..3).map(|at| pod(&format!("web-{at}"), "1", &none)));
    let four_like = |like: &str| json!({"like": like, "shape": {"cpu": "4", "memory": "16Gi"}});
    for (options, expected, static_pods, room) in [
        (
            four_like("n1"),
            "1 of 1 at least, enough: 3; ",
            json!(1),
            3000,
        ),
        (
            four_like("n2"),
            "3 of 3 at least, enough: 1+1+1; ",
            json!(1),
            1000,
        ),
        (four(), "1 of 1 at least, enough: 3; ", json!(null), 4000),
    ] {
        let answer = needed(&objects, &options);
        assert_eq!(told(&answer), expected, "{options}");
        assert_eq!(answer["room"]["staticPods"], static_pods, "{options}");
        assert_eq!(answer["room"]["daemonSets"], json!([]), "{options}");
        assert_eq!(answer["bounds"][0]["room"], room, "{options}");
        assert_eq!(answer["moreWaitingAtOnce"], 0, "{options}");
    }
}

#[test]
fn what_a_shape_cannot_be() {
    let mut scenario = Scenario::new(&text(&[node("n1", 4)]));
    for (options, expected) in [
        ("{}", "nodesNeeded: name `shape` or `like`"),
        (r#"{"like": "n2"}"#, "n2"),
        (
            r#"{"shape": {"cpu": "four"}}"#,
            "nodesNeeded.shape.cpu: expected a quantity",
        ),
        (
            r#"{"shape": {"cpu": "-1"}}"#,
            "nodesNeeded.shape.cpu: expected a quantity",
        ),
        (
            r#"{"like": "n1", "taints": ["gpu"]}"#,
            "nodesNeeded.taints: expected",
        ),
        (
            r#"{"like": "n1", "taints": ["gpu:Never"]}"#,
            "nodesNeeded.taints: expected",
        ),
        (
            r#"{"like": "n1", "taints": [":NoSchedule"]}"#,
            "nodesNeeded.taints: expected",
        ),
    ] {
        let error = scenario.ask(&format!(r#"{{"nodesNeeded": {options}}}"#));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "{options}: {error}");
    }
}

/// Pods of one priority, with what keeps them from nodes.
fn random_pods() -> impl Strategy<Value = Vec<Value>> {
    let fields = prop_oneof![
        4 => Just(json!({})),
        1 => Just(apart()),
        1 => Just(json!({"nodeSelector": {"pool": "new"}})),
        1 => Just(json!({"nodeSelector": {"pool": "other"}})),
        1 => Just(json!({"topologySpreadConstraints": [{"maxSkew": 2, "whenUnsatisfiable": "DoNotSchedule",
            "topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "web"}}}]})),
        1 => Just(json!({"affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
            [{"labelSelector": {"matchLabels": {"app": "web"}}, "topologyKey": "pool"}]}}})),
    ];
    proptest::collection::vec((1_u32..6, fields), 0..9).prop_map(|pods| {
        let pods = pods.into_iter().enumerate();
        pods.map(|(at, (cpu, fields))| pod(&format!("p{at}"), &cpu.to_string(), &fields))
            .collect()
    })
}

#[test]
fn an_evicted_pod_without_a_controller_needs_no_node() {
    let mut low = pod("low", "3", &json!({"nodeName": "n1", "priority": 0}));
    low["status"]["phase"] = json!("Running");
    let high = pod("high", "3", &json!({"priority": 1000}));
    let objects = [node("n1", 4), low, high];
    assert_eq!(needed(&objects, &four())["nodes"], 0);
    let mut owned = objects;
    owned[1]["metadata"]["ownerReferences"] = json!([
        {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "r", "uid": "r", "controller": true}]);
    assert_eq!(needed(&owned, &four())["nodes"], 1);
}

/// Schedules the pods that have no node, by the reference; returns their number and that of those that still have none.
fn settle(objects: &mut [Value]) -> [usize; 2] {
    let played = play(&ClusterSnapshot::read_as(objects, false), false, None, 1000);
    for step in &played.steps {
        if let Outcome::Bound(on) = &step.outcome {
            let name = step.pod.key.rsplit('/').next();
            let mut objects = objects.iter_mut();
            let own =
                objects.find(|of| of["kind"] == "Pod" && of["metadata"]["name"].as_str() == name);
            let own = own.expect("a pod");
            own["spec"]["nodeName"] = json!(on);
            own["status"]["phase"] = json!("Running");
        }
    }
    [played.steps.len(), played.waiting]
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn nodes_are_added_as_in_the_twin(pods in random_pods(), there in 0_u32..5, cpu in 2_u32..7, daemon in 0_u32..3) {
        let mut objects = pods;
        if there > 0 {
            objects.push(node("n1", there));
        }
        let mut asked = objects.clone();
        if daemon > 0 {
            asked.push(daemon_set(&daemon.to_string(), &json!({})));
        }
        let shape = json!({"cpu": cpu.to_string(), "memory": "1Gi", "pods": "4"});
        let options = json!({"shape": shape, "labels": {"pool": "new"}});
        let answer = needed(&asked, &options);
        settle(&mut objects);
        let mut nodes = 0;
        loop {
            let before = objects.iter().filter(|of| of["kind"] == "Pod" && of["spec"]["nodeName"].is_null()).count();
            if before == 0 {
                break;
            }
            let name = format!("new-node-{}", nodes + 1);
            let mut new = node(&name, cpu);
            new["metadata"]["labels"]["pool"] = json!("new");
            new["status"]["allocatable"] = json!({"cpu": cpu, "memory": "1Gi", "pods": 4});
            objects.push(new);
            if daemon > 0 && daemon <= cpu {
                let mut own = pod(&format!("agent-{name}"), &daemon.to_string(), &json!({"nodeName": name}));
                own["metadata"]["labels"]["app"] = json!("agent");
                own["status"]["phase"] = json!("Running");
                objects.push(own);
            }
            let [_, after] = settle(&mut objects);
            if after == before {
                break;
            }
            nodes += 1;
        }
        let waiting = objects.iter().filter(|of| of["kind"] == "Pod" && of["spec"]["nodeName"].is_null());
        let waiting: Vec<&Value> = waiting.map(|of| &of["metadata"]["name"]).collect();
        let not_helped = items(&answer["notHelped"]).map(|of| of["pod"].as_str().unwrap().trim_start_matches("a/"));
        let mut not_helped: Vec<&str> = not_helped.collect();
        not_helped.sort_unstable();
        prop_assert_eq!(&answer["nodes"], nodes, "{}", answer);
        prop_assert_eq!(&json!(not_helped), &json!(waiting), "{}", answer);
        prop_assert!(answer["lowerBound"].as_u64() <= Some(nodes), "{}", answer);
    }
}

/// Kubernetes gives a node the label that a current one has replaced, too.
#[test]
fn former_labels_of_a_new_node() {
    let former = json!({"nodeSelector": {"failure-domain.beta.kubernetes.io/zone": "b",
        "beta.kubernetes.io/os": "linux"}});
    let nodes = |labels: Value| {
        let options = json!({"shape": {"cpu": "4", "memory": "16Gi"}, "labels": labels});
        needed(&[node("n1", 1), pod("web", "1", &former)], &options)["nodes"].clone()
    };
    assert_eq!(nodes(json!({"topology.kubernetes.io/zone": "b"})), 1);
    assert_eq!(nodes(json!({})), 0);
    let other =
        json!({"topology.kubernetes.io/zone": "b", "failure-domain.beta.kubernetes.io/zone": "c"});
    assert_eq!(nodes(other), 0);
}
