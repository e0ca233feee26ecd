//! The kinds that are supported, and the findings about other kinds.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    kind::{KINDS, ObjectKind},
};
use schedscope_text::tree::ValueId;

use crate::decode::{Cause, Decoder, FieldPath, clip, clip_to, event};

/// The end of the groups of Open Cluster Management.
const OPEN: &str = "open-cluster-management.io";

/// Versions that API servers no longer serve, with the release that removed them. They are read like the current ones.
const FORMER: [(&str, &[&str], &str); 11] = [
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
        "batch/v1beta1",
        &["CronJob"],
        "not served since Kubernetes 1.25",
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

/// Reports that a kind creates no pods, and that only existing ones are used.
pub(super) fn report_maker(d: &mut Decoder<'_>, node: ValueId, kind: &str) {
    let path = FieldPath::Root.field("kind");
    let message = format!("a `{kind}` creates no pods here: those in the input are used");
    d.report(
        Severity::Info,
        DiagnosticCode::UnknownKind,
        node,
        &path,
        message,
    );
}

/// The kind, if it is supported and its `apiVersion` has the right group, is a former one, or is absent. Reports other
/// groups, and versions that are not current.
pub(super) fn known_kind(
    d: &mut Decoder<'_>,
    (kind_node, kind): (ValueId, &str),
    (version_node, api_version): (ValueId, &str),
) -> Option<ObjectKind> {
    let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
    let mut named = KINDS
        .iter()
        .filter(|known| known.name == kind && !known.versions.is_empty());
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
        // Only Kubernetes' own groups have no domain, so no CRD can define the kind there.
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

/// Whether answers may require objects of a kind, in any group. No answer requires an `Event`.
pub(crate) fn is_read(kind: &str) -> bool {
    let mut needed = KINDS.iter().filter(|known| known.kind != ObjectKind::Event);
    needed.any(|known| known.name == kind)
}

fn report_unknown(d: &mut Decoder<'_>, node: ValueId, (kind, api_version): (&str, &str)) {
    if let Some((root, _)) = d.object
        && let Some(message) = not_the_object(d, root, (kind, api_version))
    {
        d.error(DiagnosticCode::NotAnObject, root, &FieldPath::Root, message);
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
        None if kind == "Kustomization" && api_version.starts_with(KUSTOMIZE) => {
            let more =
                ": `kustomize build` prints the objects that it makes of others and their patches";
            (Severity::Warning, more.to_owned())
        }
        None => (Severity::Info, String::new()),
    };
    let message = format!("kind `{shown}` is not checked{more}");
    let path = FieldPath::Root.field("kind");
    let cause = near.map(|name| Cause::Misspelt(name.to_owned()));
    let reason = (DiagnosticCode::UnknownKind, cause.unwrap_or_default());
    d.report_cause(severity, reason, node, &path, message);
}

/// The message about a response of the API server that is not an object: an error, or a partial object.
fn not_the_object(
    d: &Decoder<'_>,
    root: ValueId,
    (kind, api_version): (&str, &str),
) -> Option<String> {
    let text = |key: &str| d.get(root, key).map_or("", |at| d.text_of(at));
    match kind {
        "Status" if api_version == "v1" && text("status") == "Failure" => Some(format!(
            "this is an error of the API server, and what it is about is not in the input: `{}`",
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

/// The group of the files that say how kustomize makes objects; that of Flux ends in `.toolkit.fluxcd.io`.
const KUSTOMIZE: &str = "kustomize.config.k8s.io/";
/// The group of `Table` and `PartialObjectMetadata`, which lack most of an object.
const META: &str = "meta.k8s.io/";
/// The maximum number of characters quoted from the API server's message.
const LONGEST_MESSAGE: usize = 160;
