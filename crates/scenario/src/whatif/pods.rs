//! What would be otherwise among nodes, pods and quotas. The text and what is counted of it stay as they are.

use std::iter::once;

use schedscope_answers::{
    quota::{
        cycle::{SimulatePodAnswer, SimulatePodOptions, answer},
        marks::CycleMarks,
        resource_quota::ResourceQuotaAnswer,
    },
    whatif::{
        change::{Change, ChangeAnswer, CycleAfter, SearchStop, cycle_after, searched},
        drain::{DrainAnswer, DrainOptions, drain_answer},
        more::{MoreAnswer, MoreOptions, more_answer},
        options::ChangeOptions,
    },
};
use schedscope_objects::{not_looked_at::TouchedAnswer, objects::Objects, profile::Profile};
use schedscope_quota::cycle::run;
use schedscope_whatif::{
    Editor as _,
    pods::{PodQuestion, PodWant, PodWorld, change, drain::drain, more::more},
};

use crate::{
    QuestionError, Scenario,
    missing::{Asks, of_pods},
    not_looked_at::{of_pod, of_queue},
};

/// How the cycle of a pod ends.
fn cycle_of(objects: &Objects, pod: &str, profile: Profile) -> Option<CycleAfter> {
    let mut world = PodWorld::new(objects, pod, profile)?;
    let cycle = world.cycle(&objects.names)?;
    let end = world.end(&cycle);
    Some(cycle_after(&world, &end, &objects.names))
}

impl Scenario {
    /// Drains a node and schedules its pods.
    ///
    /// # Errors
    /// The text does not have the node.
    pub fn drain(&mut self, options: &DrainOptions) -> Result<DrainAnswer, QuestionError> {
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let drained = drain(objects, &options.node, &options.settings());
        let drained = drained.ok_or_else(|| QuestionError::NoNode(options.node.clone()))?;
        let mut answer = drain_answer(&drained, &objects.names, options);
        answer.not_looked_at = of_queue(reader, &drained.snapshot, encoding);
        let pending = drained.snapshot.pods.iter().filter(|pod| pod.is_pending());
        let asks = Asks {
            scores: true,
            evicts: true,
            victims: answer.others.iter().any(|pod| pod.from.is_some()),
        };
        answer.missing_inputs = of_pods(objects, &desk.needs, pending, asks);
        Ok(answer)
    }

    /// The smallest changes of the input after which a pod's cycle ends as wanted.
    pub(super) fn change_pod(
        &mut self,
        options: &ChangeOptions,
    ) -> Result<ChangeAnswer, QuestionError> {
        let encoding = self.encoding;
        let wanted = &options.want;
        let key = wanted.pod.clone().unwrap_or_default();
        let want = PodWant {
            admitted: wanted.admitted,
            on: wanted.on.clone(),
            spares: wanted.spares.clone(),
            evicts_nobody: wanted.evicts_nobody,
        };
        let invalid = |message: &str| QuestionError::Invalid(message.to_owned());
        if !wanted.selects.is_empty() || !wanted.drops.is_empty() || wanted.count.is_some() {
            return Err(invalid("change.want: ask about a pod or about clusters"));
        }
        if want == PodWant::default() {
            return Err(invalid("change.want: nothing is wanted of the pod"));
        }
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let names = &objects.names;
        let no_pod = |key: &str| QuestionError::NoPod(key.to_owned());
        let id = desk.snapshot.pod(&key, names).ok_or_else(|| no_pod(&key))?;
        if let Some(spared) = &want.spares {
            let found = desk.snapshot.pod(spared, names);
            found.ok_or_else(|| no_pod(spared))?;
        }
        if let Some(node) = &want.on {
            let found = names.get(node).and_then(|node| desk.snapshot.node(node));
            found.ok_or_else(|| QuestionError::NoNode(node.clone()))?;
        }
        let info = desk.snapshot.pods.get(id).ok_or_else(|| no_pod(&key))?;
        let asks = Asks {
            scores: true,
            evicts: true,
            victims: true,
        };
        let object = info.object(objects);
        let not_looked_at = of_pod(reader, info, (TouchedAnswer::SimulatePod, 0), encoding);
        let missing_inputs = of_pods(objects, &desk.needs, once(info), asks);
        let families = Some(&*options.families).filter(|families| !families.is_empty());
        let input = &mut self.world.of(&self.reader).input;
        let asked = PodQuestion {
            pod: &key,
            want: &want,
            profile: options.decide.profile,
            families,
            steps: options.max_steps,
        };
        let result = change(input, asked).ok_or_else(|| no_pod(&key))?;
        // Each change is decided once more, to tell how the cycle ends.
        let mut changes = Vec::new();
        for found in result.found.changes.iter().take(options.decide.limit) {
            if input.apply(&found.edits)
                && let Some(after) = cycle_of(input.objects(), &key, asked.profile)
            {
                changes.push((found, after));
            }
            input.undo();
        }
        let told = changes.into_iter().map(|(found, after)| Change {
            cycle: Some(after),
            ..self.told(found)
        });
        Ok(ChangeAnswer {
            object,
            met: result.met,
            changes: told.collect(),
            space: searched(&result.space),
            complete: result.found.complete,
            depth: result.found.depth,
            stopped: result.found.out_of_steps.then_some(SearchStop::Steps),
            steps: result.steps,
            missing_inputs,
            not_looked_at,
        })
    }

    /// Binds more pods like one.
    ///
    /// # Errors
    /// The text does not have the pod.
    pub fn more(&mut self, options: &MoreOptions) -> Result<MoreAnswer, QuestionError> {
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let names = &objects.names;
        let no_pod = || QuestionError::NoPod(options.pod.clone());
        let pod = desk.snapshot.pod(&options.pod, names).ok_or_else(no_pod)?;
        let counted = (&desk.snapshot, &desk.ledger, &desk.budgets);
        let found = more(objects, counted, pod, options.profile, options.most);
        let mut found = found.ok_or_else(no_pod)?;
        let next = found.next.and_then(|next| found.snapshot.pods.get(next));
        let next = next.map(|pod| {
            let (snapshot, ledger) = (&found.snapshot, &mut found.ledger);
            let cycle = run(snapshot, ledger, &desk.budgets, pod, names, options.profile);
            let of = (options.profile, &cycle);
            let marks = CycleMarks::of(snapshot, ledger, &desk.budgets, pod, names, of);
            let asked = SimulatePodOptions {
                pod: String::new(),
                profile: options.profile,
                offset: 0,
                limit: options.limit,
            };
            SimulatePodAnswer {
                resource_quota: ResourceQuotaAnswer::new(&found.refusals, names),
                ..answer(snapshot, ledger, pod, (&cycle, &marks), names, &asked)
            }
        });
        let victims = next.as_ref().is_some_and(|next| !next.victims.is_empty());
        let mut answer = more_answer(&found, next, options);
        let info = desk.snapshot.pods.get(pod).ok_or_else(no_pod)?;
        let feasible = found.nodes.iter().filter(|pods| **pods > 0).count();
        let of = (TouchedAnswer::SimulatePod, feasible);
        answer.not_looked_at = of_pod(reader, info, of, encoding);
        let asks = Asks {
            scores: feasible > 1,
            evicts: victims,
            victims,
        };
        answer.missing_inputs = of_pods(objects, &desk.needs, once(info), asks);
        Ok(answer)
    }
}
