//! Computes sweeps, losses and other long what-ifs in parts. Each question has a work of its own, and several can
//! alternate.

use schedscope_answers::{
    placement::DecideOptions,
    whatif::{
        drain::DrainOptions,
        more::MoreOptions,
        options::{RankOptions, SweepOptions, WithoutOptions},
        recorded::CompareRecordedOptions,
        without_nodes::WithoutNodesOptions,
    },
};
use schedscope_objects::{kubernetes_version::AssumedVersion, objects::Objects};
use schedscope_options::Key;
use schedscope_placement::{DecisionOptions, Session};
use schedscope_whatif::{
    placement::{Trials, rank::Ranks, stability::Stability, sweep::Sweep},
    pods::{
        drain::{Drained, Draining},
        more::More,
        recorded::Recorded,
        sweep::PodSweep,
    },
    vm::sweep::VmSweep,
};

use super::{
    without::Losing,
    without_nodes::LosingNodes,
    world::{Input, World},
};
use crate::{
    Progress, QuestionError, Scenario,
    playing::{Played, Turns, WAITS},
};

/// The maximum number of cached works.
const KEPT: usize = 4;

/// A question that may take long.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LongQuestion {
    Sweep(SweepOptions),
    Rank(RankOptions),
    Stability(DecideOptions),
    Without(WithoutOptions),
    WithoutNodes(WithoutNodesOptions),
    Drain(DrainOptions),
    More(MoreOptions),
    CompareRecorded(CompareRecordedOptions),
}

/// The inputs of a work besides the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WorkKey {
    question: LongQuestion,
    /// The revision of the verdicts of the placement's CEL expressions.
    cel: Option<u64>,
}

/// A work in progress, or complete.
#[derive(Debug)]
pub(super) enum Work {
    Sweep(DecisionOptions, Box<Sweep>),
    SweepPod(Box<PodSweep>),
    SweepVms(Box<VmSweep>),
    Rank(DecisionOptions, Box<Ranks>),
    Stability(DecisionOptions, Box<Stability>),
    Without(Box<Losing>),
    WithoutNodes(Box<LosingNodes>),
    Drain(Box<Draining>),
    /// A complete drain.
    Drained(Box<Drained>),
    More(Box<More>),
    Recorded(Box<Recorded>),
}

fn trials<'a>(
    editor: &'a mut Input,
    session: &'a mut Session,
    options: &DecisionOptions,
) -> Trials<'a> {
    Trials {
        editor,
        session,
        options: options.clone(),
        left: usize::MAX,
    }
}

/// `None` if it could not begin.
impl Played for Option<Work> {
    type On<'a> = (&'a mut Input, &'a mut Session, &'a Objects);

    fn play(&mut self, (input, session, objects): Self::On<'_>, turns: usize) -> bool {
        let Some(work) = self else { return true };
        match work {
            Work::Sweep(options, sweep) => {
                sweep.advance(&mut trials(input, session, options), turns)
            }
            Work::SweepPod(sweep) => sweep.advance(input, turns),
            Work::SweepVms(sweep) => sweep.advance(input, turns),
            Work::Rank(options, ranks) => {
                ranks.advance(&mut trials(input, session, options), turns)
            }
            Work::Stability(options, stability) => {
                stability.advance(&mut trials(input, session, options), turns)
            }
            Work::Without(losing) => losing.advance(objects, turns),
            Work::WithoutNodes(losing) => losing.advance(objects, turns),
            Work::Drain(draining) => draining.advance(&objects.names, turns),
            Work::Drained(_) => true,
            Work::More(more) => more.advance(objects, turns),
            Work::Recorded(recorded) => recorded.advance(&objects.names, turns),
        }
    }

    fn progress(&self) -> (u64, u64) {
        let Some(work) = self else { return WAITS };
        match work {
            Work::Sweep(_, sweep) => sweep.progress(),
            Work::SweepPod(sweep) => sweep.progress(),
            Work::SweepVms(sweep) => sweep.progress(),
            Work::Rank(_, ranks) => ranks.progress(),
            Work::Stability(_, stability) => stability.progress(),
            Work::Without(losing) => losing.progress(),
            Work::WithoutNodes(losing) => losing.progress(),
            Work::Drain(draining) => {
                let (done, of) = draining.progress();
                (done as u64, of as u64)
            }
            Work::Drained(_) => WAITS,
            Work::More(more) => more.progress(),
            Work::Recorded(recorded) => recorded.progress(),
        }
    }
}

impl Scenario {
    /// Continues the work of a question for at most `turns` turns; cancels it with 0. `None` if it is complete or
    /// cancelled.
    ///
    /// # Errors
    /// Those of the question.
    pub(crate) fn advance_long(
        &mut self,
        question: LongQuestion,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        let key = self.work_key(question)?;
        let world = self.world.of(&self.reader);
        if let Some(at) = world.worked.iter().position(|(known, _)| *known == key) {
            let latest = world.worked.remove(at);
            world.worked.push(latest);
            return Ok(None);
        }
        if turns == 0 {
            world.working.retain(|known| known.question != key.question);
            return Ok(None);
        }
        let mut begun = None;
        // While it waits, it continues another work in progress.
        if !world.working.has(&key) && (turns == usize::MAX || !world.working.is_full()) {
            begun = Some(self.work(&key.question)?);
        }
        let World {
            input,
            session,
            working,
            worked,
            ..
        } = self.world.of(&self.reader);
        let on = (input, session, self.reader.objects());
        Ok(match working.advance(&key, || begun, on, turns) {
            Turns::GoesOn(progress) => Some(Progress::new(progress)),
            Turns::Ended(ended, work) => {
                let waits = ended != key;
                if worked.len() >= KEPT {
                    worked.remove(0);
                }
                worked.push((ended, work));
                waits.then(|| Progress::new(WAITS))
            }
        })
    }

    /// Completes the work of a question and removes it; [`Self::keep_work`] returns it to the cache.
    pub(super) fn worked(
        &mut self,
        question: LongQuestion,
    ) -> Result<(WorkKey, Work), QuestionError> {
        self.advance_long(question, usize::MAX)?;
        let found = self.world.of(&self.reader).worked.pop();
        match found {
            Some((key, Some(work))) => Ok((key, work)),
            _ => Err(QuestionError::NoDecision),
        }
    }

    /// Caches a complete work.
    pub(super) fn keep_work(&mut self, (key, work): (WorkKey, Work)) {
        let world = self.world.of(&self.reader);
        world.worked.push((key, Some(work)));
    }

    fn work_key(&mut self, question: LongQuestion) -> Result<WorkKey, QuestionError> {
        let decide = match &question {
            LongQuestion::Sweep(options) if options.pod.is_none() && !options.is_of_vms() => {
                &options.decide
            }
            LongQuestion::Rank(options) => &options.decide,
            LongQuestion::Stability(decide) => decide,
            LongQuestion::Without(options) => &options.decide,
            _ => {
                return Ok(WorkKey {
                    question,
                    cel: None,
                });
            }
        };
        let placement: Option<Key> = decide.placement.clone();
        let placement = self.placement_index(placement.as_ref())?;
        let cel = self.cel.verdicts(&self.reader, placement);
        Ok(WorkKey {
            question,
            cel: cel.map(|verdicts| verdicts.revision),
        })
    }

    /// Creates the work of a question.
    fn work(&mut self, question: &LongQuestion) -> Result<Work, QuestionError> {
        match question {
            LongQuestion::Sweep(options) if options.pod.is_some() => self.sweep_pod_work(options),
            LongQuestion::Sweep(options) if options.is_of_vms() => self.sweep_vms_work(options),
            LongQuestion::Sweep(options) => self.sweep_work(options),
            LongQuestion::Rank(options) => self.rank_work(options),
            LongQuestion::Stability(options) => self.stability_work(options),
            LongQuestion::Without(options) => self.without_work(options),
            LongQuestion::WithoutNodes(options) => self.without_nodes_work(options),
            LongQuestion::Drain(options) => self.drain_work(options),
            LongQuestion::More(options) => self.more_work(options),
            LongQuestion::CompareRecorded(options) => {
                let AssumedVersion { version, .. } =
                    self.assumed_version(options.kubernetes_version);
                let objects = self.reader.objects();
                let recorded = Recorded::new(objects, options.profile.of_pods(), version);
                Ok(Work::Recorded(Box::new(recorded)))
            }
        }
    }
}
