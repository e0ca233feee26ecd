//! The plugin's config, and what it makes of a node.

use serde_json::{Map, Value};

use super::{
    Both,
    objects::{NANO, half, quantity},
};

#[derive(Clone, Debug)]
pub struct Config {
    /// In nanos of a byte.
    pub slot: i128,
    pub scheduler: String,
    pub migrates: bool,
    defaults: NodeConfig,
    overrides: Vec<(Vec<String>, NodeConfig)>,
}

#[derive(Clone, Debug)]
pub struct NodeConfig {
    pub resources: Both<ResourceConfig>,
    pub unit: Both<i128>,
}

#[derive(Clone, Debug)]
pub struct ResourceConfig {
    watermark: f32,
    /// In nanos.
    system: i128,
}

/// One resource of a node.
#[derive(Clone, Debug)]
pub struct Limits {
    pub total: i128,
    pub reservable: i128,
    pub system: i128,
    pub watermark: i128,
    /// In nanos.
    pub margin: i128,
    /// A vCPU or a slot in nanos.
    unit: i128,
}

impl Config {
    pub fn read(value: &Value) -> Result<Self, String> {
        let fields = fields(
            value,
            &[
                "memBlockSize",
                "nodeDefaults",
                "nodeOverrides",
                "schedulerName",
                "doMigration",
                "dumpState",
            ],
        )?;
        let defaults = NodeConfig::read(&fields["nodeDefaults"])?;
        let mut overrides = Vec::new();
        for one in list(&fields["nodeOverrides"]) {
            let one = self::fields(one, &["nodes", "config"])?;
            let names = list(&one["nodes"]).iter();
            let names = names.map(|name| name.as_str().expect("a name").to_owned());
            let names: Vec<String> = names.collect();
            if names.is_empty() {
                return Err("an override without nodes".to_owned());
            }
            overrides.push((names, NodeConfig::read(&one["config"])?));
        }
        let slot = quantity(&fields["memBlockSize"]).filter(|slot| *slot > 0);
        let slot = slot.ok_or("memBlockSize is not above 0")?;
        whole("memBlockSize", slot)?;
        let scheduler = fields["schedulerName"].as_str().unwrap_or_default();
        if scheduler.is_empty() {
            return Err("schedulerName is empty".to_owned());
        }
        if !fields["dumpState"].is_null() {
            let dump = self::fields(&fields["dumpState"], &["port", "timeoutSeconds"])?;
            let timeout = dump["timeoutSeconds"].as_i64();
            if !matches!(dump["port"].as_i64(), Some(1..=0xffff)) || timeout < Some(1) {
                return Err("a number of dumpState is not above 0".to_owned());
            }
        }
        let migrates = match &fields["doMigration"] {
            Value::Null => true,
            Value::Bool(migrates) => *migrates,
            other => return Err(format!("doMigration is {other}")),
        };
        Ok(Self {
            slot,
            scheduler: scheduler.to_owned(),
            migrates,
            defaults,
            overrides,
        })
    }

    /// The first override that names a node, else the defaults.
    pub fn of(&self, node: &str) -> &NodeConfig {
        let named = |(names, _): &&(Vec<String>, _)| names.iter().any(|name| name == node);
        let found = self.overrides.iter().find(named);
        found.map_or(&self.defaults, |(_, config)| config)
    }
}

impl NodeConfig {
    fn read(value: &Value) -> Result<Self, String> {
        let fields = fields(value, &["cpu", "memory", "computeUnit"])?;
        let resources = [
            ResourceConfig::read(&fields["cpu"])?,
            ResourceConfig::read(&fields["memory"])?,
        ];
        whole("memory.system", resources[1].system)?;
        let unit = self::fields(&fields["computeUnit"], &["vCPUs", "mem"])?;
        match ["vCPUs", "mem"].map(|field| unit[field].as_i64()) {
            [Some(cpus @ 1..=0xffff), Some(slots @ 1..=0xffff)] => Ok(Self {
                resources,
                unit: [cpus.into(), slots.into()],
            }),
            _ => Err("computeUnit has a zero".to_owned()),
        }
    }
}

impl ResourceConfig {
    fn read(value: &Value) -> Result<Self, String> {
        let fields = fields(value, &["watermark", "system"])?;
        let watermark = half(&fields["watermark"]).unwrap_or(0.0);
        if watermark <= 0.0 || watermark > 1.0 {
            return Err("a watermark is not in (0, 1]".to_owned());
        }
        let system = quantity(&fields["system"]).filter(|system| *system > 0);
        let system = system.ok_or("system is not above 0")?;
        Ok(Self { watermark, system })
    }
}

impl Limits {
    pub fn cpu(allocatable: i128, config: &ResourceConfig) -> Result<Self, String> {
        let milli = NANO / 1000;
        let rounded = |amount: i128| ceil(amount, milli) * milli;
        let reservable = rounded(allocatable) - rounded(config.system);
        Self::new(allocatable, config, NANO, rounded(allocatable), reservable)
    }

    pub fn memory(allocatable: i128, config: &ResourceConfig, slot: i128) -> Result<Self, String> {
        if slot > allocatable {
            return Err("the slot size is greater than the node".to_owned());
        }
        let rounded = |amount: i128| ceil(amount, NANO) * NANO;
        let reservable = rounded(allocatable) - rounded(config.system);
        Self::new(allocatable, config, slot, rounded(allocatable), reservable)
    }

    fn new(
        allocatable: i128,
        config: &ResourceConfig,
        unit: i128,
        total: i128,
        reservable: i128,
    ) -> Result<Self, String> {
        if config.system > allocatable {
            return Err("system is greater than the node".to_owned());
        }
        let total = total.div_euclid(unit);
        if total > 0xffff {
            return Err("too many vCPUs or slots".to_owned());
        }
        let reservable = reservable.div_euclid(unit);
        Ok(Self {
            total,
            reservable,
            system: total - reservable,
            watermark: (config.watermark * reservable as f32).trunc() as i128,
            margin: allocatable - reservable * unit - config.system,
            unit,
        })
    }

    /// What pods that are no VMs come to: whole units above the margin.
    pub fn rounded(&self, raw: i128) -> i128 {
        ceil(raw - self.margin, self.unit).max(0)
    }
}

pub fn ceil(amount: i128, unit: i128) -> i128 {
    -(-amount).div_euclid(unit)
}

/// No milli-precision: rounded up to a thousandth, it is whole.
fn whole(field: &str, amount: i128) -> Result<(), String> {
    if ceil(amount, NANO / 1000) % 1000 == 0 {
        Ok(())
    } else {
        Err(format!("{field} is not whole"))
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// An object with no other fields than these.
fn fields(value: &Value, known: &[&str]) -> Result<Value, String> {
    let fields: Map<String, Value> = value.as_object().cloned().unwrap_or_default();
    match fields.keys().find(|field| !known.contains(&field.as_str())) {
        Some(unknown) => Err(format!("unknown field {unknown}")),
        None => Ok(Value::Object(fields)),
    }
}
