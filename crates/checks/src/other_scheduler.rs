//! Pods that name a scheduler that the text has no profile for.

use schedscope_answers::pods::scheduler::scheduler_names;
use schedscope_objects::diagnostic::Severity;

use crate::{
    Check, Fact,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::before(Severity::Warning, rule);

/// The schedulers with `CapacityScheduling`, whose answers these are.
const OF_CAPACITY: [&str; 2] = ["capacityscheduler", "scheduler-plugins-scheduler"];

/// The scheduler of autoscaled VMs. An answer that names schedulers itself does not say what this one does.
const OF_VMS: &str = "autoscale-scheduler";

/// O(pods).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let (About::Pods(pods), Some(of)) = (&context.about, context.scheduling()) else {
        return Vec::new();
    };
    let names = &context.reader.objects().names;
    let found = scheduler_names(of.pods.iter().copied(), pods.snapshot, names).into_iter();
    let is_meant = |name: &str| {
        if of.says.schedulers {
            name == OF_VMS
        } else {
            !OF_CAPACITY.contains(&name)
        }
    };
    let found = found.filter(|scheduler| is_meant(&scheduler.name));
    found.map(|data| Fact::OtherScheduler { data }).collect()
}
