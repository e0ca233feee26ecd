//! What the volume controller does with claims that are still to be created: it binds them before their pods are
//! scheduled, unless their class waits.

use serde_json::{Value, json};

use super::{
    super::super::{ClusterSnapshot, items},
    amount,
    binding::{has_modes, is_like, is_selected, reserved},
    bound::{give, made},
    class_of, class_of_claim, default_class, volume_name,
};

/// Binds the new claims, in the order of the text.
pub fn bind_new_claims(snapshot: &mut ClusterSnapshot) {
    for at in 0..snapshot.storage.len() {
        let mut claim = snapshot.storage[at].clone();
        let (uid, phase) = (&claim["metadata"]["uid"], &claim["status"]["phase"]);
        if claim["kind"] != "PersistentVolumeClaim" || !uid.is_null() || !phase.is_null() {
            continue;
        }
        let mut storage = snapshot.storage.to_vec();
        let default = default_class(snapshot);
        let has_class = claim["spec"]["storageClassName"].is_string();
        if !has_class && volume_name(&claim).is_empty() && !default.is_empty() {
            claim["spec"]["storageClassName"] = json!(default);
            storage[at] = claim.clone();
        }
        let name = |object: &Value| {
            object["metadata"]["name"]
                .as_str()
                .expect("a name")
                .to_owned()
        };
        let volume =
            if claim["metadata"]["annotations"]["pv.kubernetes.io/bind-completed"].is_null() {
                match volume_name(&claim) {
                    "" => found(snapshot, &claim, &mut storage),
                    volume => named(snapshot, &claim, volume),
                }
            } else {
                None
            };
        if let Some(volume) = volume {
            let namespace = claim["metadata"]["namespace"]
                .as_str()
                .expect("a namespace");
            give(&mut storage, namespace, &[(name(&claim), volume)]);
        }
        snapshot.storage = storage.into();
    }
}

fn named(snapshot: &ClusterSnapshot, claim: &Value, name: &str) -> Option<String> {
    let volume = snapshot.volume(name)?;
    let fits = || {
        class_of(volume) == class_of(claim) && is_like(volume, claim) && has_modes(volume, claim)
    };
    let is_its = if volume["spec"]["claimRef"].is_null() {
        fits()
    } else {
        reserved(volume, claim)
    };
    is_its.then(|| name.to_owned())
}

/// The volume for a claim; a new one is added to the objects.
fn found(snapshot: &ClusterSnapshot, claim: &Value, storage: &mut Vec<Value>) -> Option<String> {
    let class_name = match claim["spec"]["storageClassName"].as_str() {
        Some(name) => name.to_owned(),
        None => class_of_claim(snapshot, claim),
    };
    let class = snapshot.class(&class_name);
    if class.is_some_and(|class| class["volumeBindingMode"] == "WaitForFirstConsumer") {
        return None;
    }
    let volumes = snapshot.storage.iter();
    let volumes = volumes.filter(|object| {
        object["kind"] == "PersistentVolume" && is_like(object, claim) && has_modes(object, claim)
    });
    let name = |object: &Value| {
        object["metadata"]["name"]
            .as_str()
            .expect("a name")
            .to_owned()
    };
    if let Some(own) = volumes.clone().find(|volume| reserved(volume, claim)) {
        return Some(name(own));
    }
    let free = volumes.filter(|volume| {
        let spec = &volume["spec"];
        spec["claimRef"].is_null() && class_of(volume) == class_name && is_selected(volume, claim)
    });
    let best = free.min_by_key(|volume| {
        let modes = items(&volume["spec"]["accessModes"]).count();
        (modes, amount(&volume["spec"]["capacity"]["storage"]))
    });
    if let Some(volume) = best {
        return Some(name(volume));
    }
    if !provisions(class?) {
        return None;
    }
    let mut with_class = claim.clone();
    with_class["spec"]["storageClassName"] = json!(class_name);
    let volume = made(snapshot, &with_class, |driver| {
        is_everywhere_it_is(snapshot, driver)
    });
    let made = name(&volume);
    storage.push(volume);
    Some(made)
}

fn provisions(class: &Value) -> bool {
    let provisioner = class["provisioner"].as_str().unwrap_or_default();
    !["", "kubernetes.io/no-provisioner"].contains(&provisioner)
}

/// Whether volumes of a driver can be used everywhere, whatever the node for which they are made.
pub(super) fn is_everywhere_it_is(snapshot: &ClusterSnapshot, driver: &Value) -> bool {
    let nodes = snapshot.storage.iter();
    let nodes = nodes.filter(|object| object["kind"] == "CSINode");
    let drivers = nodes.flat_map(|node| items(&node["spec"]["drivers"]));
    let mut drivers = drivers.filter(|of| of["name"] == *driver).peekable();
    drivers.peek().is_some() && drivers.all(|of| items(&of["topologyKeys"]).next().is_none())
}

/// Whether a claim that a controller makes is bound before its pod is scheduled, to a volume that is not known.
pub(super) fn is_bound_first(snapshot: &ClusterSnapshot, claim: &Value) -> bool {
    let name = claim["spec"]["storageClassName"]
        .as_str()
        .unwrap_or_default();
    let class = snapshot.class(name);
    let waits = class.is_some_and(|class| class["volumeBindingMode"] == "WaitForFirstConsumer");
    let is_free = |volume: &Value| {
        let phase = &volume["status"]["phase"];
        volume["kind"] == "PersistentVolume"
            && class_of(volume) == name
            && volume["spec"]["claimRef"].is_null()
            && volume["metadata"]["deletionTimestamp"].is_null()
            && (phase.is_null() || phase == "Available")
    };
    !waits && (class.is_some_and(provisions) || snapshot.storage.iter().any(is_free))
}
