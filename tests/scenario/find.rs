//! What finds clusters in the table: a name, a state, a label, a reason.

use schedscope::{answers::placement::rows::ClusterOrder, objects::diagnostic::Encoding};

use super::ask;
use super::scenario;

/// Clusters of every reason that there is without spread.
const FLEET: &str = "
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p, namespace: default}
spec:
  clusterSets: [fleet]
  numberOfClusters: 1
  predicates:
  - requiredClusterSelector: {labelSelector: {matchLabels: {env: prod}}}
---
apiVersion: cluster.open-cluster-management.io/v1beta2
kind: ManagedClusterSetBinding
metadata: {name: fleet, namespace: default}
spec: {clusterSet: fleet}
---
apiVersion: cluster.open-cluster-management.io/v1beta2
kind: ManagedClusterSet
metadata: {name: fleet}
spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {tier: gold}}}}
";

/// The same for clusters that are picked one by one.
const SPREAD: &str = "
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p, namespace: default}
spec:
  numberOfClusters: 4
  spreadPolicy:
    spreadConstraints:
    - {topologyKey: zone, topologyKeyType: Label, maxSkew: 1, whenUnsatisfiable: DoNotSchedule}
";

fn cluster(name: &str, labels: &str, spec: &str) -> String {
    let head = "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n";
    format!(
        "{head}metadata: {{name: {name}, labels: {{{labels}}}}}\nspec: {{hubAcceptsClient: true{spec}}}\n"
    )
}

#[track_caller]
fn finds(text: &str, cases: &[(&str, &[&str])]) {
    let mut scenario = scenario(text, Encoding::Utf8);
    scenario.decide(ask(0)).expect("a decision");
    let details = scenario.details().expect("details");
    for (find, wanted) in cases {
        let page = details.rows(ClusterOrder::Name, 0, usize::MAX, Some(find));
        let names: Vec<&str> = page.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(
            (names.as_slice(), page.total),
            (*wanted, wanted.len()),
            "{find}"
        );
    }
}

#[test]
fn clusters_are_found_by_label_and_by_reason() {
    let taint = ", taints: [{key: gpu/kind, value: a100, effect: NoSelect}]";
    let text = [
        FLEET.to_owned(),
        cluster(
            "a-1",
            "tier: gold, env: prod, topology.k8s.io/zone: eu-1",
            "",
        ),
        cluster(
            "a-2",
            "tier: gold, env: prod, topology.k8s.io/zone: us-1",
            "",
        ),
        cluster("b-stage", "tier: gold, env: stage", ""),
        cluster("c-tainted", "tier: gold, env: prod", taint),
        cluster("d-silver", "tier: silver, env: prod", ""),
    ];
    let tainted: &[&str] = &["c-tainted"];
    finds(
        &text.concat(),
        &[
            ("a-", &["a-1", "a-2"]),
            ("env=stage", &["b-stage"]),
            ("env=", &["a-1", "a-2", "b-stage", "c-tainted", "d-silver"]),
            ("zone=eu", &["a-1"]),
            ("zone=1", &[]),
            // Without the sign a label does not count: most clusters have most of them.
            ("prod", &["b-stage"]),
            ("taint", tainted),
            ("gpu", tainted),
            ("a100", tainted),
            ("NoSelect", tainted),
            ("predicate", &["b-stage"]),
            ("env", &["b-stage"]),
            ("cluster set", &["d-silver"]),
            ("fleet", &["d-silver"]),
            ("excluded", &["d-silver"]),
            ("filtered", &["b-stage", "c-tainted"]),
            // Whatever is capital, and as the table says it.
            ("A-1", &["a-1"]),
            ("ENV=Stage", &["b-stage"]),
            ("noselect", tainted),
            ("GPU", tainted),
            ("Taint", tainted),
            ("is not tolerated", tainted),
            ("tolerated", tainted),
            ("Cluster Set", &["d-silver"]),
            ("Filtered", &["b-stage", "c-tainted"]),
            // Two letters are too few for a word.
            ("gp", &[]),
            ("nothing", &[]),
        ],
    );
}

#[test]
fn clusters_that_spread_keeps_out_are_found_by_why() {
    let text = [
        SPREAD.to_owned(),
        cluster("a-1", "zone: a", ""),
        cluster("a-2", "zone: a", ""),
        cluster("a-3", "zone: a", ""),
        cluster("b-1", "zone: b", ""),
        cluster("without", "region: c", ""),
    ];
    finds(
        &text.concat(),
        &[
            ("blocked", &["a-3"]),
            ("max skew", &["a-3"]),
            ("topology", &["without"]),
            ("no topology key", &["without"]),
            ("selected", &["a-1", "a-2", "b-1"]),
        ],
    );
}
