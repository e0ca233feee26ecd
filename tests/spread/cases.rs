//! Single rules of spread that the vectors hardly touch.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::options;
use super::report;
use super::scenario;
use super::text;

/// `name/value` of each pair, most important first; `!` for a hard term, with its max skew behind.
fn terms(of: &[&str]) -> Value {
    let terms = of.iter().map(|term| {
        let (key, max_skew) = match term.split_once('!') {
            Some((key, max_skew)) => (key, Some(max_skew.parse::<i64>().expect("a number"))),
            None => (*term, None),
        };
        let mut term = json!({"topologyKey": key, "topologyKeyType": "Label"});
        if let Some(max_skew) = max_skew {
            term["maxSkew"] = json!(max_skew);
            term["whenUnsatisfiable"] = json!("DoNotSchedule");
        }
        term
    });
    json!({"spreadConstraints": terms.collect::<Vec<_>>()})
}

/// A spec: terms, how many, and the weight of `Spread` where it is configured.
fn spec(of: &[&str], number: Option<i64>, weight: Option<i64>) -> Value {
    let mut spec = json!({"spreadPolicy": terms(of)});
    if let Some(number) = number {
        spec["numberOfClusters"] = json!(number);
    }
    if let Some(weight) = weight {
        spec["prioritizerPolicy"] = policy("Additive", &[json!({"weight": weight})]);
    }
    spec
}

/// A policy that configures `Spread`.
fn policy(mode: &str, configurations: &[Value]) -> Value {
    let configurations = configurations.iter().cloned().map(|mut configuration| {
        if configuration.get("name").is_none() {
            configuration["scoreCoordinate"] = json!({"type": "BuiltIn", "builtIn": "Spread"});
        }
        configuration
    });
    json!({"mode": mode, "configurations": configurations.collect::<Vec<_>>()})
}

#[track_caller]
fn check(scenario: &Value, selected: &[&str], not_selected: &Value) {
    let report = report(scenario);
    assert_eq!(report["outcome"], "scheduled");
    assert_eq!(report["selected"], json!(selected));
    assert_eq!(&report["spread"]["notSelected"], not_selected);
}

/// Four clusters in `x`, one in `y`.
fn uneven() -> Value {
    json!({"a": {"zone": "x"}, "b": {"zone": "x"}, "c": {"zone": "x"}, "d": {"zone": "x"},
           "e": {"zone": "y"}})
}

#[test]
fn the_last_of_two_claims_of_a_name_counts() {
    let cluster = |name: &str, zones: &[&str]| {
        let claims = zones
            .iter()
            .map(|zone| json!({"name": "zone", "value": zone}));
        json!({"metadata": {"name": name, "labels": {"zone": "label"}},
               "status": {"clusterClaims": claims.collect::<Vec<_>>()}})
    };
    let mut scenario = scenario(&spec(&["zone!1"], Some(3), None), &json!({}));
    scenario["managedClusters"] = json!([
        cluster("a", &["x", "y"]),
        cluster("b", &["y", "x"]),
        cluster("c", &["x"]),
        cluster("d", &["y", "y", "z"]),
    ]);
    let term = &mut scenario["placement"]["spec"]["spreadPolicy"]["spreadConstraints"][0];
    term["topologyKeyType"] = json!("Claim");
    let skipped = json!({"c": {"reason": "NotReached"}});
    check(&scenario, &["a", "b", "d"], &skipped);
    let domains = &report(&scenario)["spread"]["domains"];
    let eligible = |index: usize| (&domains[index]["values"][0], &domains[index]["eligible"]);
    assert_eq!(eligible(0), (&json!("x"), &json!(2)));
    assert_eq!(eligible(1), (&json!("y"), &json!(1)));
    assert_eq!(eligible(2), (&json!("z"), &json!(1)));
}

#[test]
fn an_empty_value_is_a_value() {
    let clusters = json!({"a": {"zone": ""}, "b": {"zone": ""}, "c": {"zone": "x"}, "d": {}});
    let scenario = scenario(&spec(&["zone!1"], None, None), &clusters);
    let missing = json!({"reason": "MissingTopologyKey", "term": 0, "missingTerm": 0});
    check(&scenario, &["a", "c", "b"], &json!({"d": missing}));
    let report = report(&scenario);
    assert_eq!(report["unscheduled"], 1);
    let empty = json!({"values": [""], "selected": 2, "eligible": 2, "lowest": 1, "highest": 2});
    assert_eq!(report["spread"]["domains"][0], empty);
}

#[test]
fn spread_without_terms_is_plain_ranking() {
    for weight in [-3, 0, 7] {
        let scenario = scenario(&spec(&[], Some(3), Some(weight)), &uneven());
        let report = report(&scenario);
        assert_eq!(report["spread"], Value::Null);
        assert_eq!(report["selected"], json!(["a", "b", "c"]));
        assert_eq!(report["unscheduled"], 0);
    }
}

#[test]
fn weights_in_force() {
    let weight = |mode: &str, configurations: &[Value]| {
        let mut spec = spec(&["zone"], Some(1), None);
        spec["prioritizerPolicy"] = policy(mode, configurations);
        report(&scenario(&spec, &uneven()))["spread"]["weight"].clone()
    };
    assert_eq!(weight("Additive", &[]), 2);
    assert_eq!(weight("Exact", &[]), 0);
    assert_eq!(weight("Additive", &[json!({"weight": 5})]), 5);
    assert_eq!(weight("Exact", &[json!({"weight": -4})]), -4);
    assert_eq!(weight("Exact", &[json!({})]), 1);
    assert_eq!(
        weight("Additive", &[json!({"weight": 5}), json!({"weight": 3})]),
        3
    );
    assert_eq!(
        weight("Additive", &[json!({"name": "Spread", "weight": 6})]),
        6
    );
    let plain = report(&scenario(&spec(&["zone"], Some(1), None), &uneven()));
    assert_eq!(plain["spread"]["weight"], 2);
}

#[test]
fn a_negative_weight_packs() {
    let two = json!({"a": {"zone": "x"}, "b": {"zone": "y"}, "c": {"zone": "x"},
                     "d": {"zone": "y"}, "e": {"zone": "x"}});
    // In the last step those in the empty `y` are worth -2 x 100, and 100 of Balance.
    let late = json!({"reason": "NotReached", "final": -100});
    let left = json!({"b": late, "d": late});
    let picked = ["a", "c", "e"];
    check(
        &scenario(&spec(&["zone"], Some(3), Some(-2)), &two),
        &picked,
        &left,
    );
    // As far as a hard term lets it: `x` is full at two until `y` has one.
    let picked = ["a", "c", "b", "e"];
    let left = json!({"d": late});
    check(
        &scenario(&spec(&["zone!2"], Some(4), Some(-2)), &two),
        &picked,
        &left,
    );
}

#[test]
fn how_many() {
    let blocked = |names: &[&str]| -> Value {
        let reason = json!({"reason": "MaxSkew", "term": 0});
        names
            .iter()
            .map(|name| ((*name).to_owned(), reason.clone()))
            .collect()
    };
    let of = |number| scenario(&spec(&["zone!1"], number, None), &uneven());
    // A full small domain pins the minimum.
    for number in [None, Some(5), Some(100)] {
        check(&of(number), &["a", "e", "b"], &blocked(&["c", "d"]));
        let unscheduled = number.unwrap_or(5) - 3;
        assert_eq!(report(&of(number))["unscheduled"], unscheduled);
        assert_eq!(report(&of(number))["spread"]["end"], "blocked");
    }
    let reached = report(&of(Some(3)));
    assert_eq!(reached["spread"]["end"], "reached");
    assert_eq!(
        reached["spread"]["notSelected"]["c"]["reason"],
        "NotReached"
    );
    let none = report(&of(Some(0)));
    assert_eq!(none["spread"]["steps"], json!([]));
    assert_eq!(
        none["spread"]["notSelected"]["a"],
        json!({"reason": "NotReached"})
    );
    assert_eq!(none["unscheduled"], 0);
    let satisfied = |report: &Value| report["conditions"][1]["status"].clone();
    assert_eq!(satisfied(&report(&of(None))), "False");
    assert_eq!(satisfied(&reached), "True");
}

#[test]
fn a_lone_domain_is_never_blocked() {
    let clusters = json!({"a": {"zone": "x"}, "b": {"zone": "x"}, "c": {"zone": "x"}});
    check(
        &scenario(&spec(&["zone!1"], None, None), &clusters),
        &["a", "b", "c"],
        &json!({}),
    );
}

#[test]
fn a_zone_belongs_to_its_region() {
    let clusters = json!({
        "a": {"region": "r", "zone": "1"}, "b": {"region": "r", "zone": "1"},
        "c": {"region": "s", "zone": "1"}, "d": {"region": "s", "zone": "1"},
    });
    // Each zone is the only one of its region, so the hard term never blocks.
    let of = |terms: &[&str]| scenario(&spec(terms, None, None), &clusters);
    check(
        &of(&["region", "zone!1"]),
        &["a", "c", "b", "d"],
        &json!({}),
    );
    assert_eq!(
        report(&of(&["region", "zone"]))["spread"]["domains"][3]["values"],
        json!(["s", "1"])
    );
}

#[test]
fn a_missing_soft_key_bars_from_the_hard_term_behind() {
    let clusters = json!({
        "a": {"region": "r", "zone": "1"}, "b": {"zone": "2"}, "c": {"region": "r"}, "d": {},
    });
    let reason =
        |missing: usize| json!({"reason": "MissingTopologyKey", "term": 1, "missingTerm": missing});
    let left = json!({"b": reason(0), "c": reason(1), "d": reason(0)});
    check(
        &scenario(&spec(&["region", "zone!1"], None, None), &clusters),
        &["a"],
        &left,
    );
    // The first hard term is named, not the first missing key.
    let two = report(&scenario(
        &spec(&["region", "zone!1", "rack!1"], None, None),
        &clusters,
    ));
    let reasons = &two["spread"]["notSelected"];
    assert_eq!(
        reasons["a"],
        json!({"reason": "MissingTopologyKey", "term": 2, "missingTerm": 2})
    );
    assert_eq!(reasons["b"], reason(0));
    // A soft term alone bars nobody.
    let soft = scenario(&spec(&["region", "zone"], None, None), &clusters);
    check(&soft, &["a", "b", "c", "d"], &json!({}));
}

#[test]
fn filtered_clusters_form_no_domain() {
    let clusters = json!({"a": {"zone": "x", "ok": "1"}, "b": {"zone": "x", "ok": "1"},
                          "c": {"zone": "y"}});
    let mut spec = spec(&["zone!1"], None, None);
    // Were `y` a domain, it would keep `x` at one.
    check(&scenario(&spec, &clusters), &["a", "c", "b"], &json!({}));
    spec["predicates"] = json!([{"requiredClusterSelector":
        {"labelSelector": {"matchLabels": {"ok": "1"}}}}]);
    let filtered = scenario(&spec, &clusters);
    check(&filtered, &["a", "b"], &json!({}));
    assert_eq!(
        report(&filtered)["spread"]["domains"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[test]
fn decisions_that_exist_are_not_counted() {
    let mut scenario = scenario(&spec(&["zone!1"], Some(2), None), &uneven());
    scenario["placementDecisions"] = json!([{
        "metadata": {"name": "p-decision-1", "namespace": "ns",
                     "labels": {"cluster.open-cluster-management.io/placement": "p"}},
        "status": {"decisions": [{"clusterName": "c"}, {"clusterName": "d"}]},
    }]);
    // `Steady` prefers both, and the second pick is blocked all the same.
    assert_eq!(report(&scenario)["selected"], json!(["c", "e"]));
}

#[test]
fn a_modest_gap_beats_the_second_term() {
    // Region scores differ, so a step of the second term is worth 3 of the 200 points: 6 with the
    // weight of 2.
    let clusters = json!({
        "a": {"region": "r", "zone": "1"}, "b": {"region": "r", "zone": "1"},
        "c": {"region": "r", "zone": "2"}, "d": {"region": "s", "zone": "1"},
        "e": {"region": "s", "zone": "1"},
    });
    let score = |cluster: &str, value: i64| {
        json!({"metadata": {"namespace": cluster, "name": "demo"},
               "status": {"scores": [{"name": "s", "value": value}]}})
    };
    let run = |gap: i64| {
        let mut spec = spec(&["region", "zone"], Some(3), None);
        let add_on = json!({"resourceName": "demo", "scoreName": "s"});
        spec["prioritizerPolicy"] = json!({"mode": "Additive", "configurations": [
            {"scoreCoordinate": {"type": "AddOn", "addOn": add_on}}]});
        let mut scenario = scenario(&spec, &clusters);
        // `d` scores so badly that its region waits.
        scenario["addOnPlacementScores"] = json!([
            score("a", 100),
            score("b", gap),
            score("d", -500),
            score("e", -500)
        ]);
        report(&scenario)["selected"][1].clone()
    };
    assert_eq!(run(5), "c");
    // At the same final score the name decides.
    assert_eq!(run(6), "b");
    assert_eq!(run(7), "b");
}

#[test]
fn upstream_ignores_spread() {
    let scenario = scenario(&spec(&["zone!1"], Some(2), None), &uneven());
    let mut options = options(&scenario);
    options.profile = schedscope::objects::ProfileChoice::Upstream;
    let mut read = Scenario::new(&text(&scenario));
    let report = json!(read.report(options).expect("a placement"));
    assert_eq!(report["spread"], Value::Null);
    assert_eq!(report["selected"], json!(["a", "b"]));
}

#[track_caller]
fn invalid(spec: &Value, path: Option<&str>) {
    let report = report(&scenario(spec, &uneven()));
    match path {
        Some(path) => {
            assert_eq!(report["outcome"], "invalid");
            assert_eq!(report["invalidPath"], path);
            assert!(report["problem"]["code"].is_string());
            assert_eq!(report["error"], "");
            assert_eq!(report["selected"], json!([]));
            assert_eq!(report["spread"], Value::Null);
        }
        None => assert_eq!(report["outcome"], "scheduled"),
    }
}

#[test]
fn what_the_api_would_not_accept_is_not_decided() {
    let skew = |term: usize| format!("spec.spreadPolicy.spreadConstraints[{term}].maxSkew");
    invalid(&spec(&["zone!0"], Some(1), None), Some(&skew(0)));
    invalid(&spec(&["region", "zone!-1"], Some(1), None), Some(&skew(1)));
    invalid(&spec(&["zone!1"], Some(1), None), None);
    invalid(&spec(&["zone!2147483647"], Some(1), None), None);
    let mut soft = spec(&["zone"], Some(1), None);
    soft["spreadPolicy"]["spreadConstraints"][0]["maxSkew"] = json!(0);
    invalid(&soft, Some(&skew(0)));
    invalid(&spec(&["zone"; 8], Some(1), None), None);
    let terms = "spec.spreadPolicy.spreadConstraints";
    invalid(&spec(&["zone"; 9], Some(1), None), Some(terms));
    invalid(&spec(&["zone!1"], Some(0), None), None);
    invalid(
        &spec(&["zone!1"], Some(-1), None),
        Some("spec.numberOfClusters"),
    );
}
