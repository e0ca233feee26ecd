//! The kinds that are read here, and what is said about the others.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    kind::ObjectKind,
};
use schedscope_text::tree::ValueId;

use crate::decode::{Cause, Decoder, FieldPath, clip, clip_to, event};

/// The `apiVersion` and `kind` that objects of a kind have.
struct KnownKind {
    kind: ObjectKind,
    name: &'static str,
    group: &'static str,
    versions: &'static [&'static str],
}

impl KnownKind {
    const fn new(
        kind: ObjectKind,
        name: &'static str,
        group: &'static str,
        versions: &'static [&'static str],
    ) -> Self {
        Self {
            kind,
            name,
            group,
            versions,
        }
    }

    /// The `apiVersion` that it should have.
    fn api_version(&self) -> String {
        let version = self.versions.last().copied().unwrap_or_default();
        if self.group.is_empty() {
            version.to_owned()
        } else {
            format!("{}/{version}", self.group)
        }
    }
}

/// Where kinds of Open Cluster Management are.
const OPEN: &str = "open-cluster-management.io";
const CLUSTERS: &str = "cluster.open-cluster-management.io";
const ALPHA_BETA: &[&str] = &["v1alpha1", "v1beta1"];
const SETS: &[&str] = &["v1alpha1", "v1beta1", "v1beta2"];

/// In the order of [`ObjectKind`].
const KINDS: [KnownKind; 29] = [
    KnownKind::new(
        ObjectKind::ManagedCluster,
        "ManagedCluster",
        CLUSTERS,
        &["v1"],
    ),
    KnownKind::new(ObjectKind::Placement, "Placement", CLUSTERS, ALPHA_BETA),
    KnownKind::new(
        ObjectKind::PlacementDecision,
        "PlacementDecision",
        CLUSTERS,
        ALPHA_BETA,
    ),
    KnownKind::new(
        ObjectKind::ManagedClusterSet,
        "ManagedClusterSet",
        CLUSTERS,
        SETS,
    ),
    KnownKind::new(
        ObjectKind::ManagedClusterSetBinding,
        "ManagedClusterSetBinding",
        CLUSTERS,
        SETS,
    ),
    KnownKind::new(
        ObjectKind::AddOnPlacementScore,
        "AddOnPlacementScore",
        CLUSTERS,
        &["v1alpha1"],
    ),
    KnownKind::new(ObjectKind::Node, "Node", "", &["v1"]),
    KnownKind::new(ObjectKind::Pod, "Pod", "", &["v1"]),
    KnownKind::new(
        ObjectKind::ElasticQuota,
        "ElasticQuota",
        "scheduling.x-k8s.io",
        &["v1alpha1"],
    ),
    KnownKind::new(
        ObjectKind::PriorityClass,
        "PriorityClass",
        "scheduling.k8s.io",
        &["v1"],
    ),
    KnownKind::new(
        ObjectKind::PodDisruptionBudget,
        "PodDisruptionBudget",
        "policy",
        &["v1"],
    ),
    KnownKind::new(
        ObjectKind::VirtualMachine,
        "VirtualMachine",
        "vm.neon.tech",
        &["v1"],
    ),
    KnownKind::new(ObjectKind::ConfigMap, "ConfigMap", "", &["v1"]),
    KnownKind::new(
        ObjectKind::Timeline,
        "Timeline",
        "schedscope.dev",
        &["v1alpha1"],
    ),
    KnownKind::new(ObjectKind::Deployment, "Deployment", "apps", &["v1"]),
    KnownKind::new(ObjectKind::ReplicaSet, "ReplicaSet", "apps", &["v1"]),
    KnownKind::new(ObjectKind::StatefulSet, "StatefulSet", "apps", &["v1"]),
    KnownKind::new(ObjectKind::Job, "Job", "batch", &["v1"]),
    KnownKind::new(ObjectKind::Namespace, "Namespace", "", &["v1"]),
    KnownKind::new(ObjectKind::Service, "Service", "", &["v1"]),
    KnownKind::new(
        ObjectKind::RuntimeClass,
        "RuntimeClass",
        "node.k8s.io",
        &["v1"],
    ),
    KnownKind::new(
        ObjectKind::ReplicationController,
        "ReplicationController",
        "",
        &["v1"],
    ),
    KnownKind::new(ObjectKind::ResourceQuota, "ResourceQuota", "", &["v1"]),
    KnownKind::new(ObjectKind::LimitRange, "LimitRange", "", &["v1"]),
    KnownKind::new(
        ObjectKind::KubeSchedulerConfiguration,
        "KubeSchedulerConfiguration",
        "kubescheduler.config.k8s.io",
        &["v1"],
    ),
    KnownKind::new(
        ObjectKind::MulticlusterPlacementDecision,
        "PlacementDecision",
        "multicluster.x-k8s.io",
        &["v1alpha1"],
    ),
    KnownKind::new(
        ObjectKind::ApplicationSet,
        "ApplicationSet",
        "argoproj.io",
        &["v1alpha1"],
    ),
    KnownKind::new(ObjectKind::DaemonSet, "DaemonSet", "apps", &["v1"]),
    KnownKind::new(ObjectKind::Event, "Event", "", &["v1"]),
];

/// Versions that API servers no longer serve, with the release that ended them: they are read like
/// the current ones.
const FORMER: [(&str, &[&str], &str); 10] = [
    (
        "extensions/v1beta1",
        &["Deployment", "ReplicaSet", "DaemonSet"],
        "not served since Kubernetes 1.16",
    ),
    (
        "apps/v1beta1",
        &["Deployment", "StatefulSet"],
        "not served since Kubernetes 1.16",
    ),
    (
        "apps/v1beta2",
        &["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"],
        "not served since Kubernetes 1.16",
    ),
    (
        "policy/v1beta1",
        &["PodDisruptionBudget"],
        "not served since Kubernetes 1.25",
    ),
    (
        "scheduling.k8s.io/v1beta1",
        &["PriorityClass"],
        "not served since Kubernetes 1.22",
    ),
    (
        "scheduling.k8s.io/v1alpha1",
        &["PriorityClass"],
        "not served since Kubernetes 1.22",
    ),
    (
        "node.k8s.io/v1beta1",
        &["RuntimeClass"],
        "not served since Kubernetes 1.25",
    ),
    (
        "node.k8s.io/v1alpha1",
        &["RuntimeClass"],
        "not served since Kubernetes 1.22",
    ),
    (
        "kubescheduler.config.k8s.io/v1beta3",
        &["KubeSchedulerConfiguration"],
        "not read since Kubernetes 1.29",
    ),
    (
        "scheduling.sigs.k8s.io/v1alpha1",
        &["ElasticQuota"],
        "the former name of the group",
    ),
];

/// A kind that makes pods which scheduling has no template of here.
const OTHER_MAKER: &str = "CronJob";

/// Says that the pods of a kind count, and that it makes none.
pub(super) fn report_maker(d: &mut Decoder<'_>, node: ValueId, kind: &str) {
    let path = FieldPath::Root.field("kind");
    let message =
        format!("kind `{kind}` is not used here: its pods are, where they stand in the text");
    d.report(
        Severity::Info,
        DiagnosticCode::UnknownKind,
        node,
        &path,
        message,
    );
}

/// The kind, where it is read here, and group and version fit too.
pub(super) fn known_kind(
    d: &mut Decoder<'_>,
    (kind_node, kind): (ValueId, &str),
    (version_node, api_version): (ValueId, &str),
) -> Option<ObjectKind> {
    let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
    let mut named = KINDS.iter().filter(|known| known.name == kind);
    let Some(first) = named.next() else {
        report_unknown(d, kind_node, (kind, api_version));
        return None;
    };
    if first.kind == ObjectKind::Event && group == event::NEWER_GROUP {
        return Some(first.kind);
    }
    // Two groups have a kind of the same name.
    let known = named.find(|known| known.group == group).unwrap_or(first);
    let current = known.api_version();
    let former = FORMER
        .iter()
        .find(|(version, kinds, _)| *version == api_version && kinds.contains(&kind));
    let (severity, code, message) = if let Some((version, _, why)) = former {
        let message = format!("`{version}` is {why}, it is read as `{current}`");
        (Severity::Warning, DiagnosticCode::UnknownVersion, message)
    } else if api_version.is_empty() {
        let message = format!("an object needs an `apiVersion`, it is read as `{current}`");
        (Severity::Error, DiagnosticCode::MissingField, message)
    } else if group == known.group {
        if known.versions.contains(&version) {
            return Some(known.kind);
        }
        let message = format!(
            "`{kind}` has no version `{}` here; it is read as `{}`",
            clip(version),
            known.versions.last().copied().unwrap_or_default()
        );
        (Severity::Warning, DiagnosticCode::UnknownVersion, message)
    } else if !group.contains('.') && (group.is_empty() || !known.group.ends_with(OPEN)) {
        // Only Kubernetes' own groups have no domain: nobody else has a kind there.
        let message = format!(
            "no matches for kind `{kind}` in version `{}`, use `{current}`",
            clip(api_version)
        );
        (Severity::Error, DiagnosticCode::UnknownVersion, message)
    } else {
        let message = format!(
            "`{kind}` of `{}` is not used here, only that of `{}`",
            clip(api_version),
            if known.group.is_empty() {
                "v1"
            } else {
                known.group
            }
        );
        (Severity::Info, DiagnosticCode::UnknownKind, message)
    };
    let is_read = api_version.is_empty() || former.is_some() || group == known.group;
    let path = FieldPath::Root.field("apiVersion");
    d.report(severity, code, version_node, &path, message);
    is_read.then_some(known.kind)
}

/// Whether answers may need objects of a kind, of whatever group. None needs an event.
pub(crate) fn is_read(kind: &str) -> bool {
    let mut needed = KINDS.iter().filter(|known| known.kind != ObjectKind::Event);
    needed.any(|known| known.name == kind)
}

fn report_unknown(d: &mut Decoder<'_>, node: ValueId, (kind, api_version): (&str, &str)) {
    if let Some((root, _)) = d.object
        && let Some(message) = not_the_object(d, root, (kind, api_version))
    {
        let code = DiagnosticCode::NotAnObject;
        d.report(Severity::Error, code, root, &FieldPath::Root, message);
        return;
    }
    let near = KINDS
        .iter()
        .map(|known| known.name)
        .filter(|name| schedscope_objects::misspelt::is_misspelt(kind, name));
    let near = near.min_by_key(|name| strsim::osa_distance(kind, name));
    let shown = clip(kind);
    let (severity, more) = match near {
        Some(name) => (Severity::Warning, format!(", did you mean `{name}`")),
        None if kind == OTHER_MAKER => return report_maker(d, node, kind),
        None => (Severity::Info, String::new()),
    };
    let message = format!("kind `{shown}` is not used here{more}");
    let path = FieldPath::Root.field("kind");
    let cause = near.map(|name| Cause::Misspelt(name.to_owned()));
    let reason = (DiagnosticCode::UnknownKind, cause.unwrap_or_default());
    d.report_cause(severity, reason, node, &path, message);
}

/// What is said of an answer of the API server that stands where an object should: an error, or less than the object.
fn not_the_object(
    d: &Decoder<'_>,
    root: ValueId,
    (kind, api_version): (&str, &str),
) -> Option<String> {
    let text = |key: &str| d.get(root, key).map_or("", |at| d.text_of(at));
    match kind {
        "Status" if api_version == "v1" && text("status") == "Failure" => Some(format!(
            "this is an error of the API server, and what it is about is not in the text: `{}`",
            clip_to(text("message"), LONGEST_MESSAGE)
        )),
        "Table" if api_version.starts_with(META) => Some(
            "this is a table of the API server, which lacks most of its objects: print them with `-o yaml`"
                .to_owned(),
        ),
        "PartialObjectMetadata" if api_version.starts_with(META) => {
            Some("this is only the metadata of an object".to_owned())
        }
        _ => None,
    }
}

/// The group of the forms in which the API server gives less than objects.
const META: &str = "meta.k8s.io/";
/// So many characters of the API server's message are quoted.
const LONGEST_MESSAGE: usize = 160;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_in_their_order() {
        for (index, known) in KINDS.iter().enumerate() {
            assert_eq!(known.kind as usize, index);
            assert_eq!(known.kind.name(), known.name);
        }
    }
}
