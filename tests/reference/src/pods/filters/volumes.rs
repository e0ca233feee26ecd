//! The filters of volumes, as the specification tells them: everything is looked up anew at each question.

mod binding;
pub mod bound;
mod controller;
mod limits;
mod restrictions;
mod zone;

use std::cmp::Reverse;

use serde_json::Value;

pub use binding::Found;
pub use controller::bind_new_claims;

use super::{
    super::{ClusterSnapshot, Node, Pod, fit::Misfit, items, request::rounded_up},
    View, because,
};

/// What refuses a pod as a whole: the plugin and its message.
pub type Refusal = (&'static str, String);

/// A claim that a volume of a pod names.
struct Named {
    name: String,
    ephemeral: bool,
}

/// The claims of a pod, in the order of its volumes.
fn named(pod: &Pod) -> Vec<Named> {
    let mut claims = Vec::new();
    for volume in items(&pod.value["spec"]["volumes"]) {
        if let Some(name) = volume["persistentVolumeClaim"]["claimName"].as_str() {
            claims.push(Named {
                name: name.to_owned(),
                ephemeral: false,
            });
        } else if volume["ephemeral"].is_object() {
            let name = volume["name"].as_str().expect("a name");
            claims.push(Named {
                name: format!("{}-{name}", pod.name),
                ephemeral: true,
            });
        }
    }
    claims
}

impl ClusterSnapshot {
    /// An object of storage by its kind and name; a claim also by its namespace.
    fn stored(&self, kind: &str, namespace: &str, name: &str) -> Option<&Value> {
        self.storage.iter().find(|object| {
            let its = object["metadata"]["namespace"]
                .as_str()
                .unwrap_or("default");
            object["kind"] == kind
                && object["metadata"]["name"] == name
                && (kind != "PersistentVolumeClaim" || its == namespace)
        })
    }

    fn claim(&self, pod: &Pod, name: &str) -> Option<&Value> {
        self.stored("PersistentVolumeClaim", &pod.namespace, name)
    }

    fn volume(&self, name: &str) -> Option<&Value> {
        self.stored("PersistentVolume", "", name)
    }

    fn class(&self, name: &str) -> Option<&Value> {
        self.stored("StorageClass", "", name)
    }
}

/// The class of a volume or a claim.
fn class_of(object: &Value) -> &str {
    let annotations = &object["metadata"]["annotations"];
    let annotation = annotations["volume.beta.kubernetes.io/storage-class"].as_str();
    let own = object["spec"]["storageClassName"].as_str();
    annotation.or(own).unwrap_or_default()
}

/// The default class, the newest one; of several, the first by name. Empty: there is none.
fn default_class(snapshot: &ClusterSnapshot) -> String {
    let classes = snapshot.storage.iter();
    let mut classes: Vec<&Value> = classes
        .filter(|object| {
            let annotations = &object["metadata"]["annotations"];
            object["kind"] == "StorageClass"
                && annotations["storageclass.kubernetes.io/is-default-class"] == "true"
        })
        .collect();
    classes.sort_by_key(|class| class["metadata"]["name"].as_str());
    classes.sort_by_key(|class| Reverse(class["metadata"]["creationTimestamp"].as_str()));
    let class = classes.first();
    let name = class.and_then(|class| class["metadata"]["name"].as_str());
    name.unwrap_or_default().to_owned()
}

/// The class of a stored claim: the volume controller gives the default class to one that names none, unless it finds
/// a volume without a class for it.
fn class_of_claim(snapshot: &ClusterSnapshot, claim: &Value) -> String {
    let annotations = &claim["metadata"]["annotations"];
    let has_own = annotations["volume.beta.kubernetes.io/storage-class"].is_string()
        || claim["spec"]["storageClassName"].is_string();
    let mut volumes = snapshot.storage.iter();
    let mut is_found = || volumes.any(|volume| binding::is_for_classless(volume, claim));
    if has_own || !volume_name(claim).is_empty() || is_found() {
        class_of(claim).to_owned()
    } else {
        default_class(snapshot)
    }
}

/// The volume that a claim names; empty: none.
fn volume_name(claim: &Value) -> &str {
    claim["spec"]["volumeName"].as_str().unwrap_or_default()
}

/// How a claim gets its volume.
#[derive(PartialEq)]
enum Binding {
    Bound,
    Delayed,
    Immediate,
}

fn binding(snapshot: &ClusterSnapshot, claim: &Value) -> Binding {
    let completed = &claim["metadata"]["annotations"]["pv.kubernetes.io/bind-completed"];
    let has_volume = !volume_name(claim).is_empty();
    if has_volume && !completed.is_null() {
        return Binding::Bound;
    }
    let class = snapshot.class(&class_of_claim(snapshot, claim));
    let waits = class.is_some_and(|class| class["volumeBindingMode"] == "WaitForFirstConsumer");
    if waits && !has_volume {
        Binding::Delayed
    } else {
        Binding::Immediate
    }
}

/// Whether the pod controls the claim of its ephemeral volume.
fn controls(pod: &Pod, claim: &Value) -> bool {
    let mut owners = items(&claim["metadata"]["ownerReferences"]);
    owners.any(|owner| owner["controller"] == true && owner["uid"] == pod.uid.as_str())
}

/// An amount, in billionths; nothing is 0.
fn amount(value: &Value) -> i128 {
    if value.is_null() {
        0
    } else {
        rounded_up(value, 9)
    }
}

fn request(claim: &Value) -> i128 {
    amount(&claim["spec"]["resources"]["requests"]["storage"])
}

/// What refuses a pod before any node is asked.
pub fn refusal(snapshot: &ClusterSnapshot, pod: &Pod) -> Option<Refusal> {
    let named = named(pod);
    for direct in named.iter().filter(|claim| !claim.ephemeral) {
        let name = &direct.name;
        if snapshot.claim(pod, name).is_none() {
            let text = format!("persistentvolumeclaim \"{name}\" not found");
            return Some(("VolumeRestrictions", text));
        }
    }
    for claim in &named {
        let name = &claim.name;
        let refuse = |text: String| Some(("VolumeBinding", text));
        let Some(found) = snapshot.claim(pod, name) else {
            return refuse(format!(
                "waiting for ephemeral volume controller to create the persistentvolumeclaim \"{name}\""
            ));
        };
        if found["status"]["phase"] == "Lost" {
            let volume = volume_name(found);
            return refuse(format!(
                "persistentvolumeclaim \"{name}\" bound to non-existent persistentvolume \"{volume}\""
            ));
        }
        if !found["metadata"]["deletionTimestamp"].is_null() {
            return refuse(format!("persistentvolumeclaim \"{name}\" is being deleted"));
        }
        if claim.ephemeral && !controls(pod, found) {
            return refuse(format!(
                "PVC {}/{name} was not created for pod {} (pod is not owner)",
                pod.namespace, pod.key
            ));
        }
    }
    let found = named
        .iter()
        .filter_map(|claim| snapshot.claim(pod, &claim.name));
    if found
        .clone()
        .any(|claim| binding(snapshot, claim) == Binding::Immediate)
    {
        let text = "pod has unbound immediate PersistentVolumeClaims";
        return Some(("VolumeBinding", text.to_owned()));
    }
    for direct in named.iter().filter(|claim| !claim.ephemeral) {
        let claim = snapshot.claim(pod, &direct.name);
        let volume = claim.map_or("", volume_name);
        if !volume.is_empty() && snapshot.volume(volume).is_none() {
            let text = format!("persistentvolume \"{volume}\" not found");
            return Some(("VolumeZone", text));
        }
    }
    None
}

/// Whether `VolumeRestrictions` is out of the cycle: the pod has no disk, and no conflict is counted.
pub fn unrestricted(snapshot: &ClusterSnapshot, pod: &Pod) -> bool {
    restrictions::skipped(snapshot, pod)
}

/// Why the volumes of a pod keep it from a node.
pub fn misfit(view: &View, node: &Node, pod: &Pod) -> Option<Misfit> {
    items(&pod.value["spec"]["volumes"]).next()?;
    restrictions::misfit(view, node, pod)
        .or_else(|| limits::misfit(view, node, pod))
        .or_else(|| binding::misfit(&view.now, node, pod))
        .or_else(|| zone::misfit(&view.now, node, pod))
}

/// The pod of a node because of which `NodeVolumeLimits` fails there, if the filters before it pass, with the message.
pub fn failing(view: &View, node: &Node, pod: &Pod) -> Option<(Pod, String)> {
    limits::failing(view, node, pod)
}

/// Whether a verdict on a node says that a filter failed there.
pub fn is_failure(misfit: &Misfit) -> bool {
    misfit.reasons == ["pod is not owner"]
}

/// The volumes that claims of the pod get on a node; `None` where `VolumeBinding` says no.
pub fn found(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod) -> Option<Found> {
    binding::find(snapshot, node, pod).ok()
}

/// The same in each order in which Kubernetes may see the volumes.
pub fn found_in_any_order(
    snapshot: &ClusterSnapshot,
    node: &Node,
    pod: &Pod,
) -> Vec<Option<Found>> {
    let runs = binding::runs(snapshot, node, pod).into_iter();
    runs.map(Result::ok).collect()
}
