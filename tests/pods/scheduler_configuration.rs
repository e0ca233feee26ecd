//! Scores by a `KubeSchedulerConfiguration` of the text, computed by hand.

use crate::findings::not_looked_at;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::default_profile::{hosts, incoming, node, on, scores_of, service};
use reference::answers::{ask, text};

/// A configuration with profiles.
fn configuration(profiles: &Value) -> Value {
    json!({
        "apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": profiles,
    })
}

fn args(plugin: &str, args: &Value) -> Value {
    configuration(&json!([{"pluginConfig": [{"name": plugin, "args": args}]}]))
}

fn with(objects: &[Value], more: &Value) -> Scenario {
    let mut objects = objects.to_vec();
    objects.push(more.clone());
    Scenario::new(&text(&objects))
}

fn scored(objects: &[Value], more: &Value) -> Value {
    // The numbers are those of 1.35: later versions score how much a pod improves the balance.
    let question =
        json!({"scoreNodes": {"pod": "x/in", "defaultProfile": true, "kubernetesVersion": "1.35"}});
    ask(&mut with(objects, more), &question)
}

#[track_caller]
fn check(objects: &[Value], configuration: &Value, plugin: &str, expected: &Value) {
    let answer = scored(objects, configuration);
    assert_eq!(scores_of(&answer, plugin), *expected, "{answer:#}");
}

/// With the pod, `a` holds 2 of 4 cpus and 3 of 4 GiB, and `b` 1 and 2; the pod prefers `a`, for its disk.
fn two_nodes(scheduler: &str) -> Vec<Value> {
    let empty = json!([]);
    let mut held = on("a", "old", &json!({}));
    held["spec"]["containers"][0]["resources"] = json!({"requests": {"cpu": 1, "memory": "1Gi"}});
    let preferred = json!([{
        "weight": 1, "preference": {"matchExpressions": [{"key": "disk", "operator": "Exists"}]},
    }]);
    let pod = incoming(
        &json!({}),
        &json!({
            "schedulerName": scheduler,
            "containers": [{"name": "c", "resources": {"requests": {"cpu": 1, "memory": "2Gi"}}}],
            "affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": preferred}},
        }),
    );
    vec![
        node("a", &json!({"disk": "ssd"}), &json!({}), &empty),
        node("b", &json!({}), &json!({}), &empty),
        held,
        pod,
    ]
}

/// Weights of the plugins, totals of `a` and `b`, the node, and the profile.
#[track_caller]
fn check_totals(
    scheduler: &str,
    configuration: &Value,
    weights: [i64; 7],
    totals: [i64; 2],
    profile: &Value,
) {
    let objects = two_nodes(scheduler);
    let answer = scored(&objects, configuration);
    let of_profile = &answer["defaultProfile"];
    let given = of_profile["plugins"].as_array().expect("plugins").iter();
    let given: Vec<&Value> = given.map(|plugin| &plugin["weight"]).collect();
    assert_eq!(given, weights, "{answer:#}");
    let rows = answer["rows"].as_array().expect("rows").iter();
    let sums: Vec<&Value> = rows.map(|row| &row["defaultProfile"]["total"]).collect();
    assert_eq!(sums, totals, "{answer:#}");
    assert_eq!(answer["schedulerProfile"], *profile, "{answer:#}");
    let chosen = if totals[0] >= totals[1] { "a" } else { "b" };
    assert_eq!(of_profile["choice"]["node"], chosen, "{answer:#}");
    // A cycle takes the same node.
    let question = json!({"simulatePod": {"pod": "x/in", "kubernetesVersion": "1.35"}});
    let cycle = ask(&mut with(&objects, configuration), &question);
    assert_eq!(cycle["node"], chosen, "{cycle:#}");
    assert_eq!(
        cycle["choice"]["total"],
        totals[0].max(totals[1]),
        "{cycle:#}"
    );
    assert_eq!(cycle["schedulerProfile"], *profile, "{cycle:#}");
}

/// `TaintToleration` gives both 100, `NodeAffinity` 100 and 0, `NodeResourcesFit` 37 and 62,
/// `NodeResourcesBalancedAllocation` 87 to both, the others nothing.
#[test]
fn weights() {
    let named = json!("default-scheduler");
    let usual = [3, 2, 2, 2, 1, 1, 1];
    // 300 + 200 + 37 + 87 and 300 + 62 + 87.
    check_totals(
        "",
        &json!({"apiVersion": "v1", "kind": "Secret"}),
        usual,
        [624, 449],
        &Value::Null,
    );
    check_totals("", &configuration(&json!([])), usual, [624, 449], &named);
    // 300 + 5 x 37 + 87 and 300 + 5 x 62 + 87.
    let score = json!({
        "disabled": [{"name": "NodeAffinity"}], "enabled": [{"name": "NodeResourcesFit", "weight": 5}],
    });
    let other = configuration(&json!([{"plugins": {"score": score}}]));
    check_totals("", &other, [3, 0, 2, 2, 5, 1, 1], [572, 697], &named);
    check_totals(
        "default-scheduler",
        &other,
        [3, 0, 2, 2, 5, 1, 1],
        [572, 697],
        &named,
    );
    // The profile is another scheduler's.
    check_totals("packer", &other, usual, [624, 449], &Value::Null);
    // An enabled plugin without a weight has 1, and a point's own weight comes first: 100 + 4 x 100 and 100.
    let plugins = json!({
        "multiPoint": {
            "disabled": [{"name": "*"}],
            "enabled": [{"name": "TaintToleration"}, {"name": "NodeAffinity", "weight": 9}],
        },
        "score": {"enabled": [{"name": "NodeAffinity", "weight": 4}]},
    });
    let several = configuration(&json!([{}, {"schedulerName": "packer", "plugins": plugins}]));
    check_totals(
        "packer",
        &several,
        [1, 4, 0, 0, 0, 0, 0],
        [500, 100],
        &json!("packer"),
    );
    check_totals("", &several, usual, [624, 449], &named);
}

/// A bound that does not parse fails the cycle before `NodeAffinity` would score, so also where it does not score: only
/// `multiPoint` switches that off.
#[test]
fn preferred_terms_that_do_not_parse() {
    let mut objects = two_nodes("default-scheduler");
    let spec = &mut objects[3]["spec"];
    let terms =
        &mut spec["affinity"]["nodeAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"];
    terms[0]["preference"]["matchExpressions"] =
        json!([{"key": "disk", "operator": "Gt", "values": ["x"]}]);
    let off = json!({"disabled": [{"name": "NodeAffinity"}]});
    for (plugins, fails) in [
        (json!({}), true),
        (json!({"score": off}), true),
        (json!({"multiPoint": off}), false),
    ] {
        let answer = scored(&objects, &configuration(&json!([{"plugins": plugins}])));
        let mut notes = answer["notes"].as_array().expect("notes").iter();
        let note = notes.any(|note| note["code"] == "scoring-fails");
        let choice = answer["defaultProfile"]["choice"].is_null();
        assert_eq!((note, choice), (fails, fails), "{plugins}: {answer:#}");
    }
}

#[test]
fn strategies_of_resources() {
    let objects = two_nodes("");
    let fit = |strategy: &Value, expected: [i64; 2]| {
        let strategy = args("NodeResourcesFit", &json!({"scoringStrategy": strategy}));
        check(&objects, &strategy, "NodeResourcesFit", &json!(expected));
    };
    let weighted = json!([{"name": "cpu", "weight": 3}, {"name": "memory", "weight": 1}]);
    // (50 + 25) / 2 and (75 + 50) / 2.
    fit(&json!({"type": "LeastAllocated"}), [37, 62]);
    // (3 x 50 + 25) / 4 and (3 x 75 + 50) / 4.
    fit(
        &json!({"type": "LeastAllocated", "resources": weighted}),
        [43, 68],
    );
    // (50 + 75) / 2 and (25 + 50) / 2.
    fit(&json!({"type": "MostAllocated"}), [62, 37]);
    // The same as the second, but rounded.
    let shape = json!([{"utilization": 0, "score": 10}, {"utilization": 100, "score": 0}]);
    let ratio = json!({
        "type": "RequestedToCapacityRatio", "resources": weighted, "requestedToCapacityRatio": {"shape": shape},
    });
    fit(&ratio, [44, 69]);
    // One resource is in balance with itself.
    let balanced = args(
        "NodeResourcesBalancedAllocation",
        &json!({"resources": [{"name": "cpu", "weight": 1}]}),
    );
    let plugin = "NodeResourcesBalancedAllocation";
    check(
        &objects,
        &configuration(&json!([{}])),
        plugin,
        &json!([87, 87]),
    );
    check(&objects, &balanced, plugin, &json!([100, 100]));
}

/// A tenth of each of three resources, whose mean is more than a tenth when it is computed with doubles.
#[test]
fn three_resources_in_balance() {
    let mut objects = hosts(&["a", "b"]);
    for node in &mut objects {
        node["status"]["allocatable"] =
            json!({"cpu": "10", "memory": "10Gi", "ephemeral-storage": "10Gi", "pods": "9"});
    }
    let requests = json!({"cpu": "1", "memory": "1Gi", "ephemeral-storage": "1Gi"});
    let containers = json!([{"name": "c", "resources": {"requests": requests}}]);
    objects.push(incoming(&json!({}), &json!({"containers": containers})));
    let resources =
        ["cpu", "memory", "ephemeral-storage"].map(|name| json!({"name": name, "weight": 1}));
    let plugin = "NodeResourcesBalancedAllocation";
    let balanced = args(plugin, &json!({"resources": resources}));
    check(&objects, &balanced, plugin, &json!([100, 100]));
}

/// A pod on `a` requires pods like the incoming one, and one on `b` prefers them, with weight 10.
#[test]
fn terms_of_other_pods() {
    let mut objects = hosts(&["a", "b"]);
    let term = json!({
        "topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "web"}},
    });
    let mut requiring = on("a", "one", &json!({"app": "web"}));
    requiring["spec"]["affinity"]["podAffinity"] =
        json!({"requiredDuringSchedulingIgnoredDuringExecution": [term]});
    let mut preferring = on("b", "two", &json!({}));
    preferring["spec"]["affinity"]["podAffinity"] = json!({
        "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 10, "podAffinityTerm": term}],
    });
    objects.extend([requiring, preferring]);
    objects.push(incoming(&json!({"labels": {"app": "web"}}), &json!({})));
    let of = |given: &Value, expected: &Value| {
        let configuration = args("InterPodAffinity", given);
        check(&objects, &configuration, "InterPodAffinity", expected);
    };
    of(&json!({}), &json!([0, 100]));
    of(&json!({"hardPodAffinityWeight": 50}), &json!([100, 0]));
    of(&json!({"hardPodAffinityWeight": 0}), &json!([0, 100]));
    of(
        &json!({"ignorePreferredTermsOfExistingPods": true}),
        &Value::Null,
    );
}

/// Two pods of the service are on `a`; `c` has no host name. Of a list, nodes need all keys: round(2 ln 4) = 3 against
/// 0, and `c` is not counted.
#[test]
fn default_constraints() {
    let mut objects = hosts(&["a", "b"]);
    objects.push(node("c", &json!({}), &json!({}), &json!([])));
    let labels = json!({"app": "web"});
    objects.extend([on("a", "one", &labels), on("a", "two", &labels)]);
    objects.push(service("x", "web", &labels));
    objects.push(incoming(&json!({"labels": labels}), &json!({})));
    let list = |constraints: &Value| {
        let list = json!({"defaultingType": "List", "defaultConstraints": constraints});
        args("PodTopologySpread", &list)
    };
    let constraint = json!([{
        "maxSkew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "ScheduleAnyway",
    }]);
    check(
        &objects,
        &list(&constraint),
        "PodTopologySpread",
        &json!([0, 100, 0]),
    );
    check(
        &objects,
        &list(&json!([])),
        "PodTopologySpread",
        &Value::Null,
    );
}

/// A row for each field that is not applied, for all pods.
#[test]
fn what_is_not_applied_is_named() {
    let off =
        json!({"preFilter": {"disabled": [{"name": "NodePorts"}, {"name": "NodeResourcesFit"}]}});
    let configuration = configuration(&json!([{"plugins": off}]));
    let question = json!({"simulatePod": {"pod": "x/in"}});
    let answer = ask(&mut with(&two_nodes(""), &configuration), &question);
    let rows = not_looked_at(&answer);
    let rows: Vec<(&Value, &Value)> = rows.iter().map(|row| (&row["path"], &row["why"])).collect();
    let path = |item| {
        json!(format!(
            "profiles[0].plugins.preFilter.disabled[{item}].name"
        ))
    };
    let why = json!("scheduler-configuration");
    assert_eq!(rows, [(&path(0), &why), (&path(1), &why)]);
}
