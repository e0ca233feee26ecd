//! "Resource Based Scheduling".

use std::fmt::Write as _;

use schedscope::scenario::Scenario;
use schedscope_cel::evaluator::Evaluator;
use serde_json::{Value, json};

use super::{NOW, answer};

const BOTH: [&str; 2] = ["Upstream", "Proposal"];

/// Clusters with these amounts (allocatable, and as much capacity), and a placement with this spec.
pub(super) fn fleet(clusters: &[(&str, &str)], spec: &str) -> String {
    let mut text = String::new();
    for (name, amounts) in clusters {
        let _ = write!(
            text,
            "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {{name: {name}}}\n\
             status: {{allocatable: {{{amounts}}}, capacity: {{{amounts}}}}}\n---\n"
        );
    }
    text + "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
            metadata: {name: web, namespace: apps}\nspec: "
        + spec
        + "\n"
}

/// A prioritizer alone, in the long form.
fn only(prioritizer: &str, weight: i32) -> String {
    format!(
        "{{numberOfClusters: 1, prioritizerPolicy: {{mode: Exact, configurations: [{{scoreCoordinate: {{builtIn: \
         '{prioritizer}'}}, weight: {weight}}}]}}}}"
    )
}

pub(super) fn decide(text: &str, profile: &str) -> Value {
    decided(&mut Scenario::new(text), profile)
}

fn decided(scenario: &mut Scenario, profile: &str) -> Value {
    answer(
        scenario,
        &json!({"decide": {"now": NOW, "profile": profile}}).to_string(),
    )
}

/// The totals of all clusters, by name.
fn totals(text: &str, profile: &str) -> Value {
    let mut scenario = Scenario::new(text);
    decided(&mut scenario, profile);
    let found = answer(&mut scenario, r#"{"clusters": {"order": "name"}}"#);
    let rows = found["rows"].as_array().expect("rows").iter();
    rows.map(|row| row["total"].clone()).collect()
}

/// The totals, the same in both profiles.
#[track_caller]
fn same_totals(text: &str, expect: &Value) {
    for profile in BOTH {
        assert_eq!(totals(text, profile), *expect, "{profile}");
    }
}

fn weight_of(text: &str, profile: &str, prioritizer: &str) -> Option<i64> {
    let found = decide(text, profile);
    let all = found["prioritizers"].as_array().expect("prioritizers");
    let mut of = all.iter().filter(|of| of["name"] == prioritizer);
    of.next().and_then(|of| of["weight"].as_i64())
}

const ONE_TO_THREE: [(&str, &str); 3] = [
    ("a", "cpu: 1, memory: 1Gi, gpu.example/a: 1"),
    ("b", "cpu: 2, memory: 2Gi, gpu.example/a: 2"),
    ("c", "cpu: 3, memory: 3Gi, gpu.example/a: 3"),
];

differences! {
    negative_weights => {
        for (weight, first) in [(10, "c"), (-10, "a")] {
            let text = fleet(&ONE_TO_THREE, &only("ResourceAllocatableCPU", weight));
            assert!(Scenario::new(&text).reading().diagnostics.is_empty());
            for profile in BOTH {
                assert_eq!(decide(&text, profile)["selected"], json!([first]), "{weight} {profile}");
            }
        }
        let beyond = fleet(&ONE_TO_THREE, &only("ResourceAllocatableCPU", -11));
        assert_eq!(Scenario::new(&beyond).reading().diagnostics.len(), 1);
    }
    short_form => {
        let spec = "{numberOfClusters: 1, prioritizerPolicy: {configurations: [{name: ResourceAllocatableCPU}]}}";
        let text = fleet(&ONE_TO_THREE, spec);
        let upstream = decide(&text, "Upstream");
        assert_eq!(upstream["status"]["message"], "scoreCoordinate field is required");
        assert_eq!(upstream["selected"], json!([]));
        assert_eq!(decide(&text, "Proposal")["selected"], json!(["c"]));
    }
    default_weights => {
        let terms = "spreadPolicy: {spreadConstraints: [{topologyKey: zone, topologyKeyType: Label}]}";
        let [with, without] = [terms, ""].map(|terms| fleet(&ONE_TO_THREE, &format!("{{{terms}}}")));
        assert_eq!(weight_of(&with, "Proposal", "Spread"), Some(2));
        assert_eq!(weight_of(&with, "Upstream", "Spread").unwrap_or(0), 0);
        assert_eq!(weight_of(&without, "Proposal", "Spread").unwrap_or(0), 0);
        for profile in BOTH {
            assert_eq!(weight_of(&with, profile, "Balance"), Some(1));
            assert_eq!(weight_of(&with, profile, "ResourceAllocatableCPU").unwrap_or(0), 0);
        }
    }
    scores_out_of_range => {
        let spec = "{prioritizerPolicy: {mode: Exact, configurations: [{scoreCoordinate: {type: AddOn, addOn: \
                    {resourceName: demo, scoreName: free}}}]}}";
        let score = "---\napiVersion: cluster.open-cluster-management.io/v1alpha1\nkind: AddOnPlacementScore\n\
                     metadata: {name: demo, namespace: a}\nstatus: {scores: [{name: free, value: 250}]}\n";
        same_totals(&(fleet(&[("a", "cpu: 1")], spec) + score), &json!([250]));
        // (inf - 1) / (inf - 1) is no number.
        let text = fleet(&[("a", "cpu: 1"), ("b", "cpu: 1e400")], &only("ResourceAllocatableCPU", 1));
        assert_eq!(totals(&text, "Upstream"), json!([-100, -(2f64.powi(63))]));
        assert_eq!(totals(&text, "Proposal"), json!([-100, 0]));
    }
    ratio_prioritizers => {
        for (name, upstream) in [
            ("ResourceAllocatableCPU", 1),
            ("ResourceAllocatableMemory", 1),
            ("ResourceRatioCPU", 0),
            ("ResourceRatioMemory", 0),
        ] {
            let text = fleet(&ONE_TO_THREE, &only(name, 1));
            let selected = |profile| decide(&text, profile)["selected"].as_array().map(Vec::len);
            assert_eq!((selected("Upstream"), selected("Proposal")), (Some(upstream), Some(1)), "{name}");
        }
    }
    equal_amounts => {
        let text = fleet(&[("a", "cpu: 2"), ("b", "cpu: 2")], &only("ResourceAllocatableCPU", 1));
        same_totals(&text, &json!([100, 100]));
    }
    allocatable_in_floating_point => {
        let clusters = [("a", "cpu: 0"), ("b", "cpu: 40"), ("c", "cpu: 100")];
        same_totals(&fleet(&clusters, &only("ResourceAllocatableCPU", 1)), &json!([-100, -19, 100]));
        let of = |allocatable: &str| {
            let text = fleet(&[("a", "cpu: 100")], &only("ResourceRatioCPU", 1));
            text.replacen("cpu: 100", &format!("cpu: {allocatable}"), 1)
        };
        assert_eq!(totals(&of("57"), "Proposal"), json!([14]));
        assert_eq!(totals(&of("17"), "Proposal"), json!([-66]));
    }
    memory_as_cpu => {
        for name in ["ResourceAllocatableCPU", "ResourceAllocatableMemory"] {
            same_totals(&fleet(&ONE_TO_THREE, &only(name, 1)), &json!([-100, 0, 100]));
        }
    }
    no_amount => {
        let clusters = [("a", "memory: 1Gi"), ("b", "cpu: 1"), ("c", "cpu: 2")];
        same_totals(&fleet(&clusters, &only("ResourceAllocatableCPU", 1)), &json!([0, -100, 100]));
    }
    balance_counts_all => {
        let mut text = fleet(&[("a", "cpu: 1"), ("b", "cpu: 1")], &only("Balance", 1));
        for (name, namespace, placement, cluster) in [
            ("p1", "other", "one", "a"),
            ("p2", "other", "one", "gone"),
            ("p3", "other", "two", "gone"),
            ("own", "apps", "web", "b"),
        ] {
            let _ = write!(
                text,
                "---\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: PlacementDecision\n\
                 metadata: {{name: {name}, namespace: {namespace}, labels: \
                 {{cluster.open-cluster-management.io/placement: {placement}}}}}\n\
                 status: {{decisions: [{{clusterName: {cluster}, reason: ''}}]}}\n"
            );
        }
        same_totals(&text, &json!([0, 100]));
    }
    other_resources => {
        let text = fleet(&ONE_TO_THREE, &only("ResourceAllocatable(gpu.example/a)", 1));
        assert_eq!(decide(&text, "Upstream")["status"]["code"], "Misconfigured");
        assert_eq!(totals(&text, "Proposal"), json!([-100, 0, 100]));
    }
    space_by_predicate => {
        let spec = "{predicates: [{requiredClusterSelector: {celSelector: {celExpressions: \
                    [\"quantity(managedCluster.status.allocatable.memory).compareTo(quantity('2Gi')) >= 0\"]}}}]}";
        for profile in BOTH {
            let mut scenario = Scenario::new(&fleet(&ONE_TO_THREE, spec));
            let mut evaluator = Evaluator::new();
            while let Some(question) = scenario.cel_question(0) {
                let evaluated = evaluator.answer(&question).expect("a question");
                scenario.cel_answer(&evaluated).expect("an answer");
            }
            assert_eq!(decided(&mut scenario, profile)["selected"], json!(["b", "c"]));
        }
    }
}
