//! `VolumeBinding`: the volumes of claims on a node.

use serde_json::{Value, json};

use super::{
    super::super::{ClusterSnapshot, Node, Pod, fit::Misfit, items, selector},
    Binding, amount, binding, class_of, class_of_claim, named, request, volume_name,
};

const CONFLICT: &str = "node(s) didn't match PersistentVolume's node affinity";
const NONE: &str = "node(s) didn't find available persistent volumes to bind";
const SPACE: &str = "node(s) did not have enough free storage";
const MISSING: &str = "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";

/// The volumes that claims get: those that exist, by claim, and the claims for which volumes are made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    pub bind: Vec<(String, String)>,
    pub provision: Vec<String>,
}

/// The choices of a run between equals; beyond the end, the first.
#[derive(Debug, Default)]
struct Script {
    choices: Vec<usize>,
    /// Of how many it was chosen so far.
    counts: Vec<usize>,
}

impl Script {
    fn choose<T>(&mut self, mut options: Vec<T>) -> Option<T> {
        let at = self.counts.len();
        self.counts.push(options.len());
        let choice = self.choices.get(at).copied().unwrap_or_default();
        (choice < options.len()).then(|| options.swap_remove(choice))
    }

    /// The next run in the order of an odometer.
    fn next(mut self) -> Option<Self> {
        self.choices.resize(self.counts.len(), 0);
        while let (Some(choice), Some(count)) = (self.choices.pop(), self.counts.pop()) {
            if choice + 1 < count {
                self.choices.push(choice + 1);
                return Some(Self {
                    choices: self.choices,
                    counts: Vec::new(),
                });
            }
        }
        None
    }
}

/// What claims get in each order in which Kubernetes may see the volumes.
pub(super) fn runs(
    snapshot: &ClusterSnapshot,
    node: &Node,
    pod: &Pod,
) -> Vec<Result<Found, Vec<&'static str>>> {
    let mut runs = Vec::new();
    let mut script = Some(Script::default());
    while let Some(mut run) = script {
        runs.push(run_of(snapshot, node, pod, &mut run));
        script = run.next();
    }
    runs
}

pub(super) fn misfit(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod) -> Option<Misfit> {
    let reasons = find(snapshot, node, pod).err()?;
    Some(Misfit {
        plugin: "VolumeBinding",
        unresolvable: true,
        reasons: reasons.into_iter().map(str::to_owned).collect(),
        shortages: Vec::new(),
    })
}

/// Whether a node has the labels that a volume asks for. Its name is not compared: a term that asks for fields alone
/// holds everywhere.
fn reaches(volume: &Value, node: &Node) -> bool {
    let required = &volume["spec"]["nodeAffinity"]["required"];
    if required.is_null() {
        return true;
    }
    items(&required["nodeSelectorTerms"]).any(|term| {
        let expressions: Vec<Value> = items(&term["matchExpressions"]).cloned().collect();
        let fields = items(&term["matchFields"]).next().is_some();
        let labels = &node.value["metadata"]["labels"];
        (!expressions.is_empty() || fields) && selector::all(&expressions, labels)
    })
}

/// # Errors
/// The reasons, in their order.
pub(super) fn find(
    snapshot: &ClusterSnapshot,
    node: &Node,
    pod: &Pod,
) -> Result<Found, Vec<&'static str>> {
    run_of(snapshot, node, pod, &mut Script::default())
}

fn run_of(
    snapshot: &ClusterSnapshot,
    node: &Node,
    pod: &Pod,
    script: &mut Script,
) -> Result<Found, Vec<&'static str>> {
    let claims = named(pod).into_iter();
    let claims: Vec<&Value> = claims
        .filter_map(|claim| snapshot.claim(pod, &claim.name))
        .collect();
    let of = |kind: Binding| {
        let claims = claims.iter().copied();
        let claims = claims.filter(|claim| binding(snapshot, claim) == kind);
        claims.collect::<Vec<_>>()
    };
    let (mut conflict, mut missing) = (false, false);
    for claim in of(Binding::Bound) {
        match snapshot.volume(volume_name(claim)) {
            None => missing = true,
            Some(volume) => conflict = !reaches(volume, node),
        }
        if conflict || missing {
            break;
        }
    }
    let found = delayed(snapshot, node, &of(Binding::Delayed), script);
    let reasons = [
        (conflict, CONFLICT),
        (found == Err(NONE), NONE),
        (found == Err(SPACE), SPACE),
        (missing, MISSING),
    ];
    let reasons = reasons.into_iter().filter(|(is, _)| *is);
    let reasons: Vec<&str> = reasons.map(|(_, reason)| reason).collect();
    match found {
        Ok(found) if reasons.is_empty() => Ok(found),
        _ => Err(reasons),
    }
}

fn name(object: &Value) -> String {
    object["metadata"]["name"]
        .as_str()
        .expect("a name")
        .to_owned()
}

fn delayed(
    snapshot: &ClusterSnapshot,
    node: &Node,
    claims: &[&Value],
    script: &mut Script,
) -> Result<Found, &'static str> {
    let mut found = Found::default();
    let (mut to_match, mut to_make): (Vec<&Value>, Vec<&Value>) = (Vec::new(), Vec::new());
    for claim in claims {
        let selected = &claim["metadata"]["annotations"]["volume.kubernetes.io/selected-node"];
        match selected.as_str() {
            None => to_match.push(claim),
            Some(selected) if selected == node.name => to_make.push(claim),
            Some(_) => return Err(NONE),
        }
    }
    to_match.sort_by_key(|claim| request(claim));
    for claim in to_match {
        match script
            .choose(bests(snapshot, node, claim, &found))
            .flatten()
        {
            Some(volume) => found.bind.push((name(claim), name(volume))),
            None => to_make.push(claim),
        }
    }
    for claim in to_make {
        let class = snapshot
            .class(&class_of_claim(snapshot, claim))
            .expect("a class");
        let provisioner = class["provisioner"].as_str().unwrap_or_default();
        let nobody = ["", "kubernetes.io/no-provisioner"].contains(&provisioner);
        let topologies = &class["allowedTopologies"];
        let mut terms = items(topologies);
        let allowed = terms.clone().next().is_none()
            || terms.any(|term| {
                items(&term["matchLabelExpressions"]).all(|one| {
                    let key = one["key"].as_str().expect("a key");
                    let value = node.label(key);
                    value.is_some_and(|value| items(&one["values"]).any(|its| its == value))
                })
            });
        if nobody || !allowed {
            return Err(NONE);
        }
        if !has_space(snapshot, node, claim, class) {
            return Err(SPACE);
        }
        found.provision.push(name(claim));
    }
    Ok(found)
}

/// Whether a volume is reserved for a claim.
pub(super) fn reserved(volume: &Value, claim: &Value) -> bool {
    let (of, own) = (&volume["spec"]["claimRef"], &claim["metadata"]);
    let uid = of["uid"].as_str().unwrap_or_default();
    of["name"] == own["name"]
        && of["namespace"] == own["namespace"]
        && (uid.is_empty() || own["uid"] == uid)
}

/// Whether a volume has the size, the mode and the attributes that a claim asks for.
pub(super) fn is_like(volume: &Value, claim: &Value) -> bool {
    let mode = |object: &Value| object["spec"]["volumeMode"].as_str() == Some("Block");
    let attributes = |object: &Value| {
        let name = object["spec"]["volumeAttributesClassName"].as_str();
        name.unwrap_or_default().to_owned()
    };
    amount(&volume["spec"]["capacity"]["storage"]) >= request(claim)
        && mode(volume) == mode(claim)
        && attributes(volume) == attributes(claim)
        && volume["metadata"]["deletionTimestamp"].is_null()
}

pub(super) fn is_selected(volume: &Value, claim: &Value) -> bool {
    let asked = &claim["spec"]["selector"];
    let phase = &volume["status"]["phase"];
    (phase.is_null() || phase == "Available")
        && (asked.is_null() || selector::labels(asked, &volume["metadata"]["labels"]))
}

pub(super) fn has_modes(volume: &Value, claim: &Value) -> bool {
    let has = |wanted: &Value| items(&volume["spec"]["accessModes"]).any(|mode| mode == wanted);
    items(&claim["spec"]["accessModes"]).all(has)
}

/// Whether the volume controller binds a claim without a class to a volume.
pub(super) fn is_for_classless(volume: &Value, claim: &Value) -> bool {
    let is_free = || volume["spec"]["claimRef"].is_null() && is_selected(volume, claim);
    volume["kind"] == "PersistentVolume"
        && class_of(volume).is_empty()
        && (reserved(volume, claim) || is_free())
        && is_like(volume, claim)
        && has_modes(volume, claim)
}

/// What a claim can take on a node: each volume may be the first that Kubernetes sees, first that of the text.
fn bests<'a>(
    snapshot: &'a ClusterSnapshot,
    node: &Node,
    claim: &Value,
    found: &Found,
) -> Vec<Option<&'a Value>> {
    let volumes = snapshot.storage.iter();
    let volumes = volumes.filter(|object| object["kind"] == "PersistentVolume");
    let volumes: Vec<&Value> = volumes.collect();
    let mut bests = vec![best(snapshot, node, claim, found, &volumes)];
    for first in 0..volumes.len() {
        let mut order = volumes.clone();
        order[..=first].rotate_right(1);
        let taken = best(snapshot, node, claim, found, &order);
        if !bests.contains(&taken) {
            bests.push(taken);
        }
    }
    bests
}

/// The volume that a claim takes on a node, of the volumes in the order in which Kubernetes sees them.
fn best<'a>(
    snapshot: &ClusterSnapshot,
    node: &Node,
    claim: &Value,
    found: &Found,
    volumes: &[&'a Value],
) -> Option<&'a Value> {
    let class = class_of_claim(snapshot, claim);
    let mut smallest: Option<&Value> = None;
    for volume in volumes {
        let spec = &volume["spec"];
        let free = spec["claimRef"].is_null() || reserved(volume, claim);
        let taken = found.bind.iter().any(|(_, taken)| *taken == name(volume));
        if class_of(volume) != class || taken || !free || !is_like(volume, claim) {
            continue;
        }
        if !spec["claimRef"].is_null() {
            return reaches(volume, node).then_some(volume);
        }
        if !is_selected(volume, claim) || !reaches(volume, node) || !has_modes(volume, claim) {
            continue;
        }
        let size = |of: &Value| amount(&of["spec"]["capacity"]["storage"]);
        if smallest.is_none_or(|known| size(volume) < size(known)) {
            smallest = Some(volume);
        }
    }
    smallest
}

/// Whether the driver of a class has room for a claim on a node.
fn has_space(snapshot: &ClusterSnapshot, node: &Node, claim: &Value, class: &Value) -> bool {
    let driver = class["provisioner"].as_str().expect("a provisioner");
    let driver = snapshot.stored("CSIDriver", "", driver);
    let checks = driver.is_some_and(|driver| driver["spec"]["storageCapacity"] == true);
    if !checks || claim["spec"]["resources"]["requests"]["storage"].is_null() {
        return true;
    }
    snapshot.storage.iter().any(|object| {
        let size = match &object["maximumVolumeSize"] {
            Value::Null => &object["capacity"],
            size => size,
        };
        let topology = &object["nodeTopology"];
        object["kind"] == "CSIStorageCapacity"
            && object["storageClassName"] == class["metadata"]["name"]
            && (*topology == json!({})
                || selector::labels(topology, &node.value["metadata"]["labels"]))
            && !size.is_null()
            && amount(size) >= request(claim)
    })
}
