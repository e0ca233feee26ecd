//! Names, and the streams of random numbers behind them.

use crate::random::Random;

/// What Kubernetes makes the endings of names from.
const ALPHABET: &[u8; 27] = b"bcdfghjklmnpqrstvwxz2456789";
/// Five of its letters.
const ENDINGS: u64 = 27 * 27 * 27 * 27 * 27;

/// The apps of every namespace.
pub(super) const APPS: [&str; 6] = ["api", "web", "worker", "cache", "batch", "ingest"];

/// What numbers are drawn for; a stream of one never meets a stream of another.
#[derive(Clone, Copy)]
pub(super) enum Stream {
    Node,
    PodsOfNode,
    Pod,
    App,
    Template,
    Pending,
    Policy,
    NodeDetails,
    PodDetails,
}

impl Stream {
    pub(super) fn random(self, seed: u64, index: u64) -> Random {
        Random::new(seed, ((self as u64 + 1) << 48) | index)
    }
}

/// Five letters that no other index below 14 million has.
pub(super) fn ending(index: u64) -> String {
    // The factor shares no divisor with a power of 3, so no two indices meet.
    letters(index.wrapping_mul(9_371_081) % ENDINGS, 5)
}

/// The hash of a template that stands in its pods' names.
pub(super) fn hash(random: &mut Random) -> String {
    letters(random.next() >> 8, 10)
}

fn letters(mut number: u64, length: usize) -> String {
    let letters = (0..length).map(|_| {
        let letter = ALPHABET[(number % 27) as usize];
        number /= 27;
        char::from(letter)
    });
    letters.collect()
}

/// The name of a namespace that has a quota.
pub(super) fn namespace(index: u32) -> String {
    format!("team-{index:02}")
}
