//! Findings about objects that name each other.

mod timeline;

use std::fmt;

use rustc_hash::FxHashMap;
use schedscope_objects::{
    diagnostic::{Code, ObjectName, Severity},
    expansion::MOST_PODS,
    names::{Names, Symbol},
    object::Object,
    pod::Pod,
    policy::PriorityClass,
    virtual_machine::VM_NAME_LABEL,
};
use schedscope_text::tree::Tree;
use timeline::{Lack, Reference, World, references};

use crate::{
    Reader,
    chunk::{Chunk, parse, roots},
    decode::{Finding, Placed},
    places::field,
};

/// More findings than this help nobody.
const MOST: usize = 1000;

/// The object is in the text.
const KNOWN: u32 = u32::MAX;

/// What was found, until its place in the text is known.
struct Found<'r> {
    chunk: usize,
    placed: &'r Placed,
    severity: Severity,
    code: Code,
    path: FoundPath,
    what: What,
}

/// Where in its object something was found.
#[derive(Clone, Copy)]
enum FoundPath {
    Field(&'static str),
    Timeline(timeline::Place),
}

impl fmt::Display for FoundPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(path) => f.write_str(path),
            Self::Timeline(place) => place.fmt(f),
        }
    }
}

enum What {
    /// A node that is not in the text, and how many pods are on it.
    Node(Symbol, u32),
    /// A class that is not in the text, and how often it is named.
    Class(Symbol, u32),
    /// There is another global default, which counts.
    Default(Symbol),
    /// Too many pods would be made.
    Pods,
    /// The VM that a pod runs is not in the text.
    Vm(Symbol),
    /// A timeline names what the text lacks, so often.
    Reference(Reference, Lack, u32),
}

/// Everything that is found, in the order of the text.
#[derive(Default)]
struct Search<'r> {
    found: Vec<Found<'r>>,
    /// By symbol: [`KNOWN`], or the number of the finding about the node, from 1.
    nodes: Vec<u32>,
    /// Likewise of classes.
    classes: Vec<u32>,
    /// The global default that counts.
    default: Option<&'r PriorityClass>,
    /// Whether the text has any node.
    has_nodes: bool,
    /// What workloads want so far.
    made: usize,
    /// What timelines may name, where there are any, or VMs.
    world: Option<World>,
    /// The finding about each thing that timelines name and the text lacks.
    lacking: FxHashMap<Reference, usize>,
}

impl Reader {
    /// Looks anew at what objects name. O(pods + workloads + nodes), and reads the pieces of up to
    /// [`MOST`] findings again.
    pub(super) fn relate(&mut self) {
        let objects = &self.objects;
        let is_idle = objects.pods.is_empty()
            && objects.workloads.is_empty()
            && objects.priority_classes.is_empty()
            && objects.virtual_machines.is_empty()
            && objects.timelines.is_empty();
        if is_idle {
            self.related.clear();
            return;
        }
        let mut search = Search {
            nodes: vec![0; objects.names.len()],
            classes: vec![0; objects.names.len()],
            has_nodes: !objects.nodes.is_empty(),
            world: (!objects.virtual_machines.is_empty() || !objects.timelines.is_empty())
                .then(|| World::of(objects)),
            ..Search::default()
        };
        for node in &objects.nodes {
            mark(&mut search.nodes, node.name);
        }
        for class in &objects.priority_classes {
            mark(&mut search.classes, class.name);
            let counts = class.global_default
                && search
                    .default
                    .is_none_or(|default| class.value < default.value);
            if counts {
                search.default = Some(class);
            }
        }
        for (index, chunk) in self.chunks.iter().enumerate() {
            for placed in chunk.objects() {
                search.visit(index, placed, &objects.names);
            }
        }
        search.found.truncate(MOST);
        let mut related = Vec::with_capacity(search.found.len());
        let mut tree = Tree::default();
        let mut parsed = None;
        for found in &search.found {
            if parsed
                .as_ref()
                .is_none_or(|(chunk, _)| *chunk != found.chunk)
            {
                parsed = Some((found.chunk, parse(&self.chunks[found.chunk], &mut tree)));
            }
            let Some((_, parsed)) = &parsed else { continue };
            let place = self.chunks[found.chunk].piece.place;
            let root = roots(&tree, parsed.source, place)
                .get(found.placed.root as usize)
                .copied();
            let bytes = root.map_or(found.placed.bytes, |root| {
                let (start, end) = field(&tree, parsed.source, root, &found.path.to_string());
                ((parsed.base + start) as u32, (parsed.base + end) as u32)
            });
            related.push((found.chunk, self.finding(found, bytes)));
        }
        self.related = related;
    }

    /// Looks anew if something was found in the pieces `[start, end)`: its place may have moved.
    pub(super) fn relate_edited(&mut self, start: usize, end: usize) {
        let is_touched = |(chunk, _): &(usize, Finding)| (start..end).contains(chunk);
        if self.related.iter().any(is_touched) {
            self.relate();
        }
    }

    /// All that findings about the objects of the pieces `[start, end)` follow from, besides their
    /// names.
    pub(super) fn links(&self, start: usize, end: usize) -> Vec<(Symbol, Symbol, i64)> {
        let chunks = self.chunks[start..end].iter();
        let placed = chunks.flat_map(Chunk::objects);
        let label = self.objects.names.get(VM_NAME_LABEL);
        let mut links = Vec::new();
        for placed in placed {
            match &placed.object {
                Object::Pod(pod) if !pod.phase.is_over() => {
                    links.push((pod.node, needed_class(pod), 0));
                    let vm = label.and_then(|label| pod.labels.get(label));
                    links.extend(vm.map(|vm| (vm, Symbol::EMPTY, 0)));
                }
                Object::Workload(_, workload) => {
                    let class = needed_class(&workload.template);
                    links.push((Symbol::EMPTY, class, i64::from(workload.replicas)));
                }
                Object::PriorityClass(class) => {
                    let value = 2 * i64::from(class.value) + i64::from(class.global_default);
                    links.push((Symbol::EMPTY, Symbol::EMPTY, value));
                }
                Object::VirtualMachine(vm) => links.push((vm.pod_name, vm.node, 0)),
                Object::ConfigMap(map) => {
                    let has_config = i64::from(map.config.is_some());
                    links.push((Symbol::EMPTY, Symbol::EMPTY, has_config));
                }
                Object::Timeline(timeline) => {
                    references(timeline, &mut |reference, _| links.push(reference.parts()));
                }
                _ => {}
            }
        }
        links
    }

    fn finding(&self, found: &Found<'_>, bytes: (u32, u32)) -> Finding {
        let names = &self.objects.names;
        let message = match found.what {
            What::Node(node, count) => {
                let pods = if count == 1 {
                    "pod on it is"
                } else {
                    "pods on it are"
                };
                let node = &names[node];
                format!("node `{node}` is not in the text: {count} {pods} not counted")
            }
            What::Class(class, count) => {
                let class = &names[class];
                let more = match count {
                    1 => String::new(),
                    _ => format!(", {count} times in all"),
                };
                format!("priority class `{class}` is not in the text: priority 0 is used{more}")
            }
            What::Default(class) => format!(
                "`{}` is already marked as default and is used: only one default can exist",
                &names[class]
            ),
            What::Pods => {
                format!("at most {MOST_PODS} pods are created for all workloads together")
            }
            What::Vm(vm) => format!(
                "VirtualMachine `{}` is not in the text: the plugin cannot use this pod",
                &names[vm]
            ),
            What::Reference(reference, lack, count) => {
                let more = match count {
                    1 => String::new(),
                    _ => format!(", {count} times in all"),
                };
                format!("{}{more}", lack.message(reference, names))
            }
        };
        let (_, namespace, name) = found.placed.object.identity();
        Finding {
            severity: found.severity,
            code: found.code,
            message,
            object: Some(ObjectName {
                kind: found.placed.object.kind().to_owned(),
                namespace: names[namespace].to_owned(),
                name: names[name].to_owned(),
            }),
            path: found.path.to_string(),
            bytes,
        }
    }
}

impl<'r> Search<'r> {
    fn visit(&mut self, chunk: usize, placed: &'r Placed, names: &Names) {
        match &placed.object {
            Object::Pod(pod) if !pod.phase.is_over() => {
                // Without any node nothing is counted anyway.
                if !pod.node.is_empty() && self.has_nodes {
                    self.count((false, pod.node), chunk, placed, "spec.nodeName");
                }
                self.class(pod, chunk, placed, "spec.priorityClassName");
                let world = self.world.as_ref();
                if let Some(vm) = world.and_then(|world| world.missing_vm(pod, names)) {
                    self.found.push(Found {
                        chunk,
                        placed,
                        severity: Severity::Warning,
                        code: Code::UnknownObject,
                        path: FoundPath::Field("metadata.labels[vm.neon.tech/name]"),
                        what: What::Vm(vm),
                    });
                }
            }
            Object::Workload(_, workload) => {
                let template = &workload.template;
                self.class(
                    template,
                    chunk,
                    placed,
                    "spec.template.spec.priorityClassName",
                );
                let before = self.made;
                self.made += workload.replicas as usize;
                if before <= MOST_PODS && self.made > MOST_PODS {
                    let path = FoundPath::Field(if workload.job.is_some() {
                        "spec.parallelism"
                    } else {
                        "spec.replicas"
                    });
                    self.found.push(Found {
                        chunk,
                        placed,
                        severity: Severity::Warning,
                        code: Code::TooLarge,
                        path,
                        what: What::Pods,
                    });
                }
            }
            Object::PriorityClass(class) if class.global_default => {
                if let Some(default) = self.default
                    && default.name != class.name
                {
                    self.found.push(Found {
                        chunk,
                        placed,
                        severity: Severity::Error,
                        code: Code::InvalidValue,
                        path: FoundPath::Field("globalDefault"),
                        what: What::Default(default.name),
                    });
                }
            }
            Object::VirtualMachine(vm) => {
                let world = self.world.as_ref();
                let is_alone = world.is_some_and(|world| world.stands_alone(vm));
                if is_alone && !vm.node.is_empty() && self.has_nodes {
                    self.count((false, vm.node), chunk, placed, "status.node");
                }
            }
            Object::Timeline(timeline) => references(timeline, &mut |reference, place| {
                self.refer(reference, place, chunk, placed, names);
            }),
            _ => {}
        }
    }

    /// Reports what a timeline names and the text lacks once, where it is named first.
    fn refer(
        &mut self,
        reference: Reference,
        place: timeline::Place,
        chunk: usize,
        placed: &'r Placed,
        names: &Names,
    ) {
        if let Some(&index) = self.lacking.get(&reference) {
            let found = self.found.get_mut(index).map(|found| &mut found.what);
            if let Some(What::Reference(_, _, count)) = found {
                *count += 1;
            }
            return;
        }
        let world = self.world.as_mut();
        let Some(lack) = world.and_then(|world| world.lacks(reference, names)) else {
            return;
        };
        self.lacking.insert(reference, self.found.len());
        self.found.push(Found {
            chunk,
            placed,
            severity: Severity::Warning,
            code: Code::UnknownObject,
            path: FoundPath::Timeline(place),
            what: What::Reference(reference, lack, 1),
        });
    }

    /// A pod without a priority of its own needs its class.
    fn class(&mut self, pod: &Pod, chunk: usize, placed: &'r Placed, path: &'static str) {
        let class = needed_class(pod);
        if !class.is_empty() {
            self.count((true, class), chunk, placed, path);
        }
    }

    /// Reports a node or a class that is not in the text once, where it is named first.
    fn count(
        &mut self,
        (is_class, name): (bool, Symbol),
        chunk: usize,
        placed: &'r Placed,
        path: &'static str,
    ) {
        let table = if is_class {
            &mut self.classes
        } else {
            &mut self.nodes
        };
        let Some(slot) = table.get_mut(name.index()) else {
            return;
        };
        if *slot == KNOWN {
            return;
        }
        if let Some(index) = slot.checked_sub(1) {
            let found = self.found.get_mut(index as usize);
            if let Some(What::Node(_, count) | What::Class(_, count)) = found.map(|f| &mut f.what) {
                *count += 1;
            }
            return;
        }
        *slot = self.found.len() as u32 + 1;
        self.found.push(Found {
            chunk,
            placed,
            severity: if is_class {
                Severity::Warning
            } else {
                Severity::Info
            },
            code: Code::UnknownObject,
            path: FoundPath::Field(path),
            what: if is_class {
                What::Class(name, 1)
            } else {
                What::Node(name, 1)
            },
        });
    }
}

/// The class that a pod has its priority from; empty: it needs none.
fn needed_class(pod: &Pod) -> Symbol {
    match pod.priority {
        Some(_) => Symbol::EMPTY,
        None => pod.priority_class,
    }
}

fn mark(table: &mut [u32], name: Symbol) {
    if let Some(slot) = table.get_mut(name.index()) {
        *slot = KNOWN;
    }
}
