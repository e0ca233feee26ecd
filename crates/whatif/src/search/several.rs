//! One candidate for each of several obstacles, if no pair is enough.

use schedscope_objects::order;

use super::{Candidate, Change, List, Search, costed};
use crate::{Family, edit::joined};

/// The maximum number of combinations of the same lists; with more, the search is incomplete.
const MOST: usize = 20_000;

impl Search {
    /// Combines candidates if no pair meets the want: one for each obstacle that has any, of one of the families that
    /// remove it, then also one of `ranks`, the families by which what has passed all obstacles is selected.
    #[must_use]
    pub fn with_obstacles(mut self, obstacles: &[&[Family]], ranks: &[Family]) -> Self {
        let lists = obstacles.iter().map(|families| self.lists(families));
        self.obstacles = lists.filter(|lists| !lists.is_empty()).collect();
        let mut several: Vec<Vec<usize>> = vec![Vec::new()];
        for lists in &self.obstacles {
            several = and_one(&several, lists);
        }
        several.extend(and_one(&several, &self.lists(ranks)));
        several.retain(|lists| lists.len() > 2);
        self.several = several;
        self
    }

    /// Whether pairs of two lists can remove all obstacles. If there is only one, any pair is tried.
    pub(super) fn can_pair(&self, one: usize, other: usize) -> bool {
        let is_removed = |lists: &Vec<usize>| lists.contains(&one) || lists.contains(&other);
        self.obstacles.len() < 2 || self.obstacles.iter().all(is_removed)
    }

    fn lists(&self, families: &[Family]) -> Vec<usize> {
        let at = |family: &Family| self.families.iter().position(|known| known == family);
        families.iter().filter_map(at).collect()
    }

    /// Continues with the combination of lists at a position. After a change, only as many lists are combined.
    pub(super) fn begin_several(&mut self, at: usize) {
        let Some(lists) = self.several.get(at) else {
            return self.end();
        };
        let count = lists.len();
        if !self.found.changes.is_empty() && self.found.several != count {
            return self.end();
        }
        self.found.depth = self.found.depth.max(count);
        self.found.several = count;
        let list = self.combined(lists);
        self.found.complete &= list.is_some();
        self.list = List::Several(at, list.unwrap_or_default());
    }

    /// Every combination of one candidate of each list, cheapest first; `None` if there are too many.
    fn combined(&self, lists: &[usize]) -> Option<Vec<Change>> {
        let lists = lists.iter().filter_map(|list| self.single.get(*list));
        let lens = lists.clone().map(Vec::len);
        if lens.fold(1, usize::saturating_mul) > MOST {
            return None;
        }
        let mut all: Vec<Candidate> = vec![Vec::new()];
        for list in lists {
            let both = |one: &Candidate| {
                let own = list.iter().filter_map(|other| joined(one, &other.edits));
                own.collect::<Vec<Candidate>>()
            };
            all = all.iter().flat_map(both).collect();
        }
        let all = all.into_iter().map(|edits| costed(edits, self.floor));
        let mut all: Vec<Change> = all.collect();
        order::sort(&mut all, |a, b| a.cost.cmp(&b.cost));
        Some(all)
    }
}

/// Every combination with each of some lists.
fn and_one(combinations: &[Vec<usize>], lists: &[usize]) -> Vec<Vec<usize>> {
    let with = |combination: &Vec<usize>| {
        let each = lists
            .iter()
            .map(|list| [&combination[..], &[*list]].concat());
        each.collect::<Vec<Vec<usize>>>()
    };
    combinations.iter().flat_map(with).collect()
}
