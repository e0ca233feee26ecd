//! Amounts of resources, as schedulers count them.

use schedscope_objects::{
    managed_cluster::Resources,
    names::{Names, Symbol},
};
use smallvec::SmallVec;

/// A resource: cpu, memory and ephemeral-storage have the first numbers, every other one follows in the order of first
/// use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceId(pub u32);

impl ResourceId {
    /// `cpu`, in milli-CPU.
    pub const CPU: Self = Self(0);
    /// `memory`, in bytes.
    pub const MEMORY: Self = Self(1);
    /// `ephemeral-storage`, in bytes.
    pub const EPHEMERAL_STORAGE: Self = Self(2);

    /// Whether every pod and node has an amount of it.
    pub fn is_basic(self) -> bool {
        self.0 < BASIC as u32
    }
}

/// How many resources are always counted.
pub const BASIC: usize = 3;
pub const BASIC_NAMES: [&str; BASIC] = ["cpu", "memory", "ephemeral-storage"];
/// `pods` in a resource list is a limit of its own and not a resource.
const PODS: &str = "pods";

/// The resources by number.
#[derive(Clone, Debug, Default)]
pub struct ResourceNames {
    names: Vec<String>,
    /// By symbol: the number plus one; 0 if it has none yet.
    numbers: Vec<u32>,
}

impl ResourceNames {
    /// The basic resources.
    pub fn new(names: &Names) -> Self {
        let mut resources = Self {
            names: BASIC_NAMES.map(str::to_owned).to_vec(),
            numbers: vec![0; names.len()],
        };
        for (number, name) in BASIC_NAMES.iter().enumerate() {
            let slot = names.get(name).map(Symbol::index);
            if let Some(slot) = slot.and_then(|slot| resources.numbers.get_mut(slot)) {
                *slot = number as u32 + 1;
            }
        }
        resources
    }

    /// The number of a resource; a new one if it has none yet.
    pub fn number(&mut self, symbol: Symbol, names: &Names) -> ResourceId {
        if self.numbers.len() <= symbol.index() {
            self.numbers.resize(symbol.index() + 1, 0);
        }
        let Some(slot) = self.numbers.get_mut(symbol.index()) else {
            return ResourceId(self.names.len() as u32);
        };
        if *slot == 0 {
            // An edited text may name a basic resource for the first time.
            let name = &names[symbol];
            let mut known = self.names.iter().take(BASIC);
            let at = known.position(|known| known == name);
            let at = at.unwrap_or(self.names.len());
            *slot = at as u32 + 1;
            if at >= BASIC {
                self.names.push(name.to_owned());
            }
        }
        ResourceId(*slot - 1)
    }

    /// The number of a resource, if it has one.
    pub fn get(&self, name: &str) -> Option<ResourceId> {
        let number = self.names.iter().position(|known| known == name)?;
        Some(ResourceId(number as u32))
    }

    /// The name of a resource.
    pub fn name(&self, resource: ResourceId) -> &str {
        self.names
            .get(resource.0 as usize)
            .map_or("", String::as_str)
    }

    /// Whether the place of a resource among the others depends on its first use.
    pub(crate) fn is_numbered(name: &str) -> bool {
        name != PODS && !BASIC_NAMES.contains(&name)
    }

    /// All resources: the basic ones, then the others by their first use.
    pub fn ids(&self) -> impl Iterator<Item = ResourceId> + use<> {
        (0..self.names.len() as u32).map(ResourceId)
    }
}

/// An amount of each resource: cpu in milli-CPU, the rest in base units (bytes, pieces), rounded up.
///
/// The basic resources always have an amount; any other one only if it is named, even with 0. Sums saturate. The order
/// has no meaning; it brings equal amounts together.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amounts {
    basic: [i64; BASIC],
    /// By number, ascending. Most pods and nodes have one at most.
    named: SmallVec<[(ResourceId, i64); 1]>,
}

impl Amounts {
    /// Reads a resource list; `pods` is not a resource.
    pub fn read(list: &Resources, resources: &mut ResourceNames, names: &Names) -> Self {
        let mut amounts = Self::default();
        for (symbol, quantity) in &list.0 {
            if &names[*symbol] == PODS {
                continue;
            }
            let resource = resources.number(*symbol, names);
            let amount = if resource == ResourceId::CPU {
                quantity.milli_value()
            } else {
                quantity.value()
            };
            amounts.set(resource, amount);
        }
        amounts
    }

    /// The largest amount of each basic resource, for lists without a limit.
    pub fn unlimited() -> Self {
        Self {
            basic: [i64::MAX; BASIC],
            named: SmallVec::new(),
        }
    }

    /// The amount of a resource; 0 if it is not named.
    #[inline]
    pub fn get(&self, resource: ResourceId) -> i64 {
        self.named(resource).unwrap_or(0)
    }

    /// The amount of a resource, if it is named.
    #[inline]
    pub fn named(&self, resource: ResourceId) -> Option<i64> {
        match self.basic.get(resource.0 as usize) {
            Some(amount) => Some(*amount),
            None => self.named_extended(resource),
        }
    }

    #[inline(never)]
    fn named_extended(&self, resource: ResourceId) -> Option<i64> {
        let found = self
            .named
            .binary_search_by_key(&resource, |(known, _)| *known);
        self.named.get(found.ok()?).map(|(_, amount)| *amount)
    }

    /// Names a resource.
    pub fn set(&mut self, resource: ResourceId, amount: i64) {
        *self.slot(resource) = amount;
    }

    fn slot(&mut self, resource: ResourceId) -> &mut i64 {
        if resource.is_basic() {
            return &mut self.basic[resource.0 as usize];
        }
        let at = match self
            .named
            .binary_search_by_key(&resource, |(known, _)| *known)
        {
            Ok(at) => at,
            Err(at) => {
                self.named.insert(at, (resource, 0));
                at
            }
        };
        &mut self.named[at].1
    }

    /// The named resources that are not basic, with their amounts.
    #[inline]
    pub fn extended(&self) -> &[(ResourceId, i64)] {
        &self.named
    }

    /// The amounts of the basic resources, by number.
    #[inline]
    pub fn basic(&self) -> &[i64; BASIC] {
        &self.basic
    }

    /// All resources with an amount, the basic ones first.
    pub fn iter(&self) -> impl Iterator<Item = (ResourceId, i64)> + '_ {
        let basic = self.basic.iter().enumerate();
        let basic = basic.map(|(number, amount)| (ResourceId(number as u32), *amount));
        basic.chain(self.named.iter().copied())
    }

    /// Adds amounts.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        for (one, other) in self.basic.iter_mut().zip(other.basic) {
            *one = one.saturating_add(other);
        }
        if !other.named.is_empty() {
            self.each(other, i64::saturating_add);
        }
    }

    /// Adds amounts, unless a sum overflows: then nothing changes.
    #[inline]
    pub(crate) fn checked_add(&mut self, other: &Self) -> bool {
        self.checked(other, i64::overflowing_add)
    }

    /// Subtracts amounts, unless a difference overflows: then nothing changes. Named resources stay named.
    #[inline]
    pub(crate) fn checked_subtract(&mut self, other: &Self) -> bool {
        self.checked(other, i64::overflowing_sub)
    }

    #[inline]
    fn checked(&mut self, other: &Self, combine: fn(i64, i64) -> (i64, bool)) -> bool {
        let mut basic = self.basic;
        let mut overflows = false;
        for (one, other) in basic.iter_mut().zip(other.basic) {
            let (value, over) = combine(*one, other);
            (*one, overflows) = (value, overflows | over);
        }
        if overflows || (!other.named.is_empty() && !self.checked_named(other, combine)) {
            return false;
        }
        self.basic = basic;
        true
    }

    #[inline(never)]
    fn checked_named(&mut self, other: &Self, combine: fn(i64, i64) -> (i64, bool)) -> bool {
        let mut named = other.named.iter();
        let fits = named.all(|(resource, amount)| !combine(self.get(*resource), *amount).1);
        if fits {
            self.each(other, |one, other| combine(one, other).0);
        }
        fits
    }

    /// Names a resource no longer.
    pub(crate) fn forget(&mut self, resource: ResourceId) {
        self.named.retain(|(known, _)| *known != resource);
    }

    /// The larger one of each.
    pub fn raise(&mut self, other: &Self) {
        for (one, other) in self.basic.iter_mut().zip(other.basic) {
            *one = other.max(*one);
        }
        self.each(other, i64::max);
    }

    /// Combines the amounts of resources that are not basic.
    #[inline(never)]
    fn each(&mut self, other: &Self, combine: impl Fn(i64, i64) -> i64) {
        for &(resource, amount) in &other.named {
            let slot = self.slot(resource);
            *slot = combine(*slot, amount);
        }
    }
}

/// The number of pods that a resource list allows.
pub fn allowed_pods(list: &Resources, names: &Names) -> i64 {
    let pods = names.get(PODS).and_then(|pods| list.get(pods));
    pods.map_or(0, schedscope_quantity::Quantity::value)
}
