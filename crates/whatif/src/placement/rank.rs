//! The rank of one cluster for every real weight of one prioritizer.

use schedscope_objects::{id::ClusterId, order};
use schedscope_placement::Decision;

use super::{
    Trials,
    lines::{Line, Lines, NotLinear},
};
use crate::fraction::{Fraction, Interval};

/// An interval of weights, and the rank of the cluster in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankPiece {
    pub weights: Interval,
    /// The rank, from 1.
    pub rank: u32,
}

/// The rank of one cluster over the weights, computed in parts.
#[derive(Debug)]
pub struct Ranks {
    /// The decision; `None` before the first part.
    pub decision: Option<Decision>,
    /// The intervals of weights, ascending.
    pub pieces: Vec<RankPiece>,
    /// The intervals of weights in which the cluster is selected.
    pub selected_on: Vec<Interval>,
    /// Why ranks cannot be computed; `None` if they can.
    pub reason: Option<NotLinear>,
    cluster: ClusterId,
    prioritizer: String,
    lines: Option<Lines>,
    done: u64,
}

/// The number of parts.
const PARTS: u64 = 3;

impl Ranks {
    /// Before the first part.
    pub fn new(cluster: ClusterId, prioritizer: &str) -> Self {
        Self {
            decision: None,
            pieces: Vec::new(),
            selected_on: Vec::new(),
            reason: None,
            cluster,
            prioritizer: prioritizer.to_owned(),
            lines: None,
            done: 0,
        }
    }

    /// Computes up to `turns` more parts; returns whether it has finished. If `decision` is still `None` then, the
    /// placement does not exist.
    pub fn advance(&mut self, trials: &mut Trials<'_>, turns: usize) -> bool {
        for _ in 0..turns {
            if self.done == PARTS {
                break;
            }
            self.done = match self.part(trials) {
                Ok(true) => self.done + 1,
                Ok(false) => PARTS,
                Err(reason) => {
                    self.reason = Some(reason);
                    PARTS
                }
            };
        }
        self.done == PARTS
    }

    fn part(&mut self, trials: &mut Trials<'_>) -> Result<bool, NotLinear> {
        if self.decision.is_none() {
            let options = trials.options.clone();
            self.decision = trials.decide(&options);
            return Ok(self.decision.is_some());
        }
        let Some(lines) = &self.lines else {
            self.lines = Some(trials.lines(&self.prioritizer)?);
            return Ok(true);
        };
        let mut all = lines.all.iter();
        let line = all.find(|line| line.cluster == self.cluster);
        self.pieces = curve(lines, line.ok_or(NotLinear::NotFeasible)?);
        self.selected_on = selected_on(&self.pieces, lines.selected);
        Ok(true)
    }

    /// The number of parts computed, and of all parts.
    pub fn progress(&self) -> (u64, u64) {
        (self.done, PARTS)
    }
}

/// A weight at which a rival and the cluster have the same total.
struct Crossing {
    at: Fraction,
    /// Whether the rival is ahead of the cluster above this weight, and not below it.
    rises: bool,
    /// Whether the rival is ahead of the cluster by name.
    by_name: bool,
}

/// The rank of a cluster for every weight, from minus to plus infinity. O(n log n).
///
/// Each rival is ahead of the cluster on a half-line that ends where their totals are equal, or always, or never.
pub fn curve(lines: &Lines, of: &Line) -> Vec<RankPiece> {
    let mut rank = 1;
    let mut crossings = Vec::new();
    for line in lines.all.iter().filter(|line| line.cluster != of.cluster) {
        let (a, s) = (line.a - of.a, line.s - of.s);
        let by_name = line.name < of.name;
        if s == 0 {
            rank += u32::from(a > 0 || (a == 0 && by_name));
        } else {
            rank += u32::from(s < 0);
            crossings.push(Crossing {
                at: Fraction::new(i128::from(-a), i128::from(s)),
                rises: s > 0,
                by_name,
            });
        }
    }
    order::sort(&mut crossings, |a, b| a.at.cmp(&b.at));
    let mut pieces = Pieces::default();
    let mut rest = &crossings[..];
    while let Some(Crossing { at, .. }) = rest.first() {
        let same = rest
            .iter()
            .take_while(|crossing| crossing.at == *at)
            .count();
        let (here, behind) = rest.split_at(same);
        let count =
            |is: fn(&Crossing) -> bool| here.iter().filter(|crossing| is(crossing)).count() as u32;
        pieces.end_gap(rank, *at);
        let others = rank - count(|crossing| !crossing.rises);
        pieces.point(others + count(|crossing| crossing.by_name), *at);
        rank = others + count(|crossing| crossing.rises);
        rest = behind;
    }
    pieces.push(rank, None);
    pieces.list
}

/// Collects pieces from left to right, and merges adjacent ones with the same rank.
#[derive(Default)]
struct Pieces {
    list: Vec<RankPiece>,
    /// Where the next piece begins.
    from: Option<(Fraction, bool)>,
}

impl Pieces {
    fn end_gap(&mut self, rank: u32, at: Fraction) {
        self.push(rank, Some((at, false)));
        self.from = Some((at, true));
    }

    fn point(&mut self, rank: u32, at: Fraction) {
        self.push(rank, Some((at, true)));
        self.from = Some((at, false));
    }

    fn push(&mut self, rank: u32, to: Option<(Fraction, bool)>) {
        match self.list.last_mut() {
            Some(last) if last.rank == rank => last.weights.to = to,
            _ => self.list.push(RankPiece {
                weights: Interval {
                    from: self.from,
                    to,
                },
                rank,
            }),
        }
    }
}

/// The intervals of weights in which a cluster is among the first `selected`.
pub fn selected_on(curve: &[RankPiece], selected: usize) -> Vec<Interval> {
    let mut found: Vec<Interval> = Vec::new();
    let mut open = false;
    for piece in curve {
        let is_in = piece.rank as usize <= selected;
        match found.last_mut() {
            Some(last) if is_in && open => last.to = piece.weights.to,
            _ if is_in => found.push(piece.weights),
            _ => {}
        }
        open = is_in;
    }
    found
}
