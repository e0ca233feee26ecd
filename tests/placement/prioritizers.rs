//! Prioritizers and weights.

use super::*;

/// A placement that scores add-on values only.
fn add_on_spec(weight: i64) -> Value {
    json!({"prioritizerPolicy": {"mode": "Exact", "configurations": [
        {"scoreCoordinate": {"type": "AddOn", "addOn": {"resourceName": "r", "scoreName": "s"}},
         "weight": weight},
    ]}})
}

fn add_on_scores(cluster: &str, values: &[i64]) -> Value {
    let scores: Vec<Value> = values
        .iter()
        .map(|v| json!({"name": "s", "value": v}))
        .collect();
    json!({"metadata": {"namespace": cluster, "name": "r"}, "status": {"scores": scores}})
}

pub(crate) fn built_in(name: &str) -> Value {
    json!({"prioritizerPolicy": {"mode": "Exact", "configurations": [
        {"scoreCoordinate": {"type": "BuiltIn", "builtIn": name}},
    ]}})
}

#[test]
fn add_on_scores_the_last_of_a_name_counts_and_none_is_clamped() {
    let mut world = scenario(&add_on_spec(2), &plain(&["a", "b", "c"]));
    world["addOnPlacementScores"] = json!([
        add_on_scores("a", &[7, 300]),
        add_on_scores("b", &[-2_147_483_648]),
    ]);
    check(
        &world,
        "/report/prioritizerResults/0/scores",
        &json!({
            "a": 300, "b": -2_147_483_648_i64, "c": 0,
        }),
    );
    check(
        &world,
        "/report/scores",
        &json!({"a": 600, "b": -4_294_967_296_i64, "c": 0}),
    );
    check(&world, "/report/feasible", &json!(["a", "c", "b"]));
}

#[test]
fn expired_scores_warn_in_the_order_of_names() {
    let mut world = scenario(&add_on_spec(1), &plain(&["b", "a"]));
    let mut scores = [add_on_scores("b", &[5]), add_on_scores("a", &[5])];
    for score in &mut scores {
        score["status"]["validUntil"] = json!("2025-06-01T11:59:59Z");
    }
    world["addOnPlacementScores"] = json!(scores);
    check(
        &world,
        "/summary/status",
        &json!({
            "code": "Warning", "plugin": "AddOn/r/s",
            "message": "AddOnPlacementScores a/r b/r expired",
        }),
    );
    check(
        &world,
        "/summary/notes/0",
        &json!({
            "code": "addon-score-expired",
            "prioritizer": "AddOn/r/s", "clusters": 2, "all": false,
            "path": "spec.prioritizerPolicy.configurations[0]",
        }),
    );
    check(&world, "/explain/a/scores/0/note", &json!("expired"));
}

#[test]
fn sums_wrap_on_the_hub_and_saturate_in_the_proposal() {
    let weight = i64::from(i32::MAX);
    let mut spec = add_on_spec(weight);
    let list = spec["prioritizerPolicy"]["configurations"]
        .as_array_mut()
        .expect("a list");
    for _ in 0..2 {
        list.push(list[0].clone());
    }
    let mut world = scenario(&spec, &plain(&["a", "b"]));
    world["addOnPlacementScores"] = json!([add_on_scores("a", &[i64::from(i32::MAX)])]);
    let product = weight * weight;
    let wrapped = product.wrapping_mul(3);
    check_in(
        Profile::Upstream,
        &world,
        "/report/scores/a",
        &json!(wrapped),
    );
    check_in(
        Profile::Upstream,
        &world,
        "/report/selected",
        &json!(["b", "a"]),
    );
    check_in(
        Profile::Proposal,
        &world,
        "/report/scores/a",
        &json!(i64::MAX),
    );
    check_in(
        Profile::Proposal,
        &world,
        "/report/selected",
        &json!(["a", "b"]),
    );
    // What lies beyond JavaScript's integers crosses as the nearest double.
    check_in(
        Profile::Proposal,
        &world,
        "/explain/a/total",
        &json!(i64::MAX as f64),
    );
}

#[test]
fn the_order_of_operations_in_allocatable() {
    let clusters = [
        with_cpu("min", "0", "1"),
        with_cpu("a", "17", "1"),
        with_cpu("b", "40", "1"),
        with_cpu("max", "100", "1"),
    ];
    let world = scenario(&built_in("ResourceAllocatableCPU"), &clusters);
    // 0.17 * 200 - 100 would be -66, 0.4 * 200 - 100 would be -20.
    let scores = json!({"min": -100, "a": -65, "b": -19, "max": 100});
    check(&world, "/report/scores", &scores);
}

#[test]
fn ratios_and_any_resource_are_proposals() {
    let clusters = [
        with_cpu("half", "4", "8"),
        with_cpu("full", "8", "8"),
        with_cpu("over", "90", "8"),
        with_cpu("none", "1", "0"),
        with_cpu("endless", "1e400", "8"),
        with_cpu("both", "1e400", "1e400"),
    ];
    for (name, resource) in [
        ("ResourceRatioCPU", "cpu"),
        ("ResourceRatio(nvidia.com/gpu)", "nvidia.com/gpu"),
    ] {
        let world = scenario(&built_in(name), &clusters);
        check_in(
            Profile::Proposal,
            &world,
            "/report/prioritizerResults/0/scores",
            &json!({
                "half": 0, "full": 100, "over": 100, "endless": 100, "both": 100,
            }),
        );
        check_in(
            Profile::Proposal,
            &world,
            "/explain/none/scores/0",
            &json!({
                "name": name, "raw": null, "weight": 1, "product": 0, "note": "no-score",
                "inputs": {
                    "type": "resource-ratio", "resource": resource, "allocatable": 1.0, "capacity": 0.0,
                },
            }),
        );
        check_in(
            Profile::Upstream,
            &world,
            "/report/status/message",
            &json!(format!("incorrect builtin prioritizer: {name}")),
        );
    }
    let gpus = scenario(
        &built_in("ResourceAllocatable(nvidia.com/gpu)"),
        &clusters[..2],
    );
    check_in(
        Profile::Proposal,
        &gpus,
        "/report/scores",
        &json!({"half": -100, "full": 100}),
    );
    let empty = scenario(&built_in("ResourceAllocatable()"), &clusters);
    check(&empty, "/report/status/code", &json!("Misconfigured"));
}

/// The scores of `ResourceRatioCPU` in profile `Proposal`, by cluster.
fn cpu_ratios(clusters: &[Value]) -> Value {
    let world = scenario(&built_in("ResourceRatioCPU"), clusters);
    let answer = decide(&world, Profile::Proposal);
    answer["report"]["prioritizerResults"][0]["scores"].clone()
}

#[test]
fn a_whole_percent_has_its_exact_ratio() {
    // In doubles 20 of these are off by one: 57% would have 13 and 17% would have -65.
    for (allocatable, capacity) in [
        ("", "100"),
        ("0m", "1"),
        ("Gi", "100Gi"),
        ("e400", "100e400"),
    ] {
        let named = |percent: i32| {
            with_cpu(
                &format!("{percent}"),
                &format!("{percent}{allocatable}"),
                capacity,
            )
        };
        let clusters: Vec<Value> = (0..=100).map(named).collect();
        let expect = (0..=100).map(|percent| (percent.to_string(), json!(2 * percent - 100)));
        let expect: serde_json::Map<String, Value> = expect.collect();
        assert_eq!(cpu_ratios(&clusters), json!(expect), "{capacity}");
    }
}

#[test]
fn a_ratio_is_truncated_toward_zero_and_clamped() {
    let cases = [
        ("1", "3", -33),
        ("2", "3", 33),
        ("499999999", "1G", 0),
        ("500000001", "1G", 0),
        ("1n", "1e400", -99),
        ("0", "1e400", -100),
        ("9999999999999999999999n", "10000000000000", 99),
        ("9223372036854775807", "9223372036854775807", 100),
        ("-1", "8", -100),
        ("1", "-8", -100),
        ("-6", "-8", 50),
        ("9", "8", 100),
    ];
    for (allocatable, capacity, score) in cases {
        let scores = cpu_ratios(&[with_cpu("a", allocatable, capacity)]);
        assert_eq!(scores, json!({ "a": score }), "{allocatable} of {capacity}");
    }
}

/// The vectors' `historicResourceRatio` was computed in doubles and is not clamped. These scores differ from the exact
/// ones: line, prioritizer, cluster, in doubles, exact.
const IN_DOUBLES: [(&str, &str, &str, i64, i64); 15] = [
    (
        "probe/infinite quantity",
        "ResourceRatioCPU",
        "a",
        i64::MIN,
        100,
    ),
    ("random/16", "ResourceRatioCPU", "cluster4", -19, -20),
    ("random/26", "ResourceRatioCPU", "c-04", -19, -20),
    ("random/65", "ResourceRatioCPU", "c-03", -19, -20),
    ("random/69", "ResourceRatioMemory", "edge-14", -59, -60),
    ("random/70", "ResourceRatioCPU", "prod-6", 39, 40),
    ("random/97", "ResourceRatioCPU", "cluster39", -19, -20),
    ("random/99", "ResourceRatioMemory", "edge-11", -59, -60),
    ("random/100", "ResourceRatioCPU", "cluster111", 19, 20),
    ("random/100", "ResourceRatioCPU", "cluster16", -19, -20),
    ("random/112", "ResourceRatioCPU", "c-13", -19, -20),
    ("random/134", "ResourceRatioCPU", "c-08", -59, -60),
    ("random/177", "ResourceRatioCPU", "cluster13", -19, -20),
    ("random/191", "ResourceRatioCPU", "edge-8", -19, -20),
    ("random/200", "ResourceRatioCPU", "dev-34", 15, 16),
];

#[test]
fn ratios_are_those_of_the_vectors_but_for_rounding() {
    let mut found = Vec::new();
    let mut same = 0;
    for file in ["probes", "random"] {
        let path = format!(
            "{}/vectors/placement/{file}.jsonl",
            env!("CARGO_MANIFEST_DIR")
        );
        for line in std::fs::read_to_string(path).expect("vectors").lines() {
            let line: Value = serde_json::from_str(line).expect("a line");
            let historic = &line["expected"]["historicResourceRatio"];
            for (prioritizer, scores) in historic.as_object().into_iter().flatten() {
                let mut world = line["scenario"].clone();
                world["placement"]["spec"]["prioritizerPolicy"] =
                    built_in(prioritizer)["prioritizerPolicy"].take();
                let answer = decide(&world, Profile::Proposal);
                let exact = &answer["report"]["prioritizerResults"][0]["scores"];
                let of = |scores: &Value| scores.as_object().map_or(0, serde_json::Map::len);
                if of(exact) == 0 && line.to_string().contains("celSelector") {
                    // CEL is evaluated elsewhere, so no cluster is feasible here.
                    continue;
                }
                assert_eq!(of(scores), of(exact), "{} {prioritizer}", line["name"]);
                for (cluster, score) in scores.as_object().into_iter().flatten() {
                    let score = score.as_i64().expect("a score");
                    let exact = exact[cluster].as_i64().expect("a score");
                    if score.clamp(-100, 100) == exact {
                        same += 1;
                    } else {
                        let line = line["name"].as_str().expect("a name").to_owned();
                        found.push((line, prioritizer.clone(), cluster.clone(), score, exact));
                    }
                }
            }
        }
    }
    let expect = IN_DOUBLES.map(|(line, prioritizer, cluster, doubles, exact)| {
        (
            line.to_owned(),
            prioritizer.to_owned(),
            cluster.to_owned(),
            doubles,
            exact,
        )
    });
    assert_eq!(found, expect);
    assert!(same > 100, "{same}");
}

#[test]
fn a_resource_that_no_cluster_has_is_named_too() {
    for (name, resource) in [
        ("ResourceAllocatableCPU", "cpu"),
        ("ResourceAllocatable(example.com/fpga)", "example.com/fpga"),
        ("ResourceRatio(example.com/fpga)", "example.com/fpga"),
    ] {
        check_in(
            Profile::Proposal,
            &scenario(&built_in(name), &plain(&["a"])),
            "/explain/a/scores/0/inputs/resource",
            &json!(resource),
        );
    }
}

#[test]
fn infinite_amounts_by_profile() {
    let alone = [with_cpu("a", "1e400", "1")];
    let world = scenario(&built_in("ResourceAllocatableCPU"), &alone);
    check_in(
        Profile::Upstream,
        &world,
        "/report/scores/a",
        &json!(i64::MIN),
    );
    check_in(Profile::Proposal, &world, "/report/scores/a", &json!(100));
    let two = [with_cpu("a", "1e400", "1"), with_cpu("b", "1", "1")];
    let world = scenario(&built_in("ResourceAllocatableCPU"), &two);
    check_in(
        Profile::Upstream,
        &world,
        "/report/scores",
        &json!({"a": i64::MIN, "b": -100}),
    );
    check_in(
        Profile::Proposal,
        &world,
        "/report/prioritizerResults/0/scores",
        &json!({"b": -100}),
    );
}

#[test]
fn the_short_form_is_a_proposal() {
    let spec = json!({"prioritizerPolicy": {"configurations": [
        {"name": "Steady", "weight": 3}, {"name": "ResourceRatioCPU"},
    ]}});
    let world = scenario(&spec, &plain(&["a"]));
    let message = "scoreCoordinate field is required";
    check_in(
        Profile::Upstream,
        &world,
        "/report/status/message",
        &json!(message),
    );
    let weights = |profile| {
        let summary = decide(&world, profile)["summary"].take();
        let list = summary["prioritizers"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let weights = list.into_iter().map(|entry| {
            let text = |field: &str| entry[field].as_str().unwrap_or("-").to_owned();
            format!("{} {} {}", text("name"), entry["weight"], text("source"))
        });
        weights.collect::<Vec<_>>()
    };
    assert_eq!(
        weights(Profile::Proposal),
        [
            "Steady 3 configured",
            "Balance 1 default",
            "ResourceAllocatableCPU 0 default",
            "ResourceAllocatableMemory 0 default",
            "ResourceRatioCPU 1 configured",
            "ResourceRatioMemory 0 default",
            "Spread 0 default",
        ]
    );
}

#[test]
fn a_built_in_with_an_add_on_beside_it_counts_on_its_own() {
    let spec = json!({"prioritizerPolicy": {"configurations": [
        {"scoreCoordinate": {"type": "BuiltIn", "builtIn": "Steady",
                             "addOn": {"resourceName": "r", "scoreName": "s"}}, "weight": 5},
    ]}});
    let mut world = scenario(&spec, &plain(&["a"]));
    world["placementDecisions"] = json!([decided(&["a"])]);
    check(&world, "/report/scores/a", &json!(100 + 100 + 500));
}

#[test]
fn what_if_weights_and_numbers() {
    let clusters = [with_cpu("a", "1", "8"), with_cpu("b", "8", "8")];
    let (objects, mut options) = load(&scenario(&json!({"numberOfClusters": 1}), &clusters));
    options.profile = Profile::Proposal;
    let selected = |options: &DecisionOptions| ask(&objects, options)["report"]["selected"].take();
    assert_eq!(selected(&options), json!(["a"]));
    options.weights.insert("ResourceRatio(cpu)".to_owned(), 4);
    assert_eq!(selected(&options), json!(["b"]));
    options.number_of_clusters = Wanted::All;
    assert_eq!(selected(&options), json!(["b", "a"]));
    options.weights.insert("ResourceRatio(cpu)".to_owned(), 0);
    options.number_of_clusters = Wanted::Exactly(3);
    let answer = ask(&objects, &options);
    assert_eq!(answer["report"]["selected"], json!(["a", "b"]));
    assert_eq!(answer["report"]["unscheduled"], json!(1));
    let entry = answer["summary"]["prioritizers"]
        .as_array()
        .and_then(|list| list.last());
    assert_eq!(
        entry,
        Some(&json!({
            "name": "ResourceRatio(cpu)", "weight": 0, "defaultWeight": 0, "source": "override",
            "path": null, "min": null, "max": null,
        }))
    );
    options.weights.insert("Nope".to_owned(), 1);
    assert_eq!(
        ask(&objects, &options)["summary"]["status"]["code"],
        "Misconfigured"
    );
}

#[test]
fn spread_is_said_aloud() {
    let spec = json!({"spreadPolicy": {"spreadConstraints": [
        {"topologyKey": "zone", "topologyKeyType": "Label"},
    ]}});
    let world = scenario(&spec, &plain(&["a"]));
    check_in(
        Profile::Upstream,
        &world,
        "/summary/notes/0/code",
        &json!("spread-ignored"),
    );
    check_in(Profile::Upstream, &world, "/summary/spread", &json!(null));
    check_in(Profile::Proposal, &world, "/summary/notes", &json!([]));
    check_in(
        Profile::Proposal,
        &world,
        "/summary/spread",
        &json!({
            "weight": 2, "steps": 1, "eligible": 1, "end": "reached",
            "terms": [{"domains": 0, "missing": 1, "worstSkew": 0}],
        }),
    );
    check_in(
        Profile::Proposal,
        &world,
        "/summary/prioritizers/6",
        &json!({
            "name": "Spread", "weight": 2, "defaultWeight": 2, "source": "default", "path": null,
            "min": null, "max": null,
        }),
    );
}

#[test]
fn the_summary_says_the_mode() {
    for (policy, mode) in [
        (json!({}), "Additive"),
        (json!({"prioritizerPolicy": {}}), "Additive"),
        (json!({"prioritizerPolicy": {"mode": ""}}), "Additive"),
        (
            json!({"prioritizerPolicy": {"mode": "Additive"}}),
            "Additive",
        ),
        (json!({"prioritizerPolicy": {"mode": "Exact"}}), "Exact"),
        (json!({"prioritizerPolicy": {"mode": "Loose"}}), "Loose"),
    ] {
        check(
            &scenario(&policy, &plain(&["a"])),
            "/summary/mode",
            &json!(mode),
        );
    }
}
