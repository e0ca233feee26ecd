//! Events about pods that kube-scheduler could not place.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use schedscope_objects::{
    event::{Event, FailedScheduling},
    names::Symbol,
    objects::Objects,
    pod::Pod,
};

/// The last event of each such pod, by its namespace and name.
#[derive(Debug, Default)]
pub(crate) struct LastEvents(FxHashMap<(Symbol, Symbol), Arc<Event>>);

impl LastEvents {
    /// O(events).
    pub(crate) fn of(objects: &Objects) -> Self {
        let mut last = Self::default();
        for event in &objects.events {
            let Some(failed) = &event.failed else {
                continue;
            };
            let key = (failed.namespace, failed.pod);
            let known = last.0.entry(key).or_insert_with(|| Arc::clone(event));
            let of_known = known.failed.as_ref().and_then(|known| known.last);
            if of_known < failed.last {
                *known = Arc::clone(event);
            }
        }
        last
    }

    /// The last event of a pod.
    pub(crate) fn get(&self, pod: &Pod) -> Option<&FailedScheduling> {
        let event = self.0.get(&(pod.namespace, pod.name))?;
        event.failed.as_ref().filter(|failed| failed.is_of(pod))
    }
}
