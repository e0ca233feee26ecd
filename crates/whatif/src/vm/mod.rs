//! Autoscaled VMs: the cheapest edits of the config or of VMs, or removals of VMs, after which a timeline runs
//! differently.

mod bounds;
mod fractions;
mod refusals;
mod releases;
mod space;
pub mod sweep;

use std::sync::Arc;

use schedscope_objects::{
    names::Names,
    objects::Objects,
    timeline::{Action, ObjectKey},
};
use schedscope_vm::{
    id::VmPodId,
    request::PluginResponse,
    timeline::{
        act::{Act, ActOutcome},
        inventory::{Inventory, RunInventory},
        run::TimelineRun,
        setup::{PluginSetup, RunSettings},
        simulation::TimelineSimulation,
    },
};

use self::refusals::Refusals;
use crate::{
    Edit, Editor, Family,
    cost::removed,
    search::{Absence, Candidate, Change, Found, Search, Space, Trial},
};

/// The wanted outcome of a run; all parts must hold. A run in which the scheduler does not start, although it starts
/// now, never meets the want.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VmWant {
    /// No VM leaves this node, or the VM of this pod does not migrate; the name of a node, or `namespace/name` of a
    /// pod. A VM that migrates now and is on a node in the end must still be on a node in the end.
    pub no_migration: Option<String>,
    /// The VM of this pod makes requests, and each is granted unchanged; `namespace/name`.
    pub granted: Option<String>,
    /// Every start of the scheduler succeeds.
    pub starts: bool,
}

/// The run in question.
#[derive(Clone, Debug, Default)]
pub struct VmQuestion {
    /// The index of the timeline; `None` if the input has no timeline.
    pub timeline: Option<usize>,
    /// The settings of the run.
    pub settings: RunSettings,
    /// The allowed number of runs. A run counts as 1, plus 1 for every 10,000 steps.
    pub steps: usize,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunEnd {
    /// The number of migrations.
    pub migrations: usize,
    /// The number of requests, of existing pods, that are not granted unchanged.
    pub denied: usize,
    /// The number of VMs of the input that are not on a node in the end.
    pub unplaced: usize,
    /// Whether every start of the scheduler succeeds.
    pub starts: bool,
}

impl VmQuestion {
    /// The timeline of some objects before its first event.
    pub fn start(&self, objects: &Objects) -> TimelineSimulation {
        let stated = self.timeline.and_then(|at| objects.timelines.get(at));
        let timeline = stated.map(Arc::as_ref);
        let setup = PluginSetup::new(objects, timeline, &self.settings);
        let config = setup.config_or_assumed();
        let inventory = Inventory::new(objects, timeline, &config.scheduler_name);
        TimelineSimulation::new(stated, setup, Arc::new(inventory))
    }

    /// Plays the timeline of some objects.
    pub fn run(&self, objects: &Objects) -> TimelineRun {
        let mut simulation = self.start(objects);
        simulation.advance(&objects.names, usize::MAX);
        simulation.finish()
    }
}

/// The turns of a timeline in one turn of a search, which takes some tenths of a millisecond.
const TURNS: usize = 512;

/// A run that is played in the turns of a search.
#[derive(Debug, Default)]
struct Playing(Option<TimelineSimulation>);

impl Playing {
    /// Continues the timeline of some objects, and subtracts the turns from `left`. `None` if the turns run out before
    /// its end.
    fn advance(
        &mut self,
        question: &VmQuestion,
        objects: &Objects,
        left: &mut usize,
    ) -> Option<TimelineRun> {
        let simulation = self.0.get_or_insert_with(|| question.start(objects));
        while *left > 0 {
            *left -= 1;
            if simulation.advance(&objects.names, TURNS) {
                return self.0.take().map(TimelineSimulation::finish);
            }
        }
        None
    }
}

impl RunEnd {
    /// How a run ends. O(steps).
    pub fn of(run: &TimelineRun) -> Self {
        let denied = |pod: Option<VmPodId>| requests(run, pod).filter(|granted| !granted);
        Self {
            migrations: run.migrations.len(),
            denied: denied(None).count(),
            unplaced: run.unplaced().len(),
            starts: run.problem.is_none() && run.outages.iter().all(|out| out.fatal.is_none()),
        }
    }
}

/// Whether each request is granted unchanged: of the VM of one pod, or of all.
fn requests(run: &TimelineRun, pod: Option<VmPodId>) -> impl Iterator<Item = bool> {
    let vm = pod.and_then(|pod| run.inventory.get(pod)?.vm);
    let is_meant = move |step: Option<VmPodId>| {
        step.is_some()
            && (pod.is_none()
                || step == pod
                || vm.is_some_and(|vm| {
                    let other = step.and_then(|step| run.inventory.get(step)?.vm);
                    other == Some(vm)
                }))
    };
    run.steps.iter().filter_map(move |step| match step.act {
        Act::Request { want, .. } if is_meant(step.pod) => Some(matches!(
            step.outcome,
            ActOutcome::Response(PluginResponse::Permit { permit, .. }) if permit == want
        )),
        _ => None,
    })
}

impl VmWant {
    /// The pods that the want is about: the named ones, and those that leave the named node.
    fn focal(&self, run: &TimelineRun) -> Vec<VmPodId> {
        let named = self.granted.iter().chain(&self.no_migration);
        let named = named.filter_map(|name| pod_of(&run.inventory, name));
        let leaving = run
            .migrations
            .iter()
            .filter(|one| self.no_migration.as_deref() == Some(run.inventory.node_name(one.from)));
        named.chain(leaving.map(|one| one.pod)).collect()
    }

    /// Whether a run meets the want.
    fn is_met(&self, run: &TimelineRun, end: RunEnd, before: &Before) -> bool {
        let stays = |name: &String| {
            let named = |pod| pod_of(&run.inventory, name) == Some(pod);
            let vm = |pod| run.inventory.get(pod).and_then(|pod| pod.vm);
            let same = |pod| {
                let focal = pod_of(&run.inventory, name).and_then(vm);
                focal.is_some() && vm(pod) == focal
            };
            let mut migrations = run.migrations.iter();
            !migrations.any(|one| {
                run.inventory.node_name(one.from) == *name || named(one.pod) || same(one.pod)
            })
        };
        let granted = |name: &String| {
            let mut asked = pod_of(&run.inventory, name)
                .map(|pod| requests(run, Some(pod)))
                .into_iter()
                .flatten()
                .peekable();
            asked.peek().is_some() && asked.all(|granted| granted)
        };
        (end.starts || (!self.starts && !before.starts))
            && (run.problem.is_none() || !before.runs)
            && before.kept.iter().all(|vm| is_placed(run, *vm))
            && self.no_migration.as_ref().is_none_or(stays)
            && self.granted.as_ref().is_none_or(granted)
    }
}

/// What must not be worse than in the run without edits.
#[derive(Debug)]
struct Before {
    /// Whether every start of the scheduler succeeds.
    starts: bool,
    /// Whether the first one does.
    runs: bool,
    /// The requests that are refused. If an edit makes other requests fail because they are not a multiple of the
    /// compute unit, it hides what the VM needs.
    refusals: Refusals,
    /// The VMs that move, or are on no node in the end.
    displaced: Vec<ObjectKey>,
    /// The VMs that must not migrate, and are on a node in the end.
    kept: Vec<ObjectKey>,
}

impl Before {
    fn of(run: &TimelineRun, want: &VmWant) -> Self {
        let vm = |pod| run.inventory.get(pod).and_then(|pod| pod.vm);
        let mut kept: Vec<ObjectKey> = want
            .focal(run)
            .into_iter()
            .filter_map(vm)
            .filter(|vm| want.no_migration.is_some() && is_placed(run, *vm))
            .collect();
        kept.dedup();
        Self {
            starts: RunEnd::of(run).starts,
            runs: run.problem.is_none(),
            refusals: Refusals::of(run),
            displaced: displaced(run),
            kept,
        }
    }
}

/// The VMs that move, or are on no node in the end, each once. O(pods + migrations).
fn displaced(run: &TimelineRun) -> Vec<ObjectKey> {
    let moved = run.migrations.iter().map(|one| one.pod);
    let all = moved.chain(run.unplaced());
    let mut found: Vec<ObjectKey> = Vec::new();
    for vm in all.filter_map(|pod| run.inventory.get(pod)?.vm) {
        if !found.contains(&vm) {
            found.push(vm);
        }
    }
    found
}

/// Whether a VM is on a node in the end. O(pods).
fn is_placed(run: &TimelineRun, vm: ObjectKey) -> bool {
    run.inventory.ids().any(|pod| {
        let is_own = run.inventory.get(pod).and_then(|pod| pod.vm) == Some(vm);
        is_own && run.end.node_of(pod).is_some()
    })
}

/// The pod with a name. O(pods).
fn pod_of(inventory: &RunInventory, name: &str) -> Option<VmPodId> {
    let mut pods = inventory.ids();
    pods.find(|pod| inventory.pod_key(*pod) == name)
}

/// Whether no agent and no event of the timeline ever makes a request for the VM of a pod. O(pods + events).
fn never_asks(run: &TimelineRun, name: &str) -> bool {
    let Some((id, pod)) =
        pod_of(&run.inventory, name).and_then(|id| Some((id, run.inventory.get(id)?)))
    else {
        return false;
    };
    let events = run.timeline.iter().flat_map(|timeline| &timeline.events);
    let mut requests = events.filter_map(|event| match &event.action {
        Action::Request(request) => Some(run.inventory.stated.pod(request.pod)),
        _ => None,
    });
    // Migrations create all other pods.
    let is_own = |other: Option<VmPodId>| {
        let other = other.and_then(|other| Some((other, run.inventory.get(other)?.vm)));
        other.is_none_or(|(other, vm)| other == id || vm.is_some() && vm == pod.vm)
    };
    !pod.has_agent && !requests.any(is_own)
}

/// The name of the input pod whose VM a pod runs. A migration may have created the pod, and with an edit, other pods
/// are created. If no pod has the name, it can also be that of a VM. `None` if the run has neither.
pub fn stated_pod(inventory: &RunInventory, name: &str, names: &Names) -> Option<String> {
    let mut stated = inventory.stated.pods.iter();
    let Some(pod) = pod_of(inventory, name).and_then(|pod| inventory.get(pod)) else {
        let key = name.split_once('/');
        let is_named = |vm: ObjectKey| key == Some((&names[vm.namespace], &names[vm.name]));
        let own = stated.find(|one| one.vm.is_some_and(is_named));
        return own.map(|pod| pod.key.clone());
    };
    let own = stated.find(|one| one.vm.is_some() && one.vm == pod.vm);
    Some(own.unwrap_or(pod).key.clone())
}

/// The search for the cheapest edits of the config or of VMs, or their removal, after which a timeline runs as wanted.
#[derive(Debug)]
pub struct VmSearch {
    /// Whether the run already meets the want.
    pub met: bool,
    /// How the run ends without edits.
    pub end: RunEnd,
    /// The candidates, each kind separately, the families by rank.
    pub space: Vec<Space>,
    /// What was found.
    pub search: Search,
    question: VmQuestion,
    want: VmWant,
    families: Option<Vec<Family>>,
    /// `None` until the run without edits has finished.
    before: Option<Before>,
    /// The run in progress, without edits or with those of a trial.
    playing: Playing,
    /// How the runs end that meet the want.
    ends: Vec<(Candidate, RunEnd)>,
    /// What one run counts as.
    each: usize,
    /// The remaining number of runs, counted as in [`VmQuestion::steps`].
    left: usize,
}

impl VmSearch {
    /// Before the run without edits. `families`: those to edit; `None` for all.
    pub fn new(question: VmQuestion, want: VmWant, families: Option<&[Family]>) -> Self {
        Self {
            met: false,
            end: RunEnd::default(),
            search: Search::new(&[]),
            space: Vec::new(),
            left: question.steps,
            question,
            want,
            families: families.map(<[Family]>::to_vec),
            before: None,
            playing: Playing::default(),
            ends: Vec::new(),
            each: 0,
        }
    }

    /// Lists the candidates, after the run without edits.
    fn begin(&mut self, objects: &Objects, run: &TimelineRun) {
        let want = &self.want;
        self.end = RunEnd::of(run);
        let before = Before::of(run, want);
        self.met = want.is_met(run, self.end, &before);
        let never_asks = want
            .granted
            .as_ref()
            .is_some_and(|pod| never_asks(run, pod));
        let absence = |family| match &self.families {
            Some(families) if !families.contains(&family) => Some(Absence::Off),
            _ if never_asks => Some(Absence::NeverAsks),
            _ => self.met.then_some(Absence::NotNeeded),
        };
        let source = space::EditSource::new(objects, &self.question, run, want);
        self.space = source.spaces(&absence);
        let joint = match absence(Family::VmConfig) {
            None => source.pairs_of_one(),
            Some(_) => Vec::new(),
        };
        // These are also among the pairs of the space.
        self.search = Search::new(&self.space).with_joint(joint, true);
        self.before = Some(before);
        self.each = 1 + run.steps.len() / 10_000;
    }

    /// Tries candidates for up to `turns` turns; returns whether the search has finished. A trial takes a turn for
    /// every 512 turns of the timeline, and at least one.
    pub fn advance(&mut self, editor: &mut dyn Editor, turns: usize) -> bool {
        let mut turns = turns;
        if self.before.is_none() {
            let objects = editor.objects();
            let Some(run) = self.playing.advance(&self.question, objects, &mut turns) else {
                return false;
            };
            self.begin(objects, &run);
        }
        let Self {
            search,
            question,
            want,
            before: Some(before),
            playing,
            ends,
            each,
            left,
            ..
        } = self
        else {
            return false;
        };
        search.advance(usize::MAX, &mut |edits: &[Edit]| {
            if turns == 0 {
                return Trial::Unfinished;
            }
            if *left < *each {
                return Trial::OutOfSteps;
            }
            let run = editor
                .apply(edits)
                .then(|| playing.advance(question, editor.objects(), &mut turns));
            editor.undo();
            let Some(run) = run else {
                *left -= *each;
                return Trial::Fails;
            };
            let Some(run) = run else {
                return Trial::Unfinished;
            };
            *left -= *each;
            let end = RunEnd::of(&run);
            // A removed VM makes no requests, or different ones.
            let is_of_config = edits.iter().any(|edit| edit.family == Family::VmConfig);
            let meets = want.is_met(&run, end, before)
                && (!is_of_config || !before.refusals.lack_some_of(&run));
            if !meets {
                return Trial::Fails;
            }
            ends.push((edits.to_vec(), end));
            let new = displaced(&run);
            let new = new.iter().filter(|vm| !before.displaced.contains(vm));
            editor.met(edits, new.count() + removed(edits))
        })
    }

    /// How a run ends with edits that meet the want.
    pub fn end_with(&self, edits: &[Edit]) -> RunEnd {
        let end = self.ends.iter().find(|(known, _)| *known == *edits);
        end.map(|(_, end)| *end).unwrap_or_default()
    }

    /// What was found so far. Two watermarks together are reported only if one alone is not enough.
    pub fn found(&self) -> Found {
        let mut found = self.search.so_far();
        let is_watermarks = |change: &Change, count| {
            change.edits.len() == count
                && change.edits.iter().all(|edit| edit.subject == "watermark")
        };
        if found.changes.iter().any(|change| is_watermarks(change, 1)) {
            found.changes.retain(|change| !is_watermarks(change, 2));
        }
        found
    }

    /// The number of trials made, and the total; 0 of 1 before the run without edits has finished.
    pub fn progress(&self) -> (u64, u64) {
        match self.before {
            None => (0, 1),
            Some(_) => self.search.progress(),
        }
    }

    /// The number of runs made, counted as in [`VmQuestion::steps`].
    pub fn steps(&self) -> usize {
        self.question.steps - self.left
    }
}
