//! Reads a `Pod`, and the workloads whose templates make pods.

use super::{Decoder, Meta, Path, taint};
use crate::{
    diagnostic::{Code, Severity},
    kube::{
        labels::Labels,
        managed_cluster::Resources,
        names::Symbol,
        pod::{Container, NodeRequirement, NodeSelectorTerm, Phase, Pod, Preemption, Workload},
        text::tree::NodeId,
    },
};

impl Pod {
    pub(super) fn decode(d: &mut Decoder<'_>, root: NodeId, meta: Meta) -> Self {
        let mut pod = Self {
            namespace: meta.namespace_or_default(d),
            name: meta.name,
            uid: meta.uid,
            labels: meta.labels,
            created: meta.created,
            deleting: meta.deleting,
            ..Self::default()
        };
        let known = ["metadata", "spec", "status"];
        d.fields(
            root,
            &Path::Root,
            &known,
            |d, field, at, path| match field {
                "spec" => pod.decode_spec(d, at, path),
                "status" => {
                    let known = ["phase", "nominatedNodeName", "startTime"];
                    d.fields(at, path, &known, |d, field, at, path| match field {
                        "phase" => pod.phase = phase(d, at, path),
                        "nominatedNodeName" => {
                            pod.nominated = d.symbol(at, path).unwrap_or_default();
                        }
                        _ => pod.started = d.time(at, path),
                    });
                }
                _ => {}
            },
        );
        pod
    }

    fn decode_spec(&mut self, d: &mut Decoder<'_>, at: NodeId, path: &Path<'_>) {
        let known = [
            "nodeName",
            "priority",
            "priorityClassName",
            "preemptionPolicy",
            "containers",
            "initContainers",
            "overhead",
            "resources",
            "nodeSelector",
            "affinity",
            "tolerations",
        ];
        d.fields(at, path, &known, |d, field, at, path| match field {
            "nodeName" => self.node = d.symbol(at, path).unwrap_or_default(),
            "priority" => self.priority = d.int32(at, path, i32::MIN..=i32::MAX),
            "priorityClassName" => self.priority_class = d.symbol(at, path).unwrap_or_default(),
            "preemptionPolicy" => self.preemption = preemption(d, at, path),
            "containers" => self.containers = containers(d, at, path),
            "initContainers" => self.init_containers = containers(d, at, path),
            "overhead" => self.overhead = Resources::decode(d, at, path),
            "resources" => {
                let mut whole = Container::default();
                decode_resources(d, at, path, &mut whole);
                self.resources = Some(Box::new(whole));
            }
            "nodeSelector" => self.node_selector = Labels::decode(d, at, path),
            "affinity" => {
                let known = ["nodeAffinity"];
                d.fields(at, path, &known, |d, _, at, path| {
                    let known = ["requiredDuringSchedulingIgnoredDuringExecution"];
                    d.fields(at, path, &known, |d, _, at, path| {
                        d.fields(at, path, &["nodeSelectorTerms"], |d, _, at, path| {
                            self.node_affinity = Some(terms(d, at, path));
                        });
                    });
                });
            }
            _ => {
                let tolerations = taint::tolerations(d, at, path, &taint::NODE_EFFECTS);
                self.tolerations = tolerations.into_boxed_slice();
            }
        });
    }
}

fn phase(d: &mut Decoder<'_>, at: NodeId, path: &Path<'_>) -> Phase {
    let known = ["Pending", "Running", "Succeeded", "Failed", "Unknown", ""];
    match d.word(at, path, &known) {
        Some("Pending" | "") | None => Phase::Pending,
        Some("Running") => Phase::Running,
        Some("Succeeded") => Phase::Succeeded,
        Some("Failed") => Phase::Failed,
        Some(_) => Phase::Unknown,
    }
}

/// Reads `preemptionPolicy`.
pub(super) fn preemption(d: &mut Decoder<'_>, at: NodeId, path: &Path<'_>) -> Option<Preemption> {
    match d.word(at, path, &["PreemptLowerPriority", "Never"])? {
        "Never" => Some(Preemption::Never),
        _ => Some(Preemption::PreemptLowerPriority),
    }
}

fn containers(d: &mut Decoder<'_>, at: NodeId, path: &Path<'_>) -> Box<[Container]> {
    let mut containers = Vec::new();
    d.items(at, path, |d, item, path| {
        let mut container = Container::default();
        let known = ["resources", "restartPolicy"];
        d.fields(item, path, &known, |d, field, at, path| match field {
            "resources" => decode_resources(d, at, path, &mut container),
            _ => container.is_sidecar = d.string(at, path) == Some("Always"),
        });
        containers.push(container);
    });
    containers.into_boxed_slice()
}

fn decode_resources(d: &mut Decoder<'_>, at: NodeId, path: &Path<'_>, into: &mut Container) {
    d.fields(at, path, &["requests", "limits"], |d, field, at, path| {
        let resources = Resources::decode(d, at, path);
        match field {
            "requests" => into.requests = resources,
            _ => into.limits = resources,
        }
    });
}

/// The API server's default for what a workload makes: what is limited and not requested is requested
/// up to its limit. (A pod from the API has it already.)
fn request_limits(container: &mut Container) {
    let missing: Vec<_> = container
        .limits
        .0
        .iter()
        .filter(|(name, _)| container.requests.get(*name).is_none())
        .cloned()
        .collect();
    let requests = std::mem::take(&mut container.requests.0).into_vec();
    container.requests = Resources(requests.into_iter().chain(missing).collect());
}

fn terms(d: &mut Decoder<'_>, at: NodeId, path: &Path<'_>) -> Box<[NodeSelectorTerm]> {
    let mut terms = Vec::new();
    d.items(at, path, |d, item, path| {
        let mut term = NodeSelectorTerm::default();
        let known = ["matchExpressions", "matchFields"];
        d.fields(item, path, &known, |d, field, at, path| {
            let list = match field {
                "matchExpressions" => &mut term.labels,
                _ => &mut term.fields,
            };
            d.items(at, path, |d, item, path| {
                list.push(requirement(d, item, path));
            });
        });
        terms.push(term);
    });
    terms.into_boxed_slice()
}

fn requirement(d: &mut Decoder<'_>, at: NodeId, path: &Path<'_>) -> NodeRequirement {
    let mut requirement = NodeRequirement {
        key: Symbol::EMPTY,
        operator: Symbol::EMPTY,
        values: Vec::new(),
    };
    let known = ["key", "operator", "values"];
    d.fields(at, path, &known, |d, field, at, path| match field {
        "key" => requirement.key = d.symbol(at, path).unwrap_or_default(),
        "operator" => {
            let known = ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"];
            let operator = d.word(at, path, &known).unwrap_or_default();
            requirement.operator = d.names.intern(operator);
        }
        _ => d.items(at, path, |d, item, path| {
            requirement.values.extend(d.symbol(item, path));
        }),
    });
    requirement
}

/// More pods of one workload than this are not made: a typing error should not cost the answer.
const MOST_REPLICAS: i32 = 100_000;

impl Workload {
    pub(super) fn decode(d: &mut Decoder<'_>, root: NodeId, kind: &str, meta: &Meta) -> Self {
        let mut workload = Self {
            kind: d.names.intern(kind),
            namespace: meta.namespace_or_default(d),
            name: meta.name,
            replicas: 1,
            template: Pod::default(),
        };
        let field = if kind == "Job" {
            "parallelism"
        } else {
            "replicas"
        };
        d.fields(
            root,
            &Path::Root,
            &["metadata", "spec"],
            |d, part, at, path| {
                if part == "metadata" {
                    return;
                }
                d.fields(at, path, &[field, "template"], |d, part, at, path| {
                    if part != "template" {
                        let count = d.int32(at, path, 0..=MOST_REPLICAS).unwrap_or(1);
                        workload.replicas = count.clamp(0, MOST_REPLICAS) as u32;
                        return;
                    }
                    let mut labels = Labels::default();
                    let template = &mut workload.template;
                    d.fields(
                        at,
                        path,
                        &["metadata", "spec"],
                        |d, part, at, path| match part {
                            "spec" => template.decode_spec(d, at, path),
                            _ => d.fields(at, path, &["labels"], |d, _, at, path| {
                                labels = Labels::decode(d, at, path);
                            }),
                        },
                    );
                    template.labels = labels;
                });
            },
        );
        if workload.template.containers.is_empty() {
            let message = "a workload needs a template with containers".to_owned();
            d.report(
                Severity::Error,
                Code::MissingField,
                root,
                &Path::Root,
                message,
            );
        }
        let template = &mut workload.template;
        let containers = template.containers.iter_mut();
        containers
            .chain(&mut template.init_containers)
            .for_each(request_limits);
        workload.template.namespace = workload.namespace;
        workload.template.created = meta.created;
        workload
    }
}
