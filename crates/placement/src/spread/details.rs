//! What can be asked about a run of spread.

use std::cmp::Reverse;

use schedscope_objects::{names::Symbol, order};

use crate::{
    decision::cluster_name,
    details::Details,
    rows::Reason,
    select::clamp,
    spread::{
        answer::{
            ClusterSpread, SpreadCandidate, SpreadCandidatePage, SpreadDomain, SpreadDomains,
            SpreadEnd, SpreadSkews, SpreadStep, SpreadStepDomain,
        },
        moment::Moment,
        outline::outline,
        run::Run,
        score::{final_score, normalised},
        skews::skews,
        topology::{ROOT, Site, Topology, value},
        tournament::Pick,
    },
};

/// A remaining cluster of a step, in the order of the table: candidates first, best first; then
/// the blocked ones by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Seat {
    blocked: bool,
    final_score: Reverse<i128>,
    name: u32,
    place: u32,
}

/// One step of a run, ready to be asked about.
struct Scene<'a> {
    run: &'a Run,
    pick: &'a Pick,
    /// The counts before the step.
    moment: Moment,
}

/// The domains of all candidates, filtered ones included.
pub(super) fn atlas<'r>(details: &Details<'_>, run: &'r Run) -> &'r Topology {
    run.atlas.get_or_init(|| {
        let terms = &details.decision.placement.spec.spread_constraints;
        Topology::new(
            terms,
            &details.objects.clusters,
            details.decision.available(),
            true,
        )
    })
}

impl<'a> Details<'a> {
    /// The run of spread; `None` where there was none.
    pub(crate) fn run(&self) -> Option<&'a Run> {
        self.decision.scored.as_ref()?.spread.as_ref()
    }

    fn scene(&self, step: usize) -> Option<Scene<'a>> {
        let run = self.run()?;
        Some(Scene {
            run,
            pick: run.picks.get(step.checked_sub(1)?)?,
            moment: run.moment(step - 1),
        })
    }

    fn cluster_at(&self, place: usize) -> u32 {
        self.decision.feasible().get(place).copied().unwrap_or(0)
    }

    pub(crate) fn total_at(&self, place: usize) -> i64 {
        let scored = self.decision.scored.as_ref();
        let total = scored.and_then(|scored| scored.totals.get(place));
        total.copied().unwrap_or(0)
    }

    fn texts(&self, symbols: &[Symbol]) -> Vec<String> {
        let texts = symbols.iter().map(|symbol| &self.objects.names[*symbol]);
        texts.map(str::to_owned).collect()
    }

    /// The values of the topology keys of a cluster, up to the first that is missing.
    fn topology_values(&self, cluster: u32) -> Vec<String> {
        let Some(object) = self.objects.clusters.get(cluster as usize) else {
            return Vec::new();
        };
        let terms = self.decision.placement.spec.spread_constraints.iter();
        let values: Vec<Symbol> = terms.map_while(|term| value(term, object)).collect();
        self.texts(&values)
    }

    /// A cluster that lies in `domain` as a moment with these extremes has it.
    fn candidate(
        &self,
        run: &Run,
        moment: &Moment,
        pick: &Pick,
        place: usize,
        domain: u32,
    ) -> SpreadCandidate {
        let topology = &run.ground.topology;
        let standing = moment.standing(topology, domain, &run.max_skews);
        let cluster = self.cluster_at(place);
        let prioritizer = self.total_at(place);
        let spread = match standing.blocked_by {
            Some(_) => None,
            None => Some(normalised(standing.raw, pick.lowest, pick.highest)),
        };
        SpreadCandidate {
            cluster,
            name: cluster_name(self.objects, cluster).to_owned(),
            values: self.texts(&topology.values(domain)),
            blocked_by: standing.blocked_by,
            term_scores: standing.term_scores,
            raw: (standing.raw as i64).into(),
            spread,
            prioritizer: prioritizer.into(),
            final_score: spread
                .map(|spread| clamp(final_score(run.weight, spread, prioritizer)).into()),
        }
    }

    /// All remaining clusters of a step in no order, and how many each term blocks.
    fn seats(&self, scene: &Scene<'_>, step: usize) -> (Vec<Seat>, Vec<u32>) {
        let Scene { run, pick, moment } = scene;
        let topology = &run.ground.topology;
        let mut blocked_by = vec![0; run.max_skews.len()];
        let mut seats = Vec::with_capacity(topology.eligible);
        for &place in run.places.iter().skip(step - 1) {
            let Site::In(domain) = topology.site(place as usize) else {
                continue;
            };
            let standing = moment.standing(topology, domain, &run.max_skews);
            if let Some(count) = standing
                .blocked_by
                .and_then(|term| blocked_by.get_mut(term))
            {
                *count += 1;
            }
            let blocked = standing.blocked_by.is_some();
            let final_score = if blocked {
                0
            } else {
                let spread = normalised(standing.raw, pick.lowest, pick.highest);
                final_score(run.weight, spread, self.total_at(place as usize))
            };
            seats.push(Seat {
                blocked,
                final_score: Reverse(final_score),
                name: self.decision.fleet.rank(self.cluster_at(place as usize)),
                place,
            });
        }
        (seats, blocked_by)
    }

    fn seated(&self, scene: &Scene<'_>, seat: Seat) -> SpreadCandidate {
        let place = seat.place as usize;
        let domain = match scene.run.ground.topology.site(place) {
            Site::In(domain) => domain,
            Site::Missing { .. } => ROOT,
        };
        self.candidate(scene.run, &scene.moment, scene.pick, place, domain)
    }

    /// One step of the run; steps count from 1. `None`: there was no such step.
    ///
    /// O(feasible x terms).
    pub fn spread_step(&self, step: usize) -> Option<SpreadStep> {
        let scene = self.scene(step)?;
        let Scene { run, pick, moment } = &scene;
        let topology = &run.ground.topology;
        let (seats, blocked_by) = self.seats(&scene, step);
        let blocked = seats.iter().filter(|seat| seat.blocked).count();
        let candidates = seats.len() - blocked;
        let seats = first(&seats, seats.len().min(2));
        let picked = self.seated(&scene, *seats.first()?);
        let runner_up = seats.get(1).filter(|seat| !seat.blocked);
        let gap = runner_up.map(|seat| {
            let first = seats.first().map_or(0, |seat| seat.final_score.0);
            clamp(first - seat.final_score.0).into()
        });
        let domain = match topology.site(run.picked(step)?) {
            Site::In(domain) => domain,
            Site::Missing { .. } => ROOT,
        };
        let mut domains: Vec<SpreadStepDomain> = topology
            .path(domain)
            .map(|(domain, _)| {
                let (lowest, highest) = moment.range(topology, domain);
                let before = moment.count(domain);
                SpreadStepDomain {
                    values: self.texts(&topology.values(domain)),
                    before,
                    after: before + 1,
                    lowest,
                    highest,
                }
            })
            .collect();
        domains.reverse();
        Some(SpreadStep {
            step,
            picked,
            runner_up: runner_up.map(|seat| self.seated(&scene, *seat)),
            gap,
            candidates,
            blocked,
            blocked_by,
            lowest: (pick.lowest as i64).into(),
            highest: (pick.highest as i64).into(),
            domains,
        })
    }

    /// A page of the clusters that remained in a step: `count` from number `from`. `None`: there was
    /// no such step.
    ///
    /// O(feasible x terms + page x log page), where the page reaches from the first one on.
    pub fn spread_candidates(
        &self,
        step: usize,
        from: usize,
        count: usize,
    ) -> Option<SpreadCandidatePage> {
        let scene = self.scene(step)?;
        let (seats, _) = self.seats(&scene, step);
        let end = from.saturating_add(count).min(seats.len());
        let page = first(&seats, end).into_iter().skip(from);
        Some(SpreadCandidatePage {
            total: seats.len(),
            candidates: page.map(|seat| self.seated(&scene, seat)).collect(),
        })
    }

    /// The topology domains after so many steps (0: before the first), at most `most` of them; with
    /// those whose clusters are all filtered out. Where there are more, upper levels come first, and
    /// of the level that has no room every parent keeps as many as all can. `None`: there was no
    /// run or not so many steps.
    ///
    /// O(candidates x terms).
    pub fn spread_domains(&self, step: usize, most: usize) -> Option<SpreadDomains> {
        let run = self.run().filter(|run| step <= run.picks.len())?;
        let atlas = atlas(self, run);
        let mut tallies = vec![[0_u32; 3]; atlas.domains().len()];
        let mut picked = vec![false; self.decision.feasible().len()];
        for &place in run.places.iter().take(step) {
            if let Some(flag) = picked.get_mut(place as usize) {
                *flag = true;
            }
        }
        let mut feasible = self.decision.feasible().iter().enumerate().peekable();
        for (position, cluster) in self.decision.available().iter().enumerate() {
            let place = feasible
                .next_if(|(_, feasible)| *feasible == cluster)
                .map(|(place, _)| place);
            let eligible =
                place.is_some_and(|place| matches!(run.ground.topology.site(place), Site::In(_)));
            let selected = place.is_some_and(|place| picked.get(place) == Some(&true));
            let Site::In(domain) = atlas.site(position) else {
                continue;
            };
            for (domain, _) in atlas.path(domain) {
                if let Some([all, of, filtered]) = tallies.get_mut(domain as usize) {
                    *all += u32::from(selected);
                    *of += u32::from(eligible);
                    *filtered += u32::from(place.is_none());
                }
            }
        }
        let mut ranges = vec![(u32::MAX, 0_u32); tallies.len()];
        for (domain, [selected, eligible, _]) in atlas.domains().iter().zip(&tallies).skip(1) {
            if let Some((lo, hi)) = ranges.get_mut(domain.parent as usize)
                && *eligible > 0
            {
                *lo = (*lo).min(*selected);
                *hi = (*hi).max(*selected);
            }
        }
        let order = self.in_order(atlas);
        let total = order.len();
        let order = outline(atlas, order, most);
        let domains = order.iter().map(|&domain| {
            let [selected, eligible, filtered] =
                tallies.get(domain as usize).copied().unwrap_or_default();
            let parent = atlas.domain(domain).parent;
            let (lowest, highest) = ranges.get(parent as usize).copied().unwrap_or_default();
            SpreadDomain {
                values: self.texts(&atlas.values(domain)),
                selected,
                eligible,
                filtered,
                lowest: lowest.min(highest),
                highest,
            }
        });
        Some(SpreadDomains {
            step,
            total,
            domains: domains.collect(),
        })
    }

    /// All domains but the root: parents before their children, siblings by value. O(d log d).
    pub(super) fn in_order(&self, topology: &Topology) -> Vec<u32> {
        let domains = topology.domains();
        let mut children: Vec<(u32, &str, u32)> = domains
            .iter()
            .enumerate()
            .skip(1)
            .map(|(index, domain)| {
                (
                    domain.parent,
                    &self.objects.names[domain.value],
                    index as u32,
                )
            })
            .collect();
        order::sort(&mut children, Ord::cmp);
        let family = |parent: u32| {
            let start = children.partition_point(|(of, ..)| *of < parent);
            let end = children.partition_point(|(of, ..)| *of <= parent);
            children.get(start..end).unwrap_or_default().iter().rev()
        };
        let mut order = Vec::with_capacity(children.len());
        let mut stack: Vec<u32> = family(ROOT).map(|(.., domain)| *domain).collect();
        while let Some(domain) = stack.pop() {
            order.push(domain);
            stack.extend(family(domain).map(|(.., domain)| *domain));
        }
        order
    }

    /// How skewed the selection was before the first step and after each. `None`: there was no run.
    pub fn spread_skews(&self) -> Option<SpreadSkews> {
        self.run().map(skews)
    }

    /// A feasible cluster in the run; `None` where there was none.
    pub(crate) fn cluster_spread(&self, cluster: u32) -> Option<ClusterSpread> {
        let run = self.run()?;
        let place = self.decision.place(cluster)?;
        let (selection, fleet) = self.decision.selection()?;
        let rank = selection.rank(cluster, fleet)? as usize;
        let picked = (rank <= run.picks.len()).then_some(rank);
        let numbers = match run.ground.topology.site(place) {
            Site::In(domain) => {
                let step = picked.unwrap_or(run.picks.len());
                self.scene(step)
                    .map(|scene| self.candidate(run, &scene.moment, scene.pick, place, domain))
            }
            Site::Missing { .. } => None,
        };
        Some(ClusterSpread {
            values: self.topology_values(cluster),
            picked,
            numbers,
        })
    }

    /// The final score that a cluster had in the last step; `None` where it was no candidate then.
    pub(crate) fn last_final(&self, cluster: u32) -> Option<i64> {
        let numbers = self.cluster_spread(cluster)?.numbers?;
        numbers.final_score.map(|score| score.0)
    }

    /// Why the run did not pick a feasible cluster.
    pub(crate) fn spread_reason(&self, run: &Run, cluster: u32) -> Option<Reason> {
        let place = self.decision.place(cluster)?;
        let topology = &run.ground.topology;
        let domain = match topology.site(place) {
            Site::In(domain) => domain,
            Site::Missing { term, missing } => {
                return Some(Reason::MissingTopologyKey {
                    term,
                    missing_term: missing,
                });
            }
        };
        if run.end() == SpreadEnd::Blocked {
            let standing = run.after().standing(topology, domain, &run.max_skews);
            return Some(Reason::MaxSkew {
                term: standing.blocked_by.unwrap_or(0),
            });
        }
        let Some(pick) = run.picks.last() else {
            return Some(Reason::NotPicked {
                gap: None,
                blocked_by: None,
            });
        };
        let standing = run.last().standing(topology, domain, &run.max_skews);
        let score = |raw, place| {
            let spread = normalised(raw, pick.lowest, pick.highest);
            final_score(run.weight, spread, self.total_at(place))
        };
        let gap = match (standing.blocked_by, run.picked(run.picks.len())) {
            (None, Some(last)) => Some(score(pick.raw, last) - score(standing.raw, place)),
            _ => None,
        };
        Some(Reason::NotPicked {
            gap: gap.map(|gap| clamp(gap).into()),
            blocked_by: standing.blocked_by,
        })
    }
}

/// The first `count` in order.
fn first(seats: &[Seat], count: usize) -> Vec<Seat> {
    let mut positions: Vec<u32> = (0..seats.len() as u32).collect();
    let seat = |position: u32| seats.get(position as usize);
    order::first_numbers(&mut positions, count, &mut |a, b| seat(a).cmp(&seat(b)));
    positions.truncate(count);
    positions
        .into_iter()
        .filter_map(|at| seat(at).copied())
        .collect()
}
