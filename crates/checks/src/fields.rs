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

use crate::context::{About, Context, Pods, is_in};

/// The kind of kube-scheduler's configuration file.
const CONFIGURATION: &str = "KubeSchedulerConfiguration";

/// An object, and a fault of one of its fields.
pub(crate) type Faulty<'a> = (&'a ObjectName, &'a PieceDiagnostic);

/// The faulty fields of the objects that an answer rests on, in the order of the text. O(pieces).
pub(crate) fn of_answer<'a>(context: &Context<'a>) -> Vec<Faulty<'a>> {
    let reader = context.reader;
    match &context.about {
        About::Text => Vec::new(),
        About::Placement { placement, .. } => {
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
            of_objects(reader, &rests_on, is_left_to_hub)
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
            of_objects(reader, &rests_on, is_left_to_plugin)
        }
        About::Vms => {
            let rests_on = |object: &ObjectName| {
                matches!(
                    &*object.kind,
                    "Node" | "Pod" | "VirtualMachine" | "Timeline"
                )
            };
            of_objects(reader, &rests_on, is_left_to_plugin)
        }
    }
}

/// The faulty fields of bound pods beside the one that an answer is about: quotas and nodes count them. A pod without a
/// name or a spec may be bound. O(pieces).
pub(crate) fn of_counted<'a>(reader: &'a Reader, pods: &Pods<'_>) -> Vec<Faulty<'a>> {
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
    let mut found = of_objects(reader, &is_counted, is_left_to_plugin);
    // A pod with a spec that is not bound is not counted.
    found.retain(|(object, finding)| {
        finding.path == "spec" || info(object).is_none_or(PodInfo::is_bound)
    });
    found
}

/// The faulty fields of matching objects; `is_left_out`: skips findings that another one reports better. O(pieces).
fn of_objects<'a>(
    reader: &'a Reader,
    rests_on: &dyn Fn(&ObjectName) -> bool,
    is_left_out: fn(&PieceDiagnostic) -> bool,
) -> Vec<Faulty<'a>> {
    // The cut-off part may have been its name.
    let is_cut = LazyCell::new(|| !reader.incomplete(Encoding::Utf8).is_empty());
    let has_lost_name = |object: &ObjectName, finding: &PieceDiagnostic| {
        object.name.is_empty() && finding.code == DiagnosticCode::MissingField && *is_cut
    };
    let found = reader.invalid_fields(rests_on);
    found
        .filter(|(object, finding)| !is_left_out(finding) && !has_lost_name(object, finding))
        .collect()
}

/// Whether a field with this fault is ignored. kube-scheduler reads its configuration strictly.
pub(crate) fn is_ignored(finding: &PieceDiagnostic) -> bool {
    let is_of_configuration = || {
        let object = finding.object.as_ref();
        object.is_some_and(|object| object.kind == CONFIGURATION)
    };
    finding.is_of_nothing()
        || finding.code == DiagnosticCode::UnknownField && !is_of_configuration()
}

/// The field of a fault.
pub(crate) fn field((object, finding): Faulty<'_>) -> RefusedField {
    RefusedField {
        object: object.clone(),
        path: finding.path.clone(),
        code: finding.code,
        message: finding.message.clone(),
        suggestion: finding.suggestion(),
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
