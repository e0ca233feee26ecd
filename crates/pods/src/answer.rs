//! What answers about pods share: amounts by name, and why a node does not fit.

use schedscope_objects::{names::Names, order};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

use crate::{
    amounts::{Amounts, ResourceId},
    fit::{FitCode, Misfit, Reason},
    world::World,
};

/// Amounts by resource name: cpu in milli-CPU, the rest in base units (bytes, pieces). `null`: no
/// limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AmountMap(
    #[cfg_attr(feature = "types", ts(type = "Record<string, number | null>"))]
    pub  Vec<(String, Option<i64>)>,
);

impl AmountMap {
    /// The basic resources, and the others that are named.
    pub fn of(world: &World, amounts: &Amounts) -> Self {
        Self::collect(
            world,
            &mut amounts.iter().map(|(r, amount)| (r, Some(amount))),
        )
    }

    /// Some resources in their order.
    pub fn collect(
        world: &World,
        amounts: &mut dyn Iterator<Item = (ResourceId, Option<i64>)>,
    ) -> Self {
        let named = amounts.map(|(r, amount)| (world.resources.name(r).to_owned(), amount));
        Self(named.collect())
    }
}

impl Serialize for AmountMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, amount) in &self.0 {
            map.serialize_entry(name, amount)?;
        }
        map.end()
    }
}

/// Why a pod does not fit a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MisfitAnswer {
    /// Whether preemption could help.
    pub code: FitCode,
    /// The plugin of Kubernetes that says so.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub plugin: &'static str,
    /// Kubernetes' own words.
    pub reasons: Vec<String>,
    /// What there is too little of, where it is that.
    pub shortages: Vec<ShortageAnswer>,
    /// The taint that is not tolerated, as `key=value:effect`; null where it is not that.
    pub taint: Option<String>,
}

/// What there is too little of on a node: milli-CPU, or base units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ShortageAnswer {
    /// The resource.
    pub resource: String,
    /// What the pod asks for.
    pub requested: i64,
    /// What others hold.
    pub used: i64,
    /// What the node can give in all.
    pub allocatable: i64,
}

impl MisfitAnswer {
    /// A misfit with names.
    pub fn new(misfit: &Misfit, world: &World, names: &Names) -> Self {
        let short = match misfit {
            Misfit::Resources { short, .. } => short.as_slice(),
            _ => &[],
        };
        Self {
            code: misfit.code(),
            plugin: misfit.plugin(),
            reasons: misfit.reasons(world),
            shortages: short
                .iter()
                .map(|short| ShortageAnswer {
                    resource: world.resources.name(short.resource).to_owned(),
                    requested: short.requested,
                    used: short.used,
                    allocatable: short.allocatable,
                })
                .collect(),
            taint: match misfit {
                Misfit::Taint(taint) => Some(taint.text(names)),
                _ => None,
            },
        }
    }
}

/// How many nodes do not fit for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MisfitCount {
    /// Kubernetes' own words.
    pub reason: String,
    /// How many nodes.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub nodes: usize,
}

/// Counts reasons, in their order by text, as Kubernetes lists them. O(misfits x reasons).
pub fn misfit_counts(
    misfits: &mut dyn Iterator<Item = &Misfit>,
    world: &World,
) -> Vec<MisfitCount> {
    let mut counts: Vec<(Reason, usize)> = Vec::new();
    for misfit in misfits {
        misfit.each_reason(
            &mut |reason| match counts.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => counts.push((reason, 1)),
            },
        );
    }
    let counts = counts.into_iter().map(|(reason, nodes)| MisfitCount {
        reason: reason.text(world),
        nodes,
    });
    let mut counts: Vec<MisfitCount> = counts.collect();
    order::sort(&mut counts, |a, b| a.reason.cmp(&b.reason));
    counts
}

/// A map of texts, in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TextMap(
    #[cfg_attr(feature = "types", ts(type = "Record<string, string>"))] pub Vec<(String, String)>,
);

impl Serialize for TextMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, text) in &self.0 {
            map.serialize_entry(name, text)?;
        }
        map.end()
    }
}
