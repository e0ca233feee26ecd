//! Invalid fields: the API server refuses their objects.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, ObjectName, Severity},
    incomplete::RefusedField,
};
use schedscope_reader::Reader;

use crate::{
    Check, Fact, MOST,
    context::{About, Context, Pods},
    fields::{self, Fate},
};

pub(crate) const CHECK: Check = Check::before(Severity::Error, rule);

/// O(pieces + pods).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let mut rows = fields::of_answer(context, Fate::Rejected);
    if let About::Pods(pods) = &context.about {
        not_admitted(context.reader, pods, &mut rows);
        if pods.is_of_one() {
            rows.extend(fields::of_counted(context.reader, pods));
        }
        rows.truncate(MOST);
    }
    rows.into_iter()
        .map(|data| Fact::InvalidField { data })
        .collect()
}

/// Adds new pods that the API server does not take because of other objects.
fn not_admitted(reader: &Reader, pods: &Pods<'_>, rows: &mut Vec<RefusedField>) {
    let objects = reader.objects();
    // Else the text may lack classes.
    if !pods.needs.has_all_classes() {
        return;
    }
    let all = pods.snapshot.pods.iter();
    let new = all.filter(|info| info.is_pending() && !info.pod.is_stored);
    for info in new.filter(|info| pods.needs.lacks_class(&info.pod)) {
        if rows.len() >= MOST {
            break;
        }
        let object = info.object(objects);
        let field = unknown_class(object, &objects.names[info.pod.priority_class]);
        if pods.has(&field.object) && !rows.contains(&field) {
            rows.push(field);
        }
    }
}

/// The fault of a new pod or a workload whose class does not exist.
fn unknown_class(object: ObjectName, class: &str) -> RefusedField {
    let path = match &*object.kind {
        "Pod" => "spec.priorityClassName",
        _ => "spec.template.spec.priorityClassName",
    };
    RefusedField {
        path: path.to_owned(),
        code: DiagnosticCode::UnknownObject,
        message: format!(
            "the input has the PriorityClasses of a cluster, and `{class}` is none of them"
        ),
        suggestion: None,
        object,
    }
}
