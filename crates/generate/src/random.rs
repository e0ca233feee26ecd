//! Numbers that look random and follow from a seed.

/// `SplitMix64` (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014): one
/// addition and a mix per number, and independent streams for one seed.
pub(super) struct Random(u64);

impl Random {
    /// The stream of this index.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        Self(mix(mix(seed) ^ stream))
    }

    /// The next 64 bits.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below the limit, which is at least 1.
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        // The upper half of a 32 by 32 bit product: no division, no platform's word size.
        (((self.next() >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// Returns true with a probability of `percent` percent.
    pub(super) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of the items; they are not empty.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }

    /// A time in 2025, RFC 3339.
    pub(super) fn time(&mut self) -> String {
        let (month, day) = (1 + self.below(12), 1 + self.below(28));
        let (hour, minute, second) = (self.below(24), self.below(60), self.below(60));
        format!("2025-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }

    /// A version 4 UUID.
    pub(super) fn uid(&mut self) -> String {
        let (one, two) = (self.next(), self.next());
        format!(
            "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
            one >> 32,
            one >> 16 & 0xffff,
            one & 0xfff,
            two >> 48 & 0x3fff | 0x8000,
            two & 0xffff_ffff_ffff
        )
    }

    /// What `metadata.resourceVersion` holds.
    pub(super) fn resource_version(&mut self) -> String {
        (100_000 + self.below(9_900_000)).to_string()
    }
}

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
