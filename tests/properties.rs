//! The engine against its twin on random scenarios, and what must hold for all of them.

#[path = "properties/hints.rs"]
pub(crate) mod hints;
pub(crate) mod reference;

use conformance::{Verdict, placement};
use proptest::prelude::*;
use reference::{loader, recomputed, scenarios};
use schedscope::{
    answers::placement::{
        DecisionDetails,
        comparison::DecisionForm,
        explain::{CandidateReason, TolerationRejection},
        rows::{ClusterOrder, ClusterState, NotSelectedReason},
    },
    objects::{names::Names, objects::Objects, profile::Profile},
    placement::{CandidateMode, DecisionOptions, Session, Wanted, outcome::Outcome},
};
use serde_json::{Value, json};

/// The objects of a scenario.
pub(crate) fn objects(names: Names, scenario: &Value) -> Objects {
    let line = json!({"name": "", "scenario": scenario}).to_string();
    let input = placement::input(&line).expect("a line");
    loader::load_with(names, &input.text)
}

/// How a scenario asks to be decided.
pub(crate) fn options(scenario: &Value, profile: Profile) -> DecisionOptions {
    let now = scenario["now"].as_str().expect("a time");
    let mut options = DecisionOptions::new(0, now.parse().expect("a time"));
    options.profile = profile;
    options.candidates = if scenario["mode"] == "sync" {
        CandidateMode::Sets
    } else {
        CandidateMode::Given
    };
    options
}

/// Everything that can be asked about a decision, as data.
fn everything(details: &DecisionDetails<'_>, objects: &Objects) -> Value {
    let clusters = 0..objects.clusters.len() as u32;
    let explanations: Vec<_> = clusters.map(|cluster| details.explain(cluster)).collect();
    json!({
        "report": details.report(),
        "summary": details.summary(usize::MAX),
        "debug": details.debug(),
        "states": details.states(),
        // NaN is null.
        "totals": details.totals(),
        "selected": details.selected(),
        "byRank": details.rows(ClusterOrder::Rank, 0, usize::MAX, None),
        "byName": details.rows(ClusterOrder::Name, 1, 5, Some("1")),
        "explanations": explanations,
        "yaml": details.decisions_yaml(DecisionForm::Ocm),
    })
}

/// What is told of a decision.
fn with_decision(
    scenario: &Value,
    profile: Profile,
    tell: impl FnOnce(&DecisionDetails<'_>, &Objects) -> Value,
) -> Value {
    let objects = objects(Names::default(), scenario);
    let mut session = Session::new();
    let decision = session
        .decide(&objects, &options(scenario, profile))
        .expect("a placement");
    tell(&DecisionDetails::new(decision, &objects), &objects)
}

fn decide(scenario: &Value, profile: Profile) -> Value {
    with_decision(scenario, profile, everything)
}

pub(crate) fn profiles() -> impl Strategy<Value = Profile> {
    prop_oneof![Just(Profile::Upstream), Just(Profile::Proposal)]
}

/// Holds a decision against the twin, in the words of the vectors' runner.
pub(crate) fn check_twin(scenario: &Value, profile: Profile) -> Result<(), TestCaseError> {
    let mut expected = reference::placement::decide(scenario, profile == Profile::Proposal);
    if expected["outcome"] == "invalid" {
        expected["outcome"] = json!("panic");
    }
    let mode = scenario["mode"].as_str().expect("a mode");
    let report = with_decision(scenario, profile, |details, _| json!(details.report()));
    match placement::compare_values(&expected, mode, &report) {
        Verdict::Passed => Ok(()),
        Verdict::Failed(differences) => {
            let differences: Vec<String> = differences.iter().map(ToString::to_string).collect();
            Err(TestCaseError::fail(differences.join("\n")))
        }
        Verdict::Skipped(why) => Err(TestCaseError::fail(why)),
    }
}

/// A part of a scenario to replace.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// One field of the scenario.
    Field(&'static str, Value),
    /// One field of the placement's spec, taken from another.
    Spec(usize, Value),
    /// One cluster, taken from elsewhere.
    Cluster(usize, Value),
    /// The placement's metadata.
    Metadata(Value),
    /// The caller's weight for a prioritizer.
    Weight(&'static str, i32),
    /// The caller's number of clusters.
    Wanted(Wanted),
    /// Another profile.
    Profile(Profile),
}

const SPEC: [&str; 6] = [
    "clusterSets",
    "numberOfClusters",
    "predicates",
    "prioritizerPolicy",
    "tolerations",
    "decisionStrategy",
];

/// A step of a scenario of at most so many clusters.
pub(crate) fn step(clusters: usize) -> impl Strategy<Value = Step> {
    let names = prop::sample::select(vec![
        "Steady",
        "Balance",
        "ResourceAllocatableCPU",
        "ResourceRatio(cpu)",
        "AddOn/demo/s",
        "AddOn/demo/never",
    ]);
    let wanted = prop_oneof![
        Just(Wanted::AsWritten),
        Just(Wanted::All),
        (0..9_i64).prop_map(Wanted::Exactly),
    ];
    prop_oneof![
        1 => scenarios::clusters_of(clusters).prop_map(|v| Step::Field("managedClusters", v)),
        1 => scenarios::sets().prop_map(|v| Step::Field("managedClusterSets", v)),
        1 => scenarios::bindings().prop_map(|v| Step::Field("managedClusterSetBindings", v)),
        1 => scenarios::decisions_of(clusters).prop_map(|v| Step::Field("placementDecisions", v)),
        1 => scenarios::scores_of(clusters).prop_map(|v| Step::Field("addOnPlacementScores", v)),
        2 => scenarios::now().prop_map(|v| Step::Field("now", v)),
        1 => scenarios::mode().prop_map(|v| Step::Field("mode", v)),
        8 => (0..SPEC.len(), scenarios::spec()).prop_map(|(field, spec)| Step::Spec(field, spec)),
        2 => (0..20_usize, scenarios::clusters_of(clusters)).prop_map(|(index, v)| Step::Cluster(index, v)),
        3 => scenarios::metadata().prop_map(Step::Metadata),
        5 => (names, -10..=10).prop_map(|(name, weight)| Step::Weight(name, weight)),
        2 => wanted.prop_map(Step::Wanted),
        1 => profiles().prop_map(Step::Profile),
    ]
}

/// Applies a step and counts what it changed.
fn apply(step: Step, scenario: &mut Value, objects: &mut Objects, asked: &mut DecisionOptions) {
    let before = objects.revisions;
    let mut after = before;
    match step {
        Step::Field(field, value) => {
            match field {
                "managedClusters" => after.clusters += 1,
                "now" | "mode" => {}
                _ => after.others += 1,
            }
            scenario[field] = value;
        }
        Step::Spec(field, mut spec) => {
            after.placements += 1;
            scenario["placement"]["spec"][SPEC[field]] = spec[SPEC[field]].take();
        }
        Step::Cluster(index, mut clusters) => {
            after.clusters += 1;
            let name = |cluster: &Value| cluster["metadata"]["name"].clone();
            let other = clusters.as_array_mut().and_then(Vec::pop);
            let list = scenario["managedClusters"].as_array_mut();
            if let (Some(list), Some(other)) = (list, other) {
                list.retain(|cluster| name(cluster) != name(&other));
                list.insert(index.min(list.len()), other);
            }
        }
        Step::Metadata(metadata) => {
            after.placements += 1;
            scenario["placement"]["metadata"] = metadata;
        }
        Step::Weight(name, weight) => {
            asked.weights.insert(name.to_owned(), weight);
        }
        Step::Wanted(wanted) => asked.number_of_clusters = wanted,
        Step::Profile(profile) => asked.profile = profile,
    }
    let same = options(scenario, asked.profile);
    asked.now = same.now;
    asked.candidates = same.candidates;
    if after != before {
        let names = std::mem::take(&mut objects.names);
        *objects = self::objects(names, scenario);
        objects.revisions = after;
    }
}

/// Holds a session that is asked after every step against a fresh one.
pub(crate) fn check_remembers(mut scenario: Value, steps: Vec<Step>) -> Result<(), TestCaseError> {
    let mut objects = objects(Names::default(), &scenario);
    let mut asked = options(&scenario, Profile::Proposal);
    let mut session = Session::new();
    session.decide(&objects, &asked).expect("a placement");
    for step in steps {
        apply(step, &mut scenario, &mut objects, &mut asked);
        let remembered = session.decide(&objects, &asked).expect("a placement");
        let remembered = DecisionDetails::new(remembered, &objects);
        let mut other = Session::new();
        let fresh = other.decide(&objects, &asked).expect("a placement");
        let fresh = DecisionDetails::new(fresh, &objects);
        prop_assert_eq!(
            everything(&remembered, &objects),
            everything(&fresh, &objects)
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_decides_as_its_twin(
        scenario in scenarios::scenario(),
        profile in profiles(),
    ) {
        check_twin(&scenario, profile)?;
    }

    #[test]
    fn a_session_that_remembers_decides_as_a_fresh_one(
        scenario in scenarios::scenario(),
        steps in prop::collection::vec(step(scenarios::CLUSTERS), 1..12),
    ) {
        check_remembers(scenario, steps)?;
    }

    #[test]
    fn the_order_of_the_text_does_not_matter(
        scenario in scenarios::scenario(),
        profile in profiles(),
        seed in any::<u64>(),
    ) {
        let mut shuffled = scenario.clone();
        let lists = shuffled.as_object_mut().expect("an object").values_mut();
        for (index, list) in lists.filter_map(Value::as_array_mut).enumerate() {
            // Any permutation will do.
            list.sort_by_cached_key(|item| {
                let text = item["metadata"].to_string();
                text.bytes().fold(seed ^ index as u64, |hash, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                })
            });
        }
        let (a, b) = (decide(&scenario, profile), decide(&shuffled, profile));
        for field in ["report", "summary", "debug", "yaml"] {
            prop_assert_eq!(&a[field], &b[field]);
        }
    }

    #[test]
    fn a_cluster_that_is_filtered_out_changes_no_score(
        scenario in scenarios::scenario(),
        profile in profiles(),
        victim in any::<prop::sample::Index>(),
    ) {
        let before = decide(&scenario, profile);
        let rows = before["byRank"]["rows"].as_array().expect("rows");
        let filtered: Vec<&Value> = rows.iter().filter(|row| row["state"] == "filtered").collect();
        // The last feasible or last candidate gone makes other rules apply.
        prop_assume!(!filtered.is_empty() && before["report"]["feasible"] != json!([]));
        let name = &victim.get(&filtered)["name"];
        let mut without = scenario.clone();
        let clusters = without["managedClusters"].as_array_mut().expect("clusters");
        clusters.retain(|cluster| cluster["metadata"]["name"] != *name);
        let after = decide(&without, profile);
        for field in ["scores", "prioritizerResults", "feasible", "selected",
                      "placementDecisions", "conditions"] {
            prop_assert_eq!(&before["report"][field], &after["report"][field], "{}", field);
        }
    }

    #[test]
    fn more_wanted_clusters_keep_those_that_were_selected(
        scenario in scenarios::scenario(),
        profile in profiles(),
        (few, more) in (0..9_i64, 1..9_i64),
    ) {
        let objects = objects(Names::default(), &scenario);
        let mut asked = options(&scenario, profile);
        let mut session = Session::new();
        let mut selected = [few, few + more].map(|wanted| {
            asked.number_of_clusters = Wanted::Exactly(wanted);
            let decision = session.decide(&objects, &asked).expect("a placement");
            let details = DecisionDetails::new(decision, &objects);
            assert_eq!(details.selected().len(), details.summary(0).cluster_counts.selected);
            details.selected()
        });
        let [before, after] = &mut selected;
        prop_assert!(before.len() <= after.len());
        after.truncate(before.len());
        prop_assert_eq!(before, after);
    }

    #[test]
    fn explanations_add_up(scenario in scenarios::scenario(), profile in profiles()) {
        let objects = objects(Names::default(), &scenario);
        let mut session = Session::new();
        let decision = session.decide(&objects, &options(&scenario, profile)).expect("a placement");
        let details = DecisionDetails::new(decision, &objects);
        let report = serde_json::to_value(details.report()).expect("JSON");
        let tolerations = scenario["placement"]["spec"]["tolerations"].as_array().map_or(0, Vec::len);
        let passed = |filter: usize, name: &str| {
            let result = report["filterResults"].get(filter)?;
            let clusters = result["filteredClusters"].as_array()?;
            Some(clusters.iter().any(|cluster| cluster == name))
        };
        for cluster in 0..objects.clusters.len() as u32 {
            let explained = details.explain(cluster).expect("a cluster");
            let name = explained.name.as_str();
            prop_assert_eq!(details.cluster_index(name), Some(cluster));
            let excluded = explained.state == ClusterState::Excluded;
            if decision.outcome == Outcome::Scheduled {
                prop_assert_eq!(explained.candidate.is, !excluded);
            }
            if let Some(passed) = passed(0, name) && !excluded {
                let any = explained.predicates.iter().any(|predicate| predicate.matches);
                prop_assert_eq!(passed, any || explained.predicates.is_empty());
            }
            if let (Some(true), Some(tolerated)) = (passed(0, name), passed(1, name)) {
                prop_assert_eq!(tolerated, explained.taints.iter().all(|taint| taint.tolerated));
            }
            for taint in &explained.taints {
                // Tolerations are tried in order until one holds; a taint without effect tries none.
                let tried = match taint.toleration {
                    Some(holds) => holds,
                    None if taint.tolerated => 0,
                    None => tolerations,
                };
                prop_assert!(taint.toleration.is_none_or(|holds| taint.tolerated && holds < tolerations));
                let rejected = taint.rejected.iter().map(|rejected| rejected.toleration);
                prop_assert!(rejected.eq(0..tried), "{:?}", taint);
                let has_effect = taint.effect != "PreferNoSelect";
                prop_assert!(has_effect || taint.tolerated && taint.toleration.is_none());
                prop_assert!(taint.expires.is_none() || taint.toleration.is_some());
            }
            if let Some(total) = explained.total {
                let proposal = profile == Profile::Proposal;
                for score in &explained.scores {
                    recomputed::check(score, proposal, decision.options.now);
                }
                let sum: i128 = explained.scores.iter().map(|s| i128::from(s.product.0)).sum();
                let wrapped = sum as i64;
                let fits = i64::try_from(sum).is_ok();
                prop_assert!(total.0 == wrapped || !fits && profile == Profile::Proposal);
            }
            match explained.reason {
                None => {}
                Some(NotSelectedReason::Deleting) => {
                    prop_assert_eq!(explained.candidate.why, CandidateReason::Deleting);
                }
                Some(NotSelectedReason::NoSet { .. }) => {
                    prop_assert_eq!(explained.candidate.why, CandidateReason::NoSet);
                }
                Some(NotSelectedReason::Predicate {
                    requirement,
                    others,
                }) => {
                    prop_assert_eq!(explained.state, ClusterState::Filtered);
                    prop_assert_eq!(others + 1, explained.predicates.len());
                    let requirements = explained.predicates.iter().flat_map(|p| &p.requirements);
                    prop_assert_eq!(requirements.clone().find(|r| !r.holds), Some(&requirement));
                }
                Some(NotSelectedReason::Taint { path, expired, .. }) => {
                    prop_assert_eq!(explained.state, ClusterState::Filtered);
                    let taint = explained.taints.iter().find(|taint| !taint.tolerated);
                    prop_assert_eq!(taint.map(|taint| &taint.path), Some(&path));
                    let rejected = taint.into_iter().flat_map(|taint| &taint.rejected);
                    let mut past = rejected.filter(|r| r.why == TolerationRejection::Expired);
                    let past = past.next().map(|rejected| rejected.toleration);
                    prop_assert_eq!(expired.map(|expired| expired.toleration), past);
                }
                Some(NotSelectedReason::Misconfigured { message, .. }) => {
                    prop_assert_eq!(explained.state, ClusterState::Filtered);
                    prop_assert!(!message.is_empty());
                }
                // These scenarios have no spread constraints.
                Some(
                    NotSelectedReason::MissingTopologyKey { .. }
                    | NotSelectedReason::MaxSkew { .. }
                    | NotSelectedReason::NotPicked { .. },
                ) => prop_assert!(false),
                Some(NotSelectedReason::NotReached { gap }) => {
                    prop_assert_eq!(explained.state, ClusterState::Feasible);
                    prop_assert!(gap.0 >= 0);
                    let told = explained.gap.map_or(0, |gap| gap.total.0);
                    prop_assert_eq!(told, gap.0);
                }
            }
        }
    }
}
