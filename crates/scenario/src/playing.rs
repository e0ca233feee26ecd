//! Runs that are not played to their end yet.

/// A run that is played some turns at a time.
pub(super) trait Played {
    /// What it needs of the text.
    type On<'a>;

    /// Plays at most so many more turns; gives whether it is at its end.
    fn play(&mut self, on: Self::On<'_>, turns: usize) -> bool;

    /// How much is done, and the whole.
    fn progress(&self) -> (u64, u64);
}

/// How many runs of one kind are in progress.
const MOST: usize = 4;

/// The runs of one kind in progress, the one that was begun first at the front.
///
/// Questions that take turns each continue their own run. While all places are taken, a further question plays the
/// first run on until a place is free. So each turn brings a run nearer to its end, and none is begun twice.
#[derive(Debug)]
pub(super) struct Playing<K, R>(Vec<(K, R)>);

/// What some turns came to.
pub(super) enum Turns<K, R> {
    /// The run goes on; how much is done, and the whole.
    GoesOn((u64, u64)),
    /// A run is at its end, which need not be the one that was asked for.
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
    /// Plays the run of a key on, and begins it if it is not in progress. With `usize::MAX` turns it does not wait.
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

    /// The run of a key, taken out; to be given back by [`Self::give_back`].
    pub(super) fn take(&mut self, key: &K) -> Option<(usize, R)> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        Some((at, self.0.remove(at).1))
    }

    /// Puts a run back to its place.
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

    /// Gives up the runs whose keys do not pass.
    pub(super) fn retain(&mut self, passes: impl Fn(&K) -> bool) {
        self.0.retain(|(key, _)| passes(key));
    }
}
