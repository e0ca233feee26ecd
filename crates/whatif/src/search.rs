//! The search for the cheapest changes: of every family, then pairs; weights by growing distance, three of them too.

mod lists;
mod round;

use std::cmp::Ordering;

use schedscope_objects::{order, words};

use crate::{Cost, Edit, Family, Floor, Rank, edit::joined};

/// So many candidates of the same cost are tried behind the first that meets a want.
const MOST_ALIKE: usize = 20;

words! {
    /// Why a family of edits is not searched. `off`: the caller left it out. `nothing`: there is nothing of it to
    /// edit. `not-needed`: what it edits does not keep the wanted from happening. `cel`: CEL expressions of the
    /// placement would have to be evaluated again. `cel-fails`: a CEL expression keeps the wanted from happening, and
    /// expressions are not edited. `deleting`: the wanted cluster is being deleted, and no hub selects it any more.
    /// `never-asks`: nothing in the timeline asks for the VM, whatever is edited.
    pub enum Absence {
        /// The caller left it out.
        Off = "off",
        /// There is nothing of it to edit.
        Nothing = "nothing",
        /// What it edits does not keep the wanted from happening.
        NotNeeded = "not-needed",
        /// CEL expressions would have to be evaluated again.
        Cel = "cel",
        /// A CEL expression keeps the wanted from happening.
        CelFails = "cel-fails",
        /// The wanted cluster is being deleted.
        Deleting = "deleting",
        /// Nothing in the timeline asks for the VM.
        NeverAsks = "never-asks",
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
    /// The want is met; decided after the edits were made in the input. How much they displace.
    Meets(usize),
    /// The same, but the text cannot take the edits as it is written.
    ByHand(usize),
    /// It is not.
    Fails,
    /// No more decisions may be made.
    OutOfSteps,
    /// It is not at its end: the next part of the search goes on with the same candidate.
    Unfinished,
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
    /// Whether the text cannot take them as it is written.
    pub by_hand: bool,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The cheapest change of every family that has one, cheapest first; without any, the cheapest pair of every two
    /// families.
    pub changes: Vec<Change>,
    /// Whether all candidates were tried, and, where none meets the want, all pairs of them.
    pub complete: bool,
    /// How many candidates were made together at most: 1, 2, or 3 with three weights.
    pub depth: usize,
    /// Up to which total distance all weights that are changed together were tried. `None`: none were.
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
    /// Edits that belong together, cheapest first: tried where no single one meets the want, before pairs.
    joint: Vec<Change>,
    /// Three weights, cheapest first: tried between pairs of weights that are as far, and those that are farther.
    threes: Vec<Change>,
    /// The distance up to which pairs and three weights are all that there are.
    most_distance: u64,
    /// The pairs of weights that are farther than three weights.
    far: Vec<(u32, u32)>,
    /// So many of the found changes, the first ones, are of the list of edits that belong together.
    of_joint: usize,
    /// What is tried at the moment.
    list: List,
    /// The position in it.
    at: usize,
    /// Whether one of the list meets the want where the text cannot take it.
    is_by_hand: bool,
    /// So many of the found changes are of lists before.
    before: usize,
    /// Of the list one meets the want: its position in what was found, and how many as cheap ones may still be tried.
    alike: Option<(usize, usize)>,
    /// Rounder amounts that are tried for the cheapest of the list, the roundest first; `None`: it is not known yet.
    rounder: Option<Vec<Candidate>>,
    /// What edits displace at least.
    floor: Floor,
    /// How many trials were made.
    tried: usize,
    /// Whether no more decisions were allowed before all single candidates were tried.
    stopped_single: bool,
    /// Whether the candidates are all that a pair may have.
    is_whole_in_pairs: bool,
}

/// Candidates of which the cheapest is looked for.
#[derive(Debug)]
enum List {
    /// Those of one family.
    Single(usize),
    /// Edits that belong together.
    Joint,
    /// Pairs of two families, or of one, as positions in both.
    Pairs(usize, usize, Vec<(u32, u32)>),
    /// Three weights.
    Threes,
    /// All are tried, or no more may be.
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

    /// The same, where edits displace so much at least. Candidates are tried in the order of the least that each can
    /// cost, until none that is left can be cheaper than the cheapest that meets the want: the cheapest of every family
    /// is exact.
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
            is_whole_in_pairs: true,
        }
    }

    /// Whether the candidates are all that a pair may have, too: some are of no use alone.
    #[must_use]
    pub fn with_pairs(mut self, whole: bool) -> Self {
        self.is_whole_in_pairs = whole;
        self
    }

    /// With edits that belong together, tried where no single one meets the want. `whole`: these are all of their kind.
    #[must_use]
    pub fn with_joint(mut self, candidates: Vec<Candidate>, whole: bool) -> Self {
        let floor = self.floor;
        self.joint = (candidates.into_iter().map(|edits| costed(edits, floor))).collect();
        order::sort(&mut self.joint, |a, b| a.cost.cmp(&b.cost));
        self.is_whole_in_pairs &= whole;
        self
    }

    /// With three weights, each larger or smaller by 1, which are tried where no pair of weights that is as near meets
    /// the want. `whole`: these are all of their kind.
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

    /// Where single candidates took all steps and none met the want: tries those that belong together after all. Gives
    /// whether there are any.
    pub fn resume_joint(&mut self) -> bool {
        let is_next =
            self.stopped_single && self.found.changes.is_empty() && !self.joint.is_empty();
        if is_next {
            self.stopped_single = false;
            (self.list, self.at) = (List::Joint, 0);
        }
        is_next
    }

    /// Makes at most so many more trials; gives whether the search is at its end.
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

    /// How many trials were made, and how many there will be if no more pairs are tried.
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
            List::End => 0,
        };
        (self.tried as u64, (self.tried + rest) as u64)
    }

    /// What was found so far, in any order.
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// At the end what was found; before it those changes, cheapest first, that stay the first ones: nothing that is
    /// still to be tried is cheaper.
    pub fn so_far(&self) -> Found {
        let mut found = self.found.clone();
        let family = match &self.list {
            List::End => return found,
            List::Single(family) => family,
            // Which of pairs and of edits that belong together are told is known at the end.
            List::Joint | List::Pairs(..) | List::Threes => {
                found.changes.clear();
                return found;
            }
        };
        let later = self.single.iter().skip(family + 1);
        let later = later.filter_map(|list| Some(&list.first()?.cost));
        let next = self.single.get(*family).and_then(|list| list.get(self.at));
        // How many others are as cheap as one of this list is not known yet.
        let of_list = found.changes.split_off(self.before);
        let of_list = of_list.iter().chain(next).map(|change| &change.cost);
        if let Some(cheapest) = later.chain(of_list).min() {
            found.changes.retain(|change| change.cost < *cheapest);
        }
        order::sort(&mut found.changes, |a, b| a.cost.cmp(&b.cost));
        without_supersets(&mut found.changes);
        found
    }

    /// How many changes [`Self::so_far`] has, while the search goes on.
    pub fn settled(&self) -> usize {
        if self.found.changes.is_empty() {
            return 0;
        }
        self.so_far().changes.len()
    }

    /// The next one of the list. `None`: the list is at its end.
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
                List::End => None,
            };
            if change.is_some() {
                return change;
            }
            self.at += 1;
        }
    }

    /// Keeps the first of the list that meets the want, and, where the text cannot take it, also the first that it can.
    /// Gives whether it was tried; `None`: the trial is not at its end.
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
            // One that can be cheaper comes before those that are as cheap.
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
        // Negative weights come last: before them only weights that are not negative were tried as far.
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
                    Some(known) if change.cost.is_like(&known.cost) => known.as_cheap += 1,
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
        without_supersets(&mut self.found.changes);
    }

    /// Of a pair and edits that belong together of the same families the cheaper one is told. The last family has edits
    /// of many kinds, which are told each.
    fn cheaper_of_each(&mut self) {
        let rest = self.found.changes.split_off(self.of_joint);
        let joint = std::mem::take(&mut self.found.changes);
        let is_less = |one: &Change, other: &Change, most: Ordering| {
            one.cost.families == other.cost.families
                && !one.cost.families.contains(&Family::VmConfig)
                && one.cost.cmp(&other.cost) <= most
                && (other.by_hand || !one.by_hand)
        };
        let kept = |own: &[Change], others: &[Change], most: Ordering| {
            let own = own.iter();
            let kept = own.filter(|own| !others.iter().any(|other| is_less(other, own, most)));
            kept.cloned().collect::<Vec<Change>>()
        };
        self.found.changes = kept(&joint, &rest, Ordering::Equal);
        self.found
            .changes
            .extend(kept(&rest, &joint, Ordering::Less));
        self.of_joint = 0;
    }
}

/// Leaves out changes that have all edits of another one before them: what is more in them is of no use.
fn without_supersets(changes: &mut Vec<Change>) {
    let mut kept: Vec<Change> = Vec::new();
    for change in std::mem::take(changes) {
        let mut less = kept.iter().filter(|less| change.by_hand || !less.by_hand);
        if !less.any(|less| less.edits.iter().all(|edit| change.edits.contains(edit))) {
            kept.push(change);
        }
    }
    *changes = kept;
}

/// Edits with the least that they can cost.
fn costed(edits: Candidate, floor: Floor) -> Change {
    Change {
        cost: Cost::new(&edits, floor.of(&edits)),
        edits,
        as_cheap: 0,
        by_hand: false,
    }
}
