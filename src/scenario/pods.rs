//! Questions about pods: which node, and at whose cost.

use serde::Deserialize;

use super::Scenario;
use crate::{
    placement::Profile,
    pods::{
        compare::{PodComparison, ScoreOptions, compare},
        world::World,
    },
    quota::{
        answer::{CycleAnswer, answer},
        cycle::run,
        disruption::Budgets,
        ledger::Ledger,
    },
};

/// A resource that is scored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WeightedResource {
    /// Its name.
    pub name: String,
    /// Its weight.
    pub weight: i64,
}

/// How a pod's nodes are scored, as it comes from JavaScript or JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CompareOptions {
    /// The resources; default: cpu and memory alike.
    pub resources: Option<Vec<WeightedResource>>,
    /// The curve of `RequestedToCapacityRatio`: utilisation (0 to 100), score (0 to 10).
    pub shape: Option<Vec<(i64, i64)>>,
}

impl Scenario {
    /// Which node each scorer would pick for a pod, given as `namespace/name`. `None`: there is no
    /// such pod. O(pods x containers + nodes x resources).
    pub fn compare_pod(&self, pod: &str, options: CompareOptions) -> Option<PodComparison> {
        let objects = self.reader.objects();
        let mut world = World::new(objects);
        let index = world.pods.iter().position(|info| info.key == pod)?;
        let default = ScoreOptions::default();
        let resources = options.resources.map(|resources| {
            let weighted = resources.into_iter().map(|r| (r.name, r.weight));
            weighted.collect()
        });
        let options = ScoreOptions {
            resources: resources.unwrap_or(default.resources),
            shape: options.shape.unwrap_or(default.shape),
            best_effort: default.best_effort,
        };
        compare(&mut world, objects, index as u32, &options)
    }

    /// One scheduling cycle for a pod, given as `namespace/name`: its quota, its nodes, whom it would
    /// evict. `None`: there is no such pod. O(pods x containers + nodes x resources).
    pub fn schedule_pod(&self, pod: &str, profile: Profile) -> Option<CycleAnswer> {
        let objects = self.reader.objects();
        let names = &objects.names;
        let mut world = World::new(objects);
        let mut ledger = Ledger::new(objects, &mut world);
        let budgets = Budgets::new(&objects.disruption_budgets, names);
        let pod = world.pods.iter().find(|info| info.key == pod)?;
        let cycle = run(&world, &mut ledger, &budgets, pod, names, profile);
        Some(answer(&world, &ledger, pod, &cycle, names))
    }
}
