//! Reads `KubeSchedulerConfiguration`.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    kind::ObjectKind,
    names::Symbol,
    not_looked_at::NOT_LOOKED_AT,
    pod::TopologySpreadConstraint,
    scheduler_configuration::{
        FILTERS, FiltersOff, PluginArgs, PluginSet, SchedulerConfiguration, SchedulerProfile,
        ScoringStrategy, ScoringStrategyKind,
    },
};
use schedscope_text::tree::ValueId;

use crate::decode::{
    Decoder, FieldPath, affinity, constraints, constraints::spread_constraint, not_looked_at,
    not_looked_at::Overlooked,
};

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

/// The plugins of the default profile without which another answer comes out, and the points where that is not
/// applied. What filters and what scores is switched on and off as the profile says.
const NEEDED: [(&str, &[usize]); 9] = [
    ("SchedulingGates", &[PRE_ENQUEUE]),
    ("TaintToleration", &[PRE_SCORE]),
    ("NodeAffinity", &[PRE_SCORE]),
    ("NodePorts", &[PRE_FILTER]),
    ("NodeResourcesFit", &[PRE_FILTER, PRE_SCORE]),
    ("PodTopologySpread", &[PRE_FILTER, PRE_SCORE]),
    ("InterPodAffinity", &[PRE_FILTER, PRE_SCORE]),
    ("NodeResourcesBalancedAllocation", &[PRE_SCORE]),
    ("DefaultPreemption", &[POST_FILTER]),
];

const PERCENTAGE: &str = "percentageOfNodesToScore";

/// The plugin that takes the place of `DefaultPreemption`.
const CAPACITY: &str = "CapacityScheduling";

/// A plugin of `disabled`: its point, its name, its place.
type Disabled = (usize, Symbol, ValueId);

/// The plugins of a profile, by [`POINTS`].
#[derive(Default)]
struct Plugins {
    sets: [PluginSet; POINTS.len()],
    disabled: Vec<Disabled>,
}

/// Reads the configuration, and finds what of it is not applied.
pub(super) fn decode(
    d: &mut Decoder<'_>,
    root: (ValueId, u32),
    kind: (&str, &str),
    found: &mut Vec<Overlooked>,
) -> SchedulerConfiguration {
    let mut profiles = Vec::new();
    // The places of `disabled` that change more than scores.
    let mut harmful = Vec::new();
    let mut percentage = 0;
    let known = ["profiles", PERCENTAGE];
    d.fields(root.0, &FieldPath::Root, &known, |d, field, at, path| {
        if field == PERCENTAGE {
            percentage = in_range(d, at, path, 100);
            return;
        }
        d.items(at, path, |d, at, path| {
            profiles.push(profile(d, at, path, &mut harmful));
        });
    });
    if profiles.is_empty() {
        profiles.push(SchedulerProfile {
            name: d.names.intern(DEFAULT),
            is_default: true,
            ..SchedulerProfile::default()
        });
    }
    for profile in profiles
        .iter_mut()
        .filter(|profile| profile.percentage == 0)
    {
        profile.percentage = percentage;
    }
    let known = Some(ObjectKind::KubeSchedulerConfiguration);
    let before = found.len();
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
    let known = ["schedulerName", "plugins", "pluginConfig", PERCENTAGE];
    d.fields(at, path, &known, |d, field, at, path| match field {
        "schedulerName" => profile.name = d.symbol(at, path).unwrap_or_default(),
        PERCENTAGE => profile.percentage = in_range(d, at, path, 100),
        "plugins" => d.fields(at, path, &POINTS, |d, point, at, path| {
            let point = POINTS.iter().position(|name| *name == point);
            plugins.read(d, point.unwrap_or_default(), at, path);
        }),
        _ => d.items(at, path, |d, at, path| {
            plugin_config(&mut profile.args, d, at, path);
        }),
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

impl Plugins {
    fn read(&mut self, d: &mut Decoder<'_>, point: usize, at: ValueId, path: &FieldPath<'_>) {
        let Some(set) = self.sets.get_mut(point) else {
            return;
        };
        let disabled = &mut self.disabled;
        d.fields(at, path, &["enabled", "disabled"], |d, list, at, path| {
            d.items(at, path, |d, at, path| {
                let (mut name, mut weight, mut place) = (Symbol::EMPTY, 1, at);
                d.fields(at, path, &["name", "weight"], |d, field, at, path| {
                    if field == "name" {
                        name = d.symbol(at, path).unwrap_or_default();
                        place = at;
                    } else if let Some(given) = d.int32(at, path, 0..=i32::MAX) {
                        weight = given.max(1);
                    }
                });
                if list == "enabled" {
                    set.enabled.push((name, weight));
                    return;
                }
                if d.names[name] == *"*" {
                    set.disables_all = true;
                } else {
                    set.disabled.push(name);
                }
                disabled.push((point, name, place));
            });
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

    /// The filters that are off, and whether `CapacityScheduling` is on.
    fn switch(&self, d: &mut Decoder<'_>, profile: &mut SchedulerProfile) {
        let mut off = FiltersOff::default();
        for (at, name) in FILTERS.into_iter().enumerate() {
            let plugin = d.names.intern(name);
            if !self.is_on(profile, FILTER, plugin, Some(1)) {
                off.add(at);
            }
            if name == "NodeAffinity" && !self.is_on(profile, PRE_FILTER, plugin, Some(1)) {
                off.add(FiltersOff::NAMED_NODES);
            }
        }
        profile.filters_off = off;
        let capacity = d.names.intern(CAPACITY);
        let mut points = [PRE_FILTER, POST_FILTER, RESERVE].into_iter();
        profile.has_capacity = points.all(|point| self.is_on(profile, point, capacity, None));
    }

    /// The places of `disabled` that switch a plugin off at a point where that is not applied.
    fn harmful(&self, d: &mut Decoder<'_>, profile: &SchedulerProfile) -> Vec<ValueId> {
        let mut off: Vec<(Symbol, usize)> = Vec::new();
        let capacity = d.names.intern(CAPACITY);
        let is_on = |point, plugin, default| self.is_on(profile, point, plugin, default);
        for (name, points) in NEEDED {
            let plugin = d.names.intern(name);
            for point in points {
                let is_needed = match *point {
                    PRE_SCORE => is_on(SCORE, plugin, Some(1)),
                    // A filter without what it prepares fails.
                    PRE_FILTER => is_on(FILTER, plugin, Some(1)),
                    POST_FILTER => !is_on(POST_FILTER, capacity, None),
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

/// One of `pluginConfig`.
fn plugin_config(args: &mut PluginArgs, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
    let mut plugin = "";
    let mut given = None;
    d.fields(at, path, &["name", "args"], |d, field, at, path| {
        if field == "name" {
            plugin = d.string(at, path).unwrap_or_default();
        } else {
            given = Some(at);
        }
    });
    let Some(at) = given else { return };
    let path = &path.field("args");
    match plugin {
        "InterPodAffinity" => {
            let known = [
                "hardPodAffinityWeight",
                "ignorePreferredTermsOfExistingPods",
            ];
            d.fields(at, path, &known, |d, field, at, path| {
                if field == "hardPodAffinityWeight" {
                    args.hard_pod_affinity_weight = d.int32(at, path, 0..=100);
                } else {
                    args.ignores_preferred_terms = d.boolean(at, path) == Some(true);
                }
            });
        }
        "PodTopologySpread" => args.default_constraints = spread_defaults(d, at, path),
        "NodeAffinity" => d.fields(at, path, &["addedAffinity"], |d, _, at, path| {
            let known = &constraints::AFFINITY[..1];
            d.fields(at, path, known, |d, _, at, path| {
                args.added_affinity = Some(affinity::terms(d, at, path).into());
            });
        }),
        "NodeResourcesFit" => {
            let known = [
                "scoringStrategy",
                "ignoredResources",
                "ignoredResourceGroups",
            ];
            d.fields(at, path, &known, |d, field, at, path| match field {
                "scoringStrategy" => args.scoring_strategy = Some(strategy(d, at, path)),
                "ignoredResources" => args.ignored[0] = d.symbols(at, path),
                _ => args.ignored[1] = d.symbols(at, path),
            });
        }
        "NodeResourcesBalancedAllocation" => {
            d.fields(at, path, &["resources"], |d, _, at, path| {
                let resources = resources(d, at, path);
                let names = resources.iter().map(|(name, _)| *name);
                args.balanced_resources = (!resources.is_empty()).then(|| names.collect());
            });
        }
        _ => {}
    }
}

/// `PodTopologySpreadArgs`: the soft constraints of a list; `None`: those of the system.
fn spread_defaults(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) -> Option<Box<[TopologySpreadConstraint]>> {
    let mut constraints = Vec::new();
    let mut list = None;
    let mut is_list = false;
    let known = ["defaultConstraints", "defaultingType"];
    d.fields(at, path, &known, |d, field, at, path| {
        if field == "defaultingType" {
            is_list = d.word(at, path, &["System", "List"]) == Some("List");
        } else {
            list = Some(at);
            d.items(at, path, |d, at, path| {
                constraints.push(spread_constraint(d, at, path));
            });
        }
    });
    if let (Some(at), false, false) = (list, is_list, constraints.is_empty()) {
        d.report(
            Severity::Error,
            DiagnosticCode::InvalidValue,
            at,
            &path.field("defaultConstraints"),
            "when `defaultingType` is `System`, there are no `defaultConstraints`".to_owned(),
        );
    }
    constraints.retain(|constraint| !constraint.is_hard);
    is_list.then(|| constraints.into_boxed_slice())
}

fn strategy(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> ScoringStrategy {
    let mut strategy = ScoringStrategy::default();
    let kinds = [
        "LeastAllocated",
        "MostAllocated",
        "RequestedToCapacityRatio",
    ];
    let known = ["type", "resources", "requestedToCapacityRatio"];
    d.fields(at, path, &known, |d, field, at, path| match field {
        "type" => {
            strategy.kind = match d.word(at, path, &kinds) {
                Some("MostAllocated") => ScoringStrategyKind::MostAllocated,
                Some("RequestedToCapacityRatio") => ScoringStrategyKind::RequestedToCapacityRatio,
                _ => ScoringStrategyKind::LeastAllocated,
            };
        }
        "resources" => strategy.resources = resources(d, at, path).into(),
        _ => d.fields(at, path, &["shape"], |d, _, at, path| {
            let mut points = Vec::new();
            d.items(at, path, |d, at, path| {
                let mut point = (0, 0);
                d.fields(at, path, &["utilization", "score"], |d, field, at, path| {
                    if field == "score" {
                        point.1 = in_range(d, at, path, 10);
                    } else {
                        point.0 = in_range(d, at, path, 100);
                    }
                });
                points.push(point);
            });
            strategy.shape = points.into();
        }),
    });
    strategy
}

/// A whole number from 0; one that is out of range is reported and brought into it.
fn in_range(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>, most: i32) -> i32 {
    let number = d.int32(at, path, 0..=most).unwrap_or_default();
    number.clamp(0, most)
}

/// Names and weights of resources; a weight of 0 or an absent one is 1.
fn resources(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Vec<(Symbol, i32)> {
    let mut resources = Vec::new();
    d.items(at, path, |d, at, path| {
        let (mut name, mut weight) = (Symbol::EMPTY, 0);
        d.fields(at, path, &["name", "weight"], |d, field, at, path| {
            if field == "name" {
                name = d.symbol(at, path).unwrap_or_default();
            } else {
                weight = in_range(d, at, path, 100);
            }
        });
        resources.push((name, weight.max(1)));
    });
    resources
}
