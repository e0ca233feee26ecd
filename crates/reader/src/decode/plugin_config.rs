//! Reads the config of the autoscaled-VM plugin as the plugin does: strictly, and in the same order.
//!
//! Errors of the JSON decoder (a wrong type, an unknown field) precede errors of validation. Only the first error is
//! reported, and the config is dropped.

use std::cmp::Ordering;

use schedscope_objects::plugin_config::{
    ConfigProblem, NodeConfig, NodeOverride, PluginConfig, ResourceConfig,
};
use schedscope_quantity::{Quantity, double};
use schedscope_text::tree::{Scalar, Tree, ValueId, ValueKind};

use crate::decode::{FieldPath, clip};

/// Why the plugin rejects a config, and the value that causes it.
#[derive(Clone, Debug)]
pub struct ConfigError {
    /// The value; for a missing value, the mapping that should contain it.
    pub node: ValueId,
    /// The reason.
    pub problem: ConfigProblem,
}

/// A value, and its node.
#[derive(Clone, Debug)]
struct Located<T> {
    node: ValueId,
    value: T,
}

impl<T> Located<T> {
    fn absent(node: ValueId, value: T) -> Self {
        Self { node, value }
    }
}

/// A config as decoded, not validated: absent fields are zero, as in Go.
struct DecodedConfig {
    slot_size: Located<Quantity>,
    node_defaults: DecodedNode,
    node_overrides: Vec<DecodedOverride>,
    scheduler_name: Located<String>,
    do_migration: Option<bool>,
    dump_state: Option<(Located<u16>, Located<u64>)>,
}

struct DecodedOverride {
    nodes: Located<Vec<String>>,
    config: DecodedNode,
}

struct DecodedNode {
    cpu: DecodedResource,
    memory: DecodedResource,
    unit: ValueId,
    unit_cpu: u16,
    unit_memory: u16,
}

struct DecodedResource {
    watermark: Located<f32>,
    system: Located<Quantity>,
}

/// Reads one field of a mapping.
type Read<'f, 'd> = &'f mut dyn FnMut(&mut FieldReader<'d>, &'static str, ValueId, &FieldPath<'_>);

struct FieldReader<'d> {
    source: &'d str,
    tree: &'d Tree,
    /// The first error of the JSON decoder.
    wrong: Option<ConfigError>,
}

/// Reads a config; the paths of problems count from it.
///
/// # Errors
/// The first error for which the plugin rejects the config.
pub fn decode(source: &str, tree: &Tree, at: ValueId) -> Result<PluginConfig, ConfigError> {
    if is_rewritten(source, tree, at) {
        return Err(ConfigError {
            node: at,
            problem: ConfigProblem {
                path: String::new(),
                message: REWRITTEN.to_owned(),
                is_rewritten: true,
            },
        });
    }
    let mut reader = FieldReader {
        source,
        tree,
        wrong: None,
    };
    let raw = reader.config(at);
    if let Some(error) = reader.wrong {
        return Err(error);
    }
    validate(raw)
}

/// Fields that only the config of the plugin has that was rewritten in February 2025.
///
/// Source: `pkg/plugin/config.go` of neondatabase/autoscaling after its pull request 1163.
const OF_REWRITTEN: [&str; 9] = [
    "scoring",
    "watermark",
    "reconcileWorkers",
    "logSuccessiveFailuresThreshold",
    "startupEventHandlingTimeoutSeconds",
    "patchRetryWaitSeconds",
    "k8sCRUDTimeoutSeconds",
    "nodeMetricLabels",
    "ignoredNamespaces",
];

/// Fields that only the config of the design document has.
const OF_DOCUMENT: [&str; 4] = [
    "nodeDefaults",
    "nodeOverrides",
    "memBlockSize",
    "doMigration",
];

const REWRITTEN: &str =
    "the config is that of the plugin as rewritten in February 2025, which is not modelled";

/// Whether a config is that of the plugin as rewritten in February 2025.
fn is_rewritten(source: &str, tree: &Tree, at: ValueId) -> bool {
    if tree.kind(at) != ValueKind::Mapping {
        return false;
    }
    let has = |fields: &[&str]| {
        let mut keys = tree.entries(at).map(|(key, _)| tree.text(key, source));
        keys.any(|key| fields.contains(&key))
    };
    has(&OF_REWRITTEN) && !has(&OF_DOCUMENT)
}

impl<'d> FieldReader<'d> {
    fn config(&mut self, root: ValueId) -> DecodedConfig {
        let mut raw = DecodedConfig {
            slot_size: Located::absent(root, Quantity::default()),
            node_defaults: DecodedNode::absent(root),
            node_overrides: Vec::new(),
            scheduler_name: Located::absent(root, String::new()),
            do_migration: None,
            dump_state: None,
        };
        let path = FieldPath::Root;
        fields!(self, root, &path, |r, name, at, path| match name {
            "nodeDefaults" => r.node(at, path, &mut raw.node_defaults),
            "nodeOverrides" => {
                raw.node_overrides.clear();
                r.items(at, path, &mut |r, at, path| {
                    let set = r.node_override(at, path);
                    raw.node_overrides.push(set);
                });
            }
            "memBlockSize" => r.quantity(at, path, &mut raw.slot_size),
            "schedulerName" => r.string(at, path, &mut raw.scheduler_name),
            "doMigration" => match r.tree.scalar(at, r.source) {
                Some(Scalar::Bool(value)) => raw.do_migration = Some(value),
                _ => r.refuse(at, path, "a boolean"),
            },
            "dumpState" => {
                let dump = raw
                    .dump_state
                    .get_or_insert((Located::absent(at, 0), Located::absent(at, 0)));
                fields!(r, at, path, |r, name, at, path| match name {
                    "port" => r.uint(at, path, u64::from(u16::MAX), &mut |value, node| {
                        dump.0 = Located {
                            node,
                            value: value as u16,
                        };
                    }),
                    "timeoutSeconds" => r.uint(at, path, u64::MAX, &mut |value, node| {
                        dump.1 = Located { node, value };
                    }),
                });
            }
        });
        raw
    }

    fn node_override(&mut self, at: ValueId, path: &FieldPath<'_>) -> DecodedOverride {
        let mut set = DecodedOverride {
            nodes: Located::absent(at, Vec::new()),
            config: DecodedNode::absent(at),
        };
        fields!(self, at, path, |r, name, at, path| match name {
            "nodes" => {
                set.nodes = Located::absent(at, Vec::new());
                r.items(at, path, &mut |r, at, path| {
                    let mut name = Located::absent(at, String::new());
                    r.string(at, path, &mut name);
                    set.nodes.value.push(name.value);
                });
            }
            "config" => r.node(at, path, &mut set.config),
        });
        set
    }

    fn node(&mut self, at: ValueId, path: &FieldPath<'_>, raw: &mut DecodedNode) {
        raw.place(at);
        fields!(self, at, path, |r, name, at, path| match name {
            "cpu" => r.resource(at, path, &mut raw.cpu),
            "memory" => r.resource(at, path, &mut raw.memory),
            "computeUnit" => {
                raw.unit = at;
                fields!(r, at, path, |r, name, at, path| match name {
                    "vCPUs" => r.uint(at, path, u64::from(u16::MAX), &mut |value, _| raw
                        .unit_cpu =
                        value as u16),
                    "mem" => r.uint(at, path, u64::from(u16::MAX), &mut |value, _| raw
                        .unit_memory =
                        value as u16),
                });
            }
        });
    }

    fn resource(&mut self, at: ValueId, path: &FieldPath<'_>, raw: &mut DecodedResource) {
        raw.place(at);
        fields!(self, at, path, |r, name, at, path| match name {
            "watermark" => match r.number(at).and_then(double::single) {
                Some(value) if value.is_finite() => raw.watermark = Located { node: at, value },
                _ => r.refuse(at, path, "a number of 32 bits"),
            },
            "system" => r.quantity(at, path, &mut raw.system),
        });
    }

    /// Reads the fields of a mapping. As in Go, a name that differs only in case matches if no exact match exists, and
    /// a null value is ignored.
    fn fields(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        known: &[&'static str],
        read: Read<'_, 'd>,
    ) {
        let tree = self.tree;
        if tree.is_null(node, self.source) {
            return;
        }
        if tree.kind(node) != ValueKind::Mapping {
            self.refuse(node, path, "an object");
            return;
        }
        for (key, value) in tree.entries(node) {
            let name = tree.text(key, self.source);
            let field = known.iter().find(|known| **known == name);
            let field =
                field.or_else(|| known.iter().find(|known| known.eq_ignore_ascii_case(name)));
            match field {
                Some(_) if tree.is_null(value, self.source) => {}
                Some(field) => read(self, field, value, &path.field(field)),
                None => {
                    let message = format!("unknown field `{}`", clip(name));
                    self.wrong(key, &path.field(name), message);
                }
            }
        }
    }

    fn items(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        read: &mut dyn FnMut(&mut Self, ValueId, &FieldPath<'_>),
    ) {
        let tree = self.tree;
        if tree.kind(node) != ValueKind::Sequence {
            self.refuse(node, path, "a list");
            return;
        }
        for (index, item) in tree.items(node).enumerate() {
            read(self, item, &FieldPath::Index(path, index));
        }
    }

    fn string(&mut self, node: ValueId, path: &FieldPath<'_>, into: &mut Located<String>) {
        match self.tree.scalar(node, self.source) {
            Some(Scalar::String(text)) => {
                *into = Located {
                    node,
                    value: text.to_owned(),
                };
            }
            Some(Scalar::Null) => {}
            _ => self.refuse(node, path, "a string"),
        }
    }

    fn quantity(&mut self, node: ValueId, path: &FieldPath<'_>, into: &mut Located<Quantity>) {
        let text = match self.tree.scalar(node, self.source) {
            Some(Scalar::String(text)) => text.trim(),
            Some(Scalar::Number(text)) => text,
            _ => return self.refuse(node, path, "a quantity"),
        };
        match Quantity::parse(text) {
            Ok(value) => *into = Located { node, value },
            Err(error) => {
                let message = format!("`{}` is not a quantity: {error}", clip(text));
                self.wrong(node, path, message);
            }
        }
    }

    fn uint(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        most: u64,
        put: &mut dyn FnMut(u64, ValueId),
    ) {
        let value = self.number(node).and_then(|text| text.parse::<u64>().ok());
        match value {
            Some(value) if value <= most => put(value, node),
            _ => self.refuse(node, path, &format!("a whole number from 0 to {most}")),
        }
    }

    fn number(&self, node: ValueId) -> Option<&'d str> {
        match self.tree.scalar(node, self.source) {
            Some(Scalar::Number(text)) => Some(text),
            _ => None,
        }
    }

    fn refuse(&mut self, node: ValueId, path: &FieldPath<'_>, expected: &str) {
        let found = match self.tree.kind(node) {
            ValueKind::Mapping => "an object".to_owned(),
            ValueKind::Sequence => "a list".to_owned(),
            _ => format!("`{}`", clip(self.tree.text(node, self.source))),
        };
        self.wrong(node, path, format!("expected {expected}, found {found}"));
    }

    fn wrong(&mut self, node: ValueId, path: &FieldPath<'_>, message: String) {
        if self.wrong.is_none() {
            let path = path.to_string();
            self.wrong = Some(ConfigError {
                node,
                problem: ConfigProblem {
                    path,
                    message,
                    is_rewritten: false,
                },
            });
        }
    }
}

impl DecodedNode {
    fn absent(node: ValueId) -> Self {
        Self {
            cpu: DecodedResource::absent(node),
            memory: DecodedResource::absent(node),
            unit: node,
            unit_cpu: 0,
            unit_memory: 0,
        }
    }

    /// What is missing is missing here.
    fn place(&mut self, node: ValueId) {
        self.cpu.place(node);
        self.memory.place(node);
        self.unit = node;
    }
}

impl DecodedResource {
    fn absent(node: ValueId) -> Self {
        Self {
            watermark: Located::absent(node, 0.0),
            system: Located::absent(node, Quantity::default()),
        }
    }

    fn place(&mut self, node: ValueId) {
        self.watermark.node = node;
        self.system.node = node;
    }
}

fn problem(node: ValueId, path: &str, message: &str) -> ConfigError {
    ConfigError {
        node,
        problem: ConfigProblem {
            path: path.to_owned(),
            message: message.to_owned(),
            is_rewritten: false,
        },
    }
}

/// Checks in the plugin's order.
fn validate(raw: DecodedConfig) -> Result<PluginConfig, ConfigError> {
    let node_defaults = validate_node(raw.node_defaults, "nodeDefaults")?;
    let mut node_overrides = Vec::new();
    for (index, set) in raw.node_overrides.into_iter().enumerate() {
        let path = format!("nodeOverrides[{index}]");
        if set.nodes.value.is_empty() {
            let message = "array must be non-empty";
            return Err(problem(set.nodes.node, &format!("{path}.nodes"), message));
        }
        node_overrides.push(NodeOverride {
            nodes: set.nodes.value,
            config: validate_node(set.config, &format!("{path}.config"))?,
        });
    }
    validate_bytes(&raw.slot_size, "memBlockSize")?;
    if raw.scheduler_name.value.is_empty() {
        let message = "string cannot be empty";
        return Err(problem(raw.scheduler_name.node, "schedulerName", message));
    }
    if let Some((port, timeout)) = &raw.dump_state {
        if port.value == 0 {
            return Err(problem(port.node, "dumpState.port", POSITIVE));
        }
        if timeout.value == 0 {
            return Err(problem(timeout.node, "dumpState.timeoutSeconds", POSITIVE));
        }
    }
    Ok(PluginConfig {
        slot_size: raw.slot_size.value,
        node_defaults,
        node_overrides,
        scheduler_name: raw.scheduler_name.value,
        do_migration: raw.do_migration.unwrap_or(true),
    })
}

const POSITIVE: &str = "value must be > 0";

fn validate_node(raw: DecodedNode, path: &str) -> Result<NodeConfig, ConfigError> {
    validate_watermark(&raw.cpu.watermark, &format!("{path}.cpu.watermark"))?;
    if raw.cpu.system.value.sign() <= 0 {
        let path = format!("{path}.cpu.system");
        return Err(problem(raw.cpu.system.node, &path, POSITIVE));
    }
    validate_watermark(&raw.memory.watermark, &format!("{path}.memory.watermark"))?;
    validate_bytes(&raw.memory.system, &format!("{path}.memory.system"))?;
    for (amount, name) in [(raw.unit_cpu, "vCPUs"), (raw.unit_memory, "mem")] {
        if amount == 0 {
            let message = format!("{name} must be non-zero");
            return Err(problem(raw.unit, &format!("{path}.computeUnit"), &message));
        }
    }
    let resource = |raw: DecodedResource| ResourceConfig {
        watermark: raw.watermark.value,
        system: raw.system.value,
    };
    Ok(NodeConfig {
        cpu: resource(raw.cpu),
        memory: resource(raw.memory),
        unit_cpu: raw.unit_cpu,
        unit_memory: raw.unit_memory,
    })
}

fn validate_watermark(watermark: &Located<f32>, path: &str) -> Result<(), ConfigError> {
    match watermark.value.partial_cmp(&0.0) {
        Some(Ordering::Greater) if watermark.value <= 1.0 => Ok(()),
        Some(Ordering::Greater) => Err(problem(watermark.node, path, "value must be <= 1")),
        _ => Err(problem(watermark.node, path, POSITIVE)),
    }
}

/// An amount of memory: above 0, and no thousandths of bytes. What is finer than those is rounded
/// up to them first, and very large amounts are not looked at, as upstream.
fn validate_bytes(bytes: &Located<Quantity>, path: &str) -> Result<(), ConfigError> {
    if bytes.value.value() <= 0 {
        return Err(problem(bytes.node, path, POSITIVE));
    }
    if bytes.value.value() <= i64::MAX / 1000 && bytes.value.milli_value() % 1000 != 0 {
        let message = "value cannot have milli-precision";
        return Err(problem(bytes.node, path, message));
    }
    Ok(())
}
