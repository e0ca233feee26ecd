//! Autoscaled VMs of the resident text, and the questions about them.

use std::sync::Arc;

use schedscope_answers::vm::timeline::{
    RunAnswers,
    answer::{VmRunOptions, VmTimelineAnswer, VmTimelineOptions},
    state::VmDumpAnswer,
    step::{VmDumpOptions, VmStepAnswer, VmStepOptions},
};
use schedscope_checks::context::{About, Vms};
use schedscope_objects::{
    diagnostic::ObjectName,
    names::Names,
    namespaced_name::{NamedObject, NamespacedName},
    objects::Objects,
    timeline::Timeline,
};
use schedscope_vm::timeline::{
    inventory::Inventory,
    run::TimelineRun,
    setup::{PluginSetup, RunSettings},
    simulation::TimelineSimulation,
};

use crate::{
    Answered, Engine, Progress, QuestionError,
    findings::not_named,
    playing::{Played, Playing},
};

/// The runs of the current text.
#[derive(Debug, Default)]
pub struct Runs {
    playing: Playing<Key, TimelineSimulation>,
    /// The nodes and pods that take part, with the inputs of the inventory.
    inventory: Option<(InventoryKey, Arc<Inventory>)>,
}

impl Played for TimelineSimulation {
    type On<'a> = &'a Names;
    type Complete = TimelineRun;

    // Two, so that they can be compared.
    const KEPT: usize = 2;

    fn play(&mut self, names: &Names, turns: usize) -> bool {
        self.advance(names, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.progress()
    }

    fn finish(self) -> TimelineRun {
        self.finish()
    }
}

/// The inputs of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    /// The revisions of the VMs' objects, and of nodes and pods.
    revisions: (u64, u64),
    pub(crate) timeline: Option<usize>,
    pub(crate) settings: RunSettings,
}

impl Key {
    pub(crate) fn new(objects: &Objects, options: &VmRunOptions) -> Result<Self, QuestionError> {
        let timeline = find_timeline(objects, options.timeline.as_ref())?;
        let stated = timeline.and_then(|at| objects.timelines.get(at));
        let variant = options.variant.as_ref().map(|name| {
            let mut variants = stated.iter().flat_map(|timeline| &timeline.variants);
            let found = variants.position(|variant| objects.names[variant.name] == **name);
            found.ok_or_else(|| QuestionError::NoVariant(name.clone()))
        });
        Ok(Self {
            revisions: (objects.revisions.vms, objects.revisions.pods),
            timeline,
            settings: RunSettings {
                variant: variant.transpose()?,
                mitigations: options.mitigations.clone().map(Into::into),
            },
        })
    }
}

/// The inputs of an inventory: the revisions, the timeline, and the plugin's scheduler.
type InventoryKey = ((u64, u64), Option<usize>, String);

impl Runs {
    /// A complete run.
    fn run(
        &mut self,
        objects: &Objects,
        options: &VmRunOptions,
    ) -> Result<&TimelineRun, QuestionError> {
        self.play_on(objects, options, usize::MAX)?;
        let run = self.playing.complete(&Key::new(objects, options)?);
        run.ok_or_else(|| QuestionError::Invalid("no run".to_owned()))
    }

    /// Simulates at most `turns` more turns of a run; cancels it with 0. Returns the time reached and the end of the
    /// run, in milliseconds; `None` if the run is complete or cancelled.
    fn play_on(
        &mut self,
        objects: &Objects,
        options: &VmRunOptions,
        turns: usize,
    ) -> Result<Option<(u64, u64)>, QuestionError> {
        let key = Key::new(objects, options)?;
        let Self { playing, inventory } = self;
        playing.retain(|known| known.revisions == key.revisions);
        let begin = || {
            let stated = key.timeline.and_then(|at| objects.timelines.get(at));
            let setup = PluginSetup::new(objects, stated.map(Arc::as_ref), &key.settings);
            let inventory = known_inventory(inventory, objects, &key, &setup);
            TimelineSimulation::new(stated, setup, inventory)
        };
        Ok(playing.advance(&key, begin, &objects.names, turns))
    }
}

/// The inventory, read once for all runs of a timeline.
fn known_inventory(
    known: &mut Option<(InventoryKey, Arc<Inventory>)>,
    objects: &Objects,
    key: &Key,
    setup: &PluginSetup,
) -> Arc<Inventory> {
    let scheduler = setup.config_or_assumed().scheduler_name.clone();
    let key = (key.revisions, key.timeline, scheduler);
    let same = known.take().filter(|(known, _)| *known == key);
    let (_, inventory) = known.insert(same.unwrap_or_else(|| {
        let timeline = key.1.and_then(|at| objects.timelines.get(at));
        let inventory = Inventory::new(objects, timeline.map(Arc::as_ref), &key.2);
        (key, Arc::new(inventory))
    }));
    Arc::clone(inventory)
}

/// The index of the requested timeline; `None` if the text has no timeline, and none is requested.
fn find_timeline(
    objects: &Objects,
    wanted: Option<&NamedObject>,
) -> Result<Option<usize>, QuestionError> {
    let Some(wanted) = wanted else {
        return Ok((!objects.timelines.is_empty()).then_some(0));
    };
    let names = &objects.names;
    let alike = objects.timelines.iter().enumerate();
    let alike = alike.filter(|(_, timeline)| names[timeline.name] == *wanted.name);
    let found = wanted.among(alike.map(|(at, timeline)| (&names[timeline.namespace], at)));
    found
        .map(Some)
        .map_err(|why| not_named(why, wanted, "timelines", QuestionError::NoTimeline))
}

/// The timeline that an option names, as `namespace/name`; as it is written if the text does not have it.
pub(crate) fn timeline_key(objects: &Objects, named: &NamedObject) -> String {
    let found = find_timeline(objects, Some(named)).ok().flatten();
    let found = found.and_then(|at| objects.timelines.get(at));
    found.map_or_else(
        || named.to_string(),
        |timeline| {
            NamespacedName::new(timeline.namespace, timeline.name, &objects.names).to_string()
        },
    )
}

/// The requested timeline; `None` if the text has no timeline, and none is requested.
fn stated<'o>(
    objects: &'o Objects,
    options: &VmRunOptions,
) -> Result<Option<&'o Timeline>, QuestionError> {
    let found = find_timeline(objects, options.timeline.as_ref())?;
    Ok(found.and_then(|at| objects.timelines.get(at).map(Arc::as_ref)))
}

/// The timeline that an answer names.
pub(super) fn timeline_of<'o>(objects: &'o Objects, object: &ObjectName) -> Option<&'o Timeline> {
    let names = &objects.names;
    let mut timelines = objects.timelines.iter().map(Arc::as_ref);
    timelines.find(|timeline| {
        object.kind == "Timeline"
            && names[timeline.namespace] == *object.namespace
            && names[timeline.name] == *object.name
    })
}

impl Engine<'_, Runs> {
    /// Asks a run of a timeline. A run is cached until its input changes.
    fn asked<A>(
        &mut self,
        options: &VmRunOptions,
        answer: impl FnOnce(&RunAnswers<'_>) -> A,
    ) -> Result<Answered<A>, QuestionError> {
        let objects = self.input.objects();
        let run = self.state.run(objects, options)?;
        let answers = RunAnswers::new(run, &objects.names);
        let about = Vms {
            assumes_config: answers.assumes_config(),
            timeline: stated(objects, options)?,
            migrating: answers.migrating_vms(),
        };
        Ok(Answered::new(
            answer(&answers),
            self.input,
            About::Vms(about),
        ))
    }

    /// Runs a timeline; without one in the text, only the start of the plugin.
    ///
    /// # Errors
    /// The text does not have the timeline, or the timeline does not have the variant.
    pub fn timeline(
        &mut self,
        options: &VmTimelineOptions,
    ) -> Result<Answered<VmTimelineAnswer>, QuestionError> {
        let objects = self.input.objects();
        self.asked(&options.run, |run| run.timeline(objects, options))
    }

    /// Computes at most this many further turns of a timeline.
    pub(super) fn advance_run(
        &mut self,
        options: &VmRunOptions,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        let progress = self.state.play_on(self.input.objects(), options, turns)?;
        Ok(progress.map(Progress::new))
    }

    /// Explains one step of a timeline.
    ///
    /// # Errors
    /// The text does not have the timeline, or the timeline does not have the variant.
    pub fn step(
        &mut self,
        options: &VmStepOptions,
    ) -> Result<Answered<VmStepAnswer>, QuestionError> {
        self.asked(&options.run, |run| run.step(options))
    }

    /// The state of the plugin after a step of a timeline: nodes and their pods, by name.
    ///
    /// # Errors
    /// The text does not have the timeline, or the timeline does not have the variant.
    pub fn dump(
        &mut self,
        options: &VmDumpOptions,
    ) -> Result<Answered<VmDumpAnswer>, QuestionError> {
        self.asked(&options.run, |run| run.dump(options.step))
    }
}
