//! Rollouts that are not complete, or about to start.

use schedscope_answer_macro::answer;
use schedscope_objects::diagnostic::{ObjectName, Severity};
use schedscope_pods::snapshot::PodInfo;
use schedscope_whatif::pods::rollout::due_rollouts;

use crate::{Check, Fact, MOST, context::Context};

/// Where no pod waits.
pub(crate) const CHECK: Check = Check::before(Severity::Info, |context| rule(context, false));

/// Where pods wait: they are what the answer is about.
pub(crate) const BESIDE_PENDING: Check =
    Check::after(Severity::Info, |context| rule(context, true));

/// A workload of which some pods have an earlier template.
#[answer(Eq)]
pub struct DueRollout {
    /// The workload.
    pub object: ObjectName,
    /// The number of its pods that have an earlier template.
    pub old: usize,
    /// The number of its pods that have the current one.
    pub new: usize,
    /// The number of these that are on nodes and not ready.
    pub unready: usize,
}

/// Of an answer about all pods as they are; `waits`: if some of them wait. O(pods + workloads).
fn rule(context: &Context<'_>, waits: bool) -> Vec<Fact> {
    let Some(pods) = context.all_as_is() else {
        return Vec::new();
    };
    if pods.snapshot.pods.iter().any(PodInfo::is_to_schedule) != waits {
        return Vec::new();
    }
    let objects = context.reader.objects();
    let names = &objects.names;
    let due = due_rollouts(objects);
    let due = due.into_iter().take(MOST).filter_map(|due| {
        let of = objects.workloads.get(due.workload)?;
        Some(DueRollout {
            object: ObjectName {
                kind: names[of.kind].to_owned(),
                namespace: names[of.namespace].to_owned(),
                name: names[of.name].to_owned(),
            },
            old: due.old,
            new: due.new,
            unready: due.unready,
        })
    });
    due.map(|data| Fact::RolloutDue { data }).collect()
}
