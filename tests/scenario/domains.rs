//! What a page shows of topology domains beside the answers of a run.

use std::fmt::Write as _;

use schedscope::{answers::placement::rows::ClusterState, scenario::KeyUse};

use super::*;

/// Clusters over regions and zones: some filtered, some without a key, one being deleted.
const CLUSTERS: [(&str, &str); 11] = [
    ("a", "env: prod, region: east, zone: \"1\""),
    ("b", "env: prod, region: east, zone: \"1\""),
    ("c", "env: prod, region: east, zone: \"2\""),
    ("d", "env: test, region: east, zone: \"3\""),
    ("e", "env: prod, region: west, zone: \"1\""),
    ("f", "env: prod, region: west, zone: \"\""),
    ("g", "env: prod, region: west"),
    ("h", "env: test, region: north, zone: \"1\""),
    ("i", "env: prod, zone: \"1\""),
    ("j", "env: test"),
    (
        "k",
        "env: prod, region: east, zone: \"1\"}, deletionTimestamp: \"2025-01-01T00:00:00Z\", annotations: {x: y",
    ),
];

fn text(constraints: &str) -> String {
    let mut text = format!(
        "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
         metadata: {{name: p, namespace: team}}\nspec:\n  numberOfClusters: 3\n  predicates:\n\
         \x20 - requiredClusterSelector: {{labelSelector: {{matchLabels: {{env: prod}}}}}}\n\
         \x20 spreadPolicy: {{spreadConstraints: [{constraints}]}}\n"
    );
    for (name, labels) in CLUSTERS {
        _ = write!(
            text,
            "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n\
             metadata: {{name: {name}, labels: {{{labels}}}}}\n\
             status: {{clusterClaims: [{{name: id, value: {name}}}]}}\n"
        );
    }
    text
}

const REGION: &str = "{topologyKey: region, topologyKeyType: Label}";
const ZONE: &str = "{topologyKey: zone, topologyKeyType: Label, whenUnsatisfiable: DoNotSchedule}";
const ID: &str = "{topologyKey: id, topologyKeyType: Claim}";

/// What a cluster's place says is what its explanation says, and what its domains count.
#[track_caller]
fn check(constraints: &str) {
    let mut scenario = scenario(&text(constraints), Encoding::Utf8);
    let summary = scenario.decide(ask(0)).expect("a decision");
    let details = scenario.details().expect("details");
    let places = details.spread_places().expect("a run");
    let steps = summary.answer.spread.expect("a run").steps;
    let domains = details.spread_domains(steps, usize::MAX).expect("domains");
    let states = details.states();
    assert_eq!(places.len(), CLUSTERS.len());
    let mut counts = vec![(0, 0); domains.domains.len()];
    for (cluster, &place) in (0..).zip(&places) {
        let explanation = details.explain(cluster).expect("a cluster");
        let values = domains.domains.get(place as usize);
        let values = values.map_or(&[][..], |domain| &domain.values);
        if let Some(spread) = explanation.spread {
            assert_eq!(spread.values, values, "{}", explanation.name);
        }
        if explanation.state == ClusterState::Excluded {
            assert_eq!(place, u32::MAX, "{}", explanation.name);
        }
        for (domain, count) in domains.domains.iter().zip(&mut counts) {
            if values.starts_with(&domain.values) {
                count.0 += u32::from(states[cluster as usize] == ClusterState::Selected as u8);
                count.1 += u32::from(states[cluster as usize] == ClusterState::Filtered as u8);
            }
        }
    }
    let expect = domains.domains.iter();
    let expect: Vec<_> = expect.map(|of| (of.count, of.filtered)).collect();
    assert_eq!(counts, expect, "{constraints}");
}

#[test]
fn every_cluster_has_its_place_among_the_domains() {
    for constraints in [
        REGION,
        ZONE,
        ID,
        &format!("{REGION}, {ZONE}"),
        &format!("{ZONE}, {REGION}, {ID}"),
    ] {
        check(constraints);
    }
    let mut scenario = scenario(&text(&format!("{REGION}, {ZONE}")), Encoding::Utf8);
    scenario.decide(ask(0)).expect("a decision");
    let details = scenario.details().expect("details");
    // east, east/1, east/2, east/3, north, north/1, west, west/, west/1
    let none = u32::MAX;
    let expect = [1, 1, 2, 3, 8, 7, 6, 5, none, none, none];
    assert_eq!(details.spread_places(), Some(expect.to_vec()));
}

#[test]
fn of_too_many_domains_upper_levels_are_listed_first() {
    let mut scenario = scenario(&text(&format!("{REGION}, {ZONE}, {ID}")), Encoding::Utf8);
    scenario.decide(ask(0)).expect("a decision");
    let details = scenario.details().expect("details");
    let listed = |most| {
        let domains = details.spread_domains(0, most).expect("domains");
        assert_eq!(domains.total, 16);
        let paths = domains.domains.iter().map(|of| of.values.join("/"));
        paths.collect::<Vec<_>>()
    };
    let all = listed(16);
    assert_eq!(listed(usize::MAX), all);
    assert_eq!(listed(0), [""; 0]);
    assert_eq!(listed(2), ["east", "north"]);
    let regions = ["east", "north", "west"];
    assert_eq!(listed(3), regions);
    assert_eq!(listed(5), regions);
    assert_eq!(
        listed(6),
        ["east", "east/1", "north", "north/1", "west", "west/"]
    );
    let zones: Vec<_> = all
        .iter()
        .filter(|path| path.matches('/').count() < 2)
        .collect();
    assert_eq!(listed(9).iter().collect::<Vec<_>>(), zones);
    // A zone each: not all of the clusters of `east/1`.
    assert_eq!(listed(15).len(), 9 + 6);
}

#[test]
fn without_a_run_there_are_no_places() {
    let mut scenario = scenario(&text(""), Encoding::Utf8);
    scenario.decide(ask(0)).expect("a decision");
    assert_eq!(scenario.details().expect("details").spread_places(), None);
}

#[test]
fn keys_come_most_frequent_first() {
    let keys = scenario(&text(""), Encoding::Utf8).input().cluster_keys();
    let of = |key: &str, clusters| KeyUse {
        key: key.to_owned(),
        clusters,
    };
    assert_eq!(keys.labels, [of("env", 11), of("region", 9), of("zone", 9)]);
    assert_eq!(keys.claims, [of("id", 11)]);
    let many = (0..150).map(|key| format!("k{key:03}: x, "));
    let many = many.collect::<Vec<_>>().concat();
    let many = text("").replace("env: test}", &format!("{many}env: test}}"));
    let keys = scenario(&many, Encoding::Utf8)
        .input()
        .cluster_keys()
        .labels;
    assert_eq!(keys.len(), 100);
    assert_eq!((&*keys[3].key, &*keys[99].key), ("k000", "k096"));
}
