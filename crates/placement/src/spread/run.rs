//! A run: who is picked, one after another, until enough are or none is left.

use std::sync::{Arc, OnceLock};

use schedscope_objects::{
    objects::Objects,
    placement::{SpreadConstraint, WhenUnsatisfiable},
};

use crate::{
    fleet::Fleet,
    select::Selection,
    spread::{
        answer::{SpreadEnd, SpreadSummary, SpreadTermSummary},
        bracket::Bracket,
        moment::Moment,
        picks::{Field, Picks},
        topology::Topology,
        tournament::Pick,
    },
};

/// Where the feasible clusters lie: what a run is made on, whatever the scores.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    pub(crate) topology: Topology,
    bracket: Bracket,
}

impl Ground {
    /// O(feasible x terms x labels).
    pub(crate) fn new(terms: &[SpreadConstraint], objects: &Objects, feasible: &[u32]) -> Self {
        let topology = Topology::new(terms, &objects.clusters, feasible, false);
        let bracket = Bracket::new(&topology, feasible.len());
        Self { topology, bracket }
    }
}

/// A finished run. Numbers of each pick are kept; everything else about a step is computed when
/// somebody asks.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) ground: Arc<Ground>,
    /// The terms' max skews, where they are hard.
    pub(crate) max_skews: Vec<Option<u32>>,
    /// The weight of `Spread`.
    pub(crate) weight: i64,
    /// Places of the feasible clusters, picked ones first, in order.
    pub(crate) places: Vec<u32>,
    /// The picks, in order.
    pub(crate) picks: Vec<Pick>,
    /// How many were wanted.
    wanted: usize,
    /// The counts before the last step.
    pub(crate) last: OnceLock<Moment>,
    /// The counts after the run.
    pub(crate) after: OnceLock<Moment>,
    /// Where all candidates of the placement lie, the filtered ones too.
    pub(crate) atlas: OnceLock<Topology>,
}

impl Run {
    /// Picks `wanted` of the feasible clusters, or as many as there can be. For the cost see
    /// [`tournament`](crate::spread::tournament).
    pub(crate) fn new(
        ground: Arc<Ground>,
        terms: &[SpreadConstraint],
        weight: i64,
        feasible: &[u32],
        totals: &[i64],
        fleet: &Fleet,
        wanted: Option<usize>,
    ) -> Self {
        let max_skews: Vec<Option<u32>> = terms
            .iter()
            .map(|term| match term.when_unsatisfiable {
                WhenUnsatisfiable::DoNotSchedule => Some(term.max_skew.unsigned_abs().max(1)),
                WhenUnsatisfiable::ScheduleAnyway => None,
            })
            .collect();
        let wanted = wanted.unwrap_or(feasible.len());
        let most = wanted.min(ground.topology.eligible);
        let field = Field {
            feasible,
            totals,
            fleet,
        };
        let Picks { places, picks } = Picks::new(&ground.bracket, field, &max_skews, weight, most);
        Self {
            ground,
            max_skews,
            weight,
            places,
            picks,
            wanted,
            last: OnceLock::new(),
            after: OnceLock::new(),
            atlas: OnceLock::new(),
        }
    }

    /// The picked clusters as a selection.
    pub(crate) fn selection(&self, feasible: &[u32]) -> Selection {
        let clusters = self.places.iter();
        let clusters = clusters.filter_map(|place| feasible.get(*place as usize).copied());
        Selection::listed(clusters.collect(), self.picks.len())
    }

    /// The place of the cluster that a step picked; steps count from 1.
    pub(crate) fn picked(&self, step: usize) -> Option<usize> {
        let index = step
            .checked_sub(1)
            .filter(|index| *index < self.picks.len())?;
        self.places.get(index).map(|place| *place as usize)
    }

    /// The counts after so many steps. O(steps x terms + domains).
    pub(crate) fn moment(&self, steps: usize) -> Moment {
        let places = self.places.get(..steps.min(self.picks.len()));
        Moment::new(&self.ground.topology, places.unwrap_or(&self.places))
    }

    /// The counts after the run.
    pub(crate) fn after(&self) -> &Moment {
        self.after.get_or_init(|| self.moment(self.picks.len()))
    }

    /// The counts before the last step; before the first one where there is none.
    pub(crate) fn last(&self) -> &Moment {
        let before = self.picks.len().saturating_sub(1);
        self.last.get_or_init(|| self.moment(before))
    }

    /// Why the run stopped.
    pub(crate) fn end(&self) -> SpreadEnd {
        if self.picks.len() >= self.wanted {
            SpreadEnd::Reached
        } else if self.picks.len() >= self.ground.topology.eligible {
            SpreadEnd::Exhausted
        } else {
            SpreadEnd::Blocked
        }
    }

    /// The run in short. O(steps x terms + domains) at the first call.
    pub(crate) fn summary(&self) -> SpreadSummary {
        let topology = &self.ground.topology;
        let mut domains = vec![0; self.max_skews.len()];
        for domain in topology.domains().iter().skip(1) {
            if let Some(count) = domains.get_mut(usize::from(domain.depth) - 1) {
                *count += 1;
            }
        }
        let skews = self.after().skews(topology, self.max_skews.len());
        let terms = domains.into_iter().zip(skews).enumerate();
        SpreadSummary {
            weight: i32::try_from(self.weight).unwrap_or(i32::MAX),
            steps: self.picks.len(),
            eligible: topology.eligible,
            end: self.end(),
            terms: terms
                .map(|(term, (domains, worst_skew))| SpreadTermSummary {
                    domains,
                    missing: topology.missing(term),
                    worst_skew,
                })
                .collect(),
        }
    }
}
