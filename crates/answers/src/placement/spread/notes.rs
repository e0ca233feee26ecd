//! Notes on spread: differences from the topology spread constraints of pods.

use schedscope_objects::{
    id::Id,
    names::Names,
    placement::{SpreadConstraint, WhenUnsatisfiable},
    profile::Profile,
};
use schedscope_placement::{
    Decision,
    prioritizer::PrioritizerKind,
    spread::{
        SpreadEnd, SpreadRun,
        topology::{ClusterDomain, DomainId, ROOT},
    },
};

use crate::placement::{
    spread::constraint_path,
    summary::{DecisionNote, DecisionNoteKind, prioritizer_path},
};

/// The notes on spread.
pub(crate) fn notes(decision: &Decision, names: &Names) -> Vec<DecisionNote> {
    let terms = &decision.placement.spec.spread_constraints;
    let mut notes = Vec::new();
    let mut note = |kind, path| notes.push(DecisionNote { kind, path });
    let key = |term: &SpreadConstraint| names[term.topology_key].to_owned();
    let policy = || Some("spec.spreadPolicy".to_owned());
    if decision.options.profile == Profile::Upstream {
        if !terms.is_empty() {
            note(DecisionNoteKind::SpreadIgnored, policy());
        }
        return notes;
    }
    if terms.is_empty() {
        let spread = decision
            .plan
            .active()
            .find(|entry| entry.kind == PrioritizerKind::Spread);
        if let Some(entry) = spread {
            note(
                DecisionNoteKind::SpreadWithoutTerms,
                prioritizer_path(entry),
            );
        }
        return notes;
    }
    for term in terms {
        if term.when_unsatisfiable == WhenUnsatisfiable::ScheduleAnyway && term.max_skew != 1 {
            note(
                DecisionNoteKind::SpreadMaxSkewIgnored {
                    topology_key: key(term),
                },
                Some(format!("{}.maxSkew", constraint_path(term.index))),
            );
        }
    }
    let Some(run) = decision.spread_run() else {
        return notes;
    };
    let is_hard =
        |term: &SpreadConstraint| term.when_unsatisfiable == WhenUnsatisfiable::DoNotSchedule;
    if run.weight < 0 {
        note(DecisionNoteKind::SpreadPacks, policy());
    }
    if run.weight == 0 && !terms.iter().any(is_hard) {
        note(DecisionNoteKind::SpreadWithoutWeight, policy());
    }
    barred(run, terms, names, &mut note);
    if !decision.recorded.own_clusters.is_empty() {
        note(DecisionNoteKind::SpreadCountsAnew, None);
    }
    lone(run, terms, names, &mut note);
    if run.end() == SpreadEnd::Blocked {
        pinned(run, terms, names, &mut note);
    }
    notes
}

/// A missing key of a soft term makes clusters ineligible for the hard terms after it.
fn barred(
    run: &SpreadRun,
    terms: &[SpreadConstraint],
    names: &Names,
    note: &mut impl FnMut(DecisionNoteKind, Option<String>),
) {
    let topology = &run.domains.topology;
    for (index, term) in terms.iter().enumerate() {
        let later = terms.iter().skip(index + 1);
        let hard = later
            .clone()
            .find(|term| term.when_unsatisfiable == WhenUnsatisfiable::DoNotSchedule);
        let before = index
            .checked_sub(1)
            .map_or(0, |before| topology.missing(before));
        let lacking = topology.missing(index) - before;
        if let (WhenUnsatisfiable::ScheduleAnyway, Some(hard), 1..) =
            (term.when_unsatisfiable, hard, lacking)
        {
            note(
                DecisionNoteKind::SpreadSoftKeyBars {
                    topology_key: names[term.topology_key].to_owned(),
                    clusters: lacking,
                    hard_topology_key: names[hard.topology_key].to_owned(),
                },
                Some(format!("{}.topologyKey", constraint_path(term.index))),
            );
        }
    }
}

/// If every domain of a hard term is the only one of its parent, the term never blocks.
fn lone(
    run: &SpreadRun,
    terms: &[SpreadConstraint],
    names: &Names,
    note: &mut impl FnMut(DecisionNoteKind, Option<String>),
) {
    let domains = run.domains.topology.domains();
    let mut families = vec![0_usize; domains.len()];
    for domain in domains.iter().skip(1) {
        if let Some(count) = families.get_mut(domain.parent.index()) {
            *count += 1;
        }
    }
    for (index, term) in terms.iter().enumerate() {
        let level = domains.iter().zip(&families);
        let level = level.filter(|(domain, _)| usize::from(domain.depth) == index);
        let widest = level.map(|(_, children)| *children).max().unwrap_or(0);
        if widest == 1 && term.when_unsatisfiable == WhenUnsatisfiable::DoNotSchedule {
            note(
                DecisionNoteKind::SpreadLoneDomain {
                    topology_key: names[term.topology_key].to_owned(),
                },
                Some(constraint_path(term.index)),
            );
        }
    }
}

/// An exhausted domain keeps the minimum where it is, and so blocks its siblings.
fn pinned(
    run: &SpreadRun,
    terms: &[SpreadConstraint],
    names: &Names,
    note: &mut impl FnMut(DecisionNoteKind, Option<String>),
) {
    let topology = &run.domains.topology;
    let after = run.after();
    let mut eligible = vec![0_u32; topology.domains().len()];
    for place in 0..run.places.len() {
        if let ClusterDomain::In(domain) = topology.site(place) {
            for (domain, _) in topology.path(domain) {
                if let Some(count) = eligible.get_mut(domain.index()) {
                    *count += 1;
                }
            }
        }
    }
    for (index, term) in terms.iter().enumerate() {
        let Some(max_skew) = run.max_skews.get(index).copied().flatten() else {
            continue;
        };
        let full = (1..topology.domains().len())
            .map(DomainId::new)
            .find(|&domain| {
                let (lo, hi) = after.range(topology, domain);
                let count = after.count(domain);
                usize::from(topology.domain(domain).depth) == index + 1
                    && count == lo
                    && hi - lo >= max_skew
                    && eligible.get(domain.index()) == Some(&count)
            });
        if let Some(domain) = full.filter(|domain| *domain != ROOT) {
            let values = topology.values(domain);
            let values = values.iter().map(|value| names[*value].to_owned());
            let selected = after.count(domain);
            note(
                DecisionNoteKind::SpreadPinned {
                    topology_key: names[term.topology_key].to_owned(),
                    values: values.collect(),
                    selected,
                    most: u64::from(selected) + u64::from(max_skew),
                },
                Some(format!("{}.maxSkew", constraint_path(term.index))),
            );
        }
    }
}
