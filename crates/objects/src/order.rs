//! Sorting for code that is not critical for speed.
//!
//! The standard library's sorts are compiled for every type and comparison, at five to ten kilobytes of WebAssembly
//! each. Infrequent sorts share this one.

use std::cmp::Ordering;

/// Compares two positions.
type Compare<'a> = &'a mut dyn FnMut(u32, u32) -> Ordering;

/// Sorts numbers; equal ones must be interchangeable.
pub fn numbers(numbers: &mut [u32], compare: Compare<'_>) {
    numbers.sort_unstable_by(|a, b| compare(*a, *b));
}

/// Sorts wide numbers, each a packed key and its position.
pub fn wide(numbers: &mut [u128]) {
    numbers.sort_unstable();
}

/// Brings the smallest `count` numbers to the front, in order. O(n + count log count).
pub fn first_numbers(numbers: &mut [u32], count: usize, compare: Compare<'_>) {
    let count = count.min(numbers.len());
    if count > 0 && count < numbers.len() {
        numbers.select_nth_unstable_by(count - 1, |a, b| compare(*a, *b));
    }
    if let Some(first) = numbers.get_mut(..count) {
        self::numbers(first, compare);
    }
}

/// The positions of `count` things in order; equal ones keep theirs.
pub fn positions(count: usize, compare: Compare<'_>) -> Vec<u32> {
    let mut positions: Vec<u32> = (0..count as u32).collect();
    numbers(&mut positions, &mut |a, b| compare(a, b).then(a.cmp(&b)));
    positions
}

/// Sorts; equal items keep their order.
pub fn sort<T>(items: &mut Vec<T>, mut compare: impl FnMut(&T, &T) -> Ordering) {
    let positions = positions(items.len(), &mut |a, b| match (
        items.get(a as usize),
        items.get(b as usize),
    ) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let mut old: Vec<Option<T>> = items.drain(..).map(Some).collect();
    let taken = positions
        .into_iter()
        .filter_map(|at| old.get_mut(at as usize)?.take());
    items.extend(taken);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e')];
        sort(&mut items, |a, b| a.0.cmp(&b.0));
        assert_eq!(items, [(0, 'e'), (1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
    }

    #[test]
    fn the_smallest_come_first() {
        for count in 0..=8 {
            let mut numbers = vec![5, 3, 0, 4, 1, 2];
            first_numbers(&mut numbers, count, &mut |a, b| a.cmp(&b));
            let count = count.min(6);
            let expect: Vec<u32> = (0..count as u32).collect();
            assert_eq!(numbers[..count], expect);
        }
    }
}
