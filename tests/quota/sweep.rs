//! A number of a pod or a quota over its range: each interval against the twin, at its ends and inside.

use schedscope::scenario::Scenario;
use schedscope_fuzz::cases::{often, worlds};
use serde_json::{Value, json};

use super::change::{RESOURCES, quantity, with};
use reference::{
    answers::{ask, text},
    pod_sets::{self, Scope},
    pods::{ClusterSnapshot, items},
    quota::{
        cycle,
        victims::{Attempt, violations},
    },
};

const TINY: Scope = Scope {
    nodes: 2,
    pods: 5,
    quotas: 3,
    unbound: 15,
};

/// How the twin's cycle ends: the outcome, the node of an eviction, the victims by name, and how many of them violate a
/// budget, whatever made them victims.
fn judge(objects: &[Value], pod: &str, proposal: bool) -> (String, Value, Vec<String>, usize) {
    let snapshot = ClusterSnapshot::read_as(objects, proposal);
    let (rest, pod) = snapshot.taken(pod);
    let found = cycle(&rest, &pod, proposal);
    let evicts = found.outcome == "Preempt";
    let node = found.node.clone().unwrap_or_default();
    let victims = match found.attempt(&node) {
        Some(Attempt::Candidate(candidate)) if evicts => &candidate.victims[..],
        _ => &[],
    };
    let violating = violations(&rest.budgets, victims).into_iter();
    let violating = violating.filter(|violates| *violates).count();
    let victims = victims.iter().map(|victim| victim.key.clone()).collect();
    let node = if evicts { json!(node) } else { Value::Null };
    (found.outcome.to_owned(), node, victims, violating)
}

/// The objects with another value of what is swept.
fn at(objects: &[Value], answer: &Value, asked: &str, value: i64) -> Vec<Value> {
    let subject = answer["subject"].as_str().expect("a text");
    let amount = quantity(subject, i128::from(value));
    let name = |key: &str| answer["object"][key].as_str().expect("a name");
    let key = format!("{}/{}", name("namespace"), name("name"));
    match answer["parameter"].as_str().expect("a parameter") {
        "priority" => with(objects, "Pod", asked, |pod| {
            pod["spec"]["priority"] = json!(value);
        }),
        "request" => with(objects, "Pod", asked, |pod| {
            if !pod["spec"]["resources"]["requests"][subject].is_null() {
                pod["spec"]["resources"]["requests"][subject] = amount.clone();
                return;
            }
            let containers = pod["spec"]["containers"].as_array_mut().expect("a list");
            let has = |list: &Value| !list[subject].is_null();
            let first = containers
                .iter_mut()
                .find(|one| has(&one["resources"]["requests"]) || has(&one["resources"]["limits"]));
            let resources = &mut first.expect("a request")["resources"];
            resources["requests"][subject] = amount.clone();
            let is_exact = subject.contains('/') || subject.starts_with("hugepages");
            if is_exact && has(&resources["limits"]) {
                resources["limits"][subject] = amount.clone();
            }
        }),
        bound => with(objects, "ElasticQuota", &key, |quota| {
            quota["spec"][bound][subject] = amount.clone();
        }),
    }
}

fn questions(pod: &str, profile: &str) -> Vec<Value> {
    let of = |key: &str, value: Value| {
        let mut options = json!({"pod": pod, "profile": profile, "now": "2026-01-01T00:00:00Z"});
        options[key] = value;
        json!({"sweep": options})
    };
    let resources = RESOURCES.iter();
    let amounts = resources
        .flat_map(|resource| ["request", "min", "max"].map(|key| of(key, json!(resource))));
    amounts.chain([of("priority", json!(true))]).collect()
}

#[test]
fn every_interval_is_as_the_twin_decides() {
    let strategy = pod_sets::pod_set(TINY);
    let mut seen = std::collections::BTreeMap::<String, [usize; 3]>::new();
    for (number, pod_set) in pod_sets::sampled(worlds(0..70).count(), &strategy)
        .into_iter()
        .enumerate()
    {
        let objects = &pod_set.objects;
        let proposal = number % 2 == 1;
        let profile = if proposal { "Proposal" } else { "Upstream" };
        // `kubelet.rs` has these.
        if pod_set.names_its_node() {
            continue;
        }
        let mut scenario = Scenario::new(&text(objects));
        for question in questions(&pod_set.asked, profile) {
            // Not every pod has a quota, or a request of everything.
            if scenario.ask(&question.to_string()).is_err() {
                continue;
            }
            let answer = ask(&mut scenario, &question);
            let parameter = answer["parameter"].as_str().expect("a parameter");
            let counts = seen.entry(parameter.to_owned()).or_default();
            counts[0] += 1;
            counts[1] += usize::from(answer["complete"] == true);
            // A max below the min is tried, too.
            if ["min", "max"].contains(&parameter) {
                assert_eq!(answer["intervals"][0]["from"], 0, "{question} {answer}");
            }
            let mut before: Option<(i64, &Value)> = None;
            for interval in items(&answer["intervals"]) {
                counts[2] += 1;
                let end = |key: &str| interval[key].as_i64().expect("a number");
                let (from, to) = (end("from"), end("to"));
                let cycle = &interval["cycle"];
                if let Some((last, other)) = before {
                    assert_eq!(last + 1, from, "{pod_set:?}{question} {answer}");
                    assert_ne!(other, cycle, "{pod_set:?}{question} {answer}");
                }
                before = Some((to, cycle));
                let inside = [0, 1, 2, 3, 5].map(|part| from + (to - from) / 6 * part);
                let mut values = vec![from, to, from + 1, to - 1];
                if answer["complete"] == true {
                    values.extend(inside);
                }
                for value in values.into_iter().filter(|one| (from..=to).contains(one)) {
                    let objects = at(objects, &answer, &pod_set.asked, value);
                    let (outcome, node, victims, violating) =
                        judge(&objects, &pod_set.asked, proposal);
                    let context = || format!("{value} {pod_set:?}{question} {answer}");
                    assert_eq!(cycle["outcome"], outcome, "{}", context());
                    assert_eq!(cycle["victims"], json!(victims), "{}", context());
                    assert_eq!(cycle["budgetViolations"], violating, "{}", context());
                    if !node.is_null() {
                        assert_eq!(cycle["node"], node, "{}", context());
                    }
                }
            }
        }
    }
    for (parameter, least) in [("priority", 60), ("request", 60), ("min", 60), ("max", 60)] {
        let [count, complete, intervals] = seen.get(parameter).copied().unwrap_or_default();
        assert!(
            count >= often(least) && complete * 2 > count && intervals > count,
            "{parameter} of {seen:?}"
        );
    }
}

#[test]
fn values_with_which_nodes_tie_are_named() {
    let node = |name: &str, cpu: u32| {
        format!(
            "{{apiVersion: v1, kind: Node, metadata: {{name: {name}}}, status: {{allocatable: {{cpu: {cpu}, memory: \
             8Gi, pods: 9}}}}}}"
        )
    };
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: d}, spec: {containers: [{name: c, \
               resources: {requests: {cpu: 1, memory: 1Gi}}}]}}";
    let tied_at = |nodes: &[String]| {
        let text = format!(
            "apiVersion: v1\nkind: List\nitems: [{}, {pod}]\n",
            nodes.join(", ")
        );
        let question = json!({"sweep": {"pod": "d/p", "request": "cpu"}});
        let answer = ask(&mut Scenario::new(&text), &question);
        let intervals = items(&answer["intervals"]);
        let of = intervals.map(|one| json!([one["cycle"]["node"], one.get("tiedAt")]));
        of.collect::<Vec<_>>()
    };
    // The value in force comes first; with more than a node has, the pod waits.
    let alike = tied_at(&[node("a", 4), node("b", 4)]);
    assert_eq!(alike, [json!(["a", 1000]), json!([null, null])]);
    let alone = tied_at(&[node("a", 4)]);
    assert_eq!(alone, [json!(["a", null]), json!([null, null])]);
}
