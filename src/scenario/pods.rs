//! Questions about pods: which node, and at whose cost.

use super::Scenario;
use crate::{
    pods::{
        compare::{PlacePodOptions, PodPlacement, place},
        world::World,
    },
    quota::{
        answer::{CycleAnswer, SchedulePodOptions, answer},
        cycle::run,
        disruption::Budgets,
        ledger::Ledger,
    },
};

impl Scenario {
    /// Which node each scorer would pick for a pod, given as `namespace/name`. `None`: there is no
    /// such pod.
    pub fn place_pod(&self, options: &PlacePodOptions) -> Option<PodPlacement> {
        let objects = self.reader.objects();
        let names = &objects.names;
        let mut world = World::new(objects);
        let index = world.pod(&options.pod, names)?;
        world.take(index);
        let info = world.pods.get(index as usize)?;
        Some(place(&world, info, names, options))
    }

    /// One scheduling cycle for a pod, given as `namespace/name`: its quota, its nodes, whom it would
    /// evict. `None`: there is no such pod.
    pub fn schedule_pod(&self, options: &SchedulePodOptions) -> Option<CycleAnswer> {
        let objects = self.reader.objects();
        let names = &objects.names;
        let mut world = World::new(objects);
        let mut ledger = Ledger::new(objects, &mut world);
        let budgets = Budgets::new(&objects.disruption_budgets, names);
        let index = world.pod(&options.pod, names)?;
        world.take(index);
        let pod = world.pods.get(index as usize)?;
        let cycle = run(&world, &mut ledger, &budgets, pod, names, options.profile);
        Some(answer(&world, &ledger, pod, &cycle, names, options))
    }
}
