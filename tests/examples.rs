//! The examples: each is read, decided, and held against its expected decision.

#![cfg(not(target_arch = "wasm32"))]

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use schedscope::{
    diagnostic::Severity,
    placement::{
        DecideOptions,
        rows::{ClusterState, Reason, RowOrder},
        spread::SpreadReport,
    },
    scenario::Scenario,
};
use serde_json::{Map, Value, json};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");

fn read(file: &str) -> String {
    let path = Path::new(EXAMPLES).join(file);
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("`{}`: {error}", path.display()))
        .replace("\r\n", "\n")
}

/// The files of a folder that end so, sorted, without the ending.
fn names(ending: &str) -> Vec<String> {
    let files = fs::read_dir(EXAMPLES).expect("the examples");
    let mut names: Vec<String> = files
        .filter_map(|file| {
            let name = file.expect("a file").file_name().into_string();
            Some(name.expect("a plain name").strip_suffix(ending)?.to_owned())
        })
        .collect();
    names.sort_unstable();
    names
}

/// The decision in the words of `examples/README.md`.
#[track_caller]
fn decided(text: &str, expected: &Value) -> Value {
    let mut scenario = Scenario::new(text);
    let reading = scenario.reading();
    let loud: Vec<_> = reading
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity <= Severity::Warning)
        .collect();
    assert!(loud.is_empty(), "{loud:#?}");
    assert_eq!(reading.placements.len(), 1, "one placement a file");
    let options = json!({
        "placement": 0,
        "now": expected["now"],
        "profile": expected["profile"],
    });
    let options: DecideOptions = serde_json::from_value(options).expect("options");
    let summary = scenario.decide(options).expect("a decision");
    let details = scenario.details().expect("details");
    let report = details.report();

    let mut excluded = Vec::new();
    let mut filtered = Map::new();
    let mut totals = Map::new();
    let mut scores: Map<String, Value> = Map::new();
    let mut weights = Map::new();
    for prioritizer in &summary.prioritizers {
        if prioritizer.weight != 0 {
            weights.insert(prioritizer.name.clone(), json!(prioritizer.weight));
            scores.insert(prioritizer.name.clone(), json!({}));
        }
    }
    for row in details.rows(RowOrder::Name, 0, usize::MAX, None).rows {
        match (row.state, &row.reason) {
            (ClusterState::Excluded, _) => excluded.push(row.name.clone()),
            (ClusterState::Filtered, Some(reason)) => {
                let filter = match reason {
                    Reason::Predicate { .. } => "Predicate",
                    Reason::Taint { .. } => "TaintToleration",
                    other => panic!("`{}` was filtered by {other:?}", row.name),
                };
                filtered.insert(row.name.clone(), json!(filter));
            }
            _ => {
                totals.insert(row.name.clone(), json!(row.total));
            }
        }
        let explanation = details.explain(row.cluster).expect("an explanation");
        for term in explanation.scores {
            if let Some(raw) = term.raw {
                scores[&term.name][&row.name] = json!(raw);
            }
        }
    }
    let decisions = report.placement_decisions.iter().map(|object| {
        json!({
            "name": object.name,
            "groupIndex": object.labels.group_index.parse::<u32>().expect("an index"),
            "groupName": object.labels.group_name,
            "clusters": object.cluster_names,
        })
    });
    let mut decided = json!({
        "now": report.now,
        "profile": report.profile,
        "placement": format!("{}/{}", summary.placement.namespace, summary.placement.name),
        "status": summary.status.code,
        "validBindings": summary.valid_bindings,
        "eligibleClusterSets": summary.eligible_cluster_sets,
        "excluded": excluded,
        "filtered": filtered,
        "weights": weights,
        "scores": scores,
        "totals": totals,
        "selected": report.selected_clusters,
        "unscheduled": summary.unscheduled,
        "requeueTime": summary.requeue_time,
        "decisions": decisions.collect::<Vec<_>>(),
        "deletedDecisions": summary.deleted_decisions,
        "conditions": summary.conditions,
    });
    if let Some(run) = &report.spread {
        decided["spread"] = spread(run);
    }
    decided
}

/// A run of spread, likewise.
fn spread(run: &SpreadReport) -> Value {
    let steps = run.steps.iter().map(|step| {
        let blocked = step.table.iter().filter(|row| row.blocked_by.is_some());
        json!({
            "picked": step.picked, "raw": step.raw, "spread": step.spread,
            "prioritizer": step.prioritizer, "final": step.final_score,
            "blocked": blocked.map(|row| row.name.as_str()).collect::<Vec<_>>(),
        })
    });
    let not_selected = run.not_selected.iter().map(|(name, why)| {
        let mut entry = json!({"reason": why.reason});
        if let Some(term) = why.term {
            entry["term"] = json!(term);
        }
        (name.clone(), entry)
    });
    let domains = run.domains.iter();
    let domains =
        domains.map(|domain| json!({"values": domain.values, "selected": domain.selected}));
    json!({
        "weight": run.weight,
        "steps": steps.collect::<Vec<_>>(),
        "notSelected": not_selected.collect::<Map<_, _>>(),
        "worstSkewPerTerm": run.worst_skew_per_term,
        "domains": domains.collect::<Vec<_>>(),
    })
}

/// Adds a line for every place where two values differ.
fn differ(path: &str, expected: &Value, actual: &Value, found: &mut String) {
    match (expected, actual) {
        (Value::Object(left), Value::Object(right)) => {
            for key in left.keys().chain(right.keys()).collect::<BTreeSet<_>>() {
                let below = format!("{path}.{key}");
                match (left.get(key), right.get(key)) {
                    (Some(left), Some(right)) => differ(&below, left, right, found),
                    (left, right) => {
                        let print = |value: Option<&Value>| {
                            value.map_or("nothing".to_owned(), Value::to_string)
                        };
                        let (left, right) = (print(left), print(right));
                        let _ = writeln!(found, "{below}: expected {left}, got {right}");
                    }
                }
            }
        }
        _ if expected == actual => {}
        _ => {
            let _ = writeln!(found, "{path}: expected {expected}, got {actual}");
        }
    }
}

#[test]
fn every_example_is_decided_as_it_says() {
    let mut found = String::new();
    for name in names(".yaml") {
        let expected: Value =
            serde_json::from_str(&read(&format!("{name}.expected.json"))).expect("JSON");
        let actual = decided(&read(&format!("{name}.yaml")), &expected);
        differ(&name, &expected, &actual, &mut found);
    }
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn the_index_lists_the_files_that_exist() {
    let index: Value = serde_json::from_str(&read("index.json")).expect("JSON");
    let entries = index.as_array().expect("a list");
    let mut listed = Vec::new();
    let mut stories = Vec::new();
    for entry in entries {
        let keys: Vec<&String> = entry.as_object().expect("an entry").keys().collect();
        assert_eq!(keys, ["file", "story", "summary", "system", "title"]);
        let text = |key: &str| entry[key].as_str().expect("a text");
        listed.push(text("file").strip_suffix(".yaml").expect("YAML").to_owned());
        assert!(!text("title").is_empty() && !text("summary").is_empty());
        assert_eq!(text("system"), "placement");
        stories.extend(entry["story"].as_u64());
    }
    assert_eq!(stories, [1, 2, 3, 4, 5]);
    let readme = read("README.md");
    for name in &listed {
        assert!(readme.contains(&format!("[{name}.yaml]({name}.yaml)")));
    }
    listed.sort_unstable();
    assert_eq!(listed, names(".yaml"));
    assert_eq!(listed, names(".expected.json"));
}

/// The reports that WebAssembly is held to are what native code gives; to make them anew:
/// `UPDATE_REPORTS=1 cargo test --test examples`.
#[track_caller]
fn check_report(yaml: &str, name: &str, profile: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(yaml)).expect("the scenario");
    let options = json!({ "placement": 0, "now": "2026-11-20T12:00:00Z", "profile": profile });
    let options: DecideOptions = serde_json::from_value(options).expect("options");
    let report = Scenario::new(&text).report(options).expect("a report");
    let report = serde_json::to_string(&report).expect("JSON") + "\n";
    let file = root.join(format!("tests/wasm_cases/{name}.report.json"));
    if std::env::var_os("UPDATE_REPORTS").is_some() {
        fs::write(&file, &report).expect("the file can be written");
    }
    let found = fs::read_to_string(&file).expect("the report");
    assert!(
        found == report,
        "tests/wasm_cases/{name}.report.json is not what the engine says: if the engine is right, \
         run UPDATE_REPORTS=1 cargo test --test examples"
    );
}

#[test]
fn the_reports_for_webassembly_are_those_of_native_code() {
    for name in ["taints-and-tolerations", "story-5-gpus"] {
        check_report(&format!("examples/{name}.yaml"), name, "Proposal");
    }
    let name = "infinite-quantity";
    check_report(&format!("tests/wasm_cases/{name}.yaml"), name, "Upstream");
}

/// The placements of the user stories, as "Resource Based Scheduling" prints them.
const STORIES: [(&str, &str); 4] = [
    (
        "story-1-cpu-and-memory-ratio",
        "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: Placement
metadata:
  name: placement1
  namespace: ns1
spec:
  numberOfClusters: 3
  prioritizerPolicy:
    configurations:
      - name: ResourceRatioCPU
      - name: ResourceRatioMemory
",
    ),
    (
        "story-2-largest-memory",
        "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: Placement
metadata:
  name: placement2
  namespace: ns1
spec:
  numberOfClusters: 1
  prioritizerPolicy:
    configurations:
      - name: ResourceAllocatableMemory
",
    ),
    (
        "story-3-follow-cpu-and-memory",
        "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: Placement
metadata:
  name: placement3
  namespace: ns1
spec:
  numberOfClusters: 2
  prioritizerPolicy:
    configurations:
      - name: ResourceRatioCPU
        weight: 2
      - name: ResourceAllocatableMemory
        weight: 2
",
    ),
    (
        "story-4-pin-decisions",
        "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: Placement
metadata:
  name: placement4
  namespace: ns1
spec:
  numberOfClusters: 4
  prioritizerPolicy:
    mode: Exact
    configurations:
      - name: ResourceAllocatableCPU
      - name: Steady
        weight: 3
",
    ),
];

/// The managed cluster of the same document.
const LOCAL_CLUSTER: &str = "\
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata:
  name: local-cluster
spec:
  hubAcceptsClient: true
  leaseDurationSeconds: 60
status:
  allocatable:
    cpu: '15'
    memory: 63194Mi
  capacity:
    core_worker: '18'
    cpu: '18'
    memory: 69938Mi
    socket_worker: '6'
";

#[test]
fn the_stories_placements_stand_word_for_word() {
    for (name, placement) in STORIES {
        let text = read(&format!("{name}.yaml"));
        let ends = format!("{placement}---\n");
        assert!(text.contains(&ends), "{name}: its placement is another one");
    }
    let first = read("story-1-cpu-and-memory-ratio.yaml");
    assert!(first.contains(&format!("{LOCAL_CLUSTER}---\n")));
}

/// The placements of the use cases as the design document "Spread Policy across Failure-domains in
/// Placement APIs" has them; examples need a namespace besides. Of use case 3 this is the one with a
/// max skew of 2.
const USE_CASES: [(&str, &str); 3] = [
    (
        "use-case-2-even-spread",
        "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: use-case-2
spec:
  numberOfClusters: 4
  predicates:
  - requiredClusterSelector:
      labelSelector:
        matchLabels:
          region: us-east
  spreadPolicy:
    spreadConstraints:
    - topologyKey: zone
      topologyKeyType: Label
",
    ),
    (
        "use-case-3-max-skew-2",
        "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: use-case-3
spec:
  numberOfClusters: 4
  predicates:
  - requiredClusterSelector:
      labelSelector:
        matchLabels:
          region: us-east
  spreadPolicy:
    spreadConstraints:
    - topologyKey: zone
      topologyKeyType: Label
      maxSkew: 2
      whenUnsatisfiable: DoNotSchedule
",
    ),
    (
        "use-case-4-joint-spread",
        "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: use-case-4
spec:
  numberOfClusters: 4
  predicates:
  - requiredClusterSelector:
      labelSelector:
        matchLabels:
          provider: aws
  spreadPolicy:
    spreadConstraints:
    - topologyKey: region
      topologyKeyType: Label
    - topologyKey: zone
      topologyKeyType: Label
",
    ),
];

#[test]
fn the_use_cases_placements_stand_word_for_word() {
    for (name, placement) in USE_CASES {
        let text = read(&format!("{name}.yaml")).replace("  namespace: ns1\n", "");
        let ends = format!("{placement}---\n");
        assert!(text.contains(&ends), "{name}: its placement is another one");
    }
}
