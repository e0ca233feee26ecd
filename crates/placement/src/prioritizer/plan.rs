//! Which prioritizers count, and how much.

use schedscope_objects::{
    by_name::ByName,
    names::{Names, Symbol},
    placement::{PlacementSpec, PrioritizerConfig},
    profile::Profile,
};

/// What a prioritizer scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Steady,
    Balance,
    /// The resource; `None` where no object mentions its name.
    Allocatable(Option<Symbol>),
    /// As in `Allocatable`.
    Ratio(Option<Symbol>),
    AddOn {
        /// `resourceName`; `None` where no object mentions it.
        resource: Option<Symbol>,
        /// `scoreName`; likewise.
        score: Option<Symbol>,
    },
    /// Scores step by step while clusters are selected, not here.
    Spread,
    /// A built-in that the profile does not have.
    Unknown,
    /// An add-on's score without saying which.
    AddOnMissing,
}

impl Kind {
    /// The resource whose amounts it needs.
    pub(crate) fn resource(&self) -> Option<Symbol> {
        match self {
            Self::Allocatable(resource) | Self::Ratio(resource) => *resource,
            _ => None,
        }
    }
}

/// Where a weight comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Source {
    /// The mode's default.
    Default,
    /// The placement.
    Configured,
    /// The caller's what-if.
    Override,
}

/// One prioritizer of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// The weight in force.
    pub(crate) weight: i32,
    /// The weight where nothing is configured, in this mode and profile.
    pub(crate) default_weight: i32,
    pub(crate) source: Source,
    /// Index of the configuration in force.
    pub(crate) configuration: Option<usize>,
    /// Upstream's identity of a configuration; two of the same are one.
    key: Key,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    /// Type and built-in name.
    Coordinate(String, String),
    /// Each add-on stands for itself.
    Own(usize),
}

/// All prioritizers of a decision: the profile's built-ins (weight 0: off), then what else is
/// configured, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) entries: Vec<Entry>,
    /// Why the placement is misconfigured.
    pub(crate) error: Option<String>,
}

/// The built-ins in the order of every table.
const BUILT_INS: [&str; 4] = [
    "Steady",
    "Balance",
    "ResourceAllocatableCPU",
    "ResourceAllocatableMemory",
];
/// Those that only `Proposal` has.
const PROPOSED: [&str; 3] = ["ResourceRatioCPU", "ResourceRatioMemory", "Spread"];
const BUILT_IN: &str = "BuiltIn";

impl Plan {
    /// Merges defaults, configurations and the caller's what-if.
    ///
    /// Additive: `Steady` 1, `Balance` 1 and, in `Proposal` where there are spread constraints,
    /// `Spread` 2, overridden by what is configured. Exact: what is configured. A built-in listed
    /// twice counts once, with its last weight; an add-on's score listed twice counts twice.
    ///
    /// Source: "Resource Based Scheduling", section 1; ocm 00f84c32b.
    pub(crate) fn new(
        spec: &PlacementSpec,
        profile: Profile,
        weights: &ByName<i32>,
        names: &Names,
    ) -> Self {
        let policy = spec.prioritizer_policy.as_ref();
        let mode = policy.map_or("", |policy| policy.mode.as_str());
        let additive = mode != "Exact";
        let mut plan = Self::default();
        let proposed = match profile {
            Profile::Upstream => &[][..],
            Profile::Proposal => &PROPOSED[..],
        };
        for &name in BUILT_INS.iter().chain(proposed) {
            let weight = match name {
                "Steady" | "Balance" if additive => 1,
                "Spread" if additive && !spec.spread_constraints.is_empty() => 2,
                _ => 0,
            };
            plan.entries.push(Entry {
                name: name.to_owned(),
                kind: built_in(name, profile, names),
                weight,
                default_weight: weight,
                source: Source::Default,
                configuration: None,
                key: Key::Coordinate(BUILT_IN.to_owned(), name.to_owned()),
            });
        }
        match mode {
            "" | "Additive" | "Exact" => {
                let configurations = policy.map_or(&[][..], |policy| &policy.configurations);
                plan.configure(configurations, profile, names);
            }
            other => plan.error = Some(format!("incorrect prioritizer policy mode: {other}")),
        }
        for (name, weight) in weights {
            plan.force(name, *weight, profile, names);
        }
        if plan.error.is_none() {
            plan.error = plan.entries.iter().find_map(Entry::error);
        }
        plan
    }

    fn configure(&mut self, configurations: &[PrioritizerConfig], profile: Profile, names: &Names) {
        for (index, configuration) in configurations.iter().enumerate() {
            let Some(mut entry) = configured(index, configuration, profile, names) else {
                self.error = Some("scoreCoordinate field is required".to_owned());
                return;
            };
            match self.entries.iter_mut().find(|other| other.key == entry.key) {
                Some(other) => {
                    entry.default_weight = other.default_weight;
                    *other = entry;
                }
                None => self.entries.push(entry),
            }
        }
    }

    /// Gives every prioritizer of a name another weight; adds it where there is none.
    fn force(&mut self, name: &str, weight: i32, profile: Profile, names: &Names) {
        let mut found = false;
        for entry in self.entries.iter_mut().filter(|entry| entry.name == name) {
            entry.weight = weight;
            entry.source = Source::Override;
            found = true;
        }
        if !found {
            let add_on = name.strip_prefix("AddOn/");
            let kind = match add_on.and_then(|rest| rest.split_once('/')) {
                Some((resource, score)) => Kind::AddOn {
                    resource: names.get(resource),
                    score: names.get(score),
                },
                None => built_in(name, profile, names),
            };
            self.entries.push(Entry {
                name: name.to_owned(),
                kind,
                weight,
                default_weight: 0,
                source: Source::Override,
                configuration: None,
                key: Key::Coordinate(BUILT_IN.to_owned(), name.to_owned()),
            });
        }
    }

    /// The prioritizers that count.
    pub(crate) fn active(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.weight != 0)
    }
}

impl Entry {
    /// Where the placement sets the weight.
    pub(crate) fn path(&self) -> Option<String> {
        let index = self.configuration?;
        Some(format!("spec.prioritizerPolicy.configurations[{index}]"))
    }

    fn error(&self) -> Option<String> {
        match self.kind {
            _ if self.weight == 0 => None,
            Kind::Unknown => Some(format!("incorrect builtin prioritizer: {}", self.name)),
            Kind::AddOnMissing => Some("addOn should not be empty".to_owned()),
            _ => None,
        }
    }
}

/// The entry of a configuration; `None` where it does not say what to score. `Proposal` takes the
/// short form `name` where there is no `scoreCoordinate`; to the hub that is an unknown field.
fn configured(
    index: usize,
    configuration: &PrioritizerConfig,
    profile: Profile,
    names: &Names,
) -> Option<Entry> {
    let (name, kind, key) = match (&configuration.score_coordinate, &configuration.name) {
        (Some(coordinate), _) if coordinate.kind == BUILT_IN => {
            let name = coordinate.built_in.clone();
            let key = match coordinate.add_on {
                // To upstream a coordinate with an `addOn` beside the built-in is another one.
                Some(_) => Key::Own(index),
                None => Key::Coordinate(BUILT_IN.to_owned(), name.clone()),
            };
            let kind = built_in(&name, profile, names);
            (name, kind, key)
        }
        (Some(coordinate), _) => {
            if let Some(add_on) = &coordinate.add_on {
                let name = format!(
                    "AddOn/{}/{}",
                    &names[add_on.resource_name], &names[add_on.score_name]
                );
                let kind = Kind::AddOn {
                    resource: Some(add_on.resource_name),
                    score: Some(add_on.score_name),
                };
                (name, kind, Key::Own(index))
            } else {
                let key = Key::Coordinate(coordinate.kind.clone(), coordinate.built_in.clone());
                ("AddOn".to_owned(), Kind::AddOnMissing, key)
            }
        }
        (None, Some(name)) if profile == Profile::Proposal => (
            name.clone(),
            built_in(name, profile, names),
            Key::Coordinate(BUILT_IN.to_owned(), name.clone()),
        ),
        (None, _) => return None,
    };
    Some(Entry {
        name,
        kind,
        weight: configuration.weight,
        default_weight: 0,
        source: Source::Configured,
        configuration: Some(index),
        key,
    })
}

/// What a built-in scores. `Proposal` knows any resource by its name in parentheses, as
/// `ResourceAllocatable(nvidia.com/gpu)` ("Resource Based Scheduling", story 5).
fn built_in(name: &str, profile: Profile, names: &Names) -> Kind {
    match name {
        "Steady" => Kind::Steady,
        "Balance" => Kind::Balance,
        "ResourceAllocatableCPU" => Kind::Allocatable(names.get("cpu")),
        "ResourceAllocatableMemory" => Kind::Allocatable(names.get("memory")),
        _ if profile == Profile::Upstream => Kind::Unknown,
        "Spread" => Kind::Spread,
        "ResourceRatioCPU" => Kind::Ratio(names.get("cpu")),
        "ResourceRatioMemory" => Kind::Ratio(names.get("memory")),
        _ => {
            let inside = |prefix: &str| {
                let rest = name.strip_prefix(prefix)?.strip_suffix(')')?;
                (!rest.is_empty()).then_some(rest)
            };
            if let Some(resource) = inside("ResourceAllocatable(") {
                Kind::Allocatable(names.get(resource))
            } else if let Some(resource) = inside("ResourceRatio(") {
                Kind::Ratio(names.get(resource))
            } else {
                Kind::Unknown
            }
        }
    }
}
