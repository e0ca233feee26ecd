//! A decision against a hub's debug result in the text.

use rustc_hash::{FxHashMap, FxHashSet};
use schedscope_objects::{debug_result::DebugResult, id::ClusterId, names::Symbol, words};
use schedscope_placement::outcome::SchedulerStatusCode;
use serde::Serialize;

use crate::placement::{DecisionDetails, integer::Integer};

/// A decision against the hub's debug result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DebugComparison {
    /// Whether nothing differs.
    pub same: bool,
    /// The error of the hub; empty without one.
    pub error: String,
    /// The differences, in the order in which a hub decides; at most `limit` of them, or 10. Of a cluster only the
    /// first filter is listed; totals only where nothing else differs.
    pub differences: Vec<DebugDifference>,
    /// The number of all differences.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub difference_count: usize,
}

words! {
    /// What differs: `filter`: whether a cluster passes a filter (1 or 0), or whether there is such a filter. `weight`:
    /// the weight of a prioritizer, or whether there is such a prioritizer. `score`: the score of a cluster, before the
    /// weight. `total`: the total of a cluster.
    pub enum DebugPart {
        /// Whether a cluster passes a filter.
        Filter = "filter",
        /// The weight of a prioritizer.
        Weight = "weight",
        /// The score of a cluster.
        Score = "score",
        /// The total of a cluster.
        Total = "total",
    }
}

/// One difference between a decision and a debug result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DebugDifference {
    /// What differs.
    pub part: DebugPart,
    /// The name of the filter or prioritizer; empty for a total.
    pub name: String,
    /// The name of the cluster; empty for a weight, and for a filter that only one of them has.
    pub cluster: String,
    /// The number in the debug result; `null`: it has none.
    pub there: Option<Integer>,
    /// The number of the decision; `null`: it has none.
    pub here: Option<Integer>,
}

struct Differences {
    rows: Vec<DebugDifference>,
    count: usize,
    limit: usize,
}

impl Differences {
    fn add(
        &mut self,
        part: DebugPart,
        (name, cluster): (&str, &str),
        (there, here): (Option<i64>, Option<i64>),
    ) {
        self.count += 1;
        if self.rows.len() < self.limit {
            self.rows.push(DebugDifference {
                part,
                name: name.to_owned(),
                cluster: cluster.to_owned(),
                there: there.map(Into::into),
                here: here.map(Into::into),
            });
        }
    }
}

impl DecisionDetails<'_> {
    /// The decision against the debug result of its placement; `None`: the text has none. O(entries + clusters).
    pub(crate) fn debug_comparison(&self, limit: usize) -> Option<DebugComparison> {
        let (placement, objects) = (&self.decision.placement, self.objects);
        let debug = objects.debug_results.iter().find(|debug| {
            let of = debug.placement(objects);
            of.is_some_and(|of| of.namespace == placement.namespace && of.name == placement.name)
        })?;
        let mut found = Differences {
            rows: Vec::new(),
            count: 0,
            limit,
        };
        let differing = self.filters_differ(debug, &mut found);
        self.scores_differ(debug, &differing, &mut found);
        if found.count == 0 {
            let total = |cluster| self.decision.total(cluster);
            self.numbers_differ(
                (DebugPart::Total, ""),
                &debug.totals,
                &total,
                &differing,
                &mut found,
            );
        }
        let status = self.decision.status(objects, 0);
        let fails = status.code != SchedulerStatusCode::Success;
        Some(DebugComparison {
            same: found.count == 0 && (debug.error.is_empty() || fails),
            error: debug.error.clone().into(),
            differences: found.rows,
            difference_count: found.count,
        })
    }

    /// The clusters that one of both drops earlier.
    fn filters_differ(&self, debug: &DebugResult, found: &mut Differences) -> FxHashSet<Symbol> {
        let names = &self.objects.names;
        let ours = self.decision.filters();
        let mut differing = FxHashSet::default();
        for (pipeline, clusters) in &debug.filters {
            // The name lists all filters up to this one.
            let name = names[*pipeline].rsplit(',').next().unwrap_or_default();
            let Some((_, left)) = ours.iter().find(|(one, _)| *one == name) else {
                found.add(DebugPart::Filter, (name, ""), (Some(1), None));
                continue;
            };
            let there: FxHashSet<Symbol> = clusters.iter().copied().collect();
            let here: FxHashSet<Symbol> = left
                .iter()
                .filter_map(|cluster| self.symbol(*cluster))
                .collect();
            let either = self.by_name(there.symmetric_difference(&here).copied());
            for cluster in either {
                if differing.insert(cluster) {
                    let passes = |set: &FxHashSet<Symbol>| Some(set.contains(&cluster).into());
                    let both = (passes(&there), passes(&here));
                    found.add(DebugPart::Filter, (name, &names[cluster]), both);
                }
            }
        }
        differing
    }

    fn scores_differ(
        &self,
        debug: &DebugResult,
        differing: &FxHashSet<Symbol>,
        found: &mut Differences,
    ) {
        if debug.prioritizers.is_empty() || self.decision.scoring.is_none() {
            return;
        }
        let names = &self.objects.names;
        let mut theirs: Vec<_> = debug.prioritizers.iter().collect();
        for (entry, column) in self.decision.scorers() {
            let here = i64::from(entry.weight);
            let Some(at) = theirs.iter().position(|one| names[one.name] == entry.name) else {
                found.add(DebugPart::Weight, (&entry.name, ""), (None, Some(here)));
                continue;
            };
            let there = theirs.remove(at);
            if there.weight != here {
                let both = (Some(there.weight), Some(here));
                found.add(DebugPart::Weight, (&entry.name, ""), both);
            }
            let score = |cluster| column?.get(self.decision.place(cluster)?);
            let part = (DebugPart::Score, entry.name.as_str());
            self.numbers_differ(part, &there.scores, &score, differing, found);
        }
        for there in theirs {
            let name = &names[there.name];
            found.add(DebugPart::Weight, (name, ""), (Some(there.weight), None));
        }
    }

    /// No number counts 0, there and here.
    fn numbers_differ(
        &self,
        (part, name): (DebugPart, &str),
        there: &[(Symbol, i64)],
        here: &dyn Fn(ClusterId) -> Option<i64>,
        differing: &FxHashSet<Symbol>,
        found: &mut Differences,
    ) {
        let mut numbers: FxHashMap<Symbol, [Option<i64>; 2]> = FxHashMap::default();
        for (cluster, number) in there {
            numbers.entry(*cluster).or_default()[0] = Some(*number);
        }
        for &cluster in self.decision.feasible() {
            if let Some(symbol) = self.symbol(cluster) {
                numbers.entry(symbol).or_default()[1] = here(cluster);
            }
        }
        numbers.retain(|cluster, [there, here]| {
            there.unwrap_or_default() != here.unwrap_or_default() && !differing.contains(cluster)
        });
        for cluster in self.by_name(numbers.keys().copied()) {
            let [there, here] = numbers.get(&cluster).copied().unwrap_or_default();
            found.add(part, (name, &self.objects.names[cluster]), (there, here));
        }
    }

    fn symbol(&self, cluster: ClusterId) -> Option<Symbol> {
        let cluster = self.objects.clusters.get(cluster)?;
        Some(cluster.name())
    }
}
