//! What a drain waits for.

use schedscope_answer_macro::answer;
use schedscope_objects::{id::PodId, names::Names, namespaced_name::NamespacedName};
use schedscope_whatif::pods::{drain::Drained, drain_waits::DrainWait};

/// The largest number of pods that are named.
const MOST: usize = 10;

/// A `PodDisruptionBudget` that allows no disruption now.
#[answer(Eq)]
pub struct EvictionWait {
    /// The budget.
    pub budget: NamespacedName,
    /// The number of pods of the node whose eviction it refuses.
    pub pods: usize,
    /// How many more of its pods must be ready before it allows another eviction. 0: the numbers of its status do not
    /// say.
    pub needed: i32,
    /// The first 10 of its pods that are not ready, in the order of the input.
    pub unready: Vec<NamespacedName>,
    /// The number of all of them.
    pub unready_total: usize,
}

impl EvictionWait {
    /// What a drain waits for, with names.
    pub(super) fn all(drained: &Drained, names: &Names) -> Vec<Self> {
        let waits = drained.waits.iter();
        waits
            .filter_map(|wait| Self::new(wait, drained, names))
            .collect()
    }

    fn new(wait: &DrainWait, drained: &Drained, names: &Names) -> Option<Self> {
        let budget = drained.budgets.get(wait.budget)?;
        let pod = |pod: &PodId| Some(drained.snapshot.pods.get(*pod)?.namespaced_name(names));
        Some(Self {
            budget: NamespacedName::new(budget.namespace, budget.name, names),
            pods: wait.pods.len(),
            needed: wait.needed,
            unready: wait.unready.iter().take(MOST).filter_map(pod).collect(),
            unready_total: wait.unready.len(),
        })
    }
}
