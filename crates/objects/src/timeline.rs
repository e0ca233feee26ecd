//! `Timeline` (`schedscope.dev/v1alpha1`): what happens to autoscaled VMs, event by event.
//!
//! The kind is this product's own; `docs/timeline.md` explains it, `docs/timeline.schema.json` is
//! its schema. All times are milliseconds from the start of the timeline, at most
//! [`LONGEST`](crate::duration::LONGEST).

use crate::{
    config_map::ReadConfig,
    names::{Names, Symbol},
};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `spec.configMap`; `None`: the first of the text that holds a config.
    pub config_map: Option<ObjectKey>,
    /// `spec.duration`: how long agents act; `None`: until the last event.
    pub duration: Option<u64>,
    /// `spec.seed`: of the noise of loads, up to 2⁶³ - 1; 0 where absent.
    pub seed: u64,
    /// `spec.agentPeriod`: how often an agent asks, above 0; 5 s where absent.
    pub agent_period: u64,
    /// `spec.migrationDuration`; 30 s where absent.
    pub migration_duration: u64,
    /// `spec.mitigations`.
    pub mitigations: Mitigations,
    /// `spec.agents`, each item of the list.
    pub agents: Box<[Agent]>,
    /// `spec.events`, in the order of the text, which need not be that of time. Those that are not
    /// as they should be are left out.
    pub events: Box<[Event]>,
    /// `spec.variants`, with distinct names.
    pub variants: Box<[Variant]>,
}

/// `spec.agentPeriod` where absent, in milliseconds.
pub const AGENT_PERIOD: u64 = 5_000;

/// `spec.migrationDuration` where absent, in milliseconds.
pub const MIGRATION_DURATION: u64 = 30_000;

/// The key of an object that has a namespace: `namespace/name`, or `name` in `default`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectKey {
    pub namespace: Symbol,
    pub name: Symbol,
}

/// The design document's ideas against migration storms, all off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mitigations {
    /// `largestStep`: compute units that a request may rise by, at least 1.
    pub largest_step: Option<u32>,
    /// `capacityPressureFactor`: above 0, at most 1.
    pub capacity_pressure_factor: Option<f64>,
    /// `sustainedRequests`: capacity pressure counts after this many denials in a row; at least 1, which means
    /// immediately.
    pub sustained_requests: Option<u32>,
}

/// `spec.agents[]`: VMs that ask for what their load needs. Of several that name a VM the first
/// counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agent {
    /// `vms`; none where the text does not say it right.
    pub vms: Box<[VmPattern]>,
    /// `load`.
    pub load: Load,
}

impl Agent {
    /// Whether it names a VM.
    pub fn speaks_for(&self, vm: ObjectKey, names: &Names) -> bool {
        let mut patterns = self.vms.iter();
        patterns.any(|pattern| pattern.matches(names, vm.namespace, vm.name))
    }
}

/// A name of `VirtualMachine`s: `name` or `namespace/name`, where `*` stands for any run of
/// characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VmPattern {
    /// Of the namespace; `default` where the text has no `/`.
    pub namespace: Symbol,
    pub name: Symbol,
}

impl VmPattern {
    /// Whether it names a VM. O(characters of both).
    pub fn matches(self, names: &Names, namespace: Symbol, name: Symbol) -> bool {
        let fits = |pattern: Symbol, text: Symbol| {
            pattern == text || matches_glob(&names[pattern], &names[text])
        };
        fits(self.namespace, namespace) && fits(self.name, name)
    }

    /// Whether there is a `*` in it.
    pub fn is_open(self, names: &Names) -> bool {
        names[self.namespace].contains('*') || names[self.name].contains('*')
    }
}

/// Whether a text is as a pattern says, where `*` is any run of characters. O(product) at worst,
/// O(sum) nearly always.
fn matches_glob(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(head) else {
        return false;
    };
    let mut parts = rest.split('*').peekable();
    while let Some(part) = parts.next() {
        // The last part ends the text; any other stands where it is found first.
        if parts.peek().is_none() {
            return text.ends_with(part);
        }
        match text.find(part) {
            Some(at) => text = text.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    true
}

/// How many compute units a VM needs by time: the sum of the parts, not below 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Load {
    /// `constant`; 0 where absent.
    pub constant: f64,
    /// `steps`, by time: the last that has begun counts, 0 before the first.
    pub steps: Box<[LoadStep]>,
    /// `sine`.
    pub sine: Option<Sine>,
    /// `noise`: uniform in [-noise, noise), drawn for each request; at least 0, 0 if absent.
    pub noise: f64,
}

/// `steps[]` of a [`Load`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LoadStep {
    /// `at`: when it begins.
    pub at: u64,
    /// `units`: compute units.
    pub units: f64,
}

/// `sine` of a [`Load`]: `mean + amplitude * sin(2π * (time + phase) / period)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sine {
    /// `mean`, in compute units; 0 where absent.
    pub mean: f64,
    /// `amplitude`, in compute units.
    pub amplitude: f64,
    /// `period`, above 0.
    pub period: u64,
    /// `phase`; 0 where absent.
    pub phase: u64,
}

/// `spec.events[]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// `at`.
    pub at: u64,
    /// Which item of `spec.events` it is, from 0.
    pub index: u32,
    /// The action of the event.
    pub action: Action,
}

/// The action of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// `request`: an agent asks.
    Request(Request),
    /// `reserve`: a pod is reserved on a node.
    Reserve(ObjectKey, Symbol),
    /// `schedule`: Filter and Score over all nodes, Reserve on the best.
    Schedule(ObjectKey),
    /// `filter`: whether a pod fits a node.
    Filter(Box<FilterAction>),
    /// `score`: how well a pod suits a node.
    Score(ObjectKey, Symbol),
    /// `unreserve`: takes a reservation back.
    Unreserve(ObjectKey),
    /// `delete`: a pod is deleted.
    Delete(ObjectKey),
    /// `use`: the VM of a pod changed without asking.
    Use(ObjectKey, Units),
    /// `config`: the plugin gets another config, whole.
    Config(ReadConfig),
    /// `migrate`: the VM is to migrate with its next request.
    Migrate(ObjectKey),
    /// `migrationFailed`.
    MigrationFailed(ObjectKey),
    /// `restart` of the scheduler.
    Restart(Restart),
    /// `load`: what some VMs need from now on. Times in it count from the start of the timeline.
    Load(Box<Agent>),
    /// `addNode`: a node of the text, which exists only from now on.
    AddNode(Symbol),
}

/// An amount of both resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Units {
    /// `vCPUs`, whole.
    pub cpu: u16,
    /// `mem`: memory slots.
    pub memory: u16,
}

/// `request` of an [`Event`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// `pod`.
    pub pod: ObjectKey,
    /// `vCPUs` and `mem`.
    pub want: Units,
    /// `load`: the averages of one minute and of five, finite; `None`: no metrics.
    pub load: Option<[f32; 2]>,
    /// `protocol`, as the number that agents send: 1 is v1.0, 2 is v1.1 (the default).
    pub protocol: u32,
}

/// `protocol` of a [`Request`] where absent: v1.1.
pub const PROTOCOL: u32 = 2;

/// `filter` of an [`Event`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterAction {
    /// `pod`.
    pub pod: ObjectKey,
    /// `node`.
    pub node: Symbol,
    /// `exclude`: pods that are looked at as if they were gone.
    pub exclude: Box<[ObjectKey]>,
}

/// `restart` of an [`Event`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Restart {
    /// `downFor`: how long the scheduler is away; 0 where absent.
    pub down_for: u64,
    /// `config`: the one it starts with; `None`: the one in force.
    pub config: Option<ReadConfig>,
}

/// `spec.variants[]`: the same timeline with other settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    /// `name`, not empty.
    pub name: Symbol,
    /// `mitigations`, in the place of the timeline's; `None`: the timeline's.
    pub mitigations: Option<Mitigations>,
    /// `config`, in the place of the `ConfigMap`'s; `None`: the `ConfigMap`'s.
    pub config: Option<ReadConfig>,
    /// `agentPeriod`; `None`: the timeline's.
    pub agent_period: Option<u64>,
    /// `migrationDuration`; `None`: the timeline's.
    pub migration_duration: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, text: &str, expect: bool) {
        assert_eq!(matches_glob(pattern, text), expect, "{pattern} {text}");
    }

    #[test]
    fn stars_are_any_run() {
        check("a", "a", true);
        check("a", "ab", false);
        check("*", "", true);
        check("*", "abc", true);
        check("a*", "a", true);
        check("a*", "ba", false);
        check("*a", "ba", true);
        check("*a", "ab", false);
        check("a*a", "a", false);
        check("a*a", "aa", true);
        check("a*b*c", "a-b-b-c", true);
        check("a*b*c", "a-c-b", false);
        check("**a**", "bab", true);
        check("*ab*ab", "abab", true);
        check("*ab*ab", "ab", false);
    }
}
