//! What a timeline says of VMs and pods that are gone, left out of it by another way than the engine's.

use std::collections::BTreeSet;

use serde_json::Value;

use super::manifests::{Manifests, key_of};

/// `namespace/name`.
fn whole(name: &str) -> String {
    if name.contains('/') {
        name.to_owned()
    } else {
        format!("default/{name}")
    }
}

/// The names of pods: of those that stand in the text, and of VMs without one.
fn pods(manifests: &Manifests) -> BTreeSet<String> {
    manifests
        .vms
        .iter()
        .chain(&manifests.pods)
        .map(key_of)
        .collect()
}

fn vms(manifests: &Manifests) -> BTreeSet<String> {
    let name = |vm: &Value| {
        let metadata = &vm["metadata"];
        let namespace = metadata["namespace"].as_str().unwrap_or("default");
        format!("{namespace}/{}", metadata["name"].as_str().expect("a name"))
    };
    manifests.vms.iter().map(name).collect()
}

/// Whether a pattern of the tests, whose parts are `*` or a name, matches.
fn matches(pattern: &str, vm: &str) -> bool {
    let pattern = whole(pattern);
    let mut parts = pattern.split('/').zip(vm.split('/'));
    parts.all(|(pattern, part)| pattern == "*" || pattern == part)
}

/// Removes what names something that is gone from a list of names, and says whether nothing is left of it.
fn thin_out(list: &mut Value, is_gone: &dyn Fn(&str) -> bool) -> bool {
    let Some(names) = list.as_array_mut().filter(|names| !names.is_empty()) else {
        return false;
    };
    names.retain(|name| !is_gone(name.as_str().expect("a name")));
    names.is_empty()
}

/// Leaves out of the timeline what names VMs and pods of `before` that are gone.
pub(crate) fn leave_out(before: &Manifests, mut after: Manifests) -> Manifests {
    let (old_pods, new_pods) = (pods(before), pods(&after));
    let (old_vms, new_vms) = (vms(before), vms(&after));
    let is_gone = |pod: &str| old_pods.contains(&whole(pod)) && !new_pods.contains(&whole(pod));
    let names_gone = |pattern: &str| {
        let of = |all: &BTreeSet<String>| all.iter().any(|vm| matches(pattern, vm));
        of(&old_vms) && !of(&new_vms)
    };
    let stays = |list: &str, item: &mut Value| {
        if list == "agents" {
            return !thin_out(&mut item["vms"], &names_gone);
        }
        let (_, action) = item
            .as_object_mut()
            .expect("an event")
            .iter_mut()
            .find(|(key, _)| *key != "at")
            .expect("an action");
        if action["pod"].as_str().is_some_and(is_gone) || action.as_str().is_some_and(is_gone) {
            return false;
        }
        if action.get("exclude").is_some() && thin_out(&mut action["exclude"], &is_gone) {
            action.as_object_mut().expect("a filter").remove("exclude");
        }
        action.get("vms").is_none() || !thin_out(&mut action["vms"], &names_gone)
    };
    for list in ["agents", "events"] {
        if let Some(items) = after.spec[list].as_array_mut() {
            items.retain_mut(|item| stays(list, item));
        }
    }
    after
}
