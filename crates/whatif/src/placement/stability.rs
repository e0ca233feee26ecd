//! How far weights may change before the selected set does.

use schedscope_objects::{id::ClusterId, order};
use schedscope_placement::Decision;

use super::{
    Trials,
    corner::Corner,
    leaving::Leaving,
    lines::{Line, MOST, NotLinear, TotalsAt},
};
use crate::fraction::{Fraction, Interval};

/// The weights of one prioritizer with which the selected set stays as it is.
#[derive(Debug)]
pub struct Stable {
    /// The prioritizer.
    pub prioritizer: String,
    /// Its weight.
    pub weight: i32,
    /// The weights, the one in force among them.
    pub weights: Interval,
    /// Who is exchanged where the weight becomes smaller: who goes, who comes.
    pub below: Option<(ClusterId, ClusterId)>,
    /// Likewise where it becomes larger.
    pub above: Option<(ClusterId, ClusterId)>,
    /// Clusters with the weights with which each stays selected.
    pub clusters: Vec<(ClusterId, Interval)>,
}

impl Stable {
    /// How far the weight is from the nearest end; `None`: there is none.
    pub fn room(&self) -> Option<Fraction> {
        let distance = |(at, _): (Fraction, bool)| {
            let part = at.part - i128::from(self.weight) * at.whole;
            Fraction {
                part: part.abs(),
                whole: at.whole,
            }
        };
        let ends = [self.weights.from, self.weights.to];
        ends.into_iter().flatten().map(distance).min()
    }
}

/// The radius of the selected set.
#[derive(Clone, Copy, Debug)]
pub struct Radius {
    /// Every weight may change by less than this at once, and nothing changes.
    pub radius: Fraction,
    /// Who goes first beyond it.
    pub out: ClusterId,
    /// Who comes first.
    pub comes: ClusterId,
}

/// How far weights may change before the selected set does, in parts: for every prioritizer that counts, the weights
/// with which the set stays as it is, O(prioritizers x n) in nearly every case; for each of the first selected
/// clusters, its own weights; for all weights at once, the radius.
#[derive(Debug)]
pub struct Stability {
    /// The decision; `None` before the first part.
    pub decision: Option<Decision>,
    /// The prioritizers.
    pub prioritizers: Vec<Stable>,
    /// How far all weights may change at once; `None`: any.
    pub radius: Option<Radius>,
    /// Why there are none; `None`: there are.
    pub reason: Option<NotLinear>,
    limit: usize,
    names: Vec<String>,
    items: Vec<ClusterId>,
    is_over: bool,
}

impl Stability {
    /// Before the first part; at most so many clusters are looked at.
    pub fn new(limit: usize) -> Self {
        Self {
            decision: None,
            prioritizers: Vec::new(),
            radius: None,
            reason: None,
            limit,
            names: Vec::new(),
            items: Vec::new(),
            is_over: false,
        }
    }

    /// Looks at so many more prioritizers; gives whether it is at its end. Without a decision then, there
    /// is no such placement.
    pub fn advance(&mut self, trials: &mut Trials<'_>, turns: usize) -> bool {
        for _ in 0..turns {
            if self.is_over {
                break;
            }
            let looked = self.look(trials);
            self.reason = self.reason.or(looked.err());
            self.is_over |= self.reason.is_some() || self.decision.is_none();
        }
        self.is_over
    }

    fn look(&mut self, trials: &mut Trials<'_>) -> Result<(), NotLinear> {
        let Some(decision) = &self.decision else {
            let options = trials.options.clone();
            let Some(decision) = trials.decide(&options) else {
                return Ok(());
            };
            for entry in decision.plan.active() {
                if !self.names.contains(&entry.name) {
                    self.names.push(entry.name.clone());
                }
            }
            self.items = decision.first_selected(self.limit);
            self.decision = Some(decision);
            return Ok(());
        };
        if let Some(name) = self.names.get(self.prioritizers.len()) {
            self.prioritizers
                .push(stable(trials, decision, name, &self.items)?);
            return Ok(());
        }
        self.radius = radius(decision)?;
        self.is_over = true;
        Ok(())
    }

    /// How many prioritizers were looked at, of how many.
    pub fn progress(&self) -> (u64, u64) {
        let done = usize::from(self.decision.is_some()) + self.prioritizers.len();
        (done as u64, (2 + self.names.len()) as u64)
    }
}

/// The weights of one prioritizer with which the selected set, and each of `items`, stays as it is.
fn stable(
    trials: &mut Trials<'_>,
    decision: &Decision,
    name: &str,
    items: &[ClusterId],
) -> Result<Stable, NotLinear> {
    let mut active = decision.plan.active();
    let weight = active
        .find(|entry| entry.name == name)
        .map_or(0, |entry| entry.weight);
    let lines = trials.lines(name)?;
    let Some((selection, fleet)) = decision.selection() else {
        return Err(NotLinear::Misconfigured);
    };
    let (selected, rejected): (Vec<Line>, Vec<Line>) = lines
        .all
        .iter()
        .partition(|line| selection.is_selected(line.cluster, fleet));
    let up = end(&selected, &rejected);
    // Towards minus infinity is towards plus infinity with all scores turned round.
    let turned = |lines: &[Line]| -> Vec<Line> {
        let turned = lines.iter().map(|line| Line {
            s: -line.s,
            ..*line
        });
        turned.collect()
    };
    let down = end(&turned(&selected), &turned(&rejected));
    let turn = |at: Fraction| Fraction {
        part: -at.part,
        whole: at.whole,
    };
    let here = i64::from(weight);
    let mut leaving = Leaving::new(&lines.all, here, lines.selected);
    let until = leaving.until();
    leaving.turn();
    let since = leaving.until();
    // Both are in the order of the ranks, and so are the items.
    let own: Vec<(ClusterId, Interval)> = until
        .into_iter()
        .zip(since)
        .map(|((cluster, to), (_, from))| {
            let from = from.map(|(at, included)| (turn(at), included));
            (cluster, Interval { from, to })
        })
        .collect();
    let clusters = items.iter().enumerate().filter_map(|(place, cluster)| {
        let is_it = |one: &&(ClusterId, Interval)| one.0 == *cluster;
        let here = own.get(place).filter(is_it);
        here.or_else(|| own.iter().find(is_it)).copied()
    });
    Ok(Stable {
        clusters: clusters.collect(),
        prioritizer: name.to_owned(),
        weight,
        weights: Interval {
            from: down.as_ref().map(|end| (turn(end.at), end.within)),
            to: up.as_ref().map(|end| (end.at, end.within)),
        },
        below: down.map(|end| end.exchange),
        above: up.map(|end| end.exchange),
    })
}

struct End {
    at: Fraction,
    within: bool,
    /// Who goes and who comes behind it.
    exchange: (ClusterId, ClusterId),
}

/// The largest weight up to which all of `selected` stay before all of `rejected`, where they are at some smaller one;
/// `None`: there is none.
///
/// The smallest selected total is concave in the weight and the largest rejected one convex, so Newton's steps from
/// infinity end at the crossing: each takes the two clusters that touch, and the weight where they are equal.
fn end(selected: &[Line], rejected: &[Line]) -> Option<End> {
    let largest = |lines: &[Line]| lines.iter().map(Line::size).max();
    let size = largest(selected).max(largest(rejected)).unwrap_or(0);
    // At infinity the score decides.
    let mut worst = selected.iter().min_by_key(|line| (line.s, line.a))?;
    let mut best = rejected.iter().max_by_key(|line| (line.s, line.a))?;
    if worst.s >= best.s {
        // Equal scores: then the totals at 0, and names, say the same for every weight.
        return None;
    }
    loop {
        let at = Fraction::new(worst.a - best.a, best.s - worst.s);
        let totals = TotalsAt::new(at, size);
        let value = |line: &Line| totals.of(line);
        // Of those that touch here, the ones that do so from smaller weights.
        let low = selected.iter().min_by_key(|line| (value(line), -line.s))?;
        let high = rejected.iter().max_by_key(|line| (value(line), -line.s))?;
        if value(low) >= value(high) || low.s >= high.s {
            let level = value(worst);
            let at_level = |line: &&Line| value(line) == level;
            let last = selected
                .iter()
                .filter(at_level)
                .map(|line| line.name)
                .max()?;
            let first = rejected
                .iter()
                .filter(at_level)
                .map(|line| line.name)
                .min()?;
            let out = selected
                .iter()
                .filter(at_level)
                .min_by_key(|line| (line.s, u32::MAX - line.name))?;
            let comes = rejected
                .iter()
                .filter(at_level)
                .max_by_key(|line| (line.s, u32::MAX - line.name))?;
            return Some(End {
                at,
                within: last < first,
                exchange: (out.cluster, comes.cluster),
            });
        }
        (worst, best) = (low, high);
    }
}

/// The largest change of every weight at once that changes nothing: the smallest, over all pairs of a selected and a
/// rejected cluster, of their margin divided by the sum of their differences in score. `None`: no weights change it.
///
/// # Errors
/// Totals are not linear in weights.
pub fn radius(decision: &Decision) -> Result<Option<Radius>, NotLinear> {
    let (Some((selection, fleet)), Some(scoring)) = (decision.selection(), &decision.scoring)
    else {
        return Err(NotLinear::Misconfigured);
    };
    if decision.spread_run().is_some() {
        return Err(NotLinear::Spread);
    }
    let is_small = |number: &i64| number.unsigned_abs() < MOST;
    let is_small_range = |range: (i64, i64)| is_small(&range.0) && is_small(&range.1);
    let ranges = scoring
        .columns
        .iter()
        .flatten()
        .filter_map(|column| column.range);
    if !scoring.totals.iter().all(is_small) || !ranges.clone().all(is_small_range) {
        return Err(NotLinear::Overflow);
    }
    // A score that is listed twice counts twice in the total, and changes with its weight as one.
    let columns: Vec<&[i64]> = scoring
        .columns
        .iter()
        .flatten()
        .map(|column| &*column.scores)
        .collect();
    let score = |column: &[i64], place: usize| i128::from(column.get(place).copied().unwrap_or(0));
    let total = |place: usize| i128::from(scoring.totals.get(place).copied().unwrap_or(0));
    let mut selected = Vec::new();
    let mut rejected = Vec::new();
    for (place, &cluster) in decision.feasible().iter().enumerate() {
        if selection.is_selected(cluster, fleet) {
            &mut selected
        } else {
            &mut rejected
        }
        .push(place);
    }
    order::sort(&mut selected, |a, b| total(*a).cmp(&total(*b)));
    order::sort(&mut rejected, |a, b| total(*b).cmp(&total(*a)));
    // No pair differs by more.
    let most: i128 = ranges
        .map(|(low, high)| i128::from(high.max(0)) - i128::from(low.min(0)))
        .sum();
    let mut best: Option<Corner> = None;
    for &out in &selected {
        for &comes in &rejected {
            let margin = total(out) - total(comes);
            if best.is_some_and(|best| most == 0 || Fraction::new(margin, most) >= best.radius) {
                break;
            }
            let difference = columns
                .iter()
                .map(|column| (score(column, out) - score(column, comes)).abs())
                .sum();
            if difference == 0 {
                continue;
            }
            let radius = Fraction::new(margin, difference);
            if best.is_none_or(|best| radius < best.radius) {
                best = Some(Corner { radius, out, comes });
            }
        }
    }
    Ok(best.and_then(|corner| corner.exchange(decision, &columns, &scoring.totals)))
}
