//! Runs that are simulated in parts, and kept when they are complete.

/// A run that is simulated some turns at a time.
pub(super) trait Played {
    /// The parts of the text that it requires.
    type On<'a>;
    /// The complete run.
    type Complete;

    /// The maximum number of complete runs that are kept.
    const KEPT: usize;

    /// Simulates at most `turns` more turns. Returns whether the run is complete.
    fn play(&mut self, on: Self::On<'_>, turns: usize) -> bool;

    /// How much is done, and the total.
    fn progress(&self) -> (u64, u64);

    /// Ends a complete run.
    fn finish(self) -> Self::Complete;
}

/// The maximum number of runs of one kind in progress, not counting one that runs to its end in one call.
const MOST: usize = 4;

/// The runs of one kind.
///
/// Questions that take turns each continue their own run. While all places are taken, a further question continues the
/// oldest run until a place is free. So each turn advances a run, and no run begins twice.
#[derive(Debug)]
pub(super) struct Playing<K, R: Played> {
    /// The oldest first.
    in_progress: Vec<(K, R)>,
    /// The latest last.
    complete: Vec<(K, R::Complete)>,
}

/// The progress of a question that waits for a place.
pub(super) const WAITS: (u64, u64) = (0, 1);

impl<K, R: Played> Default for Playing<K, R> {
    fn default() -> Self {
        Self {
            in_progress: Vec::new(),
            complete: Vec::new(),
        }
    }
}

impl<K: Clone + PartialEq, R: Played> Playing<K, R> {
    /// Continues the run of a key, and begins it if it is not in progress; cancels it with 0 turns. With `usize::MAX`
    /// turns it does not wait. Returns how much is done, and the total; `None` if the run is complete or cancelled.
    pub(super) fn advance(
        &mut self,
        key: &K,
        begin: impl FnOnce() -> R,
        on: R::On<'_>,
        turns: usize,
    ) -> Option<(u64, u64)> {
        if self.is_complete(key) {
            return None;
        }
        if turns == 0 {
            self.cancel(|known| known == key);
            return None;
        }
        if self.begins(key, turns) {
            self.in_progress.push((key.clone(), begin()));
        }
        let mut runs = self.in_progress.iter();
        let own = runs.position(|(known, _)| known == key);
        let at = own.unwrap_or_default();
        if !self.in_progress[at].1.play(on, turns) {
            return Some(own.map_or(WAITS, |at| self.in_progress[at].1.progress()));
        }
        let (ended, run) = self.in_progress.remove(at);
        if self.complete.len() >= R::KEPT {
            self.complete.remove(0);
        }
        self.complete.push((ended, run.finish()));
        own.is_none().then_some(WAITS)
    }

    /// Whether the run of a key begins with its next turns: it is not in progress, and there is a place.
    pub(super) fn begins(&self, key: &K, turns: usize) -> bool {
        let is_full = self.in_progress.len() >= MOST;
        self.get(key).is_none() && (!is_full || turns == usize::MAX)
    }

    /// Whether the run of a key is complete; it becomes the latest one.
    pub(super) fn is_complete(&mut self, key: &K) -> bool {
        let known = self.complete.iter().position(|(known, _)| known == key);
        if let Some(at) = known {
            self.complete[at..].rotate_left(1);
        }
        known.is_some()
    }

    /// The run of a key that is in progress.
    pub(super) fn get(&self, key: &K) -> Option<&R> {
        let mut runs = self.in_progress.iter();
        runs.find_map(|(known, run)| (known == key).then_some(run))
    }

    /// The same, to change it.
    pub(super) fn get_mut(&mut self, key: &K) -> Option<&mut R> {
        let mut runs = self.in_progress.iter_mut();
        runs.find_map(|(known, run)| (known == key).then_some(run))
    }

    /// The complete run of a key.
    pub(super) fn complete(&self, key: &K) -> Option<&R::Complete> {
        let mut runs = self.complete.iter();
        runs.find_map(|(known, run)| (known == key).then_some(run))
    }

    /// The same, to change it.
    pub(super) fn complete_mut(&mut self, key: &K) -> Option<&mut R::Complete> {
        let mut runs = self.complete.iter_mut();
        runs.find_map(|(known, run)| (known == key).then_some(run))
    }

    /// Cancels the runs of some keys.
    pub(super) fn cancel(&mut self, is_of: impl Fn(&K) -> bool) {
        self.in_progress.retain(|(key, _)| !is_of(key));
    }

    /// Cancels and forgets the runs whose keys do not pass.
    pub(super) fn retain(&mut self, passes: impl Fn(&K) -> bool) {
        self.in_progress.retain(|(key, _)| passes(key));
        self.complete.retain(|(key, _)| passes(key));
    }
}
