//! The smallest changes of what a pod asks of its node, of labels and of cordons: each made in the text and judged by
//! the twin, and held against all such edits of small worlds, tried one after another.

use schedscope::scenario::Scenario;
use serde_json::{Map, Value, json};

use super::{
    change::{after, with},
    wanted::Wanted,
};
use reference::{
    answers::{ask, text},
    pods::items,
};

/// Numbers that look random, the same in every run.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % most
    }

    fn of(&mut self, choice: &[Value]) -> Value {
        choice[self.below(choice.len())].clone()
    }
}

const POD: &str = "a/asked";
const CORDON: &str = "node.kubernetes.io/unschedulable";
const REQUIRED: &str = "/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution";

/// The keys of labels, and what a label may become; `null`: it goes.
fn keys() -> [(&'static str, Vec<Value>); 3] {
    [
        (
            "zone",
            vec![json!("one"), json!("two"), json!("true"), Value::Null],
        ),
        ("disk", vec![json!("ssd"), json!("true"), Value::Null]),
        (
            "rank",
            vec![json!("0"), json!("1"), json!("2"), Value::Null],
        ),
    ]
}

fn node(dice: &mut Dice, name: &str) -> Value {
    let mut labels = Map::new();
    for (key, values) in keys() {
        let value = dice.of(&values);
        if !value.is_null() {
            labels.insert(key.to_owned(), value);
        }
    }
    let cpu = ["500m", "2", "4"][dice.below(3)];
    let mut node = json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels},
        "spec": {}, "status": {"allocatable": {"cpu": cpu, "memory": "8Gi", "pods": "9"}},
    });
    let other = json!({"key": "gpu", "effect": "NoSchedule"});
    if dice.below(4) == 0 {
        node["spec"]["taints"] = json!([other]);
    }
    if dice.below(3) == 0 {
        node["spec"]["unschedulable"] = json!(true);
        let cordon = json!({"key": CORDON, "effect": "NoSchedule"});
        match dice.below(3) {
            0 => node["spec"]["taints"] = json!([cordon]),
            1 => node["spec"]["taints"] = json!([other, cordon]),
            _ => {}
        }
    }
    node
}

fn requirement(dice: &mut Dice) -> Value {
    dice.of(&[
        json!({"key": "zone", "operator": "In", "values": ["one"]}),
        json!({"key": "zone", "operator": "In", "values": ["one", "two"]}),
        json!({"key": "zone", "operator": "NotIn", "values": ["one"]}),
        json!({"key": "zone", "operator": "Exists"}),
        json!({"key": "disk", "operator": "In", "values": ["ssd"]}),
        json!({"key": "disk", "operator": "DoesNotExist"}),
        json!({"key": "disk", "operator": "Exists"}),
        json!({"key": "rank", "operator": "Gt", "values": ["1"]}),
        json!({"key": "rank", "operator": "Lt", "values": ["2"]}),
    ])
}

fn term(dice: &mut Dice) -> Value {
    let count = 1 + dice.below(2);
    let labels: Vec<Value> = (0..count).map(|_| requirement(dice)).collect();
    match dice.below(6) {
        0 => {
            let name = dice.of(&[json!("n0"), json!("n1")]);
            let field = json!({"key": "metadata.name", "operator": "NotIn", "values": [name]});
            json!({"matchFields": [field], "matchExpressions": labels})
        }
        1 => json!({"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}),
        _ => json!({ "matchExpressions": labels }),
    }
}

/// Up to three nodes, and a pod that asks for labels.
fn world(seed: u64) -> Vec<Value> {
    let mut dice = Dice::new(seed);
    let count = 1 + dice.below(3);
    let mut objects: Vec<Value> = (0..count)
        .map(|at| node(&mut dice, &format!("n{at}")))
        .collect();
    let mut spec = json!({"containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]});
    if dice.below(2) == 0 {
        for (key, values) in keys() {
            if dice.below(3) == 0 {
                let value = &values[dice.below(2)];
                spec["nodeSelector"][key] = value.clone();
            }
        }
    }
    if dice.below(3) > 0 {
        let terms: Vec<Value> = (0..=dice.below(2)).map(|_| term(&mut dice)).collect();
        spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"] =
            json!({ "nodeSelectorTerms": terms });
    }
    objects.push(json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "a", "name": "asked"}, "spec": spec,
    }));
    objects
}

/// The fewest labels of one node that must change.
fn fewest_labels(wanted: &Wanted<'_>, objects: &[Value]) -> Option<usize> {
    let nodes = objects.iter().filter(|one| one["kind"] == "Node");
    let [(zone, zones), (disk, disks), (rank, ranks)] = keys();
    let mut best = None;
    for node in nodes {
        let name = node["metadata"]["name"].as_str().expect("a name");
        let labels = &node["metadata"]["labels"];
        for one in &zones {
            for two in &disks {
                for three in &ranks {
                    let new = [(zone, one), (disk, two), (rank, three)];
                    let count = new
                        .iter()
                        .filter(|(key, new)| labels[*key] != **new)
                        .count();
                    if best.is_some_and(|best| best <= count) {
                        continue;
                    }
                    let objects = with(objects, "Node", &format!("default/{name}"), |node| {
                        for (key, new) in new {
                            let labels = node["metadata"]["labels"].as_object_mut();
                            let labels = labels.expect("labels");
                            labels.remove(key);
                            if !new.is_null() {
                                labels.insert(key.to_owned(), new.clone());
                            }
                        }
                    });
                    if wanted.meets(&objects) {
                        best = Some(count);
                    }
                }
            }
        }
    }
    best
}

/// Every edit of what the pod asks of its node: how many requirements it is about, and the spec after it.
fn asking_less(spec: &Value) -> Vec<(usize, Value)> {
    let mut all = Vec::new();
    let without = |pointer: &str, key: &str| {
        let mut spec = spec.clone();
        let parent = spec.pointer_mut(pointer).and_then(Value::as_object_mut);
        parent.expect("an object").remove(key);
        spec
    };
    if let Some(selector) = spec["nodeSelector"].as_object() {
        all.extend(
            selector
                .keys()
                .map(|key| (1, without("/nodeSelector", key))),
        );
        all.push((selector.len(), without("", "nodeSelector")));
    }
    let Some(required) = spec.pointer(REQUIRED) else {
        return all;
    };
    let mut count = 0;
    for (at, term) in items(&required["nodeSelectorTerms"]).enumerate() {
        for list in ["matchExpressions", "matchFields"] {
            for (index, requirement) in items(&term[list]).enumerate() {
                count += 1;
                let way = format!("{REQUIRED}/nodeSelectorTerms/{at}/{list}");
                let edited = |edit: &dyn Fn(&mut Vec<Value>)| {
                    let mut spec = spec.clone();
                    let list = spec.pointer_mut(&way).and_then(Value::as_array_mut);
                    edit(list.expect("a list"));
                    spec
                };
                all.push((1, edited(&|list| drop(list.remove(index)))));
                if list == "matchExpressions" && requirement["operator"] == "In" {
                    all.extend(["one", "two", "ssd", "true"].map(|value| {
                        let spec = edited(&|list| {
                            let values = list[index]["values"].as_array_mut();
                            values.expect("values").push(json!(value));
                        });
                        (1, spec)
                    }));
                }
            }
        }
    }
    let parent = REQUIRED.rsplit_once('/').expect("a path");
    all.push((count, without(parent.0, parent.1)));
    all
}

fn asking(objects: &[Value], spec: &Value) -> Vec<Value> {
    with(objects, "Pod", POD, |pod| pod["spec"] = spec.clone())
}

/// The fewest requirements that one edit must be about; and whether two edits do.
fn fewest_requirements(wanted: &Wanted<'_>, objects: &[Value]) -> (Option<usize>, bool) {
    let pod = objects.iter().find(|one| one["kind"] == "Pod");
    let spec = &pod.expect("a pod")["spec"];
    let mut singles = asking_less(spec);
    singles.sort_by_key(|(count, _)| *count);
    let met = singles
        .iter()
        .find(|(_, spec)| wanted.meets(&asking(objects, spec)));
    let pairs = || {
        singles.iter().any(|(_, spec)| {
            let mut more = asking_less(spec).into_iter();
            more.any(|(_, spec)| wanted.meets(&asking(objects, &spec)))
        })
    };
    (met.map(|(count, _)| *count), met.is_some() || pairs())
}

/// Whether one node less cordoned is enough.
fn any_uncordoned(wanted: &Wanted<'_>, objects: &[Value]) -> bool {
    let closed = objects
        .iter()
        .filter(|one| one["spec"]["unschedulable"] == true);
    let mut names = closed.map(|node| node["metadata"]["name"].as_str().expect("a name"));
    names.any(|name| {
        wanted.meets(&with(objects, "Node", &format!("default/{name}"), |node| {
            node["spec"]["unschedulable"] = json!(false);
            if let Some(taints) = node["spec"]["taints"].as_array_mut() {
                taints.retain(|taint| taint["key"] != CORDON);
            }
        }))
    })
}

#[test]
fn every_edit_of_labels_requirements_and_cordons_is_tried() {
    let (mut labels, mut requirements, mut cordons, mut pairs) = ([0; 4], [0; 8], 0, 0);
    for seed in 0..300 {
        let objects = world(seed);
        let source = text(&objects);
        let wanted = Wanted::admitted(POD, seed % 2 == 1);
        if wanted.meets(&objects) {
            continue;
        }
        let changes = |family: &str| {
            let mut question = wanted.question();
            question["change"]["families"] = json!([family]);
            let answer = ask(&mut Scenario::new(&source), &question);
            assert_eq!(answer["complete"], true, "{seed} {answer:#} {source}");
            let changes: Vec<Value> = items(&answer["changes"]).cloned().collect();
            for change in &changes {
                let edited = after(&source, change);
                assert!(wanted.meets(&edited), "{seed} {change:#} {source}");
            }
            changes
        };
        let step = |change: &Value| change["cost"]["step"].as_f64().expect("a number") as usize;
        let edits = |change: &Value| items(&change["edits"]).count();
        let context = || format!("{seed} {source}");

        let found = changes("label").first().map(edits);
        let expected = fewest_labels(&wanted, &objects);
        assert_eq!(found, expected, "label of {}", context());
        labels[expected.unwrap_or(0)] += 1;

        let found = changes("predicate");
        let (expected, by_two) = fewest_requirements(&wanted, &objects);
        let single = found.iter().find(|change| edits(change) == 1).map(step);
        assert_eq!(single, expected, "predicate of {} {found:#?}", context());
        assert_eq!(!found.is_empty(), by_two, "two of {}", context());
        requirements[expected.unwrap_or(0)] += 1;
        pairs += usize::from(by_two && expected.is_none());

        let found = changes("node");
        let mut found = found.iter().flat_map(|change| items(&change["edits"]));
        let is_open = found.any(|edit| edit["path"] == "spec.unschedulable");
        assert_eq!(is_open, any_uncordoned(&wanted, &objects), "{}", context());
        cordons += usize::from(is_open);
    }
    let some = |counts: &[usize]| counts.iter().all(|count| *count > 5);
    assert!(
        some(&labels[..3]) && some(&requirements[..4]) && cordons > 9 && pairs > 2,
        "{labels:?} {requirements:?} {cordons} {pairs}"
    );
}
