//! A run of spread: clusters are picked one after another until enough are, or until none is left.

use std::sync::{Arc, OnceLock};

use schedscope_objects::{
    id::{ClusterId, Id},
    objects::Objects,
    placement::{SpreadConstraint, WhenUnsatisfiable},
    words,
};

use crate::{
    column::FeasiblePlace,
    decision::Decision,
    fleet::Fleet,
    select::Selection,
    spread::{
        domain_counts::DomainCounts,
        picks::{FeasibleClusters, Picks},
        topology::Topology,
        tournament::Pick,
        tree::TournamentTree,
    },
};

words! {
    /// Why a run of spread ended. `reached`: as many clusters as wanted are selected. `exhausted`: all eligible
    /// clusters are selected. `blocked`: every remaining cluster would exceed the max skew of a hard term.
    pub enum SpreadEnd {
        /// As many clusters as wanted are selected.
        Reached = "reached",
        /// All eligible clusters are selected.
        Exhausted = "exhausted",
        /// Every remaining cluster would exceed the max skew of a hard term.
        Blocked = "blocked",
    }
}

/// The topology domains of the feasible clusters, with the tree of matches over them. It does not depend on scores.
#[derive(Debug, Default)]
pub struct DomainTree {
    /// The domains.
    pub topology: Topology,
    tree: TournamentTree,
    /// Where all candidates of the placement lie, the filtered ones too.
    all: OnceLock<Topology>,
}

impl DomainTree {
    /// O(feasible x terms x labels).
    pub fn new(terms: &[SpreadConstraint], objects: &Objects, feasible: &[ClusterId]) -> Self {
        let topology = Topology::new(terms, &objects.clusters, feasible, false);
        let tree = TournamentTree::new(&topology, feasible.len());
        Self {
            topology,
            tree,
            all: OnceLock::new(),
        }
    }
}

/// A finished run. The numbers of each pick are kept; everything else about a step is computed when
/// somebody asks.
#[derive(Debug)]
pub struct SpreadRun {
    /// The topology domains of the feasible clusters.
    pub domains: Arc<DomainTree>,
    /// The terms' max skews, where they are hard.
    pub max_skews: Vec<Option<u32>>,
    /// The weight of `Spread`.
    pub weight: i64,
    /// Places of the feasible clusters, picked ones first, in order.
    pub places: Vec<FeasiblePlace>,
    /// The picks, in order.
    pub picks: Vec<Pick>,
    /// How many were wanted.
    wanted: usize,
    /// The counts before the last step.
    pub last: OnceLock<DomainCounts>,
    /// The counts after the run.
    pub after: OnceLock<DomainCounts>,
}

impl SpreadRun {
    /// Picks `wanted` of the feasible clusters, or as many as there can be. For the cost see
    /// [`tournament`](crate::spread::tournament).
    pub fn new(
        domains: Arc<DomainTree>,
        terms: &[SpreadConstraint],
        weight: i64,
        feasible: &[ClusterId],
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
        let most = wanted.min(domains.topology.eligible);
        let field = FeasibleClusters {
            feasible,
            totals,
            fleet,
        };
        let Picks { places, picks } = Picks::new(&domains.tree, field, &max_skews, weight, most);
        Self {
            domains,
            max_skews,
            weight,
            places,
            picks,
            wanted,
            last: OnceLock::new(),
            after: OnceLock::new(),
        }
    }

    /// The picked clusters as a selection.
    pub fn selection(&self, feasible: &[ClusterId]) -> Selection {
        let clusters = self.places.iter();
        let clusters = clusters.filter_map(|place| feasible.get(place.index()).copied());
        Selection::listed(clusters.collect(), self.picks.len())
    }

    /// The place of the cluster that a step picked; steps count from 1.
    pub fn picked(&self, step: usize) -> Option<FeasiblePlace> {
        let index = step
            .checked_sub(1)
            .filter(|index| *index < self.picks.len())?;
        self.places.get(index).copied()
    }

    /// The counts after `steps` steps. O(steps x terms + domains).
    pub fn counts_after(&self, steps: usize) -> DomainCounts {
        let places = self.places.get(..steps.min(self.picks.len()));
        DomainCounts::new(&self.domains.topology, places.unwrap_or(&self.places))
    }

    /// The counts after the run.
    pub fn after(&self) -> &DomainCounts {
        self.after
            .get_or_init(|| self.counts_after(self.picks.len()))
    }

    /// The counts before the last step, or at the start if no step was taken.
    pub fn last(&self) -> &DomainCounts {
        let before = self.picks.len().saturating_sub(1);
        self.last.get_or_init(|| self.counts_after(before))
    }

    /// Why the run stopped.
    pub fn end(&self) -> SpreadEnd {
        if self.picks.len() >= self.wanted {
            SpreadEnd::Reached
        } else if self.picks.len() >= self.domains.topology.eligible {
            SpreadEnd::Exhausted
        } else {
            SpreadEnd::Blocked
        }
    }

    /// How many domains the eligible clusters form at the level of each term.
    pub fn domain_counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.max_skews.len()];
        for domain in self.domains.topology.domains().iter().skip(1) {
            if let Some(count) = counts.get_mut(usize::from(domain.depth) - 1) {
                *count += 1;
            }
        }
        counts
    }

    /// The topology domains of all candidates of the placement, filtered ones included. O(candidates x terms x labels)
    /// at the first call for a tree of domains.
    pub fn all_domains(&self, decision: &Decision, objects: &Objects) -> &Topology {
        self.domains.all.get_or_init(|| {
            let terms = &decision.placement.spec.spread_constraints;
            Topology::new(terms, &objects.clusters, decision.available(), true)
        })
    }
}
