//! `NodePorts`: the ports of the node that pods take.

use schedscope_objects::{id::PodId, names::Symbol, pod::HostPort};

use super::PortConflict;
use crate::snapshot::PodInfo;

/// The ports that a pod takes.
pub(super) fn ports_of(info: &PodInfo) -> &[HostPort] {
    let constraints = info.pod.constraints.as_ref();
    constraints.map_or(&[], |constraints| &constraints.host_ports)
}

/// The first of the wanted ports that is taken. `any`: the address that stands for all.
pub(super) fn conflict(
    wanted: &[HostPort],
    used: &[(PodId, HostPort)],
    any: Option<Symbol>,
) -> Option<PortConflict> {
    let mut wanted = wanted.iter();
    wanted.find_map(|wanted| {
        let (pod, used) = used.iter().find(|(_, used)| conflicts(wanted, used, any))?;
        Some(PortConflict {
            wanted: *wanted,
            used: *used,
            pod: *pod,
        })
    })
}

/// The same protocol and port, and the same address, or one that stands for all.
fn conflicts(one: &HostPort, two: &HostPort, any: Option<Symbol>) -> bool {
    let is_any = |ip: Symbol| ip.is_empty() || Some(ip) == any;
    one.port == two.port
        && one.protocol == two.protocol
        && (one.ip == two.ip || is_any(one.ip) || is_any(two.ip))
}

/// Takes a pod's ports out, or puts them in. Kubernetes keeps a set: with `is_set`, a port that two pods have is free
/// when one of them is out, unless one of them is among `later`, the pods that it adds after all others.
pub(super) fn change(
    used: &mut Vec<(PodId, HostPort)>,
    (pod, ports): (PodId, &[HostPort]),
    comes: bool,
    is_set: bool,
    later: &[PodId],
) {
    if comes {
        used.extend(ports.iter().map(|port| (pod, *port)));
        return;
    }
    let goes = |owner: &PodId, port: &HostPort| {
        *owner == pod || is_set && ports.contains(port) && !later.contains(owner)
    };
    used.retain(|(owner, port)| !goes(owner, port));
}
