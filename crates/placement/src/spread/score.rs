//! The numbers of spread: all of them integers.

/// Bits of a term's score in the spread score.
const BITS: u32 = 6;
/// The best score of a term: its domain has the fewest selected clusters among its siblings.
const BEST: u64 = (1 << BITS) - 1;

/// The score of a term, 0 to 63: `63 * (hi - count) / (hi - lo)`, where `lo` and `hi` are the
/// smallest and the largest count among the siblings of the domain, itself included; 0 where all
/// are equal.
///
/// Source: "Spread policy", select one, step 2.
pub fn term_score(count: u32, lo: u32, hi: u32) -> u64 {
    let span = u64::from(hi.saturating_sub(lo));
    if span == 0 {
        return 0;
    }
    BEST * u64::from(hi.saturating_sub(count)) / span
}

/// A term's score at its place in the spread score of `terms` terms: the first term has the highest
/// bits. Eight terms take 48 bits.
pub fn shifted(score: u64, term: usize, terms: usize) -> u64 {
    score << (BITS * terms.saturating_sub(term + 1) as u32)
}

/// A spread score among those of a step's candidates, -100 to 100: 0 where all are equal, else
/// `200 * (raw - lowest) / (highest - lowest) - 100`, rounded down.
pub fn normalised(raw: u64, lowest: u64, highest: u64) -> i32 {
    let span = highest.saturating_sub(lowest);
    if span == 0 {
        return 0;
    }
    // Below 2^56, for raw scores have 48 bits.
    (200 * raw.saturating_sub(lowest) / span) as i32 - 100
}

/// `weight * spread + prioritizer`, exactly.
pub fn final_score(weight: i64, spread: i32, prioritizer: i64) -> i128 {
    i128::from(weight) * i128::from(spread) + i128::from(prioritizer)
}

/// Whether one more cluster in a domain would break a max skew: counted with it, the domain would lie
/// more than `max_skew` above the smallest of its siblings. For max skews from 1 this is so exactly
/// where it lies `max_skew` above it before.
pub fn is_blocked(count: u32, lo: u32, max_skew: u32) -> bool {
    count.saturating_sub(lo) >= max_skew
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn term_scores() {
        for (count, lo, hi, expect) in [
            (0, 0, 0, 0),
            (3, 3, 3, 0),
            (0, 0, 1, 63),
            (1, 0, 1, 0),
            (1, 0, 2, 31),
            (1, 0, 3, 42),
            (u32::MAX - 1, 0, u32::MAX, 0),
            (0, 0, u32::MAX, 63),
        ] {
            assert_eq!(term_score(count, lo, hi), expect, "{count} in {lo}..{hi}");
        }
    }

    #[test]
    fn the_first_term_has_the_highest_bits() {
        assert_eq!(shifted(63, 0, 1), 63);
        assert_eq!(shifted(63, 0, 2), 63 << 6);
        assert_eq!(shifted(63, 1, 2), 63);
        let all = (0..8).fold(0, |all, term| all | shifted(63, term, 8));
        assert_eq!(all, (1 << 48) - 1);
    }

    #[test]
    fn normalised_scores() {
        let most = (1 << 48) - 1;
        for (raw, lowest, highest, expect) in [
            (5, 5, 5, 0),
            (0, 0, 3, -100),
            (1, 0, 3, -34),
            (2, 0, 3, 33),
            (3, 0, 3, 100),
            (most, 0, most, 100),
            (most - 1, 0, most, 99),
        ] {
            assert_eq!(normalised(raw, lowest, highest), expect, "{raw}");
        }
    }

    #[test]
    fn final_scores_do_not_overflow() {
        let expect = i128::from(i64::MIN) * 100 + i128::from(i64::MIN);
        assert_eq!(final_score(i64::MIN, 100, i64::MIN), expect);
    }
}
