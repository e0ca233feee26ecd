//! Random fleets in the vectors' form.

use proptest::{option, prelude::*, sample};
use serde_json::{Value, json};

/// How many terms there may be.
const TERMS: usize = 8;
const LABEL: &str = "cluster.open-cluster-management.io/placement";

/// What decides about one cluster, byte by byte.
type Dice = [u8; 24];

/// How the values of one topology key are dealt out.
#[derive(Clone, Debug)]
struct Fan {
    claim: bool,
    /// 0: every cluster is a domain of its own.
    domains: u8,
    /// Few clusters have the later values.
    skewed: bool,
    /// How many of 256 clusters have no value.
    missing: u8,
    /// The first value is the empty one.
    empty: bool,
    /// `whenUnsatisfiable`, where it is given.
    action: Option<&'static str>,
    max_skew: Option<i32>,
}

fn fan() -> impl Strategy<Value = Fan> {
    let domains = sample::select(vec![0, 1, 2, 2, 3, 3, 5, 9]);
    let missing = sample::select(vec![0, 0, 0, 0, 12, 100]);
    let action = sample::select(vec![
        None,
        Some("ScheduleAnyway"),
        Some("DoNotSchedule"),
        Some("DoNotSchedule"),
    ]);
    (
        (any::<bool>(), domains, any::<bool>(), missing),
        (prop::bool::weighted(0.2), action),
        option::weighted(0.8, 1..=5_i32),
    )
        .prop_map(
            |((claim, domains, skewed, missing), (empty, action), max_skew)| Fan {
                claim,
                domains,
                skewed,
                missing,
                empty,
                action,
                max_skew,
            },
        )
}

impl Fan {
    fn value(&self, index: usize, [first, second]: [u8; 2]) -> Option<String> {
        if first < self.missing {
            return None;
        }
        let number = match self.domains {
            0 => index,
            domains if self.skewed => usize::from((first % domains).min(second % domains)),
            domains => usize::from(first % domains),
        };
        let is_empty = self.empty && number == 0;
        Some(if is_empty {
            String::new()
        } else {
            format!("v{number}")
        })
    }

    fn constraint(&self, level: usize) -> Value {
        let mut constraint = json!({
            "topologyKey": format!("key{level}"),
            "topologyKeyType": if self.claim { "Claim" } else { "Label" },
        });
        if let Some(max_skew) = self.max_skew {
            constraint["maxSkew"] = json!(max_skew);
        }
        if let Some(action) = self.action {
            constraint["whenUnsatisfiable"] = json!(action);
        }
        constraint
    }
}

fn cluster(index: usize, dice: Dice, fans: &[Fan]) -> Value {
    let name = format!("{}{index}", ["c", "C", "z", "cluster-"][index % 4]);
    let mut labels = json!({});
    let mut claims = Vec::new();
    for (level, fan) in fans.iter().enumerate() {
        let key = format!("key{level}");
        let value = fan.value(index, [dice[2 * level], dice[2 * level + 1]]);
        let decoy = dice[16] & (1 << level) != 0;
        if fan.claim {
            if decoy {
                // Neither a label of that name nor an earlier claim counts.
                labels[&key] = json!("decoy");
                if value.is_some() {
                    claims.push(json!({"name": key, "value": "earlier"}));
                }
            }
            if let Some(value) = value {
                claims.push(json!({"name": key, "value": value}));
            }
        } else {
            if decoy {
                claims.push(json!({"name": key, "value": "decoy"}));
            }
            if let Some(value) = value {
                labels[&key] = json!(value);
            }
        }
    }
    labels["pool"] = json!(if dice[17] < 48 { "other" } else { "main" });
    json!({
        "metadata": {"name": name, "labels": labels},
        "spec": {"taints": if dice[18] < 16 {
            json!([{"key": "k", "effect": "NoSelect", "timeAdded": "2025-06-01T11:00:00Z"}])
        } else {
            json!([])
        }},
        "status": {"clusterClaims": claims},
    })
}

/// Up to 300 clusters, most often few.
fn dice() -> impl Strategy<Value = Vec<Dice>> {
    prop_oneof![
        10 => prop::collection::vec(any::<Dice>(), 0..=12),
        5 => prop::collection::vec(any::<Dice>(), 13..=60),
        1 => prop::collection::vec(any::<Dice>(), 61..=300),
    ]
}

/// The weight of `Spread`, where it is configured.
pub fn weight() -> impl Strategy<Value = i32> {
    prop_oneof![
        8 => -10..=10_i32,
        2 => Just(0),
        1 => Just(2_000_000),
        1 => sample::select(vec![i32::MIN, i32::MAX, -77]),
    ]
}

pub fn number() -> impl Strategy<Value = Option<i64>> {
    prop_oneof![
        4 => Just(None),
        1 => Just(Some(0)),
        6 => (1..=15_i64).prop_map(Some),
        2 => (1..=320_i64).prop_map(Some),
        1 => Just(Some(i64::from(i32::MAX))),
    ]
}

/// How the add-on's scores are dealt out, and how they count.
#[derive(Clone, Debug)]
struct Scores {
    /// 0: none; 1: two values; 2: many; 3: any of 32 bits.
    kind: u8,
    weights: Vec<i32>,
}

fn scores() -> impl Strategy<Value = Scores> {
    let weight = prop_oneof![6 => -10..=10_i32, 1 => any::<i32>()];
    let weights = prop_oneof![
        3 => Just(Vec::new()),
        8 => prop::collection::vec(weight, 1..=2),
    ];
    (sample::select(vec![0, 1, 2, 2, 3]), weights)
        .prop_map(|(kind, weights)| Scores { kind, weights })
}

impl Scores {
    fn value(&self, dice: &Dice) -> Option<i32> {
        let [.., a, b, c, d] = *dice;
        match self.kind {
            0 => None,
            1 => Some(i32::from(a % 2) * 40),
            2 => Some(i32::from(a % 201) - 100),
            _ => Some(i32::from_le_bytes([a, b, c, d])),
        }
    }
}

/// A scenario with a run of spread. Every cluster is given to the filters.
pub fn scenario() -> impl Strategy<Value = Value> {
    scenario_of(dice(), TERMS)
}

/// One of at most so many clusters and terms.
#[allow(dead_code, reason = "for fuzzing, which runs many of them")]
pub fn scenario_of_few(clusters: usize, terms: usize) -> impl Strategy<Value = Value> {
    scenario_of(prop::collection::vec(any::<Dice>(), 0..=clusters), terms)
}

fn scenario_of(
    dice: impl Strategy<Value = Vec<Dice>>,
    terms: usize,
) -> impl Strategy<Value = Value> {
    (
        prop::collection::vec(fan(), 1..=terms),
        dice,
        scores(),
        (option::of(weight()), any::<bool>(), number()),
        (any::<bool>(), prop::bool::weighted(0.3)),
        any::<u64>(),
    )
        .prop_map(
            |(fans, dice, scores, (weight, exact, number), (filtered, decided), seed)| {
                let spec = spec(&fans, &scores, (weight, exact), number, filtered);
                let clusters = dice.iter().enumerate();
                let mut clusters: Vec<Value> = clusters
                    .map(|(index, dice)| cluster(index, *dice, &fans))
                    .collect();
                let own: Vec<Value> = clusters
                    .iter()
                    .zip(&dice)
                    .filter(|(_, dice)| decided && dice[19] < 60)
                    .map(|(cluster, _)| json!({"clusterName": cluster["metadata"]["name"]}))
                    .collect();
                let values = clusters.iter().zip(&dice).filter_map(|(cluster, dice)| {
                    let score = json!({"name": "s", "value": scores.value(dice)?});
                    Some(json!({
                        "metadata": {"namespace": cluster["metadata"]["name"], "name": "demo"},
                        "status": {"scores": [score]},
                    }))
                });
                let values: Vec<Value> = values.collect();
                shuffle(&mut clusters, seed);
                json!({
                    "mode": "schedule", "now": "2025-06-01T12:00:00Z",
                    "placement": {"metadata": {"name": "p", "namespace": "ns"}, "spec": spec},
                    "managedClusters": clusters,
                    "addOnPlacementScores": values,
                    "placementDecisions": [{
                        "metadata": {"name": "p-decision-1", "namespace": "ns",
                                     "labels": {LABEL: "p"}},
                        "status": {"decisions": own},
                    }],
                })
            },
        )
}

fn spec(
    fans: &[Fan],
    scores: &Scores,
    (weight, exact): (Option<i32>, bool),
    number: Option<i64>,
    filtered: bool,
) -> Value {
    let constraints = fans.iter().enumerate();
    let constraints = constraints.map(|(level, fan)| fan.constraint(level));
    let constraints: Vec<Value> = constraints.collect();
    let add_on = json!({"resourceName": "demo", "scoreName": "s"});
    let mut configurations: Vec<Value> = scores
        .weights
        .iter()
        .map(|weight| {
            json!({"scoreCoordinate": {"type": "AddOn", "addOn": add_on}, "weight": weight})
        })
        .collect();
    if let Some(weight) = weight {
        let coordinate = json!({"type": "BuiltIn", "builtIn": "Spread"});
        configurations.push(json!({"scoreCoordinate": coordinate, "weight": weight}));
    }
    let mut spec = json!({
        "spreadPolicy": {"spreadConstraints": constraints},
        "prioritizerPolicy": {
            "mode": if exact { "Exact" } else { "Additive" },
            "configurations": configurations,
        },
    });
    if let Some(number) = number {
        spec["numberOfClusters"] = json!(number);
    }
    if filtered {
        let selector = json!({"labelSelector": {"matchLabels": {"pool": "main"}}});
        spec["predicates"] = json!([{"requiredClusterSelector": selector}]);
    }
    spec
}

/// Any permutation will do.
pub fn shuffle(items: &mut [Value], seed: u64) {
    items.sort_by_cached_key(|item| {
        let text = item["metadata"].to_string();
        text.bytes().fold(seed, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    });
}
