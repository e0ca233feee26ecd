//! Fields with a fault, of the objects that an answer rests on.

use std::cell::LazyCell;

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Encoding, ObjectName},
    incomplete::RefusedField,
};
use schedscope_pods::snapshot::PodInfo;
use schedscope_reader::{
    Reader,
    decode::{Cause, PieceDiagnostic},
};

use crate::{
    MOST,
    context::{About, Context, Decided, Pods, is_in},
};

/// The kind of kube-scheduler's configuration file.
const CONFIGURATION: &str = "KubeSchedulerConfiguration";

/// What becomes of a field with a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// No API server takes its object, or kube-scheduler does not start with it.
    Rejected,
    /// It is left out.
    Ignored,
}

/// The first faulty fields with this fate of the objects that an answer rests on, in the order of the input. O(faults).
pub(crate) fn of_answer(context: &Context<'_>, fate: Fate) -> Vec<RefusedField> {
    let reader = context.reader;
    match &context.about {
        About::Text => Vec::new(),
        About::Placement(Decided { placement, .. }) => {
            let names = &reader.objects().names;
            let [here, name] = [placement.namespace, placement.name].map(|of| &names[of]);
            let rests_on = |object: &ObjectName| match &*object.kind {
                "Placement" => is_in(object, here) && object.name == *name,
                "ManagedClusterSetBinding" => is_in(object, here),
                "ManagedCluster"
                | "ManagedClusterSet"
                | "AddOnPlacementScore"
                | "PlacementDecision" => true,
                _ => false,
            };
            of_objects(reader, &rests_on, fate, |_, fault| !is_left_to_hub(fault))
        }
        About::Pods(pods) => {
            let rests_on = |object: &ObjectName| match &*object.kind {
                "Pod"
                | "Deployment"
                | "ReplicaSet"
                | "StatefulSet"
                | "Job"
                | "ReplicationController" => pods.has(object),
                "Node"
                | "ElasticQuota"
                | "PriorityClass"
                | "PodDisruptionBudget"
                | "ResourceQuota"
                | "LimitRange"
                | "RuntimeClass"
                | "Namespace"
                | "Service"
                | CONFIGURATION => true,
                _ => false,
            };
            of_objects(reader, &rests_on, fate, |_, fault| {
                !is_left_to_plugin(fault)
            })
        }
        About::Vms(_) => {
            let rests_on = |object: &ObjectName| {
                matches!(
                    &*object.kind,
                    "Node" | "Pod" | "VirtualMachine" | "Timeline"
                )
            };
            of_objects(reader, &rests_on, fate, |_, fault| {
                !is_left_to_plugin(fault)
            })
        }
    }
}

/// The first invalid fields of bound pods, without the one that an answer is about: quotas and nodes count them. A pod
/// without a name or a spec may be bound. O(faults).
pub(crate) fn of_counted(reader: &Reader, pods: &Pods<'_>) -> Vec<RefusedField> {
    let names = &reader.objects().names;
    let info = |object: &ObjectName| {
        let namespace = match &*object.namespace {
            "" => "default",
            namespace => namespace,
        };
        let pod = pods
            .snapshot
            .pod(&format!("{namespace}/{}", object.name), names)?;
        pods.snapshot.pods.get(pod)
    };
    let is_counted = |object: &ObjectName| {
        object.kind == "Pod"
            && !pods.has(object)
            && info(object).is_none_or(|info| {
                let lacks_spec = info.pod.containers.is_empty() && !info.pod.is_new();
                info.is_live() && (info.is_bound() || lacks_spec)
            })
    };
    // A pod with a spec that is not bound is not counted.
    let counts = |object: &ObjectName, fault: &PieceDiagnostic| {
        let is_bound = || info(object).is_none_or(PodInfo::is_bound);
        !is_left_to_plugin(fault) && (fault.path == "spec" || is_bound())
    };
    of_objects(reader, &is_counted, Fate::Rejected, counts)
}

/// The first faulty fields with this fate of matching objects. `counts`: leaves out faults that do not matter, or that
/// another finding reports better. O(faults).
fn of_objects(
    reader: &Reader,
    rests_on: &dyn Fn(&ObjectName) -> bool,
    fate: Fate,
    counts: impl Fn(&ObjectName, &PieceDiagnostic) -> bool,
) -> Vec<RefusedField> {
    // The cut-off part may have been its name.
    let is_cut = LazyCell::new(|| !reader.incomplete(Encoding::Utf8).is_empty());
    let has_lost_name = |object: &ObjectName, fault: &PieceDiagnostic| {
        object.name.is_empty() && fault.code == DiagnosticCode::MissingField && *is_cut
    };
    let found = reader.invalid_fields(rests_on).filter(|(object, fault)| {
        fate_of(fault) == fate && counts(object, fault) && !has_lost_name(object, fault)
    });
    let field = |(object, fault): (&ObjectName, &PieceDiagnostic)| RefusedField {
        object: object.clone(),
        path: fault.path.clone(),
        code: fault.code,
        message: fault.message.clone(),
        suggestion: fault.suggestion(),
    };
    found.take(MOST).map(field).collect()
}

/// kube-scheduler reads its configuration strictly.
fn fate_of(fault: &PieceDiagnostic) -> Fate {
    let is_of_configuration = || {
        let object = fault.object.as_ref();
        object.is_some_and(|object| object.kind == CONFIGURATION)
    };
    if fault.is_of_nothing() || fault.code == DiagnosticCode::UnknownField && !is_of_configuration()
    {
        Fate::Ignored
    } else {
        Fate::Rejected
    }
}

/// Whether the VM plugin finds the fault when it starts, so that its run reports it.
fn is_left_to_plugin(finding: &PieceDiagnostic) -> bool {
    finding.cause == Cause::LeftToPlugin
}

/// Whether a hub accepts the field and finds the fault when it decides: the placement is then misconfigured.
fn is_left_to_hub(finding: &PieceDiagnostic) -> bool {
    let of_selector = finding.path.contains("elector.matchExpressions[");
    finding.cause == Cause::LeftToHub || finding.code == DiagnosticCode::InvalidValue && of_selector
}
