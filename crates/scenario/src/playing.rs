//! Simulation runs in progress.

/// A run that is simulated some turns at a time.
pub(super) trait Played {
    /// The parts of the text that it requires.
    type On<'a>;

    /// Simulates at most `turns` more turns. Returns whether the run is complete.
    fn play(&mut self, on: Self::On<'_>, turns: usize) -> bool;

    /// How much is done, and the total.
    fn progress(&self) -> (u64, u64);
}

/// The maximum number of runs of one kind in progress, not counting one that runs to its end in one call.
const MOST: usize = 4;

/// The runs of one kind in progress, the oldest first.
///
/// Questions that take turns each continue their own run. While all places are taken, a further question continues the
/// oldest run until a place is free. So each turn advances a run, and no run begins twice.
#[derive(Debug)]
pub(super) struct Playing<K, R>(Vec<(K, R)>);

/// The result of some turns.
pub(super) enum Turns<K, R> {
    /// The run is in progress: how much is done, and the total.
    GoesOn((u64, u64)),
    /// A run is complete, not necessarily the requested one.
    Ended(K, R),
}

/// The progress of a question that waits for a place.
pub(super) const WAITS: (u64, u64) = (0, 1);

impl<K, R> Default for Playing<K, R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Clone + PartialEq, R: Played> Playing<K, R> {
    /// Continues the run of a key, and begins it if it is not in progress. With `usize::MAX` turns it does not wait.
    pub(super) fn advance(
        &mut self,
        key: &K,
        begin: impl FnOnce() -> R,
        on: R::On<'_>,
        turns: usize,
    ) -> Turns<K, R> {
        let mut known = self.0.iter().position(|(known, _)| known == key);
        if known.is_none() && (self.0.len() < MOST || turns == usize::MAX) {
            known = Some(self.0.len());
            self.0.push((key.clone(), begin()));
        }
        let at = known.unwrap_or_default();
        if self.0[at].1.play(on, turns) {
            let (key, run) = self.0.remove(at);
            return Turns::Ended(key, run);
        }
        Turns::GoesOn(known.map_or(WAITS, |at| self.0[at].1.progress()))
    }

    /// Removes the run of a key; [`Self::give_back`] returns it.
    pub(super) fn take(&mut self, key: &K) -> Option<(usize, R)> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        Some((at, self.0.remove(at).1))
    }

    /// Returns a run to its place.
    pub(super) fn give_back(&mut self, key: K, (at, run): (usize, R)) {
        self.0.insert(at.min(self.0.len()), (key, run));
    }

    /// The run of a key that is in progress.
    pub(super) fn get(&self, key: &K) -> Option<&R> {
        let mut runs = self.0.iter();
        runs.find_map(|(known, run)| (known == key).then_some(run))
    }

    /// Whether the run of a key is in progress.
    pub(super) fn has(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    /// Whether all places are taken.
    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Cancels the runs whose keys do not pass.
    pub(super) fn retain(&mut self, passes: impl Fn(&K) -> bool) {
        self.0.retain(|(key, _)| passes(key));
    }
}
