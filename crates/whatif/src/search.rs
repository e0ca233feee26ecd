//! The search for the cheapest changes: of every family, then pairs.

use schedscope_objects::{order, words};

use crate::{Cost, Edit, Family, Step};

/// At most so many pairs of two families are listed; with more, the search is not complete.
const MOST_PAIRS: usize = 400_000;

/// So many candidates of the same cost are tried behind the first that meets a want.
const MOST_ALIKE: usize = 20;

words! {
    /// Why a family of edits is not searched. `off`: the caller left it out. `nothing`: there is nothing of it to
    /// edit. `not-needed`: what it edits does not keep the wanted from happening. `cel`: CEL expressions of the
    /// placement would have to be evaluated again.
    pub enum Absence {
        /// The caller left it out.
        Off = "off",
        /// There is nothing of it to edit.
        Nothing = "nothing",
        /// What it edits does not keep the wanted from happening.
        NotNeeded = "not-needed",
        /// CEL expressions would have to be evaluated again.
        Cel = "cel",
    }
}

/// Edits that are made together.
pub type Candidate = Vec<Edit>;

/// A family of edits, as far as it is searched.
#[derive(Clone, Debug)]
pub struct Space {
    /// The family.
    pub family: Family,
    /// What is tried, or why nothing is.
    pub candidates: Result<Vec<Candidate>, Absence>,
    /// Whether the candidates are all that there are.
    pub whole: bool,
}

/// What a trial showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// The want is met; decided after the edits were made in the input.
    Meets,
    /// The same, but the text cannot take the edits as it is written.
    ByHand,
    /// It is not.
    Fails,
    /// No more decisions may be made.
    OutOfSteps,
}

/// Edits that meet the want.
#[derive(Clone, Debug)]
pub struct Change {
    /// The edits.
    pub edits: Candidate,
    /// What they cost.
    pub cost: Cost,
    /// How many others of the same cost meet the want, too; of the next 20 ones at most.
    pub as_cheap: usize,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The cheapest change of every family that has one, cheapest first; without any, the cheapest pair of every two
    /// families.
    pub changes: Vec<Change>,
    /// Whether all candidates were tried, and, where none meets the want, all pairs of them.
    pub complete: bool,
    /// How many candidates were made together at most: 1 or 2.
    pub depth: usize,
    /// Whether the search ended because no more decisions were allowed.
    pub out_of_steps: bool,
}

/// Tries the candidates, cheapest first.
pub fn search(spaces: &mut [Space], trial: &mut dyn FnMut(&[Edit]) -> Trial) -> Found {
    let mut found = Found {
        complete: true,
        depth: 1,
        ..Found::default()
    };
    let mut tried: Vec<Vec<Change>> = Vec::new();
    for space in spaces {
        found.complete &= space.whole;
        let Ok(candidates) = &space.candidates else {
            continue;
        };
        let mut costed: Vec<Change> = candidates
            .iter()
            .map(|edits| costed(edits.clone()))
            .collect();
        order::sort(&mut costed, |a, b| a.cost.cmp(&b.cost));
        if !found.first(costed.iter().cloned(), trial) {
            return found.sorted();
        }
        tried.push(costed);
    }
    if found.changes.is_empty() {
        found.depth = 2;
        found.pairs(&tried, trial);
    }
    found.sorted()
}

impl Found {
    /// Keeps the first of some candidates that meets the want, and, where the text cannot take it, also the first that
    /// it can. `false`: no more decisions may be made.
    fn first(
        &mut self,
        mut candidates: impl Iterator<Item = Change>,
        trial: &mut dyn FnMut(&[Edit]) -> Trial,
    ) -> bool {
        let mut is_by_hand = false;
        for mut change in candidates.by_ref() {
            match trial(&change.edits) {
                Trial::ByHand => {
                    if !is_by_hand {
                        self.changes.push(change);
                    }
                    is_by_hand = true;
                }
                Trial::Meets => {
                    let alike = candidates
                        .take_while(|other| other.cost.is_like(&change.cost))
                        .take(MOST_ALIKE);
                    let meets = |other: &Change| trial(&other.edits) == Trial::Meets;
                    change.as_cheap = alike.filter(meets).count();
                    self.changes.push(change);
                    break;
                }
                Trial::Fails => {}
                Trial::OutOfSteps => {
                    self.complete = false;
                    self.out_of_steps = true;
                    return false;
                }
            }
        }
        true
    }

    fn pairs(&mut self, tried: &[Vec<Change>], trial: &mut dyn FnMut(&[Edit]) -> Trial) {
        for (at, one) in tried.iter().enumerate() {
            for other in &tried[at..] {
                let same = std::ptr::eq(one, other);
                let mut pairs: Vec<(usize, u64, u32, u32)> = Vec::new();
                if one.len().saturating_mul(other.len()) > MOST_PAIRS {
                    self.complete = false;
                    continue;
                }
                for (a, first) in one.iter().enumerate() {
                    for (b, second) in other.iter().enumerate().skip(if same { a + 1 } else { 0 }) {
                        let edits = first.cost.edits + second.cost.edits;
                        let step = first.cost.whole().saturating_add(second.cost.whole());
                        pairs.push((edits, step, a as u32, b as u32));
                    }
                }
                let shares = |pair: &(usize, u64, u32, u32)| {
                    let share =
                        |of: &[Change], at: u32| of.get(at as usize)?.cost.steps.get(1).copied();
                    let (a, b) = (share(one, pair.2), share(other, pair.3));
                    if a < b { (b, a) } else { (a, b) }
                };
                order::sort(&mut pairs, |a, b| {
                    let whole = (a.0, a.1).cmp(&(b.0, b.1));
                    whole
                        .then_with(|| shares(a).cmp(&shares(b)))
                        .then_with(|| a.cmp(b))
                });
                let pairs = pairs.into_iter().filter_map(|(.., a, b)| {
                    joined(&one[a as usize].edits, &other[b as usize].edits).map(costed)
                });
                if !self.first(pairs, trial) {
                    return;
                }
            }
        }
    }

    fn sorted(mut self) -> Self {
        order::sort(&mut self.changes, |a, b| a.cost.cmp(&b.cost));
        self
    }
}

fn costed(edits: Candidate) -> Change {
    Change {
        cost: Cost::new(&edits),
        edits,
        as_cheap: 0,
    }
}

/// Two candidates as one; `None` where they edit the same field. New items of one list stand behind each other.
fn joined(one: &[Edit], other: &[Edit]) -> Option<Candidate> {
    let mut all = one.to_vec();
    for edit in other {
        let mut edit = edit.clone();
        while let Some(same) = all
            .iter()
            .find(|known| known.object == edit.object && known.path == edit.path)
        {
            let is_new = |edit: &Edit| edit.old.is_none() && edit.new.is_some();
            match edit.path.last_mut() {
                Some(Step::Index(at))
                    if is_new(same) && edit.old.is_none() && edit.new.is_some() =>
                {
                    *at += 1;
                }
                _ => return None,
            }
            if all.iter().any(|known| known.new == edit.new) {
                return None;
            }
        }
        all.push(edit);
    }
    Some(all)
}
