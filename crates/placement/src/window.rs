//! How long what was computed stays true.

use schedscope_time::Timestamp;

/// The span of time in which every comparison keeps its result: from the latest end that has passed, inclusively, to
/// the earliest end that has not, exclusively.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValidityWindow {
    from: Option<Timestamp>,
    until: Option<Timestamp>,
}

impl ValidityWindow {
    /// Whether a moment lies inside.
    pub fn contains(&self, now: Timestamp) -> bool {
        self.from.is_none_or(|from| from <= now) && self.until.is_none_or(|until| now < until)
    }

    /// Limits the span to one moment.
    pub fn pin(&mut self, now: Timestamp) {
        self.before(now, now);
        if let Some(next) = Timestamp::from_nanosecond(now.as_nanosecond() + 1) {
            self.before(now, next);
        }
    }

    /// Whether `end` is still to come; remembered.
    pub fn before(&mut self, now: Timestamp, end: Timestamp) -> bool {
        let before = now < end;
        if before {
            self.until = Some(self.until.map_or(end, |until| until.min(end)));
        } else {
            self.from = Some(self.from.map_or(end, |from| from.max(end)));
        }
        before
    }
}
