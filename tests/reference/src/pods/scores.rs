//! The scorers, each as its definition reads, over the nodes that a pod fits.

use std::collections::BTreeMap;

use super::{
    ClusterSnapshot, Node, Pod,
    exact::Fraction,
    fit::requested,
    of,
    request::{best_effort, existing_limit, limit, non_zero_there},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scorer {
    LimitAware,
    LeastAllocated,
    MostAllocated,
    RequestedToCapacityRatio,
    BalancedAllocation,
    AllocatableLeast,
    AllocatableMost,
}

pub const SCORERS: [(Scorer, &str); 7] = [
    (Scorer::LimitAware, "LimitAware"),
    (Scorer::LeastAllocated, "LeastAllocated"),
    (Scorer::MostAllocated, "MostAllocated"),
    (Scorer::RequestedToCapacityRatio, "RequestedToCapacityRatio"),
    (Scorer::BalancedAllocation, "BalancedAllocation"),
    (Scorer::AllocatableLeast, "NodeResourcesAllocatableLeast"),
    (Scorer::AllocatableMost, "NodeResourcesAllocatableMost"),
];

/// What a pod counts that names no amount at all.
#[derive(Clone, Copy, Debug)]
pub enum BestEffort {
    Allocatable,
    Fixed(i128),
}

/// How nodes are scored.
#[derive(Clone, Debug)]
pub struct Rules {
    pub resources: Vec<(String, i128)>,
    /// Utilisation and score, the latter from 0 to 10.
    pub shape: Vec<(i128, i128)>,
    pub best_effort: BestEffort,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            resources: vec![("cpu".to_owned(), 1), ("memory".to_owned(), 1)],
            shape: vec![(0, 0), (100, 10)],
            best_effort: BestEffort::Allocatable,
        }
    }
}

/// What the limits say of one resource of a node.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub allocatable: i128,
    pub existing: i128,
    pub pod: i128,
}

impl Limits {
    /// `None`: the node has none of it.
    pub fn score(self) -> Option<i128> {
        let left = (self.allocatable - self.existing - self.pod) * 100;
        (self.allocatable > 0).then(|| left / self.allocatable)
    }
}

pub fn limits(
    snapshot: &ClusterSnapshot,
    node: &Node,
    pod: &Pod,
    name: &str,
    rules: &Rules,
) -> Limits {
    let allocatable = of(&node.allocatable, name);
    let silent = match rules.best_effort {
        BestEffort::Allocatable => allocatable,
        BestEffort::Fixed(amount) => amount,
    };
    let mut existing = 0;
    for other in snapshot.on(&node.name) {
        existing += if best_effort(&other.value) {
            silent
        } else {
            of(&existing_limit(&other.value), name)
        };
    }
    Limits {
        allocatable,
        existing,
        pod: if best_effort(&pod.value) {
            silent
        } else {
            of(&limit(&pod.value), name)
        },
    }
}

/// The limit-aware sum of a node without the cut of the division.
pub fn exact(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod, rules: &Rules) -> Fraction {
    let mut sum = Fraction::new(0, 1);
    for (name, weight) in &rules.resources {
        let limits = limits(snapshot, node, pod, name, rules);
        if limits.allocatable > 0 {
            let left = limits.allocatable - limits.existing - limits.pod;
            let score = Fraction::new(left * 100 * weight, limits.allocatable);
            sum = sum.plus(&score);
        }
    }
    sum
}

fn is_scalar(name: &str) -> bool {
    !super::super::quota::BASIC.contains(&name)
}

/// What of a resource is asked for with the pod, and what there is, for the resources that count:
/// with their weights.
fn loads(
    snapshot: &ClusterSnapshot,
    node: &Node,
    pod: &Pod,
    rules: &Rules,
    real: bool,
) -> Vec<[i128; 3]> {
    let mut loads = Vec::new();
    for (name, weight) in &rules.resources {
        let capacity = of(&node.allocatable, name);
        let asked = if real || is_scalar(name) || name == "ephemeral-storage" {
            of(&pod.request, name)
        } else {
            of(&non_zero_there(&pod.value, snapshot.minor), name)
        };
        if capacity == 0 || (asked == 0 && is_scalar(name)) {
            continue;
        }
        let mut load = asked;
        if real || is_scalar(name) || name == "ephemeral-storage" {
            load += of(&requested(snapshot, &node.name), name);
        } else {
            for other in snapshot.on(&node.name) {
                load += of(&non_zero_there(&other.value, snapshot.minor), name);
            }
        }
        loads.push([load, capacity, *weight]);
    }
    loads
}

fn average(scores: impl Iterator<Item = (i128, i128)>) -> i128 {
    let (mut sum, mut weights) = (0, 0);
    for (score, weight) in scores {
        sum += score * weight;
        weights += weight;
    }
    if weights == 0 { 0 } else { sum / weights }
}

/// A curve of points; between them a line, cut to whole numbers.
fn curve(shape: &[(i128, i128)], at: i128) -> i128 {
    let points: Vec<(i128, i128)> = shape.iter().map(|(x, y)| (*x, y * 10)).collect();
    if at <= points[0].0 {
        return points[0].1;
    }
    for pair in points.windows(2) {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
        if at <= x1 {
            return y0 + (y1 - y0) * (at - x0) / (x1 - x0);
        }
    }
    points[points.len() - 1].1
}

fn ratio(loads: &[[i128; 3]], shape: &[(i128, i128)]) -> i128 {
    let (mut sum, mut weights) = (0, 0);
    for [load, capacity, weight] in loads {
        let used = if load > capacity {
            100
        } else {
            load * 100 / capacity
        };
        let score = curve(shape, used);
        if score > 0 {
            sum += score * weight;
            weights += weight;
        }
    }
    if weights == 0 {
        return 0;
    }
    // Halves go up.
    (sum * 2 + weights) / (weights * 2)
}

fn balanced(loads: &[[i128; 3]]) -> i128 {
    let fractions = loads
        .iter()
        .map(|[load, capacity, _]| (*load as f64 / *capacity as f64).min(1.0));
    let fractions: Vec<f64> = fractions.collect();
    let count = fractions.len() as f64;
    let deviation = match fractions[..] {
        [] | [_] => 0.0,
        [one, two] => ((one - two) / 2.0).abs(),
        _ => {
            let mean = fractions.iter().sum::<f64>() / count;
            let squares = fractions.iter().map(|f| (f - mean) * (f - mean));
            (squares.sum::<f64>() / count).sqrt()
        }
    };
    ((1.0 - deviation) * 100.0) as i128
}

/// What one scorer says.
#[derive(Clone, Debug, Default)]
pub struct Scored {
    pub applies: bool,
    pub normalizes: bool,
    pub raw: BTreeMap<String, i128>,
    pub normalized: BTreeMap<String, i128>,
    /// The nodes with the best score, by name.
    pub best: Vec<String>,
    pub best_by_raw: Vec<String>,
}

fn best(scores: &BTreeMap<String, i128>) -> Vec<String> {
    let most = scores.values().max();
    let best = scores.iter().filter(|(_, score)| Some(*score) == most);
    best.map(|(node, _)| node.clone()).collect()
}

/// The scores of the nodes that the pod fits.
pub fn scored(
    snapshot: &ClusterSnapshot,
    pod: &Pod,
    feasible: &[String],
    rules: &Rules,
    scorer: Scorer,
) -> Scored {
    let asks = |(name, _): &(String, i128)| of(&pod.request, name) > 0;
    if scorer == Scorer::BalancedAllocation && !rules.resources.iter().any(asks) {
        return Scored::default();
    }
    let mut verdict = Scored {
        applies: true,
        normalizes: matches!(
            scorer,
            Scorer::LimitAware | Scorer::AllocatableLeast | Scorer::AllocatableMost
        ),
        ..Scored::default()
    };
    for name in feasible {
        let node = snapshot.node(name).expect("a node");
        let loads = |real| loads(snapshot, node, pod, rules, real);
        let raw = match scorer {
            Scorer::LimitAware => {
                let mut sum = 0;
                for (name, weight) in &rules.resources {
                    let score = limits(snapshot, node, pod, name, rules).score();
                    sum += score.unwrap_or(0) * weight;
                }
                sum
            }
            Scorer::LeastAllocated => {
                average(loads(false).iter().map(|[load, capacity, weight]| {
                    let free = (capacity - load).max(0);
                    (free * 100 / capacity, *weight)
                }))
            }
            Scorer::MostAllocated => average(
                loads(false)
                    .iter()
                    .map(|[load, capacity, weight]| (load.min(capacity) * 100 / capacity, *weight)),
            ),
            Scorer::RequestedToCapacityRatio => ratio(&loads(false), &rules.shape),
            Scorer::BalancedAllocation => {
                let after = loads(true);
                if snapshot.minor < 36 {
                    balanced(&after)
                } else {
                    let before = requested(snapshot, &node.name);
                    let before = rules.resources.iter().filter_map(|(name, weight)| {
                        let capacity = of(&node.allocatable, name);
                        let counts =
                            capacity > 0 && (!is_scalar(name) || of(&pod.request, name) > 0);
                        counts.then(|| [of(&before, name), capacity, *weight])
                    });
                    let before: Vec<[i128; 3]> = before.collect();
                    50 + (50 + balanced(&after) - balanced(&before)) / 2
                }
            }
            Scorer::AllocatableLeast | Scorer::AllocatableMost => {
                let cpu = of(&node.allocatable, "cpu") * (1 << 20);
                let total = (cpu + of(&node.allocatable, "memory")) / ((1 << 20) + 1);
                if scorer == Scorer::AllocatableLeast {
                    -total
                } else {
                    total
                }
            }
        };
        verdict.raw.insert(name.clone(), raw);
    }
    verdict.normalized = verdict.raw.clone();
    if verdict.normalizes {
        let lowest = verdict.raw.values().min().copied().unwrap_or(0);
        let highest = verdict.raw.values().max().copied().unwrap_or(0);
        for score in verdict.normalized.values_mut() {
            *score = if highest == lowest {
                0
            } else {
                (*score - lowest) * 100 / (highest - lowest)
            };
        }
    }
    verdict.best = best(&verdict.normalized);
    verdict.best_by_raw = best(&verdict.raw);
    verdict
}
