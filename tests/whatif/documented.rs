//! The table of the guide "What would change it" against the engine: the families of edits that a search of each system
//! tries.

use std::{collections::BTreeSet, fs};

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

const SYSTEMS: [&str; 5] = [
    "placements",
    "spread",
    "pods and nodes",
    "quotas and preemption",
    "VMs",
];
const NOW: &str = "2026-11-20T12:00:00Z";

fn read(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    fs::read_to_string(format!("{root}/{path}")).expect("a file")
}

/// The rows of the table, and which systems have each: their cells are not a dash.
fn table() -> (BTreeSet<String>, BTreeSet<(String, String)>) {
    let guide = read("www/docs/what-if.md");
    let first = format!("| family | {} |", SYSTEMS.join(" | "));
    let rows = guide.lines().skip_while(|line| *line != first);
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let (mut names, mut found) = (BTreeSet::new(), BTreeSet::new());
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert_eq!(cells.len(), SYSTEMS.len() + 1, "{row}");
        let name = cells[0].split(':').next().unwrap_or_default();
        let name = name.trim_matches('`').to_owned();
        for (system, cell) in SYSTEMS.iter().zip(&cells[1..]) {
            assert!(!cell.is_empty(), "{row}");
            if *cell != "–" {
                found.insert((name.clone(), (*system).to_owned()));
            }
        }
        assert!(names.insert(name), "{row}");
    }
    (names, found)
}

/// An example of a system. Those of spread have constraints, and those of quotas an `ElasticQuota`.
fn example(name: &str) -> String {
    read(&format!("examples/{name}.yaml"))
}

fn of_spread(text: &str) -> String {
    let policy = "spec:\n  spreadPolicy:\n    spreadConstraints:\n    - {topologyKey: zone, topologyKeyType: Label, \
                  whenUnsatisfiable: ScheduleAnyway}\n";
    let at = text.find("kind: Placement\n").expect("a placement");
    let (before, rest) = text.split_at(at);
    before.to_owned() + &rest.replacen("spec:\n", policy, 1)
}

const QUOTA: &str = "\n---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\n\
                     metadata: {name: quota, namespace: NAMESPACE}\nspec: {min: {cpu: 1}, max: {cpu: 99}}\n";

/// A tainted cluster whose claim is another one than the placement asks for.
const CLAIMS: &str = "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: web, namespace: default}
spec:
  predicates:
  - requiredClusterSelector:
      claimSelector: {matchExpressions: [{key: region, operator: In, values: [north]}]}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: a}
spec: {taints: [{key: gpu, effect: NoSelect}]}
status: {clusterClaims: [{name: region, value: south}]}
";

/// A placement whose recorded decision is another one, by prioritizers of each kind.
const RECORD: &str = "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: web, namespace: default}
spec:
  numberOfClusters: 1
  prioritizerPolicy:
    configurations:
    - {scoreCoordinate: {type: BuiltIn, builtIn: ResourceAllocatableCPU}, weight: 3}
    - {scoreCoordinate: {type: AddOn, addOn: {resourceName: x, scoreName: s}}, weight: 1}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata: {name: web-1, namespace: default, labels: {cluster.open-cluster-management.io/placement: web}}
status: {decisions: [{clusterName: a, reason: ''}]}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata: {name: api-1, namespace: default, labels: {cluster.open-cluster-management.io/placement: api}}
status: {decisions: [{clusterName: b, reason: ''}]}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: a}
status: {allocatable: {cpu: 4}, capacity: {cpu: 4}}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: b}
status: {allocatable: {cpu: 8}, capacity: {cpu: 8}}
";

/// Texts of each system with what is wanted of them: together they need every family that it has.
fn samples() -> Vec<(&'static str, String, Value)> {
    let selects = |name: &str| json!({ "selects": [name] });
    let admitted = |pod: &str| json!({"pod": pod, "admitted": true});
    let of_clusters = [
        (example("what-if/wrong-zone-and-tainted"), selects("both")),
        (CLAIMS.to_owned(), selects("a")),
        (RECORD.to_owned(), json!({"recorded": true})),
        (example("cluster-sets"), selects("dev-1")),
    ];
    let of_pods = [
        ("what-if/pods-labels", "shop", admitted("shop/search")),
        ("volumes-first-consumer", "shop", admitted("shop/index-0")),
        (
            "filters-tainted-zone",
            "shop",
            admitted("shop/web-6c5f7d9b8-w8d5r"),
        ),
        (
            "what-if/pods-spares",
            "ops",
            json!({"pod": "ops/urgent", "admitted": true, "spares": "ops/cache"}),
        ),
    ];
    let mut all = vec![
        (
            SYSTEMS[3],
            example("what-if/pods-quota"),
            admitted("team-a/train-3"),
        ),
        (
            SYSTEMS[4],
            example("what-if/vm-released"),
            json!({"granted": "default/db"}),
        ),
    ];
    for (text, want) in of_clusters {
        all.push((SYSTEMS[1], of_spread(&text), want.clone()));
        all.push((SYSTEMS[0], text, want));
    }
    for (name, namespace, want) in of_pods {
        let quota = QUOTA.replace("NAMESPACE", namespace);
        all.push((SYSTEMS[3], example(name) + &quota, want.clone()));
        all.push((SYSTEMS[2], example(name), want));
    }
    all
}

#[test]
fn the_guide_lists_the_families_that_are_tried() {
    let (names, documented) = table();
    let (mut known, mut tried) = (BTreeSet::new(), BTreeSet::new());
    for (system, text, want) in samples() {
        let question =
            json!({"change": {"now": NOW, "want": want, "profile": "Proposal", "maxSteps": 1}});
        let answer = Scenario::new(&text).ask(&question.to_string());
        let answer: Value = reference::answers::read(&answer.expect("an answer"));
        assert_eq!(answer["met"], false, "{system} {want}");
        for family in answer["space"].as_array().expect("families") {
            let name = family["family"].as_str().expect("a name").to_owned();
            known.insert(name.clone());
            if family["candidates"].as_u64() > Some(0) {
                tried.insert((name, system.to_owned()));
            }
        }
    }
    assert_eq!(names, known);
    assert_eq!(documented, tried);
}
