//! How far weights can change before the selected set changes.

use schedscope_objects::id::{ClusterId, Id as _};
use schedscope_placement::Decision;

use super::{
    Trials,
    by_score::ByScore,
    leaving::{Leaving, end},
    lines::NotLinear,
    radius::{Radius, radius},
};
use crate::fraction::{Fraction, Interval};

/// The weights of one prioritizer with which the selected set does not change.
#[derive(Debug)]
pub struct Stable {
    pub prioritizer: String,
    pub weight: i32,
    /// The weights, including the current one.
    pub weights: Interval,
    /// The clusters that are exchanged if the weight becomes smaller: the one that leaves, and the one that enters.
    pub below: Option<(ClusterId, ClusterId)>,
    /// The same if the weight becomes larger.
    pub above: Option<(ClusterId, ClusterId)>,
    /// Selected clusters, and the weights with which each is still selected.
    pub clusters: Vec<(ClusterId, Interval)>,
}

impl Stable {
    /// The distance from the weight to the nearest end; `None` if both ends are infinite.
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

/// How far weights can change before the selected set changes, computed in parts. For every active prioritizer, the
/// weights with which the set does not change, O(prioritizers x n) in nearly every case. For each of the first selected
/// clusters, the weights with which it is still selected. For all weights together, the radius.
#[derive(Debug)]
pub struct Stability {
    /// The decision; `None` before the first part.
    pub decision: Option<Decision>,
    pub prioritizers: Vec<Stable>,
    /// How far all weights can change simultaneously; `None` for any distance.
    pub radius: Option<Radius>,
    /// Why stability cannot be computed; `None` if it can.
    pub reason: Option<NotLinear>,
    limit: usize,
    names: Vec<String>,
    items: Vec<ClusterId>,
    is_over: bool,
}

impl Stability {
    /// Before the first part; looks at up to `limit` clusters.
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

    /// Looks at up to `turns` more prioritizers; returns whether it has finished. If `decision` is still `None` then,
    /// the placement does not exist.
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

    /// The number of parts done, and of all parts: the decision, each prioritizer, and the radius.
    pub fn progress(&self) -> (u64, u64) {
        let done = usize::from(self.decision.is_some()) + self.prioritizers.len();
        (done as u64, (2 + self.names.len()) as u64)
    }
}

/// The weights of one prioritizer with which the selected set does not change, and each of `items` is still selected.
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
    let by_score = ByScore::new(&lines.all);
    let cluster = |line: usize| lines.all.get(line).map(|line| line.cluster);
    let is_selected =
        |line| cluster(line).is_some_and(|cluster| selection.is_selected(cluster, fleet));
    let end = |turned| {
        let (end, (out, comes)) = end(&by_score, &is_selected, turned)?;
        Some((end, (cluster(out)?, cluster(comes)?)))
    };
    let (up, down) = (end(false), end(true));
    let turn = |(at, included): (Fraction, bool)| {
        let part = -at.part;
        (Fraction { part, ..at }, included)
    };
    let mut leaving = Leaving::new(&by_score, i64::from(weight), lines.selected);
    let until = leaving.until();
    leaving.turn();
    let since = leaving.until();
    let clusters = items.iter().filter_map(|cluster| {
        let line = decision.place(*cluster)?.index();
        let (from, to) = (since.get(line)?.map(turn), *until.get(line)?);
        let is_first = leaving.is_first(line);
        is_first.then_some((*cluster, Interval { from, to }))
    });
    Ok(Stable {
        clusters: clusters.collect(),
        prioritizer: name.to_owned(),
        weight,
        weights: Interval {
            from: down.map(|(end, _)| turn(end)),
            to: up.map(|(end, _)| end),
        },
        below: down.map(|(_, exchange)| exchange),
        above: up.map(|(_, exchange)| exchange),
    })
}
