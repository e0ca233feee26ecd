//! One number over its range, and how the cycle of a pod ends.

use schedscope_answers::{
    placement::integer::Integer,
    whatif::{
        change::cycle_after,
        options::SweepOptions,
        sweep::{SweepAnswer, SweepInterval, SweptParameter},
    },
};
use schedscope_checks::uses::{Scheduling, Scored, Uses};
use schedscope_objects::{kubernetes_version::AssumedVersion, not_looked_at::TouchedAnswer};
use schedscope_quota::cycle::CycleOutcome;
use schedscope_whatif::pods::sweep::{NotSwept, PodParameter, PodStretch, PodSweep};

use super::{sweep::wrong, unknown};
use crate::{Answered, QuestionError, Scenario};

impl Scenario {
    /// The parameter of a pod to sweep.
    fn swept_of_pod(
        options: &SweepOptions,
    ) -> Result<(PodParameter<'_>, SweptParameter), QuestionError> {
        let bound = |is_max, resource| PodParameter::Bound {
            quota: options.quota.as_deref(),
            is_max,
            resource,
        };
        let parameters = [
            options
                .request
                .as_deref()
                .map(|resource| (PodParameter::Request(resource), SweptParameter::Request)),
            options
                .priority
                .then_some((PodParameter::Priority, SweptParameter::Priority)),
            options
                .min
                .as_deref()
                .map(|resource| (bound(false, resource), SweptParameter::Min)),
            options
                .max
                .as_deref()
                .map(|resource| (bound(true, resource), SweptParameter::Max)),
        ];
        let mut given = parameters.into_iter().flatten();
        let of_clusters = options.weight.is_some() || options.count || options.max_skew.is_some();
        let of_clusters = of_clusters || options.is_of_vms();
        let (Some((parameter, name)), None, false) = (given.next(), given.next(), of_clusters)
        else {
            return Err(wrong(
                "sweep: with `pod`, name one of `request`, `priority`, `min` and `max`",
            ));
        };
        Ok((parameter, name))
    }

    pub(super) fn sweep_pod_work(
        &mut self,
        options: &SweepOptions,
    ) -> Result<PodSweep, QuestionError> {
        let (parameter, _) = Self::swept_of_pod(options)?;
        let key = options.pod.as_deref().unwrap_or_default();
        let AssumedVersion { version, .. } = self.assumed_version(options.kubernetes_version);
        let objects = self.input.objects();
        let reading = (options.decide.profile.of_pods(), version);
        let sweep = PodSweep::new(objects, key, parameter, reading);
        sweep.map_err(|why| match why {
            NotSwept::NoPod => QuestionError::NoPod(key.to_owned()),
            NotSwept::NoQuota => unknown::quota(objects, options.quota.as_deref(), key),
            NotSwept::NoResource => {
                let resource = options.min.as_ref().or(options.max.as_ref());
                unknown::resource(objects, resource.map_or("", |name| name))
            }
            NotSwept::NoRequest => {
                unknown::request(objects, key, options.request.as_deref().unwrap_or_default())
            }
        })
    }

    /// The end of a pod's cycle for every value of one parameter.
    pub(super) fn swept_pod(
        &mut self,
        options: &SweepOptions,
        found: &PodSweep,
    ) -> Result<Answered<SweepAnswer>, QuestionError> {
        let (parameter, name) = Self::swept_of_pod(options)?;
        let encoding = self.input.encoding;
        let key = options.pod.clone().unwrap_or_default();
        let (desk, reader) = self.desk_and_reader(options.kubernetes_version);
        let objects = reader.objects();
        let is_bound =
            |stretch: &PodStretch| matches!(stretch.end.outcome, CycleOutcome::Schedulable(_));
        let mut stretches = found.stretches.iter();
        let uses = Scheduling {
            scores: Scored::all_if(found.stretches.iter().any(is_bound)),
            ranks: true,
            evicts: true,
            // Budgets affect the choice of victims, not whether preemption succeeds.
            victims: stretches.any(|stretch| !stretch.end.victims.is_empty()),
            ..desk.one(TouchedAnswer::SimulatePod, &key, objects)?
        };
        let names = &objects.names;
        let intervals = found.stretches.iter().map(|stretch| SweepInterval {
            from: Integer(stretch.from),
            to: Integer(stretch.to),
            selected: 0,
            run: None,
            cycle: Some(cycle_after(found.world(), &stretch.end, names)),
            decided: true,
            added: Vec::new(),
            removed: Vec::new(),
            unplaced: Vec::new(),
        });
        let subject = match parameter {
            PodParameter::Priority => "",
            PodParameter::Request(resource) | PodParameter::Bound { resource, .. } => resource,
        };
        let about = desk.about_quotas(reader, Some(&key), Uses::Schedules(uses));
        let answer = SweepAnswer {
            object: found.object.clone(),
            intervals: intervals.collect(),
            pod: Some(key.clone()),
            parameter: name,
            subject: subject.to_owned(),
            in_force: found.in_force().map(Integer),
            points: Vec::new(),
            complete: found.complete(),
        };
        Ok(Answered::new(answer, (reader, encoding), about))
    }
}
