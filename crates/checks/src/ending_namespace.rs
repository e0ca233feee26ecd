//! Namespaces that are being deleted, in which controllers create no pods.

use schedscope_answer_macro::answer;
use schedscope_objects::{diagnostic::Severity, names::Symbol};

use crate::{
    Check, Fact, MOST,
    context::{About, Context, Which},
};

pub(crate) const CHECK: Check = Check::before(Severity::Warning, rule);

/// A namespace that is being deleted.
#[answer(Eq)]
pub struct EndingNamespace {
    /// The name of the namespace.
    pub namespace: String,
}

/// The namespaces of the pods and workloads of an answer about all as they are, or about one pod.
/// O(namespaces x (pods + workloads)).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let About::Pods(pods) = &context.about else {
        return Vec::new();
    };
    let objects = context.reader.objects();
    let names = &objects.names;
    let is_asked = |namespace: Symbol| match &pods.which {
        Which::One(own) => own
            .as_ref()
            .is_some_and(|of| of.namespace == names[namespace]),
        Which::All => {
            let mut workloads = pods.snapshot.workloads.iter();
            let mut waiting = pods.snapshot.pods.iter().filter(|info| info.is_pending());
            context.all_as_is().is_some()
                && (workloads.any(|one| one.replicas > 0 && one.namespace == namespace)
                    || waiting.any(|info| info.pod.namespace == namespace))
        }
    };
    let ending = objects.namespaces.iter().filter(|one| one.deleting);
    let asked = ending.filter(|one| is_asked(one.name)).take(MOST);
    let data = asked.map(|one| EndingNamespace {
        namespace: names[one.name].to_owned(),
    });
    data.map(|data| Fact::EndingNamespace { data }).collect()
}
