//! "Spread Policy across Failure-domains in Placement APIs".

use std::fmt::Write as _;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{NOW, answer, placement::decide};

/// Two zones of us-east with a cluster each, one of us-west with three; a cluster without a zone.
const PLACES: [(&str, &str); 6] = [
    ("east-a", "{region: us-east, zone: a}"),
    ("east-b", "{region: us-east, zone: b}"),
    ("nowhere", "{region: us-east}"),
    ("west-1", "{region: us-west, zone: c}"),
    ("west-2", "{region: us-west, zone: c}"),
    ("west-3", "{region: us-west, zone: c}"),
];

/// A placement over [`PLACES`] with spread constraints.
fn over(number: usize, terms: &str) -> String {
    let mut text = String::new();
    for (name, labels) in PLACES {
        let _ = write!(
            text,
            "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n\
             metadata: {{name: {name}, labels: {labels}}}\n---\n"
        );
    }
    let _ = write!(
        text,
        "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
         metadata: {{name: web, namespace: apps}}\n\
         spec: {{numberOfClusters: {number}, spreadPolicy: {{spreadConstraints: [{terms}]}}}}\n"
    );
    text
}

/// A step of the run of the implementation example.
fn step(number: usize) -> Value {
    let mut scenario = Scenario::new(include_str!("../../examples/implementation-example.yaml"));
    answer(&mut scenario, &json!({"decide": {"now": NOW}}).to_string());
    answer(
        &mut scenario,
        &json!({"spreadStep": {"step": number}}).to_string(),
    )
}

differences! {
    spread_policy => {
        let text = include_str!("../../examples/use-case-2-even-spread.yaml");
        let selected = |profile| {
            let found = decide(text, profile)["selected"].clone();
            let names = found.as_array().expect("names").iter();
            names.filter(|name| name.as_str().expect("a name").starts_with("us-east-1a")).count()
        };
        assert_eq!((selected("Upstream"), selected("Proposal")), (3, 2));
    }
    spread_prioritizer => {
        let text = include_str!("../../examples/api-example.yaml");
        assert_eq!(decide(text, "Upstream")["status"]["code"], "Misconfigured");
        assert_eq!(decide(text, "Proposal")["status"]["code"], "Success");
    }
    minimum_among_siblings => {
        // By the minimum of all zones, us-west could have but two, as us-east's zones have one each.
        let terms = "{topologyKey: region, topologyKeyType: Label}, \
                     {topologyKey: zone, topologyKeyType: Label, whenUnsatisfiable: DoNotSchedule}";
        let found = decide(&over(5, terms), "Proposal");
        assert_eq!((&found["unscheduled"], found["selected"].as_array().map(Vec::len)), (&json!(0), Some(5)));
        let one_level = "{topologyKey: zone, topologyKeyType: Label, whenUnsatisfiable: DoNotSchedule}";
        assert_eq!(decide(&over(5, one_level), "Proposal")["unscheduled"], 1);
    }
    soft_max_skew => {
        let select = |skew| {
            let term = format!("{{topologyKey: zone, topologyKeyType: Label, maxSkew: {skew}}}");
            decide(&over(5, &term), "Proposal")["selected"].clone()
        };
        assert_eq!(select(1).as_array().map(Vec::len), Some(5));
        assert_eq!(select(1), select(3));
    }
    missing_topology_key => {
        let hard = "{topologyKey: zone, topologyKeyType: Label, maxSkew: 9, whenUnsatisfiable: DoNotSchedule}";
        let found = decide(&over(6, hard), "Proposal");
        assert_eq!(found["selected"].as_array().map(Vec::len), Some(5));
        assert!(!found["selected"].to_string().contains("nowhere"));
        assert!(decide(&over(6, hard), "Upstream")["selected"].to_string().contains("nowhere"));
    }
    spread_with_ratio => {
        let [even, ratio] = ["", ", ratio: {us-east: 2, us-west: 1}"].map(|more| {
            let term = format!("{{topologyKey: region, topologyKeyType: Label{more}}}");
            let text = over(4, &term);
            let found = Scenario::new(&text).reading().diagnostics.into_iter();
            let found = found.map(|finding| format!("{:?} {}", finding.code, finding.path));
            let selected = decide(&text, "Proposal")["selected"].clone();
            (selected, found.collect::<Vec<_>>())
        });
        assert!(even.1.is_empty());
        assert_eq!(ratio.1, ["UnknownField spec.spreadPolicy.spreadConstraints[0].ratio"]);
        let (even, ratio) = (even.0, ratio.0);
        assert_eq!(even, ratio);
        let east = even.as_array().expect("names").iter();
        assert_eq!(east.filter(|name| !name.as_str().expect("a name").starts_with("west")).count(), 2);
    }
    joined_score => {
        let second = step(2);
        assert_eq!((&second["picked"]["name"], &second["picked"]["raw"]), (&json!("c5"), &json!(4032)));
        assert_eq!((&second["lowest"], &second["highest"]), (&json!(63), &json!(4032)));
        assert_eq!(second["picked"]["termScores"], json!([63, 0]));
    }
    equal_spread_scores => {
        assert_eq!(step(1)["picked"]["spread"], 0);
    }
}
