//! Which prioritizers count, and how much.

use schedscope_objects::{
    by_name::ByName,
    misspelt::nearest_or_abbreviated,
    names::{Names, Symbol},
    placement::{PRIORITIZERS, PlacementSpec, PrioritizerConfig, RELEASED_PRIORITIZERS},
    profile::Profile,
    words,
};

/// What a prioritizer scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrioritizerKind {
    /// Clusters of the placement's recorded decisions.
    Steady,
    /// Clusters that other placements selected rarely.
    Balance,
    /// The amount that is allocatable of a resource; `None` if no object mentions the resource.
    Allocatable(Option<Symbol>),
    /// The share that is allocatable of a resource; `None` if no object mentions the resource.
    Ratio(Option<Symbol>),
    /// A score that an add-on reports.
    AddOn {
        /// `resourceName`; `None` where no object mentions it.
        resource: Option<Symbol>,
        /// `scoreName`; `None` if no object mentions it.
        score: Option<Symbol>,
    },
    /// Scores step by step while clusters are selected, not here.
    Spread,
    /// A built-in that the profile does not have.
    Unknown,
    /// An add-on's score without saying which.
    AddOnMissing,
}

impl PrioritizerKind {
    /// The resource of which it compares the amounts of all feasible clusters.
    pub fn resource(&self) -> Option<Symbol> {
        match self {
            Self::Allocatable(resource) => *resource,
            _ => None,
        }
    }
}

words! {
    /// The source of a weight. `default`: the default of the mode; `configured`: the placement; `override`: the option
    /// `weights`.
    pub enum WeightSource {
        /// The default of the mode.
        Default = "default",
        /// The placement.
        Configured = "configured",
        /// The option `weights` of the caller.
        Override = "override",
    }
}

/// One prioritizer of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedPrioritizer {
    /// Its name, such as `Steady` or `AddOn/<resource>/<score>`.
    pub name: String,
    /// What it scores.
    pub kind: PrioritizerKind,
    /// The weight in force.
    pub weight: i32,
    /// The weight where nothing is configured, in this mode and profile.
    pub default_weight: i32,
    /// Where the weight comes from.
    pub source: WeightSource,
    /// Index of the configuration in force.
    pub configuration: Option<usize>,
    /// Upstream's identity of a configuration, besides its name; two of the same are one.
    key: PrioritizerKey,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PrioritizerKey {
    /// A built-in is known by its name.
    BuiltIn,
    /// Type and built-in name of any other coordinate.
    Coordinate(String, String),
    /// Each add-on stands for itself.
    Own(usize),
}

/// All prioritizers of a decision: the profile's built-ins (weight 0: off), then what else is
/// configured, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrioritizerPlan {
    /// The prioritizers, in order.
    pub entries: Vec<PlannedPrioritizer>,
    /// Why the placement is misconfigured.
    pub error: Option<String>,
    /// The index of the configuration that [`PrioritizerPlan::error`] is about; `None` if it is about none.
    pub faulty: Option<usize>,
}

const BUILT_IN: &str = "BuiltIn";

/// The names of the built-ins of a profile.
pub fn built_ins(profile: Profile) -> &'static [&'static str] {
    match profile {
        Profile::Upstream => PRIORITIZERS.split_at(RELEASED_PRIORITIZERS).0,
        Profile::Proposal => &PRIORITIZERS,
    }
}

impl PrioritizerPlan {
    /// Merges defaults, configurations and the caller's what-if.
    ///
    /// Additive: `Steady` 1, `Balance` 1 and, in `Proposal` where there are spread constraints,
    /// `Spread` 2, overridden by what is configured. Exact: what is configured. A built-in listed
    /// twice counts once, with its last weight; an add-on's score listed twice counts twice.
    ///
    /// Source: "Resource Based Scheduling", section 1; ocm 00f84c32b.
    pub fn new(
        spec: &PlacementSpec,
        profile: Profile,
        weights: &ByName<i32>,
        names: &Names,
    ) -> Self {
        let policy = spec.prioritizer_policy.as_ref();
        let mode = policy.map_or("", |policy| policy.mode.as_str());
        let additive = mode != "Exact";
        let mut plan = Self::default();
        for &name in built_ins(profile) {
            let weight = match name {
                "Steady" | "Balance" if additive => 1,
                "Spread" if additive && !spec.spread_constraints.is_empty() => 2,
                _ => 0,
            };
            plan.entries.push(PlannedPrioritizer {
                name: name.to_owned(),
                kind: built_in(name, profile, names),
                weight,
                default_weight: weight,
                source: WeightSource::Default,
                configuration: None,
                key: PrioritizerKey::BuiltIn,
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
            let mut faults = plan.entries.iter();
            let fault = faults.find_map(|entry| Some((entry.configuration, entry.error()?)));
            if let Some((configuration, error)) = fault {
                plan.faulty = configuration;
                plan.error = Some(error);
            }
        }
        plan
    }

    fn configure(&mut self, configurations: &[PrioritizerConfig], profile: Profile, names: &Names) {
        for (index, configuration) in configurations.iter().enumerate() {
            let Some(mut entry) = configured(index, configuration, profile, names) else {
                self.error = Some("scoreCoordinate field is required".to_owned());
                self.faulty = Some(index);
                return;
            };
            let is_same = |other: &&mut PlannedPrioritizer| {
                other.key == entry.key && other.name == entry.name
            };
            match self.entries.iter_mut().find(is_same) {
                Some(other) => {
                    entry.default_weight = other.default_weight;
                    *other = entry;
                }
                None => self.entries.push(entry),
            }
        }
    }

    /// Overrides the weight of every prioritizer of a name, or adds the prioritizer.
    fn force(&mut self, name: &str, weight: i32, profile: Profile, names: &Names) {
        let mut found = false;
        for entry in self.entries.iter_mut().filter(|entry| entry.name == name) {
            entry.weight = weight;
            entry.source = WeightSource::Override;
            found = true;
        }
        if !found {
            let add_on = name.strip_prefix("AddOn/");
            let kind = match add_on.and_then(|rest| rest.split_once('/')) {
                Some((resource, score)) => PrioritizerKind::AddOn {
                    resource: names.get(resource),
                    score: names.get(score),
                },
                None => built_in(name, profile, names),
            };
            self.entries.push(PlannedPrioritizer {
                name: name.to_owned(),
                kind,
                weight,
                default_weight: 0,
                source: WeightSource::Override,
                configuration: None,
                key: PrioritizerKey::BuiltIn,
            });
        }
    }

    /// The prioritizers that count.
    pub fn active(&self) -> impl Iterator<Item = &PlannedPrioritizer> {
        self.entries.iter().filter(|entry| entry.weight != 0)
    }
}

impl PlannedPrioritizer {
    /// The resource that it scores, whether or not an object mentions it; `None` if it does not score one.
    pub fn resource(&self) -> Option<&str> {
        match self.kind {
            PrioritizerKind::Allocatable(_) | PrioritizerKind::Ratio(_) => {
                scored_resource(&self.name)
            }
            _ => None,
        }
    }

    fn error(&self) -> Option<String> {
        match self.kind {
            _ if self.weight == 0 => None,
            PrioritizerKind::Unknown => {
                Some(format!("incorrect builtin prioritizer: {}", self.name))
            }
            PrioritizerKind::AddOnMissing => Some("addOn should not be empty".to_owned()),
            _ => None,
        }
    }
}

/// The entry of a configuration; `None` if it names no score. Without a `scoreCoordinate`, `Proposal` reads the short
/// form `name`; for the hub that is an unknown field.
fn configured(
    index: usize,
    configuration: &PrioritizerConfig,
    profile: Profile,
    names: &Names,
) -> Option<PlannedPrioritizer> {
    let (name, kind, key) = match (&configuration.score_coordinate, &configuration.name) {
        (Some(coordinate), _) if coordinate.kind == BUILT_IN => {
            let name = coordinate.built_in.clone();
            let key = match coordinate.add_on {
                // Upstream treats a built-in coordinate that also has an `addOn` as a different coordinate.
                Some(_) => PrioritizerKey::Own(index),
                None => PrioritizerKey::BuiltIn,
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
                let kind = PrioritizerKind::AddOn {
                    resource: Some(add_on.resource_name),
                    score: Some(add_on.score_name),
                };
                (name, kind, PrioritizerKey::Own(index))
            } else {
                let key = PrioritizerKey::Coordinate(
                    coordinate.kind.clone(),
                    coordinate.built_in.clone(),
                );
                ("AddOn".to_owned(), PrioritizerKind::AddOnMissing, key)
            }
        }
        (None, Some(name)) if profile == Profile::Proposal => (
            name.clone(),
            built_in(name, profile, names),
            PrioritizerKey::BuiltIn,
        ),
        (None, _) => return None,
    };
    Some(PlannedPrioritizer {
        name,
        kind,
        weight: configuration.weight,
        default_weight: 0,
        source: WeightSource::Configured,
        configuration: Some(index),
        key,
    })
}

/// Whether only the design documents have the built-in prioritizer. A name with an unknown resource, such as
/// `ResourceAllocatableMemry`, counts as misspelt.
pub(crate) fn is_only_proposed(name: &str) -> bool {
    !built_ins(Profile::Upstream).contains(&name)
        && (name == "Spread" || scored_resource(name).is_some())
}

/// Whether a name is most likely a misspelling or an abbreviation of such a prioritizer's.
pub(crate) fn is_near_proposed(name: &str) -> bool {
    let known = built_ins(Profile::Proposal);
    !known.contains(&name) && nearest_or_abbreviated(name, known).is_some_and(is_only_proposed)
}

/// The resource that a built-in scores: `cpu` of `ResourceAllocatableCPU`, the text in the parentheses of
/// `ResourceRatio(nvidia.com/gpu)`; `None` for any other name.
fn scored_resource(name: &str) -> Option<&str> {
    let rest = name
        .strip_prefix("ResourceAllocatable")
        .or_else(|| name.strip_prefix("ResourceRatio"))?;
    match rest {
        "CPU" => Some("cpu"),
        "Memory" => Some("memory"),
        _ => {
            let inside = rest.strip_prefix('(')?.strip_suffix(')')?;
            (!inside.is_empty()).then_some(inside)
        }
    }
}

/// What a built-in scores. `Proposal` knows any resource by its name in parentheses, as
/// `ResourceAllocatable(nvidia.com/gpu)` ("Resource Based Scheduling", story 5).
fn built_in(name: &str, profile: Profile, names: &Names) -> PrioritizerKind {
    match name {
        "Steady" => return PrioritizerKind::Steady,
        "Balance" => return PrioritizerKind::Balance,
        "ResourceAllocatableCPU" | "ResourceAllocatableMemory" => {}
        _ if profile == Profile::Upstream => return PrioritizerKind::Unknown,
        "Spread" => return PrioritizerKind::Spread,
        _ => {}
    }
    match scored_resource(name).map(|resource| names.get(resource)) {
        Some(symbol) if name.starts_with("ResourceRatio") => PrioritizerKind::Ratio(symbol),
        Some(symbol) => PrioritizerKind::Allocatable(symbol),
        None => PrioritizerKind::Unknown,
    }
}
