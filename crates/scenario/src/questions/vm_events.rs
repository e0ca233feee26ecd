//! Questions about the VM plugin driven by hand.

use std::sync::Arc;

use schedscope_answers::vm::{
    events::{VmEvent, VmEvents as Events},
    limits::VmLimitsOptions as Limits,
};
use schedscope_objects::config_map::ReadConfig;
#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Field};
use schedscope_quantity::{Quantity, double};
use schedscope_reader::decode::{FieldPath, plugin_config};
use schedscope_text::tree::ValueId;
use schedscope_vm::{
    amount::{PerResource, VmAmount},
    spec::{NodeSpec, OtherSpec, PodSpec, VmSpec},
};

use super::json::{FromJson, Reader};

const EVENTS: [&str; 11] = [
    "reserve",
    "filter",
    "score",
    "unreserve",
    "delete",
    "agent",
    "vm_use",
    "add_node",
    "config",
    "migration_end",
    "restart",
];

/// Events for the VM plugin.
pub(crate) struct VmEvents(pub(crate) Events);

impl FromJson for VmEvents {
    fn from_json(reader: &mut Reader<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<Self> {
        Some(Self(reader.vm_events(at, path)))
    }

    #[cfg(feature = "types")]
    fn name() -> &'static str {
        "VmEvents"
    }

    #[cfg(feature = "types")]
    fn fields() -> Vec<Field> {
        let [config, nodes, initial, events] = STORY;
        vec![
            Field::written(config, "VmPluginConfig", "The config at the start.", true),
            Field::written(
                nodes,
                "VmNode[]",
                "The nodes at the start. Default: none.",
                false,
            ),
            Field::written(
                initial,
                "VmPodEvent[]",
                "The pods that are on nodes at the start. Default: none.",
                false,
            ),
            Field::written(
                events,
                "VmRawEvent[]",
                "The events, in order. Default: none.",
                false,
            ),
        ]
    }

    #[cfg(feature = "types")]
    fn declare(_: &mut Declarations) {}
}

/// A node and a config.
pub(crate) struct VmLimitsOptions(pub(crate) Limits);

impl FromJson for VmLimitsOptions {
    fn from_json(reader: &mut Reader<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<Self> {
        Some(Self(reader.vm_limits(at, path)))
    }

    #[cfg(feature = "types")]
    fn name() -> &'static str {
        "VmLimitsOptions"
    }

    #[cfg(feature = "types")]
    fn fields() -> Vec<Field> {
        let [config, cpu, mem] = LIMITS;
        let amount = "string | number";
        let memory = "Allocatable memory: a quantity, or bytes.";
        vec![
            Field::written(
                config,
                "VmPluginConfig",
                "The config. Its defaults for nodes are used, not its overrides.",
                true,
            ),
            Field::written(cpu, amount, "Allocatable CPU: a quantity, or vCPUs.", true),
            Field::written(mem, amount, memory, true),
        ]
    }

    #[cfg(feature = "types")]
    fn declare(_: &mut Declarations) {}
}

/// The options of `vmEvents`.
const STORY: [&str; 4] = ["config", "nodes", "initial", "events"];
/// The options of `vmLimits`.
const LIMITS: [&str; 3] = ["config", "cpu", "mem"];

/// All that an event may have; which of them it needs depends on `op`.
#[derive(Default)]
struct RawEvent<'a> {
    op: &'a str,
    pod: String,
    node: String,
    cpu: Option<[u16; 3]>,
    mem: Option<[u16; 3]>,
    slot: Option<Quantity>,
    sched: Option<Arc<str>>,
    always_migrate: bool,
    containers: Vec<[PerResource<Option<Quantity>>; 2]>,
    exclude: Vec<String>,
    want: Option<VmAmount>,
    load: Option<[f32; 2]>,
    proto: Option<u32>,
    total: PerResource<Quantity>,
    config: Option<ReadConfig>,
}

impl RawEvent<'_> {
    fn spec(&self) -> PodSpec {
        let (Some(cpu), Some(mem)) = (self.cpu, self.mem) else {
            let containers = self.containers.iter().map(|asked| {
                let [requests, limits] = asked;
                [requests, limits].map(|both| both.as_ref().map(Option::as_ref))
            });
            return PodSpec::Other(OtherSpec::new(containers, self.sched.clone()));
        };
        let at = |index: usize| PerResource::new(cpu[index], mem[index]);
        PodSpec::Vm(VmSpec {
            min: at(0),
            uses: at(1),
            max: at(2),
            slot_size: self.slot.clone(),
            scheduler_name: self.sched.clone(),
            always_migrate: self.always_migrate,
        })
    }

    fn event(self) -> VmEvent {
        let spec = self.spec();
        match self.op {
            "reserve" => VmEvent::Reserve(self.pod, self.node, spec),
            "filter" => VmEvent::Filter(self.node, spec, self.exclude),
            "score" => VmEvent::Score(self.node, spec),
            "agent" => VmEvent::Agent {
                pod: self.pod,
                want: self.want.unwrap_or_default(),
                load: self.load,
                protocol: self.proto.unwrap_or(2),
            },
            "vm_use" => VmEvent::Use(self.pod, self.want.unwrap_or_default()),
            "add_node" => VmEvent::AddNode(NodeSpec {
                name: self.node.into(),
                allocatable: self.total,
            }),
            "config" => match self.config {
                Some(config) => VmEvent::Config(config),
                None => VmEvent::Restart(None),
            },
            "migration_end" => VmEvent::MigrationFailed(self.pod),
            "restart" => VmEvent::Restart(self.config),
            _ => VmEvent::Remove(self.pod),
        }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn vm_events(&mut self, at: ValueId, path: &FieldPath<'_>) -> Events {
        let mut config = None;
        let mut nodes = Vec::new();
        let mut initial = Vec::new();
        let mut events = Vec::new();
        self.fields(at, path, &STORY, &mut |r, name, at, path| match name {
            "config" => config = Some(r.plugin_config(at)),
            "nodes" => r.items(at, path, &mut |r, at, path| {
                let node = r.vm_node(at, path);
                nodes.push(node);
            }),
            "initial" => r.items(at, path, &mut |r, at, path| {
                let event = r.vm_event(at, path, false);
                let spec = event.spec();
                initial.push((event.pod, event.node, spec));
            }),
            _ => r.items(at, path, &mut |r, at, path| {
                let event = r.vm_event(at, path, true);
                if event.op.is_empty() {
                    r.wrong(&path.field("op"), "is needed");
                }
                if matches!(event.op, "agent" | "vm_use") && event.want.is_none() {
                    r.wrong(&path.field("want"), "is needed");
                }
                if event.op == "config" && event.config.is_none() {
                    r.wrong(&path.field("config"), "is needed");
                }
                events.push(event.event());
            }),
        });
        Events {
            config: self.needed_config(config, path),
            nodes,
            initial,
            events,
        }
    }

    pub(super) fn vm_limits(&mut self, at: ValueId, path: &FieldPath<'_>) -> Limits {
        let mut config = None;
        let mut allocatable = PerResource::<Quantity>::default();
        self.fields(at, path, &LIMITS, &mut |r, name, at, path| match name {
            "config" => config = Some(r.plugin_config(at)),
            "cpu" => allocatable.cpu = r.amount(at, path),
            _ => allocatable.memory = r.amount(at, path),
        });
        Limits {
            config: self.needed_config(config, path),
            cpu: allocatable.cpu,
            memory: allocatable.memory,
        }
    }

    fn needed_config(&mut self, config: Option<ReadConfig>, path: &FieldPath<'_>) -> ReadConfig {
        config.unwrap_or_else(|| {
            self.wrong(&path.field("config"), "is needed");
            Err(schedscope_objects::plugin_config::ConfigProblem::default())
        })
    }

    fn plugin_config(&mut self, at: ValueId) -> ReadConfig {
        let read = plugin_config::decode(self.d.source, self.d.tree, at);
        read.map(Arc::new).map_err(|error| error.problem)
    }

    fn amount(&mut self, at: ValueId, path: &FieldPath<'_>) -> Quantity {
        self.d.quantity(at, path).unwrap_or_default()
    }

    fn vm_node(&mut self, at: ValueId, path: &FieldPath<'_>) -> NodeSpec {
        let mut name = String::new();
        let mut allocatable = PerResource::<Quantity>::default();
        let known = ["name", "cpu", "mem"];
        self.fields(at, path, &known, &mut |r, field, at, path| match field {
            "name" => name = r.text(at, path).unwrap_or_default(),
            "cpu" => allocatable.cpu = r.amount(at, path),
            _ => allocatable.memory = r.amount(at, path),
        });
        self.required(&name, path, "name");
        NodeSpec {
            name: name.into(),
            allocatable,
        }
    }

    /// An event, or a pod that is there before any; the `op` of such a pod is ignored.
    fn vm_event(&mut self, at: ValueId, path: &FieldPath<'_>, is_event: bool) -> RawEvent<'a> {
        let mut event = RawEvent::default();
        let known = [
            "op",
            "pod",
            "node",
            "cpu",
            "mem",
            "slot",
            "sched",
            "alwaysMigrate",
            "containers",
            "exclude",
            "want",
            "load",
            "proto",
            "total",
            "config",
        ];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "op" if is_event => {
                event.op = r.d.word(at, path, &EVENTS).unwrap_or_default();
            }
            "op" => {}
            "pod" => event.pod = r.text(at, path).unwrap_or_default(),
            "node" => event.node = r.text(at, path).unwrap_or_default(),
            "cpu" => event.cpu = r.three(at, path),
            "mem" => event.mem = r.three(at, path),
            "slot" => event.slot = r.d.quantity(at, path),
            "sched" => event.sched = r.text(at, path).map(Into::into),
            "alwaysMigrate" => event.always_migrate = r.d.boolean(at, path).unwrap_or_default(),
            "containers" => r.items(at, path, &mut |r, at, path| {
                let container = r.vm_container(at, path);
                event.containers.push(container);
            }),
            "exclude" => r.items(at, path, &mut |r, at, path| {
                event.exclude.extend(r.text(at, path));
            }),
            "want" => match r.numbers(at, path)[..] {
                [cpu, memory] => event.want = Some(PerResource::new(cpu, memory)),
                _ => r.wrong(path, "expected two numbers: vCPUs, memory slots"),
            },
            "load" => event.load = r.load(at, path),
            "proto" => event.proto = r.value(at, path),
            "total" => {
                let known = ["cpu", "mem"];
                r.fields(at, path, &known, &mut |r, name, at, path| match name {
                    "cpu" => event.total.cpu = r.amount(at, path),
                    _ => event.total.memory = r.amount(at, path),
                });
            }
            _ => event.config = Some(r.plugin_config(at)),
        });
        event
    }

    fn vm_container(
        &mut self,
        at: ValueId,
        path: &FieldPath<'_>,
    ) -> [PerResource<Option<Quantity>>; 2] {
        let mut asked: [PerResource<Option<Quantity>>; 2] = Default::default();
        self.fields(at, path, &["req", "lim"], &mut |r, name, at, path| {
            let amounts = &mut asked[usize::from(name == "lim")];
            r.fields(at, path, &["cpu", "mem"], &mut |r, name, at, path| {
                let amount = r.d.quantity(at, path);
                match name {
                    "cpu" => amounts.cpu = amount,
                    _ => amounts.memory = amount,
                }
            });
        });
        asked
    }

    /// Amounts as 16-bit integers.
    fn numbers(&mut self, at: ValueId, path: &FieldPath<'_>) -> Vec<u16> {
        let mut numbers = Vec::new();
        self.items(at, path, &mut |r, at, path| {
            numbers.push(r.value::<u16>(at, path).unwrap_or_default());
        });
        numbers
    }

    /// The minimum, the use and the maximum.
    fn three(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<[u16; 3]> {
        let three = self.numbers(at, path).try_into().ok();
        if three.is_none() {
            self.wrong(path, "expected three numbers: minimum, use, maximum");
        }
        three
    }

    /// Load averages of one and five minutes.
    fn load(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<[f32; 2]> {
        let mut load = Vec::new();
        self.items(at, path, &mut |r, at, path| {
            let number = r.number(at, double::single);
            match number.filter(|number| number.is_finite()) {
                Some(number) => load.push(number),
                None => r.wrong(path, "expected a 32-bit number"),
            }
        });
        let load = load.try_into().ok();
        if load.is_none() {
            self.wrong(
                path,
                "expected two numbers: load averages of 1 and 5 minutes",
            );
        }
        load
    }
}
