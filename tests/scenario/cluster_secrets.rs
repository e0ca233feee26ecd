//! Applications of Argo CD, by the Secrets that register clusters with it.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::caveats::NOW;

/// What must not be in any answer.
const TOKEN: &str = "c2VjcmV0LXRva2Vu";

const HUB: &str = "\
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: a1}}
---
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: b1}}
---
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: in-cluster}}
---
{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: web, namespace: argocd}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: map, namespace: argocd}, data: {kind: placementdecisions,
  apiVersion: cluster.open-cluster-management.io/v1beta1, statusListKey: decisions, matchKey: clusterName}}
---
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: web, namespace: argocd}
spec:
  generators:
  - clusterDecisionResource:
      configMapRef: map
      labelSelector: {matchLabels: {cluster.open-cluster-management.io/placement: web}}
  template: {metadata: {name: 'web-{{name}}'}}
";

fn secret(name: &str, namespace: &str, label: &str, fields: &str) -> String {
    format!(
        "\n---\n{{apiVersion: v1, kind: Secret, metadata: {{name: {name}, namespace: {namespace}, labels: \
         {{argocd.argoproj.io/secret-type: {label}}}}}, {fields}}}"
    )
}

/// Whether Secrets are assumed, the clusters of Applications, and those without a Secret.
#[track_caller]
fn check(secrets: &[String], expected: (bool, &[&str], &[&str])) {
    let mut scenario = Scenario::new(&format!("{HUB}{}", secrets.concat()));
    let asked = json!({"decide": {"now": NOW}}).to_string();
    let answer = scenario.ask(&asked).expect("a decision");
    assert!(!answer.contains(TOKEN) && !answer.contains("secret-token"));
    let answer: Value = reference::answers::read(&answer);
    let made = &answer["applications"][0];
    let (assumes, clusters, without) = expected;
    assert_eq!(made["assumesSecrets"], assumes, "{made:#}");
    assert_eq!(made["clusters"], json!(clusters), "{made:#}");
    assert_eq!(made["clusterCount"], clusters.len());
    assert_eq!(made["withoutSecret"], json!(without), "{made:#}");
    assert_eq!(made["withoutSecretCount"], without.len());
    let reading = serde_json::to_string(&scenario.reading()).expect("JSON");
    assert!(!reading.contains(TOKEN));
}

#[test]
fn only_clusters_with_a_secret_get_an_application() {
    let token = format!("data: {{name: YTE=, server: aHR0cHM6Ly9hMQ==, config: {TOKEN}}}");
    let all = ["a1", "b1", "in-cluster"];
    check(&[], (true, &all, &[]));
    // Of other Secrets nothing follows.
    check(
        &[secret("s", "argocd", "repository", &token)],
        (true, &all, &[]),
    );
    let a1 = secret("s", "argocd", "cluster", &token);
    let expected: (bool, &[&str], &[&str]) = (false, &["a1", "in-cluster"], &["b1"]);
    check(std::slice::from_ref(&a1), expected);
    // `stringData` is written over `data`, and folded text has breaks.
    let plain = secret(
        "t",
        "argocd",
        "cluster",
        "data: {name: YTE=}, stringData: {name: b1}",
    );
    check(&[a1.clone(), plain], (false, &all, &[]));
    let folded = secret("t", "argocd", "cluster", "data: {name: 'Yj\n    E='}");
    check(&[a1.clone(), folded], (false, &all, &[]));
    // The Argo CD of another namespace has others; what is no base64 names no cluster.
    let far = a1.replace("namespace: argocd", "namespace: other");
    check(&[far], (false, &["in-cluster"], &["a1", "b1"]));
    let broken = secret("t", "argocd", "cluster", "data: {name: '%'}");
    check(&[broken], (false, &["in-cluster"], &["a1", "b1"]));
}
