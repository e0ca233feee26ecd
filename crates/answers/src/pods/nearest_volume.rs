//! The volume that lacks least of what a claim asks for.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::NodeId,
    names::{Names, Symbol},
    namespaced_name::NamespacedName,
    pod::NodeRequirement,
    storage::PersistentVolume,
};
use schedscope_pods::volumes::{KnownVolume, ResolvedClaim, StorageWorld, VolumeLack, ZONE_KEYS};
use schedscope_quantity::Quantity;

/// The `PersistentVolume` that lacks least of what a claim asks for.
#[answer(Eq)]
pub struct NearestVolume {
    /// Its name.
    pub volume: String,
    /// What it lacks.
    pub lacks: Vec<LackOfVolume>,
}

/// Why a volume does not serve a claim.
#[answer(Eq)]
pub struct LackOfVolume {
    /// The reason.
    #[ts(inline)]
    pub why: VolumeLack,
    /// What the volume has: its capacity, access modes, volume mode, class, the terms of its node affinity (as in
    /// `topology`), or the claim that it is reserved for. Empty: none, or not of this reason.
    pub has: Vec<String>,
    /// What the claim asks for, likewise.
    pub wanted: Vec<String>,
}

impl NearestVolume {
    /// The nearest volume of a claim that is not bound, on a node or anywhere.
    pub(super) fn of(
        claim: &ResolvedClaim,
        storage: &StorageWorld,
        node: Option<NodeId>,
        names: &Names,
    ) -> Option<Self> {
        let (id, lacks) = storage.nearest(claim, node, names)?;
        let known = storage.volumes.get(id)?;
        let lacks = lacks.into_iter();
        Some(Self {
            volume: names[known.volume.name].to_owned(),
            lacks: lacks
                .map(|why| LackOfVolume::new(why, claim, known, names))
                .collect(),
        })
    }
}

impl LackOfVolume {
    fn new(why: VolumeLack, claim: &ResolvedClaim, known: &KnownVolume, names: &Names) -> Self {
        let (volume, spec) = (&*known.volume, claim.spec());
        let all = |names_of: &[Symbol]| -> Vec<String> {
            let names_of = names_of.iter();
            names_of.map(|name| names[*name].to_owned()).collect()
        };
        let one = |name: Symbol| {
            all(if name.is_empty() {
                &[]
            } else {
                std::slice::from_ref(&name)
            })
        };
        let amount = |of: Option<&Quantity>| of.map(Quantity::to_string).into_iter().collect();
        let mode = |is_block: bool| {
            let mode = if is_block { "Block" } else { "Filesystem" };
            vec![mode.to_owned()]
        };
        let (has, wanted) = match why {
            VolumeLack::Capacity => (
                amount(volume.capacity.as_ref()),
                amount(spec.request.as_ref()),
            ),
            VolumeLack::AccessModes => (all(&volume.access_modes), all(&spec.access_modes)),
            VolumeLack::VolumeMode => (mode(volume.is_block), mode(spec.is_block)),
            VolumeLack::Class => (one(volume.class), one(claim.class)),
            VolumeLack::AttributesClass => {
                (one(volume.attributes_class), one(spec.attributes_class))
            }
            VolumeLack::Node => (topology(known, names, false), Vec::new()),
            VolumeLack::ClaimRef => {
                let of = volume.claim.map(|of| {
                    let NamespacedName { namespace, name } =
                        NamespacedName::new(of.namespace, of.name, names);
                    [&namespace, "/", &name].concat()
                });
                (of.into_iter().collect(), Vec::new())
            }
            VolumeLack::Selector
            | VolumeLack::Phase
            | VolumeLack::Released
            | VolumeLack::Deleting
            | VolumeLack::Taken => Default::default(),
        };
        Self { why, has, wanted }
    }
}

/// Where a volume can be used: the terms of its node affinity, of which one has to match. Without node affinity, and
/// for `is_zone`: its labels of zones and regions.
pub(super) fn topology(known: &KnownVolume, names: &Names, is_zone: bool) -> Vec<String> {
    let volume: &PersistentVolume = &known.volume;
    if let (Some(terms), false) = (volume.node_affinity.as_deref(), is_zone) {
        let terms = terms.iter().map(|term| {
            let labels = term.labels.iter();
            let labels = labels.map(|one| requirement_text(one, names));
            labels.collect::<Vec<String>>().join(" and ")
        });
        // An empty term matches no node. kube-scheduler compares no fields of it.
        return terms.filter(|term| !term.is_empty()).collect();
    }
    if known.zone.is_none() {
        return Vec::new();
    }
    let labels = volume.labels.0.iter();
    let of_zone = labels.filter(|(key, _)| ZONE_KEYS.contains(&&names[*key]));
    // `__` separates several zones.
    let all = of_zone
        .map(|(key, value)| format!("{}={}", &names[*key], names[*value].replace("__", "|")));
    vec![all.collect::<Vec<String>>().join(" and ")]
}

/// `zone=a|b`, `zone NotIn [a, b]`, `zone Exists`
fn requirement_text(requirement: &NodeRequirement, names: &Names) -> String {
    let (key, operator) = (&names[requirement.key], &names[requirement.operator]);
    let values = requirement.values.iter().map(|value| &names[*value]);
    let values: Vec<&str> = values.collect();
    match (operator, &*values) {
        ("In", [_, ..]) => format!("{key}={}", values.join("|")),
        (_, []) => format!("{key} {operator}"),
        _ => format!("{key} {operator} [{}]", values.join(", ")),
    }
}
