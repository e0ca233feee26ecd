//! What an answer does not list as missing changes nothing in it, in whatever form it is added.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{
    caveats::{decide, fleet, missing},
    missing::{NODES, SIMULATED, pod, rows},
};

/// Numbers in a fixed order that looks random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Objects that the text lacks, by kind, namespace and name.
type Lacking = (&'static str, &'static str, String);

const SPACES: [&str; 2] = ["a", "b"];

fn node(at: usize, dice: &mut Dice) -> Value {
    let taints = match dice.below(4) {
        0 => json!([{"key": "gpu", "effect": "NoSchedule"}]),
        _ => json!([]),
    };
    json!({
        "apiVersion": "v1", "kind": "Node",
        "metadata": {"name": format!("n{at}"), "labels": {
            "kubernetes.io/hostname": format!("n{at}"), "topology.kubernetes.io/zone": format!("z{}", at % 2),
        }},
        "spec": {"taints": taints, "unschedulable": dice.below(5) == 0},
        "status": {"allocatable": {"cpu": (1 + dice.below(4)).to_string(), "memory": "8Gi", "pods": "9"}},
    })
}

fn any_pod(at: usize, nodes: usize, dice: &mut Dice, lacking: &mut Vec<Lacking>) -> Value {
    let space = dice.one_of(&SPACES);
    let mut spec = json!({
        "containers": [{"name": "c", "resources": {"requests": {"cpu": (1 + dice.below(3)).to_string()}}}],
    });
    let mut metadata = json!({
        "name": format!("p{at}"), "namespace": space, "uid": format!("u{at}"),
        "labels": {"app": dice.one_of(&["x", "y"])},
        "creationTimestamp": format!("2026-01-01T00:00:{:02}Z", dice.below(60)),
    });
    let mut add = |of: Lacking| {
        if !lacking.contains(&of) {
            lacking.push(of);
        }
    };
    if dice.below(3) > 0 {
        let set = format!("rs{}", dice.below(2));
        metadata["ownerReferences"] = json!([{
            "apiVersion": "apps/v1", "kind": "ReplicaSet", "name": set, "uid": set, "controller": true,
        }]);
        add(("ReplicaSet", space, set));
    }
    if dice.below(3) == 0 {
        let kind = dice.one_of(&["podAffinity", "podAntiAffinity"]);
        spec["affinity"] = json!({kind: {"requiredDuringSchedulingIgnoredDuringExecution": [{
            "topologyKey": "kubernetes.io/hostname",
            "labelSelector": {"matchLabels": {"app": dice.one_of(&["x", "y", "z"])}},
            "namespaceSelector": {"matchLabels": {"team": "t"}},
        }]}});
    }
    if dice.below(4) == 0 {
        let class = dice.one_of(&["high", "low"]);
        spec["priorityClassName"] = json!(class);
        add(("PriorityClass", "", class.to_owned()));
    } else {
        spec["priority"] = json!(dice.below(3));
    }
    if dice.below(3) == 0 {
        spec["nodeName"] = json!(format!("n{}", dice.below(nodes)));
    }
    json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec,
        "status": {"phase": if spec.get("nodeName").is_some() { "Running" } else { "Pending" }},
    })
}

/// An object in one of its forms.
fn form((kind, space, name): &Lacking, pods: &[Value], dice: &mut Dice) -> Value {
    match *kind {
        "ReplicaSet" => {
            let owned = pods.iter().filter(|pod| {
                pod["metadata"]["namespace"] == *space
                    && pod["metadata"]["ownerReferences"][0]["name"] == **name
            });
            let app = dice.one_of(&["x", "y", "none"]);
            let selector = json!({"matchLabels": {"app": app}});
            json!({
                "apiVersion": "apps/v1", "kind": "ReplicaSet",
                "metadata": {"name": name, "namespace": space, "uid": name},
                "spec": {"replicas": owned.count(), "selector": selector, "template": {
                    "metadata": {"labels": {"app": app}}, "spec": {"containers": [{"name": "c"}]},
                }},
            })
        }
        "PriorityClass" => json!({
            "apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": name},
            "value": dice.one_of(&[-5, 0, 1, 2, 1000]),
        }),
        _ => json!({
            "apiVersion": "v1", "kind": "Namespace",
            "metadata": {"name": name, "labels": {"team": dice.one_of(&["t", "u"])}},
        }),
    }
}

fn text(objects: &[Value]) -> String {
    let documents: Vec<String> = objects.iter().map(Value::to_string).collect();
    documents.join("\n---\n")
}

/// The answer without its caveats, and what it lists as missing.
fn answer(objects: &[Value], question: &Value) -> (Value, Vec<Lacking>) {
    let answer = Scenario::new(&text(objects)).ask(&question.to_string());
    let mut answer: Value = reference::answers::read(&answer.expect("an answer"));
    let rows = missing_inputs(&answer);
    let listed = rows.iter().map(|row| {
        let kind = match row["kind"].as_str() {
            Some("ReplicaSet") => "ReplicaSet",
            Some("PriorityClass") => "PriorityClass",
            Some("Namespace") => "Namespace",
            _ => "",
        };
        let space = SPACES
            .into_iter()
            .find(|space| row["namespace"] == *space)
            .unwrap_or_default();
        (
            kind,
            space,
            row["name"].as_str().unwrap_or_default().to_owned(),
        )
    });
    let listed = listed.collect();
    answer["findings"].take();
    // Texts of another length are edited elsewhere.
    for change in answer["changes"].as_array_mut().into_iter().flatten() {
        for edit in change["edits"].as_array_mut().into_iter().flatten() {
            edit["textEdits"].take();
        }
    }
    // What the priority is without its class, and that it is, is shown where it decides nothing, too.
    answer["priority"].take();
    // A single node is taken without scoring, whatever its total would be.
    if answer["feasible"]
        .as_u64()
        .is_some_and(|feasible| feasible < 2)
    {
        answer["defaultProfile"].take();
        for row in answer["rows"].as_array_mut().into_iter().flatten() {
            row["defaultProfile"].take();
        }
    }
    (answer, listed)
}

#[test]
fn what_is_not_listed_changes_nothing() {
    let (mut kept, mut listed_ones) = ([0; 3], [0; 3]);
    let kinds = ["ReplicaSet", "PriorityClass", "Namespace"];
    for seed in 0..150 {
        let dice = &mut Dice(seed * 7919 + 13);
        let nodes = 1 + dice.below(3);
        let mut lacking: Vec<Lacking> = SPACES
            .into_iter()
            .map(|space| ("Namespace", "", space.to_owned()))
            .collect();
        let mut objects: Vec<Value> = (0..nodes).map(|at| node(at, dice)).collect();
        let pods = 1 + dice.below(5);
        let pods: Vec<Value> = (0..pods)
            .map(|at| any_pod(at, nodes, dice, &mut lacking))
            .collect();
        objects.extend(pods.iter().cloned());
        let key = |pod: &Value| {
            let [space, name] = ["namespace", "name"].map(|field| pod["metadata"][field].as_str());
            format!("{}/{}", space.unwrap_or_default(), name.unwrap_or_default())
        };
        let asked = key(&pods[dice.below(pods.len())]);
        for question in [
            json!({"simulatePod": {"pod": asked}}),
            json!({"scoreNodes": {"pod": asked, "defaultProfile": true}}),
            json!({"queue": {}}),
            json!({"drain": {"node": "n0"}}),
            json!({"withoutNodes": {"node": "n0"}}),
            json!({"more": {"pod": asked, "most": 9}}),
            json!({"change": {"now": "2026-01-01T00:00:00Z", "want": {"pod": asked, "admitted": true}}}),
        ] {
            let (before, listed) = answer(&objects, &question);
            // All namespaces are listed as one.
            let is_listed = |of: &Lacking| {
                let mut rows = listed.iter();
                rows.any(|row| row == of || (row.0 == of.0 && row.2.is_empty()))
            };
            for (at, kind) in kinds.iter().enumerate() {
                let of_kind = lacking.iter().filter(|of| of.0 == *kind);
                let count = of_kind.clone().filter(|of| is_listed(of)).count();
                listed_ones[at] += count;
                kept[at] += of_kind.count() - count;
            }
            let mut more = objects.clone();
            let rest = lacking.iter().filter(|of| !is_listed(of));
            more.extend(rest.map(|of| form(of, &pods, dice)));
            let (after, _) = answer(&more, &question);
            assert_eq!(before, after, "seed {seed}, {question}, {}", text(&more));
        }
    }
    // Both are frequent, or the test says nothing.
    assert!(
        kept.iter().chain(&listed_ones).all(|count| *count > 50),
        "{kept:?} {listed_ones:?}"
    );
}

/// Of a pod that never had a choice between nodes, the owner changes nothing; likewise of the other questions. That
/// nothing else does is held by `not_missing.rs`.
#[test]
fn owners_where_scores_choose_nothing() {
    let set = ", uid: u, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, controller: true}]";
    let missing = "owner ReplicaSet a/web";
    let large = pod(set, "").replace("cpu: 4", "cpu: 5");
    let gated = pod(set, ", schedulingGates: [{name: x.io/y}]");
    let on_one = pod(
        set,
        ", nodeSelector: {vm: nested}, tolerations: [{operator: Exists}]",
    );
    for text in [large, gated, on_one] {
        for question in [
            r#"{"queue": {}}"#,
            r#"{"drain": {"node": "n1"}}"#,
            r#"{"withoutNodes": {"node": "n1"}}"#,
        ] {
            assert_eq!(
                rows(&(NODES.to_owned() + &text), question),
                [""; 0],
                "{question} {text}"
            );
        }
    }
    let two = NODES.to_owned() + &pod(set, "");
    let questions = [
        r#"{"queue": {}}"#,
        r#"{"more": {"pod": "a/in"}}"#,
        r#"{"withoutNodes": {"node": "n2"}}"#,
    ];
    for question in questions {
        assert_eq!(rows(&two, question), [missing], "{question}");
    }
    // Without one of the two it goes to the other; with the drain it does, too, but goes to one of two before.
    assert_eq!(rows(&two, r#"{"withoutNodes": {"node": "n1"}}"#), [missing]);
    assert_eq!(rows(&two, r#"{"drain": {"node": "n1"}}"#), [missing]);
    // An edit that lets it in leads to one node, or to one of several.
    let change = |want: &str| {
        format!(
            r#"{{"change": {{"now": "2026-01-01T00:00:00Z", "want": {{"pod": "a/in", {want}}}}}}}"#
        )
    };
    let selected = NODES.to_owned() + &pod(set, ", nodeSelector: {vm: nested}");
    let tolerated =
        change(r#""admitted": true"#).replace("true}", r#"true}, "families": ["toleration"]"#);
    assert_eq!(rows(&selected, &tolerated), [""; 0]);
    assert_eq!(rows(&selected, &change(r#""on": "n2""#)), [missing]);
}

/// The labels of a namespace decide nothing where the term selects no pod of it.
#[test]
fn namespaces_of_pods_that_no_term_selects() {
    let term = |labels: &str| {
        format!(
            ", affinity: {{podAntiAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: [{{topologyKey: host, \
             labelSelector: {{matchLabels: {{{labels}}}}}, namespaceSelector: {{matchLabels: {{team: x}}}}}}]}}}}"
        )
    };
    let other = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: other, namespace: b, uid: o, labels: {app: web}}\n\
                 spec: {nodeName: n1, containers: [{name: c}]}\n";
    let asked = |labels: &str| [NODES, &pod(", uid: u", &term(labels)), other].concat();
    let row = "namespace-labels Namespace /";
    for (labels, expected) in [("app: web", &[row][..]), ("app: db", &[])] {
        assert_eq!(rows(&asked(labels), SIMULATED), expected, "{labels}");
    }
    // Nor where the term names the namespace.
    let named =
        asked("app: web").replace("topologyKey: host,", "topologyKey: host, namespaces: [b],");
    assert_eq!(rows(&named, SIMULATED), [""; 0]);
}

/// Where every cluster is a candidate already, no form of a set that is missing changes anything.
#[test]
fn sets_beside_one_that_has_every_cluster() {
    let of =
        "\n---\napiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet";
    let set = format!(
        "{of}\nmetadata: {{name: all}}\nspec: {{clusterSelector: {{selectorType: LabelSelector, \
         labelSelector: {{}}}}}}\n"
    );
    let binding = format!(
        "{of}Binding\nmetadata: {{name: gone, namespace: apps}}\nspec: {{clusterSet: gone}}\n"
    );
    let bound = binding.replace("gone", "all");
    let text = fleet("{}") + &set + &bound + &binding;
    assert!(
        !missing(&text).iter().any(|row| row.contains("gone")),
        "{:?}",
        missing(&text)
    );
    let selected = |text: &str| decide(text)["selected"].clone();
    for selector in [
        "{selectorType: LabelSelector, labelSelector: {}}",
        "{selectorType: LabelSelector, labelSelector: {matchLabels: {region: eu}}}",
        "{selectorType: ExclusiveClusterSetLabel}",
    ] {
        let gone = set
            .replace("name: all", "name: gone")
            .replace("{selectorType: LabelSelector, labelSelector: {}}", selector);
        assert_eq!(
            selected(&(text.clone() + &gone)),
            selected(&text),
            "{selector}"
        );
    }
}
