//! Pods that do not start, because a volume of theirs is attached to another node.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::{ObjectName, Severity},
    kind::ObjectKind,
    names::{Names, Symbol},
    namespaced_name::NamespacedName,
    pod::Health,
    storage::{PersistentVolume, VolumeAttachment},
};
use schedscope_pods::{
    snapshot::{ClusterSnapshot, PodInfo},
    volumes::ClaimState,
};

use crate::{
    Check, Fact, MOST,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::before(Severity::Warning, rule);

/// A volume of a pod that can be attached to one node only, and is attached to another one than the pod's.
#[answer(Eq)]
pub struct AttachedElsewhere {
    /// The pod that does not start.
    pub pod: NamespacedName,
    /// Its node.
    pub node: String,
    /// The `PersistentVolume`.
    pub volume: String,
    /// The `VolumeAttachment`.
    pub attachment: String,
    /// The node that the volume is attached to.
    pub attached_to: String,
    /// The first pod there that uses the volume; `null`: the input has none.
    pub used_by: Option<NamespacedName>,
}

/// Of an answer about all pods as they are, or about one. O(pods x volume attachments) at worst.
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let objects = context.reader.objects();
    let About::Pods(pods) = &context.about else {
        return Vec::new();
    };
    let is_meant = pods.is_of_one() || context.all_as_is().is_some();
    if objects.volume_attachments.is_empty() || !is_meant {
        return Vec::new();
    }
    let (snapshot, names) = (pods.snapshot, &objects.names);
    let attachments: Vec<&VolumeAttachment> =
        objects.volume_attachments.iter().map(|of| &**of).collect();
    let mut found = Vec::new();
    for info in &snapshot.pods {
        let waits = info.pod.health == Health::Pending && info.is_live() && !info.terminating;
        if !waits || info.node().is_none() || !pods.has(&pod_name(info, names)) {
            continue;
        }
        let volumes = volumes_of(info, snapshot);
        let held = volumes.iter().filter(|volume| is_exclusive(volume, names));
        found.extend(
            held.filter_map(|volume| attached(info, volume, &attachments, (snapshot, names))),
        );
        if found.len() >= MOST {
            break;
        }
    }
    let found = found.into_iter().take(MOST);
    found.map(|data| Fact::AttachedElsewhere { data }).collect()
}

fn pod_name(info: &PodInfo, names: &Names) -> ObjectName {
    let NamespacedName { namespace, name } = info.namespaced_name(names);
    ObjectName {
        kind: ObjectKind::Pod.name().to_owned(),
        namespace,
        name,
    }
}

/// The volumes that the claims of a pod are bound to.
fn volumes_of<'s>(info: &PodInfo, snapshot: &'s ClusterSnapshot) -> Vec<&'s PersistentVolume> {
    let (Some(storage), Some(volumes)) = (&snapshot.storage, &info.volumes) else {
        return Vec::new();
    };
    let claims = volumes.claims.iter();
    let states = claims.filter_map(|claim| Some(claim.resolve(storage)?.state(&storage.world)));
    let bound = states.filter_map(|state| match state {
        ClaimState::Bound(volume) => storage.world.volumes.get(volume?),
        _ => None,
    });
    bound.map(|known| &*known.volume).collect()
}

/// Whether a volume can be attached to one node only.
///
/// Source: `IsMultiAttachAllowed` in `pkg/controller/volume/attachdetach/util` of Kubernetes 1.36.
fn is_exclusive(volume: &PersistentVolume, names: &Names) -> bool {
    let modes = &volume.access_modes;
    let is_shared = |mode: &Symbol| matches!(&names[*mode], "ReadWriteMany" | "ReadOnlyMany");
    !modes.is_empty() && !modes.iter().any(is_shared)
}

/// The attachment of a volume to another node than the pod's; `None` if it is also attached there.
fn attached(
    info: &PodInfo,
    volume: &PersistentVolume,
    attachments: &[&VolumeAttachment],
    (snapshot, names): (&ClusterSnapshot, &Names),
) -> Option<AttachedElsewhere> {
    let own = attachments.iter().filter(|of| of.volume == volume.name);
    if own.clone().any(|of| of.node == info.pod.node) {
        return None;
    }
    let other = own.clone().next()?;
    let mut users = snapshot.pods.iter().filter(|user| {
        let is_there = user.pod.node == other.node && user.is_live();
        let mut used = volumes_of(user, snapshot).into_iter();
        is_there && used.any(|used| used.name == volume.name)
    });
    Some(AttachedElsewhere {
        pod: info.namespaced_name(names),
        node: names[info.pod.node].to_owned(),
        volume: names[volume.name].to_owned(),
        attachment: names[other.name].to_owned(),
        attached_to: names[other.node].to_owned(),
        used_by: users.next().map(|user| user.namespaced_name(names)),
    })
}
