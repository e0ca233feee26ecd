//! Clusters gone.

use schedscope_answers::{
    placement::{DecisionDetails, integer::Integer},
    whatif::{
        options::WithoutOptions,
        without::{Loss, WithoutAnswer},
    },
};
use schedscope_objects::{
    id::{ClusterId, Id as _},
    objects::Objects,
    order,
};
use schedscope_placement::{Decision, DecisionOptions};
use schedscope_whatif::placement::{
    loss::{Loss as Gone, Remaining, by_label},
    placement_name,
    sweep::is_selected,
};

use super::{
    sweep::wrong,
    works::{LongQuestion, Work},
};
use crate::{QuestionError, Scenario};

/// The level of single clusters.
const CLUSTER: &str = "cluster";

impl Scenario {
    /// The decisions without some clusters, worst first.
    ///
    /// # Errors
    /// Not one loss is named; `now` is not a time; the text has no such placement or cluster, or no cluster with the
    /// label.
    pub fn without(&mut self, options: WithoutOptions) -> Result<WithoutAnswer, QuestionError> {
        let limit = options.decide.limit;
        let (key, work) = self.worked(LongQuestion::Without(options))?;
        let Work::Without(found) = &work else {
            return Err(QuestionError::NoDecision);
        };
        let mut losses = found.losses.clone();
        order::sort(&mut losses, |a, b| {
            let key = |loss: &Loss| (loss.unscheduled, loss.moved);
            key(b).cmp(&key(a)).then_with(|| a.name.cmp(&b.name))
        });
        let count = losses.len();
        losses.truncate(limit);
        let (missing_inputs, not_looked_at) = self.doubts(&found.before);
        let objects = self.reader.objects();
        let answer = WithoutAnswer {
            object: placement_name(&found.before.placement, &objects.names),
            selected: found.before.selected_count(),
            losses,
            count,
            missing_inputs,
            not_looked_at,
        };
        self.keep_work((key, work));
        Ok(answer)
    }

    pub(super) fn without_work(&mut self, options: &WithoutOptions) -> Result<Work, QuestionError> {
        let (decide, limit) = self.trial_options(options.decide.clone())?;
        let mut trials = self.trials(decide.clone(), 1);
        let decision = trials.decide(&decide).ok_or(QuestionError::NoDecision)?;
        let objects = self.reader.objects();
        let single = |cluster: ClusterId| Gone {
            name: objects.cluster_name(cluster).to_owned(),
            clusters: vec![cluster],
        };
        let gone = match (&options.cluster, &options.label, &options.each) {
            (Some(name), None, None) => vec![single(self.named_cluster(name)?)],
            (None, Some(label), None) => {
                let (key, value) = label.split_once('=').unwrap_or((label, ""));
                let mut all = by_label(objects, key);
                all.retain(|loss| loss.name == value);
                all
            }
            (None, None, Some(key)) if key == CLUSTER => {
                decision.selected().iter().copied().map(single).collect()
            }
            (None, None, Some(key)) => by_label(objects, key),
            _ => return Err(wrong("without: name one of `cluster`, `label` and `each`")),
        };
        if gone.is_empty() && (options.label.is_some() || options.each.as_deref() != Some(CLUSTER))
        {
            return Err(wrong("without: no cluster has the label"));
        }
        Ok(Work::Without(Box::new(Losing {
            before: decision,
            options: decide,
            gone,
            limit,
            next: 0,
            remaining: Remaining::new(objects),
            losses: Vec::new(),
        })))
    }
}

/// Clusters gone, one loss after another.
#[derive(Debug)]
pub(super) struct Losing {
    /// The decision as it is.
    before: Decision,
    options: DecisionOptions,
    gone: Vec<Gone>,
    limit: usize,
    next: usize,
    remaining: Remaining,
    /// Those that are decided.
    losses: Vec<Loss>,
}

impl Losing {
    pub(super) fn advance(&mut self, objects: &Objects, turns: usize) -> bool {
        for _ in 0..turns {
            let Some(gone) = self.gone.get(self.next) else {
                break;
            };
            let of = (&self.before, &self.options);
            let loss = loss(objects, &mut self.remaining, of, gone, self.limit);
            self.losses.extend(loss);
            self.next += 1;
        }
        self.next == self.gone.len()
    }

    pub(super) fn progress(&self) -> (u64, u64) {
        (self.next as u64, self.gone.len() as u64)
    }
}

fn loss(
    objects: &Objects,
    remaining: &mut Remaining,
    (before, options): (&Decision, &DecisionOptions),
    gone: &Gone,
    limit: usize,
) -> Option<Loss> {
    let after = remaining.decide(options, &gone.clusters)?;
    // The clusters that remain count from 0 anew.
    let mut places = Vec::with_capacity(before.fleet.len());
    let mut next = 0;
    let mut lost_at = gone.clusters.iter().peekable();
    for index in 0..before.fleet.len() {
        let is_gone = lost_at
            .next_if(|cluster| cluster.index() == index)
            .is_some();
        places.push((!is_gone).then(|| ClusterId::new(next)));
        next += usize::from(!is_gone);
    }
    let (mut lost, mut comes, mut out) = (Vec::new(), Vec::new(), Vec::new());
    for &cluster in before.fleet.by_rank() {
        let place = places.get(cluster.index()).copied().flatten();
        let was = is_selected(before, cluster);
        let is = place.is_some_and(|place| is_selected(&after, place));
        match (was, is) {
            (true, false) if place.is_none() => lost.push(cluster),
            (true, false) => out.push(cluster),
            (false, true) => comes.push(cluster),
            _ => {}
        }
    }
    let names = |clusters: &[ClusterId]| -> Vec<String> {
        let first = clusters.iter().take(limit);
        first
            .map(|cluster| objects.cluster_name(*cluster).to_owned())
            .collect()
    };
    let summary = DecisionDetails::new(&after, remaining.objects()).summary(0);
    let terms = summary
        .spread
        .map(|spread| spread.terms)
        .unwrap_or_default();
    Some(Loss {
        name: gone.name.clone(),
        clusters: gone.clusters.len(),
        lost: names(&lost),
        lost_count: lost.len(),
        selected: after.selected_count(),
        unscheduled: Integer(after.unscheduled()),
        moved: comes.len() + out.len(),
        comes: names(&comes),
        out: names(&out),
        skews: terms.iter().map(|term| term.worst_skew).collect(),
    })
}
