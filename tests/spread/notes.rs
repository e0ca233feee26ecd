//! What an answer says aloud about spread: each note once there and once not.

use schedscope::{objects::profile::Profile, scenario::Scenario};
use serde_json::{Value, json};

use super::options;
use super::scenario;
use super::text;

/// The notes about spread.
#[track_caller]
fn check_in(profile: Profile, scenario: &Value, expect: &[Value]) {
    let mut options = options(scenario);
    options.profile = profile.into();
    let mut read = Scenario::new(&text(scenario));
    let summary = json!(read.decide(options).expect("a placement"));
    let notes = summary["notes"].as_array().expect("notes").iter();
    let notes: Vec<&Value> = notes
        .filter(|note| {
            note["code"]
                .as_str()
                .is_some_and(|c| c.starts_with("spread"))
        })
        .collect();
    assert_eq!(notes, expect.iter().collect::<Vec<_>>());
}

#[track_caller]
fn check(scenario: &Value, expect: &[Value]) {
    check_in(Profile::Proposal, scenario, expect);
}

const POLICY: &str = "spec.spreadPolicy";

/// One term over `zone`.
fn term(hard: bool, max_skew: Option<i32>) -> Value {
    let mut term = json!({"topologyKey": "zone", "topologyKeyType": "Label"});
    if let Some(max_skew) = max_skew {
        term["maxSkew"] = json!(max_skew);
    }
    if hard {
        term["whenUnsatisfiable"] = json!("DoNotSchedule");
    }
    term
}

fn spec(terms: &[Value], weight: i32) -> Value {
    let coordinate = json!({"type": "BuiltIn", "builtIn": "Spread"});
    json!({
        "numberOfClusters": 2,
        "spreadPolicy": {"spreadConstraints": terms},
        "prioritizerPolicy": {
            "configurations": [{"scoreCoordinate": coordinate, "weight": weight}],
        },
    })
}

fn even() -> Value {
    json!({"a": {"zone": "x", "region": "r"}, "b": {"zone": "x", "region": "r"},
           "c": {"zone": "y", "region": "s"}, "d": {"zone": "y", "region": "r"}})
}

#[test]
fn the_hub_of_today_ignores_spread() {
    let with = scenario(&spec(&[term(false, None)], 2), &even());
    check_in(
        Profile::Upstream,
        &with,
        &[json!({"code": "spread-ignored", "path": POLICY})],
    );
    check(&with, &[]);
    let without = scenario(&json!({}), &even());
    check_in(Profile::Upstream, &without, &[]);
}

#[test]
fn a_weight_without_terms() {
    let path = "spec.prioritizerPolicy.configurations[0]";
    let scenario = |weight| scenario(&spec(&[], weight), &even());
    check(
        &scenario(1),
        &[json!({"code": "spread-without-terms", "path": path})],
    );
    check(&scenario(0), &[]);
}

#[test]
fn terms_without_a_weight() {
    let note = json!({"code": "spread-without-weight", "path": POLICY});
    check(&scenario(&spec(&[term(false, None)], 0), &even()), &[note]);
    check(&scenario(&spec(&[term(true, None)], 0), &even()), &[]);
    check(&scenario(&spec(&[term(false, None)], 1), &even()), &[]);
}

#[test]
fn a_negative_weight() {
    let note = json!({"code": "spread-packs", "path": POLICY});
    check(&scenario(&spec(&[term(false, None)], -1), &even()), &[note]);
    check(&scenario(&spec(&[term(false, None)], 1), &even()), &[]);
}

#[test]
fn a_max_skew_that_has_no_effect() {
    let path = "spec.spreadPolicy.spreadConstraints[0].maxSkew";
    let note = json!({"code": "spread-max-skew-ignored", "topologyKey": "zone", "path": path});
    check(
        &scenario(&spec(&[term(false, Some(3))], 2), &even()),
        &[note],
    );
    check(&scenario(&spec(&[term(false, Some(1))], 2), &even()), &[]);
    check(&scenario(&spec(&[term(true, Some(3))], 2), &even()), &[]);
}

#[test]
fn a_soft_key_that_bars() {
    let region = json!({"topologyKey": "region", "topologyKeyType": "Label"});
    let path = "spec.spreadPolicy.spreadConstraints[0].topologyKey";
    let note = json!({
        "code": "spread-soft-key-bars", "topologyKey": "region", "clusters": 1,
        "hardTopologyKey": "zone", "path": path,
    });
    let mut clusters = even();
    let of =
        |clusters: &Value, hard| scenario(&spec(&[region.clone(), term(hard, None)], 2), clusters);
    check(&of(&clusters, true), &[]);
    clusters["a"] = json!({"zone": "x"});
    check(&of(&clusters, true), &[note]);
    check(&of(&clusters, false), &[]);
    // Who lacks the hard key itself is not barred by the soft one.
    clusters["a"] = json!({"region": "r"});
    check(&of(&clusters, true), &[]);
}

#[test]
fn decisions_that_exist() {
    let mut scenario = scenario(&spec(&[term(true, None)], 2), &even());
    check(&scenario, &[]);
    let decision = |placement: &str| {
        json!([{"metadata": {"name": "d", "namespace": "ns",
                             "labels": {"cluster.open-cluster-management.io/placement": placement}},
                "status": {"decisions": [{"clusterName": "a"}]}}])
    };
    scenario["placementDecisions"] = decision("other");
    check(&scenario, &[]);
    scenario["placementDecisions"] = decision("p");
    check(
        &scenario,
        &[json!({"code": "spread-counts-anew", "path": null})],
    );
}

#[test]
fn a_domain_without_siblings() {
    let path = "spec.spreadPolicy.spreadConstraints[0]";
    let lone = json!({"a": {"zone": "x"}, "b": {"zone": "x"}, "c": {}});
    let of = |hard| scenario(&spec(&[term(hard, None)], 2), &lone);
    let note = json!({"code": "spread-lone-domain", "topologyKey": "zone", "path": path});
    check(&of(true), &[note]);
    check(&of(false), &[]);
    check(&scenario(&spec(&[term(true, None)], 2), &even()), &[]);
}

#[test]
fn a_full_domain_that_pins_the_minimum() {
    let path = "spec.spreadPolicy.spreadConstraints[0].maxSkew";
    let clusters = json!({"a": {"zone": "x"}, "b": {"zone": "x"}, "c": {"zone": "x"},
                          "d": {"zone": "y"}});
    let of = |number: i64| {
        let mut spec = spec(&[term(true, None)], 2);
        spec["numberOfClusters"] = json!(number);
        scenario(&spec, &clusters)
    };
    let note = json!({
        "code": "spread-pinned", "topologyKey": "zone", "values": ["y"], "selected": 1, "most": 2,
        "path": path,
    });
    check(&of(4), &[note]);
    check(&of(3), &[]);
}
