//! Loss of clusters.

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
use schedscope_placement::{Decision, DecisionOptions, remaining::RemainingScores};
use schedscope_whatif::placement::{
    loss::{Loss as Gone, Remaining, by_label},
    placement_name,
    sweep::is_selected,
};

use super::{
    sweep::wrong,
    unknown,
    works::{LongWork, System, WorkInput},
};
use crate::{Answered, Decisions, Placements, QuestionError, decisions::about_whatif};

/// The level of single clusters.
const CLUSTER: &str = "cluster";

impl System<WithoutOptions> for Decisions {
    type Work = Losing;
    type Answer = WithoutAnswer;

    fn begin(
        engine: &mut Placements<'_>,
        options: &WithoutOptions,
    ) -> Result<Losing, QuestionError> {
        let input = engine.input;
        let (decide, limit) = engine.state.options(input, options.decide.clone())?;
        let mut trials = engine.edited_copy.of(input).trials(decide.clone(), 1);
        let decision = trials.decide(&decide).ok_or(QuestionError::NoDecision)?;
        let objects = input.objects();
        let single = |cluster: ClusterId| Gone {
            name: objects.cluster_name(cluster).to_owned(),
            clusters: vec![cluster],
        };
        let gone = match (&options.cluster, &options.label, &options.each) {
            (Some(name), None, None) => vec![single(input.named_cluster(name)?)],
            (None, Some(label), None) => of_label(objects, label),
            (None, None, Some(key)) if key == CLUSTER => {
                decision.selected().iter().copied().map(single).collect()
            }
            (None, None, Some(key)) => by_label(objects, key),
            _ => return Err(wrong("without: name one of `cluster`, `label` and `each`")),
        };
        if gone.is_empty() && (options.label.is_some() || options.each.as_deref() != Some(CLUSTER))
        {
            let label = options.label.as_ref().or(options.each.as_ref());
            return Err(unknown::cluster_label(
                objects,
                label.map_or("", |label| label),
            ));
        }
        Ok(Losing {
            scores: RemainingScores::new(&decision, objects),
            was_selected: flags(decision.fleet.len(), decision.selected().iter().copied()),
            before: decision,
            options: decide,
            gone,
            limit,
            next: 0,
            remaining: None,
            losses: Vec::new(),
        })
    }

    fn answer(
        engine: &mut Placements<'_>,
        options: &WithoutOptions,
        found: &mut Losing,
    ) -> Result<Answered<WithoutAnswer>, QuestionError> {
        let mut losses = found.losses.clone();
        order::sort(&mut losses, |a, b| {
            let key = |loss: &Loss| (loss.unscheduled, loss.moved);
            key(b).cmp(&key(a)).then_with(|| a.name.cmp(&b.name))
        });
        let count = losses.len();
        losses.truncate(options.decide.limit);
        let names = &engine.input.objects().names;
        let answer = WithoutAnswer {
            object: placement_name(&found.before.placement, names),
            selected: found.before.selected_count(),
            losses,
            count,
        };
        let about = about_whatif(&found.before);
        Ok(Answered::new(answer, engine.input, about))
    }

    fn verdicts(
        engine: &mut Placements<'_>,
        options: &WithoutOptions,
    ) -> Result<Option<u64>, QuestionError> {
        engine.state.verdicts(engine.input, &options.decide)
    }
}

/// The clusters with a label (`key=value`), as at most one loss.
fn of_label(objects: &Objects, label: &str) -> Vec<Gone> {
    let (key, value) = label.split_once('=').unwrap_or((label, ""));
    let mut all = by_label(objects, key);
    all.retain(|of| of.name == value);
    all
}

/// Computes one loss of clusters after another.
#[derive(Debug)]
pub(crate) struct Losing {
    /// The decision without a loss.
    before: Decision,
    /// The scores from which a loss is derived; `None` if every loss requires a new decision.
    scores: Option<RemainingScores>,
    options: DecisionOptions,
    /// Whether a cluster is selected without a loss, by cluster.
    was_selected: Vec<bool>,
    gone: Vec<Gone>,
    limit: usize,
    next: usize,
    /// The fleet to decide again, from the first loss that needs it.
    remaining: Option<Remaining>,
    /// The losses decided so far.
    losses: Vec<Loss>,
}

impl LongWork for Losing {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        let objects = on.objects;
        for _ in 0..turns {
            let Some(gone) = self.gone.get(self.next) else {
                break;
            };
            let remains = self.remains_by_scores(gone).or_else(|| {
                let remaining = &mut self.remaining;
                let remaining = remaining.get_or_insert_with(|| Remaining::new(objects));
                remains_decided_again(&self.before, &self.options, remaining, gone)
            });
            let loss = remains.map(|remains| self.loss(objects, gone, &remains));
            self.losses.extend(loss);
            self.next += 1;
        }
        self.next == self.gone.len()
    }

    fn progress(&self) -> (u64, u64) {
        (self.next as u64, self.gone.len() as u64)
    }
}

/// The decision of a fleet without some clusters; clusters have the ids of the whole fleet.
struct Remains {
    /// Whether a cluster is lost, by cluster.
    is_gone: Vec<bool>,
    /// Whether a cluster is selected, by cluster.
    is_selected: Vec<bool>,
    selected: usize,
    unscheduled: i64,
    skews: Vec<u32>,
}

/// Flags of all clusters, set for some.
fn flags(count: usize, clusters: impl Iterator<Item = ClusterId>) -> Vec<bool> {
    let mut flags = vec![false; count];
    for cluster in clusters {
        if let Some(flag) = flags.get_mut(cluster.index()) {
            *flag = true;
        }
    }
    flags
}

fn remains_decided_again(
    before: &Decision,
    options: &DecisionOptions,
    remaining: &mut Remaining,
    gone: &Gone,
) -> Option<Remains> {
    let after = remaining.decide(options, &gone.clusters)?;
    let count = before.fleet.len();
    let is_gone = flags(count, gone.clusters.iter().copied());
    // The ids of the remaining clusters start at 0 again.
    let mut is_selected_at = vec![false; count];
    let stays = is_selected_at.iter_mut().zip(&is_gone);
    let stays = stays.filter(|(_, gone)| !**gone).enumerate();
    for (place, (flag, _)) in stays {
        *flag = is_selected(&after, ClusterId::new(place));
    }
    let summary = DecisionDetails::new(&after, remaining.objects()).summary(0);
    let terms = summary.spread.map(|spread| spread.terms);
    let terms = terms.unwrap_or_default();
    Some(Remains {
        is_gone,
        is_selected: is_selected_at,
        selected: after.selected_count(),
        unscheduled: after.unscheduled(),
        skews: terms.iter().map(|term| term.worst_skew).collect(),
    })
}

impl Losing {
    fn remains_by_scores(&self, gone: &Gone) -> Option<Remains> {
        let fleet = &self.before.fleet;
        let is_gone = flags(fleet.len(), gone.clusters.iter().copied());
        let (selection, unscheduled) = self.scores.as_ref()?.select(&self.before, &is_gone)?;
        Some(Remains {
            is_gone,
            is_selected: flags(fleet.len(), selection.unordered(fleet)),
            selected: selection.count,
            unscheduled,
            skews: Vec::new(),
        })
    }

    fn loss(&self, objects: &Objects, gone: &Gone, remains: &Remains) -> Loss {
        let before = &self.before;
        let (mut lost, mut added, mut removed) = (Vec::new(), Vec::new(), Vec::new());
        for &cluster in before.fleet.by_rank() {
            let has = |flags: &[bool]| flags.get(cluster.index()) == Some(&true);
            match (has(&self.was_selected), has(&remains.is_selected)) {
                (true, false) if has(&remains.is_gone) => lost.push(cluster),
                (true, false) => removed.push(cluster),
                (false, true) => added.push(cluster),
                _ => {}
            }
        }
        let names = |clusters: &[ClusterId]| -> Vec<String> {
            let first = clusters.iter().take(self.limit);
            first
                .map(|cluster| objects.cluster_name(*cluster).to_owned())
                .collect()
        };
        Loss {
            name: gone.name.clone(),
            clusters: gone.clusters.len(),
            lost: names(&lost),
            lost_count: lost.len(),
            selected: remains.selected,
            unscheduled: Integer(remains.unscheduled),
            moved: added.len() + removed.len(),
            added: names(&added),
            removed: names(&removed),
            skews: remains.skews.clone(),
        }
    }
}
