//! Rollouts of workloads: which pods go and come, and where they stop.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

pub(super) fn node(name: &str, cpu: u32) -> Value {
    json!({"apiVersion": "v1", "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name}},
        "status": {"allocatable": {"cpu": cpu, "memory": "8Gi", "pods": 20}}})
}

/// The spec of a pod that requests one CPU, with further fields.
pub(super) fn spec(image: &str, more: &Value) -> Value {
    let mut spec = json!({"containers": [{"name": "c", "image": image, "resources": {"requests": {"cpu": 1}}}]});
    for (key, value) in more.as_object().unwrap() {
        spec[key] = value.clone();
    }
    spec
}

/// A workload whose template has the image `new`.
pub(super) fn workload(kind: &str, replicas: u32, fields: &Value, more: &Value) -> Value {
    let mut made = json!({"apiVersion": "apps/v1", "kind": kind,
        "metadata": {"name": "web", "namespace": "a", "uid": "w"},
        "spec": {"selector": {"matchLabels": {"app": "web"}},
            "template": {"metadata": {"labels": {"app": "web"}}, "spec": spec("new", more)}}});
    if kind != "DaemonSet" {
        made["spec"]["replicas"] = json!(replicas);
    }
    for (key, value) in fields.as_object().unwrap() {
        made["spec"][key] = value.clone();
    }
    made
}

/// A pod of the workload with the image `old`.
pub(super) fn old(kind: &str, name: &str, node: &str, more: &Value) -> Value {
    let (owner, owner_name, hash) = match kind {
        "Deployment" => ("ReplicaSet", "web-5bb", json!({"pod-template-hash": "5bb"})),
        _ => (kind, "web", json!({})),
    };
    let mut labels = hash;
    labels["app"] = json!("web");
    let mut made = json!({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": name, "namespace": "a", "uid": name, "labels": labels, "ownerReferences":
            [{"apiVersion": "apps/v1", "kind": owner, "name": owner_name, "controller": true}]},
        "spec": spec("old", more), "status": {"phase": "Running"}});
    made["spec"]["nodeName"] = json!(node);
    made
}

pub(super) fn rollout(objects: &[Value], kind: &str) -> Value {
    let object = json!({"kind": kind, "namespace": "a", "name": "web"});
    ask(
        &mut Scenario::new(&text(objects)),
        &json!({"rollout": {"object": object}}),
    )
}

/// The end and the steps, each as `+created -deleted >bound`, without namespaces.
pub(super) fn told(answer: &Value) -> String {
    let short = |pod: &Value| pod.as_str().unwrap().replace("a/", "").replace("web-", "");
    let step = |step: &Value| {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(items(&step["created"]).map(|pod| format!("+{}", short(pod))));
        parts.extend(items(&step["refused"]).map(|pod| format!("!{}", short(pod))));
        parts.extend(items(&step["deleted"]).map(|pod| format!("-{}", short(&pod["pod"]))));
        parts.extend(items(&step["bound"]).map(|pod| {
            let node = pod["node"].as_str().unwrap();
            format!("{}>{node}", short(&pod["pod"]))
        }));
        parts.extend(items(&step["evicted"]).map(|pod| format!("x{}", short(pod))));
        parts.join(" ")
    };
    let steps: Vec<String> = items(&answer["steps"]).map(step).collect();
    format!("{}: {}", answer["end"].as_str().unwrap(), steps.join(" | "))
}

/// The changes with which it completes.
fn fixes(answer: &Value) -> Vec<String> {
    let of = |fix: &Value| match fix["like"].as_str() {
        Some(like) => format!("{} like {like}", fix["change"].as_str().unwrap()),
        None => fix["change"].as_str().unwrap().to_owned(),
    };
    items(&answer["fixes"]).map(of).collect()
}

fn rolling(surge: &Value, unavailable: &Value) -> Value {
    json!({"strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": surge, "maxUnavailable": unavailable}}})
}

fn apart() -> Value {
    json!({"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
        [{"labelSelector": {"matchLabels": {"app": "web"}}, "topologyKey": "kubernetes.io/hostname"}]}}})
}

#[test]
fn a_deployment_within_its_bounds() {
    let none = json!({});
    let two = |fields: &Value, more: &Value, cpu: u32| {
        let olds = [
            old("Deployment", "web-5bb-x", "n1", more),
            old("Deployment", "web-5bb-y", "n2", more),
        ];
        let mut objects = vec![node("n1", cpu), node("n2", cpu)];
        objects.push(workload("Deployment", 2, fields, more));
        objects.extend(olds);
        rollout(&objects, "Deployment")
    };
    // By default one more pod, and none fewer: 25% of 2 is 1 rounded up, 0 rounded down.
    let answer = two(&none, &none, 4);
    let steps = "completes: +new-0 new-0>n1 | -5bb-x | +new-1 new-1>n2 | -5bb-y";
    let close = "completes: +new-0 new-0>n1 | -5bb-x | +new-1 new-1>n1 | -5bb-y";
    assert!(
        [steps, close].contains(&told(&answer).as_str()),
        "{}",
        told(&answer)
    );
    assert_eq!(
        json!([answer["maxSurge"], answer["maxUnavailable"]]),
        json!([1, 0])
    );
    assert_eq!(
        json!([answer["old"], answer["oldLeft"], answer["updated"]]),
        json!([2, 0, 2])
    );
    assert_eq!(answer["blocked"], Value::Null);
    // The new pod cannot be beside an old one on either node.
    let answer = two(&none, &apart(), 4);
    assert_eq!(told(&answer), "stops: +new-0");
    assert_eq!(fixes(&answer), ["no-surge", "node like n1"]);
    assert_eq!(answer["pending"], json!(["a/web-new-0"]));
    let message = answer["blocked"]["message"].as_str().unwrap();
    assert!(
        message
            .starts_with("0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules"),
        "{message}"
    );
    // The room of one old pod is enough.
    let answer = two(&rolling(&json!(0), &json!(1)), &apart(), 1);
    let steps = "completes: -5bb-x | +new-0 new-0>n1 | -5bb-y | +new-1 new-1>n2";
    assert_eq!(told(&answer), steps);
    // The nodes are full: the surge has no room.
    let answer = two(&rolling(&json!("50%"), &json!(0)), &none, 1);
    assert_eq!(told(&answer), "stops: +new-0");
    assert_eq!(fixes(&answer), ["no-surge", "node like n1"]);
    // A surge that waits gets the room of the first old pod that goes.
    let answer = two(&rolling(&json!(1), &json!(1)), &none, 1);
    let steps = "completes: +new-0 | -5bb-x new-0>n1 | +new-1 | -5bb-y new-1>n2";
    assert_eq!(told(&answer), steps);
    let answer = two(&json!({"strategy": {"type": "Recreate"}}), &apart(), 1);
    let steps = "completes: -5bb-x -5bb-y | +new-0 +new-1 new-0>n1 new-1>n2";
    assert_eq!(told(&answer), steps);
    // Both parts are 0 pods.
    let answer = two(&rolling(&json!("0%"), &json!("10%")), &none, 1);
    assert_eq!(
        json!([answer["maxSurge"], answer["maxUnavailable"]]),
        json!([0, 1])
    );
    let answer = two(&json!({"paused": true}), &none, 4);
    assert_eq!(told(&answer), "paused: ");
}

/// A pod that keeps its claim to itself goes before the next one comes.
#[test]
fn a_claim_and_a_host_port_of_the_old_pod() {
    let claim = |modes: &str| {
        json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data", "namespace": "a",
            "uid": "c", "annotations": {"pv.kubernetes.io/bind-completed": "yes"}},
            "spec": {"accessModes": [modes], "volumeName": "pv", "storageClassName": "", "resources":
                {"requests": {"storage": "1Gi"}}}, "status": {"phase": "Bound"}})
    };
    let volume = |modes: &str| {
        json!({"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "pv"},
            "spec": {"accessModes": [modes], "capacity": {"storage": "1Gi"},
                "csi": {"driver": "d", "volumeHandle": "h"},
                "claimRef": {"namespace": "a", "name": "data", "uid": "c"}},
            "status": {"phase": "Bound"}})
    };
    let more = json!({"volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]});
    let objects = |modes: &str, fields: &Value| {
        [
            node("n1", 4),
            node("n2", 4),
            claim(modes),
            volume(modes),
            workload("Deployment", 1, fields, &more),
            old("Deployment", "web-5bb-x", "n1", &more),
        ]
    };
    let answer = rollout(&objects("ReadWriteOncePod", &json!({})), "Deployment");
    assert_eq!(told(&answer), "stops: +new-0");
    assert_eq!(fixes(&answer), ["no-surge"]);
    let answer = rollout(&objects("ReadWriteMany", &json!({})), "Deployment");
    assert!(
        told(&answer).starts_with("completes: +new-0 new-0>n"),
        "{}",
        told(&answer)
    );
    let mut with_port = objects("ReadWriteMany", &json!({}));
    for object in &mut with_port[4..] {
        let at = match object["kind"].as_str() {
            Some("Pod") => "/spec/containers/0",
            _ => "/spec/template/spec/containers/0",
        };
        object.pointer_mut(at).unwrap()["ports"] = json!([{"containerPort": 80, "hostPort": 80}]);
    }
    with_port[1] = node("n2", 0);
    let answer = rollout(&with_port, "Deployment");
    assert_eq!(told(&answer), "stops: +new-0");
    assert_eq!(fixes(&answer), ["no-surge", "node like n1"]);
}

/// The API server refuses the surge, or a quota of the namespace rejects it.
#[test]
fn quotas_count_old_and_new_pods() {
    let quota = json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "q", "namespace": "a"},
        "spec": {"hard": {"requests.cpu": 1}}});
    let elastic = json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"name": "q", "namespace": "a"}, "spec": {"min": {"cpu": 1}, "max": {"cpu": 1}}});
    for (quota, field, first, fixed) in [
        (
            quota,
            "resourceQuota",
            "stops: !new-0",
            &["no-surge", "hard"][..],
        ),
        (elastic, "rejection", "stops: +new-0", &["no-surge"]),
    ] {
        let none = json!({});
        let objects = |fields: &Value| {
            [
                node("n1", 4),
                quota.clone(),
                workload("Deployment", 1, fields, &none),
                old("Deployment", "web-5bb-x", "n1", &none),
            ]
        };
        let answer = rollout(&objects(&json!({})), "Deployment");
        assert_eq!(told(&answer), first);
        assert_ne!(answer["blocked"][field], Value::Null);
        assert_eq!(fixes(&answer), fixed);
        if let Some(fix) = items(&answer["fixes"]).find(|fix| fix["change"] == "hard") {
            let raised = json!([{"quota": "a/q", "key": "requests.cpu", "to": "2"}]);
            assert_eq!(fix["hard"], raised);
        }
        let answer = rollout(&objects(&rolling(&json!(0), &json!(1))), "Deployment");
        let steps = "completes: -5bb-x | +new-0 new-0>n1";
        assert_eq!(told(&answer), steps);
    }
}

/// Spread constraints count the old pods unless `matchLabelKeys` tells them apart.
#[test]
fn a_spread_constraint_counts_pods_of_both_templates() {
    let spread = |keys: &Value| {
        json!({"topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "kubernetes.io/hostname",
            "whenUnsatisfiable": "DoNotSchedule", "matchLabelKeys": keys,
            "labelSelector": {"matchLabels": {"app": "web"}}}]})
    };
    let objects = |more: &Value| {
        [
            node("n1", 9),
            node("n2", 1),
            workload("Deployment", 2, &rolling(&json!(1), &json!(0)), more),
            old("Deployment", "web-5bb-x", "n1", more),
            old("Deployment", "web-5bb-y", "n1", more),
        ]
    };
    let answer = rollout(&objects(&spread(&json!([]))), "Deployment");
    assert_eq!(
        told(&answer).split(" | ").next(),
        Some("completes: +new-0 new-0>n2")
    );
    let answer = rollout(
        &objects(&spread(&json!(["pod-template-hash"]))),
        "Deployment",
    );
    let ends = answer["steps"].as_array().unwrap().iter();
    let nodes: Vec<&Value> = ends
        .flat_map(|step| items(&step["bound"]))
        .map(|pod| &pod["node"])
        .collect();
    assert_eq!(answer["end"], "completes");
    assert!(
        nodes.contains(&&json!("n1")) && nodes.contains(&&json!("n2")),
        "{nodes:?}"
    );
}

#[test]
fn a_stateful_set_from_the_highest_ordinal() {
    let none = json!({});
    let set = |fields: &Value, cpu: [u32; 3]| {
        let mut objects = Vec::new();
        for (index, cpu) in cpu.into_iter().enumerate() {
            objects.push(node(&format!("n{index}"), cpu));
        }
        objects.push(workload("StatefulSet", 3, fields, &none));
        for index in 0..3 {
            let name = format!("web-{index}");
            objects.push(old("StatefulSet", &name, &format!("n{index}"), &none));
        }
        rollout(&objects, "StatefulSet")
    };
    let steps = "completes: -2 | +2 2>n2 | -1 | +1 1>n1 | -0 | +0 0>n0";
    assert_eq!(told(&set(&none, [1, 1, 1])), steps);
    let update = |rolling: &Value| json!({"updateStrategy": {"rollingUpdate": rolling}});
    let answer = set(&update(&json!({"partition": 2})), [1, 1, 1]);
    assert_eq!(told(&answer), "completes: -2 | +2 2>n2");
    assert_eq!(answer["oldLeft"], 2);
    let two = update(&json!({"maxUnavailable": 2}));
    let steps = "completes: -2 -1 | +1 1>n1 | +2 2>n2 | -0 | +0 0>n0";
    assert_eq!(told(&set(&two, [1, 1, 1])), steps);
    let mut parallel = two.clone();
    parallel["podManagementPolicy"] = json!("Parallel");
    let steps = "completes: -2 -1 | +1 +2 1>n1 2>n2 | -0 | +0 0>n0";
    assert_eq!(told(&set(&parallel, [1, 1, 1])), steps);
    let on_delete = json!({"updateStrategy": {"type": "OnDelete"}});
    assert_eq!(told(&set(&on_delete, [1, 1, 1])), "on-delete: ");
    // The new pods ask for more than the node of the first one has.
    let mut objects = vec![node("n0", 1), workload("StatefulSet", 1, &none, &none)];
    objects[1]
        .pointer_mut("/spec/template/spec/containers/0/resources/requests")
        .unwrap()["cpu"] = json!(2);
    objects.push(old("StatefulSet", "web-0", "n0", &none));
    let answer = rollout(&objects, "StatefulSet");
    assert_eq!(told(&answer), "stops: -0 | +0");
    assert_eq!(answer["pending"], json!(["a/web-0"]));
    assert_eq!(fixes(&answer), [""; 0]);
}

#[test]
fn a_daemon_set_node_by_node() {
    let none = json!({});
    let set = |fields: &Value, cpu: [u32; 3]| {
        let mut objects = Vec::new();
        for (index, cpu) in cpu.into_iter().enumerate() {
            objects.push(node(&format!("n{index}"), cpu));
        }
        objects.push(workload("DaemonSet", 0, fields, &none));
        for index in 0..3 {
            let name = format!("web-old{index}");
            objects.push(old("DaemonSet", &name, &format!("n{index}"), &none));
        }
        rollout(&objects, "DaemonSet")
    };
    let steps =
        "completes: -old0 | +new-0 new-0>n0 | -old1 | +new-1 new-1>n1 | -old2 | +new-2 new-2>n2";
    assert_eq!(told(&set(&none, [1, 1, 1])), steps);
    let update = |rolling: &Value| json!({"updateStrategy": {"rollingUpdate": rolling}});
    let half = update(&json!({"maxUnavailable": "50%"}));
    let steps =
        "completes: -old0 -old1 | +new-0 +new-1 new-0>n0 new-1>n1 | -old2 | +new-2 new-2>n2";
    assert_eq!(told(&set(&half, [1, 1, 1])), steps);
    let surge = update(&json!({"maxSurge": 1, "maxUnavailable": 0}));
    let steps =
        "completes: +new-0 new-0>n0 | -old0 +new-1 new-1>n1 | -old1 +new-2 new-2>n2 | -old2";
    let answer = set(&surge, [2, 2, 2]);
    assert_eq!(
        told(&answer)
            .replace("+new-1 -old0", "-old0 +new-1")
            .replace("+new-2 -old1", "-old1 +new-2"),
        steps
    );
    let answer = set(&surge, [2, 1, 2]);
    assert_eq!(answer["end"], "stops");
    assert_eq!(fixes(&answer), ["no-surge"]);
}

/// Without a pod of another template, a restart is rolled out; with the `ReplicaSet`s, its pods are told apart.
#[test]
fn which_pods_are_old() {
    let none = json!({});
    let mut same = old("Deployment", "web-5bb-x", "n1", &none);
    same["spec"]["containers"][0]["image"] = json!("new");
    let deployment = workload("Deployment", 1, &rolling(&json!(0), &json!(1)), &none);
    let answer = rollout(
        &[node("n1", 4), deployment.clone(), same.clone()],
        "Deployment",
    );
    assert_eq!(json!([answer["restart"], answer["old"]]), json!([true, 1]));
    assert_eq!(told(&answer), "completes: -5bb-x | +new-0 new-0>n1");
    let set = |hash: &str, image: &str| {
        json!({"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": {"name": format!("web-{hash}"),
            "namespace": "a", "ownerReferences":
                [{"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": "w",
                "controller": true}]},
            "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "web", "pod-template-hash": hash}},
                "template": {"metadata": {"labels": {"app": "web", "pod-template-hash": hash}},
                    "spec": spec(image, &none)}}})
    };
    let mut second = same.clone();
    second["metadata"]["name"] = json!("web-7cc-y");
    second["metadata"]["uid"] = json!("y");
    second["metadata"]["labels"]["pod-template-hash"] = json!("7cc");
    second["metadata"]["ownerReferences"][0]["name"] = json!("web-7cc");
    let mut deployment = deployment;
    deployment["spec"]["replicas"] = json!(2);
    let objects = [
        node("n1", 4),
        deployment,
        set("5bb", "old"),
        set("7cc", "new"),
        same,
        second,
    ];
    let answer = rollout(&objects, "Deployment");
    assert_eq!(
        json!([answer["restart"], answer["old"], answer["new"]]),
        json!([false, 1, 1])
    );
    assert_eq!(told(&answer), "completes: -5bb-x | +7cc-0 7cc-0>n1");
}

/// The volume of a `ReadWriteOnce` claim is attached to one node: a new pod elsewhere does not start.
#[test]
fn a_volume_that_one_node_can_have() {
    let pod =
        json!({"volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]});
    let asked = |mode: &str, is_attached: bool| {
        let claim = json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim",
            "metadata": {"name": "data", "namespace": "a",
                "annotations": {"pv.kubernetes.io/bind-completed": "yes"}},
            "spec": {"accessModes": [mode], "volumeName": "v"}});
        let volume = json!({"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "v"},
            "spec": {"accessModes": [mode], "capacity": {"storage": "1Gi"},
                "csi": {"driver": "disks", "volumeHandle": "h"},
                "claimRef": {"namespace": "a", "name": "data"}}});
        let driver = json!({"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver",
            "metadata": {"name": "disks"}, "spec": {"attachRequired": is_attached}});
        let rolling = rolling(&json!(1), &json!(0));
        let objects = [
            node("n0", 1),
            node("n1", 1),
            workload("Deployment", 1, &rolling, &pod),
            old("Deployment", "web-5bb-x", "n0", &pod),
            claim,
            volume,
            driver,
        ];
        rollout(&objects, "Deployment")
    };
    let answer = asked("ReadWriteOnce", true);
    assert_eq!(told(&answer), "stops: +new-0 new-0>n1");
    let detached = json!({"pod": "a/web-new-0", "node": "n1", "claim": "a/data",
        "by": {"pod": "a/web-5bb-x", "node": "n0"}});
    assert_eq!(answer["detached"], detached);
    assert_eq!(fixes(&answer), ["no-surge"]);
    for (mode, is_attached) in [("ReadWriteMany", true), ("ReadWriteOnce", false)] {
        let steps = "completes: +new-0 new-0>n1 | -5bb-x";
        assert_eq!(told(&asked(mode, is_attached)), steps);
    }
}

#[test]
fn a_workload_that_the_text_lacks() {
    let mut scenario = Scenario::new(&text(&[
        node("n1", 1),
        workload("Deployment", 1, &json!({}), &json!({})),
    ]));
    let question =
        json!({"rollout": {"object": {"kind": "StatefulSet", "namespace": "a", "name": "web"}}});
    let error = scenario.ask(&question.to_string()).unwrap_err();
    assert_eq!(error.code(), "no-such-object");
    assert!(error.to_string().contains("Deployment a/web"), "{error}");
}

#[test]
fn a_node_is_uncordoned() {
    let mut cordoned = node("n2", 4);
    cordoned["spec"] = json!({"unschedulable": true,
        "taints": [{"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}]});
    let objects = [
        node("n1", 4),
        cordoned,
        workload("Deployment", 1, &json!({}), &apart()),
        old("Deployment", "web-5bb-x", "n1", &apart()),
    ];
    let answer = rollout(&objects, "Deployment");
    assert_eq!(fixes(&answer), ["no-surge", "uncordon", "node like n1"]);
    assert_eq!(answer["fixes"][1]["node"], "n2");
}

/// The names of new pods are invented, and none is that of a pod of the text.
#[test]
fn a_new_pod_has_a_name_of_its_own() {
    let none = json!({});
    let deployment = workload("Deployment", 1, &none, &none);
    let pod = old("Deployment", "web-new-0", "n1", &none);
    let objects = [node("n1", 4), deployment, pod];
    let told = told(&rollout(&objects, "Deployment"));
    assert_eq!(told, "completes: +new-1 new-1>n1 | -new-0");
}
