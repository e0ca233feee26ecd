//! The parsed options of a what-if about a placement, and the world for its decisions.

use schedscope_answers::placement::DecideOptions;
use schedscope_placement::{DecisionOptions, names_constraint};
use schedscope_whatif::placement::Trials;

use super::unknown;
use crate::{QuestionError, Scenario};

impl Scenario {
    /// The options of a decision, and the maximum number of names to list.
    ///
    /// # Errors
    /// `now` is not a time, the text has no such placement, or the placement no such spread constraint.
    pub(crate) fn trial_options(
        &mut self,
        options: DecideOptions,
    ) -> Result<(DecisionOptions, usize), QuestionError> {
        let placement = self.input.placement_index(options.placement.as_ref())?;
        let limit = options.limit;
        let objects = self.input.objects();
        let decide = options.read(placement, objects);
        let mut decide = decide.map_err(QuestionError::Now)?;
        if let Some(of) = objects.placements.get(placement) {
            let names = &objects.names;
            for (name, _) in &decide.max_skews {
                let mut terms = of.spec.spread_constraints.iter();
                if !terms.any(|term| names_constraint(name, term, names)) {
                    let why = ["there is no spread constraint `", name, "`"].concat();
                    return Err(unknown::constraint(names, of, &why));
                }
            }
        }
        decide.cel = self.cel.verdicts(&self.input.reader, placement);
        Ok((decide, limit))
    }

    /// Prepares at most `left` decisions on trial.
    pub(super) fn trials(&mut self, options: DecisionOptions, left: usize) -> Trials<'_> {
        let world = self.world.of(&self.input);
        Trials {
            editor: &mut world.trial,
            session: &mut world.session,
            options,
            left,
        }
    }
}
