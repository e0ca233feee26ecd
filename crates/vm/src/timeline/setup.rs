//! The config and the settings that a run starts with.

use std::sync::Arc;

use schedscope_objects::{
    config_map::{ConfigMap, ReadConfig},
    objects::Objects,
    plugin_config::{NodeConfig, PluginConfig, ResourceConfig},
    timeline::{AGENT_PERIOD, MIGRATION_DURATION, ObjectKey, Timeline},
};
use schedscope_quantity::Quantity;

use crate::plugin::Mitigations;

/// The settings of a run that replace the timeline's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSettings {
    /// The position of the timeline's variant.
    pub variant: Option<usize>,
    /// Mitigations that replace the timeline's and its variant's.
    pub mitigations: Option<Mitigations>,
}

/// The config and the settings that the plugin starts with.
#[derive(Clone, Debug)]
pub struct PluginSetup {
    /// The config, or the reason why it is missing.
    pub config: ReadConfig,
    /// The position of the `ConfigMap` with the config; `None`: the config is from elsewhere.
    pub config_map: Option<usize>,
    /// Whether the timeline's variant has a config of its own.
    pub own_config: bool,
    /// The mitigations that are switched on.
    pub mitigations: Mitigations,
    /// The time between two requests of an agent, in milliseconds, at least 1.
    pub agent_period: u64,
    /// The duration of a migration, in milliseconds.
    pub migration_duration: u64,
}

impl PluginSetup {
    /// Reads the setup from a text.
    pub fn new(objects: &Objects, timeline: Option<&Timeline>, settings: &RunSettings) -> Self {
        let variant = settings
            .variant
            .and_then(|variant| timeline?.variants.get(variant));
        let wanted = timeline.and_then(|timeline| timeline.config_map);
        let found = find_config(&objects.config_maps, wanted);
        let own = variant.and_then(|variant| variant.config.clone());
        let own_config = own.is_some();
        let config_map = found.filter(|_| !own_config);
        let of_map = config_map
            .and_then(|map| objects.config_maps.get(map))
            .and_then(|map| map.config.clone());
        let config = own.or(of_map);
        let mitigations = settings.mitigations.unwrap_or_else(|| {
            let stated = variant.and_then(|variant| variant.mitigations);
            let stated = stated.or(timeline.map(|timeline| timeline.mitigations));
            stated.map_or(Mitigations::default(), |stated| Mitigations {
                largest_step: stated.largest_step.map(narrow),
                capacity_pressure_factor: stated.capacity_pressure_factor,
                sustained_requests: stated.sustained_requests.map(narrow),
            })
        });
        let period = variant.and_then(|variant| variant.agent_period);
        let duration = variant.and_then(|variant| variant.migration_duration);
        Self {
            config: config.unwrap_or_else(|| Ok(Arc::new(assumed_config()))),
            own_config,
            config_map,
            mitigations,
            agent_period: period
                .or(timeline.map(|timeline| timeline.agent_period))
                .unwrap_or(AGENT_PERIOD)
                .max(1),
            migration_duration: duration
                .or(timeline.map(|timeline| timeline.migration_duration))
                .unwrap_or(MIGRATION_DURATION),
        }
    }

    /// The config, or the default one if it cannot be used.
    pub fn config_or_assumed(&self) -> Arc<PluginConfig> {
        let config = self.config.as_ref().ok();
        config.map_or_else(|| Arc::new(assumed_config()), Arc::clone)
    }
}

/// The default config, for texts without one.
fn assumed_config() -> PluginConfig {
    let quantity = |text: &str| Quantity::parse(text).unwrap_or_default();
    let resource = |system: &str| ResourceConfig {
        watermark: 0.9,
        system: quantity(system),
    };
    PluginConfig {
        slot_size: quantity("1Gi"),
        node_defaults: NodeConfig {
            cpu: resource("1"),
            memory: resource("1Gi"),
            unit_cpu: 1,
            unit_memory: 4,
        },
        node_overrides: Vec::new(),
        scheduler_name: "autoscale-scheduler".to_owned(),
        do_migration: true,
    }
}

fn narrow(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// The position of the `ConfigMap` in force: the wanted one, or the first with a config.
fn find_config(maps: &[Arc<ConfigMap>], wanted: Option<ObjectKey>) -> Option<usize> {
    maps.iter().position(|map| {
        let is_wanted = wanted
            .is_none_or(|wanted| (map.namespace, map.name) == (wanted.namespace, wanted.name));
        is_wanted && map.config.is_some() && !map.is_rewritten()
    })
}
