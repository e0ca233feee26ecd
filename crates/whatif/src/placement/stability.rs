//! How far weights may change before the selected set does.

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
