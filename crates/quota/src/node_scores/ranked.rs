//! The scores of nodes, in the order of the nodes' names.

use std::mem;

use schedscope_objects::id::{Id as _, IdVec};
use schedscope_pods::snapshot::NameRank;

use super::NEVER;

/// How many nodes are in a block.
const BLOCK: usize = 64;

/// Scores, and for each block of nodes the highest, so that a search passes over the blocks that do not have it.
pub(super) struct RankedScores {
    scores: IdVec<NameRank, i64>,
    blocks: Vec<Block>,
}

/// The highest score of a block, and how many of its nodes have it.
struct Block {
    highest: i64,
    count: usize,
}

impl Block {
    fn of(scores: &[i64]) -> Self {
        let highest = scores.iter().copied().fold(NEVER, i64::max);
        let count = scores.iter().filter(|score| **score == highest).count();
        Self { highest, count }
    }
}

impl RankedScores {
    /// Of nodes that the pod does not fit.
    pub(super) fn new(nodes: usize) -> Self {
        let scores = vec![NEVER; nodes];
        Self {
            blocks: scores.chunks(BLOCK).map(Block::of).collect(),
            scores: IdVec::from(scores),
        }
    }

    pub(super) fn as_slice(&self) -> &[i64] {
        self.scores.as_slice()
    }

    pub(super) fn get(&self, rank: NameRank) -> Option<i64> {
        self.scores.get(rank).copied()
    }

    /// O([`BLOCK`]), and mostly O(1).
    pub(super) fn set(&mut self, rank: NameRank, score: i64) {
        let Some(slot) = self.scores.get_mut(rank) else {
            return;
        };
        let before = mem::replace(slot, score);
        let at = rank.index() / BLOCK;
        let nodes = self.scores.as_slice().chunks(BLOCK).nth(at);
        let (Some(block), Some(nodes)) = (self.blocks.get_mut(at), nodes) else {
            return;
        };
        if score > block.highest {
            *block = Block {
                highest: score,
                count: 1,
            };
            return;
        }
        block.count += usize::from(score == block.highest);
        block.count -= usize::from(before == block.highest);
        if block.count == 0 {
            *block = Block::of(nodes);
        }
    }

    /// The highest score, and how many nodes have it. O(blocks).
    pub(super) fn highest(&self) -> (i64, usize) {
        let blocks = self.blocks.iter();
        let highest = blocks.map(|block| block.highest).fold(NEVER, i64::max);
        let blocks = self.blocks.iter().filter(|block| block.highest == highest);
        (highest, blocks.map(|block| block.count).sum())
    }

    /// The highest score below `above`; `NEVER` if no node has one.
    pub(super) fn highest_below(&self, above: Option<i64>) -> i64 {
        let Some(above) = above else {
            return self.highest().0;
        };
        let blocks = self.blocks.iter().zip(self.as_slice().chunks(BLOCK));
        blocks.fold(NEVER, |highest, (block, scores)| {
            if block.highest < above {
                return highest.max(block.highest);
            }
            let lower = scores.iter().filter(|score| **score < above);
            lower.copied().fold(highest, i64::max)
        })
    }

    /// The nodes with a score, in the order of their names.
    pub(super) fn with(&self, score: i64) -> impl Iterator<Item = NameRank> {
        let blocks = self.blocks.iter().zip(self.as_slice().chunks(BLOCK));
        let blocks = blocks.enumerate();
        let blocks = blocks.filter(move |(_, (block, _))| block.highest >= score);
        blocks.flat_map(move |(at, (_, scores))| {
            let ranks = scores.iter().enumerate();
            let ranks = ranks.filter(move |(_, one)| **one == score);
            ranks.map(move |(rank, _)| NameRank::new(at * BLOCK + rank))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores that repeat and change by a fixed sequence, compared with passes over all of them.
    #[test]
    fn blocks_find_what_a_pass_finds() {
        let mut scores = RankedScores::new(200);
        let mut plain = vec![NEVER; 200];
        let mut state = 1_u64;
        for _ in 0..2_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let rank = (state >> 33) as usize % plain.len();
            let score = (state >> 50) as i64 % 7;
            plain[rank] = if score == 0 { NEVER } else { score };
            scores.set(NameRank::new(rank), plain[rank]);
            assert_eq!(scores.as_slice(), plain);
            let highest = *plain.iter().max().unwrap();
            let count = plain.iter().filter(|score| **score == highest).count();
            assert_eq!(scores.highest(), (highest, count));
            for level in 1..8 {
                let below = plain.iter().copied().filter(|score| *score < level);
                assert_eq!(
                    scores.highest_below(Some(level)),
                    below.max().unwrap_or(NEVER)
                );
                let ranks = (0..plain.len()).filter(|rank| plain[*rank] == level);
                assert!(scores.with(level).map(NameRank::index).eq(ranks), "{level}");
            }
        }
    }
}
