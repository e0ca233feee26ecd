//! The results of one expression, by the clusters' slots.

use rustc_hash::FxHashMap;
use schedscope_objects::clusters::Slot;
use schedscope_placement::cel::{CelBudget, CelVerdict};

use crate::cel::question::Limit;

/// The number of different error messages kept for one expression.
const MOST_ERRORS: usize = 4096;
/// The error message for a cluster that was reached without steps left.
const NO_STEPS: &str = "not evaluated: it takes too many steps on all clusters together";
/// The maximum length of an error message in bytes; a longer one is truncated.
const LONGEST_ERROR: usize = 500;
const UNKNOWN: u16 = 0;
const FALSE: u16 = 1;
const TRUE: u16 = 2;
const OVER_COST: u16 = 3;
const SKIPPED: u16 = 4;
/// This code and higher ones are indices of errors.
const FIRST_ERROR: u16 = 5;

/// The result of an evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found<'e> {
    Verdict(bool),
    OverCost,
    Error(&'e str),
}

/// The results of one expression on the clusters evaluated so far.
#[derive(Debug, Default)]
pub(super) struct Column {
    expression: String,
    /// If the expression may use scores: the revision of the other objects that its verdicts are valid for.
    others: Option<u64>,
    /// The codes above, by slot.
    verdicts: Vec<u16>,
    /// The hub's cost, by slot; `None` if costs were not requested.
    costs: Option<Vec<u32>>,
    errors: Vec<String>,
    places: FxHashMap<String, u16>,
    /// The revision of the text that it was begun for, or last validated for.
    revision: u64,
    limit: Limit,
    /// The steps taken so far.
    taken: u64,
    /// It ran out of steps on some cluster.
    exhausted: bool,
}

impl Column {
    pub(super) fn new(expression: &str, others: u64, costs: bool) -> Self {
        Self {
            expression: expression.to_owned(),
            costs: costs.then(Vec::new),
            // The word in a string literal also matches; that only causes another question.
            others: expression.contains("scores").then_some(others),
            ..Self::default()
        }
    }

    pub(super) fn expression(&self) -> &str {
        &self.expression
    }

    pub(super) fn uses_scores(&self) -> bool {
        self.others.is_some()
    }

    /// Whether its verdicts are valid for the current other objects.
    pub(super) fn holds(&self, others: u64) -> bool {
        self.others.is_none_or(|known| known == others)
    }

    /// Whether it reached a limit: of steps, or of error messages. Its results then depend on the clusters that were
    /// evaluated before, so they are valid for exactly these clusters, in this order.
    fn is_full(&self) -> bool {
        self.taken >= self.limit.steps || self.exhausted || self.errors.len() > MOST_ERRORS
    }

    /// Whether a new column within this limit would have the same results on the clusters evaluated so far, unless it
    /// is full and some clusters are not evaluated.
    pub(super) fn holds_within(&self, limit: Limit) -> bool {
        if self.is_full() {
            self.limit == limit
        } else {
            self.taken < limit.steps
        }
    }

    /// Continues with the current text, within the limit. Starts over if clusters that were removed or edited since
    /// have used up steps or error messages that other clusters now lack. O(clusters).
    pub(super) fn go_on(&mut self, revision: u64, limit: Limit, slots: &[Slot]) {
        let knows_all = || slots.iter().all(|slot| self.knows(*slot));
        let is_of_others = self.is_full() && self.revision != revision && !knows_all();
        if is_of_others || !self.holds_within(limit) {
            self.restart();
        }
        if self.is_full() || self.verdicts.is_empty() {
            self.revision = revision;
        }
        self.limit = limit;
    }

    /// The steps that are left.
    pub(super) fn left(&self) -> u64 {
        self.limit.steps.saturating_sub(self.taken)
    }

    /// Records further steps for the text of a revision. Returns whether it starts over: it is full, and has results
    /// from an earlier revision.
    pub(super) fn take(&mut self, steps: u64, revision: u64) -> bool {
        self.taken = self.taken.saturating_add(steps);
        let begins_anew = self.is_full() && self.revision != revision;
        if begins_anew {
            self.restart();
        }
        begins_anew
    }

    fn restart(&mut self) {
        self.forget(self.others.unwrap_or_default(), self.costs.is_some());
    }

    pub(super) fn has_costs(&self) -> bool {
        self.costs.is_some()
    }

    /// Forgets all verdicts.
    pub(super) fn forget(&mut self, others: u64, costs: bool) {
        *self = Self::new(&self.expression, others, costs);
    }

    pub(super) fn knows(&self, slot: Slot) -> bool {
        self.code(slot) != UNKNOWN
    }

    fn code(&self, slot: Slot) -> u16 {
        self.verdicts.get(slot.index()).copied().unwrap_or(UNKNOWN)
    }

    /// Records the result for a cluster.
    pub(super) fn set(&mut self, slot: Slot, verdict: Found<'_>) {
        let code = match verdict {
            Found::Verdict(false) => FALSE,
            Found::Verdict(true) => TRUE,
            Found::OverCost => OVER_COST,
            Found::Error(message) => self.error(message),
        };
        self.put(slot, code);
    }

    fn put(&mut self, slot: Slot, code: u16) {
        if self.verdicts.len() <= slot.index() {
            self.verdicts.resize(slot.index() + 1, UNKNOWN);
        }
        if let Some(verdict) = self.verdicts.get_mut(slot.index()) {
            *verdict = code;
        }
    }

    /// Records the cost on a cluster, if costs are requested.
    pub(super) fn set_cost(&mut self, slot: Slot, cost: u32) {
        let Some(costs) = &mut self.costs else { return };
        if costs.len() <= slot.index() {
            costs.resize(slot.index() + 1, 0);
        }
        if let Some(place) = costs.get_mut(slot.index()) {
            *place = cost;
        }
    }

    /// The costs on some clusters; `None` if costs were not requested.
    pub(super) fn costs(&self, slots: &[Slot]) -> Option<Vec<u32>> {
        let costs = self.costs.as_ref()?;
        let of = |slot: &Slot| costs.get(slot.index()).copied().unwrap_or(0);
        Some(slots.iter().map(of).collect())
    }

    /// Records that no steps were left for a cluster.
    pub(super) fn exhaust(&mut self, slot: Slot) {
        self.exhausted = true;
        self.put(slot, SKIPPED);
    }

    fn error(&mut self, message: &str) -> u16 {
        let mut end = message.len().min(LONGEST_ERROR);
        while !message.is_char_boundary(end) {
            end -= 1;
        }
        let mut text = message[..end].to_owned();
        if end < message.len() {
            text.push('…');
        }
        if let Some(place) = self.places.get(&text) {
            return FIRST_ERROR + place;
        }
        if self.errors.len() > MOST_ERRORS {
            return FIRST_ERROR + MOST_ERRORS as u16;
        }
        if self.errors.len() == MOST_ERRORS {
            text = format!("an error that is none of the {MOST_ERRORS} before");
        }
        let place = self.errors.len() as u16;
        self.errors.push(text.clone());
        self.places.insert(text, place);
        FIRST_ERROR + place
    }

    /// The number of clusters for which no steps were left.
    pub(super) fn skipped(&self, slots: &[Slot]) -> usize {
        let skipped = slots.iter().filter(|slot| self.code(**slot) == SKIPPED);
        skipped.count()
    }

    /// The error messages; the last one may be about clusters for which no steps were left.
    pub(super) fn errors(&self) -> Vec<String> {
        let no_steps = self.exhausted.then(|| NO_STEPS.to_owned());
        self.errors.iter().cloned().chain(no_steps).collect()
    }

    /// The verdicts on some clusters; `None` if a cluster has none.
    pub(super) fn verdicts(&self, slots: &[Slot]) -> Option<Vec<CelVerdict>> {
        let verdicts = slots.iter().map(|slot| match self.code(*slot) {
            UNKNOWN => None,
            FALSE => Some(CelVerdict::False),
            TRUE => Some(CelVerdict::True),
            OVER_COST => Some(CelVerdict::Overdrawn(CelBudget::Expression)),
            SKIPPED => Some(CelVerdict::Error(self.errors.len() as u16)),
            error => Some(CelVerdict::Error(error - FIRST_ERROR)),
        });
        verdicts.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_errors_take_little_room() {
        let mut column = Column::new("x", 0, false);
        let mut slots = Vec::new();
        for number in 0..MOST_ERRORS + 10 {
            let slot = Slot::of(number);
            column.set(
                slot,
                Found::Error(&format!("error {number} {}", "ü".repeat(1000))),
            );
            slots.push(slot);
        }
        column.set(Slot::of(1), Found::Error("short"));
        assert_eq!(column.errors().len(), MOST_ERRORS + 1);
        assert!(column.errors().iter().all(|error| error.len() <= 504));
        let verdicts = column.verdicts(&slots).expect("all are known");
        let text = |place: usize| match verdicts[place] {
            CelVerdict::Error(error) => column.errors().swap_remove(usize::from(error)),
            other => panic!("{other:?}"),
        };
        assert!(text(0).starts_with("error 0 ü") && text(0).ends_with("ü…"));
        assert_eq!(text(4096), "an error that is none of the 4096 before");
        assert_eq!(text(1), text(4105));
        assert_eq!(column.verdicts(&[Slot::of(5000)]), None);
        let last = Slot::of(MOST_ERRORS + 10);
        column.exhaust(last);
        assert_eq!(
            column.skipped(&[slots[1], last]),
            1,
            "with many errors, too"
        );
        let verdicts = column.verdicts(&[last]);
        let Some([CelVerdict::Error(error)]) = verdicts.as_deref() else {
            panic!("{verdicts:?}");
        };
        assert_eq!(column.errors()[usize::from(*error)], NO_STEPS);
    }
}
