//! Requests that the API server writes into new pods.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::Severity, id::Id, namespaced_name::NamespacedName, objects::Objects, pod::Pod,
};
use schedscope_pods::snapshot::PodInfo;
use schedscope_quantity::Quantity;

use crate::{
    Check, Fact,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::beside(Severity::Info, rule);

/// A request that containers of a new pod have by default of a `LimitRange`.
#[answer(Eq)]
pub struct DefaultRequest {
    /// The `LimitRange`.
    pub limit_range: NamespacedName,
    /// The resource.
    pub resource: String,
    /// The request of each of the containers: milli-CPU, or base units.
    pub amount: i64,
    /// The number of containers without a request of their own, init containers included.
    pub containers: usize,
}

/// Of the pod that an answer is about. O(limit ranges).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let (About::Pods(pods), Some(of)) = (&context.about, context.scheduling()) else {
        return Vec::new();
    };
    let [info] = of.pods.as_slice() else {
        return Vec::new();
    };
    let objects = context.reader.objects();
    let written = || {
        if let Some(replica) = info.replica {
            let workload = objects.workloads.get(replica.workload as usize)?;
            return Some(&workload.template);
        }
        let id = pods
            .snapshot
            .pod(&info.key(&objects.names), &objects.names)?;
        Some(&**objects.pods.get(id.index())?)
    };
    if !pods.is_of_one() || objects.limit_ranges.is_empty() {
        return Vec::new();
    }
    let found = written().map(|written| default_requests(objects, info, written));
    let found = found.into_iter().flatten();
    found.map(|data| Fact::DefaultRequest { data }).collect()
}

/// The requests that a pod has by default; empty for one that is stored. O(limit ranges).
fn default_requests(objects: &Objects, info: &PodInfo, written: &Pod) -> Vec<DefaultRequest> {
    let names = &objects.names;
    let mut found = Vec::new();
    if !written.is_new() {
        return found;
    }
    let containers = || written.containers.iter().chain(&written.init_containers);
    let ranges = objects.limit_ranges.iter();
    let ranges = ranges.filter(|range| range.namespace == info.pod.namespace);
    let mut filled = Vec::new();
    for range in ranges {
        for (resource, amount) in &range.requests.0 {
            let lacking = containers().filter(|own| own.requests.get(*resource).is_none());
            let count = lacking.count();
            if count == 0 || filled.contains(resource) {
                continue;
            }
            filled.push(*resource);
            let name = &names[*resource];
            found.push(DefaultRequest {
                limit_range: NamespacedName::new(range.namespace, range.name, names),
                resource: name.to_owned(),
                amount: counted(name, amount),
                containers: count,
            });
        }
    }
    found
}

fn counted(resource: &str, amount: &Quantity) -> i64 {
    if resource == "cpu" {
        amount.milli_value()
    } else {
        amount.value()
    }
}
