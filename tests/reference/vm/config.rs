//! The plugin's config, and what it makes of a node.

use serde_json::{Map, Value};

use super::{
    Both,
    objects::{NANO, quantity},
};

#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// In nanos of a byte.
    pub(crate) slot: i128,
    pub(crate) scheduler: String,
    pub(crate) migrates: bool,
    defaults: NodeConfig,
    overrides: Vec<(Vec<String>, NodeConfig)>,
}

#[derive(Clone, Debug)]
pub(crate) struct NodeConfig {
    pub(crate) resources: Both<ResourceConfig>,
    pub(crate) unit: Both<i128>,
}

#[derive(Clone, Debug)]
pub(crate) struct ResourceConfig {
    watermark: f32,
    /// In nanos.
    system: i128,
}

/// One resource of a node.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) total: i128,
    pub(crate) reservable: i128,
    pub(crate) system: i128,
    pub(crate) watermark: i128,
    /// In nanos.
    pub(crate) margin: i128,
    /// A vCPU or a slot in nanos.
    unit: i128,
}

impl Config {
    pub(crate) fn read(value: &Value) -> Result<Self, String> {
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
        for one in fields["nodeOverrides"].as_array().into_iter().flatten() {
            let names = one["nodes"].as_array().cloned().unwrap_or_default();
            if names.is_empty() {
                return Err("an override without nodes".to_owned());
            }
            let names = names.iter().map(|name| name.as_str().expect("a name"));
            let names = names.map(str::to_owned).collect();
            overrides.push((names, NodeConfig::read(&one["config"])?));
        }
        let slot = quantity(&fields["memBlockSize"]).filter(|slot| *slot > 0);
        let slot = slot.ok_or("memBlockSize is not above 0")?;
        whole("memBlockSize", slot)?;
        let scheduler = fields["schedulerName"].as_str().unwrap_or_default();
        if scheduler.is_empty() {
            return Err("schedulerName is empty".to_owned());
        }
        if let Value::Object(dump) = &fields["dumpState"] {
            for field in ["port", "timeoutSeconds"] {
                let value = dump.get(field).and_then(Value::as_i64);
                if value.is_none_or(|value| value <= 0) {
                    return Err(format!("dumpState.{field} is not above 0"));
                }
            }
        }
        Ok(Self {
            slot,
            scheduler: scheduler.to_owned(),
            migrates: fields["doMigration"] != false,
            defaults,
            overrides,
        })
    }

    /// The first override that names a node, else the defaults.
    pub(crate) fn of(&self, node: &str) -> &NodeConfig {
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
        let unit = ["vCPUs", "mem"].map(|field| fields["computeUnit"][field].as_i64());
        match unit {
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
        let watermark = fields["watermark"].as_f64().unwrap_or(0.0) as f32;
        if watermark <= 0.0 || watermark > 1.0 {
            return Err("a watermark is not in (0, 1]".to_owned());
        }
        let system = quantity(&fields["system"]).filter(|system| *system > 0);
        let system = system.ok_or("system is not above 0")?;
        Ok(Self { watermark, system })
    }
}

impl Limits {
    pub(crate) fn cpu(allocatable: i128, config: &ResourceConfig) -> Result<Self, String> {
        let milli = NANO / 1000;
        let rounded = |amount: i128| ceil(amount, milli) * milli;
        let reservable = rounded(allocatable) - rounded(config.system);
        Self::new(allocatable, config, NANO, rounded(allocatable), reservable)
    }

    pub(crate) fn memory(
        allocatable: i128,
        config: &ResourceConfig,
        slot: i128,
    ) -> Result<Self, String> {
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
    pub(crate) fn rounded(&self, raw: i128) -> i128 {
        ceil(raw - self.margin, self.unit).max(0)
    }
}

pub(crate) fn ceil(amount: i128, unit: i128) -> i128 {
    -(-amount).div_euclid(unit)
}

fn whole(field: &str, amount: i128) -> Result<(), String> {
    if amount % NANO == 0 {
        Ok(())
    } else {
        Err(format!("{field} is not whole"))
    }
}

/// An object with no other fields than these.
fn fields(value: &Value, known: &[&str]) -> Result<Value, String> {
    let fields: Map<String, Value> = value.as_object().cloned().unwrap_or_default();
    match fields.keys().find(|field| !known.contains(&field.as_str())) {
        Some(unknown) => Err(format!("unknown field {unknown}")),
        None => Ok(Value::Object(fields)),
    }
}
