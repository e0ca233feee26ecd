//! Questions about a run of spread.

use std::cmp::Reverse;

use schedscope_objects::{
    id::{ClusterId, Id},
    names::Symbol,
    order,
};
use schedscope_placement::{
    column::FeasiblePlace,
    select::clamp,
    spread::{
        SpreadEnd, SpreadRun,
        domain_counts::DomainCounts,
        score::{final_score, normalised},
        skews::skews,
        topology::{ClusterDomain, DomainId, ROOT, Topology, value},
        tournament::Pick,
    },
};

use crate::placement::{
    DecisionDetails, index,
    rows::NotSelectedReason,
    spread::{
        answer::{
            ClusterSpread, SpreadCandidate, SpreadCandidatesAnswer, SpreadDomain,
            SpreadDomainsAnswer, SpreadSkewsAnswer, SpreadStepAnswer, SpreadStepDomain,
            SpreadSummary, SpreadTermSummary,
        },
        blocked::BlockedDomains,
        inputs::path_counts,
        truncate::truncate_domains,
    },
};

/// The path of the spread constraint at an index of the input's list.
pub(crate) fn constraint_path(index: usize) -> String {
    format!("spec.spreadPolicy.spreadConstraints[{index}]")
}

/// The run in short. O(steps x terms + domains) at the first call.
pub(crate) fn summary(run: &SpreadRun) -> SpreadSummary {
    let topology = &run.domains.topology;
    let skews = run.after().skews(topology, run.max_skews.len());
    let terms = run.domain_counts().into_iter().zip(skews).enumerate();
    SpreadSummary {
        weight: i32::try_from(run.weight).unwrap_or(i32::MAX),
        steps: run.picks.len(),
        eligible: topology.eligible,
        end: run.end(),
        terms: terms
            .map(|(term, (domains, worst_skew))| SpreadTermSummary {
                domains,
                missing: topology.missing(term),
                worst_skew,
            })
            .collect(),
    }
}

/// A remaining cluster of a step, in the order of the table: candidates first, best first; then
/// the blocked ones by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CandidateRow {
    blocked: bool,
    final_score: Reverse<i128>,
    name: u32,
    place: FeasiblePlace,
}

/// One step of a run, ready to be asked about.
struct StepView<'a> {
    run: &'a SpreadRun,
    pick: &'a Pick,
    /// The counts before the step.
    counts: DomainCounts,
}

impl<'a> DecisionDetails<'a> {
    fn view(&self, step: usize) -> Option<StepView<'a>> {
        let run = self.decision.spread_run()?;
        Some(StepView {
            run,
            pick: run.picks.get(step.checked_sub(1)?)?,
            counts: run.counts_after(step - 1),
        })
    }

    fn cluster_at(&self, place: FeasiblePlace) -> ClusterId {
        let cluster = self.decision.feasible().get(place.index());
        cluster.copied().unwrap_or(ClusterId::new(0))
    }

    pub(crate) fn total_at(&self, place: FeasiblePlace) -> i64 {
        let scoring = self.decision.scoring.as_ref();
        let total = scoring.and_then(|scoring| scoring.totals.get(place.index()));
        total.copied().unwrap_or(0)
    }

    /// The values of the topology keys of a cluster, up to the first that is missing.
    fn topology_values(&self, cluster: ClusterId) -> Vec<String> {
        let Some(object) = self.objects.clusters.get(cluster) else {
            return Vec::new();
        };
        let terms = self.decision.placement.spec.spread_constraints.iter();
        let values: Vec<Symbol> = terms.map_while(|term| value(term, object)).collect();
        self.texts(&values)
    }

    /// A cluster in `domain`, with the scores that follow from the counts and the extremes of the pick.
    fn candidate(
        &self,
        run: &SpreadRun,
        counts: &DomainCounts,
        pick: &Pick,
        place: FeasiblePlace,
        domain: DomainId,
    ) -> SpreadCandidate {
        let topology = &run.domains.topology;
        let scores = counts.scores(topology, domain, &run.max_skews);
        let cluster = self.cluster_at(place);
        let prioritizer = self.total_at(place);
        let spread = match scores.blocked_by {
            Some(_) => None,
            None => Some(normalised(scores.raw, pick.lowest, pick.highest)),
        };
        SpreadCandidate {
            cluster: index(cluster),
            name: self.objects.cluster_name(cluster).to_owned(),
            values: self.texts(&topology.values(domain)),
            blocked_by: scores.blocked_by,
            counts: path_counts(counts, topology, domain),
            term_scores: scores.term_scores,
            raw: (scores.raw as i64).into(),
            spread,
            prioritizer: prioritizer.into(),
            final_score: spread
                .map(|spread| clamp(final_score(run.weight, spread, prioritizer)).into()),
        }
    }

    /// All remaining clusters of a step, unordered, and the number that each term blocks.
    fn candidate_rows(&self, view: &StepView<'_>, step: usize) -> (Vec<CandidateRow>, Vec<u32>) {
        let StepView { run, pick, counts } = view;
        let topology = &run.domains.topology;
        let mut blocked_by = vec![0; run.max_skews.len()];
        let mut rows = Vec::with_capacity(topology.eligible);
        let mut scores_by_domain = Vec::new();
        scores_by_domain.resize_with(topology.domains().len(), || None);
        for &place in run.places.iter().skip(step - 1) {
            let ClusterDomain::In(domain) = topology.site(place.index()) else {
                continue;
            };
            let Some(scores) = scores_by_domain.get_mut(domain.index()) else {
                continue;
            };
            let scores =
                scores.get_or_insert_with(|| counts.scores(topology, domain, &run.max_skews));
            if let Some(count) = scores.blocked_by.and_then(|term| blocked_by.get_mut(term)) {
                *count += 1;
            }
            let blocked = scores.blocked_by.is_some();
            let final_score = if blocked {
                0
            } else {
                let spread = normalised(scores.raw, pick.lowest, pick.highest);
                final_score(run.weight, spread, self.total_at(place))
            };
            rows.push(CandidateRow {
                blocked,
                final_score: Reverse(final_score),
                name: self.decision.fleet.rank(self.cluster_at(place)),
                place,
            });
        }
        (rows, blocked_by)
    }

    fn candidate_of(&self, view: &StepView<'_>, row: CandidateRow) -> SpreadCandidate {
        let place = row.place;
        let domain = match view.run.domains.topology.site(place.index()) {
            ClusterDomain::In(domain) => domain,
            ClusterDomain::Missing { .. } => ROOT,
        };
        self.candidate(view.run, &view.counts, view.pick, place, domain)
    }

    /// One step of the run; steps count from 1. `None`: the run does not have the step.
    ///
    /// O(feasible x terms).
    pub fn spread_step(&self, step: usize) -> Option<SpreadStepAnswer> {
        let view = self.view(step)?;
        let StepView { run, pick, counts } = &view;
        let topology = &run.domains.topology;
        let (rows, blocked_by) = self.candidate_rows(&view, step);
        let blocked = rows.iter().filter(|row| row.blocked).count();
        let candidates = rows.len() - blocked;
        let rows = first(&rows, rows.len().min(2));
        let picked = self.candidate_of(&view, *rows.first()?);
        let runner_up = rows.get(1).filter(|row| !row.blocked);
        let gap = runner_up.map(|row| {
            let first = rows.first().map_or(0, |row| row.final_score.0);
            clamp(first - row.final_score.0).into()
        });
        let domain = match topology.site(run.picked(step)?.index()) {
            ClusterDomain::In(domain) => domain,
            ClusterDomain::Missing { .. } => ROOT,
        };
        let mut domains: Vec<SpreadStepDomain> = topology
            .path(domain)
            .map(|(domain, _)| {
                let (lowest, highest) = counts.range(topology, domain);
                let before = counts.count(domain);
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
        Some(SpreadStepAnswer {
            step,
            picked,
            runner_up: runner_up.map(|row| self.candidate_of(&view, *row)),
            gap,
            candidates,
            blocked,
            blocked_by,
            lowest: (pick.lowest as i64).into(),
            highest: (pick.highest as i64).into(),
            domains,
        })
    }

    /// A page of the clusters that remained in a step: `count` from number `from`. `None`: the run does not have
    /// the step.
    ///
    /// O(feasible x terms + page x log page), where the page reaches from the first one on.
    pub fn spread_candidates(
        &self,
        step: usize,
        from: usize,
        count: usize,
    ) -> Option<SpreadCandidatesAnswer> {
        let view = self.view(step)?;
        let (rows, _) = self.candidate_rows(&view, step);
        let end = from.saturating_add(count).min(rows.len());
        let page = first(&rows, end).into_iter().skip(from);
        Some(SpreadCandidatesAnswer {
            total: rows.len(),
            candidates: page.map(|row| self.candidate_of(&view, row)).collect(),
        })
    }

    /// The topology domains after a step (0: before the first), at most `most` of them, also those whose clusters
    /// are all filtered. If there are more, upper levels come first, and of the first level without room for all,
    /// every parent keeps the same number of children. `None`: there was no run, or it does not have the step.
    ///
    /// O(candidates x terms).
    pub fn spread_domains(&self, step: usize, most: usize) -> Option<SpreadDomainsAnswer> {
        let run = self
            .decision
            .spread_run()
            .filter(|run| step <= run.picks.len())?;
        let all = run.all_domains(self.decision, self.objects);
        let blocked = BlockedDomains::new(run, step);
        let mut tallies = vec![[0_u32; 4]; all.domains().len()];
        let mut picked = vec![false; self.decision.feasible().len()];
        for &place in run.places.iter().take(step) {
            if let Some(flag) = picked.get_mut(place.index()) {
                *flag = true;
            }
        }
        let mut feasible = self.decision.feasible().iter().enumerate().peekable();
        for (position, cluster) in self.decision.available().iter().enumerate() {
            let place = feasible
                .next_if(|(_, feasible)| *feasible == cluster)
                .map(|(place, _)| place);
            let site = place.map(|place| run.domains.topology.site(place));
            let home = match site {
                Some(ClusterDomain::In(domain)) => Some(domain),
                _ => None,
            };
            let selected = place.is_some_and(|place| picked.get(place) == Some(&true));
            let is_blocked = !selected && home.is_some_and(|domain| blocked.has(domain));
            let ClusterDomain::In(domain) = all.site(position) else {
                continue;
            };
            for (domain, _) in all.path(domain) {
                if let Some([all, of, filtered, blocked]) = tallies.get_mut(domain.index()) {
                    *all += u32::from(selected);
                    *of += u32::from(home.is_some());
                    *filtered += u32::from(place.is_none());
                    *blocked += u32::from(is_blocked);
                }
            }
        }
        let mut ranges = vec![(u32::MAX, 0_u32); tallies.len()];
        for (domain, [selected, eligible, ..]) in all.domains().iter().zip(&tallies).skip(1) {
            if let Some((lo, hi)) = ranges.get_mut(domain.parent.index())
                && *eligible > 0
            {
                *lo = (*lo).min(*selected);
                *hi = (*hi).max(*selected);
            }
        }
        let order = self.in_order(all);
        let total = order.len();
        let order = truncate_domains(all, order, most);
        let domains = order.iter().map(|&domain| {
            let [selected, eligible, filtered, blocked] =
                tallies.get(domain.index()).copied().unwrap_or_default();
            let parent = all.domain(domain).parent;
            let (lowest, highest) = ranges.get(parent.index()).copied().unwrap_or_default();
            SpreadDomain {
                values: self.texts(&all.values(domain)),
                count: selected,
                eligible,
                filtered,
                blocked,
                lowest: lowest.min(highest),
                highest,
            }
        });
        Some(SpreadDomainsAnswer {
            step,
            total,
            domains: domains.collect(),
        })
    }

    /// All domains but the root: parents before their children, siblings by value. O(d log d).
    pub(super) fn in_order(&self, topology: &Topology) -> Vec<DomainId> {
        let domains = topology.domains();
        let mut children: Vec<(DomainId, &str, DomainId)> = domains
            .iter()
            .enumerate()
            .skip(1)
            .map(|(index, domain)| {
                (
                    domain.parent,
                    &self.objects.names[domain.value],
                    DomainId::new(index),
                )
            })
            .collect();
        order::sort(&mut children, Ord::cmp);
        let family = |parent: DomainId| {
            let start = children.partition_point(|(of, ..)| *of < parent);
            let end = children.partition_point(|(of, ..)| *of <= parent);
            children.get(start..end).unwrap_or_default().iter().rev()
        };
        let mut order = Vec::with_capacity(children.len());
        let mut stack: Vec<DomainId> = family(ROOT).map(|(.., domain)| *domain).collect();
        while let Some(domain) = stack.pop() {
            order.push(domain);
            stack.extend(family(domain).map(|(.., domain)| *domain));
        }
        order
    }

    /// The skew of the selection before the first step and after each step; `None` without a run.
    pub fn spread_skews(&self) -> Option<SpreadSkewsAnswer> {
        self.decision
            .spread_run()
            .map(|run| SpreadSkewsAnswer { terms: skews(run) })
    }

    /// A feasible cluster in the run; `None` without a run.
    pub(crate) fn cluster_spread(&self, cluster: ClusterId) -> Option<ClusterSpread> {
        let run = self.decision.spread_run()?;
        let place = self.decision.place(cluster)?;
        let (selection, fleet) = self.decision.selection()?;
        let rank = selection.rank(cluster, fleet)? as usize;
        let picked = (rank <= run.picks.len()).then_some(rank);
        let numbers = match run.domains.topology.site(place.index()) {
            ClusterDomain::In(domain) => {
                let step = picked.unwrap_or(run.picks.len());
                self.view(step)
                    .map(|view| self.candidate(run, &view.counts, view.pick, place, domain))
            }
            ClusterDomain::Missing { .. } => None,
        };
        Some(ClusterSpread {
            values: self.topology_values(cluster),
            picked,
            numbers,
        })
    }

    /// The spread score of the step that picked a cluster, else of the last step; `None` where it has none. O(terms).
    pub(crate) fn spread_score(&self, cluster: ClusterId) -> Option<i32> {
        let run = self.decision.spread_run()?;
        let place = self.decision.place(cluster)?;
        let rank = self.decision.rank(cluster)? as usize;
        if let Some(pick) = rank.checked_sub(1).and_then(|step| run.picks.get(step)) {
            return Some(normalised(pick.raw, pick.lowest, pick.highest));
        }
        let pick = run.picks.last()?;
        let ClusterDomain::In(domain) = run.domains.topology.site(place.index()) else {
            return None;
        };
        let scores = run
            .last()
            .scores(&run.domains.topology, domain, &run.max_skews);
        scores
            .blocked_by
            .is_none()
            .then(|| normalised(scores.raw, pick.lowest, pick.highest))
    }

    /// The final score that a cluster had in the last step; `None` where it was no candidate then.
    pub(crate) fn last_final(&self, cluster: ClusterId) -> Option<i64> {
        let numbers = self.cluster_spread(cluster)?.numbers?;
        numbers.final_score.map(|score| score.0)
    }

    /// Why the run did not pick a feasible cluster.
    pub(crate) fn spread_reason(
        &self,
        run: &SpreadRun,
        cluster: ClusterId,
    ) -> Option<NotSelectedReason> {
        let place = self.decision.place(cluster)?;
        let topology = &run.domains.topology;
        let domain = match topology.site(place.index()) {
            ClusterDomain::In(domain) => domain,
            ClusterDomain::Missing { term, missing } => {
                return Some(NotSelectedReason::MissingTopologyKey {
                    term,
                    missing_term: missing,
                });
            }
        };
        if run.end() == SpreadEnd::Blocked {
            let scores = run.after().scores(topology, domain, &run.max_skews);
            return Some(NotSelectedReason::MaxSkew {
                term: scores.blocked_by.unwrap_or(0),
            });
        }
        let Some(pick) = run.picks.last() else {
            return Some(NotSelectedReason::NotPicked {
                gap: None,
                blocked_by: None,
            });
        };
        let scores = run.last().scores(topology, domain, &run.max_skews);
        let score = |raw, place| {
            let spread = normalised(raw, pick.lowest, pick.highest);
            final_score(run.weight, spread, self.total_at(place))
        };
        let gap = match (scores.blocked_by, run.picked(run.picks.len())) {
            (None, Some(last)) => Some(score(pick.raw, last) - score(scores.raw, place)),
            _ => None,
        };
        Some(NotSelectedReason::NotPicked {
            gap: gap.map(|gap| clamp(gap).into()),
            blocked_by: scores.blocked_by,
        })
    }
}

/// The first `count` in order.
fn first(rows: &[CandidateRow], count: usize) -> Vec<CandidateRow> {
    let mut positions: Vec<u32> = (0..rows.len() as u32).collect();
    let row = |position: u32| rows.get(position as usize);
    order::first_numbers(&mut positions, count, &mut |a, b| row(a).cmp(&row(b)));
    positions.truncate(count);
    positions
        .into_iter()
        .filter_map(|at| row(at).copied())
        .collect()
}
