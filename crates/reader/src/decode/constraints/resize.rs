//! Reads the resources allocated to containers from the status of their pod.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    managed_cluster::Resources,
    pod::{Container, Pod, ResizedContainer, ResizedPod},
};
use schedscope_text::tree::ValueId;

use super::constraints;
use crate::decode::{Decoder, FieldPath, resources, resources::ResourceListKind};

/// The resources in the status of a container.
struct ContainerStatus {
    has_resources: bool,
    requests: Resources,
    allocated: Resources,
}

/// The resources in the status of a pod.
#[derive(Default)]
pub(crate) struct Resize<'a> {
    /// By the name of the container; of several, the last one is in effect.
    statuses: FxHashMap<&'a str, ContainerStatus>,
    /// Those of the pod as a whole.
    whole: Option<ResizedPod>,
    /// `conditions`.
    pub(crate) conditions: Option<ValueId>,
}

impl<'a> Resize<'a> {
    /// Reads `containerStatuses` or `initContainerStatuses`.
    pub(crate) fn decode(&mut self, d: &mut Decoder<'a>, at: ValueId, path: &FieldPath<'_>) {
        d.items(at, path, |d, item, path| {
            let mut name = "";
            let mut status = ContainerStatus {
                has_resources: false,
                requests: Resources::default(),
                allocated: Resources::default(),
            };
            fields!(d, item, path, |d, field, at, path| match field {
                "name" => name = d.string(at, path).unwrap_or_default(),
                "resources" => {
                    status.has_resources = !d.is_null(at);
                    status.requests = requests(d, at, path);
                }
                "allocatedResources" =>
                    status.allocated = resources::decode(d, at, path, ResourceListKind::Status),
            });
            if status.has_resources || !status.allocated.0.is_empty() {
                self.statuses.insert(name, status);
            }
        });
    }

    /// Reads `resources` or `allocatedResources` of the pod as a whole.
    pub(crate) fn decode_whole(
        &mut self,
        d: &mut Decoder<'a>,
        (field, at): (&str, ValueId),
        path: &FieldPath<'_>,
    ) {
        if d.is_null(at) {
            return;
        }
        let whole = self.whole.get_or_insert_default();
        if field == "resources" {
            whole.has_resources = true;
            whole.requests = requests(d, at, path);
        } else {
            whole.allocated = resources::decode(d, at, path, ResourceListKind::Status);
        }
    }

    /// Records the statuses of a pod's containers if an amount exceeds a request, or the resize is infeasible; and that
    /// of the pod as a whole. An infeasible resize is recorded without any status, too: since 1.37 the spec does not
    /// count then.
    pub(crate) fn settle(mut self, pod: &mut Pod, d: &Decoder<'a>, spec: ValueId) {
        let infeasible = self.conditions.is_some_and(|node| is_infeasible(d, node));
        if self.statuses.is_empty() && self.whole.is_none() && !infeasible {
            return;
        }
        let mut resized = Vec::new();
        let mut counts = infeasible;
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
                let Some(status) = self.statuses.remove(name) else {
                    continue;
                };
                counts |= exceeds(&status.requests, container);
                counts |= exceeds(&status.allocated, container);
                resized.push(ResizedContainer {
                    index: index as u32,
                    is_init,
                    has_resources: status.has_resources,
                    requests: status.requests,
                    allocated: status.allocated,
                });
            }
        }
        let resized = if counts { resized } else { Vec::new() };
        if !resized.is_empty() || self.whole.is_some() || infeasible {
            let constraints = constraints(pod);
            constraints.resized = resized.into_boxed_slice();
            constraints.resized_whole = self.whole.map(Box::new);
            constraints.resize_infeasible = infeasible;
        }
    }
}

/// Reads `requests` of `resources`.
fn requests(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Resources {
    let mut requests = Resources::default();
    d.field(at, path, "requests", |d, at, path| {
        requests = resources::decode(d, at, path, ResourceListKind::Status);
    });
    requests
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
