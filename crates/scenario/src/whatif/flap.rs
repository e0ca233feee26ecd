//! How often a decision changes when scores are noisy.

use schedscope_answers::{
    placement::integer::Integer,
    whatif::flap::{FlapAnswer, FlapOptions, FlapWeight},
};
use schedscope_placement::Decision;
use schedscope_whatif::placement::{
    Trials,
    flap::{FlapRun, Flapping, Noise},
    lines::NotLinear,
    placement_name,
};

use super::works::{LongQuestion, Work};
use crate::{QuestionError, Scenario};

/// The default share of ticks that may change the decision.
const RATE: f64 = 0.1;

/// Repeats a decision tick by tick, for one weight of `Steady` after another.
#[derive(Debug)]
pub(super) struct FlapWork {
    noise: Noise,
    /// The decision, and the part of it that is drawn again; `None` before the first part.
    begun: Option<(Decision, Result<Flapping, NotLinear>)>,
    /// The weights to try.
    weights: Vec<i32>,
    /// The runs; all but the last are complete.
    runs: Vec<FlapRun>,
}

impl FlapWork {
    /// Simulates at most `turns` more ticks. Returns whether all runs are complete.
    pub(super) fn advance(&mut self, trials: &mut Trials<'_>, turns: usize) -> bool {
        let mut left = turns;
        if self.begun.is_none() {
            let options = trials.options.clone();
            let Some(decision) = trials.decide(&options) else {
                return true;
            };
            let flapping = Flapping::new(&decision);
            if let Ok(flapping) = &flapping {
                self.noise.ticks = flapping.ticks(self.noise.ticks);
                let beyond = (flapping.weight < 0).then_some(flapping.weight);
                self.weights = beyond.into_iter().chain(0..=10).collect();
            }
            self.begun = Some((decision, flapping));
            left = left.saturating_sub(1);
        }
        let Some((_, Ok(flapping))) = &self.begun else {
            return true;
        };
        while left > 0 {
            match self.runs.last_mut() {
                Some(run) if run.tick < self.noise.ticks => {
                    flapping.tick(self.noise, run);
                    left -= 1;
                }
                _ => match self.weights.get(self.runs.len()) {
                    Some(weight) => self.runs.push(flapping.start(*weight)),
                    None => return true,
                },
            }
        }
        self.is_over()
    }

    fn is_over(&self) -> bool {
        let last = self.runs.last();
        self.runs.len() == self.weights.len() && last.is_none_or(|run| run.tick == self.noise.ticks)
    }

    /// The number of ticks simulated, and the total.
    pub(super) fn progress(&self) -> (u64, u64) {
        let done: usize = self.runs.iter().map(|run| run.tick).sum();
        let of = self.weights.len().max(1) * self.noise.ticks;
        (done as u64, of as u64)
    }
}

impl Scenario {
    /// How often the decision changes under each weight of Steady.
    ///
    /// # Errors
    /// `now` is not a time; the text has no such placement.
    pub fn flap(&mut self, options: FlapOptions) -> Result<FlapAnswer, QuestionError> {
        let rate = options.rate.map_or(RATE, |rate| rate.0);
        let (key, work) = self.worked(LongQuestion::Flap(options))?;
        let answer = match &work {
            Work::Flap(_, found) => self.flapped(found, rate),
            _ => Err(QuestionError::NoDecision),
        };
        self.keep_work((key, work));
        answer
    }

    pub(super) fn flap_work(&mut self, options: &FlapOptions) -> Result<Work, QuestionError> {
        let (decide, _) = self.trial_options(options.decide.clone())?;
        let noise = Noise {
            ticks: options.ticks,
            most: options.noise,
            seed: u64::from(options.seed),
        };
        let work = FlapWork {
            noise,
            begun: None,
            weights: Vec::new(),
            runs: Vec::new(),
        };
        Ok(Work::Flap(decide, Box::new(work)))
    }

    fn flapped(&self, found: &FlapWork, rate: f64) -> Result<FlapAnswer, QuestionError> {
        let (decision, flapping) = found.begun.as_ref().ok_or(QuestionError::NoDecision)?;
        let (missing_inputs, not_looked_at) = self.doubts(decision);
        let mut answer = FlapAnswer {
            object: placement_name(&decision.placement, &self.reader.objects().names),
            prioritizers: Vec::new(),
            weight: 0,
            ticks: 0,
            rate,
            weights: Vec::new(),
            smallest: None,
            reason: flapping.as_ref().err().copied(),
            missing_inputs,
            not_looked_at,
        };
        let Ok(flapping) = flapping else {
            return Ok(answer);
        };
        answer.ticks = found.noise.ticks;
        answer.weight = flapping.weight;
        for FlapRun { weight, flaps, .. } in &found.runs {
            let is_held = flaps.changes as f64 <= rate * answer.ticks as f64;
            if *weight >= 0 && is_held && answer.smallest.is_none() {
                answer.smallest = Some(*weight);
            }
            answer.weights.push(FlapWeight {
                weight: *weight,
                changes: flaps.changes,
                moved: Integer(flaps.moved as i64),
            });
        }
        answer.prioritizers.clone_from(&flapping.names);
        Ok(answer)
    }
}
