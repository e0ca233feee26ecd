//! Pods that their controllers create in place of evicted ones.

use std::sync::Arc;

use schedscope_objects::{
    names::{Names, Symbol},
    pod::{Container, Phase, Pod, Workload},
};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};

use super::{CountedQuota, ResourceQuotaRefusal, admit};

/// Admits a pod that is created: a new one, or the one that the controller of an evicted pod creates in its place. The
/// keys for which quotas refuse it; without any, it counts from now on. O(quotas x keys x containers + workloads).
pub fn admit_created(
    quotas: &mut [CountedQuota],
    info: &PodInfo,
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Vec<ResourceQuotaRefusal> {
    let namespace = info.pod.namespace;
    let mut own = quotas.iter().filter(|quota| quota.namespace == namespace);
    if info.evicted == 0 || info.pod.is_new() || own.next().is_none() {
        return admit(quotas, info, names);
    }
    let pod = Arc::new(replacement(&info.pod, &snapshot.workloads, quotas));
    admit(
        quotas,
        &PodInfo {
            pod,
            ..info.clone()
        },
        names,
    )
}

/// The pod in place of another one: its containers ask for what the template of its controller says, if the text has
/// that, and for the defaults that limit ranges have now.
fn replacement(pod: &Pod, workloads: &[Arc<Workload>], quotas: &[CountedQuota]) -> Pod {
    let mut new = Pod {
        uid: Symbol::EMPTY,
        is_stored: false,
        node: Symbol::EMPTY,
        phase: Phase::Pending,
        ..pod.clone()
    };
    let owner = pod.owner.filter(|owner| owner.controls);
    let mut workloads = workloads.iter();
    let controller = workloads.find(|of| {
        let own = owner.map(|owner| (owner.kind, owner.name));
        of.namespace == pod.namespace && own == Some((of.kind, of.name))
    });
    if let Some(of) = controller {
        new.resources.clone_from(&of.template.resources);
        for (own, wanted) in [
            (&mut new.containers, &of.template.containers),
            (&mut new.init_containers, &of.template.init_containers),
        ] {
            copy_requests(own, wanted);
        }
    }
    let ranges = quotas.iter().filter(|of| of.namespace == pod.namespace);
    for range in ranges {
        let containers = new.containers.iter_mut().chain(&mut new.init_containers);
        for container in containers {
            container.requests.fill(&range.requests);
            container.limits.fill(&range.limits);
        }
    }
    new
}

/// Gives containers the requests and limits of a template. Containers that it does not have were added at admission,
/// and will be again.
fn copy_requests(own: &mut [Container], template: &[Container]) {
    for (at, own) in own.iter_mut().enumerate() {
        let same_image = |of: &&Container| of.image == own.image;
        let like = template.get(at).filter(same_image);
        if let Some(like) = like.or_else(|| template.iter().find(same_image)) {
            own.requests.clone_from(&like.requests);
            own.limits.clone_from(&like.limits);
        }
    }
}
