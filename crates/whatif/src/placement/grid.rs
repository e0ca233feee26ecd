//! Two parameters over their ranges: the selection for every pair of values.

use schedscope_objects::id::Id as _;
use schedscope_placement::Decision;

use super::{
    Trials,
    sweep::{Exchange, MOST_VALUES, Parameter, Range},
};
use crate::known::Known;

/// The maximum number of pairs.
const MOST_CELLS: usize = 5_000;

/// The maximum number of clusters over all pairs, so that large fleets try fewer pairs. All pairs of two weights are
/// always tried.
const MOST_CLUSTERS: usize = 50_000_000;
const WEIGHTS: usize = 21 * 21;

/// Adjacent columns with the same outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridRun {
    /// The first value of the columns.
    pub from: i64,
    /// The last value.
    pub to: i64,
    /// The index of the outcome.
    pub outcome: usize,
}

/// Adjacent rows with the same runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridRows {
    /// The first value of the rows.
    pub from: i64,
    /// The last value.
    pub to: i64,
    /// The runs, in the order of the columns.
    pub runs: Vec<GridRun>,
}

/// A set of selected clusters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridOutcome {
    /// The number of selected clusters.
    pub selected: usize,
    /// Whether clusters are scored at all.
    pub decided: bool,
    /// The number of pairs of values with this outcome.
    pub cells: usize,
    /// The clusters that are selected and deselected, compared to the decision without edits.
    pub exchange: Exchange,
}

/// A sweep of two parameters, computed in parts.
#[derive(Debug)]
pub struct Grid {
    /// The decision without edits; `None` before the first part.
    pub decision: Option<Decision>,
    /// The parameter of the rows, and that of the columns.
    pub parameters: [Parameter; 2],
    /// Their values.
    pub ranges: [Range; 2],
    /// The rows.
    pub rows: Vec<GridRows>,
    /// The outcomes: first that of the decision without edits, then the others in the order of their first pairs.
    pub outcomes: Vec<GridOutcome>,
    /// Whether all pairs were tried.
    pub complete: bool,
    limit: usize,
    /// The indexes of the outcomes. A key has one bit for each cluster, and is empty if nothing is scored.
    known: Known<Vec<u64>, usize>,
    /// How many pairs were tried.
    done: usize,
}

impl Grid {
    /// A sweep before its first part. `limit`: how many clusters an exchange lists on each side, and how many outcomes
    /// have one.
    pub fn new(parameters: [Parameter; 2], limit: usize) -> Self {
        Self {
            decision: None,
            parameters,
            ranges: [Range::default(), Range::default()],
            rows: Vec::new(),
            outcomes: Vec::new(),
            complete: false,
            limit,
            known: Known::default(),
            done: 0,
        }
    }

    /// Decides for up to `turns` more pairs; returns whether the sweep has finished. If `decision` is still `None`
    /// then, the placement or a parameter does not exist.
    pub fn advance(&mut self, trials: &mut Trials<'_>, turns: usize) -> bool {
        let mut left = turns;
        if self.decision.is_none() {
            if self.begin(trials).is_none() {
                return true;
            }
            left = left.saturating_sub(1);
        }
        while left > 0 && self.done < self.cells() {
            if self.cell(trials).is_none() {
                return true;
            }
            left -= 1;
        }
        let is_over = self.done == self.cells();
        self.complete = is_over && self.ranges.iter().all(|range| range.whole);
        is_over
    }

    fn begin(&mut self, trials: &mut Trials<'_>) -> Option<()> {
        let options = trials.options.clone();
        let decision = trials.decide(&options)?;
        let [rows, columns] = &self.parameters;
        let (mut rows, mut columns) = (
            rows.range(&decision, MOST_VALUES)?,
            columns.range(&decision, MOST_VALUES)?,
        );
        let clusters = decision.fleet.len().max(1);
        let most = (MOST_CLUSTERS / clusters).clamp(WEIGHTS, MOST_CELLS);
        if rows.len() > columns.len() {
            rows.narrow(most / columns.len().max(1));
        } else {
            columns.narrow(most / rows.len().max(1));
        }
        self.ranges = [rows, columns];
        self.outcome(&decision, &decision);
        self.decision = Some(decision);
        Some(())
    }

    fn cell(&mut self, trials: &mut Trials<'_>) -> Option<()> {
        let [rows, columns] = &self.ranges;
        let width = columns.len().max(1);
        let row = rows.from + (self.done / width) as i64;
        let column = columns.from + (self.done % width) as i64;
        let decision = self.decision.take()?;
        let [of_row, of_column] = &self.parameters;
        let now = trials.at(&decision, &[(of_row, row), (of_column, column)]);
        let outcome = now.map(|now| self.outcome(&decision, &now));
        self.decision = Some(decision);
        let outcome = outcome?;
        if let Some(found) = self.outcomes.get_mut(outcome) {
            found.cells += 1;
        }
        if self.done.is_multiple_of(width) {
            self.rows.push(GridRows {
                from: row,
                to: row,
                runs: Vec::new(),
            });
        }
        let runs = &mut self.rows.last_mut()?.runs;
        match runs.last_mut() {
            Some(run) if run.outcome == outcome => run.to = column,
            _ => runs.push(GridRun {
                from: column,
                to: column,
                outcome,
            }),
        }
        self.done += 1;
        if self.done.is_multiple_of(width)
            && let [.., before, last] = &mut *self.rows
            && before.runs == last.runs
        {
            before.to = last.to;
            self.rows.pop();
        }
        Some(())
    }

    /// The index of the outcome of a decision.
    fn outcome(&mut self, before: &Decision, now: &Decision) -> usize {
        let mut key = Vec::new();
        if let Some((selection, fleet)) = now.selection() {
            key = vec![0; fleet.len() / 64 + 1];
            for cluster in selection.unordered(fleet) {
                if let Some(word) = key.get_mut(cluster.index() / 64) {
                    *word |= 1 << (cluster.index() % 64);
                }
            }
        }
        let next = self.outcomes.len();
        let found = self.known.find(&key).copied();
        if let Err(at) = found {
            self.known.put(at, key, next);
            let exchange = if next < self.limit {
                Exchange::between(before, now, self.limit)
            } else {
                Exchange::default()
            };
            self.outcomes.push(GridOutcome {
                selected: now.selected_count(),
                decided: now.selection().is_some(),
                cells: 0,
                exchange,
            });
        }
        found.unwrap_or(next)
    }

    fn cells(&self) -> usize {
        self.ranges.iter().map(Range::len).product()
    }

    /// The number of pairs tried, and of all pairs.
    pub fn progress(&self) -> (u64, u64) {
        (self.done as u64, self.cells() as u64)
    }
}
