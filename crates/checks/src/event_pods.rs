//! Pods that events name and the input lacks.

use rustc_hash::FxHashSet;
use schedscope_objects::{diagnostic::Severity, namespaced_name::NamespacedName};

use crate::{
    Check, Fact, MOST,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::before(Severity::Warning, rule);

/// Of an answer about pods the pods of `FailedScheduling` events, and of rows of `kubectl get events`. In an input
/// without pods they are missing objects. O(events + pods) for an input with events.
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let objects = context.reader.objects();
    if !matches!(context.about, About::Pods(_)) || objects.pods.is_empty() {
        return Vec::new();
    }
    let failed = objects.events.iter().filter_map(|of| of.failed.as_ref());
    let mut failed = failed.peekable();
    let known: FxHashSet<_> = match failed.peek() {
        None => FxHashSet::default(),
        Some(_) => objects
            .pods
            .iter()
            .map(|pod| (pod.namespace, pod.name))
            .collect(),
    };
    let names = &objects.names;
    let of_events = failed.filter(|of| !known.contains(&(of.namespace, of.pod)));
    let of_events = of_events.map(|of| NamespacedName {
        namespace: names[of.namespace].to_owned(),
        name: names[of.pod].to_owned(),
    });
    let of_rows = context.reader.event_pods().into_iter();
    let of_rows = of_rows.map(|pod| NamespacedName {
        namespace: pod.namespace,
        name: pod.name,
    });
    let mut found: Vec<NamespacedName> = Vec::new();
    for pod in of_events.chain(of_rows) {
        if found.len() == MOST {
            break;
        }
        if !found.contains(&pod) {
            found.push(pod);
        }
    }
    let found = found.into_iter();
    found.map(|data| Fact::EventPods { data }).collect()
}
