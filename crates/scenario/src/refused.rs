//! Invalid fields that answers depend on: API servers reject them.

use std::cell::LazyCell;

use rustc_hash::FxHashSet;
use schedscope_answers::{of_text::OfText, placement::caveats::DecisionCaveats};
use schedscope_objects::{
    diagnostic::{DiagnosticCode, Encoding, ObjectName},
    incomplete::RefusedField,
    names::Symbol,
    placement::Placement,
};
use schedscope_placement::Decision;
use schedscope_pods::snapshot::PodInfo;
use schedscope_reader::{
    Reader,
    decode::{Cause, PieceDiagnostic},
};

use crate::{Scenario, questions::Subject};

/// The maximum number of fields listed.
const MOST: usize = 10;

/// The kind of kube-scheduler's configuration file.
const CONFIGURATION: &str = "KubeSchedulerConfiguration";

/// The answers that depend on objects of certain kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RestsOn {
    /// Answers about pods, nodes and quotas.
    Pods,
    /// Answers about autoscaled VMs and their nodes.
    Vms,
}

/// Fields with a fault: those that are invalid, and those that are misspelt.
#[derive(Debug, Default)]
pub(crate) struct FaultyFields {
    pub(crate) refused: Vec<RefusedField>,
    pub(crate) misspelt: Vec<RefusedField>,
}

impl FaultyFields {
    /// The fields of matching objects; `leaves_out`: skips findings that another one reports better. O(pieces).
    fn new(
        reader: &Reader,
        rests_on: &dyn Fn(&ObjectName) -> bool,
        leaves_out: fn(&PieceDiagnostic) -> bool,
    ) -> Self {
        let mut fields = Self::default();
        // The cut-off part may have been its name.
        let is_cut = LazyCell::new(|| !reader.incomplete(Encoding::Utf8).is_empty());
        for (object, finding) in reader.invalid_fields(rests_on) {
            let has_no_name =
                object.name.is_empty() && finding.code == DiagnosticCode::MissingField;
            if has_no_name && *is_cut {
                continue;
            }
            // kube-scheduler reads its configuration strictly.
            let is_ignored = finding.is_of_nothing()
                || finding.code == DiagnosticCode::UnknownField && object.kind != CONFIGURATION;
            let list = if is_ignored {
                &mut fields.misspelt
            } else {
                &mut fields.refused
            };
            if list.len() < MOST && !leaves_out(finding) {
                list.push(RefusedField {
                    object: object.clone(),
                    path: finding.path.clone(),
                    code: finding.code,
                    message: finding.message.clone(),
                    suggestion: finding.suggestion(),
                });
            }
        }
        fields
    }
}

/// Adds the faulty fields of the placement, and of the other objects that its decision depends on. O(pieces).
pub(crate) fn explain(caveats: &mut DecisionCaveats, reader: &Reader, decision: &Decision) {
    let fields = fields_of(reader, &decision.placement);
    caveats.refused = fields.refused;
    caveats.misspelt = fields.misspelt;
}

/// The faulty fields of a placement, and of the other objects that its decision depends on. O(pieces).
fn fields_of(reader: &Reader, placement: &Placement) -> FaultyFields {
    let names = &reader.objects().names;
    let [here, name] = [placement.namespace, placement.name].map(|of| &names[of]);
    let rests_on = |object: &ObjectName| match &*object.kind {
        "Placement" => is_in(object, here) && object.name == *name,
        "ManagedClusterSetBinding" => is_in(object, here),
        "ManagedCluster" | "ManagedClusterSet" | "AddOnPlacementScore" | "PlacementDecision" => {
            true
        }
        _ => false,
    };
    FaultyFields::new(reader, &rests_on, is_left_to_hub)
}

impl Scenario {
    /// The faults of an answer about pods and nodes: faulty fields; of one pod, or of all.
    pub(crate) fn faults_of_pods(&mut self, of: &Subject) -> OfText {
        self.faulty_fields(RestsOn::Pods, of.pod.as_deref()).into()
    }

    /// The faults of an answer about quotas: as those about pods, and the quotas' own.
    pub(crate) fn faults_of_quotas(&mut self, of: &Subject) -> OfText {
        OfText {
            quota_faults: self.quota_faults(),
            ..self.faults_of_pods(of)
        }
    }

    /// The faults of an answer about autoscaled VMs: faulty fields.
    pub(crate) fn faults_of_vms(&mut self, of: &Subject) -> OfText {
        self.faulty_fields(RestsOn::Vms, of.pod.as_deref()).into()
    }

    /// The faults of a what-if: as those of an answer about the same pod, VMs or placement.
    pub(crate) fn faults_of_whatifs(&mut self, of: &Subject) -> OfText {
        if of.of_vms {
            return self.faults_of_vms(of);
        }
        if of.pod.is_some() {
            return self.faults_of_quotas(of);
        }
        let placements = &self.reader.objects().placements;
        let placement = of.placement.and_then(|index| placements.get(index));
        placement.map_or_else(OfText::default, |placement| {
            fields_of(&self.reader, placement).into()
        })
    }

    /// The faulty fields that an answer about pods or VMs depends on; `pod`: the only pod of the answer. O(pieces).
    fn faulty_fields(&mut self, rests_on: RestsOn, pod: Option<&str>) -> FaultyFields {
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let pod = pod.map(|key| {
            let pod = desk.snapshot.pod(key, &objects.names);
            let info = pod.and_then(|pod| desk.snapshot.pods.get(pod));
            info.map(|info| info.object(objects))
        });
        let is_meant = |object: &ObjectName| match &pod {
            None => true,
            Some(of) => of.as_ref().is_some_and(|of| {
                of.kind == object.kind && of.name == object.name && is_in(object, &of.namespace)
            }),
        };
        let is_of_vms = rests_on == RestsOn::Vms;
        let rests_on = |object: &ObjectName| match &*object.kind {
            "Node" => true,
            "Pod" => is_of_vms || is_meant(object),
            "Deployment" | "ReplicaSet" | "StatefulSet" | "Job" | "ReplicationController" => {
                !is_of_vms && is_meant(object)
            }
            "VirtualMachine" | "Timeline" => is_of_vms,
            "ElasticQuota"
            | "PriorityClass"
            | "PodDisruptionBudget"
            | "ResourceQuota"
            | "LimitRange"
            | "RuntimeClass"
            | "Namespace"
            | "Service"
            | CONFIGURATION => !is_of_vms,
            _ => false,
        };
        let mut fields = FaultyFields::new(reader, &rests_on, is_left_to_plugin);
        let ending = objects.namespaces.iter().filter(|one| one.deleting);
        let ending: FxHashSet<Symbol> = ending.map(|namespace| namespace.name).collect();
        let new = || {
            let new = desk.snapshot.pods.iter();
            new.filter(|info| info.is_pending() && info.pod.uid.is_empty())
        };
        if !is_of_vms && !ending.is_empty() {
            let forbidden = new().filter(|info| ending.contains(&info.pod.namespace));
            let forbidden = forbidden.map(|info| ending_namespace(info.object(objects)));
            let left = MOST.saturating_sub(fields.refused.len());
            let meant = forbidden.filter(|field| is_meant(&field.object));
            fields.refused.extend(meant.take(left));
        }
        if !is_of_vms && desk.needs.has_all_classes() {
            for info in new().filter(|info| desk.needs.lacks_class(&info.pod)) {
                let object = info.object(objects);
                let field = unknown_class(object, &objects.names[info.pod.priority_class]);
                if is_meant(&field.object) && !fields.refused.contains(&field) {
                    fields.refused.push(field);
                }
                if fields.refused.len() >= MOST {
                    break;
                }
            }
        }
        if pod.is_some() && !is_of_vms {
            // Quotas and nodes count other bound pods. A pod without a name or a spec may be bound.
            let info = |object: &ObjectName| {
                let namespace = match &*object.namespace {
                    "" => "default",
                    namespace => namespace,
                };
                let key = format!("{namespace}/{}", object.name);
                let pod = desk.snapshot.pod(&key, &objects.names)?;
                desk.snapshot.pods.get(pod)
            };
            let is_counted = |object: &ObjectName| {
                object.kind == "Pod"
                    && !is_meant(object)
                    && info(object).is_none_or(|info| {
                        let lacks_spec = info.pod.containers.is_empty() && !info.pod.is_new();
                        info.is_live() && (info.is_bound() || lacks_spec)
                    })
            };
            let mut others = FaultyFields::new(reader, &is_counted, is_left_to_plugin);
            // A pod with a spec that is not bound is not counted.
            others.refused.retain(|field| {
                let is_bound = |info: &PodInfo| info.is_bound();
                field.path == "spec" || info(&field.object).is_none_or(is_bound)
            });
            fields.refused.extend(others.refused);
            fields.refused.truncate(MOST);
        }
        fields
    }
}

impl From<FaultyFields> for OfText {
    fn from(fields: FaultyFields) -> Self {
        Self {
            invalid_fields: fields.refused,
            misspelt: fields.misspelt,
            ..Self::default()
        }
    }
}

/// The fault of a new pod in a namespace that is being deleted.
fn ending_namespace(object: ObjectName) -> RefusedField {
    RefusedField {
        path: "metadata.namespace".to_owned(),
        code: DiagnosticCode::InvalidValue,
        message: format!(
            "Namespace `{}` is being deleted, and the API server takes no new pods in it",
            object.namespace
        ),
        suggestion: None,
        object,
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
            "the text has the PriorityClasses of a cluster, and `{class}` is none of them"
        ),
        suggestion: None,
        object,
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

/// An object without a namespace is in `default`.
fn is_in(object: &ObjectName, namespace: &str) -> bool {
    object.namespace == namespace || object.namespace.is_empty() && namespace == "default"
}
