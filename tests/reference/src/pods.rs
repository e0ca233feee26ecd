//! The slow twin of `schedscope::pods`: nodes with the pods on them, as the specification tells it.
//! Everything is counted anew each time.

pub mod default_profile;
pub mod exact;
pub mod filters;
pub mod fit;
mod kubelet;
pub mod request;
pub mod scores;
pub mod selector;
pub mod version;

use std::{collections::BTreeMap, rc::Rc};

use serde_json::Value;

/// Amounts by resource: milli-CPU, or base units.
pub type Amounts = BTreeMap<String, i128>;

/// A pod, with what is asked of it most. Snapshots are copied at each step: what no step changes is shared.
#[derive(Clone, Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own in the text"
)]
pub struct Pod {
    /// Its place among the pods of the text.
    pub index: usize,
    /// `namespace/name`.
    pub key: String,
    pub namespace: String,
    pub name: String,
    pub uid: String,
    pub priority: i64,
    /// Neither succeeded nor failed, and not rejected by a kubelet.
    pub live: bool,
    pub terminating: bool,
    pub started: bool,
    /// It preempts nobody.
    pub never: bool,
    /// All times of a test are written alike, so they compare as texts.
    pub start: Option<String>,
    pub created: Option<String>,
    pub node: Option<String>,
    pub nominated: Option<String>,
    /// Which step bound it; 0: none.
    pub bound: usize,
    /// Which step evicted it; 0: none.
    pub returned: usize,
    /// What its quota is charged.
    pub charge: Rc<Amounts>,
    /// What its node must have.
    pub request: Rc<Amounts>,
    /// What it takes of the node that it is on.
    pub occupies: Rc<Amounts>,
    pub value: Rc<Value>,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub name: String,
    pub allocatable: Rc<Amounts>,
    pub value: Rc<Value>,
}

/// A quota as it is written; no list is not the same as an empty one.
#[derive(Clone, Debug)]
pub struct Quota {
    pub namespace: String,
    pub name: String,
    pub min: Option<Amounts>,
    pub max: Option<Amounts>,
    /// What `max` does not name is unlimited, as the design document has it.
    pub proposal: bool,
    pub value: Rc<Value>,
}

impl Quota {
    pub fn read(quota: &Value) -> Self {
        let bound = |which: &str| {
            let list = &quota["spec"][which];
            let mut bound = amounts(list);
            // Nobody looks at it.
            bound.remove("pods");
            list.is_object().then_some(bound)
        };
        let namespace = quota["metadata"]["namespace"].as_str();
        Self {
            namespace: namespace.unwrap_or("default").to_owned(),
            name: quota["metadata"]["name"]
                .as_str()
                .expect("a name")
                .to_owned(),
            min: bound("min"),
            max: bound("max"),
            proposal: false,
            value: Rc::new(quota.clone()),
        }
    }

    /// As the design document reads it.
    pub fn proposed(quota: &Value) -> Self {
        Self {
            proposal: true,
            ..Self::read(quota)
        }
    }
}

/// Everything that was pasted.
#[derive(Clone, Debug, Default)]
pub struct ClusterSnapshot {
    /// The minor number of the Kubernetes that schedules: 36 for 1.36.
    pub minor: u32,
    pub nodes: Vec<Node>,
    pub pods: Vec<Pod>,
    /// All quotas, also those that do not count.
    pub quotas: Vec<Quota>,
    /// `PodDisruptionBudget` objects.
    pub budgets: Rc<[Value]>,
    /// `Namespace` objects.
    pub namespaces: Rc<[Value]>,
    /// `Service`, `ReplicationController`, `ReplicaSet` and `StatefulSet` objects.
    pub selecting: Rc<[Value]>,
    /// Volumes, claims, classes and drivers.
    pub storage: Rc<[Value]>,
}

const STORAGE: [&str; 7] = [
    "PersistentVolume",
    "PersistentVolumeClaim",
    "StorageClass",
    "CSINode",
    "CSIDriver",
    "CSIStorageCapacity",
    "VolumeAttachment",
];

/// The items of a list; none where it is no list.
pub fn items(list: &Value) -> impl Iterator<Item = &Value> + Clone {
    list.as_array().map_or(&[][..], Vec::as_slice).iter()
}

pub fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// A list of quantities, each rounded up.
pub fn amounts(list: &Value) -> Amounts {
    let entries = list.as_object().into_iter().flatten();
    let entries = entries.map(|(name, quantity)| {
        let units = if name == "cpu" { 3 } else { 0 };
        (name.clone(), request::rounded_up(quantity, units))
    });
    entries.collect()
}

/// Adds amounts to amounts, resource by resource.
pub fn plus(one: &Amounts, other: &Amounts) -> Amounts {
    let mut sum = one.clone();
    for (name, amount) in other {
        *sum.entry(name.clone()).or_default() += amount;
    }
    sum
}

/// The larger amount of each resource.
pub fn larger(one: &Amounts, other: &Amounts) -> Amounts {
    let mut largest = one.clone();
    for (name, amount) in other {
        let entry = largest.entry(name.clone()).or_insert(*amount);
        *entry = (*entry).max(*amount);
    }
    largest
}

pub fn of(amounts: &Amounts, name: &str) -> i128 {
    amounts.get(name).copied().unwrap_or_default()
}

impl Node {
    pub fn label(&self, key: &str) -> Option<&str> {
        self.value["metadata"]["labels"][key].as_str()
    }
}

impl ClusterSnapshot {
    /// The objects of a text as a profile reads them.
    pub fn read_as(objects: &[Value], proposal: bool) -> Self {
        let mut snapshot = Self::read(objects);
        for quota in &mut snapshot.quotas {
            quota.proposal = proposal;
        }
        snapshot
    }

    /// The objects of a text, in its order, by the version that its nodes report.
    pub fn read(objects: &[Value]) -> Self {
        Self::read_by(objects, version::of(objects))
    }

    /// The objects of a text, in its order, by a version.
    pub fn read_by(objects: &[Value], minor: u32) -> Self {
        let mut snapshot = Self {
            minor,
            ..Self::default()
        };
        let classes: Vec<&Value> = of_kind(objects, "PriorityClass").collect();
        for node in of_kind(objects, "Node") {
            snapshot.nodes.push(Node {
                name: node["metadata"]["name"]
                    .as_str()
                    .expect("a name")
                    .to_owned(),
                allocatable: amounts(&node["status"]["allocatable"]).into(),
                value: Rc::new(node.clone()),
            });
        }
        for (index, pod) in of_kind(objects, "Pod").enumerate() {
            snapshot.pods.push(Pod::read(index, pod, &classes, minor));
        }
        snapshot.admit_all();
        snapshot.quotas = of_kind(objects, "ElasticQuota").map(Quota::read).collect();
        snapshot.budgets = of_kind(objects, "PodDisruptionBudget").cloned().collect();
        snapshot.namespaces = of_kind(objects, "Namespace").cloned().collect();
        let selecting = [
            "Service",
            "ReplicationController",
            "ReplicaSet",
            "StatefulSet",
        ];
        let selecting = selecting.iter().flat_map(|kind| of_kind(objects, kind));
        snapshot.selecting = selecting.cloned().collect();
        let storage = objects.iter().filter(|object| {
            let kind = object["kind"].as_str().unwrap_or_default();
            STORAGE.contains(&kind)
        });
        snapshot.storage = storage.cloned().collect();
        filters::volumes::bind_new_claims(&mut snapshot);
        snapshot
    }

    pub fn node(&self, name: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.name == name)
    }

    pub fn pod(&self, key: &str) -> Option<&Pod> {
        self.pods.iter().find(|pod| pod.key == key)
    }

    /// The live pods on a node, in the order of the text.
    pub fn on(&self, node: &str) -> impl Iterator<Item = &Pod> {
        let live = self.pods.iter().filter(|pod| pod.live);
        live.filter(move |pod| pod.node.as_deref() == Some(node))
    }

    /// The live pods that wait for room on a node that exists.
    pub fn nominated(&self) -> impl Iterator<Item = &Pod> {
        let live = self
            .pods
            .iter()
            .filter(|pod| pod.live && pod.node.is_none());
        // A pod behind a gate was not in the queue.
        let live = live.filter(|pod| self.minor >= 37 || !pod.is_gated());
        live.filter(|pod| {
            pod.nominated
                .as_ref()
                .is_some_and(|node| self.node(node).is_some())
        })
    }

    pub fn remove(&mut self, index: usize) {
        self.pods.retain(|pod| pod.index != index);
    }

    pub fn put(&mut self, pod: &Pod) {
        self.pods.push(pod.clone());
        self.pods.sort_by_key(|pod| pod.index);
    }

    /// The snapshot without a pod, and the pod as if no scheduler had bound it: one that has not started
    /// may still want its node only.
    pub fn taken(&self, key: &str) -> (Self, Pod) {
        let mut pod = self.pod(key).expect("a pod").clone();
        let mut snapshot = self.clone();
        snapshot.remove(pod.index);
        if pod.started {
            pod.node = None;
        }
        (snapshot, pod)
    }
}

impl Pod {
    fn read(index: usize, pod: &Value, classes: &[&Value], minor: u32) -> Self {
        let is_given = text(&pod["metadata"]["uid"]).is_some_and(|uid| uid.contains('/'));
        let pod = if is_given {
            pod.clone()
        } else {
            defaulted(pod)
        };
        let (metadata, spec, status) = (&pod["metadata"], &pod["spec"], &pod["status"]);
        let name = metadata["name"].as_str().expect("a name").to_owned();
        let namespace = metadata["namespace"]
            .as_str()
            .unwrap_or("default")
            .to_owned();
        let key = format!("{namespace}/{name}");
        let named = classes
            .iter()
            .find(|class| class["metadata"]["name"] == spec["priorityClassName"]);
        let default = classes.iter().find(|class| class["globalDefault"] == true);
        let class = named.or(default);
        let priority = spec["priority"].as_i64();
        let priority = priority.or_else(|| class.and_then(|class| class["value"].as_i64()));
        let policy = text(&spec["preemptionPolicy"]);
        let policy = policy.or_else(|| class.and_then(|class| text(&class["preemptionPolicy"])));
        let phase = status["phase"].as_str().unwrap_or("Pending");
        Self {
            index,
            uid: text(&metadata["uid"]).unwrap_or_else(|| key.clone()),
            key,
            namespace,
            name,
            priority: priority.unwrap_or(0),
            never: policy.as_deref() == Some("Never"),
            live: phase != "Succeeded" && phase != "Failed",
            started: phase == "Running" || status["startTime"].is_string(),
            terminating: metadata["deletionTimestamp"].is_string(),
            start: text(&status["startTime"]),
            created: text(&metadata["creationTimestamp"]),
            node: text(&spec["nodeName"]),
            nominated: text(&status["nominatedNodeName"]),
            bound: 0,
            returned: 0,
            charge: request::charge(&pod).into(),
            request: request::fit(&pod).into(),
            occupies: request::occupies(&pod, minor).into(),
            value: Rc::new(pod),
        }
    }

    fn is_gated(&self) -> bool {
        items(&self.value["spec"]["schedulingGates"])
            .next()
            .is_some()
    }

    /// The pod as its controller makes it anew after an eviction: it waits for any node.
    pub fn evicted(&self) -> Self {
        Self {
            node: None,
            nominated: None,
            start: None,
            bound: 0,
            terminating: false,
            ..self.clone()
        }
    }

    /// Sorts the more important first: higher priority, then earlier start, no start time last. Pods can
    /// be equally important.
    pub fn importance(&self) -> impl Ord + Clone + use<> {
        (
            -self.priority,
            // Whoever is bound while pods are played starts later than all that had started.
            self.bound,
            self.start.is_none(),
            self.start.clone(),
        )
    }
}

/// A pod that no API server has seen, with its defaults: limits are requested, too.
fn defaulted(pod: &Value) -> Value {
    let mut pod = pod.clone();
    for list in ["containers", "initContainers"] {
        for container in pod["spec"][list].as_array_mut().into_iter().flatten() {
            let limits = container["resources"]["limits"].clone();
            for (name, limit) in limits.as_object().into_iter().flatten() {
                let request = &mut container["resources"]["requests"][name];
                if request.is_null() {
                    *request = limit.clone();
                }
            }
        }
    }
    pod
}

fn of_kind<'a>(objects: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    objects.iter().filter(move |object| object["kind"] == kind)
}
