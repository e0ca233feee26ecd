//! Faults of quotas that make answers about quotas doubtful.

use schedscope_answers::quota::lint::QuotaDiagnostic;
use schedscope_objects::diagnostic::Severity;
use schedscope_quota::lint::faults;

use crate::{
    Check, Fact, MOST,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::before(Severity::Warning, rule);

/// O(quotas).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let About::Pods(pods) = &context.about else {
        return Vec::new();
    };
    let Some(ledger) = pods.quotas else {
        return Vec::new();
    };
    let reader = context.reader;
    let objects = reader.objects();
    let found = faults(pods.snapshot, ledger, objects);
    let found = found.into_iter().take(MOST).map(|finding| {
        let mut fault = QuotaDiagnostic::new(finding, pods.snapshot, &objects.names);
        let object = fault.object.as_ref();
        let locate = |object| reader.locate(object, &fault.path, context.encoding);
        fault.range = object.and_then(locate);
        Fact::QuotaFault { data: fault }
    });
    found.collect()
}
