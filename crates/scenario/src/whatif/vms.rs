//! What would be otherwise in a timeline of autoscaled VMs.

use schedscope_answers::{
    vm::timeline::answer::VmRunOptions,
    whatif::{
        change::{Change, ChangeAnswer, SearchStop, searched},
        options::{ChangeOptions, Want},
    },
};
use schedscope_objects::{diagnostic::ObjectName, not_looked_at::TouchedAnswer};
use schedscope_whatif::{
    Editor as _,
    vm::{RunEnd, VmQuestion, VmSearch, VmWant, stated_pod},
};

use super::sweep::wrong;
use crate::{
    QuestionError, Scenario,
    missing::of_vms,
    not_looked_at::of_all,
    vms::{Key, timeline_of},
};

/// What is wanted of a timeline.
pub(super) struct AskedVms {
    pub(super) question: VmQuestion,
    pub(super) want: VmWant,
    /// What is edited: the timeline, or the config.
    object: ObjectName,
    /// Whether the text has no config.
    assumed: bool,
}

impl Scenario {
    /// Reads what is wanted of a timeline.
    pub(super) fn asked_vms(&self, options: &ChangeOptions) -> Result<AskedVms, QuestionError> {
        let Want {
            no_migration,
            granted,
            starts,
            ..
        } = options.want.clone();
        let mut want = VmWant {
            no_migration,
            granted,
            starts,
        };
        let only = Want {
            no_migration: want.no_migration.clone(),
            granted: want.granted.clone(),
            starts,
            ..Want::default()
        };
        if only != options.want {
            return Err(wrong(
                "change.want: either of a timeline, or of a pod, or of clusters",
            ));
        }
        let steps = options.max_steps;
        let question = self.vm_question(
            options.timeline.as_deref(),
            options.variant.as_deref(),
            steps,
        )?;
        let objects = self.reader.objects();
        let run = question.run(objects);
        let stated = |pod: &String| {
            stated_pod(&run, pod, &objects.names).ok_or_else(|| QuestionError::NoPod(pod.clone()))
        };
        want.granted = want.granted.as_ref().map(stated).transpose()?;
        if let Some(name) = &mut want.no_migration {
            let nodes = &run.inventory.stated.nodes;
            if name.contains('/') {
                *name = stated(name)?;
            } else if !nodes.iter().any(|node| *node.name == **name) {
                return Err(QuestionError::NoNode(name.clone()));
            }
        }
        let named = |kind: &str, namespace, name| ObjectName {
            kind: kind.to_owned(),
            namespace: objects.names[namespace].to_owned(),
            name: objects.names[name].to_owned(),
        };
        let map = run.setup.config_map;
        let map = map.and_then(|at| objects.config_maps.get(at));
        let object = match (&run.timeline, map) {
            (Some(timeline), _) => named("Timeline", timeline.namespace, timeline.name),
            (None, Some(map)) => named("ConfigMap", map.namespace, map.name),
            (None, None) => ObjectName::default(),
        };
        let assumed = map.is_none() && !run.setup.own_config;
        Ok(AskedVms {
            question,
            want,
            object,
            assumed,
        })
    }

    /// The run that a what-if is about. `steps`: how many runs may be made.
    pub(super) fn vm_question(
        &self,
        timeline: Option<&str>,
        variant: Option<&str>,
        steps: usize,
    ) -> Result<VmQuestion, QuestionError> {
        let run = VmRunOptions {
            timeline: timeline.map(str::to_owned),
            variant: variant.map(str::to_owned),
            mitigations: None,
        };
        let key = Key::new(self.reader.objects(), &run)?;
        Ok(VmQuestion {
            timeline: key.timeline,
            settings: key.settings,
            steps,
        })
    }

    /// The smallest changes of the input after which a timeline runs as wanted.
    pub(super) fn change_vms(
        &mut self,
        options: &ChangeOptions,
        result: &VmSearch,
    ) -> Result<ChangeAnswer, QuestionError> {
        let AskedVms {
            question,
            object,
            assumed,
            ..
        } = self.asked_vms(options)?;
        let objects = self.reader.objects();
        let missing_inputs = of_vms(objects, assumed, timeline_of(objects, &object));
        let not_looked_at = of_all(&self.reader, TouchedAnswer::VmTimeline, self.encoding);
        let input = &mut self.world.of(&self.reader).input;
        let all = result.found();
        // Each change is played once more, to tell how the run ends.
        let mut changes = Vec::new();
        for found in all.changes.iter().take(options.decide.limit) {
            if input.apply(&found.edits) {
                changes.push((found, RunEnd::of(&question.run(input.objects()))));
            }
            input.undo();
        }
        let told = changes.into_iter().map(|(found, end)| Change {
            run: Some(end.into()),
            ..self.told(found)
        });
        Ok(ChangeAnswer {
            object,
            met: result.met,
            changes: told.collect(),
            space: searched(&result.space),
            complete: all.complete,
            depth: all.depth,
            weights_to: all.distance,
            stopped: all.out_of_steps.then_some(SearchStop::Steps),
            outside: Vec::new(),
            steps: result.steps(),
            recorded_verdict: None,
            other_schedulers: Vec::new(),
            missing_inputs,
            not_looked_at,
        })
    }
}
