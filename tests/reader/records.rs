//! `PlacementDecision`s of SIG Multicluster, and `ApplicationSet`s; what a hub answers for debugging is no object.

use schedscope::reader::Reader;

use super::check_marked as at;

const LABELS: &str = "multicluster.x-k8s.io/decision-key: web, multicluster.x-k8s.io/decision-index: '0', \
                      multicluster.x-k8s.io/placement-key: web";

fn slice(labels: &str, decisions: &str) -> String {
    format!(
        "apiVersion: multicluster.x-k8s.io/v1alpha1\nkind: PlacementDecision\n\
         metadata: {{name: d, namespace: ns, labels: {{{labels}}}}}\nschedulerName: s\ndecisions: {decisions}\n"
    )
}

#[test]
fn slices() {
    let text = slice(
        LABELS,
        "[{clusterProfileRef: {name: a}}, {clusterProfileRef: {name: b, namespace: x}, reason: r}]",
    );
    at(&text, &[]);
    let reader = Reader::new(&text);
    let objects = reader.objects();
    assert!(objects.decisions.is_empty());
    let clusters = objects.multicluster_decisions[0].clusters.iter();
    let clusters: Vec<&str> = clusters.map(|name| &objects.names[*name]).collect();
    assert_eq!(clusters, ["a", "b"]);
    // Both forms have the same name on a hub.
    let ocm = "---\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: PlacementDecision\n\
               metadata: {name: d, namespace: ns, labels: {cluster.open-cluster-management.io/placement: p}}\n";
    at(&(text + ocm), &[]);
}

#[test]
fn what_is_wrong_with_slices() {
    let most = "{clusterProfileRef: {name: a}}, ".repeat(101);
    at(
        &slice(LABELS, &format!("«[{most}]»")),
        &["error out-of-range decisions a slice has at most 100 decisions, this one has 101"],
    );
    at(
        &slice(
            LABELS,
            &format!("[{}]", "{clusterProfileRef: {name: a}}, ".repeat(100)),
        ),
        &[],
    );
    at(
        &slice(LABELS, "[«{reason: r}», {clusterProfileRef: {name: «7»}}]"),
        &[
            "error missing-field decisions[0].clusterProfileRef.name a decision needs the `name` of a cluster profile",
            "error wrong-type decisions[1].clusterProfileRef.name expected a string, found the number `7`: \
             put it in quotes",
        ],
    );
    at(
        &slice(LABELS, "«7»"),
        &["error wrong-type decisions expected a list, found the number `7`"],
    );
    at(
        &slice(&LABELS.replace("'0'", "«first»"), "[]"),
        &[
            "warning invalid-value metadata.labels[multicluster.x-k8s.io/decision-index] `first` is \
             not a whole number: \
             slices are numbered from 0",
        ],
    );
    for (label, why) in [
        ("placement-key", "it belongs to no placement without it"),
        ("decision-key", "slices of one decision have the same"),
        ("decision-index", "slices are numbered from 0"),
    ] {
        let label = format!("multicluster.x-k8s.io/{label}");
        let text = slice(&LABELS.replace(&label, "x"), "[]");
        let text = text
            .replace("labels: {", "labels: «{")
            .replace("}}\n", "}»}\n");
        let message = format!("the label `{label}` is missing: {why}");
        at(
            &text,
            &[&format!(
                "warning missing-field metadata.labels[{label}] {message}"
            )],
        );
    }
}

/// A hub's answer at `/debug/placements` has no kind: it is not read, and the placement in it neither.
#[test]
fn a_debug_result_is_no_object() {
    let placement = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata: {name: p}\n";
    for debug in [
        r#"«{"filteredPipelineResults": [{"name": "Predicate", "filteredClusters": ["a"]}]}»"#,
        r#"«{"placement": {"metadata": {"name": "p"}}, "error": "x"}»"#,
        r#"«{"prioritizeResults": 7, "placement": "p"}»"#,
    ] {
        at(
            &[placement, "---\n", debug].concat(),
            &["error not-an-object  an object needs a `kind` and an `apiVersion`"],
        );
    }
    let text = r#"{"placement": {"kind": "Placement", "metadata": {"name": "p"}}, "aggregatedScores": []}"#;
    assert!(Reader::new(text).objects().placements.is_empty());
}

#[test]
fn application_sets() {
    let set = |spec: &str| {
        format!(
            "apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {{name: s}}\nspec: {spec}\n"
        )
    };
    at(
        &set("{generators: [{git: {}}, {clusters: {}}], template: {}}"),
        &[],
    );
    at(
        &set("{generators: «7»}"),
        &["error wrong-type spec.generators expected a list, found the number `7`"],
    );
    at(
        &set("{generators: [{«clusterDecisionResources»: {}}]}"),
        &[
            "warning unknown-field spec.generators[0].clusterDecisionResources unknown field \
             `clusterDecisionResources`, did you mean `clusterDecisionResource`",
        ],
    );
    at(
        &set("{generators: [{clusterDecisionResource: {requeueAfterSeconds: «x»}}]}"),
        &[
            "error wrong-type spec.generators[0].clusterDecisionResource.requeueAfterSeconds expected a whole number, \
             found the string `x`",
        ],
    );
    // Nothing of what is not looked at is a finding.
    for spec in [
        "{template: 7}",
        "{generators: [{matrix: {generators: [7, {list: 7}]}}]}",
        "{template: {spec: 7}}",
    ] {
        at(&set(spec), &[]);
    }
}
