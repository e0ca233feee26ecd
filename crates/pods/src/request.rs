//! The requests and limits of a pod, by each of the rules that count them.

mod resized;

use schedscope_objects::{
    kubernetes_version::KubernetesVersion,
    managed_cluster::Resources,
    names::{Names, Symbol},
    pod::{Container, Pod},
};

use crate::amounts::{Amounts, BASIC, BASIC_NAMES, ResourceId, ResourceNames};

/// The cpu request, in milli-CPU, of a container without one, for rules that count no request as 0.
const DEFAULT_CPU: i64 = 100;
/// The same for memory, in bytes.
const DEFAULT_MEMORY: i64 = 200 << 20;

/// A pod's requests and limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The amount that must be free on a node: the sum of containers and sidecars, or an init container with the
    /// sidecars before it, whichever is larger; plus overhead. Requests of the pod as a whole replace the sum.
    pub fit: Amounts,
    /// The same in cpu and memory, where a container without a request counts 100m and 200Mi; with requests of the pod
    /// as a whole only of what nothing in the pod requests.
    pub non_zero: [i64; 2],
    /// The same without the requests of the pod as a whole.
    pub non_zero_of_containers: [i64; 2],
    /// The amount that quotas charge: the sum of containers or the largest init container, sidecars included; plus
    /// overhead.
    pub charge: Amounts,
    /// The sum of the limits of its containers; a container without a limit adds 0.
    pub limits: Amounts,
    /// The same, or the largest init container; plus overhead. An incoming pod counts this.
    pub incoming_limits: Amounts,
    /// The resources of which a container has no limit, nor the pod as a whole.
    pub unbounded: Unbounded,
    /// Whether the pod as a whole has limits.
    pub has_whole_limits: bool,
    /// Whether no container has requests or limits, init containers included.
    pub is_best_effort: bool,
    /// What the pod holds once it is on a node, where a container was resized; else it is what it asks for.
    resized: Option<Box<(Amounts, [i64; 2])>>,
    /// What of `fit` the pod's scheduler checks, where that is not all.
    checks: Checks,
}

/// The resources that a pod may use without a bound: whether a container has no limit of it, for each basic resource.
/// Without a limit, a container cannot have any of other resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unbounded([bool; BASIC]);

impl Unbounded {
    /// Whether a container has no limit of a resource.
    pub fn has(self, resource: ResourceId) -> bool {
        self.0.get(resource.0 as usize) == Some(&true)
    }

    /// Whether a container has no limit of cpu or memory.
    pub fn has_cpu_or_memory(self) -> bool {
        self.has(ResourceId::CPU) || self.has(ResourceId::MEMORY)
    }

    /// All basic resources as one number below `KINDS`.
    fn kind(self) -> usize {
        let bits = self.0.iter().enumerate();
        bits.map(|(at, is_set)| usize::from(*is_set) << at).sum()
    }

    /// The resources of a number.
    fn of_kind(kind: usize) -> Self {
        Self(std::array::from_fn(|at| kind >> at & 1 == 1))
    }
}

/// How many combinations of basic resources there are.
const KINDS: usize = 1 << BASIC;

/// Numbers of pods, by the resources that they may use without a bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnboundedPods([i64; KINDS]);

impl UnboundedPods {
    /// Counts a pod in (1) or out (-1).
    pub fn count(&mut self, pod: Unbounded, sign: i64) {
        if let Some(count) = self.0.get_mut(pod.kind()) {
            *count += sign;
        }
    }

    /// Adds the pods of a node.
    pub fn add(&mut self, other: &Self) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }

    /// How many pods there are of which something holds.
    pub fn count_of(&self, holds: impl Fn(Unbounded) -> bool) -> i64 {
        let kinds = self.0.iter().enumerate();
        let kinds = kinds.filter(|(kind, _)| holds(Unbounded::of_kind(*kind)));
        kinds.map(|(_, count)| count).sum()
    }
}

/// What `NodeResourcesFit` checks of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Checks {
    #[default]
    All,
    /// The rest is ignored.
    Only(Box<Amounts>),
    /// The filter is off.
    Nothing,
}

impl Request {
    /// The requests and limits of a pod. O(containers x resources).
    ///
    /// Source: Kubernetes 1.35 to 1.37; "Capacity scheduling"; "Limit aware scheduling".
    pub fn new(
        pod: &Pod,
        version: KubernetesVersion,
        resources: &mut ResourceNames,
        names: &Names,
    ) -> Self {
        let mut request = Self::of_spec(pod, resources, names);
        let held = resized::held(pod, version, resources, names);
        let is_other =
            |held: &(Amounts, [i64; 2])| *held != (request.fit.clone(), request.non_zero);
        request.resized = held.filter(is_other).map(Box::new);
        request
    }

    /// Whether two pods give the same resources numbers, in the same order. The numbers of all resources follow from
    /// the order of first use.
    pub(crate) fn numbers_alike(one: &Pod, other: &Pod, names: &Names) -> bool {
        let is_numbered = |name: &Symbol| ResourceNames::is_numbered(&names[*name]);
        let numbered = |pod| named_resources(pod).filter(is_numbered);
        numbered(one).eq(numbered(other))
    }

    /// What must be free on a node by `NodeResourcesFit`; `None`: the pod's scheduler does not use that filter.
    #[inline]
    pub fn checked(&self) -> Option<&Amounts> {
        match &self.checks {
            Checks::All => Some(&self.fit),
            Checks::Only(amounts) => Some(amounts),
            Checks::Nothing => None,
        }
    }

    /// Excludes resources from the check.
    pub(crate) fn ignore(&mut self, is_ignored: &dyn Fn(ResourceId) -> bool) {
        let mut amounts = self.fit.clone();
        for (resource, _) in self.fit.extended() {
            if is_ignored(*resource) {
                amounts.set(*resource, 0);
            }
        }
        if amounts != self.fit {
            self.checks = Checks::Only(Box::new(amounts));
        }
    }

    /// Takes the whole check away.
    pub fn ignore_all(&mut self) {
        self.checks = Checks::Nothing;
    }

    /// What the pod holds once it is on a node or nominated for one.
    #[inline]
    pub fn held(&self) -> &Amounts {
        self.resized.as_ref().map_or(&self.fit, |held| &held.0)
    }

    /// The same in cpu and memory, where a container without a request counts 100m and 200Mi.
    #[inline]
    pub fn held_non_zero(&self) -> [i64; 2] {
        self.resized.as_ref().map_or(self.non_zero, |held| held.1)
    }

    fn of_spec(pod: &Pod, resources: &mut ResourceNames, names: &Names) -> Self {
        let mut read = |list: &Resources| Amounts::read(list, resources, names);
        let mut request = Self {
            is_best_effort: true,
            ..Self::default()
        };
        let overhead = read(&pod.overhead);
        let symbols = missing(names);
        let mut need = Need::default();
        for container in &pod.containers {
            let requests = read(&container.requests);
            let limits = read(&container.limits);
            need.run(
                &requests,
                with_defaults(&container.requests, &requests, symbols),
            );
            request.charge.add(&requests);
            request.limits.add(&limits);
            request.note(container, pod, names);
        }
        request.incoming_limits = request.limits.clone();
        for container in &pod.init_containers {
            let requests = read(&container.requests);
            let full = with_defaults(&container.requests, &requests, symbols);
            request.charge.raise(&requests);
            request.incoming_limits.raise(&read(&container.limits));
            request.is_best_effort &= is_silent(container);
            need.start(container.is_sidecar, &requests, full);
        }
        let (mut running, mut running_full) = need.most();
        add(&mut running_full, cpu_and_memory(&overhead));
        request.non_zero_of_containers = running_full;
        request.non_zero = running_full;
        let mut is_whole = false;
        if let Some(whole) = &pod.resources {
            is_whole = replace(&mut running, &whole.requests, resources, names);
            request.is_best_effort &= is_silent(whole);
            request.has_whole_limits = !whole.limits.0.is_empty();
        }
        running.add(&overhead);
        request.charge.add(&overhead);
        request.incoming_limits.add(&overhead);
        if is_whole {
            let is_named =
                symbols.map(|symbol| symbol.is_some_and(|symbol| names_resource(pod, symbol)));
            without_defaults(&mut request.non_zero, &running, is_named);
        }
        request.fit = running;
        request
    }

    fn note(&mut self, container: &Container, pod: &Pod, names: &Names) {
        let has_limit = |name: &str| {
            let mut all = pod.resources.as_deref().into_iter().chain([container]);
            let symbol = names.get(name);
            symbol.is_some_and(|symbol| all.any(|of| of.limits.get(symbol).is_some()))
        };
        for (slot, name) in self.unbounded.0.iter_mut().zip(BASIC_NAMES) {
            *slot |= !has_limit(name);
        }
        self.is_best_effort &= is_silent(container);
    }
}

fn is_silent(container: &Container) -> bool {
    container.requests.0.is_empty() && container.limits.0.is_empty()
}

/// What containers need at the same time: all that run, or an init container with the sidecars before it; as listed,
/// and in cpu and memory with defaults.
#[derive(Default)]
struct Need {
    running: (Amounts, [i64; 2]),
    sidecars: (Amounts, [i64; 2]),
    starting: (Amounts, [i64; 2]),
}

impl Need {
    /// Counts a container.
    fn run(&mut self, requests: &Amounts, full: [i64; 2]) {
        self.running.0.add(requests);
        add(&mut self.running.1, full);
    }

    /// Counts the next init container.
    fn start(&mut self, is_sidecar: bool, requests: &Amounts, full: [i64; 2]) {
        if is_sidecar {
            self.run(requests, full);
            self.sidecars.0.add(requests);
            add(&mut self.sidecars.1, full);
            self.starting.0.raise(&self.sidecars.0);
            raise(&mut self.starting.1, self.sidecars.1);
        } else {
            let (mut moment, mut moment_full) = self.sidecars.clone();
            moment.add(requests);
            add(&mut moment_full, full);
            self.starting.0.raise(&moment);
            raise(&mut self.starting.1, moment_full);
        }
    }

    /// The most at any time.
    fn most(self) -> (Amounts, [i64; 2]) {
        let (mut running, mut full) = self.running;
        running.raise(&self.starting.0);
        raise(&mut full, self.starting.1);
        (running, full)
    }
}

/// The requests of a pod as a whole that count: Kubernetes reads no other resources there.
fn whole_requests<'a>(list: &'a Resources, names: &'a Names) -> impl Iterator<Item = Symbol> + 'a {
    let symbols = list.0.iter().map(|(symbol, _)| *symbol);
    symbols.filter(|symbol| {
        let name = &names[*symbol];
        matches!(name, "cpu" | "memory") || name.starts_with("hugepages-")
    })
}

/// Puts requests of a pod as a whole in place of the sums over its containers; returns whether there are any.
fn replace(
    sums: &mut Amounts,
    whole: &Resources,
    resources: &mut ResourceNames,
    names: &Names,
) -> bool {
    let requests = Amounts::read(whole, resources, names);
    let mut is_whole = false;
    for symbol in whole_requests(whole, names) {
        if let Some(resource) = resources.get(&names[symbol]) {
            sums.set(resource, requests.get(resource));
            is_whole = true;
        }
    }
    is_whole
}

/// Takes the defaults of cpu and memory out where the pod names the resource.
fn without_defaults(full: &mut [i64; 2], amounts: &Amounts, is_named: [bool; 2]) {
    for ((slot, amount), is_named) in full.iter_mut().zip(amounts.basic()).zip(is_named) {
        *slot = if is_named { *amount } else { *slot };
    }
}

fn cpu_and_memory(amounts: &Amounts) -> [i64; 2] {
    [ResourceId::CPU, ResourceId::MEMORY].map(|resource| amounts.get(resource))
}

/// All resources that [`Request::new`] reads, in its order.
fn named_resources(pod: &Pod) -> impl Iterator<Item = Symbol> + '_ {
    let containers = pod.containers.iter().chain(&pod.init_containers);
    let containers = containers.chain(pod.resources.as_deref());
    let lists = containers.flat_map(|container| [&container.requests, &container.limits]);
    let rare = pod.constraints.as_deref();
    let resized = rare.into_iter().flat_map(|rare| &rare.resized);
    let resized = resized.flat_map(|container| [&container.requests, &container.allocated]);
    let whole = rare.and_then(|rare| rare.resized_whole.as_deref());
    let whole = whole
        .into_iter()
        .flat_map(|of| [&of.requests, &of.allocated]);
    let lists = [&pod.overhead]
        .into_iter()
        .chain(lists)
        .chain(resized)
        .chain(whole);
    lists.flat_map(|list| list.0.iter().map(|(name, _)| *name))
}

/// Whether any request of a pod names a resource: of a container, of the pod as a whole, or its overhead.
fn names_resource(pod: &Pod, symbol: Symbol) -> bool {
    let containers = pod.containers.iter().chain(&pod.init_containers);
    let mut all = containers.chain(pod.resources.as_deref());
    all.any(|container| container.requests.get(symbol).is_some())
        || pod.overhead.get(symbol).is_some()
}

/// The symbols of cpu and memory, where any object names them.
fn missing(names: &Names) -> [Option<Symbol>; 2] {
    [names.get("cpu"), names.get("memory")]
}

/// Cpu and memory of a container, with the defaults for what it does not name.
fn with_defaults(list: &Resources, requests: &Amounts, symbols: [Option<Symbol>; 2]) -> [i64; 2] {
    let [cpu, memory] =
        symbols.map(|symbol| symbol.is_some_and(|symbol| list.get(symbol).is_some()));
    [
        if cpu {
            requests.get(ResourceId::CPU)
        } else {
            DEFAULT_CPU
        },
        if memory {
            requests.get(ResourceId::MEMORY)
        } else {
            DEFAULT_MEMORY
        },
    ]
}

fn add(one: &mut [i64; 2], other: [i64; 2]) {
    for (one, other) in one.iter_mut().zip(other) {
        *one = one.saturating_add(other);
    }
}

fn raise(one: &mut [i64; 2], other: [i64; 2]) {
    for (one, other) in one.iter_mut().zip(other) {
        *one = other.max(*one);
    }
}
