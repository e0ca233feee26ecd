//! The pod that a controller creates like one of the text.

use std::sync::Arc;

use schedscope_objects::{
    names::{Names, Symbol},
    objects::Objects,
    pod::{Phase, Pod, PodVolume, VolumeSource},
    storage::ClaimSpec,
};
use schedscope_pods::snapshot::PodInfo;

/// A pod of a `StatefulSet` whose claims the set has made: each further pod gets claims of its own.
pub(super) struct SetPod {
    /// The name of the set; `None`: nothing else in the text has it.
    pub(super) set: Option<Symbol>,
    pub(super) ordinal: u32,
}

impl SetPod {
    /// `None`: nothing tells that a `StatefulSet` makes the pod. A pod without an owner is one if it has a claim that
    /// is named as a set names it.
    pub(super) fn new(of: &PodInfo, objects: &Objects) -> Option<Self> {
        let names = &objects.names;
        let pod = &of.pod;
        if let Some(replica) = of.replica {
            let workload = objects.workloads.get(replica.workload as usize)?;
            let is_set = names[workload.kind] == *STATEFUL_SET;
            let ordinal = replica.number;
            return is_set.then_some(Self {
                set: Some(workload.name),
                ordinal,
            });
        }
        let (set, ordinal) = names[pod.name].rsplit_once('-')?;
        let (set, ordinal) = (names.get(set), ordinal.parse().ok()?);
        let is_made = |volume: &PodVolume| made_claim(volume, pod, names).is_some();
        let is_of_set = match &pod.owner {
            Some(owner) => names[owner.kind] == *STATEFUL_SET && Some(owner.name) == set,
            None => pod.volumes.iter().any(is_made),
        };
        is_of_set.then_some(Self { set, ordinal })
    }

    /// The volumes of further pods: the claims that the set has made, as the templates that they were made of.
    fn volumes(&self, pod: &Pod, objects: &Objects) -> Box<[PodVolume]> {
        let mut workloads = objects.workloads.iter();
        let set = workloads.find(|of| {
            (of.namespace, Some(of.name)) == (pod.namespace, self.set)
                && objects.names[of.kind] == *STATEFUL_SET
        });
        let names = &objects.names;
        let volumes = pod.volumes.iter().map(|volume| {
            let made = made_claim(volume, pod, names);
            let spec = made.and_then(|(name, template)| {
                if let Some(set) = set {
                    return template_of(&set.template.volumes, template, names);
                }
                // Without the claim, nothing is known of the template.
                let mut claims = objects.persistent_volume_claims.iter();
                let claim = claims.find(|of| (of.namespace, of.name) == (pod.namespace, name))?;
                Some(Arc::new(ClaimSpec {
                    volume: Symbol::EMPTY,
                    ..claim.spec.clone()
                }))
            });
            let source = made.zip(spec).map(|((_, template), spec)| {
                VolumeSource::Template(Some(Arc::from(template)), spec)
            });
            PodVolume {
                name: volume.name,
                index: volume.index,
                source: source.unwrap_or_else(|| volume.source.clone()),
            }
        });
        volumes.collect()
    }
}

/// The template of a `StatefulSet` with this name; `volumes`: those of its pods.
fn template_of(volumes: &[PodVolume], name: &str, names: &Names) -> Option<Arc<ClaimSpec>> {
    volumes.iter().find_map(|volume| match &volume.source {
        VolumeSource::Template(own, spec) => {
            let own = own.as_deref().unwrap_or(&names[volume.name]);
            (own == name).then(|| Arc::clone(spec))
        }
        _ => None,
    })
}

/// The claim of a volume and the name of its template, if it is named as a `StatefulSet` names the claim of a template:
/// the template, a hyphen, and the pod.
fn made_claim<'n>(volume: &PodVolume, pod: &Pod, names: &'n Names) -> Option<(Symbol, &'n str)> {
    let VolumeSource::Claim(name) = volume.source else {
        return None;
    };
    let template = names[name].strip_suffix(&names[pod.name])?;
    let template = template.strip_suffix('-')?;
    (!template.is_empty()).then_some((name, template))
}

pub(super) const STATEFUL_SET: &str = "StatefulSet";

/// The pod as its controller would recreate it.
pub(super) fn template(of: &PodInfo, set: Option<&SetPod>, objects: &Objects) -> Pod {
    let pod = &of.pod;
    Pod {
        name: set.and_then(|set| set.set).unwrap_or(pod.name),
        volumes: set.map_or_else(|| pod.volumes.clone(), |set| set.volumes(pod, objects)),
        uid: Symbol::EMPTY,
        is_stored: false,
        // The node of a started pod comes from a scheduler, not from the template.
        node: of.wanted,
        nominated: Symbol::EMPTY,
        phase: Phase::Pending,
        started: None,
        created: None,
        deleting: false,
        ..Pod::clone(pod)
    }
}
