//! Why a drain never completes.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::ObjectName,
    names::{Names, Symbol},
    namespaced_name::NamespacedName,
    pod::{Health, Owner},
    policy::Availability,
};
use schedscope_pods::snapshot::PodInfo;
use schedscope_quota::disruption::BudgetBlock;
use schedscope_whatif::pods::drain::{DrainBlock, DrainBlockReason, Drained};
use serde::Serialize;

/// `PodDisruptionBudget`s that never allow pods of the node to be evicted, as long as their spec and the replicas of
/// the pods' controllers stay the same. The codes are stable.
///
/// - `several-budgets`: more than one budget selects each of the pods, which the eviction API does not support
/// - `no-bound`: the budget has neither `minAvailable` nor `maxUnavailable`
/// - `none-unavailable`: its `maxUnavailable` is 0
/// - `all-needed`: as many pods must be ready as can be ready at the same time
/// - `no-replicas`: no pod is expected, because its pods have no controllers, or these want 0 replicas
/// - `no-scale`: a controller of its pods has no scale, which the bound needs
/// - `not-replaced`: more of its pods leave for good than it allows to be unavailable
#[answer(Eq)]
pub struct EvictionBlock {
    /// The budgets.
    pub budgets: Vec<NamespacedName>,
    /// The number of pods of the node that are never evicted.
    pub pods: usize,
    /// The first of them in the order in which they would leave.
    pub pod: NamespacedName,
    /// Whether `unhealthyPodEvictionPolicy: AlwaysAllow` of its one budget would let the pod go, which is not ready.
    /// Absent: it would not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub unready: bool,
    /// The code and its data.
    #[serde(flatten)]
    #[ts(flatten)]
    pub why: EvictionBlockReason,
}

/// The code of a block, with its data. `bound` is `minAvailable` or `maxUnavailable` as it is written, like
/// `minAvailable: 90%`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "why",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum EvictionBlockReason {
    /// More than one budget selects each of the pods.
    SeveralBudgets,
    /// The budget has neither bound.
    NoBound,
    /// No pod may be unavailable.
    NoneUnavailable {
        /// The bound.
        bound: String,
    },
    /// As many pods must be ready as can be ready.
    AllNeeded {
        /// The bound.
        bound: String,
        /// How many pods must be ready.
        desired: i32,
        /// How many can be ready at the same time.
        available: i32,
    },
    /// No pod is expected.
    NoReplicas {
        /// The bound.
        bound: String,
        /// Whether a controller owns one of its pods; then it wants no replica.
        has_controller: bool,
    },
    /// A controller has no scale.
    NoScale {
        /// The bound.
        bound: String,
        /// The controller.
        owner: ObjectName,
    },
    /// Too many pods leave for good.
    NotReplaced {
        /// How many disruptions the budget allows once all of its pods are ready.
        allowed: i32,
        /// How many of its pods on the node leave for good.
        lost: usize,
    },
}

impl EvictionBlockReason {
    /// Why a budget never allows a disruption; `namespace`: its own.
    pub fn of_budget(why: BudgetBlock, namespace: Symbol, names: &Names) -> Self {
        match why {
            BudgetBlock::NoBound => Self::NoBound,
            BudgetBlock::NoneUnavailable(bound) => Self::NoneUnavailable {
                bound: bound_text(Availability::MaxUnavailable(bound)),
            },
            BudgetBlock::AllNeeded {
                bound,
                desired,
                available,
            } => Self::AllNeeded {
                bound: bound_text(Availability::MinAvailable(bound)),
                desired,
                available,
            },
            BudgetBlock::NoReplicas {
                bound,
                has_controller,
            } => Self::NoReplicas {
                bound: bound_text(bound),
                has_controller,
            },
            BudgetBlock::NoScale { bound, owner } => Self::NoScale {
                bound: bound_text(bound),
                owner: owner_name(&owner, namespace, names),
            },
        }
    }
}

impl EvictionBlock {
    /// The blocks of a drain, with names.
    pub(super) fn all(drained: &Drained, names: &Names) -> Vec<Self> {
        let blocks = drained.blocks.iter();
        blocks
            .map(|block| Self::new(block, drained, names))
            .collect()
    }

    fn new(block: &DrainBlock, drained: &Drained, names: &Names) -> Self {
        let budgets = || {
            block
                .budgets
                .iter()
                .filter_map(|of| drained.budgets.get(*of))
        };
        let first = block
            .pods
            .first()
            .and_then(|of| drained.snapshot.pods.get(*of));
        let why = match block.why {
            DrainBlockReason::Several => EvictionBlockReason::SeveralBudgets,
            DrainBlockReason::NotReplaced { allowed, lost } => {
                EvictionBlockReason::NotReplaced { allowed, lost }
            }
            DrainBlockReason::Budget(why) => {
                let namespace = first.map_or(Symbol::EMPTY, |info| info.pod.namespace);
                EvictionBlockReason::of_budget(why, namespace, names)
            }
        };
        Self {
            budgets: budgets()
                .map(|of| NamespacedName::new(of.namespace, of.name, names))
                .collect(),
            pods: block.pods.len(),
            pod: first.map_or_else(NamespacedName::default, |info| info.namespaced_name(names)),
            unready: is_unready(first, block.budgets.len()),
            why,
        }
    }
}

/// Whether a pod on a node is not ready, where one budget guards it: the policy of that one decides.
pub fn is_unready(pod: Option<&PodInfo>, budgets: usize) -> bool {
    budgets == 1 && pod.is_some_and(|info| info.pod.health == Health::Unready)
}

/// `minAvailable: 90%`
fn bound_text(bound: Availability) -> String {
    match bound {
        Availability::MinAvailable(of) => format!("minAvailable: {of}"),
        Availability::MaxUnavailable(of) => format!("maxUnavailable: {of}"),
    }
}

/// `ReplicaSet shop/web`
pub fn owner_name(owner: &Owner, namespace: Symbol, names: &Names) -> ObjectName {
    ObjectName {
        kind: names[owner.kind].to_owned(),
        namespace: names[namespace].to_owned(),
        name: names[owner.name].to_owned(),
    }
}
