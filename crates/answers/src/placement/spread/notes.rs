//! What people who know pods' topology spread constraints will not expect.

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
    summary::{DecisionNote, DecisionNoteCode, prioritizer_path},
};

/// What must be said aloud about spread.
pub(crate) fn notes(decision: &Decision, names: &Names) -> Vec<DecisionNote> {
    let terms = &decision.placement.spec.spread_constraints;
    let mut notes = Vec::new();
    let mut note = |code, message: String, path: Option<String>| {
        notes.push(DecisionNote {
            code,
            message,
            path,
        });
    };
    let policy = || Some("spec.spreadPolicy".to_owned());
    if decision.options.profile == Profile::Upstream {
        if !terms.is_empty() {
            note(
                DecisionNoteCode::SpreadIgnored,
                "the hub of today ignores `spreadPolicy`".to_owned(),
                policy(),
            );
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
                DecisionNoteCode::SpreadWithoutTerms,
                "`Spread` has a weight but no constraint to spread by: it has no effect".to_owned(),
                prioritizer_path(entry),
            );
        }
        return notes;
    }
    for term in terms {
        if term.when_unsatisfiable == WhenUnsatisfiable::ScheduleAnyway && term.max_skew != 1 {
            note(
                DecisionNoteCode::SpreadMaxSkewIgnored,
                format!(
                    "`maxSkew` of `{}` has no effect, for `ScheduleAnyway` never blocks",
                    &names[term.topology_key]
                ),
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
        note(
            DecisionNoteCode::SpreadPacks,
            "a negative weight of `Spread` packs clusters into few domains".to_owned(),
            policy(),
        );
    }
    if run.weight == 0 && !terms.iter().any(is_hard) {
        note(
            DecisionNoteCode::SpreadWithoutWeight,
            "`Spread` has weight 0 and no constraint is `DoNotSchedule`: spreading has no effect"
                .to_owned(),
            policy(),
        );
    }
    barred(run, terms, names, &mut note);
    if !decision.recorded.own_clusters.is_empty() {
        note(
            DecisionNoteCode::SpreadCountsAnew,
            "clusters that are already decided are not counted: every run starts from zero, and \
             only `Steady` prefers them"
                .to_owned(),
            None,
        );
    }
    lone(run, terms, names, &mut note);
    if run.end() == SpreadEnd::Blocked {
        pinned(run, terms, names, &mut note);
    }
    notes
}

/// A missing key of a soft term bars clusters from the hard terms behind it.
fn barred(
    run: &SpreadRun,
    terms: &[SpreadConstraint],
    names: &Names,
    note: &mut impl FnMut(DecisionNoteCode, String, Option<String>),
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
                DecisionNoteCode::SpreadSoftKeyBars,
                format!(
                    "{lacking} feasible {} no `{}`, which alone would be no matter, but the hard \
                     constraint `{}` behind it cannot place {}",
                    if lacking == 1 {
                        "cluster has"
                    } else {
                        "clusters have"
                    },
                    &names[term.topology_key],
                    &names[hard.topology_key],
                    if lacking == 1 { "it" } else { "them" },
                ),
                Some(format!("{}.topologyKey", constraint_path(term.index))),
            );
        }
    }
}

/// Where every domain of a hard term is the only one of its parent, the term never blocks.
fn lone(
    run: &SpreadRun,
    terms: &[SpreadConstraint],
    names: &Names,
    note: &mut impl FnMut(DecisionNoteCode, String, Option<String>),
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
                DecisionNoteCode::SpreadLoneDomain,
                format!(
                    "no domain of `{}` has a sibling, and a lone domain is never blocked: the \
                     constraint has no effect",
                    &names[term.topology_key]
                ),
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
    note: &mut impl FnMut(DecisionNoteCode, String, Option<String>),
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
            let values: Vec<&str> = values.iter().map(|value| &names[*value]).collect();
            let count = after.count(domain);
            note(
                DecisionNoteCode::SpreadPinned,
                format!(
                    "domain `{}` of `{}` is full with {count} selected, and keeps its siblings \
                     from more than {}",
                    values.join("/"),
                    &names[term.topology_key],
                    u64::from(count) + u64::from(max_skew),
                ),
                Some(format!("{}.maxSkew", constraint_path(term.index))),
            );
        }
    }
}
