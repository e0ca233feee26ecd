//! Questions about the VM plugin driven by hand.

use std::sync::Arc;

use schedscope_answers::vm::{
    events::{VmEvent, VmEvents as Events},
    limits::VmLimitsOptions as Limits,
};
use schedscope_objects::{config_map::ReadConfig, plugin_config::ConfigProblem};
use schedscope_options::{
    Fault, Source,
    misspelt::clip,
    options, read,
    scalar::{self, Scalar},
};
use schedscope_quantity::Quantity;
use schedscope_reader::decode::plugin_config;
use schedscope_vm::{
    amount::PerResource,
    spec::{NodeSpec, OtherSpec, PodSpec, VmSpec},
};

use super::written::{self, Json, argument};

options! {
    /// Events for the VM plugin.
    pub struct VmEvents {
        /// The config at the start.
        config: Config [needed],
        /// The nodes at the start. Default: none.
        nodes: Vec<VmNode>,
        /// The pods that are on nodes at the start. Default: none.
        initial: Vec<InitialPod>,
        /// The events, in order. Default: none.
        events: Vec<Event>,
    }

    /// A node and a config.
    pub struct VmLimitsOptions {
        /// The config. Its defaults for nodes are used, not its overrides.
        config: Config [needed],
        /// Allocatable CPU: a quantity, or vCPUs.
        cpu: Option<Amount> [needed],
        /// Allocatable memory: a quantity, or bytes.
        mem: Option<Amount> [needed],
    }

    /// A node with its allocatable amounts.
    pub struct VmNode {
        /// The name of the node.
        name: Option<String> [needed],
        /// The allocatable CPU.
        cpu: Amount,
        /// The allocatable memory.
        mem: Amount,
    }

    /// The allocatable amounts of a node.
    pub struct Total {
        /// The allocatable CPU.
        cpu: Amount,
        /// The allocatable memory.
        mem: Amount,
    }

    /// A container of a pod that is not a VM's.
    pub struct Container {
        /// The requests.
        req: ContainerAmounts,
        /// The limits.
        lim: ContainerAmounts,
    }

    /// The requests or limits of a container.
    pub struct ContainerAmounts {
        cpu: Option<Amount>,
        /// The memory.
        mem: Option<Amount>,
    }

    /// The fields of all events; which of them are needed depends on `op`.
    pub struct EventFields {
        /// The type of the event. Upstream's tests write "" for pods that are on a node before any event.
        op: String,
        /// The name of the pod.
        pod: String,
        /// The name of the node.
        node: String,
        /// The minimum, the used and the maximum vCPUs of a VM.
        cpu: Option<[u16; 3]>,
        /// The minimum, the used and the maximum memory slots of a VM.
        mem: Option<[u16; 3]>,
        /// The size of the VM's memory slots.
        slot: Option<Amount>,
        /// The name of the pod's scheduler.
        sched: Option<String>,
        /// Whether the VM has the label for tests that makes it migrate again and again.
        always_migrate: bool,
        /// The containers of a pod that is not a VM's.
        containers: Vec<Container>,
        /// The names of pods that do not count on the node.
        exclude: Vec<String>,
        /// The amounts that the VM is to have or to use.
        want: Option<[u16; 2]>,
        /// The load averages of one and five minutes.
        load: Option<[f32; 2]>,
        /// The version of the agent's protocol.
        proto: u32 = 2,
        /// The allocatable amounts of the node.
        total: Total,
        config: Option<Config>,
    }
}

argument! {
    Config: "VmPluginConfig" = Config::read;
    InitialPod: "VmPodEvent" = |from| read::<EventFields>(from).map(InitialPod::from);
    Event: "VmRawEvent" = |from| read::<EventFields>(from)?.event().map(Event);
    Amount: "string | number" = Amount::read;
}

impl From<VmEvents> for Events {
    fn from(asked: VmEvents) -> Self {
        Self {
            config: asked.config.0,
            nodes: asked.nodes.into_iter().map(Into::into).collect(),
            initial: asked
                .initial
                .into_iter()
                .map(|InitialPod(pod)| pod)
                .collect(),
            events: asked.events.into_iter().map(|Event(event)| event).collect(),
        }
    }
}

impl From<VmLimitsOptions> for Limits {
    fn from(asked: VmLimitsOptions) -> Self {
        Self {
            config: asked.config.0,
            cpu: asked.cpu.unwrap_or_default().0,
            memory: asked.mem.unwrap_or_default().0,
        }
    }
}

/// A config of the plugin; a faulty one is a part of the question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Config(ReadConfig);

impl Default for Config {
    fn default() -> Self {
        Self(Err(ConfigProblem::default()))
    }
}

impl Config {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let text = <Json as schedscope_options::Argument>::read(from)?;
        let (tree, root) = written::tree(&text)?;
        let config = plugin_config::decode(&text.0, &tree, root);
        Ok(Self(config.map(Arc::new).map_err(|error| error.problem)))
    }
}

/// A quantity, as a string or a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Amount(Quantity);

impl Amount {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let text = match scalar::read(from)? {
            Scalar::Text(text) => text.trim().to_owned(),
            Scalar::Number(number) => number,
            value => return Err(scalar::expected("a quantity", &value).into()),
        };
        let quantity = Quantity::parse(&text).map(Self);
        quantity.map_err(|error| format!("`{}` is not a quantity: {error}", clip(&text)).into())
    }
}

impl From<Total> for PerResource<Quantity> {
    fn from(total: Total) -> Self {
        Self::new(total.cpu.0, total.mem.0)
    }
}

impl From<VmNode> for NodeSpec {
    fn from(node: VmNode) -> Self {
        Self {
            name: node.name.unwrap_or_default().into(),
            allocatable: PerResource::new(node.cpu.0, node.mem.0),
        }
    }
}

impl From<ContainerAmounts> for PerResource<Option<Quantity>> {
    fn from(amounts: ContainerAmounts) -> Self {
        let [cpu, mem] = [amounts.cpu, amounts.mem];
        Self::new(cpu.map(|Amount(it)| it), mem.map(|Amount(it)| it))
    }
}

/// The types of events.
const OPS: [&str; 11] = [
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

impl EventFields {
    fn spec(&mut self) -> PodSpec {
        let scheduler_name = self.sched.take().map(Into::into);
        let (Some(cpu), Some(mem)) = (self.cpu, self.mem) else {
            let containers = std::mem::take(&mut self.containers).into_iter();
            let containers: Vec<[PerResource<_>; 2]> = containers
                .map(|Container { req, lim }| [req, lim].map(Into::into))
                .collect();
            let containers = containers.iter().map(|asked| {
                let [requests, limits] = asked;
                [requests, limits].map(|both| both.as_ref().map(Option::as_ref))
            });
            return PodSpec::Other(OtherSpec::new(containers, scheduler_name));
        };
        let at = |index: usize| PerResource::new(cpu[index], mem[index]);
        PodSpec::Vm(VmSpec {
            min: at(0),
            uses: at(1),
            max: at(2),
            slot_size: self.slot.take().map(|Amount(size)| size),
            scheduler_name,
            always_migrate: self.always_migrate,
        })
    }

    /// The event, if it has the fields of its type.
    fn event(mut self) -> Result<VmEvent, Fault> {
        if self.op.is_empty() {
            return Err(Fault::missing("op"));
        }
        let op = scalar::index_of(&self.op, &OPS).map_err(|fault| Fault::of_field("op", fault))?;
        let spec = self.spec();
        let Self { pod, node, .. } = self;
        let want = self
            .want
            .map(|[cpu, slots]| PerResource::new(cpu, slots))
            .ok_or_else(|| Fault::missing("want"));
        let config = self.config.map(|Config(config)| config);
        Ok(match OPS[op] {
            "reserve" => VmEvent::Reserve(pod, node, spec),
            "filter" => VmEvent::Filter(node, spec, self.exclude),
            "score" => VmEvent::Score(node, spec),
            "agent" => VmEvent::Agent {
                pod,
                want: want?,
                load: self.load,
                protocol: self.proto,
            },
            "vm_use" => VmEvent::Use(pod, want?),
            "add_node" => VmEvent::AddNode(NodeSpec {
                name: node.into(),
                allocatable: self.total.into(),
            }),
            "config" => VmEvent::Config(config.ok_or_else(|| Fault::missing("config"))?),
            "migration_end" => VmEvent::MigrationFailed(pod),
            "restart" => VmEvent::Restart(config),
            _ => VmEvent::Remove(pod),
        })
    }
}

/// A pod that is on a node before any event; its `op` is ignored.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InitialPod((String, String, PodSpec));

impl From<EventFields> for InitialPod {
    fn from(mut fields: EventFields) -> Self {
        let spec = fields.spec();
        Self((fields.pod, fields.node, spec))
    }
}

/// An event for the plugin.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event(VmEvent);
