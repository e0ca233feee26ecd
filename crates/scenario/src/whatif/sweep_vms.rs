//! One number of the VM plugin's config over its range, and how a timeline runs.

use schedscope_answers::{
    placement::integer::Integer,
    whatif::{
        options::SweepOptions,
        sweep::{SweepAnswer, SweepInterval, SweptParameter},
    },
};
use schedscope_checks::context::Vms;
use schedscope_whatif::vm::sweep::{NotSwept, VmParameter, VmSweep};

use super::sweep::wrong;
use crate::{Answered, QuestionError, Scenario, vms::timeline_of};

impl Scenario {
    /// The parameter of the config to sweep.
    fn swept_of_vms(
        options: &SweepOptions,
    ) -> Result<(VmParameter, SweptParameter), QuestionError> {
        let watermark = options
            .watermark
            .map(|of| VmParameter::Watermark(of.into()));
        let system = options.system.map(|of| VmParameter::System(of.into()));
        let unit = options.compute_unit.map(|of| VmParameter::Unit(of.into()));
        let of_others = options.weight.is_some()
            || options.count
            || options.max_skew.is_some()
            || options.pod.is_some();
        match (watermark, system, unit, of_others) {
            (Some(watermark), None, None, false) => Ok((watermark, SweptParameter::Watermark)),
            (None, Some(system), None, false) => Ok((system, SweptParameter::System)),
            (None, None, Some(unit), false) => Ok((unit, SweptParameter::ComputeUnit)),
            _ => Err(wrong(
                "sweep: of VMs, name one of `watermark`, `system` and `computeUnit`",
            )),
        }
    }

    pub(super) fn sweep_vms_work(
        &mut self,
        options: &SweepOptions,
    ) -> Result<VmSweep, QuestionError> {
        let (parameter, _) = Self::swept_of_vms(options)?;
        let question =
            self.vm_question(options.timeline.as_deref(), options.variant.as_deref(), 0)?;
        let node = options.node.as_deref();
        let input = &self.world.of(&self.input).trial;
        let sweep = VmSweep::new(input, &question, parameter, node);
        sweep.map_err(|why| match why {
            NotSwept::NoConfig => {
                wrong("sweep: the input has no config that is in force on a node")
            }
            NotSwept::NoNode => QuestionError::NoNode(node.unwrap_or_default().to_owned()),
        })
    }

    /// How a timeline runs for every value of one number.
    pub(super) fn swept_vms(
        &self,
        options: &SweepOptions,
        found: &VmSweep,
    ) -> Result<Answered<SweepAnswer>, QuestionError> {
        let (_, name) = Self::swept_of_vms(options)?;
        let mut before: &[String] = &[];
        let mut is_first = true;
        let intervals = found.stretches.iter().map(|stretch| {
            let only = |these: &[String], those: &[String]| -> Vec<String> {
                let only = these.iter().filter(|one| !those.contains(one));
                only.take(options.decide.limit).cloned().collect()
            };
            let (mut added, removed) = (
                only(&stretch.migrates, before),
                only(before, &stretch.migrates),
            );
            if std::mem::take(&mut is_first) {
                added.clear();
            }
            before = &stretch.migrates;
            SweepInterval {
                from: Integer(stretch.from),
                to: Integer(stretch.to),
                selected: 0,
                cycle: None,
                run: Some(stretch.end.into()),
                decided: true,
                added,
                removed,
                unplaced: only(&stretch.unplaced, &[]),
            }
        });
        let intervals = intervals.collect();
        let objects = self.input.objects();
        let timeline = timeline_of(objects, &found.object);
        let answer = SweepAnswer {
            object: found.object.clone(),
            pod: None,
            parameter: name,
            subject: found.field.clone(),
            in_force: Some(Integer(found.in_force)),
            intervals,
            points: Vec::new(),
            complete: found.complete,
        };
        // There is a config, or nothing is swept.
        let about = Vms {
            assumes_config: false,
            timeline,
            migrating: Vec::new(),
        };
        Ok(self.checked_vms(answer, about))
    }
}
