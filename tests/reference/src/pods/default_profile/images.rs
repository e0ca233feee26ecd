//! `ImageLocality`: where the images are already.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    super::{
        Node, items,
        request::{containers, init_containers},
    },
    Case,
};

const MIB: i128 = 1 << 20;

/// The size that a node reports for an image.
fn size(node: &Node, name: &str) -> Option<i128> {
    let mut images = items(&node.value["status"]["images"]);
    let named = |image: &&Value| items(&image["names"]).any(|one| one == name);
    let image = images.find(named)?;
    Some(image["sizeBytes"].as_i64().unwrap_or(0).into())
}

fn with_tag(name: &str) -> String {
    let last = name.rsplit('/').next().unwrap_or(name);
    if last.contains(':') {
        name.to_owned()
    } else {
        format!("{name}:latest")
    }
}

pub(super) fn scores(case: &Case) -> BTreeMap<String, i128> {
    let pod = &case.pod.value;
    let images = containers(pod).chain(init_containers(pod));
    let images = images.map(|one| with_tag(one["image"].as_str().unwrap_or("")));
    let volumes = items(&pod["spec"]["volumes"]).filter(|_| case.snapshot.minor >= 36);
    let volumes = volumes.filter_map(|volume| volume["image"]["reference"].as_str());
    let mut images: Vec<String> = images.collect();
    let most = 1000 * MIB * images.len() as i128;
    images.extend(volumes.map(with_tag));
    let nodes = &case.snapshot.nodes;
    let least = 23 * MIB;
    case.each(|node| {
        let mut sum = 0;
        for name in images.iter().filter(|name| size(node, name).is_some()) {
            let sizes = nodes.iter().filter_map(|node| size(node, name));
            let sizes: Vec<i128> = sizes.collect();
            let share = sizes.len() as f64 / nodes.len() as f64;
            // All nodes are taken to have the size that the first one reports.
            sum += (sizes[0] as f64 * share) as i128;
        }
        100 * (sum.clamp(least, most) - least) / (most - least)
    })
}
