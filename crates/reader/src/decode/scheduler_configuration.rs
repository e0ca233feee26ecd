//! Reads `KubeSchedulerConfiguration`.

mod plugin_args;

use schedscope_objects::{
    kind::ObjectKind,
    names::Symbol,
    not_looked_at::{NOT_LOOKED_AT, NotLookedAtReason},
    scheduler_configuration::{
        Filter, FiltersOff, PluginSet, SchedulerConfiguration, SchedulerProfile,
    },
    word::Word as _,
};
use schedscope_text::tree::ValueId;

use self::plugin_args::plugin_config;
use crate::decode::{Decoder, FieldPath, not_looked_at, not_looked_at::Overlooked};

/// The profile of pods that name no scheduler.
const DEFAULT: &str = "default-scheduler";

/// The extension points of `plugins`.
const POINTS: [&str; 13] = [
    "multiPoint",
    "score",
    "preScore",
    "filter",
    "preFilter",
    "postFilter",
    "preEnqueue",
    "queueSort",
    "reserve",
    "permit",
    "preBind",
    "bind",
    "postBind",
];
const MULTI_POINT: usize = 0;
const SCORE: usize = 1;
const PRE_SCORE: usize = 2;
const FILTER: usize = 3;
const PRE_FILTER: usize = 4;
const POST_FILTER: usize = 5;
const PRE_ENQUEUE: usize = 6;
const RESERVE: usize = 8;

/// The plugins of the default profile that affect the answer, with the extension points where disabling them is not
/// supported. Plugins that filter, score or preempt are enabled and disabled as in the profile.
const NEEDED: [(&str, &[usize]); 8] = [
    ("SchedulingGates", &[PRE_ENQUEUE]),
    ("TaintToleration", &[PRE_SCORE]),
    ("NodeAffinity", &[PRE_SCORE]),
    ("NodePorts", &[PRE_FILTER]),
    ("NodeResourcesFit", &[PRE_FILTER, PRE_SCORE]),
    ("PodTopologySpread", &[PRE_FILTER, PRE_SCORE]),
    ("InterPodAffinity", &[PRE_FILTER, PRE_SCORE]),
    ("NodeResourcesBalancedAllocation", &[PRE_SCORE]),
];

const PERCENTAGE: &str = "percentageOfNodesToScore";

/// The plugin that replaces `DefaultPreemption`.
const CAPACITY: &str = "CapacityScheduling";

/// A plugin of `disabled`: its point, its name, its place.
type Disabled = (usize, Symbol, ValueId);

/// The plugins of a profile, by [`POINTS`].
#[derive(Default)]
struct Plugins {
    sets: [PluginSet; POINTS.len()],
    disabled: Vec<Disabled>,
}

/// Reads the configuration, and finds the fields that are not applied.
pub(super) fn decode(
    d: &mut Decoder<'_>,
    root: (ValueId, u32),
    kind: (&str, &str),
    found: &mut Vec<Overlooked>,
) -> SchedulerConfiguration {
    let mut profiles = Vec::new();
    // The places of `disabled` that change more than scores.
    let mut harmful = Vec::new();
    let mut of_all = None;
    // The profiles whose plugins may treat quotas differently, with the place of each.
    let mut places = Vec::new();
    fields!(
        d,
        root.0,
        &FieldPath::Root,
        |d, field, at, path| match field {
            "profiles" => d.items(at, path, |d, at, path| {
                profiles.push(profile(d, at, path, &mut harmful));
                places.push((at, path.to_string()));
            }),
            PERCENTAGE => of_all = percentage(d, at, path),
        }
    );
    if profiles.is_empty() {
        profiles.push(SchedulerProfile {
            name: d.names.intern(DEFAULT),
            is_default: true,
            preempting: [false, true],
            ..SchedulerProfile::default()
        });
        places.push((root.0, String::new()));
    }
    let known = Some(ObjectKind::KubeSchedulerConfiguration);
    let before = found.len();
    for (profile, (at, path)) in profiles.iter_mut().zip(&places) {
        profile.percentage = profile.percentage.or(of_all);
        let reason = match (profile.has_capacity, profile.preempting[1]) {
            (false, _) => NotLookedAtReason::NoCapacityScheduling,
            (true, true) => NotLookedAtReason::DefaultPreemption,
            (true, false) => continue,
        };
        not_looked_at::add(d, (root, *at), path, reason, found);
    }
    not_looked_at::scan(d, root, (known, kind.0, kind.1), found);
    let harmful: Vec<(u32, u32)> = harmful
        .into_iter()
        .map(|node| d.tree.range(node))
        .map(|(start, end)| (start as u32, end as u32))
        .collect();
    let mut at = 0;
    found.retain(|place| {
        at += 1;
        let rule = NOT_LOOKED_AT.get(usize::from(place.rule));
        let is_disabled = rule.is_some_and(|rule| rule.path.ends_with(".disabled[].name"));
        at <= before || !is_disabled || harmful.contains(&place.bytes)
    });
    // A profile affects only its own pods.
    for place in found.iter_mut().skip(before) {
        let of = profiles.iter().zip(&places);
        let mut of = of.filter(|(_, (_, path))| {
            path.is_empty() == place.path.is_empty() && place.path.starts_with(path)
        });
        if let Some((profile, _)) = of.next() {
            place.name = profile.name;
        }
    }
    SchedulerConfiguration {
        name: profiles.first().map(|first| first.name).unwrap_or_default(),
        profiles: profiles.into_boxed_slice(),
    }
}

fn profile(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    harmful: &mut Vec<ValueId>,
) -> SchedulerProfile {
    let mut profile = SchedulerProfile::default();
    let mut plugins = Plugins::default();
    fields!(d, at, path, |d, field, at, path| match field {
        "schedulerName" => profile.name = d.symbol(at, path).unwrap_or_default(),
        "plugins" => d.fields(at, path, &POINTS, &mut |d, point, at, path| {
            let point = POINTS.iter().position(|name| *name == point);
            plugins.read(d, point.unwrap_or_default(), at, path);
        }),
        "pluginConfig" => d.items(at, path, |d, at, path| {
            plugin_config(&mut profile.args, d, at, path);
        }),
        PERCENTAGE => profile.percentage = percentage(d, at, path),
    });
    let default = d.names.intern(DEFAULT);
    if profile.name.is_empty() {
        profile.name = default;
    }
    profile.is_default = profile.name == default;
    let [multi_point, score, ..] = &plugins.sets;
    profile.multi_point = multi_point.clone();
    profile.score = score.clone();
    plugins.switch(d, &mut profile);
    harmful.extend(plugins.harmful(d, &profile));
    profile
}

/// The name of a plugin, its weight, and the place of the name.
fn plugin(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) -> Option<(Symbol, i32, ValueId)> {
    let (mut name, mut weight, mut place) = (Symbol::EMPTY, 1, at);
    fields!(d, at, path, |d, field, at, path| match field {
        "name" => {
            name = d.symbol(at, path).unwrap_or_default();
            place = at;
        }
        "weight" =>
            weight = d
                .int32(at, path, 0..=i32::MAX)
                .map_or(weight, |given| given.max(1)),
    });
    if name.is_empty() {
        d.missing(at, path, "name", "a plugin needs its `name`");
        return None;
    }
    Some((name, weight, place))
}

impl Plugins {
    fn read(&mut self, d: &mut Decoder<'_>, point: usize, at: ValueId, path: &FieldPath<'_>) {
        let Some(set) = self.sets.get_mut(point) else {
            return;
        };
        let disabled = &mut self.disabled;
        fields!(d, at, path, |d, field, at, path| match field {
            "enabled" => d.items(at, path, |d, at, path| {
                set.enabled
                    .extend(plugin(d, at, path).map(|(name, weight, _)| (name, weight)));
            }),
            "disabled" => d.items(at, path, |d, at, path| {
                let Some((name, _, place)) = plugin(d, at, path) else {
                    return;
                };
                if d.names[name] == *"*" {
                    set.disables_all = true;
                } else {
                    set.disabled.push(name);
                }
                disabled.push((point, name, place));
            }),
        });
    }

    /// Whether a plugin is on at a point; `default`: `None` if the default profile does not have it.
    fn is_on(
        &self,
        profile: &SchedulerProfile,
        point: usize,
        plugin: Symbol,
        default: Option<i32>,
    ) -> bool {
        let set = self.sets.get(point);
        set.is_some_and(|set| profile.weight_at(set, plugin, default).is_some())
    }

    /// The filters that are off, whether `CapacityScheduling` is on, and whether any plugin preempts.
    fn switch(&self, d: &mut Decoder<'_>, profile: &mut SchedulerProfile) {
        let mut off = FiltersOff::default();
        for (filter, name) in Filter::ALL {
            let plugin = d.names.intern(name);
            if !self.is_on(profile, FILTER, plugin, Some(1)) {
                off.add(*filter);
            }
            if *filter == Filter::NodeAffinity {
                off.named_nodes = !self.is_on(profile, PRE_FILTER, plugin, Some(1));
            }
        }
        profile.filters_off = off;
        let capacity = d.names.intern(CAPACITY);
        let mut points = [PRE_FILTER, POST_FILTER, RESERVE].into_iter();
        profile.has_capacity = points.all(|point| self.is_on(profile, point, capacity, None));
        let preemption = d.names.intern("DefaultPreemption");
        profile.preempting = [(capacity, None), (preemption, Some(1))]
            .map(|(plugin, default)| self.is_on(profile, POST_FILTER, plugin, default));
    }

    /// The places of `disabled` that switch a plugin off at a point where that is not applied.
    fn harmful(&self, d: &mut Decoder<'_>, profile: &SchedulerProfile) -> Vec<ValueId> {
        let mut off: Vec<(Symbol, usize)> = Vec::new();
        let is_on = |point, plugin, default| self.is_on(profile, point, plugin, default);
        for (name, points) in NEEDED {
            let plugin = d.names.intern(name);
            for point in points {
                let is_needed = match *point {
                    PRE_SCORE => is_on(SCORE, plugin, Some(1)),
                    // A filter fails without its PreFilter.
                    PRE_FILTER => is_on(FILTER, plugin, Some(1)),
                    _ => true,
                };
                if is_needed && !is_on(*point, plugin, Some(1)) {
                    off.push((plugin, *point));
                }
            }
        }
        let is_harmful = |(point, name, _): &&Disabled| {
            off.iter().any(|(plugin, at)| {
                (*point == MULTI_POINT || point == at) && (name == plugin || d.names[*name] == *"*")
            })
        };
        let harmful = self.disabled.iter().filter(is_harmful);
        harmful.map(|(_, _, place)| *place).collect()
    }
}

/// `percentageOfNodesToScore`.
fn percentage(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<i32> {
    let percentage = d.int32(at, path, 0..=100)?;
    Some(percentage.clamp(0, 100))
}
