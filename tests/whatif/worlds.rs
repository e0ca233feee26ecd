//! Small random worlds, as JSON documents of a text, and what the slow twin decides of such a text.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use reference::placement;

pub(crate) const NOW: &str = "2025-06-01T12:00:00Z";
const GROUP: &str = "cluster.open-cluster-management.io";
const SET: &str = "cluster.open-cluster-management.io/clusterset";
const DECISION: &str = "cluster.open-cluster-management.io/placement";

/// Numbers that look random, the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below another.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % most
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<'a>(&mut self, choice: &[&'a str]) -> &'a str {
        choice[self.below(choice.len())]
    }
}

/// A world: its objects, as Kubernetes JSON.
pub(crate) struct World {
    pub(crate) objects: Vec<Value>,
    pub(crate) proposal: bool,
}

fn object(version: &str, kind: &str, name: &str, namespace: &str) -> Value {
    let mut metadata = json!({ "name": name });
    if !namespace.is_empty() {
        metadata["namespace"] = json!(namespace);
    }
    json!({"apiVersion": format!("{GROUP}/{version}"), "kind": kind, "metadata": metadata})
}

/// A world of up to 8 clusters.
pub(crate) fn world(dice: &mut Dice) -> World {
    let proposal = dice.once_in(2);
    let mut objects = Vec::new();
    let sets = dice.once_in(4);
    let clusters = 3 + dice.below(6);
    for index in 0..clusters {
        let name = format!("{}{index}", dice.of(&["a", "b", "z"]));
        let mut cluster = object("v1", "ManagedCluster", &name, "");
        cluster["metadata"]["labels"] = json!({"zone": dice.of(&["z1", "z2", "z3"])});
        if !dice.once_in(4) {
            cluster["metadata"]["labels"]["tier"] = json!(dice.of(&["prod", "prod", "test"]));
        }
        if sets {
            cluster["metadata"]["labels"][SET] = json!(dice.of(&["one", "two", "three"]));
        }
        if dice.once_in(2) {
            let claims = json!([{"name": "id", "value": name}, {"name": "gpu", "value": dice.of(&["yes", "no"])}]);
            cluster["status"] = json!({ "clusterClaims": claims });
        }
        if dice.once_in(4) {
            let taint = json!({"key": dice.of(&["k1", "k2"]), "effect": "NoSelect"});
            let mut taints = vec![taint];
            if dice.once_in(2) {
                taints.push(json!({"key": "old", "value": "v", "effect": "NoSelectIfNew"}));
            }
            cluster["spec"] = json!({ "taints": taints });
        }
        objects.push(cluster);
        for score in ["x", "y"] {
            let mut reported = object("v1alpha1", "AddOnPlacementScore", score, &name);
            let value = dice.below(11) as i64 * 20 - 100;
            reported["status"] = json!({"scores": [{"name": "s", "value": value}]});
            objects.push(reported);
        }
    }
    let placement = placement(dice, proposal, sets);
    objects.push(placement);
    if sets {
        for set in ["one", "two", "three"] {
            objects.push(object("v1beta2", "ManagedClusterSet", set, ""));
            if set == "one" || dice.once_in(3) {
                let mut binding = object("v1beta2", "ManagedClusterSetBinding", set, "ns");
                binding["spec"] = json!({ "clusterSet": set });
                objects.push(binding);
            }
        }
    }
    if dice.once_in(2) {
        let mut recorded = object("v1beta1", "PlacementDecision", "p-decision-1", "ns");
        recorded["metadata"]["labels"] = json!({ DECISION: "p" });
        let name = objects[0]["metadata"]["name"].clone();
        recorded["status"] = json!({"decisions": [{"clusterName": name, "reason": ""}]});
        objects.push(recorded);
    }
    World { objects, proposal }
}

fn placement(dice: &mut Dice, proposal: bool, sets: bool) -> Value {
    let mut placement = object("v1beta1", "Placement", "p", "ns");
    let mut spec = json!({});
    if !dice.once_in(5) {
        spec["numberOfClusters"] = json!(if dice.once_in(8) {
            0
        } else {
            1 + dice.below(3)
        });
    }
    let mut configurations = Vec::new();
    for score in ["x", "y"] {
        if !dice.once_in(4) {
            let coordinate =
                json!({"type": "AddOn", "addOn": {"resourceName": score, "scoreName": "s"}});
            configurations
                .push(json!({"scoreCoordinate": coordinate, "weight": dice.below(7) as i64 - 3}));
        }
    }
    if dice.once_in(2) {
        let coordinate = json!({"type": "BuiltIn", "builtIn": "Steady"});
        configurations.push(json!({"scoreCoordinate": coordinate, "weight": dice.below(4)}));
    }
    if !configurations.is_empty() || dice.once_in(2) {
        let mode = dice.of(&["Exact", "Additive"]);
        spec["prioritizerPolicy"] = json!({"mode": mode, "configurations": configurations});
    }
    if !dice.once_in(4) {
        let mut labels = json!({});
        if dice.once_in(2) {
            labels["matchLabels"] = json!({"tier": "prod"});
        }
        if dice.once_in(2) {
            let operator = dice.of(&["In", "NotIn"]);
            labels["matchExpressions"] =
                json!([{"key": "zone", "operator": operator, "values": [dice.of(&["z1", "z2"])]}]);
        }
        let mut predicates = vec![json!({"requiredClusterSelector": {"labelSelector": labels}})];
        if dice.once_in(3) {
            let claims = json!([{"key": "gpu", "operator": "In", "values": ["yes"]}]);
            let selector = json!({"claimSelector": {"matchExpressions": claims}});
            predicates.push(json!({ "requiredClusterSelector": selector }));
        }
        spec["predicates"] = json!(predicates);
    }
    if proposal && !dice.once_in(3) {
        let term = json!({"topologyKey": "zone", "topologyKeyType": "Label", "maxSkew": 1 + dice.below(2),
            "whenUnsatisfiable": dice.of(&["DoNotSchedule", "DoNotSchedule", "ScheduleAnyway"])});
        spec["spreadPolicy"] = json!({"spreadConstraints": [term]});
    }
    if sets && dice.once_in(2) {
        spec["clusterSets"] = json!(["one"]);
    }
    placement["spec"] = spec;
    placement
}

impl World {
    /// The world as a text.
    pub(crate) fn text(&self) -> String {
        let objects: Vec<String> = self.objects.iter().map(Value::to_string).collect();
        objects.join("\n---\n") + "\n"
    }

    /// Its options.
    pub(crate) fn options(&self) -> Value {
        json!({"now": NOW, "profile": if self.proposal { "Proposal" } else { "Upstream" }})
    }

    /// The names of its clusters, in the order of the text.
    pub(crate) fn clusters(&self) -> Vec<String> {
        let clusters = self
            .objects
            .iter()
            .filter(|object| object["kind"] == "ManagedCluster");
        clusters
            .map(|cluster| {
                cluster["metadata"]["name"]
                    .as_str()
                    .expect("a name")
                    .to_owned()
            })
            .collect()
    }

    /// The placement.
    pub(crate) fn placement(&mut self) -> &mut Value {
        let mut objects = self.objects.iter_mut();
        objects
            .find(|object| object["kind"] == "Placement")
            .expect("a placement")
    }

    /// What the slow twin decides.
    pub(crate) fn decided(&self) -> Value {
        decide(&self.objects, self.proposal)
    }

    /// What it selects; `None`: nothing is scored.
    pub(crate) fn selected(&self) -> BTreeSet<String> {
        names(&self.decided())
    }
}

fn names(decided: &Value) -> BTreeSet<String> {
    let selected = decided["selectedClusters"].as_array().into_iter().flatten();
    selected
        .map(|name| name.as_str().expect("a name").to_owned())
        .collect()
}

/// What the slow twin selects of a text of documents in JSON, and of simple ones in YAML.
pub(crate) fn selected_of(text: &str, proposal: bool) -> BTreeSet<String> {
    let documents = text
        .split("---\n")
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let objects: Vec<Value> = documents
        .map(|text| serde_json::from_str(text).unwrap_or_else(|_| yaml(text)))
        .collect();
    names(&decide(&objects, proposal))
}

/// Mappings of texts, one key a line, as new objects are written.
fn yaml(text: &str) -> Value {
    let mut root = Value::Object(Map::new());
    let mut path: Vec<String> = Vec::new();
    for line in text.lines() {
        let depth = (line.len() - line.trim_start().len()) / 2;
        let (key, value) = line.trim().split_once(':').expect("a key");
        path.truncate(depth);
        let at = path.iter().fold(&mut root, |value, key| &mut value[key]);
        at[key] = match value.trim() {
            "" => json!({}),
            value => json!(value),
        };
        path.push(key.to_owned());
    }
    root
}

fn decide(objects: &[Value], proposal: bool) -> Value {
    let of = |kind: &str| -> Vec<&Value> {
        objects
            .iter()
            .filter(|object| object["kind"] == kind)
            .collect()
    };
    let (sets, bindings) = (of("ManagedClusterSet"), of("ManagedClusterSetBinding"));
    let mode = if sets.is_empty() && bindings.is_empty() {
        "schedule"
    } else {
        "sync"
    };
    let scenario = json!({
        "now": NOW, "mode": mode, "placement": of("Placement")[0], "managedClusters": of("ManagedCluster"),
        "managedClusterSets": sets, "managedClusterSetBindings": bindings,
        "placementDecisions": of("PlacementDecision"), "addOnPlacementScores": of("AddOnPlacementScore"),
    });
    placement::decide(&scenario, proposal)
}
