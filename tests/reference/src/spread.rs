//! Spread, written from its specification alone: the naive loop, slow and plain.
//!
//! Every step looks at every domain and every remaining cluster anew: O(picks x clusters x terms x
//! siblings). Nothing here is shared with the engine; clusters and placement are Kubernetes JSON.

pub mod domain_counts;
pub mod vector;

use std::collections::{BTreeMap, BTreeSet};

use domain_counts::{DomainCounts, add};
use serde_json::Value;

/// A topology key with what it forbids or prefers.
#[derive(Clone, Debug)]
pub struct Term {
    key: String,
    claim: bool,
    pub max_skew: i64,
    pub hard: bool,
}

/// The values of the topology keys down to a level.
pub type Tuple = Vec<String>;

/// A feasible cluster.
#[derive(Clone, Debug)]
pub struct Cluster {
    pub name: String,
    /// The values of the topology keys, up to the first that is missing.
    pub values: Tuple,
    /// The weighted sum of the other prioritizers.
    pub total: i64,
}

/// A remaining, eligible cluster of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The first hard term that it would break.
    pub blocked_by: Option<usize>,
    pub term_scores: Vec<i64>,
    pub raw: i64,
    /// `None` where it is blocked.
    pub spread: Option<i64>,
    pub final_score: Option<i128>,
}

/// Selected clusters per domain.
pub type Counts = BTreeMap<Tuple, i64>;

/// A domain of a picked cluster before the pick.
#[derive(Clone, Debug)]
pub struct Domain {
    pub values: Tuple,
    pub count: i64,
    /// The smallest and the largest count among its siblings, itself included.
    pub range: (i64, i64),
}

#[derive(Clone, Debug)]
pub struct Step {
    pub picked: String,
    /// The domains of the picked cluster, level by level.
    pub domains: Vec<Domain>,
    /// By name, the picked one included.
    pub rows: BTreeMap<String, Row>,
    /// The smallest and largest spread score over the candidates.
    pub range: (i64, i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Reached,
    Exhausted,
    Blocked,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSelected {
    MissingTopologyKey { term: usize, missing: usize },
    MaxSkew { term: usize },
    NotReached,
}

#[derive(Clone, Debug)]
pub struct Run {
    pub terms: Vec<Term>,
    pub weight: i64,
    pub clusters: BTreeMap<String, Cluster>,
    /// Names of the clusters that have the topology keys of all hard terms.
    pub eligible: BTreeSet<String>,
    pub steps: Vec<Step>,
    /// After the run.
    pub counts: Counts,
    pub end: End,
    pub not_selected: BTreeMap<String, NotSelected>,
    /// How many are wanted beyond those that were selected.
    pub unscheduled: i64,
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn name(object: &Value) -> &str {
    object["metadata"]["name"].as_str().unwrap_or("")
}

pub fn terms(spec: &Value) -> Vec<Term> {
    list(&spec["spreadPolicy"]["spreadConstraints"])
        .iter()
        .map(|term| Term {
            key: term["topologyKey"].as_str().unwrap_or("").to_owned(),
            claim: term["topologyKeyType"] == "Claim",
            max_skew: term["maxSkew"].as_i64().unwrap_or(1),
            hard: term["whenUnsatisfiable"] == "DoNotSchedule",
        })
        .collect()
}

/// Additive: 2 unless configured; Exact: 0 unless configured.
pub fn weight(spec: &Value) -> i64 {
    let policy = &spec["prioritizerPolicy"];
    let mut weight = if policy["mode"] == "Exact" { 0 } else { 2 };
    for configuration in list(&policy["configurations"]) {
        let coordinate = &configuration["scoreCoordinate"];
        let of_spread = match coordinate {
            Value::Null => configuration["name"] == "Spread",
            _ => coordinate["type"] != "AddOn" && coordinate["builtIn"] == "Spread",
        };
        if of_spread {
            weight = configuration["weight"].as_i64().unwrap_or(1);
        }
    }
    weight
}

fn value(term: &Term, cluster: &Value) -> Option<String> {
    let value = if term.claim {
        // Listed twice: the last.
        let claims = list(&cluster["status"]["clusterClaims"]).iter();
        let value = claims.rev().find(|claim| claim["name"] == term.key);
        return value.map(|claim| claim["value"].as_str().unwrap_or("").to_owned());
    } else {
        &cluster["metadata"]["labels"][&term.key]
    };
    value.as_str().map(str::to_owned)
}

/// The tuple of a cluster: it ends before the first value that is missing.
pub fn values(terms: &[Term], cluster: &Value) -> Tuple {
    terms
        .iter()
        .map_while(|term| value(term, cluster))
        .collect()
}

/// 200 steps from -100 to 100 over what the candidates have.
fn normalised(raw: i64, (min, max): (i64, i64)) -> i64 {
    if min == max {
        0
    } else {
        200 * (raw - min) / (max - min) - 100
    }
}

impl Run {
    /// Picks from feasible clusters, as a spec has it.
    pub fn of(spec: &Value, clusters: &[&Value], totals: &BTreeMap<&str, i64>) -> Self {
        let terms = terms(spec);
        let clusters = clusters.iter().map(|cluster| Cluster {
            name: name(cluster).to_owned(),
            values: values(&terms, cluster),
            total: totals[name(cluster)],
        });
        let clusters = clusters.collect();
        Self::new(
            terms,
            weight(spec),
            clusters,
            spec["numberOfClusters"].as_i64(),
        )
    }

    /// Picks from feasible clusters with their totals. `wanted`: `None` for as many as possible.
    pub fn new(terms: Vec<Term>, weight: i64, clusters: Vec<Cluster>, wanted: Option<i64>) -> Self {
        let mut not_selected = BTreeMap::new();
        let mut counts = Counts::new();
        let mut eligible = BTreeSet::new();
        for cluster in &clusters {
            let has = cluster.values.len();
            let lacking = (has..terms.len()).find(|&term| terms[term].hard);
            if let Some(term) = lacking {
                let reason = NotSelected::MissingTopologyKey { term, missing: has };
                not_selected.insert(cluster.name.clone(), reason);
            } else {
                add(&mut counts, &cluster.values, 0);
                eligible.insert(cluster.name.clone());
            }
        }
        let feasible = clusters.len() as i64;
        let clusters = clusters.into_iter().map(|c| (c.name.clone(), c)).collect();
        let mut run = Self {
            terms,
            weight,
            clusters,
            steps: Vec::new(),
            counts,
            end: End::Reached,
            not_selected,
            unscheduled: 0,
            eligible,
        };
        let mut remaining = run.eligible.clone();
        run.end = loop {
            // As many as possible are never reached; where all are selected, nothing is left.
            if wanted == Some(run.steps.len() as i64) {
                break End::Reached;
            }
            if remaining.is_empty() {
                break if wanted.is_none() && run.steps.len() as i64 == feasible {
                    End::Reached
                } else {
                    End::Exhausted
                };
            }
            let Some(step) = run.select_one(&remaining) else {
                break End::Blocked;
            };
            remaining.remove(&step.picked);
            let values = run.clusters[&step.picked].values.clone();
            add(&mut run.counts, &values, 1);
            run.steps.push(step);
        };
        for name in &remaining {
            let reason = match run.end {
                End::Blocked => {
                    let domain_counts = run.domain_counts();
                    let term = domain_counts.blocked_by(&run.clusters[name].values);
                    NotSelected::MaxSkew {
                        term: term.expect("all that remained are blocked"),
                    }
                }
                _ => NotSelected::NotReached,
            };
            run.not_selected.insert(name.clone(), reason);
        }
        run.unscheduled = wanted.unwrap_or(feasible) - run.steps.len() as i64;
        run
    }

    fn domain_counts(&self) -> DomainCounts<'_> {
        DomainCounts::new(&self.terms, &self.counts)
    }

    /// One step: who is picked; `None` where all are blocked.
    fn select_one(&self, remaining: &BTreeSet<String>) -> Option<Step> {
        let domain_counts = self.domain_counts();
        let mut rows: BTreeMap<String, Row> = BTreeMap::new();
        for name in remaining {
            let values = &self.clusters[name].values;
            let term_scores: Vec<i64> = (0..self.terms.len())
                .map(|term| domain_counts.term_score(term, values))
                .collect();
            let joined = term_scores.iter().fold(0, |raw, score| (raw << 6) + score);
            let blocked_by = domain_counts.blocked_by(values);
            if remaining.len() <= 10 {
                assert_eq!(blocked_by, domain_counts.blocked_literally(values));
            }
            rows.insert(
                name.clone(),
                Row {
                    blocked_by,
                    term_scores,
                    raw: joined,
                    spread: None,
                    final_score: None,
                },
            );
        }
        let candidates = || rows.values().filter(|row| row.blocked_by.is_none());
        let range = (
            candidates().map(|row| row.raw).min()?,
            candidates().map(|row| row.raw).max()?,
        );
        let mut best: Option<(i128, String)> = None;
        for (name, row) in &mut rows {
            if row.blocked_by.is_some() {
                continue;
            }
            let spread = normalised(row.raw, range);
            let total = self.clusters[name].total;
            let score = i128::from(self.weight) * i128::from(spread) + i128::from(total);
            row.spread = Some(spread);
            row.final_score = Some(score);
            // Names ascend, so an equal score does not win.
            if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
                best = Some((score, name.clone()));
            }
        }
        let picked = best?.1;
        let values = &self.clusters[&picked].values;
        let domains = (0..values.len()).map(|level| Domain {
            values: values[..=level].to_vec(),
            count: self.counts[&values[..=level]],
            range: domain_counts.ranges[&values[..level]],
        });
        Some(Step {
            domains: domains.collect(),
            picked,
            rows,
            range,
        })
    }

    /// The picks, in order.
    pub fn selected(&self) -> Vec<&str> {
        self.steps.iter().map(|step| step.picked.as_str()).collect()
    }

    /// The counts after so many steps.
    pub fn counts_after(&self, steps: usize) -> Counts {
        let mut counts: Counts = self.counts.keys().map(|key| (key.clone(), 0)).collect();
        for step in &self.steps[..steps] {
            add(&mut counts, &self.clusters[&step.picked].values, 1);
        }
        counts
    }

    /// How many can be selected where as many as possible are wanted: depends on no score.
    pub fn capacity(&self) -> i64 {
        self.capacity_of(&[])
    }

    /// M(node): its direct clusters, and of every child as many as it has and its siblings allow.
    fn capacity_of(&self, node: &[String]) -> i64 {
        let eligible = self.eligible.iter().map(|name| &self.clusters[name].values);
        let direct = eligible.filter(|values| values.as_slice() == node).count() as i64;
        let children: Vec<&Tuple> = self
            .counts
            .keys()
            .filter(|other| other.len() == node.len() + 1 && other.starts_with(node))
            .collect();
        let each: Vec<i64> = children
            .iter()
            .map(|child| self.capacity_of(child))
            .collect();
        let least = each.iter().copied().min().unwrap_or(0);
        let bound = match self.terms.get(node.len()) {
            Some(term) if term.hard => least.saturating_add(term.max_skew),
            _ => i64::MAX,
        };
        direct + each.iter().map(|m| (*m).min(bound)).sum::<i64>()
    }
}

/// What the API accepts.
pub fn is_valid(terms: &[Term]) -> bool {
    terms.len() <= 8 && terms.iter().all(|term| term.max_skew >= 1)
}

/// The run of a scenario in profile `Proposal`; `None` where its placement has no terms or is no
/// valid one.
pub fn run(scenario: &Value) -> Option<Run> {
    let spec = &scenario["placement"]["spec"];
    let terms = terms(spec);
    if terms.is_empty() || !is_valid(&terms) {
        return None;
    }
    // The filters and the other prioritizers know nothing of spread.
    let mut plain = scenario.clone();
    let plain_spec = plain["placement"]["spec"].as_object_mut()?;
    plain_spec.remove("spreadPolicy");
    let decided = super::placement::decide(&plain, true);
    let totals = decided["scores"].as_object()?.iter();
    let totals = totals.map(|(name, total)| Some((name.as_str(), total.as_i64()?)));
    let totals: BTreeMap<&str, i64> = totals.collect::<Option<_>>()?;
    let clusters: Vec<&Value> = list(&scenario["managedClusters"])
        .iter()
        .filter(|cluster| totals.contains_key(name(cluster)))
        .collect();
    Some(Run::of(spec, &clusters, &totals))
}

/// The nearest 64-bit integer, for answers have no more.
pub fn clamp(score: Option<i128>) -> Option<i64> {
    let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
    score.map(|score| score.clamp(least, most) as i64)
}
