//! What-ifs about a timeline of autoscaled VMs.

use schedscope_answers::{
    vm::timeline::answer::VmRunOptions,
    whatif::{
        change::{Change, ChangeAnswer},
        options::{ChangeOptions, Want},
    },
};
use schedscope_checks::context::{self as checks, About};
use schedscope_objects::{
    diagnostic::ObjectName,
    names::Names,
    namespaced_name::{NamedObject, NotNamed},
    objects::Objects,
    timeline::ObjectKey,
};
use schedscope_vm::timeline::run::TimelineRun;
use schedscope_whatif::vm::{VmQuestion, VmSearch, VmWant, stated_pod};

use super::{
    change::told,
    search::{Searching, families},
    sweep::wrong,
    works::System,
};
use crate::{
    Answered, QuestionError, Runs, Vms,
    findings::not_named,
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

/// The pod of a VM that an option names by the pod's name or the VM's, as `namespace/name`.
fn stated_key(wanted: &NamedObject, run: &TimelineRun, names: &Names) -> Result<String, NotNamed> {
    if wanted.namespace.is_some() {
        return Ok(wanted.to_string());
    }
    let pods = run.inventory.ids().filter_map(|pod| run.inventory.get(pod));
    let is_meant = |vm: Option<ObjectKey>, name: &str| {
        name == wanted.name || vm.is_some_and(|vm| names[vm.name] == *wanted.name)
    };
    let keys = pods.filter_map(|pod| {
        let (namespace, name) = pod.key.split_once('/')?;
        is_meant(pod.vm, name).then_some(namespace)
    });
    let mut namespaces: Vec<&str> = keys.collect();
    namespaces.dedup();
    let namespace = wanted.among(
        namespaces
            .into_iter()
            .map(|namespace| (namespace, namespace)),
    )?;
    Ok([namespace, "/", &wanted.name].concat())
}

/// Parses the wanted outcome of a timeline.
fn asked_vms(objects: &Objects, options: &ChangeOptions) -> Result<AskedVms, QuestionError> {
    let wanted = &options.want;
    let only = Want {
        no_migration: wanted.no_migration.clone(),
        granted: wanted.granted.clone(),
        starts: wanted.starts,
        ..Want::default()
    };
    if only != options.want {
        return Err(wrong(
            "change.want: either of a timeline, or of a pod, or of clusters",
        ));
    }
    let (timeline, variant) = (options.timeline.as_ref(), options.variant.as_deref());
    let question = vm_question(objects, timeline, variant, options.max_steps)?;
    let start = question.start(objects).finish();
    let stated = |pod: &NamedObject| {
        let of = |run: &TimelineRun| {
            let key = stated_key(pod, run, &objects.names);
            key.map(|key| stated_pod(&run.inventory, &key, &objects.names))
        };
        // Only a run shows the pods that migrations create.
        let found = match of(&start) {
            Ok(Some(found)) => Ok(Some(found)),
            _ => of(&question.run(objects)),
        };
        let found = found.map_err(|why| not_named(why, pod, "pods", QuestionError::NoPod))?;
        found.ok_or_else(|| QuestionError::NoPod(pod.to_string()))
    };
    let no_migration = wanted.no_migration.as_ref().map(|named| {
        let nodes = &start.inventory.stated.nodes;
        if named.namespace.is_some() {
            return stated(named);
        }
        let is_node = nodes.iter().any(|node| *node.name == *named.name);
        let no_node = || QuestionError::NoNode(named.name.clone());
        is_node.then(|| named.name.clone()).ok_or_else(no_node)
    });
    let want = VmWant {
        no_migration: no_migration.transpose()?,
        granted: wanted.granted.as_ref().map(stated).transpose()?,
        starts: wanted.starts,
    };
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
    timeline: Option<&NamedObject>,
    variant: Option<&str>,
    steps: usize,
) -> Result<VmQuestion, QuestionError> {
    let run = VmRunOptions {
        timeline: timeline.cloned(),
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

impl System<ChangeOptions> for Runs {
    type Work = Searching<VmSearch>;
    type Answer = ChangeAnswer;

    fn begin(engine: &mut Vms<'_>, options: &ChangeOptions) -> Result<Self::Work, QuestionError> {
        let options = options.clone();
        let AskedVms { question, want, .. } = asked_vms(engine.input.objects(), &options)?;
        Ok(Searching::new(move |_| {
            Some(VmSearch::new(question, want, families(&options)))
        }))
    }

    fn answer(
        engine: &mut Vms<'_>,
        options: &ChangeOptions,
        work: &mut Self::Work,
    ) -> Result<Answered<ChangeAnswer>, QuestionError> {
        let result = work.begun()?;
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
        let searched = (result.met, &*result.space, result.steps());
        let answer = ChangeAnswer::new(object, searched, &all, told.collect());
        let about = About::Vms(checks::Vms {
            assumes_config: assumed,
            timeline,
            migrating: Vec::new(),
        });
        Ok(Answered::new(answer, engine.input, about))
    }
}
