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
use schedscope_objects::{
    namespaced_name::{NamespacedName, NotNamed},
    not_looked_at::TouchedAnswer,
    objects::Objects,
};
use schedscope_quota::cycle::CycleOutcome;
use schedscope_whatif::pods::sweep::{NotSwept, PodParameter, PodStretch, PodSweep};

use super::{
    sweep::wrong,
    unknown,
    works::{LongWork, System, WorkInput},
};
use crate::{Answered, ClusterStates, Pods, QuestionError, findings::not_named};

impl System<SweepOptions> for ClusterStates {
    type Work = PodSweep;
    type Answer = SweepAnswer;

    fn begin(engine: &mut Pods<'_>, options: &SweepOptions) -> Result<PodSweep, QuestionError> {
        let key = swept_key(engine, options)?;
        let quota = quota_key(engine.input.objects(), options)?;
        let (parameter, _) = parameter(options, quota.as_deref())?;
        let version = engine.version(options.kubernetes_version);
        let objects = engine.input.objects();
        let reading = (options.decide.profile.of_pods(), version);
        let sweep = PodSweep::new(objects, &key, parameter, reading);
        sweep.map_err(|why| match why {
            NotSwept::NoPod => QuestionError::NoPod(key.clone()),
            NotSwept::NoQuota => unknown::quota(objects, quota.as_deref(), &key),
            NotSwept::NoResource => {
                let resource = options.min.as_ref().or(options.max.as_ref());
                unknown::resource(objects, resource.map_or("", |name| name))
            }
            NotSwept::NoRequest => unknown::request(
                objects,
                &key,
                options.request.as_deref().unwrap_or_default(),
            ),
        })
    }

    fn answer(
        engine: &mut Pods<'_>,
        options: &SweepOptions,
        found: &mut PodSweep,
    ) -> Result<Answered<SweepAnswer>, QuestionError> {
        let (parameter, name) = parameter(options, None)?;
        let key = swept_key(engine, options)?;
        let (cluster, input) = engine.cluster(options.kubernetes_version);
        let objects = input.objects();
        let is_bound =
            |stretch: &PodStretch| matches!(stretch.end.outcome, CycleOutcome::Schedulable(_));
        let mut stretches = found.stretches.iter();
        let uses = Scheduling {
            scores: Scored::all_if(found.stretches.iter().any(is_bound)),
            ranks: true,
            evicts: true,
            // Budgets affect the choice of victims, not whether preemption succeeds.
            victims: stretches.any(|stretch| !stretch.end.victims.is_empty()),
            ..cluster.one(TouchedAnswer::SimulatePod, &key, objects)?
        };
        let names = &objects.names;
        let intervals = found.stretches.iter().map(|stretch| SweepInterval {
            from: Integer(stretch.from),
            to: Integer(stretch.to),
            tied_at: stretch.tied_at.map(Integer),
            cycle: Some(cycle_after(found.cluster(), &stretch.end, names)),
            decided: true,
            ..SweepInterval::default()
        });
        let subject = match parameter {
            PodParameter::Priority => "",
            PodParameter::Request(resource) | PodParameter::Bound { resource, .. } => resource,
        };
        let answer = SweepAnswer {
            object: found.object.clone(),
            intervals: intervals.collect(),
            pod: Some(key.as_str().into()),
            parameter: name,
            subject: subject.to_owned(),
            in_force: found.in_force().map(Integer),
            points: Vec::new(),
            rank: None,
            stability: None,
            complete: found.complete(),
        };
        Ok(cluster.answered(answer, input, Some(&key), Uses::Schedules(uses)))
    }
}

impl LongWork for PodSweep {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        self.advance(on.trial, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.progress()
    }
}

/// The pod whose cycle is run, as `namespace/name`.
fn swept_key(engine: &mut Pods<'_>, options: &SweepOptions) -> Result<String, QuestionError> {
    let (cluster, input) = engine.cluster(options.kubernetes_version);
    let pod = options.pod.as_ref();
    let pod = pod.map(|pod| cluster.key(pod, &input.objects().names));
    pod.unwrap_or_else(|| Ok(String::new()))
}

/// The quota whose bound is swept, as `namespace/name`; as it is written if the text does not have it.
fn quota_key(objects: &Objects, options: &SweepOptions) -> Result<Option<String>, QuestionError> {
    let Some(wanted) = &options.quota else {
        return Ok(None);
    };
    let names = &objects.names;
    let alike = objects.quotas.iter();
    let alike = alike.filter(|quota| names[quota.name] == *wanted.name);
    match wanted.among(alike.map(|quota| (&names[quota.namespace], quota))) {
        Ok(quota) => {
            let full = NamespacedName::new(quota.namespace, quota.name, names);
            Ok(Some(full.to_string()))
        }
        Err(NotNamed::Absent) => Ok(Some(wanted.to_string())),
        Err(why) => Err(not_named(
            why,
            wanted,
            "ElasticQuotas",
            QuestionError::NoPod,
        )),
    }
}

/// The parameter of a pod to sweep. `quota`: the quota whose bound is swept, as `namespace/name`.
fn parameter<'o>(
    options: &'o SweepOptions,
    quota: Option<&'o str>,
) -> Result<(PodParameter<'o>, SweptParameter), QuestionError> {
    let bound = |is_max, resource| PodParameter::Bound {
        quota,
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
    let of_others = options.is_of_clusters() || options.is_of_vms();
    let (Some((parameter, name)), None, false) = (given.next(), given.next(), of_others) else {
        return Err(wrong(
            "sweep: with `pod`, name one of `request`, `priority`, `min` and `max`",
        ));
    };
    Ok((parameter, name))
}
