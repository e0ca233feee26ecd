//! Everything that the engine says about a run, held against the naive loop.

use std::collections::{BTreeMap, BTreeSet};

use conformance::{Verdict, placement as placements, spread as suite};
use proptest::prelude::*;
use schedscope::answers::placement::{DecisionDetails, integer::Integer};
use serde_json::{Value, json};

use super::decide;
use reference::{
    placement,
    spread::{self, Counts, End, NotSelected, Row, Run, Step, Tuple, domain_counts, vector},
};

/// The lowest and the highest count below each tuple of values.
type Ranges<'a> = BTreeMap<&'a [String], (i64, i64)>;

/// What the twin knows, and the order of the clusters in the text.
struct Expected<'a> {
    run: &'a Run,
    scenario: &'a Value,
    indexes: BTreeMap<&'a str, usize>,
}

/// A whole number as answers have it.
fn integer(number: i64) -> Value {
    json!(Integer::from(number))
}

/// A score, likewise.
fn score(score: Option<i128>) -> Value {
    spread::clamp(score).map_or(Value::Null, integer)
}

fn end(end: End) -> &'static str {
    match end {
        End::Reached => "reached",
        End::Exhausted => "exhausted",
        End::Blocked => "blocked",
    }
}

impl<'a> Expected<'a> {
    fn new(run: &'a Run, scenario: &'a Value) -> Self {
        let clusters = scenario["managedClusters"].as_array().expect("clusters");
        let names = clusters.iter().enumerate();
        let names = names.map(|(index, cluster)| {
            let name = cluster["metadata"]["name"].as_str().expect("a name");
            (name, index)
        });
        Self {
            run,
            scenario,
            indexes: names.collect(),
        }
    }

    /// A cluster in the step after so many others, with the ranges of these counts.
    fn candidate(&self, name: &str, row: &Row, before: &Counts, ranges: &Ranges<'_>) -> Value {
        let cluster = &self.run.clusters[name];
        let levels = 0..cluster.values.len();
        let counts = levels.map(|level| {
            let (lowest, highest) = ranges[&cluster.values[..level]];
            json!({"count": before[&cluster.values[..=level]], "lowest": lowest, "highest": highest})
        });
        json!({
            "cluster": self.indexes[name], "name": name, "values": cluster.values,
            "counts": counts.collect::<Vec<_>>(), "blockedBy": row.blocked_by, "termScores": row.term_scores,
            "raw": row.raw, "spread": row.spread, "prioritizer": integer(cluster.total),
            "final": score(row.final_score),
        })
    }

    /// Candidates, best first, then the blocked ones by name.
    fn table(step: &Step) -> Vec<(&String, &Row)> {
        let mut rows: Vec<_> = step.rows.iter().collect();
        // Stable: where nothing else decides, the order is that of the names.
        rows.sort_by_key(|(_, row)| (row.blocked_by, row.final_score.map(|score| -score)));
        let (free, mut blocked): (Vec<_>, Vec<_>) = rows
            .into_iter()
            .partition(|(_, row)| row.blocked_by.is_none());
        blocked.sort_by_key(|(name, _)| *name);
        free.into_iter().chain(blocked).collect()
    }

    fn summary(&self) -> Value {
        let Run {
            terms, clusters, ..
        } = self.run;
        let skews = domain_counts::skews(terms.len(), &self.run.counts);
        let terms = skews.into_iter().enumerate().map(|(level, skew)| {
            let domains = self.run.counts.keys().filter(|d| d.len() == level + 1);
            let missing = clusters.values().filter(|c| c.values.len() <= level);
            json!({"domains": domains.count(), "missing": missing.count(), "worstSkew": skew})
        });
        json!({
            "weight": self.run.weight, "steps": self.run.steps.len(),
            "eligible": self.run.eligible.len(), "end": end(self.run.end),
            "terms": terms.collect::<Vec<_>>(),
        })
    }

    fn step(&self, number: usize) -> Value {
        let step = &self.run.steps[number - 1];
        let before = self.run.counts_after(number - 1);
        let ranges = domain_counts::ranges(&before);
        let table = Self::table(step);
        let (name, row) = table[0];
        assert_eq!(*name, step.picked);
        let candidates = table
            .iter()
            .filter(|(_, row)| row.blocked_by.is_none())
            .count();
        let runner_up = table.get(1).filter(|(_, row)| row.blocked_by.is_none());
        let gap = runner_up.map(|(_, other)| {
            let of = |row: &Row| row.final_score.expect("a candidate");
            score(Some(of(row) - of(other)))
        });
        let mut blocked_by = vec![0; self.run.terms.len()];
        for term in step.rows.values().filter_map(|row| row.blocked_by) {
            blocked_by[term] += 1;
        }
        let domains = step.domains.iter().map(|domain| {
            json!({
                "values": domain.values, "before": domain.count, "after": domain.count + 1,
                "lowest": domain.range.0, "highest": domain.range.1,
            })
        });
        json!({
            "step": number, "picked": self.candidate(name, row, &before, &ranges),
            "runnerUp": runner_up.map(|(name, row)| self.candidate(name, row, &before, &ranges)), "gap": gap,
            "candidates": candidates, "blocked": table.len() - candidates,
            "blockedBy": blocked_by, "lowest": step.range.0, "highest": step.range.1,
            "domains": domains.collect::<Vec<_>>(),
        })
    }

    fn page(&self, number: usize, from: usize, count: usize) -> Value {
        let before = self.run.counts_after(number - 1);
        let ranges = domain_counts::ranges(&before);
        let table = Self::table(&self.run.steps[number - 1]);
        let total = table.len();
        let rows = table.into_iter().skip(from).take(count);
        let rows = rows.map(|(name, row)| self.candidate(name, row, &before, &ranges));
        json!({"total": total, "candidates": rows.collect::<Vec<_>>()})
    }

    /// All domains after so many steps, with those of filtered clusters.
    fn domains(&self, steps: usize) -> Vec<Value> {
        let counts: Counts = self.run.counts_after(steps);
        let ranges = domain_counts::ranges(&counts);
        let blocked = self.blocked(steps);
        let mut tallies: BTreeMap<Tuple, [u32; 3]> = BTreeMap::new();
        for cluster in self.scenario["managedClusters"]
            .as_array()
            .expect("clusters")
        {
            let name = cluster["metadata"]["name"].as_str().expect("a name");
            let values = spread::values(&self.run.terms, cluster);
            for level in 1..=values.len() {
                let tally = tallies.entry(values[..level].to_vec()).or_default();
                tally[0] += u32::from(self.run.eligible.contains(name));
                tally[1] += u32::from(!self.run.clusters.contains_key(name));
                tally[2] += u32::from(blocked.contains(name));
            }
        }
        let domains = tallies
            .into_iter()
            .map(|(values, [eligible, filtered, blocked])| {
                let parent = &values[..values.len() - 1];
                let (lowest, highest) = ranges.get(parent).copied().unwrap_or_default();
                let selected = counts.get(&values).copied().unwrap_or(0);
                json!({"values": values, "count": selected, "eligible": eligible,
                   "filtered": filtered, "blocked": blocked, "lowest": lowest, "highest": highest})
            });
        domains.collect()
    }

    /// The clusters that the step before blocked; after a run that ended so, those that are left.
    fn blocked(&self, steps: usize) -> BTreeSet<&str> {
        let left = self.run.not_selected.iter();
        let ended = left.filter(|(_, why)| matches!(why, NotSelected::MaxSkew { .. }));
        let ended: BTreeSet<&str> = ended.map(|(name, _)| name.as_str()).collect();
        if steps >= self.run.steps.len() && !ended.is_empty() {
            return ended;
        }
        let step = self.run.steps.get(steps.saturating_sub(1));
        let rows = step.into_iter().flat_map(|step| &step.rows);
        let rows = rows.filter(|(_, row)| row.blocked_by.is_some());
        rows.map(|(name, _)| name.as_str()).collect()
    }

    fn skews(&self) -> Value {
        let after =
            |steps| domain_counts::skews(self.run.terms.len(), &self.run.counts_after(steps));
        let after_steps: Vec<Vec<i64>> = (0..=self.run.steps.len()).map(after).collect();
        let term = |term: usize| after_steps.iter().map(move |skews| skews[term]);
        let terms = (0..self.run.terms.len()).map(|index| term(index).collect::<Vec<_>>());
        json!({"terms": terms.collect::<Vec<_>>()})
    }

    /// Why a feasible cluster is not selected; null where it is.
    fn reason(&self, name: &str) -> Value {
        match self.run.not_selected.get(name) {
            None => Value::Null,
            Some(NotSelected::MissingTopologyKey { term, missing }) => {
                json!({"type": "missing-topology-key", "term": term, "missingTerm": missing})
            }
            Some(NotSelected::MaxSkew { term }) => json!({"type": "max-skew", "term": term}),
            Some(NotSelected::NotReached) => {
                let last = self.run.steps.last();
                let of = |name: &str| last.and_then(|step| step.rows[name].final_score);
                let gap = last.and_then(|step| Some(of(&step.picked)? - of(name)?));
                json!({"type": "not-picked", "gap": score(gap),
                       "blockedBy": last.and_then(|step| step.rows[name].blocked_by)})
            }
        }
    }

    /// A feasible cluster in the run.
    fn cluster(&self, name: &str) -> Value {
        let picked = self.run.steps.iter().position(|step| step.picked == name);
        let step = picked.or_else(|| self.run.steps.len().checked_sub(1));
        let before = step
            .map(|step| self.run.counts_after(step))
            .unwrap_or_default();
        let ranges = domain_counts::ranges(&before);
        let row = step.and_then(|step| self.run.steps[step].rows.get(name));
        json!({
            "values": self.run.clusters[name].values, "picked": picked.map(|step| step + 1),
            "numbers": row.map(|row| self.candidate(name, row, &before, &ranges)),
        })
    }
}

/// Some of the steps where there are many: the first, the last, and a few in between.
fn some(steps: usize) -> BTreeSet<usize> {
    (1..=steps)
        .filter(|step| steps <= 60 || [1, 2, steps].contains(step) || step % 23 == 0)
        .collect()
}

fn check_run(
    run: &Run,
    scenario: &Value,
    details: &DecisionDetails<'_>,
) -> Result<(), TestCaseError> {
    let expected = Expected::new(run, scenario);
    let steps = run.steps.len();
    prop_assert_eq!(json!(details.summary(0).spread), expected.summary());
    prop_assert_eq!(json!(details.summary(0).unscheduled), run.unscheduled);
    for step in some(steps) {
        prop_assert_eq!(json!(details.spread_step(step)), expected.step(step));
        let all = details.spread_candidates(step, 0, usize::MAX);
        prop_assert_eq!(
            json!(all),
            expected.page(step, 0, usize::MAX),
            "step {}",
            step
        );
        let page = details.spread_candidates(step, 2, 3);
        prop_assert_eq!(json!(page), expected.page(step, 2, 3), "step {}", step);
    }
    for step in [0, steps + 1] {
        prop_assert!(details.spread_step(step).is_none());
        prop_assert!(details.spread_candidates(step, 0, 1).is_none());
    }
    for step in BTreeSet::from([0, steps / 2, steps]) {
        let domains = expected.domains(step);
        let all = json!({"step": step, "total": domains.len(), "domains": domains});
        prop_assert_eq!(json!(details.spread_domains(step, usize::MAX)), all);
        for most in [0, 2, 7] {
            let few = json!(details.spread_domains(step, most));
            prop_assert_eq!(&few["total"], &json!(domains.len()));
            let few = few["domains"].as_array().expect("a list");
            prop_assert!(few.len() <= most);
            // In the order of all, and no level before the one above it is whole.
            let mut rest = domains.iter();
            prop_assert!(few.iter().all(|one| rest.any(|other| json!(other) == *one)));
            let depth = |domain: &Value| domain["values"].as_array().map_or(0, Vec::len);
            let deepest = few.iter().map(depth).max().unwrap_or(0);
            let above = |list: &[Value]| list.iter().filter(|d| depth(d) < deepest).count();
            let everything: Vec<Value> = domains.iter().map(|domain| json!(domain)).collect();
            prop_assert_eq!(above(few), above(&everything));
        }
    }
    prop_assert!(details.spread_domains(steps + 1, 1).is_none());
    prop_assert_eq!(json!(details.spread_skews()), expected.skews());
    for name in run.clusters.keys() {
        let cluster = details.cluster_index(name).expect("a cluster");
        let reason = expected.reason(name);
        prop_assert_eq!(json!(details.reason(cluster)), reason.clone(), "{}", name);
        let explained = details.explain(cluster).expect("a cluster");
        prop_assert_eq!(json!(explained.reason), reason);
        prop_assert_eq!(json!(explained.spread), expected.cluster(name), "{}", name);
    }
    Ok(())
}

/// The report in the words of the vectors' runner.
fn check_report(run: &Run, report: &Value) -> Result<(), TestCaseError> {
    let listed = run.clusters.len() <= 100;
    let mut expected = vector::of(run, listed);
    let reasons = expected["notSelected"].as_object_mut().expect("reasons");
    for (name, reason) in reasons {
        if let NotSelected::MissingTopologyKey { missing, .. } = run.not_selected[name] {
            reason["missingTerm"] = json!(missing);
        }
        let last = run.steps.last().and_then(|step| step.rows.get(name));
        if let (NotSelected::NotReached, Some(Some(final_score))) =
            (&run.not_selected[name], last.map(|row| row.final_score))
        {
            reason["final"] = json!(spread::clamp(Some(final_score)));
        }
    }
    match suite::compare_values(expected, report) {
        Verdict::Passed => Ok(()),
        other => Err(TestCaseError::fail(format!("{other:#?}"))),
    }
}

fn mode(scenario: &Value) -> &str {
    scenario["mode"].as_str().expect("a mode")
}

/// What becomes of the picks: decisions, groups, conditions.
fn check_decision(scenario: &Value, report: &Value) -> Result<(), TestCaseError> {
    let expected = placement::decide(scenario, true);
    match placements::compare_values(&expected, mode(scenario), report) {
        Verdict::Passed => Ok(()),
        other => Err(TestCaseError::fail(format!("{other:#?}"))),
    }
}

pub(super) fn check(scenario: &Value) -> Result<(), TestCaseError> {
    let run = spread::run(scenario).expect("a run");
    let decided = decide(scenario);
    let details = decided.details().expect("a decision");
    check_run(&run, scenario, &details)?;
    let report = json!(details.report());
    check_report(&run, &report)?;
    if run.clusters.len() <= 60 {
        check_decision(scenario, &report)?;
    }
    Ok(())
}
