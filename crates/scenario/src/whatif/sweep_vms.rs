//! One number of the VM plugin's config over its range, and how a timeline runs.

use schedscope_answers::{
    placement::integer::Integer,
    whatif::{
        options::SweepOptions,
        sweep::{SweepAnswer, SweepInterval, SweptParameter},
    },
};
use schedscope_checks::context::{self as checks, About};
use schedscope_objects::namespaced_name::NamespacedName;
use schedscope_whatif::vm::sweep::{NotSwept, VmParameter, VmSweep};

use super::{
    sweep::wrong,
    vms::vm_question,
    works::{LongWork, System, WorkInput},
};
use crate::{Answered, QuestionError, Runs, Vms, vms::timeline_of};

impl System<SweepOptions> for Runs {
    type Work = VmSweep;
    type Answer = SweepAnswer;

    fn begin(engine: &mut Vms<'_>, options: &SweepOptions) -> Result<VmSweep, QuestionError> {
        let (parameter, _) = parameter(options)?;
        let (timeline, variant) = (options.timeline.as_ref(), options.variant.as_deref());
        let question = vm_question(engine.input.objects(), timeline, variant, 0)?;
        let node = options.node.as_deref();
        let trial = &engine.edited_copy.of(engine.input).trial;
        let sweep = VmSweep::new(trial, &question, parameter, node);
        sweep.map_err(|why| match why {
            NotSwept::NoConfig => {
                wrong("sweep: the input has no config that is in force on a node")
            }
            NotSwept::NoNode => QuestionError::NoNode(node.unwrap_or_default().to_owned()),
        })
    }

    fn answer(
        engine: &mut Vms<'_>,
        options: &SweepOptions,
        found: &mut VmSweep,
    ) -> Result<Answered<SweepAnswer>, QuestionError> {
        let input = engine.input;
        let (_, name) = parameter(options)?;
        let mut before: &[String] = &[];
        let mut is_first = true;
        let intervals = found.stretches.iter().map(|stretch| {
            let only = |these: &[String], those: &[String]| -> Vec<NamespacedName> {
                let only = these.iter().filter(|one| !those.contains(one));
                let only = only.take(options.decide.limit);
                only.map(|one| one.as_str().into()).collect()
            };
            let (mut added_pods, removed_pods) = (
                only(&stretch.migrates, before),
                only(before, &stretch.migrates),
            );
            if std::mem::take(&mut is_first) {
                added_pods.clear();
            }
            before = &stretch.migrates;
            SweepInterval {
                from: Integer(stretch.from),
                to: Integer(stretch.to),
                run: Some(stretch.end.into()),
                decided: true,
                added_pods,
                removed_pods,
                unplaced: only(&stretch.unplaced, &[]),
                ..SweepInterval::default()
            }
        });
        let intervals = intervals.collect();
        let timeline = timeline_of(input.objects(), &found.object);
        let answer = SweepAnswer {
            object: found.object.clone(),
            pod: None,
            parameter: name,
            subject: found.field.clone(),
            in_force: Some(Integer(found.in_force)),
            intervals,
            points: Vec::new(),
            rank: None,
            stability: None,
            complete: found.complete,
        };
        // There is a config, or nothing is swept.
        let about = checks::Vms {
            assumes_config: false,
            timeline,
            migrating: Vec::new(),
        };
        Ok(Answered::new(answer, input, About::Vms(about)))
    }
}

impl LongWork for VmSweep {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        self.advance(on.trial, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.progress()
    }
}

/// The parameter of the config to sweep.
fn parameter(options: &SweepOptions) -> Result<(VmParameter, SweptParameter), QuestionError> {
    let watermark = options
        .watermark
        .map(|of| VmParameter::Watermark(of.into()));
    let system = options.system.map(|of| VmParameter::System(of.into()));
    let unit = options.compute_unit.map(|of| VmParameter::Unit(of.into()));
    let of_others = options.is_of_clusters() || options.pod.is_some();
    match (watermark, system, unit, of_others) {
        (Some(watermark), None, None, false) => Ok((watermark, SweptParameter::Watermark)),
        (None, Some(system), None, false) => Ok((system, SweptParameter::System)),
        (None, None, Some(unit), false) => Ok((unit, SweptParameter::ComputeUnit)),
        _ => Err(wrong(
            "sweep: of VMs, name one of `watermark`, `system` and `computeUnit`",
        )),
    }
}
