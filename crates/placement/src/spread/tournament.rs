//! Selecting clusters one by one, in near-linear time.
//!
//! The obvious algorithm looks at every cluster in every step. Here every part of the topology keeps the few of its
//! clusters that could win, independent of the other parts. A pick changes only the parts that contain the picked
//! cluster.
//!
//! It relies on three facts:
//!
//! 1. A cluster's spread score is its term scores, joined. What the levels below a domain add to it
//!    depends on counts inside that domain only.
//! 2. The score of a domain among its siblings depends on its count and on the smallest and the
//!    largest count among them; so siblings of one count have the same score and are blocked or not
//!    together.
//! 3. The final score rises (or, for a negative weight, falls) with the spread score and with the prioritizers' total.
//!    So of two clusters whose domains have the same count, one is dropped if the other has a spread score as good and
//!    a better rank. The rest form a `ParetoFront`.
//!
//! INVARIANT: the slot of a node in the node above holds the front of its candidates, with the count
//! of its domain; slot `i` of a match holds the merged fronts of slots `2i` and `2i + 1`. Both depend
//! on counts below only, so they stay true until a cluster below is picked.
//!
//! A step reads the front of all: O(front). A pick then walks from the cluster's domain to the top.
//! On each level it plays the matches of one domain again (log2 of its siblings), and takes the
//! result a level up: the entries of open counts get their term's score. Over all levels that
//! is about log2(domains) + terms merges of fronts.
//!
//! Cost: O(n log n) for the ranking, O(n + domains) to start, and
//! O((log domains + terms) x front) per pick. A front has as many entries as there are different
//! counts among siblings times the different scores below; both are few in practice (one to three
//! where picks spread, and no more than sqrt(2 x picks) counts in any case).

use schedscope_objects::id::Id;

use crate::{
    column::FeasiblePlace,
    spread::{
        front::{FrontEntry, FrontPruner, ParetoFront, ScorePreference, key, merge},
        score::{final_score, is_blocked, normalised, shifted, term_score},
        tree::{TournamentTree, TreeNode, TreeNodeId},
    },
};

/// The counts of the domains below a node.
#[derive(Debug, Default)]
struct ChildCounts {
    /// The smallest count, exhausted domains included.
    lo: u32,
    /// The largest.
    hi: u32,
    /// By count: how many domains have it, and how many candidates lie in those.
    counts: Vec<(u32, u32)>,
    /// How many candidates lie in domains that the term does not block.
    open: u32,
}

impl ChildCounts {
    /// Moves a domain up by one count, while the candidates in it go from `before` to `after`.
    fn pick(&mut self, count: u32, before: u32, after: u32, max_skew: Option<u32>) {
        let is_open = |count, lo| !max_skew.is_some_and(|most| is_blocked(count, lo, most));
        let next = count as usize + 1;
        if self.counts.len() <= next {
            self.counts.resize(next + 1, (0, 0));
        }
        if let Some((domains, candidates)) = self.counts.get_mut(count as usize) {
            *domains -= 1;
            *candidates -= before;
        }
        if let Some((domains, candidates)) = self.counts.get_mut(next) {
            *domains += 1;
            *candidates += after;
        }
        if is_open(count, self.lo) {
            self.open -= before;
        }
        if is_open(count + 1, self.lo) {
            self.open += after;
        }
        self.hi = self.hi.max(count + 1);
        let lowest = self.counts.get(self.lo as usize);
        if lowest.is_some_and(|(domains, _)| *domains == 0) {
            // The last domain of the smallest count has just left it, by one.
            self.lo += 1;
            if let Some(max_skew) = max_skew {
                let opened = self.lo as usize + max_skew as usize - 1;
                let opened = self.counts.get(opened);
                self.open += opened.map_or(0, |(_, candidates)| *candidates);
            }
        }
    }
}

/// A pick with the numbers that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The rank of the cluster by prioritizers' total, then name.
    pub rank: u32,
    /// Its spread score.
    pub raw: u64,
    /// The smallest spread score over the candidates of the step.
    pub lowest: u64,
    /// The largest.
    pub highest: u64,
    /// How many candidates there were.
    pub candidates: u32,
}

/// The clusters by rank.
#[derive(Clone, Copy, Debug)]
pub struct Ranking<'a> {
    /// Their places, best first.
    pub places: &'a [FeasiblePlace],
    /// The prioritizers' totals, by place.
    pub totals: &'a [i64],
    /// The ranks by name, by place.
    pub names: &'a [u32],
}

impl Ranking<'_> {
    fn place(&self, rank: u32) -> usize {
        self.places
            .get(rank as usize)
            .map_or(0, |place| place.index())
    }
}

/// A run of spread in progress.
#[derive(Debug)]
pub struct Tournament<'a> {
    tree: &'a TournamentTree,
    ranking: Ranking<'a>,
    /// The max skew of each hard term.
    terms: &'a [Option<u32>],
    weight: i64,
    preference: ScorePreference,
    /// The ranks of the clusters, node by node, best first.
    clusters: Vec<u32>,
    /// By node: the number of its own remaining clusters, the best of them, and its count.
    states: Vec<LevelState>,
    tallies: Vec<ChildCounts>,
    slots: Vec<ParetoFront>,
    /// The candidates that could win.
    top: ParetoFront,
    /// For the entries of a level, before they are in order.
    scratch: Vec<FrontEntry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct LevelState {
    /// Where its own clusters that are left begin.
    next: u32,
    end: u32,
    /// How many selected clusters lie in the domain.
    count: u32,
    /// The number of candidates in it that no term inside it blocks.
    candidates: u32,
}

impl<'a> Tournament<'a> {
    /// Before the first step.
    pub fn new(
        tree: &'a TournamentTree,
        ranking: Ranking<'a>,
        terms: &'a [Option<u32>],
        weight: i64,
    ) -> Self {
        let nodes = &tree.nodes;
        let mut states: Vec<LevelState> = nodes
            .iter()
            .map(|node| LevelState {
                next: node.clusters,
                end: node.clusters,
                ..LevelState::default()
            })
            .collect();
        let mut clusters = vec![0; tree.cluster_nodes.len()];
        for (rank, &place) in ranking.places.iter().enumerate() {
            let node = tree.cluster_nodes.get(place.index()).copied().flatten();
            if let Some(state) = node.and_then(|node| states.get_mut(node.index()))
                && let Some(slot) = clusters.get_mut(state.end as usize)
            {
                *slot = rank as u32;
                state.end += 1;
            }
        }
        let mut tournament = Self {
            tree,
            ranking,
            terms,
            weight,
            preference: ScorePreference::new(weight),
            clusters,
            states,
            tallies: Vec::new(),
            slots: vec![ParetoFront::new(); tree.slots],
            top: ParetoFront::new(),
            scratch: Vec::new(),
        };
        tournament
            .tallies
            .resize_with(nodes.len(), ChildCounts::default);
        tournament.start();
        tournament
    }

    /// Fills all slots, from the bottom up.
    fn start(&mut self) {
        for index in (0..self.tree.nodes.len()).rev() {
            let node = self.tree.nodes[index];
            let (first, width) = (node.first as usize, node.width as usize);
            for position in (1..width).rev() {
                self.play(first, position);
            }
            let mut front = ParetoFront::new();
            self.gather(index, &mut front);
            let state = &mut self.states[index];
            let tally = &self.tallies[index];
            state.candidates = state.end - state.next + tally.open;
            let Some(parent) = node.parent else {
                self.top = front;
                continue;
            };
            let tally = &mut self.tallies[parent.index()];
            if tally.counts.is_empty() {
                tally.counts.push((0, 0));
            }
            // Before the first pick nothing is blocked, for max skews are at least 1.
            tally.counts[0].0 += 1;
            tally.counts[0].1 += state.candidates;
            tally.open += state.candidates;
            self.slots[node.slot as usize] = front;
        }
    }

    /// Plays a match of the node whose slots begin at `first`.
    fn play(&mut self, first: usize, position: usize) {
        let mut winners = std::mem::take(&mut self.slots[first + position]);
        let (one, two) = (first + 2 * position, first + 2 * position + 1);
        merge(&self.slots[one], &self.slots[two], &mut winners);
        self.slots[first + position] = winners;
    }

    /// The front of a node's candidates, for the node above: its own best cluster, which has no
    /// domain below and so scores 0 there, and the winners of all matches with their term's score.
    fn gather(&mut self, index: usize, front: &mut ParetoFront) {
        let node = self.tree.nodes[index];
        let LevelState {
            next, end, count, ..
        } = self.states[index];
        self.scratch.clear();
        if next < end {
            self.scratch.push(FrontEntry {
                count,
                rank: self.clusters[next as usize],
                preference: self.preference.of(0),
            });
        }
        if node.width > 0 {
            self.lift(node, index, count);
        }
        let mut pruner = FrontPruner::new(front);
        for entry in &self.scratch {
            pruner.push(*entry);
        }
        pruner.finish();
    }

    /// Takes the winners among the nodes below a level up, into `scratch`, in order.
    fn lift(&mut self, node: TreeNode, index: usize, count: u32) {
        let ChildCounts { lo, hi, .. } = self.tallies[index];
        let term = usize::from(node.term);
        let max_skew = self.terms.get(term).copied().flatten();
        // Of each count the score is the same.
        let mut known = (u32::MAX, 0);
        for entry in &self.slots[node.first as usize + 1] {
            if max_skew.is_some_and(|most| is_blocked(entry.count, lo, most)) {
                break;
            }
            if known.0 != entry.count {
                let score = term_score(entry.count, lo, hi);
                known = (entry.count, shifted(score, term, self.terms.len()));
            }
            let below = self.preference.score(entry.preference);
            self.scratch.push(FrontEntry {
                count,
                rank: entry.rank,
                preference: self.preference.of(known.1 | below),
            });
        }
        if self.weight < 0 {
            // Counts are in descending order of score; here low scores are preferred.
            self.scratch.reverse();
        }
        insert(&mut self.scratch);
    }

    /// Picks the best candidate; `None` without candidates.
    pub fn pick(&mut self) -> Option<Pick> {
        let raw = |entry: &FrontEntry| self.preference.score(entry.preference);
        let (first, last) = (raw(self.top.first()?), raw(self.top.last()?));
        let (lowest, highest) = (first.min(last), first.max(last));
        let best = self.top.iter().max_by_key(|entry| {
            let place = self.ranking.place(entry.rank);
            let spread = normalised(raw(entry), lowest, highest);
            let prioritizer = self.ranking.totals.get(place).copied().unwrap_or(0);
            let name = self.ranking.names.get(place).copied().unwrap_or(0);
            (
                final_score(self.weight, spread, prioritizer),
                std::cmp::Reverse(name),
            )
        })?;
        let pick = Pick {
            rank: best.rank,
            raw: raw(best),
            lowest,
            highest,
            candidates: self.states.first().map_or(0, |top| top.candidates),
        };
        self.take(self.ranking.place(pick.rank));
        Some(pick)
    }

    /// Takes the best cluster out of the node of the cluster at a place, and plays the matches that
    /// this changes.
    fn take(&mut self, place: usize) {
        let Some(mut index) = self.tree.cluster_nodes[place].map(TreeNodeId::index) else {
            return;
        };
        self.states[index].next += 1;
        loop {
            let node = self.tree.nodes[index];
            let state = &mut self.states[index];
            let (before, count) = (state.candidates, state.count);
            state.candidates = state.end - state.next + self.tallies[index].open;
            state.count += 1;
            let after = state.candidates;
            let Some(above) = node.parent.map(TreeNodeId::index) else {
                let mut front = std::mem::take(&mut self.top);
                self.gather(index, &mut front);
                self.top = front;
                return;
            };
            let slot = node.slot as usize;
            let mut front = std::mem::take(&mut self.slots[slot]);
            self.gather(index, &mut front);
            self.slots[slot] = front;
            let parent = self.tree.nodes[above];
            let max_skew = self.terms.get(usize::from(parent.term)).copied().flatten();
            let tally = &mut self.tallies[above];
            tally.pick(count, before, after, max_skew);
            let first = parent.first as usize;
            let mut position = (slot - first) / 2;
            while position >= 1 {
                self.play(first, position);
                position /= 2;
            }
            index = above;
        }
    }
}

/// Puts a few entries in order that nearly are: only scores of different counts that round to the
/// same number, and the node's own cluster, are out of place.
fn insert(entries: &mut [FrontEntry]) {
    for end in 1..entries.len() {
        let mut at = end;
        while at > 0 && key(&entries[at]) < key(&entries[at - 1]) {
            entries.swap(at, at - 1);
            at -= 1;
        }
    }
}
