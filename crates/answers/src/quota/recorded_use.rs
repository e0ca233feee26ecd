//! `status.used` of quotas against what their controller would write for the pods of the text.

use schedscope_objects::{
    names::Symbol,
    objects::Objects,
    order,
    pod::{Phase, Pod},
    policy::ElasticQuota,
    words,
};
use schedscope_quantity::Quantity;

use schedscope_quota::status::{Sums, add, request, zero};

words! {
    /// The likeliest cause of a status that is not what the pods of the input come to.
    pub enum UseCause {
        /// It counts pods of the input that have ended since.
        EndedPods = "ended-pods",
        /// It does not count the pods yet that started last.
        NewPods = "new-pods",
        /// It counts more of a resource than the pods of the input: some are not in the input, or are gone since.
        MissingPods = "missing-pods",
        /// It counts less than they do.
        Older = "older",
    }
}

/// A resource of which a status and the pods of the input differ.
#[derive(Clone, Debug)]
pub struct UseDifference {
    /// The resource.
    pub resource: Symbol,
    /// The amount in `status.used`; 0 where it is not named.
    pub recorded: Quantity,
    /// The amount that the controller would write.
    pub counted: Quantity,
}

/// A pod that the controller counts.
#[derive(Clone, Debug)]
pub struct CountedUse {
    /// The index of the pod in the input.
    pub pod: usize,
    /// What it counts of the resources that differ, in their order.
    pub amounts: Vec<(Symbol, Quantity)>,
}

/// A quota whose status differs.
#[derive(Clone, Debug)]
pub struct RecordedUse {
    /// The index of the quota in the input.
    pub quota: usize,
    /// The resources that differ, by name.
    pub differs: Vec<UseDifference>,
    /// The likeliest cause.
    pub cause: UseCause,
    /// The pods of the cause, by their indices in the input.
    pub cause_pods: Vec<usize>,
    /// The pods that the controller counts, those with most of the first resource first.
    pub pods: Vec<CountedUse>,
}

/// How many quotas have a status, and those whose status differs from what their controller would write.
/// O(pods x containers + quotas).
///
/// Source: "Capacity scheduling"; scheduler-plugins (August 2026), `ElasticQuotaReconciler`.
pub fn recorded_uses(objects: &Objects) -> (usize, Vec<RecordedUse>) {
    let mut by_namespace = vec![Vec::new(); objects.names.len()];
    for (index, pod) in objects.pods.iter().enumerate() {
        if let Some(pods) = by_namespace.get_mut(pod.namespace.index()) {
            pods.push(index);
        }
    }
    let (mut recorded, mut found) = (0, Vec::new());
    for (index, quota) in objects.quotas.iter().enumerate() {
        let Some(status) = quota.used.as_ref().filter(|status| !status.0.is_empty()) else {
            continue;
        };
        recorded += 1;
        let pods = by_namespace.get(quota.namespace.index());
        let pods = pods.map_or(&[][..], Vec::as_slice);
        let written: Sums = status.0.to_vec();
        found.extend(compare(index, quota, &written, (pods, objects)));
    }
    (recorded, found)
}

/// The amount of a resource; 0 where it is not named.
fn of(sums: &Sums, resource: Symbol) -> Quantity {
    let found = sums.iter().find(|(known, _)| *known == resource);
    found.map_or_else(zero, |(_, amount)| amount.clone())
}

fn compare(
    index: usize,
    quota: &ElasticQuota,
    written: &Sums,
    (pods, objects): (&[usize], &Objects),
) -> Option<RecordedUse> {
    let of_phase = |is_of: fn(Phase) -> bool| -> Vec<(usize, &Pod)> {
        let pods = pods
            .iter()
            .filter_map(|pod| Some((*pod, &**objects.pods.get(*pod)?)));
        pods.filter(|(_, pod)| is_of(pod.phase)).collect()
    };
    let running = of_phase(|phase| phase == Phase::Running);
    let mut counted = Sums::new();
    for (_, pod) in &running {
        for (resource, amount) in request(pod) {
            add(&mut counted, resource, &amount);
        }
    }
    let mut resources: Vec<Symbol> = counted.iter().chain(written).map(|(of, _)| *of).collect();
    let bounds = quota.min.iter().chain(&quota.max).flat_map(|list| &list.0);
    resources.extend(bounds.map(|(resource, _)| *resource));
    order::sort(&mut resources, |a, b| {
        objects.names[*a].cmp(&objects.names[*b])
    });
    resources.dedup();
    let differences = resources.iter().map(|resource| UseDifference {
        resource: *resource,
        recorded: of(written, *resource),
        counted: of(&counted, *resource),
    });
    let differs = |one: &UseDifference| one.recorded.compare(&one.counted).is_ne();
    let differs: Vec<UseDifference> = differences.filter(differs).collect();
    let first = differs.first()?.resource;
    let (cause, cause_pods) = cause(&differs, (&running, &of_phase(Phase::is_over)));
    let mut pods: Vec<CountedUse> = running
        .iter()
        .map(|(pod, object)| {
            let sums = request(object);
            let amounts = differs
                .iter()
                .map(|one| (one.resource, of(&sums, one.resource)));
            CountedUse {
                pod: *pod,
                amounts: amounts.collect(),
            }
        })
        .collect();
    order::sort(&mut pods, |a, b| {
        of(&b.amounts, first).compare(&of(&a.amounts, first))
    });
    Some(RecordedUse {
        quota: index,
        differs,
        cause,
        cause_pods,
        pods,
    })
}

/// A pod with its index in the input.
type IndexedPod<'a> = (usize, &'a Pod);

/// Amounts in billionths by resource, in the order of the symbols, without those that are 0.
type Nanos = Vec<(Symbol, i128)>;

/// The sum of some amounts. `None`: one is too large.
fn sum(amounts: &mut dyn Iterator<Item = (Symbol, Option<i128>)>) -> Option<Nanos> {
    let mut sums = Nanos::new();
    for (resource, amount) in amounts {
        match sums.iter_mut().find(|(known, _)| *known == resource) {
            Some((_, sum)) => *sum += amount?,
            None => sums.push((resource, amount?)),
        }
    }
    sums.retain(|(_, amount)| *amount != 0);
    order::sort(&mut sums, |a, b| a.0.index().cmp(&b.0.index()));
    Some(sums)
}

/// What pods request together.
fn requests(pods: &[IndexedPod<'_>]) -> Option<Nanos> {
    let all = pods.iter().flat_map(|(_, pod)| request(pod));
    sum(&mut all.map(|(resource, amount)| (resource, amount.nanos())))
}

/// The likeliest cause, with the pods that explain the whole difference.
fn cause(
    differs: &[UseDifference],
    (running, ended): (&[IndexedPod<'_>], &[IndexedPod<'_>]),
) -> (UseCause, Vec<usize>) {
    let of = |sign: i128| {
        let mut pairs = differs.iter().map(move |one| {
            let pair = one.recorded.nanos().zip(one.counted.nanos());
            (
                one.resource,
                pair.map(|(recorded, counted)| sign * (recorded - counted)),
            )
        });
        sum(&mut pairs).filter(|of| !of.is_empty())
    };
    let indices = |pods: &[(usize, &Pod)]| pods.iter().map(|(pod, _)| *pod).collect();
    if let Some(more) = of(1) {
        let explains = |pods: &[(usize, &Pod)]| requests(pods).is_some_and(|of| of == more);
        if let Some(one) = ended.iter().find(|pod| explains(&[**pod])) {
            return (UseCause::EndedPods, vec![one.0]);
        }
        if ended.len() > 1 && explains(ended) {
            return (UseCause::EndedPods, indices(ended));
        }
    }
    if let Some(less) = of(-1) {
        let mut newest: Vec<(usize, &Pod)> = running.to_vec();
        newest.retain(|(_, pod)| pod.started.is_some());
        order::sort(&mut newest, |a, b| b.1.started.cmp(&a.1.started));
        let mut all = Nanos::new();
        for (at, pod) in newest.iter().enumerate() {
            let known = all.into_iter().map(|(of, amount)| (of, Some(amount)));
            let own = request(pod.1).into_iter();
            let both = sum(&mut known.chain(own.map(|(of, amount)| (of, amount.nanos()))));
            let Some(both) = both else { break };
            if both == less {
                return (UseCause::NewPods, indices(&newest[..=at]));
            }
            all = both;
        }
    }
    let is_more = |one: &UseDifference| one.recorded.compare(&one.counted).is_gt();
    if differs.iter().any(is_more) {
        (UseCause::MissingPods, Vec::new())
    } else {
        (UseCause::Older, Vec::new())
    }
}
