//! What remains of a decision without some of its clusters.

use std::sync::Arc;

use schedscope_objects::{
    id::{ClusterId, Id},
    names::Symbol,
    objects::Objects,
};

use crate::{
    Decision,
    column::{FeasiblePlace, ScoreColumn},
    prioritizer::{ClusterResources, PrioritizerKind},
    resource_allocatable, select,
    select::Selection,
};

/// The column of one prioritizer.
#[derive(Debug)]
struct Weighed {
    weight: i32,
    column: Arc<ScoreColumn>,
    /// The resource whose least and most amounts all scores depend on. The other prioritizers score each cluster by
    /// itself; the counts of `Balance` are also over clusters that are gone.
    resource: Option<Symbol>,
}

/// The scores of a decision, to select among some of its clusters.
#[derive(Debug)]
pub struct RemainingScores {
    columns: Vec<Weighed>,
    /// The amounts of the feasible clusters, where scores depend on them.
    amounts: ClusterResources,
}

impl RemainingScores {
    /// Of a decision of these objects. `None`: nothing was scored, or spread picks clusters, so that all of it has to
    /// be decided again. O(feasible x resources).
    pub fn new(decision: &Decision, objects: &Objects) -> Option<Self> {
        let scoring = decision.scoring.as_ref()?;
        if scoring.spread.is_some() || !decision.is_scheduled() {
            return None;
        }
        let entries = decision.plan.active().zip(&scoring.columns);
        let columns = entries.filter_map(|(entry, column)| {
            Some(Weighed {
                weight: entry.weight,
                column: Arc::clone(column.as_ref()?),
                resource: match entry.kind {
                    PrioritizerKind::Allocatable(resource) => resource,
                    _ => None,
                },
            })
        });
        let columns: Vec<Weighed> = columns.collect();
        let resources = columns.iter().filter_map(|weighed| weighed.resource);
        Some(Self {
            amounts: ClusterResources::read(resources, &objects.clusters, decision.feasible()),
            columns,
        })
    }

    /// The selection without the clusters that are gone, and how many are wanted and not selected. The clusters keep
    /// their ids. `None`: no feasible cluster remains, or there were no scores. O(feasible).
    pub fn select(&self, decision: &Decision, gone: &[bool]) -> Option<(Selection, i64)> {
        let scoring = decision.scoring.as_ref()?;
        let feasible = decision.feasible();
        let stays = |cluster: &ClusterId| gone.get(cluster.index()) != Some(&true);
        let places: Vec<usize> = (feasible.iter().enumerate())
            .filter(|(_, cluster)| stays(cluster))
            .map(|(place, _)| place)
            .collect();
        let remain: Vec<ClusterId> = feasible.iter().copied().filter(stays).collect();
        if remain.is_empty() {
            return None;
        }
        let moved = |weighed: &Weighed| {
            let resource = weighed.resource.filter(|_| places.len() < feasible.len());
            resource.is_some_and(|resource| {
                let before = self.amounts.range(Some(resource), feasible.len());
                before != self.amounts.range_at(resource, &places)
            })
        };
        let moved: Vec<bool> = self.columns.iter().map(moved).collect();
        let totals: Vec<i64> = if moved.contains(&true) {
            let amounts = self.amounts.at(&places);
            let profile = decision.options.profile;
            let columns = self.columns.iter().zip(&moved);
            let columns: Vec<(i32, ScoreColumn)> = columns
                .map(|(weighed, moved)| {
                    let column = if *moved {
                        resource_allocatable::score(
                            weighed.resource,
                            &amounts,
                            places.len(),
                            profile,
                        )
                    } else {
                        let scores = places.iter();
                        let score = |at: &usize| weighed.column.get(FeasiblePlace::new(*at));
                        ScoreColumn::collect(scores.map(score))
                    };
                    (weighed.weight, column)
                })
                .collect();
            let weighted: Vec<(i32, &ScoreColumn)> = columns
                .iter()
                .map(|(weight, column)| (*weight, column))
                .collect();
            select::totals(&weighted, places.len(), profile, None)
        } else {
            let totals = &scoring.totals;
            let totals = places.iter().map(|place| totals.get(*place).copied());
            totals.map(Option::unwrap_or_default).collect()
        };
        let wanted = decision
            .wanted
            .map(|wanted| usize::try_from(wanted).unwrap_or(usize::MAX));
        let ranks = places
            .iter()
            .filter_map(|place| decision.ranks().get(*place));
        let ranks: Vec<u32> = ranks.copied().collect();
        let selection = Selection::new(&remain, &ranks, &totals, &decision.fleet, wanted);
        let most = decision.wanted.unwrap_or(remain.len() as i64);
        let unscheduled = most - selection.count as i64;
        Some((selection, unscheduled))
    }
}
