//! Questions about the VM plugin driven by hand.

use std::sync::Arc;

use schedscope_answers::vm::{
    events::{VmEvent, VmEvents as Events},
    limits::VmLimitsOptions as Limits,
};
use schedscope_objects::{config_map::ReadConfig, plugin_config::ConfigProblem};
use schedscope_options::{Given, options, scalar};
use schedscope_quantity::Quantity;
use schedscope_reader::decode::plugin_config;
use schedscope_vm::{
    amount::PerResource,
    spec::{NodeSpec, OtherSpec, PodSpec, VmSpec},
};
use serde::{
    Deserialize,
    de::{Deserializer, Error as _},
};
use serde_json::Value;

use super::written::{self, Json, argument};

options! {
    /// Events for the VM plugin.
    pub struct VmEvents in "pkg/src/events.ts" {
        /// The config at the start.
        config: Config [needed],
        /// The nodes at the start. Default: none.
        nodes: Vec<Node>,
        /// The pods that are on nodes at the start. Default: none.
        initial: Vec<InitialPod>,
        /// The events, in order. Default: none.
        events: Vec<Event>,
    }

    /// A node and a config.
    pub struct VmLimitsOptions in "pkg/src/events.ts" {
        /// The config. Its defaults for nodes are used, not its overrides.
        config: Config [needed],
        /// Allocatable CPU: a quantity, or vCPUs.
        cpu: Option<Amount> [needed],
        /// Allocatable memory: a quantity, or bytes.
        mem: Option<Amount> [needed],
    }
}

argument! {
    Config: "VmPluginConfig",
    Node: "VmNode",
    InitialPod: "VmPodEvent",
    Event: "VmRawEvent",
    Amount: "string | number",
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

impl<'de> Deserialize<'de> for Config {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Json::deserialize(from)?;
        let (tree, root) = written::tree(&text).map_err(D::Error::custom)?;
        let config = plugin_config::decode(&text.0, &tree, root);
        Ok(Self(config.map(Arc::new).map_err(|error| error.problem)))
    }
}

/// A quantity, as a string or a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Amount(Quantity);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        scalar::read(from, |value| {
            let text = match value {
                Value::Null => return Ok(Self::default()),
                Value::String(text) => text.trim().to_owned(),
                Value::Number(number) => number.to_string(),
                _ => return Err(scalar::expected("a quantity", value)),
            };
            let quantity = Quantity::parse(&text).map(Self);
            quantity.map_err(|error| format!("`{text}` is not a quantity: {error}"))
        })
    }
}

/// The allocatable amounts of a node.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Total {
    cpu: Amount,
    mem: Amount,
}

impl From<Total> for PerResource<Quantity> {
    fn from(total: Total) -> Self {
        Self::new(total.cpu.0, total.mem.0)
    }
}

/// A node with its allocatable amounts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "expected an object")]
pub(crate) struct Node {
    name: String,
    #[serde(default)]
    cpu: Amount,
    #[serde(default)]
    mem: Amount,
}

impl From<Node> for NodeSpec {
    fn from(node: Node) -> Self {
        Self {
            name: node.name.into(),
            allocatable: PerResource::new(node.cpu.0, node.mem.0),
        }
    }
}

/// The requests or limits of a container.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContainerAmounts {
    cpu: Option<Amount>,
    mem: Option<Amount>,
}

impl From<ContainerAmounts> for PerResource<Option<Quantity>> {
    fn from(amounts: ContainerAmounts) -> Self {
        let [cpu, mem] = [amounts.cpu, amounts.mem];
        Self::new(cpu.map(|Amount(it)| it), mem.map(|Amount(it)| it))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Container {
    req: Option<ContainerAmounts>,
    lim: Option<ContainerAmounts>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Op {
    /// Upstream's tests write it for pods that are on a node before any event.
    #[default]
    #[serde(rename = "")]
    Unset,
    Reserve,
    Filter,
    Score,
    Unreserve,
    Delete,
    Agent,
    VmUse,
    AddNode,
    Config,
    MigrationEnd,
    Restart,
}

/// The fields of all events; which of them are needed depends on `op`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EventFields {
    #[serde(default)]
    op: Op,
    pod: Option<String>,
    node: Option<String>,
    cpu: Option<[Given<u16>; 3]>,
    mem: Option<[Given<u16>; 3]>,
    slot: Option<Amount>,
    sched: Option<String>,
    always_migrate: Option<bool>,
    containers: Option<Vec<Container>>,
    exclude: Option<Vec<String>>,
    want: Option<[Given<u16>; 2]>,
    load: Option<[f32; 2]>,
    proto: Option<u32>,
    total: Option<Total>,
    config: Option<Config>,
}

impl EventFields {
    fn spec(&mut self) -> PodSpec {
        let scheduler_name = self.sched.take().map(Into::into);
        let (Some(cpu), Some(mem)) = (self.cpu, self.mem) else {
            let containers = self.containers.take().unwrap_or_default();
            let containers = containers.into_iter();
            let containers: Vec<[PerResource<_>; 2]> = containers
                .map(|Container { req, lim }| [req, lim].map(|it| it.unwrap_or_default().into()))
                .collect();
            let containers = containers.iter().map(|asked| {
                let [requests, limits] = asked;
                [requests, limits].map(|both| both.as_ref().map(Option::as_ref))
            });
            return PodSpec::Other(OtherSpec::new(containers, scheduler_name));
        };
        let at = |index: usize| PerResource::new(cpu[index].0, mem[index].0);
        PodSpec::Vm(VmSpec {
            min: at(0),
            uses: at(1),
            max: at(2),
            slot_size: self.slot.take().map(|Amount(size)| size),
            scheduler_name,
            always_migrate: self.always_migrate.unwrap_or_default(),
        })
    }
}

/// A pod that is on a node before any event; its `op` is ignored.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "EventFields")]
pub(crate) struct InitialPod((String, String, PodSpec));

impl From<EventFields> for InitialPod {
    fn from(mut fields: EventFields) -> Self {
        let spec = fields.spec();
        let (pod, node) = (fields.pod, fields.node);
        Self((pod.unwrap_or_default(), node.unwrap_or_default(), spec))
    }
}

/// An event for the plugin.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "EventFields")]
pub(crate) struct Event(VmEvent);

impl TryFrom<EventFields> for Event {
    type Error = &'static str;

    fn try_from(mut fields: EventFields) -> Result<Self, Self::Error> {
        let spec = fields.spec();
        let pod = fields.pod.unwrap_or_default();
        let node = fields.node.unwrap_or_default();
        let want = fields
            .want
            .map(|[cpu, slots]| PerResource::new(cpu.0, slots.0));
        let want = want.ok_or("missing field `want`");
        let config = fields.config.map(|Config(config)| config);
        Ok(Self(match fields.op {
            Op::Unset => return Err("missing field `op`"),
            Op::Reserve => VmEvent::Reserve(pod, node, spec),
            Op::Filter => VmEvent::Filter(node, spec, fields.exclude.unwrap_or_default()),
            Op::Score => VmEvent::Score(node, spec),
            Op::Unreserve | Op::Delete => VmEvent::Remove(pod),
            Op::Agent => VmEvent::Agent {
                pod,
                want: want?,
                load: fields.load,
                protocol: fields.proto.unwrap_or(2),
            },
            Op::VmUse => VmEvent::Use(pod, want?),
            Op::AddNode => VmEvent::AddNode(NodeSpec {
                name: node.into(),
                allocatable: fields.total.unwrap_or_default().into(),
            }),
            Op::Config => VmEvent::Config(config.ok_or("missing field `config`")?),
            Op::MigrationEnd => VmEvent::MigrationFailed(pod),
            Op::Restart => VmEvent::Restart(config),
        }))
    }
}
