//! How many rounds of pods fit, against the twin: copies are written into the text one after another.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pod_sets,
    pods::{default_profile::choose, filters::Faults, items},
};
use schedscope_fuzz::quota::queue::all_queued;

use super::more::{SMALL, copy, last};

/// No more copies than this are made.
const MOST: usize = 16;

fn key(object: &Value) -> String {
    let metadata = &object["metadata"];
    let namespace = metadata["namespace"].as_str().unwrap_or("default");
    let name = metadata["name"].as_str().unwrap_or_default();
    format!("{namespace}/{name}")
}

/// A round of pods, each with its number of copies.
struct Rounds<'a> {
    shapes: Vec<(&'a Value, usize)>,
    proposal: bool,
    objects: Vec<Value>,
    /// The nodes of the copies of each shape.
    nodes: Vec<Vec<String>>,
    /// How the cycle of the next copy of each shape ends, when no more fit.
    next: Vec<Option<&'static str>>,
    whole: usize,
    ended_by: Option<usize>,
}

impl Rounds<'_> {
    fn count(&self) -> usize {
        self.nodes.iter().map(Vec::len).sum()
    }

    /// Binds a copy, if it fits.
    fn bind(&mut self, at: usize) -> bool {
        let mut new = copy(self.shapes[at].0, self.count());
        new["spec"]["preemptionPolicy"] = json!("Never");
        self.objects.push(new);
        let (rest, found) = last(&self.objects, self.proposal);
        self.objects.pop();
        if found.outcome != "Schedulable" {
            return false;
        }
        let feasible: Vec<String> = found.feasible().cloned().collect();
        let faults = Faults::of(self.proposal, rest.minor);
        let choice = choose(&rest, &found.pod, &feasible, faults);
        let node = choice.best.first().expect("a node").clone();
        let mut new = copy(self.shapes[at].0, self.count());
        new["spec"]["nodeName"] = json!(node);
        new["status"]["phase"] = json!("Running");
        self.objects.push(new);
        self.nodes[at].push(node);
        true
    }

    fn stop(&mut self, at: usize) {
        let new = copy(self.shapes[at].0, self.count());
        self.objects.push(new);
        self.next[at] = Some(last(&self.objects, self.proposal).1.outcome);
        self.objects.pop();
    }

    fn play(&mut self) {
        loop {
            let going = (0..self.shapes.len()).filter(|at| self.next[*at].is_none());
            let mut left: Vec<usize> = going
                .flat_map(|at| std::iter::repeat_n(at, self.shapes[at].1))
                .collect();
            if left.is_empty() {
                return;
            }
            loop {
                let before = self.count();
                let mut failed = Vec::new();
                for at in left {
                    if self.count() == MOST {
                        return;
                    }
                    if !self.bind(at) {
                        failed.push(at);
                    }
                }
                left = failed;
                if left.is_empty() || self.count() == before {
                    break;
                }
            }
            self.whole += usize::from(left.is_empty() && self.ended_by.is_none());
            for at in left {
                self.ended_by.get_or_insert(at);
                if self.next[at].is_none() {
                    self.stop(at);
                }
            }
        }
    }
}

#[test]
fn rounds_as_the_twin_binds_them() {
    let strategy = pod_sets::pod_set(SMALL);
    let (mut whole, mut on, mut stopped, mut apart) = (0, 0, 0, 0);
    for (number, pod_set) in pod_sets::sampled(150, &strategy).into_iter().enumerate() {
        let pod_set = all_queued(pod_set);
        let pods = pod_set
            .objects
            .iter()
            .filter(|object| object["kind"] == "Pod");
        let pods: Vec<&Value> = pods.collect();
        let asked = pods.iter().position(|pod| key(pod) == pod_set.asked);
        let asked = asked.expect("the pod");
        let other = (asked + 1 + number % 3) % pods.len();
        let copies = [1 + number % 2, 1 + number % 3];
        let proposal = number % 2 == 1;
        let mut twin = Rounds {
            shapes: vec![(pods[other], copies[0]), (pods[asked], copies[1])],
            proposal,
            objects: pod_set.objects.clone(),
            nodes: vec![Vec::new(); 2],
            next: vec![None; 2],
            whole: 0,
            ended_by: None,
        };
        twin.play();
        let like = twin.shapes.iter().map(|(pod, copies)| {
            let metadata = &pod["metadata"];
            let namespace = metadata["namespace"].as_str().unwrap_or("default");
            json!({"namespace": namespace, "name": metadata["name"], "copies": copies})
        });
        let profile = if proposal { "Proposal" } else { "Upstream" };
        let like: Vec<Value> = like.collect();
        let question = json!({"more": {"like": like, "profile": profile, "most": MOST}});
        let answer = ask(&mut Scenario::new(&text(&pod_set.objects)), &question);
        let rounds = &answer["rounds"];
        let shown = || format!("{pod_set:?}{question} {answer}");
        assert_eq!(answer["count"], twin.count(), "{}", shown());
        assert_eq!(rounds["whole"], twin.whole, "{}", shown());
        assert_eq!(rounds["endedBy"], json!(twin.ended_by), "{}", shown());
        for (at, shape) in items(&rounds["shapes"]).enumerate() {
            assert_eq!(shape["count"], twin.nodes[at].len(), "{}", shown());
            let mut nodes = twin.nodes[at].clone();
            nodes.sort_unstable();
            nodes.dedup();
            assert_eq!(shape["nodesTotal"], nodes.len(), "{}", shown());
            let outcome = &shape["next"]["outcome"];
            assert_eq!(*outcome, json!(twin.next[at]), "{}", shown());
        }
        for of in items(&answer["nodes"]) {
            let all = twin.nodes.iter().flatten();
            let here = all.filter(|node| of["node"] == node.as_str()).count();
            assert_eq!(of["pods"], here, "{}", shown());
        }
        let ended_by = twin.ended_by.unwrap_or_default();
        assert_eq!(answer["next"], rounds["shapes"][ended_by]["next"]);
        whole += twin.whole;
        on += usize::from(
            twin.ended_by.is_some() && twin.count() > twin.whole * (copies[0] + copies[1]),
        );
        stopped += usize::from(answer["stopped"] == true);
        apart += usize::from(twin.next[0] != twin.next[1]);
    }
    assert!(
        whole > 40 && on > 50 && stopped > 10 && apart > 30,
        "{whole} {on} {stopped} {apart}"
    );
}

/// Writes what the queue of the pending pods does into the text, if nobody evicts. Returns the number of pods that it
/// binds, too.
fn scheduled(mut objects: Vec<Value>, profile: &str) -> (Vec<Value>, usize) {
    let question = json!({"queue": {"profile": profile, "limit": 1000}});
    let queue = ask(&mut Scenario::new(&text(&objects)), &question);
    let mut bound = 0;
    for step in items(&queue["steps"]) {
        let Some(node) = step["node"].as_str() else {
            continue;
        };
        let mut pods = objects.iter_mut();
        let is_it = |object: &&mut Value| object["kind"] == "Pod" && step["pod"] == key(object);
        let pod = pods.find(is_it).expect("the pod");
        pod["spec"]["nodeName"] = json!(node);
        pod["status"] = json!({"phase": "Running"});
        bound += 1;
    }
    (objects, bound)
}

#[test]
fn pending_pods_first_are_as_pods_that_have_their_nodes() {
    let strategy = pod_sets::pod_set(SMALL);
    let (mut bound_before, mut waiting, mut fewer) = (0, 0, 0);
    for (number, pod_set) in pod_sets::sampled(150, &strategy).into_iter().enumerate() {
        let mut pod_set = all_queued(pod_set);
        for object in &mut pod_set.objects {
            if object["kind"] == "Pod" {
                object["spec"]["preemptionPolicy"] = json!("Never");
            }
        }
        let profile = ["Upstream", "Proposal"][number % 2];
        let (objects, bound) = scheduled(pod_set.objects.clone(), profile);
        let question = |first: bool| {
            let pod = &pod_set.asked;
            let options =
                json!({"pod": pod, "profile": profile, "most": MOST, "pendingFirst": first});
            json!({ "more": options })
        };
        let mut scenario = Scenario::new(&text(&pod_set.objects));
        let answer = ask(&mut scenario, &question(true));
        let expected = ask(&mut Scenario::new(&text(&objects)), &question(false));
        let shown = || format!("{pod_set:?}{profile} {answer} {expected}");
        let pending = &answer["pending"];
        assert_eq!(pending["bound"], bound, "{}", shown());
        for same in ["count", "nodes", "nodesTotal", "stopped"] {
            assert_eq!(answer[same], expected[same], "{same} {}", shown());
        }
        let outcomes = [&answer, &expected].map(|of| &of["next"]["outcome"]);
        assert_eq!(outcomes[0], outcomes[1], "{}", shown());
        let alone = ask(&mut scenario, &question(false));
        fewer += usize::from(alone["count"] != answer["count"]);
        bound_before += bound;
        waiting += items(&pending["waiting"]).count();
    }
    assert!(
        bound_before > 100 && waiting > 100 && fewer > 10,
        "{bound_before} {waiting} {fewer}"
    );
}

fn node(name: &str, cpu: &str) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name}},
        "status": {"allocatable": {"cpu": cpu, "memory": "64Gi", "pods": "110"}},
    })
}

/// A workload with a pod template that requests CPU.
fn workload(kind: &str, name: &str, cpu: &str, of_pod: &Value) -> Value {
    let mut spec = of_pod.clone();
    spec["containers"] = json!([{"name": "c", "resources": {"requests": {"cpu": cpu}}}]);
    json!({
        "apiVersion": "apps/v1", "kind": kind, "metadata": {"name": name, "namespace": "a"},
        "spec": {
            "replicas": 0,
            "selector": {"matchLabels": {"app": name}},
            "template": {"metadata": {"labels": {"app": name}}, "spec": spec},
        },
    })
}

fn affinity(kind: &str, app: &str) -> Value {
    let term = json!({"labelSelector": {"matchLabels": {"app": app}}, "topologyKey": "kubernetes.io/hostname"});
    json!({"affinity": {kind: {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}})
}

#[test]
fn a_pod_that_follows_another_one_of_its_round_fits() {
    let web = workload("Deployment", "web", "1", &affinity("podAffinity", "cache"));
    let cache = workload(
        "StatefulSet",
        "cache",
        "1",
        &affinity("podAntiAffinity", "cache"),
    );
    let objects = [node("n1", "4"), node("n2", "4"), web, cache];
    let mut scenario = Scenario::new(&text(&objects));
    let like = [("Deployment", "web"), ("StatefulSet", "cache")];
    let like = like.map(|(kind, name)| json!({"kind": kind, "name": name}));
    let answer = ask(&mut scenario, &json!({"more": {"like": like}}));
    // The rounds end where no third node is free of a cache; further copies of the other go on.
    let rounds = &answer["rounds"];
    assert_eq!(
        (&rounds["whole"], &rounds["endedBy"]),
        (&json!(2), &json!(1))
    );
    let counts: Vec<&Value> = items(&rounds["shapes"])
        .map(|shape| &shape["count"])
        .collect();
    assert_eq!(counts, [6, 2], "{answer}");
    let cache = json!({"kind": "StatefulSet", "namespace": "a", "name": "cache"});
    assert_eq!(rounds["shapes"][1]["object"], cache);
    let reasons = |shape: &Value| {
        let misfits = items(&shape["next"]["misfits"]);
        let misfits: Vec<Value> = misfits.map(|misfit| misfit["reason"].clone()).collect();
        misfits
    };
    // When it ended, there was room.
    assert_eq!(
        reasons(&rounds["shapes"][1]),
        ["node(s) didn't match pod anti-affinity rules"]
    );
    assert_eq!(reasons(&rounds["shapes"][0]), ["Insufficient cpu"]);
}

#[test]
fn as_many_pods_of_a_workload_fit_as_its_controller_could_create() {
    let shapes = [
        json!({}),
        affinity("podAntiAffinity", "web"),
        json!({"nodeName": "n2"}),
        json!({"topologySpreadConstraints": [{
            "maxSkew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "DoNotSchedule",
            "labelSelector": {"matchLabels": {"app": "web"}},
        }]}),
    ];
    let quota = json!({
        "apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "budget", "namespace": "a"},
        "spec": {"hard": {"pods": "6"}},
    });
    let mut seen = Vec::new();
    for kind in ["Deployment", "StatefulSet"] {
        for (shape, has_quota) in shapes.iter().zip([true, false, false, false]) {
            let web = workload(kind, "web", "1", shape);
            let mut objects = vec![node("n1", "3"), node("n2", "2"), node("n3", "5"), web];
            objects.extend(has_quota.then(|| quota.clone()));
            let mut scenario = Scenario::new(&text(&objects));
            let like = json!([{"kind": kind, "namespace": "a", "name": "web"}]);
            let answer = ask(&mut scenario, &json!({"more": {"like": like}}));
            let count = answer["count"].as_u64().expect("a number");
            objects[3]["spec"]["replicas"] = json!(count + 1);
            let mut scenario = Scenario::new(&text(&objects));
            let pods = ask(
                &mut scenario,
                &json!({"more": {"like": like, "pendingFirst": true, "most": 1}}),
            );
            // The scheduler never sees a pod that names its node.
            let bound = if shape["nodeName"].is_null() {
                count
            } else {
                0
            };
            assert_eq!(pods["pending"]["bound"], bound, "{kind} {shape} {pods}");
            assert_eq!(pods["count"], 0, "{kind} {shape} {pods}");
            seen.push(count);
        }
    }
    assert_eq!(seen, [6, 3, 2, 8, 6, 3, 2, 8]);
}

#[test]
fn a_question_names_one_pod_or_a_list() {
    let web = workload("Deployment", "web", "1", &json!({}));
    let mut other = web.clone();
    other["metadata"]["namespace"] = json!("b");
    let mut scenario = Scenario::new(&text(&[node("n1", "4"), web, other]));
    let mut error = |options: Value| {
        let question = json!({"more": options}).to_string();
        scenario.ask(&question).expect_err("an error").code()
    };
    let web = json!({"kind": "Deployment", "namespace": "a", "name": "web"});
    assert_eq!(error(json!({})), "invalid-argument");
    assert_eq!(error(json!({"pod": "a/x", "like": [web]})), "no-such-pod");
    assert_eq!(error(json!({"like": vec![web; 21]})), "invalid-argument");
    assert_eq!(error(json!({"like": [{"name": "x"}]})), "no-such-pod");
    assert_eq!(
        error(json!({"like": [{"kind": "Job", "name": "web"}]})),
        "no-such-object"
    );
    assert_eq!(
        error(json!({"like": [{"kind": "Deployment", "name": "web"}]})),
        "ambiguous-name"
    );
}
