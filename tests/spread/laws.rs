//! What must hold of spread whatever the fleet, without the naive loop.

use schedscope_fuzz::cases::cases;
use std::collections::BTreeMap;

use proptest::prelude::*;
use schedscope::{
    answers::placement::{
        DecideOptions, explain::ScoreInputs, rows::ClusterOrder, spread::SpreadEnd,
    },
    scenario::Scenario,
};
use serde_json::{Value, json};

use super::decide;
use super::options;
use super::report;
use super::text;
use reference::{
    recomputed,
    spread::{self, Counts, domain_counts},
};
use schedscope_fuzz::spread::fleets;

/// Everything that can be asked about a run.
fn everything(decided: &Scenario) -> Value {
    let details = decided.details().expect("a decision");
    let report = details.report();
    let picks = report
        .spread
        .as_ref()
        .map_or(0, |spread| spread.steps.len());
    let clusters = decided.reader().objects().clusters.len() as u32;
    let steps = (1..=picks).map(|step| {
        json!([
            details.spread_step(step),
            details.spread_candidates(step, 0, 20),
            details.spread_domains(step, 20),
        ])
    });
    json!({
        "summary": details.summary(100),
        "steps": steps.collect::<Vec<_>>(),
        "skews": details.spread_skews(),
        "clusters": (0..clusters).map(|c| json!(details.explain(c))).collect::<Vec<_>>(),
        "report": report,
    })
}

fn constraints(scenario: &mut Value) -> &mut Vec<Value> {
    let spread = &mut scenario["placement"]["spec"]["spreadPolicy"];
    spread["spreadConstraints"].as_array_mut().expect("terms")
}

fn set_weight(scenario: &mut Value, weight: i32) {
    let policy = &mut scenario["placement"]["spec"]["prioritizerPolicy"];
    let configurations = policy["configurations"].as_array_mut().expect("a list");
    let coordinate = json!({"type": "BuiltIn", "builtIn": "Spread"});
    // Of a built-in that is listed twice, the last counts.
    configurations.push(json!({"scoreCoordinate": coordinate, "weight": weight}));
}

fn clusters(scenario: &mut Value) -> &mut Vec<Value> {
    scenario["managedClusters"]
        .as_array_mut()
        .expect("clusters")
}

/// Does something to every value of a topology key.
fn each_value(scenario: &mut Value, mut change: impl FnMut(&str) -> String) {
    for cluster in clusters(scenario) {
        for (key, value) in cluster["metadata"]["labels"]
            .as_object_mut()
            .expect("labels")
        {
            if key.starts_with("key") {
                *value = json!(change(value.as_str().expect("a text")));
            }
        }
        for claim in cluster["status"]["clusterClaims"]
            .as_array_mut()
            .expect("claims")
        {
            claim["value"] = json!(change(claim["value"].as_str().expect("a text")));
        }
    }
}

/// Another name for a domain: one for one, in another order.
fn relabelled(value: &str) -> String {
    let number = value
        .strip_prefix('v')
        .and_then(|number| number.parse::<u32>().ok());
    match number {
        // 7 and 1009 are prime, and no fleet has as many domains.
        Some(number) => format!("n{}", (number * 7 + 500) % 1009),
        None => format!("text-{value}"),
    }
}

/// A report without what the relabelling changes, and the domains apart.
fn without_values(mut report: Value) -> (Value, BTreeMap<Vec<String>, Value>) {
    let mut domains = BTreeMap::new();
    let listed = report["spread"]["domains"].take();
    for mut domain in listed.as_array().into_iter().flatten().cloned() {
        let values = domain["values"].take();
        domains.insert(serde_json::from_value(values).expect("texts"), domain);
    }
    (report, domains)
}

/// What a session is told next.
#[derive(Clone, Debug)]
enum Change {
    Weight(i32),
    Number(Option<i64>),
    MaxSkew(prop::sample::Index, i32),
    Action(prop::sample::Index, bool),
    /// The what-if weight of the caller.
    Asked(i32),
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        fleets::weight().prop_map(Change::Weight),
        fleets::number().prop_map(Change::Number),
        (index(), 1..=5_i32).prop_map(|(term, max_skew)| Change::MaxSkew(term, max_skew)),
        (index(), any::<bool>()).prop_map(|(term, hard)| Change::Action(term, hard)),
        fleets::weight().prop_map(Change::Asked),
    ]
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_domain_counts_the_clusters_that_its_step_blocks(scenario in fleets::scenario()) {
        let decided = decide(&scenario);
        let details = decided.details().expect("a decision");
        let Some(summary) = details.summary(1).spread else { return Ok(()) };
        for step in 1..=summary.steps {
            let is_end = step == summary.steps && summary.end == SpreadEnd::Blocked;
            let page = details.spread_candidates(step, 0, usize::MAX).expect("a step");
            let picked = details.spread_step(step).expect("a step").picked.cluster;
            let rest = page.candidates.iter().filter(|one| one.cluster != picked);
            let blocked: Vec<_> = rest.filter(|one| is_end || one.blocked_by.is_some()).collect();
            for domain in details.spread_domains(step, usize::MAX).expect("a step").domains {
                let within = blocked.iter().filter(|one| one.values.starts_with(&domain.values));
                prop_assert_eq!(within.count(), domain.blocked as usize, "{:?}", domain);
            }
        }
    }

    #[test]
    fn the_spread_score_of_a_row_is_that_of_its_explanation(scenario in fleets::scenario()) {
        let decided = decide(&scenario);
        let details = decided.details().expect("a decision");
        for row in details.rows(ClusterOrder::Rank, 0, usize::MAX, None).rows {
            let explained = details.explain(row.cluster).expect("a cluster");
            let numbers = explained.spread.and_then(|spread| spread.numbers);
            prop_assert_eq!(row.spread, numbers.and_then(|numbers| numbers.spread), "{}", row.name);
        }
    }

    #[test]
    fn the_numbers_of_a_candidate_give_its_scores(scenario in fleets::scenario()) {
        let decided = decide(&scenario);
        let details = decided.details().expect("a decision");
        let terms = spread::terms(&scenario["placement"]["spec"]);
        for cluster in 0..clusters(&mut scenario.clone()).len() as u32 {
            let explained = details.explain(cluster).expect("a cluster");
            let Some(numbers) = explained.spread.and_then(|spread| spread.numbers) else {
                continue;
            };
            prop_assert_eq!(numbers.counts.len(), numbers.values.len());
            let mut joined = 0_i64;
            let mut blocked = None;
            for (term, of_term) in terms.iter().enumerate() {
                let score = numbers.counts.get(term).map_or(0, |of| {
                    if of.highest == of.lowest { 0 } else { 63 * (of.highest - of.count) / (of.highest - of.lowest) }
                });
                prop_assert_eq!(u32::from(numbers.term_scores[term]), score);
                joined = (joined << 6) + i64::from(score);
                if let Some(of) = numbers.counts.get(term) && of_term.hard {
                    let skew = i64::from(of.count + 1) - i64::from(of.lowest);
                    blocked = blocked.or((skew > of_term.max_skew).then_some(term));
                }
            }
            prop_assert_eq!(numbers.raw.0, joined);
            prop_assert_eq!(numbers.blocked_by, blocked);
            let inputs = explained.scores.iter().find_map(|score| match &score.inputs {
                Some(inputs @ ScoreInputs::Spread { .. }) => Some(inputs),
                _ => None,
            });
            if let Some(inputs) = inputs {
                let clock = scenario["now"].as_str().expect("a clock").parse().expect("a time");
                prop_assert_eq!(recomputed::raw(inputs, true, clock), numbers.spread.map(i64::from));
            }
        }
    }

    #[test]
    fn without_hard_terms_and_weight_spread_is_plain_ranking(scenario in fleets::scenario()) {
        let mut scenario = scenario;
        for term in constraints(&mut scenario) {
            term["whenUnsatisfiable"] = json!("ScheduleAnyway");
        }
        set_weight(&mut scenario, 0);
        let spread = report(&scenario);
        prop_assert!(spread["spread"].is_object());
        let mut totals: Vec<(i64, &str)> = spread["scores"].as_object().expect("scores").iter()
            .map(|(name, total)| (total.as_i64().expect("a total"), name.as_str()))
            .collect();
        totals.sort_by_key(|(total, name)| (-i128::from(*total), *name));
        let number = scenario["placement"]["spec"]["numberOfClusters"].as_u64();
        totals.truncate(number.unwrap_or(u64::MAX) as usize);
        let ranked: Vec<&str> = totals.iter().map(|(_, name)| *name).collect();
        prop_assert_eq!(&spread["selected"], &json!(ranked));
        // And it is what the engine does where there are no constraints at all.
        scenario["placement"]["spec"]["spreadPolicy"] = json!({});
        let plain = report(&scenario);
        for field in ["selected", "scores", "unscheduled", "placementDecisions"] {
            prop_assert_eq!(&plain[field], &spread[field], "{}", field);
        }
    }

    #[test]
    fn no_prefix_of_the_picks_breaks_a_hard_term(scenario in fleets::scenario()) {
        let terms = spread::terms(&scenario["placement"]["spec"]);
        let least = terms.iter().rposition(|term| term.hard).map_or(0, |term| term + 1);
        let report = report(&scenario);
        let mut tuples = BTreeMap::new();
        let mut counts = Counts::new();
        for cluster in scenario["managedClusters"].as_array().expect("clusters") {
            let name = cluster["metadata"]["name"].as_str().expect("a name");
            let values = spread::values(&terms, cluster);
            if report["scores"].get(name).is_some() && values.len() >= least {
                for level in 1..=values.len() {
                    counts.insert(values[..level].to_vec(), 0);
                }
                tuples.insert(name, values);
            }
        }
        for name in report["selected"].as_array().expect("names") {
            // Taking it out proves that none is picked twice.
            let values = tuples.remove(name.as_str().expect("a name")).expect("eligible");
            for level in 1..=values.len() {
                *counts.get_mut(&values[..level]).expect("a domain") += 1;
            }
            let skews = domain_counts::skews(terms.len(), &counts);
            for (term, skew) in terms.iter().zip(skews) {
                prop_assert!(!term.hard || skew <= term.max_skew, "{} at {}", skew, name);
            }
        }
    }

    #[test]
    fn names_of_domains_and_the_order_of_the_text_do_not_matter(
        scenario in fleets::scenario(),
        seed in any::<u64>(),
    ) {
        let (before, domains) = without_values(report(&scenario));
        let mut other = scenario.clone();
        each_value(&mut other, relabelled);
        for list in ["managedClusters", "addOnPlacementScores"] {
            fleets::shuffle(other[list].as_array_mut().expect("a list"), seed);
        }
        let (after, others) = without_values(report(&other));
        prop_assert_eq!(&before["spread"], &after["spread"]);
        for field in ["selected", "feasible", "unscheduled", "conditions"] {
            prop_assert_eq!(&before[field], &after[field], "{}", field);
        }
        let mapped = domains.into_iter().map(|(values, domain)| {
            (values.iter().map(|value| relabelled(value)).collect::<Vec<_>>(), domain)
        });
        prop_assert_eq!(mapped.collect::<BTreeMap<_, _>>(), others);
    }

    #[test]
    fn clusters_that_are_filtered_out_change_nothing(
        scenario in fleets::scenario(),
        guests in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..6),
    ) {
        let mut scenario = scenario;
        let selector = json!({"labelSelector": {"matchLabels": {"pool": "main"}}});
        scenario["placement"]["spec"]["predicates"] =
            json!([{"requiredClusterSelector": selector}]);
        prop_assume!(!clusters(&mut scenario).is_empty());
        let before = report(&scenario);
        let mut more = scenario.clone();
        for (number, (like, anew)) in guests.into_iter().enumerate() {
            let list = clusters(&mut more);
            let mut guest = like.get(list).clone();
            guest["metadata"]["name"] = json!(format!("a{number}"));
            if anew {
                // It would be a domain of its own.
                let mut one = json!({"managedClusters": [guest]});
                each_value(&mut one, |_| format!("new{number}"));
                guest = one["managedClusters"][0].take();
            }
            guest["metadata"]["labels"]["pool"] = json!("other");
            list.insert(number, guest);
        }
        let after = report(&more);
        for field in ["spread", "scores", "selected", "unscheduled", "notes"] {
            prop_assert_eq!(&before[field], &after[field], "{}", field);
        }
    }

    #[test]
    fn how_many_are_possible_follows_from_the_domains_alone(
        scenario in fleets::scenario(),
        weight in fleets::weight(),
    ) {
        let mut scenario = scenario;
        let spec = scenario["placement"]["spec"].as_object_mut().expect("a spec");
        spec.remove("numberOfClusters");
        let most = spread::run(&scenario).expect("a run").capacity();
        for _ in 0..2 {
            let report = report(&scenario);
            prop_assert_eq!(report["clusterCounts"]["selected"].as_i64(), Some(most));
            set_weight(&mut scenario, weight);
            scenario["addOnPlacementScores"] = json!([]);
        }
    }

    #[test]
    fn more_wanted_clusters_are_picked_after_those_that_were(
        scenario in fleets::scenario(),
        (few, more) in (0..20_i64, 1..20_i64),
    ) {
        let mut scenario = scenario;
        let [less, all] = [few, few + more].map(|number| {
            scenario["placement"]["spec"]["numberOfClusters"] = json!(number);
            report(&scenario)
        });
        let steps = |report: &Value| report["spread"]["steps"].as_array().expect("steps").clone();
        let (less, mut all) = (steps(&less), steps(&all));
        all.truncate(less.len());
        prop_assert!(less.len() as i64 <= few);
        prop_assert_eq!(less, all);
    }

    #[test]
    fn a_session_that_decides_again_equals_a_fresh_one(
        scenario in fleets::scenario(),
        changes in prop::collection::vec(change(), 1..6),
    ) {
        let mut scenario = scenario;
        prop_assume!(clusters(&mut scenario).len() <= 60);
        let mut session = decide(&scenario);
        let mut asked: DecideOptions = options(&scenario);
        for change in changes {
            match change {
                Change::Weight(weight) => set_weight(&mut scenario, weight),
                Change::Number(number) => {
                    scenario["placement"]["spec"]["numberOfClusters"] = json!(number);
                }
                Change::MaxSkew(term, max_skew) => {
                    let terms = constraints(&mut scenario);
                    let term = term.index(terms.len());
                    terms[term]["maxSkew"] = json!(max_skew);
                }
                Change::Action(term, hard) => {
                    let terms = constraints(&mut scenario);
                    let term = term.index(terms.len());
                    let action = if hard { "DoNotSchedule" } else { "ScheduleAnyway" };
                    terms[term]["whenUnsatisfiable"] = json!(action);
                }
                Change::Asked(weight) => {
                    asked.weights = vec![("Spread".to_owned(), weight)].into();
                }
            }
            // The clusters' part of the text stays, so the reader keeps their objects.
            replace(&mut session, &text(&scenario));
            session.decide(asked.clone()).expect("a placement");
            let mut fresh = Scenario::new(&text(&scenario));
            fresh.decide(asked.clone()).expect("a placement");
            prop_assert_eq!(everything(&session), everything(&fresh));
        }
    }
}

/// Edits the text into another one, touching only what differs.
fn replace(session: &mut Scenario, after: &str) {
    let before = session.text();
    let pairs = || before.bytes().zip(after.bytes());
    let head = pairs().take_while(|(a, b)| a == b).count();
    let rest = (before.len() - head).min(after.len() - head);
    let pairs = before.bytes().rev().zip(after.bytes().rev()).take(rest);
    let tail = pairs.take_while(|(a, b)| a == b).count();
    session.edit(head, before.len() - tail, &after[head..after.len() - tail]);
}
