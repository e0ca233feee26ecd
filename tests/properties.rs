//! What must hold for the decisions on all random scenarios. The fuzz target `placement` compares them with the twin.

use proptest::prelude::*;
use reference::{recomputed, scenarios};
use schedscope::{
    answers::placement::{
        DecisionDetails,
        explain::{CandidateReason, TolerationRejection},
        rows::{ClusterState, NotSelectedReason},
    },
    objects::{names::Names, profile::Profile},
    placement::{Session, Wanted, outcome::Outcome},
};
use schedscope_fuzz::{
    cases::cases,
    placement::properties::{decide, objects, options, profiles},
};
use serde_json::{Value, json};

proptest! {
    #![proptest_config(cases(256))]

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
        for field in ["report", "summary", "yaml"] {
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
