//! The search for the cheapest changes: of every family, then pairs; weights by increasing distance, up to three; then
//! one candidate for each of several obstacles.

mod lists;
mod round;
mod several;

use schedscope_objects::{order, words};

use crate::{Cost, Edit, Family, Floor, Rank, edit::joined};

/// The maximum number of further candidates of the same cost to try after the first that meets a want.
const MOST_ALIKE: usize = 20;

words! {
    /// Why a family of edits is not searched. `off`: the caller disabled it. `nothing`: the text has nothing that it
    /// could edit. `not-needed`: what it edits does not prevent the wanted result. `cel`: CEL expressions of the
    /// placement would have to be evaluated again. `cel-fails`: a CEL expression prevents the wanted result, and
    /// expressions are not edited. `deleting`: the wanted cluster is being deleted, and a hub no longer selects it.
    /// `gone`: the input lacks a recorded cluster, and no edit adds clusters.
    /// `never-asks`: no agent or event of the timeline requests resources for the VM, so no edit helps.
    pub enum Absence {
        /// The caller disabled it.
        Off = "off",
        /// The text has nothing that it could edit.
        Nothing = "nothing",
        /// What it edits does not prevent the wanted result.
        NotNeeded = "not-needed",
        /// CEL expressions would have to be evaluated again.
        Cel = "cel",
        /// A CEL expression prevents the wanted result.
        CelFails = "cel-fails",
        /// The wanted cluster is being deleted.
        Deleting = "deleting",
        /// The input lacks a recorded cluster.
        Gone = "gone",
        /// No agent or event of the timeline requests resources for the VM.
        NeverAsks = "never-asks",
    }
}

/// Edits that are made together.
pub type Candidate = Vec<Edit>;

/// A family of edits, and its candidates.
#[derive(Clone, Debug)]
pub struct Space {
    pub family: Family,
    /// The candidates, or why the family is not searched.
    pub candidates: Result<Vec<Candidate>, Absence>,
    /// Whether the candidates are complete.
    pub whole: bool,
}

/// The outcome of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// The edited input meets the want. How much the edits displace.
    Meets(usize),
    /// The same, but the edits cannot be written into the text.
    ByHand(usize),
    /// The want is not met.
    Fails,
    /// No more decisions are allowed.
    OutOfSteps,
    /// The trial has not finished: the next part of the search continues with the same candidate.
    Unfinished,
}

/// Edits that meet the want.
#[derive(Clone, Debug)]
pub struct Change {
    pub edits: Candidate,
    /// What they cost.
    pub cost: Cost,
    /// Those of the next 20 changes that have the same cost and also meet the want.
    pub alike: Vec<Candidate>,
    /// Whether the edits cannot be written into the text.
    pub by_hand: bool,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The cheapest change of every family that has one, cheapest first; if no family has one, the cheapest pair of
    /// every two families; if no pair has one, the cheapest with one edit for each obstacle.
    pub changes: Vec<Change>,
    /// Whether all candidates were tried and, if they do not meet the want, all pairs of them.
    pub complete: bool,
    /// The maximum number of candidates that were combined: 1, 2, 3 with three weights, or `several`.
    pub depth: usize,
    /// The maximum number of families of which one candidate each was combined, for each obstacle; 0 if none was.
    pub several: usize,
    /// The total distance up to which all combinations of weights were tried; `None` if no combination was tried.
    pub distance: Option<u64>,
    /// Whether the search ended because no more decisions were allowed.
    pub out_of_steps: bool,
}

/// A search in progress: the candidates of every family, cheapest first, then pairs.
#[derive(Debug)]
pub struct Search {
    found: Found,
    /// The candidates of every family that is searched, cheapest first.
    single: Vec<Vec<Change>>,
    /// The family of each of these lists.
    families: Vec<Family>,
    /// For each obstacle, which of these lists remove it.
    obstacles: Vec<Vec<usize>>,
    /// Which of these lists are combined if no pair meets the want, the shortest combinations first.
    several: Vec<Vec<usize>>,
    /// Joint edits, cheapest first: tried before pairs, if no single candidate meets the want without displacing
    /// anything.
    joint: Vec<Change>,
    /// Three weights, cheapest first: tried after pairs of weights that are as far, and before those that are farther.
    threes: Vec<Change>,
    /// The distance up to which pairs and triples of weights are complete.
    most_distance: u64,
    /// The pairs of weights that are farther than three weights.
    far: Vec<(u32, u32)>,
    /// How many of the found changes, from the first, are joint edits.
    of_joint: usize,
    /// The list that is being tried.
    list: List,
    /// The position in the list.
    at: usize,
    /// Whether a candidate of the list meets the want but cannot be written into the text.
    is_by_hand: bool,
    /// How many of the found changes come from earlier lists.
    before: usize,
    /// The candidate of the list that meets the want: its position in what was found, and how many equally cheap ones
    /// may still be tried.
    alike: Option<(usize, usize)>,
    /// Rounder amounts to try for the cheapest of the list, the roundest first; `None` if not computed yet.
    rounder: Option<Vec<Candidate>>,
    /// A lower bound on what edits displace.
    floor: Floor,
    /// The number of trials.
    tried: usize,
    /// Whether the decisions ran out before all single candidates were tried.
    stopped_single: bool,
    /// Whether pairs are tried now although single candidates meet the want, all of them of the last rank; `None`:
    /// they are never.
    past_last: Option<bool>,
    /// Whether pairs of the candidates are complete.
    is_whole_in_pairs: bool,
}

/// A list of candidates to find the cheapest of.
#[derive(Debug)]
enum List {
    /// The candidates of one family.
    Single(usize),
    /// Joint edits.
    Joint,
    /// Pairs of two families, or of one, as positions in both.
    Pairs(usize, usize, Vec<(u32, u32)>),
    /// Three weights.
    Threes,
    /// One candidate of each list of a combination, as its position.
    Several(usize, Vec<Change>),
    /// All lists were tried, or no more decisions are allowed.
    End,
}

/// Tries the candidates, cheapest first.
pub fn search(spaces: &[Space], trial: &mut dyn FnMut(&[Edit]) -> Trial) -> Found {
    let mut search = Search::new(spaces);
    search.advance(usize::MAX, trial);
    search.found().clone()
}

impl Search {
    /// Before the first trial.
    pub fn new(spaces: &[Space]) -> Self {
        Self::above(Floor::default(), spaces)
    }

    /// The same, with a lower bound on what edits displace. Candidates are tried in the order of the least that each
    /// can cost, until no other can be cheaper than the cheapest that meets the want. So the cheapest change of every
    /// family is exact.
    pub fn above(floor: Floor, spaces: &[Space]) -> Self {
        let lists = spaces.iter().filter_map(|space| {
            let candidates = space.candidates.as_ref().ok()?;
            let all = candidates.iter().map(|edits| costed(edits.clone(), floor));
            let mut all: Vec<Change> = all.collect();
            order::sort(&mut all, |a, b| a.cost.cmp(&b.cost));
            Some(all)
        });
        Self {
            found: Found {
                complete: spaces.iter().all(|space| space.whole),
                depth: 1,
                ..Found::default()
            },
            single: lists.collect(),
            families: (spaces.iter().filter(|space| space.candidates.is_ok()))
                .map(|space| space.family)
                .collect(),
            obstacles: Vec::new(),
            several: Vec::new(),
            joint: Vec::new(),
            threes: Vec::new(),
            most_distance: u64::MAX,
            far: Vec::new(),
            of_joint: 0,
            list: List::Single(0),
            at: 0,
            is_by_hand: false,
            before: 0,
            alike: None,
            rounder: None,
            floor,
            tried: 0,
            stopped_single: false,
            past_last: None,
            is_whole_in_pairs: true,
        }
    }

    /// Whether pairs of the candidates are complete, too: some candidates are useful only in pairs.
    #[must_use]
    pub fn with_pairs(mut self, whole: bool) -> Self {
        self.is_whole_in_pairs = whole;
        self
    }

    /// Tries pairs also if all single candidates that meet the want are of the last rank.
    #[must_use]
    pub fn past_last(mut self) -> Self {
        self.past_last = Some(false);
        self
    }

    /// Adds joint edits, tried if no single candidate meets the want without displacing anything. `whole`: whether
    /// these are all of their kind.
    #[must_use]
    pub fn with_joint(mut self, candidates: Vec<Candidate>, whole: bool) -> Self {
        let floor = self.floor;
        self.joint = (candidates.into_iter().map(|edits| costed(edits, floor))).collect();
        order::sort(&mut self.joint, |a, b| a.cost.cmp(&b.cost));
        self.is_whole_in_pairs &= whole;
        self
    }

    /// Adds three weights that change by 1 each, tried if no pair of weights that is as near meets the want. `whole`:
    /// whether these are all of their kind.
    #[must_use]
    pub fn with_threes(mut self, candidates: Vec<Candidate>, whole: bool) -> Self {
        let floor = self.floor;
        self.threes = (candidates.into_iter().map(|edits| costed(edits, floor))).collect();
        order::sort(&mut self.threes, |a, b| a.cost.cmp(&b.cost));
        if !self.threes.is_empty() {
            self.most_distance = if whole {
                lists::THREE
            } else {
                lists::THREE - 1
            };
        }
        self.is_whole_in_pairs &= whole;
        self
    }

    /// If single candidates used up all decisions and did not meet the want, tries joint edits anyway. Returns whether
    /// there are any.
    pub fn resume_joint(&mut self) -> bool {
        let is_next =
            self.stopped_single && self.found.changes.is_empty() && !self.joint.is_empty();
        if is_next {
            self.stopped_single = false;
            (self.list, self.at) = (List::Joint, 0);
        }
        is_next
    }

    /// Makes up to `trials` more trials; returns whether the search has finished.
    pub fn advance(&mut self, trials: usize, trial: &mut dyn FnMut(&[Edit]) -> Trial) -> bool {
        let mut left = trials;
        loop {
            if matches!(self.list, List::End) {
                return true;
            }
            let Some(change) = self.candidate() else {
                if !self.begin_rounding() {
                    self.next_list();
                }
                continue;
            };
            if left == 0 {
                return false;
            }
            let is_rounder = self.rounder.is_some();
            let Some(is_tried) = self.look(change, trial) else {
                self.at -= usize::from(!is_rounder);
                return false;
            };
            left -= usize::from(is_tried);
            self.tried += usize::from(is_tried);
        }
    }

    /// The number of trials made, and the total if no more pairs are tried.
    pub fn progress(&self) -> (u64, u64) {
        let rest = match &self.list {
            List::Single(family) => {
                let lists = self.single.iter().skip(*family);
                let all: usize = lists.map(Vec::len).sum();
                all.saturating_sub(self.at)
            }
            List::Joint => self.joint.len().saturating_sub(self.at),
            List::Pairs(.., pairs) => pairs.len().saturating_sub(self.at),
            List::Threes => self.threes.len().saturating_sub(self.at),
            List::Several(_, list) => list.len().saturating_sub(self.at),
            List::End => 0,
        };
        (self.tried as u64, (self.tried + rest) as u64)
    }

    /// What was found so far, in any order.
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// Everything found, once the search has finished. Before that, the changes that are final because nothing left to
    /// try is cheaper, cheapest first.
    pub fn so_far(&self) -> Found {
        let mut found = self.found.clone();
        let (later, next) = match &self.list {
            List::End => return found,
            List::Single(family) => (
                self.single.get(family + 1..).unwrap_or_default(),
                self.single.get(*family).and_then(|list| list.get(self.at)),
            ),
            // A joint edit that displaces less can be cheaper than what was found.
            List::Joint if self.before > 0 => (&[][..], None),
            // Which pairs and joint edits to report is known only in the end.
            List::Joint | List::Pairs(..) | List::Threes | List::Several(..) => {
                found.changes.clear();
                return found;
            }
        };
        let later = later.iter().filter_map(|list| list.first());
        let later = later.chain(self.joint.first()).map(|change| &change.cost);
        // How many others are as cheap as one of this list is not known yet.
        let of_list = found.changes.split_off(self.before);
        let of_list = of_list.iter().chain(next).map(|change| &change.cost);
        if let Some(cheapest) = later.chain(of_list).min() {
            found.changes.retain(|change| change.cost < *cheapest);
        }
        order::sort(&mut found.changes, |a, b| a.cost.cmp(&b.cost));
        lists::without_supersets(&mut found.changes);
        found
    }

    /// The number of changes in [`Self::so_far`] while the search runs.
    pub fn settled(&self) -> usize {
        if self.found.changes.is_empty() {
            return 0;
        }
        self.so_far().changes.len()
    }

    /// The next candidate of the list; `None` at its end.
    fn candidate(&mut self) -> Option<Change> {
        if let Some(rounder) = &self.rounder {
            return Some(costed(rounder.first()?.clone(), self.floor));
        }
        loop {
            let at = self.at;
            let change = match &self.list {
                List::Single(family) => Some(self.single.get(*family)?.get(at)?.clone()),
                List::Joint => Some(self.joint.get(at)?.clone()),
                List::Pairs(one, other, pairs) => {
                    let (a, b) = *pairs.get(at)?;
                    let edits = |list: usize, at: u32| &self.single[list][at as usize].edits;
                    joined(edits(*one, a), edits(*other, b)).map(|edits| costed(edits, self.floor))
                }
                List::Threes => Some(self.threes.get(at)?.clone()),
                List::Several(_, list) => Some(list.get(at)?.clone()),
                List::End => None,
            };
            if change.is_some() {
                return change;
            }
            self.at += 1;
        }
    }

    /// Keeps the first candidate of the list that meets the want and, if it cannot be written into the text, also the
    /// first that can. Returns whether it was tried; `None` if the trial has not finished.
    fn look(&mut self, change: Change, trial: &mut dyn FnMut(&[Edit]) -> Trial) -> Option<bool> {
        if self.rounder.is_some() {
            return self.look_rounder(&change, trial);
        }
        self.at += 1;
        let mut counts = None;
        if let Some((found, most)) = self.alike
            && let Some(known) = self.found.changes.get(found)
        {
            let is_like = change.cost.is_like(&known.cost);
            // A candidate that can be cheaper comes before those that are as cheap.
            if (is_like || change.cost > known.cost) && (!is_like || most == 0) {
                if !self.begin_rounding() {
                    self.next_list();
                }
                return Some(false);
            }
            counts = Some((found, most, is_like));
        }
        let is_of_weights = match &self.list {
            List::Pairs(0, 0, _) => self.has_weights(),
            list => matches!(list, List::Threes),
        };
        // Negative weights come last: before them, only non-negative weights were tried up to this distance.
        if is_of_weights && change.cost.rank == Rank::Last {
            self.reached(change.cost.whole().saturating_sub(1));
        } else if is_of_weights {
            let far = matches!(self.list, List::Threes) || change.cost.whole() > lists::THREE;
            self.reached(if far { lists::THREE - 1 } else { 1 });
        }
        let tried = trial(&change.edits);
        if let Some((found, most, true)) = counts
            && tried != Trial::Unfinished
        {
            self.alike = Some((found, most - 1));
        }
        match tried {
            Trial::ByHand(displaced) => {
                let cost = Cost::new(&change.edits, displaced);
                if !self.is_by_hand && self.alike.is_none() {
                    let by_hand = true;
                    self.found.changes.push(Change {
                        cost,
                        by_hand,
                        ..change
                    });
                    self.is_by_hand = true;
                }
            }
            Trial::Meets(displaced) => {
                let cost = Cost::new(&change.edits, displaced);
                let change = Change { cost, ..change };
                let place = self.alike.map(|(found, _)| found);
                match place.and_then(|found| self.found.changes.get_mut(found)) {
                    Some(known) if change.cost.is_like(&known.cost) => {
                        known.alike.push(change.edits);
                    }
                    Some(known) if change.cost < known.cost => {
                        *known = change;
                        self.alike = place.map(|found| (found, MOST_ALIKE));
                    }
                    Some(_) => {}
                    None => {
                        self.alike = Some((self.found.changes.len(), MOST_ALIKE));
                        self.found.changes.push(change);
                    }
                }
            }
            Trial::Fails => {}
            Trial::Unfinished => return None,
            Trial::OutOfSteps => {
                self.found.complete = false;
                self.found.out_of_steps = true;
                self.stopped_single = matches!(self.list, List::Single(_));
                self.end();
            }
        }
        Some(true)
    }

    fn end(&mut self) {
        if matches!(self.list, List::Joint) {
            self.of_joint = self.found.changes.len();
        }
        self.list = List::End;
        self.cheaper_of_each();
        order::sort(&mut self.found.changes, |a, b| a.cost.cmp(&b.cost));
        lists::without_supersets(&mut self.found.changes);
    }
}

/// Edits, with a lower bound on their cost.
fn costed(edits: Candidate, floor: Floor) -> Change {
    Change {
        cost: Cost::new(&edits, floor.of(&edits)),
        edits,
        alike: Vec::new(),
        by_hand: false,
    }
}
