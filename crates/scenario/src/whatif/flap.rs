//! How often a decision changes when scores are noisy.

use schedscope_answers::{
    placement::integer::Integer,
    whatif::flap::{FlapAnswer, FlapOptions, FlapWeight},
};
use schedscope_whatif::placement::{
    flap::{Flapping, Noise},
    placement_name,
};

use crate::{QuestionError, Scenario};

/// The share of ticks that may change the decision, unless another is asked for.
const RATE: f64 = 0.1;

impl Scenario {
    /// How often the decision changes under each weight of Steady.
    ///
    /// # Errors
    /// `now` is not a time; the text has no such placement.
    pub fn flap(&mut self, options: FlapOptions) -> Result<FlapAnswer, QuestionError> {
        let (decide, _) = self.trial_options(options.decide)?;
        let mut trials = self.trials(decide.clone(), 1);
        let decision = trials.decide(&decide).ok_or(QuestionError::NoDecision)?;
        let (missing_inputs, not_looked_at) = self.doubts(&decision);
        let flapping = Flapping::new(&decision);
        let mut answer = FlapAnswer {
            object: placement_name(&decision.placement, &self.reader.objects().names),
            prioritizers: Vec::new(),
            weight: 0,
            ticks: 0,
            rate: options.rate.map_or(RATE, |rate| rate.0),
            weights: Vec::new(),
            smallest: None,
            reason: flapping.as_ref().err().copied(),
            missing_inputs,
            not_looked_at,
        };
        let Ok(flapping) = flapping else {
            return Ok(answer);
        };
        answer.ticks = flapping.ticks(options.ticks);
        answer.weight = flapping.weight;
        let noise = Noise {
            ticks: answer.ticks,
            most: options.noise,
            seed: u64::from(options.seed),
        };
        let beyond = (flapping.weight < 0).then_some(flapping.weight);
        for weight in beyond.into_iter().chain(0..=10) {
            let flaps = flapping.run(noise, weight);
            let is_held = flaps.changes as f64 <= answer.rate * answer.ticks as f64;
            if weight >= 0 && is_held && answer.smallest.is_none() {
                answer.smallest = Some(weight);
            }
            answer.weights.push(FlapWeight {
                weight,
                changes: flaps.changes,
                moved: Integer(flaps.moved as i64),
            });
        }
        answer.prioritizers = flapping.names;
        Ok(answer)
    }
}
