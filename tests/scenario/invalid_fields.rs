//! Invalid fields that answers about pods and VMs rest on, and what of the objects takes part.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::caveats::found;

const NODE: &str = "
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}
";

/// A pod of namespace `d` whose request is above its limit where `over`.
fn pod(name: &str, metadata: &str, over: bool, status: &str) -> String {
    let limit = if over { 1 } else { 2 };
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: d{metadata}}}\n\
         spec: {{containers: [{{name: c, resources: {{requests: {{cpu: 2}}, limits: {{cpu: {limit}}}}}}}]}}\n\
         status: {status}\n"
    )
}

fn ask(text: &str, question: &Value) -> Value {
    let answer = Scenario::new(text).ask(&question.to_string());
    reference::answers::read(&answer.expect("an answer"))
}

/// The objects of invalid fields, with the paths.
fn named(answer: &Value, code: &str) -> Vec<String> {
    let rows = found(answer, code);
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    rows.iter()
        .map(|row| {
            let object = &row["object"];
            format!(
                "{} {} {}",
                text(&object["kind"]),
                text(&object["name"]),
                text(&row["path"])
            )
        })
        .collect()
}

const REQUEST: &str = "spec.containers[0].resources.requests[cpu]";

#[test]
fn a_new_pod_that_is_refused_is_never_tried() {
    let text = NODE.to_owned()
        + &pod("new", "", true, "{}")
        + &pod("valid", "", false, "{}")
        + &pod("stored", ", uid: u", true, "{}")
        + &pod("seen", "", true, "{phase: Pending}");
    let queue = ask(&text, &json!({"queue": {}}));
    let tried = queue["steps"].as_array().expect("a list").iter();
    let tried: Vec<&Value> = tried.map(|step| &step["pod"]).collect();
    assert_eq!(tried, ["d/seen", "d/stored", "d/valid"]);
    assert_eq!(queue["invalid"], 1);
    let pods = ["new", "stored", "seen"].map(|name| format!("Pod {name} {REQUEST}"));
    assert_eq!(named(&queue, "invalid-field"), pods);
    let list = ask(&text, &json!({"pods": {}}));
    let invalid = list["pods"].as_array().expect("a list").iter();
    let invalid: Vec<bool> = invalid.map(|pod| pod["invalid"] == true).collect();
    assert_eq!(invalid, [true, false, false, false]);
    let step = ask(&text, &json!({"queueStep": {"step": 9}}));
    assert!(!step["unbound"].to_string().contains("d/new"), "{step:#}");
}

#[test]
fn an_answer_about_a_pod_has_its_own_invalid_fields() {
    let quota = "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\n\
                 metadata: {name: q, namespace: d}\nspec: {min: {cpu: two}}\n";
    let text =
        NODE.to_owned() + &pod("one", "", true, "{}") + &pod("other", "", true, "{}") + quota;
    for question in ["scoreNodes", "simulatePod", "evictAcrossNodes", "more"] {
        let answer = ask(&text, &json!({question: {"pod": "d/one"}}));
        let own = [
            format!("Pod one {REQUEST}"),
            "ElasticQuota q spec.min[cpu]".to_owned(),
        ];
        assert_eq!(named(&answer, "invalid-field"), own, "{question}");
    }
    assert_eq!(ask(NODE, &json!({"queue": {}}))["findings"], json!([]));
}

/// Quotas and nodes count what is bound, with what can be read of it: those that wait, or are over, do not matter.
#[test]
fn an_answer_about_a_pod_has_the_invalid_fields_of_bound_ones() {
    let bound = |name: &str, phase: &str| {
        pod(name, ", uid: u", true, &format!("{{phase: {phase}}}"))
            .replace("spec: {", "spec: {nodeName: n1, ")
    };
    let text = NODE.to_owned()
        + &bound("big", "Running")
        + &bound("over", "Succeeded")
        + &pod("other", ", uid: v", true, "{phase: Pending}")
        + &pod("one", "", true, "{}");
    for question in ["scoreNodes", "simulatePod", "evictAcrossNodes", "more"] {
        let answer = ask(&text, &json!({question: {"pod": "d/one"}}));
        let expected = ["one", "big"].map(|name| format!("Pod {name} {REQUEST}"));
        assert_eq!(named(&answer, "invalid-field"), expected, "{question}");
    }
}

#[test]
fn pods_of_a_refused_workload_are_refused() {
    let text = NODE.to_owned()
        + "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: d}\n\
           spec: {replicas: 2, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: c}},\n  \
           spec: {containers: [{name: c}]}}}\n";
    let queue = ask(&text, &json!({"queue": {}}));
    assert_eq!(
        (&queue["stepsTotal"], &queue["invalid"]),
        (&json!(0), &json!(2))
    );
    let answer = ask(&text, &json!({"simulatePod": {"pod": "d/web-1"}}));
    assert!(
        named(&answer, "invalid-field")[0].starts_with("Deployment web "),
        "{answer:#}"
    );
}

#[test]
fn misspelt_fields_are_ignored_but_by_a_scheduler() {
    let text = NODE.to_owned()
        + "---\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n\
           profiles: [{schedulerNam: x}]\n"
        + &pod("valid", "", false, "{}").replace("resources", "resource");
    let queue = ask(&text, &json!({"queue": {}}));
    assert_eq!(
        named(&queue, "invalid-field"),
        ["KubeSchedulerConfiguration  profiles[0].schedulerNam"]
    );
    assert_eq!(
        named(&queue, "misspelt-field"),
        ["Pod valid spec.containers[0].resource"]
    );
}

#[test]
fn a_vm_that_cannot_be_read_is_named() {
    let vm = |amounts: &str| {
        format!(
            "{NODE}---\napiVersion: vm.neon.tech/v1\nkind: VirtualMachine\nmetadata: {{name: db, namespace: d}}\n\
             spec: {{guest: {{cpus: {amounts}, memorySlots: {{min: 1, max: 2, use: 1}}}}}}\n"
        )
    };
    let run = ask(
        &vm("{min: 250m, max: 2, use: 1}"),
        &json!({"vmTimeline": {}}),
    );
    assert_eq!(
        named(&run, "invalid-field"),
        ["VirtualMachine db spec.guest.cpus.min"]
    );
    // The plugin cannot use a VM without one of its amounts.
    let run = ask(&vm("{min: 1, max: 2}"), &json!({"vmTimeline": {}}));
    assert_eq!(
        named(&run, "invalid-field"),
        ["VirtualMachine db spec.guest.cpus.use"]
    );
    // What the plugin itself finds is said by the run.
    let run = ask(&vm("{min: 1, max: 2, use: 3}"), &json!({"vmTimeline": {}}));
    assert_eq!(named(&run, "invalid-field"), [""; 0]);
}

/// The profiles read a key that `max` does not name differently.
#[test]
fn the_other_profile_tells_both_ways() {
    let text = NODE.to_owned()
        + "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\n\
           metadata: {name: q, namespace: d}\nspec: {min: {cpu: 4, memory: 8Gi}, max: {cpu: 4}}\n"
        + &pod("one", "", false, "{}").replace("requests: {", "requests: {memory: 1Gi, ");
    for (profile, other, outcome, waits) in [
        ("Proposal", "Upstream", "Schedulable", "Unschedulable"),
        ("Upstream", "Proposal", "Unschedulable", "Schedulable"),
    ] {
        let cycle = ask(
            &text,
            &json!({"simulatePod": {"pod": "d/one", "profile": profile}}),
        );
        assert_eq!(cycle["outcome"], outcome);
        assert_eq!(
            (
                &cycle["otherCycle"]["profile"],
                &cycle["otherCycle"]["outcome"]
            ),
            (&json!(other), &json!(waits))
        );
        let queue = ask(&text, &json!({"queue": {"profile": profile}}));
        assert_eq!(queue["profile"], profile);
        assert_eq!(queue["hanging"]["otherProfile"], json!([1]));
    }
}

#[test]
fn pods_that_a_resource_quota_refuses_are_listed_with_it() {
    let text = NODE.to_owned()
        + "---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {name: rq, namespace: d}\n\
           spec: {hard: {requests.cpu: 3}}\n"
        + &pod("one", "", false, "{}")
        + &pod("two", "", false, "{}");
    let list = ask(&text, &json!({"pods": {}}));
    assert!(list["pods"][0].get("resourceQuota").is_none());
    assert_eq!(list["pods"][1]["resourceQuota"]["name"], "rq");
}

#[test]
fn stored_pods_of_one_namespace_may_not_be_all() {
    let missing = |text: &str| {
        let answer = ask(text, &json!({"nodes": {}}));
        let rows = missing_inputs(&answer);
        rows.iter()
            .map(|row| (row["why"].to_string(), row["assumed"] == true))
            .collect::<Vec<_>>()
    };
    let [first, second] =
        ["a", "b"].map(|end| format!(", uid: 0e6f3a52-7f0d-4a57-9c1e-55d2f6f1b1a{end}"));
    let one = NODE.to_owned() + &pod("one", &first, false, "{}");
    assert_eq!(missing(&one), [("\"one-namespace\"".to_owned(), true)]);
    let two = one + &pod("two", &second, false, "{}").replace("namespace: d", "namespace: e");
    assert_eq!(missing(&two), []);
    assert_eq!(
        missing(&(NODE.to_owned() + &pod("new", ", uid: u", false, "{}"))),
        []
    );
}

#[test]
fn faults_of_quotas_come_first() {
    let quota = |name: &str, spec: &str| {
        format!(
            "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\n\
             metadata: {{name: {name}, namespace: d}}\nspec: {spec}\n"
        )
    };
    let text = NODE.to_owned()
        + &pod("p", "", false, "{}")
        + &quota("a", "{min: {cpu: 3, memory: 1Gi}, max: {cpu: 2}}")
        + &quota("b", "{min: {cpu: 1}}");
    let faults = |answer: &Value| -> Vec<String> {
        let rows = found(answer, "quota-fault");
        let row = |row: &Value| {
            let line = &row["range"]["start"]["line"];
            format!(
                "{} {} {} {line}",
                row["object"]["name"], row["code"], row["path"]
            )
        };
        rows.iter().map(row).collect()
    };
    let all = [
        "\"a\" \"max-below-min\" \"spec.max[cpu]\" 16",
        "\"b\" \"several-quotas\" \"metadata.namespace\" 20",
    ];
    for question in [
        json!({"simulatePod": {"pod": "d/p"}}),
        json!({"evictAcrossNodes": {"pod": "d/p"}}),
        json!({"quotas": {}}),
        json!({"queue": {}}),
        json!({"queueStep": {"step": 1}}),
        json!({"queueLimits": {}}),
        json!({"compareRecorded": {}}),
        json!({"drain": {"node": "n1"}}),
        json!({"more": {"pod": "d/p"}}),
        json!({"withoutNodes": {"node": "n1"}}),
    ] {
        assert_eq!(faults(&ask(&text, &question)), all, "{question}");
    }
    // Scores of nodes do not depend on quotas.
    let scores = ask(&text, &json!({"scoreNodes": {"pod": "d/p"}}));
    assert_eq!(scores["findings"], json!([]));
    let valid = NODE.to_owned() + &quota("a", "{min: {cpu: 1, memory: 1Gi}, max: {cpu: 2}}");
    let answer = ask(&valid, &json!({"quotas": {"kubernetesVersion": "1.35"}}));
    assert_eq!(answer["findings"], json!([]));
}

/// The API server computes the priority of a new pod itself, and refuses another one.
#[test]
fn a_priority_that_is_not_of_the_class() {
    let class = |name: &str, value: i32, more: &str| {
        format!(
            "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {{name: {name}}}\n\
             value: {value}{more}\n"
        )
    };
    let gold = class("gold", 1000, "");
    let all = class("system-cluster-critical", 2_000_000_000, "")
        + &class("system-node-critical", 2_000_001_000, "");
    let own = |spec: &str, metadata: &str| {
        pod("p", metadata, false, "{}").replace("spec: {", &format!("spec: {{{spec}, "))
    };
    let refused = |given: &str, computed: &str| {
        format!(
            "the {given} must not be provided in pod spec; priority admission controller computed {computed} from the \
             given PriorityClass name"
        )
    };
    let check = |spec: &str, classes: &str, expect: Option<(&str, String)>| {
        let answer = ask(
            &(NODE.to_owned() + classes + &own(spec, "")),
            &json!({"scoreNodes": {"pod": "d/p"}}),
        );
        let fields = found(&answer, "invalid-field");
        let first = fields.first();
        let first = first.map(|row| (row["path"].as_str(), row["message"].as_str()));
        let expect = expect
            .as_ref()
            .map(|(path, message)| (Some(*path), Some(&**message)));
        assert_eq!(first, expect, "{spec} {classes}");
        // Stored pods keep theirs.
        let stored = NODE.to_owned() + classes + &own(spec, ", uid: u");
        let stored = ask(&stored, &json!({"scoreNodes": {"pod": "d/p"}}));
        assert_eq!(named(&stored, "invalid-field"), [""; 0]);
    };
    let of = |given: i32, computed: i32| {
        let given = format!("integer value of priority ({given})");
        Some(("spec.priority", refused(&given, &computed.to_string())))
    };
    check("priorityClassName: gold, priority: 5", &gold, of(5, 1000));
    check("priorityClassName: gold, priority: 1000", &gold, None);
    check(
        "priorityClassName: system-node-critical, priority: 5",
        "",
        of(5, 2_000_001_000),
    );
    check("priority: 5", &all, of(5, 0));
    check("priority: 0", &all, None);
    let default = class("base", 50, "\nglobalDefault: true");
    check("priority: 0", &default, of(0, 50));
    check("priority: 50", &default, None);
    let never = class("idle", 1, "\npreemptionPolicy: Never");
    let policy = refused(
        "string value of PreemptionPolicy (PreemptLowerPriority)",
        "Never",
    );
    let spec = "priorityClassName: idle, preemptionPolicy: PreemptLowerPriority";
    check(spec, &never, Some(("spec.preemptionPolicy", policy)));
    check(
        "priorityClassName: idle, preemptionPolicy: Never",
        &never,
        None,
    );
}

/// Without the classes nothing tells which is the default.
#[test]
fn a_priority_without_classes() {
    let text = |spec: &str| {
        NODE.to_owned()
            + &pod("p", "", false, "{}").replace("spec: {", &format!("spec: {{{spec}, "))
    };
    let missing = |spec: &str| {
        let answer = ask(&text(spec), &json!({"simulatePod": {"pod": "d/p"}}));
        let rows = missing_inputs(&answer);
        let rows = rows
            .iter()
            .map(|row| format!("{} {}", row["kind"], row["why"]));
        rows.collect::<Vec<_>>().join(", ").replace('"', "")
    };
    assert_eq!(missing("priority: 5"), "PriorityClass default-class");
    assert_eq!(missing("priority: 0"), "");
    assert_eq!(
        missing("priority: 5, priorityClassName: gold"),
        "PriorityClass priority-class"
    );
}

/// kubectl validates strictly.
#[test]
fn a_key_that_stands_twice() {
    let text = NODE.to_owned() + &pod("p", "", false, "{}") + "status: {}\n";
    let answer = ask(&text, &json!({"simulatePod": {"pod": "d/p"}}));
    assert_eq!(named(&answer, "invalid-field"), ["Pod p status"]);
}

/// Other pods without a spec or a name may be bound: an answer about one pod does not know what they take.
#[test]
fn pods_that_lost_their_spec_or_name() {
    let asked = pod("asked", "", false, "{}");
    let of = |other: &str| {
        let text = format!("{NODE}{asked}---\napiVersion: v1\nkind: Pod\n{other}");
        named(
            &ask(&text, &json!({"simulatePod": {"pod": "d/asked"}})),
            "invalid-field",
        )
    };
    let bound = "nodeName: n1, containers: [{name: c}]";
    let whole = format!("metadata: {{name: b, uid: u}}\nspec: {{{bound}}}\n");
    assert_eq!(of(&whole), [""; 0]);
    assert_eq!(of("metadata: {name: b, uid: u}\n"), ["Pod b spec"]);
    let not_a_mapping = of("metadata: {name: b, uid: u}\nspec: x\n");
    assert!(not_a_mapping.contains(&"Pod b spec".to_owned()));
    assert_eq!(
        of("metadata: {name: b, uid: u}\nstatus: {phase: Succeeded}\n"),
        [""; 0]
    );
    // They have a spec, and it is not bound.
    assert_eq!(
        of("metadata: {name: b, uid: u}\nspec: {schedulerName: x}\n"),
        [""; 0]
    );
    assert_eq!(
        of("metadata: {name: b, uid: u}\nspec: {containers: []}\n"),
        [""; 0]
    );
    // It is not in the cluster yet.
    assert_eq!(of("metadata: {name: b}\n"), [""; 0]);
    assert_eq!(of(&format!("spec: {{{bound}}}\n")), ["Pod  metadata.name"]);
}
