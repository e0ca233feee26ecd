//! What-ifs about a timeline of autoscaled VMs.

use schedscope_answers::{
    vm::timeline::answer::VmRunOptions,
    whatif::{
        change::{Change, ChangeAnswer, SearchStop, searched},
        options::{ChangeOptions, Want},
    },
};
use schedscope_checks::context::{self as checks, About};
use schedscope_objects::{diagnostic::ObjectName, objects::Objects};
use schedscope_vm::timeline::run::TimelineRun;
use schedscope_whatif::vm::{VmQuestion, VmSearch, VmWant, stated_pod};

use super::{
    change::told,
    search::{Searching, families},
    sweep::wrong,
    works::LongQuestion,
};
use crate::{
    Answered, QuestionError, Runs, Vms,
    vms::{Key, timeline_of},
};

/// The wanted outcome of a timeline.
struct AskedVms {
    question: VmQuestion,
    want: VmWant,
    /// The objects to edit: the timeline, or the config.
    object: ObjectName,
    /// Whether the text has no config.
    assumed: bool,
}

/// Parses the wanted outcome of a timeline.
fn asked_vms(objects: &Objects, options: &ChangeOptions) -> Result<AskedVms, QuestionError> {
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
    let question = vm_question(
        objects,
        options.timeline.as_deref(),
        options.variant.as_deref(),
        steps,
    )?;
    let start = question.start(objects).finish();
    let stated = |pod: &String| {
        let of = |run: &TimelineRun| stated_pod(&run.inventory, pod, &objects.names);
        // Only a run shows the pods that migrations create.
        of(&start)
            .or_else(|| of(&question.run(objects)))
            .ok_or_else(|| QuestionError::NoPod(pod.clone()))
    };
    want.granted = want.granted.as_ref().map(stated).transpose()?;
    if let Some(name) = &mut want.no_migration {
        let nodes = &start.inventory.stated.nodes;
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
    let map = start.setup.config_map;
    let map = map.and_then(|at| objects.config_maps.get(at));
    let object = match (&start.timeline, map) {
        (Some(timeline), _) => named("Timeline", timeline.namespace, timeline.name),
        (None, Some(map)) => named("ConfigMap", map.namespace, map.name),
        (None, None) => ObjectName::default(),
    };
    let assumed = map.is_none() && !start.setup.own_config;
    Ok(AskedVms {
        question,
        want,
        object,
        assumed,
    })
}

/// The run of a what-if. `steps`: the maximum number of runs.
pub(super) fn vm_question(
    objects: &Objects,
    timeline: Option<&str>,
    variant: Option<&str>,
    steps: usize,
) -> Result<VmQuestion, QuestionError> {
    let run = VmRunOptions {
        timeline: timeline.map(str::to_owned),
        variant: variant.map(str::to_owned),
        mitigations: None,
    };
    let key = Key::new(objects, &run)?;
    Ok(VmQuestion {
        timeline: key.timeline,
        settings: key.settings,
        steps,
    })
}

/// The options of `change` for a timeline.
#[derive(PartialEq)]
pub(crate) struct VmChange(pub(crate) ChangeOptions);

impl LongQuestion for VmChange {
    type State = Runs;
    type Work = Searching<VmSearch>;

    fn begin(&self, engine: &mut Vms<'_>) -> Result<Self::Work, QuestionError> {
        let options = self.0.clone();
        let AskedVms { question, want, .. } = asked_vms(engine.input.objects(), &options)?;
        Ok(Searching::new(move |_| {
            Some(VmSearch::new(question, want, families(&options)))
        }))
    }
}

/// The smallest changes of the input after which a timeline runs as wanted.
pub(super) fn changes(
    engine: &mut Vms<'_>,
    VmChange(options): &VmChange,
    result: &mut VmSearch,
) -> Result<Answered<ChangeAnswer>, QuestionError> {
    let AskedVms {
        object, assumed, ..
    } = asked_vms(engine.input.objects(), options)?;
    let timeline = timeline_of(engine.input.objects(), &object);
    let all = result.found();
    let changes = all.changes.iter().take(options.decide.limit);
    let told = changes.map(|found| Change {
        run: Some(result.end_with(&found.edits).into()),
        ..told(engine.input, found)
    });
    let answer = ChangeAnswer {
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
    };
    let about = About::Vms(checks::Vms {
        assumes_config: assumed,
        timeline,
        migrating: Vec::new(),
    });
    Ok(Answered::new(answer, engine.input, about))
}
