//! Fields that their kind has elsewhere.

use std::{fs, path::Path};

use schedscope::{objects::diagnostic::Encoding, reader::Reader};

use super::{CLUSTER, PLACEMENT, check_marked as at};

const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n";
const DEPLOYMENT: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n";
const QUOTA: &str =
    "apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {name: a}\n";

/// A field in a text is unknown there; `says`: where it belongs.
#[track_caller]
fn check(text: &str, path: &str, says: &str) {
    let (_, behind) = text.split_once('«').expect("a mark");
    let (field, _) = behind.split_once('»').expect("a mark");
    // Fields of CRDs are known in part.
    let severity = if text.contains(".io/") {
        "warning"
    } else {
        "error"
    };
    at(
        text,
        &[&format!(
            "{severity} unknown-field {path} unknown field `{field}`: {says}"
        )],
    );
}

/// A container of a pod, in lines of `spec`.
const CONTAINERS: &str = "containers: [{name: c, image: i}]";

#[test]
fn of_pods() {
    let pod = |more: &str| format!("{POD}{more}\n");
    let spec = |more: &str| pod(&format!("spec: {{{CONTAINERS}, {more}}}"));
    check(
        &pod(&format!("spec: {{{CONTAINERS}}}\n«nodeSelector»: {{a: b}}")),
        "nodeSelector",
        "it belongs in `spec`",
    );
    check(
        &pod("spec:\n  containers: [{name: c, image: i, «requests»: {cpu: 1}}]"),
        "spec.containers[0].requests",
        "it belongs in `spec.containers[].resources`",
    );
    check(
        &pod("spec:\n  containers: [{name: c, image: i, «topologySpreadConstraints»: []}]"),
        "spec.containers[0].topologySpreadConstraints",
        "it belongs in `spec`",
    );
    check(
        &spec("affinity: {«requiredDuringSchedulingIgnoredDuringExecution»: {}}"),
        "spec.affinity.requiredDuringSchedulingIgnoredDuringExecution",
        "it belongs in `spec.affinity.nodeAffinity`",
    );
    check(
        &spec("«podAntiAffinity»: {}"),
        "spec.podAntiAffinity",
        "it belongs in `spec.affinity`",
    );
    check(
        &pod(&format!("«labels»: {{a: b}}\nspec: {{{CONTAINERS}}}")),
        "labels",
        "it belongs in `metadata`",
    );
    // Fields that pods have, or that belong nowhere in a pod.
    at(
        &spec("resources: {}, volumes: [], terminationGracePeriodSeconds: 1, «replicas»: 1"),
        &["error unknown-field spec.replicas unknown field `replicas`"],
    );
}

#[test]
fn of_workloads() {
    let deployment = |spec: &str, template: &str, pod: &str| {
        format!(
            "{DEPLOYMENT}spec:\n  selector: {{matchLabels: {{a: b}}}}\n{spec}  template:\n    metadata: {{labels: {{a: \
             b}}}}\n{template}    spec:\n      {CONTAINERS}\n{pod}"
        )
    };
    check(
        &deployment("  «nodeSelector»: {a: b}\n", "", ""),
        "spec.nodeSelector",
        "it belongs in `spec.template.spec`",
    );
    check(
        &deployment("", "    «tolerations»: []\n", ""),
        "spec.template.tolerations",
        "it belongs in `spec.template.spec`",
    );
    check(
        &deployment("", "", "      «replicas»: 2\n"),
        "spec.template.spec.replicas",
        "it belongs in `spec`",
    );
    check(
        &deployment("", "    «labels»: {c: d}\n", ""),
        "spec.template.labels",
        "it belongs in `spec.template.metadata`",
    );
    at(
        &format!(
            "{}status: {{replicas: 0, availableReplicas: 0}}\n",
            deployment("  strategy: {}\n", "", "")
        ),
        &[],
    );
}

#[test]
fn of_placements() {
    let placement = |more: &str| format!("{PLACEMENT}{more}\n");
    check(
        &placement("«numberOfClusters»: 1"),
        "numberOfClusters",
        "it belongs in `spec`",
    );
    check(
        &placement("spec: {predicates: [{«labelSelector»: {}}]}"),
        "spec.predicates[0].labelSelector",
        "it belongs in `spec.predicates[].requiredClusterSelector`",
    );
    check(
        &placement("spec: {predicates: [{requiredClusterSelector: {«matchLabels»: {a: b}}}]}"),
        "spec.predicates[0].requiredClusterSelector.matchLabels",
        "it belongs in `spec.predicates[].requiredClusterSelector.labelSelector`",
    );
    check(
        &placement("spec: {«clusterSelector»: {}}"),
        "spec.clusterSelector",
        "a Placement has `spec.predicates[].requiredClusterSelector`",
    );
}

#[test]
fn of_others() {
    check(
        &format!("{QUOTA}spec: {{«hard»: {{cpu: 1}}}}\n"),
        "spec.hard",
        "an ElasticQuota has `min` and `max`",
    );
    check(
        &format!("{QUOTA}spec: {{«used»: {{cpu: 1}}}}\n"),
        "spec.used",
        "it belongs in `status`",
    );
    check(
        &format!("{CLUSTER}metadata: {{name: a}}\nspec: {{«labels»: {{a: b}}}}\n"),
        "spec.labels",
        "it belongs in `metadata`",
    );
    check(
        &format!("{CLUSTER}metadata: {{name: a}}\nspec: {{«clusterClaims»: []}}\n"),
        "spec.clusterClaims",
        "it belongs in `status`",
    );
}

#[test]
fn real_texts_have_none() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = 0;
    for folder in ["reality", "../examples"] {
        for entry in fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str());
            if !path.is_file() || name.is_some_and(|name| name.starts_with("misplaced")) {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text");
            texts += 1;
            let found = Reader::new(&text).diagnostics(Encoding::Utf8, usize::MAX);
            for one in found {
                let is_misplaced =
                    one.message.starts_with("unknown field") && one.message.contains("`: ");
                assert!(!is_misplaced, "{}: {}", path.display(), one.message);
            }
        }
    }
    assert!(texts > 150, "{texts}");
}
