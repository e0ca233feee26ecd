//! Reads the resources allocated to containers from the status of their pod.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    managed_cluster::Resources,
    pod::{Container, Pod, ResizedContainer},
};
use schedscope_text::tree::ValueId;

use super::constraints;
use crate::decode::{Decoder, FieldPath, resources, resources::ResourceListKind};

/// The resources in the status of a pod.
#[derive(Default)]
pub(crate) struct Resize<'a> {
    /// By the name of the container; of several, the last one is in effect.
    statuses: FxHashMap<&'a str, (Resources, Resources)>,
    /// `conditions`.
    pub(crate) conditions: Option<ValueId>,
}

impl<'a> Resize<'a> {
    /// Reads `containerStatuses` or `initContainerStatuses`.
    pub(crate) fn decode(&mut self, d: &mut Decoder<'a>, at: ValueId, path: &FieldPath<'_>) {
        d.items(at, path, |d, item, path| {
            let held = d.get(item, "resources");
            if held.is_none_or(|node| d.is_null(node)) {
                return;
            }
            let mut name = "";
            let (mut requests, mut allocated) = <(Resources, Resources)>::default();
            let known = ["name", "resources", "allocatedResources"];
            d.fields(item, path, &known, |d, field, at, path| match field {
                "name" => name = d.string(at, path).unwrap_or_default(),
                "resources" => d.fields(at, path, &["requests"], |d, _, at, path| {
                    requests = resources::decode(d, at, path, ResourceListKind::Status);
                }),
                _ => allocated = resources::decode(d, at, path, ResourceListKind::Status),
            });
            self.statuses.insert(name, (requests, allocated));
        });
    }

    /// Records the status of each container and sidecar whose amounts exceed its requests, or of all that have one if
    /// the resize is infeasible.
    pub(crate) fn settle(mut self, pod: &mut Pod, d: &Decoder<'a>, spec: ValueId) {
        if self.statuses.is_empty() {
            return;
        }
        let infeasible = self.conditions.is_some_and(|node| is_infeasible(d, node));
        let mut resized = Vec::new();
        let lists = [
            ("containers", &pod.containers),
            ("initContainers", &pod.init_containers),
        ];
        for (field, containers) in lists {
            let is_init = field == "initContainers";
            let items = d
                .get(spec, field)
                .into_iter()
                .flat_map(|node| d.tree.items(node));
            for (index, (item, container)) in items.zip(containers).enumerate() {
                let name = d.get(item, "name").map_or("", |node| d.text_of(node));
                if is_init && !container.is_sidecar {
                    continue;
                }
                let Some((requests, allocated)) = self.statuses.remove(name) else {
                    continue;
                };
                if infeasible || exceeds(&requests, container) || exceeds(&allocated, container) {
                    resized.push(ResizedContainer {
                        index: index as u32,
                        is_init,
                        requests,
                        allocated,
                    });
                }
            }
        }
        if !resized.is_empty() {
            let constraints = constraints(pod);
            constraints.resized = resized.into_boxed_slice();
            constraints.resize_infeasible = infeasible;
        }
    }
}

/// Whether any amount exceeds the container's request.
fn exceeds(amounts: &Resources, container: &Container) -> bool {
    amounts.0.iter().any(|(resource, amount)| {
        let request = container.requests.get(*resource);
        request.is_none_or(|request| amount.compare(request).is_gt())
    })
}

/// The first condition of the type decides, as in Kubernetes.
fn is_infeasible(d: &Decoder<'_>, conditions: ValueId) -> bool {
    let text = |item, key| d.get(item, key).map_or("", |node| d.text_of(node));
    let mut items = d.tree.items(conditions);
    let pending = items.find(|item| text(*item, "type") == "PodResizePending");
    pending.is_some_and(|item| text(item, "reason") == "Infeasible")
}
