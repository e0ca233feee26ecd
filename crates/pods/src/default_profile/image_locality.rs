//! `ImageLocality`: the node that has the images of the pod, large ones before small ones.

use schedscope_objects::{
    kubernetes_version::VersionedRule,
    names::{Names, Symbol},
    node::Node,
};

use super::ScoreInput;

/// The size of all images together that counts as nothing.
const LEAST: i64 = 23 << 20;
/// The size for each container, init containers included, that counts as all.
const MOST_OF_CONTAINER: i64 = 1000 << 20;

/// Scores from 0 to 100. The plugin never skips a pod. O(nodes x images x containers).
///
/// An image counts with its size times the share of all nodes that have it, so that pods of an image spread.
pub(super) fn scores(input: &ScoreInput<'_>) -> Vec<i64> {
    let pod = &input.on.pod.pod;
    let containers = pod.init_containers.iter().chain(&pod.containers);
    let volumes = image_volumes(input);
    let images = containers.map(|container| &container.image).chain(volumes);
    let wanted = images.filter_map(|image| stored_name(*image, input.on.names));
    // By container: an image that two of them run counts twice.
    let wanted: Vec<(Symbol, i64)> = wanted
        .map(|name| (name, scaled_size(name, input)))
        .collect();
    // Volumes do not raise the bound.
    let count = (pod.init_containers.len() + pod.containers.len()) as i64;
    let most = MOST_OF_CONTAINER.saturating_mul(count);
    let of = |node: &Node| {
        let found = wanted.iter().filter(|(name, _)| has(node, *name).is_some());
        let sum = found.fold(0_i64, |sum, (_, size)| sum.saturating_add(*size));
        let within = sum.min(most).max(LEAST) - LEAST;
        100 * within / i64::max(most - LEAST, 1)
    };
    input.nodes.iter().map(|node| of(&node.node)).collect()
}

/// The images that the pod mounts as volumes, from the release on that counts them.
fn image_volumes<'a>(input: &ScoreInput<'a>) -> &'a [Symbol] {
    let counts = input.on.snapshot.version.has(VersionedRule::ImageVolumes);
    let rare = input.on.pod.pod.constraints.as_deref();
    rare.filter(|_| counts)
        .map_or(&[], |rare| &rare.image_volumes)
}

/// The name by which nodes list an image: as in the container, with `:latest` if it has no tag. `None` if no object of
/// the text has that name.
fn stored_name(image: Symbol, names: &Names) -> Option<Symbol> {
    let text = &names[image];
    let last = text.rsplit('/').next().unwrap_or(text);
    if last.contains(':') {
        return Some(image);
    }
    names.get(&[text, ":latest"].concat())
}

/// The size of an image on a node that has it.
fn has(node: &Node, name: Symbol) -> Option<i64> {
    let image = node
        .images
        .iter()
        .find(|image| image.names.contains(&name))?;
    Some(image.size)
}

/// The size of an image, by the first node that has it, times the share of the nodes that have it; in double precision,
/// as Kubernetes computes it.
fn scaled_size(name: Symbol, input: &ScoreInput<'_>) -> i64 {
    let nodes = &input.on.snapshot.nodes;
    let (mut size, mut having) = (None, 0_u32);
    for found in nodes.iter().filter_map(|node| has(&node.node, name)) {
        size.get_or_insert(found);
        having += 1;
    }
    let share = f64::from(having) / nodes.len() as f64;
    size.map_or(0, |size| (size as f64 * share) as i64)
}
