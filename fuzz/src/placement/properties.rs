//! Decisions against the twin, and sessions that remember against fresh ones.

use conformance::{Verdict, placement};
use proptest::prelude::*;
use reference::{loader, scenarios};
use schedscope::{
    answers::placement::{DecisionDetails, comparison::DecisionForm, rows::ClusterOrder},
    objects::{names::Names, objects::Objects, profile::Profile},
    placement::{CandidateMode, DecisionOptions, Session, Wanted},
};
use serde_json::{Value, json};

/// The objects of a scenario.
pub fn objects(names: Names, scenario: &Value) -> Objects {
    let line = json!({"name": "", "scenario": scenario}).to_string();
    let input = placement::input(&line).expect("a line");
    loader::load_with(names, &input.text)
}

/// How a scenario asks to be decided.
pub fn options(scenario: &Value, profile: Profile) -> DecisionOptions {
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

/// All that can be asked about the decision of a scenario.
pub fn decide(scenario: &Value, profile: Profile) -> Value {
    with_decision(scenario, profile, everything)
}

pub fn profiles() -> impl Strategy<Value = Profile> {
    prop_oneof![Just(Profile::Upstream), Just(Profile::Proposal)]
}

/// Holds a decision against the twin, in the words of the vectors' runner.
pub fn check_twin(scenario: &Value, profile: Profile) -> Result<(), TestCaseError> {
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
pub enum Step {
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
pub fn step(clusters: usize) -> impl Strategy<Value = Step> {
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
pub fn check_remembers(mut scenario: Value, steps: Vec<Step>) -> Result<(), TestCaseError> {
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
