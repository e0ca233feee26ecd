//! Kubernetes JSON to objects, just enough for the vectors. Stands in for the real reader.

use std::sync::Arc;

use schedscope::{
    objects::{
        addon_placement_score::AddOnPlacementScore,
        cluster_set::{ManagedClusterSet, ManagedClusterSetBinding, SetSelector},
        labels::Labels,
        managed_cluster::{ManagedCluster, Resources},
        names::{Names, Symbol},
        objects::Objects,
        placement::{
            AddOnCoordinate, ClusterSelector, DecisionGroup, GroupStrategy, IntOrString, Placement,
            PlacementSpec, PrioritizerConfig, PrioritizerPolicy, ScoreCoordinate, SpreadConstraint,
            TopologyKeyType, WhenUnsatisfiable,
        },
        placement_decision::PlacementDecision,
        selector::{LabelSelector, Requirement},
        taint::{Taint, TaintEffect, TaintUpkeep, Toleration, TolerationOperator},
    },
    quantity::Quantity,
    time::Timestamp,
};
use serde_json::Value;

/// Reads typed lists, one JSON value after another.
pub fn load(text: &str) -> Objects {
    load_with(Names::default(), text)
}

/// As [`load`], with names that were interned before, as one reader does from text to text.
pub fn load_with(names: Names, text: &str) -> Objects {
    let mut objects = Objects {
        names,
        ..Objects::default()
    };
    let lists = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    for list in lists {
        let list = list.expect("JSON");
        let kind = str_of(&list["kind"]).trim_end_matches("List").to_owned();
        for item in items(&list["items"]) {
            let names = &mut objects.names;
            match kind.as_str() {
                "ManagedCluster" => objects.clusters.insert(cluster(item, names)),
                "ManagedClusterSet" => objects.cluster_sets.push(Arc::new(set(item, names))),
                "ManagedClusterSetBinding" => {
                    objects.bindings.push(Arc::new(ManagedClusterSetBinding {
                        namespace: names.intern(str_of(&item["metadata"]["namespace"])),
                        name: names.intern(str_of(&item["metadata"]["name"])),
                        cluster_set: names.intern(str_of(&item["spec"]["clusterSet"])),
                    }));
                }
                "PlacementDecision" => objects.decisions.push(Arc::new(decision(item, names))),
                "AddOnPlacementScore" => objects.scores.push(Arc::new(score(item, names))),
                "Placement" => objects.placements.push(Arc::new(placement(item, names))),
                other => panic!("kind {other}"),
            }
        }
    }
    objects
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn str_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn pairs(value: &Value, names: &mut Names) -> Vec<(Symbol, Symbol)> {
    let map = value.as_object().into_iter().flatten();
    map.map(|(key, value)| (names.intern(key), names.intern(str_of(value))))
        .collect()
}

fn time(value: &Value) -> Option<Timestamp> {
    Some(value.as_str()?.parse().expect("a time"))
}

fn cluster(item: &Value, names: &mut Names) -> ManagedCluster {
    let mut claims: Vec<(Symbol, Symbol)> = Vec::new();
    for claim in items(&item["status"]["clusterClaims"]) {
        let key = names.intern(str_of(&claim["name"]));
        let value = names.intern(str_of(&claim["value"]));
        claims.retain(|(other, _)| *other != key);
        claims.push((key, value));
    }
    let taints = items(&item["spec"]["taints"])
        .map(|taint| Taint {
            key: names.intern(str_of(&taint["key"])),
            value: names.intern(str_of(&taint["value"])),
            effect: effect(str_of(&taint["effect"]), names),
            time_added: time(&taint["timeAdded"]),
            upkeep: TaintUpkeep::Kept,
        })
        .collect();
    let taints = kept_up(taints, available(item), names);
    ManagedCluster {
        name: names.intern(str_of(&item["metadata"]["name"])),
        deleting: !item["metadata"]["deletionTimestamp"].is_null(),
        labels: Labels(pairs(&item["metadata"]["labels"], names).into()),
        claims: Labels(claims.into()),
        taints,
        allocatable: resources(&item["status"]["allocatable"], names),
        capacity: resources(&item["status"]["capacity"], names),
    }
}

/// The status of the condition `ManagedClusterConditionAvailable`; empty: it is absent.
pub fn available(item: &Value) -> &str {
    let mut conditions = items(&item["status"]["conditions"]);
    let condition = conditions.find(|one| one["type"] == "ManagedClusterConditionAvailable");
    condition.map_or("", |condition| str_of(&condition["status"]))
}

/// Marks what the hub does with the taints of a cluster in that state.
fn kept_up(mut taints: Vec<Taint>, available: &str, names: &mut Names) -> Box<[Taint]> {
    for (key, state) in [("unavailable", "False"), ("unreachable", "Unknown")] {
        let key = names.intern(&format!("cluster.open-cluster-management.io/{key}"));
        let is_it = |taint: &Taint| {
            (taint.key, taint.value, taint.effect) == (key, Symbol::EMPTY, TaintEffect::NoSelect)
        };
        if available == state && !taints.iter().any(is_it) {
            taints.push(Taint {
                key,
                value: Symbol::EMPTY,
                effect: TaintEffect::NoSelect,
                time_added: None,
                upkeep: TaintUpkeep::Added,
            });
        }
        if !available.is_empty() && available != state {
            for taint in taints.iter_mut().filter(|taint| is_it(taint)) {
                taint.upkeep = TaintUpkeep::Removed;
            }
        }
    }
    taints.into()
}

fn effect(text: &str, names: &mut Names) -> TaintEffect {
    match text {
        "NoSelect" => TaintEffect::NoSelect,
        "PreferNoSelect" => TaintEffect::PreferNoSelect,
        "NoSelectIfNew" => TaintEffect::NoSelectIfNew,
        other => TaintEffect::Other(names.intern(other)),
    }
}

fn resources(value: &Value, names: &mut Names) -> Resources {
    let map = value.as_object().into_iter().flatten();
    Resources(
        map.map(|(name, amount)| {
            let text = amount
                .as_str()
                .map_or_else(|| amount.to_string(), str::to_owned);
            let amount = Quantity::parse(&text).expect("a quantity");
            (names.intern(name), amount)
        })
        .collect(),
    )
}

fn set(item: &Value, names: &mut Names) -> ManagedClusterSet {
    let given = &item["spec"]["clusterSelector"];
    let chosen = match str_of(&given["selectorType"]) {
        "" | "ExclusiveClusterSetLabel" => SetSelector::ExclusiveClusterSetLabel,
        "LabelSelector" => SetSelector::LabelSelector(
            (!given["labelSelector"].is_null()).then(|| selector(&given["labelSelector"], names)),
        ),
        other => SetSelector::Unknown(other.to_owned()),
    };
    ManagedClusterSet {
        name: names.intern(str_of(&item["metadata"]["name"])),
        selector: chosen,
        selected: None,
    }
}

fn selector(value: &Value, names: &mut Names) -> LabelSelector {
    LabelSelector {
        match_labels: pairs(&value["matchLabels"], names),
        match_expressions: items(&value["matchExpressions"])
            .map(|expression| Requirement {
                key: names.intern(str_of(&expression["key"])),
                operator: str_of(&expression["operator"]).to_owned(),
                values: items(&expression["values"])
                    .map(|value| names.intern(str_of(value)))
                    .collect(),
            })
            .collect(),
    }
}

fn cluster_selector(value: &Value, names: &mut Names) -> ClusterSelector {
    ClusterSelector {
        labels: selector(&value["labelSelector"], names),
        claims: selector(&value["claimSelector"], names),
        cel_expressions: items(&value["celSelector"]["celExpressions"])
            .map(|expression| str_of(expression).to_owned())
            .collect(),
    }
}

fn decision(item: &Value, names: &mut Names) -> PlacementDecision {
    PlacementDecision {
        namespace: names.intern(str_of(&item["metadata"]["namespace"])),
        name: names.intern(str_of(&item["metadata"]["name"])),
        labels: Labels(pairs(&item["metadata"]["labels"], names).into()),
        clusters: items(&item["status"]["decisions"])
            .map(|entry| names.intern(str_of(&entry["clusterName"])))
            .collect(),
        scores: items(&item["status"]["decisions"])
            .map(|entry| entry["score"].as_i64().unwrap_or_default())
            .collect(),
        is_foreign: false,
    }
}

fn score(item: &Value, names: &mut Names) -> AddOnPlacementScore {
    AddOnPlacementScore {
        namespace: names.intern(str_of(&item["metadata"]["namespace"])),
        name: names.intern(str_of(&item["metadata"]["name"])),
        scores: items(&item["status"]["scores"])
            .map(|score| {
                let value = score["value"].as_i64().expect("an integer") as i32;
                (names.intern(str_of(&score["name"])), value)
            })
            .collect(),
        valid_until: time(&item["status"]["validUntil"]),
    }
}

fn placement(item: &Value, names: &mut Names) -> Placement {
    let metadata = &item["metadata"];
    let spec = &item["spec"];
    let policy = &spec["prioritizerPolicy"];
    let strategy = &spec["decisionStrategy"]["groupStrategy"];
    let tolerations = items(&spec["tolerations"]).map(|toleration| Toleration {
        key: names.intern(str_of(&toleration["key"])),
        operator: match str_of(&toleration["operator"]) {
            "" | "Equal" => TolerationOperator::Equal,
            "Exists" => TolerationOperator::Exists,
            other => TolerationOperator::Other(names.intern(other)),
        },
        value: names.intern(str_of(&toleration["value"])),
        effect: match str_of(&toleration["effect"]) {
            "" => None,
            text => Some(effect(text, names)),
        },
        seconds: toleration["tolerationSeconds"].as_i64(),
    });
    let tolerations = tolerations.collect();
    let text_or = |value: &Value, default: &str| value.as_str().unwrap_or(default).to_owned();
    Placement {
        namespace: names.intern(str_of(&metadata["namespace"])),
        name: names.intern(str_of(&metadata["name"])),
        deleting: !metadata["deletionTimestamp"].is_null(),
        scheduling_disabled: str_of(
            &metadata["annotations"]["cluster.open-cluster-management.io/experimental-scheduling-disable"],
        ) == "true",
        // The twin does not know the fields about scores.
        spec: PlacementSpec {
            sort_by: None,
            score_rate_limit: None,
            cluster_sets: items(&spec["clusterSets"])
                .map(|set| names.intern(str_of(set)))
                .collect(),
            number_of_clusters: spec["numberOfClusters"].as_i64(),
            predicates: items(&spec["predicates"])
                .map(|predicate| cluster_selector(&predicate["requiredClusterSelector"], names))
                .collect(),
            prioritizer_policy: policy.is_object().then(|| PrioritizerPolicy {
                mode: text_or(&policy["mode"], "Additive"),
                configurations: items(&policy["configurations"])
                    .map(|configuration| config(configuration, names))
                    .collect(),
            }),
            spread_constraints: items(&spec["spreadPolicy"]["spreadConstraints"])
                .enumerate()
                .map(|(index, constraint)| SpreadConstraint {
                    index,
                    topology_key: names.intern(str_of(&constraint["topologyKey"])),
                    topology_key_type: match str_of(&constraint["topologyKeyType"]) {
                        "Claim" => TopologyKeyType::Claim,
                        _ => TopologyKeyType::Label,
                    },
                    max_skew: constraint["maxSkew"].as_i64().unwrap_or(1) as i32,
                    when_unsatisfiable: match str_of(&constraint["whenUnsatisfiable"]) {
                        "DoNotSchedule" => WhenUnsatisfiable::DoNotSchedule,
                        _ => WhenUnsatisfiable::ScheduleAnyway,
                    },
                })
                .collect(),
            tolerations,
            group_strategy: strategy.is_object().then(|| GroupStrategy {
                clusters_per_decision_group: match &strategy["clustersPerDecisionGroup"] {
                    Value::Null => IntOrString::String("100%".to_owned()),
                    Value::String(text) => IntOrString::String(text.clone()),
                    number => IntOrString::Int(number.as_i64().expect("an integer")),
                },
                decision_groups: items(&strategy["decisionGroups"])
                    .map(|group| DecisionGroup {
                        name: str_of(&group["groupName"]).to_owned(),
                        selector: cluster_selector(&group["groupClusterSelector"], names),
                    })
                    .collect(),
            }),
        },
        ..Placement::default()
    }
}

fn config(value: &Value, names: &mut Names) -> PrioritizerConfig {
    let coordinate = &value["scoreCoordinate"];
    PrioritizerConfig {
        name: value["name"].as_str().map(str::to_owned),
        score_coordinate: coordinate.is_object().then(|| ScoreCoordinate {
            kind: coordinate["type"].as_str().unwrap_or("BuiltIn").to_owned(),
            built_in: str_of(&coordinate["builtIn"]).to_owned(),
            add_on: coordinate["addOn"].is_object().then(|| AddOnCoordinate {
                resource_name: names.intern(str_of(&coordinate["addOn"]["resourceName"])),
                score_name: names.intern(str_of(&coordinate["addOn"]["scoreName"])),
            }),
        }),
        weight: value["weight"].as_i64().unwrap_or(1) as i32,
    }
}
