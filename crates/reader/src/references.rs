//! Findings about references between objects.

mod admission;
mod links;
mod priority;
mod timeline;

use std::fmt;

use admission::RuntimeRefusal;
use links::{needed_class, slot_size};
use rustc_hash::FxHashMap;
use schedscope_objects::{
    diagnostic::{DiagnosticCode, ObjectName, Severity},
    expansion::MOST_PODS,
    id::Id as _,
    ids,
    names::{Names, Symbol},
    object::Object,
    objects::Objects,
    pod::Pod,
    policy::{PriorityClass, PriorityRefusal},
    virtual_machine::VirtualMachine,
};
use schedscope_text::tree::Tree;
use timeline::{MissingReason, NameableObjects};
pub use timeline::{Reference, TimelinePath, references};

use crate::{
    Reader,
    decode::{Cause, LocatedObject, PieceDiagnostic},
    locations::field,
    read_piece::{parse, roots},
};

/// The maximum number of findings.
const MOST: usize = 1000;

ids! {
    /// A diagnostic of a [`ReferenceCheck`], in the order of the text.
    pub struct DiagnosticId;
}

/// The state of the name of a node or a priority class.
#[derive(Clone, Copy, Default)]
enum NameState {
    /// No object has the name or refers to it so far.
    #[default]
    Unused,
    /// The text has an object of this name.
    Defined,
    /// Objects refer to the name, and no object has it.
    Missing(DiagnosticId),
}

/// A diagnostic that is not located in the text yet.
struct UnplacedDiagnostic<'r> {
    piece: usize,
    located: &'r LocatedObject,
    severity: Severity,
    code: DiagnosticCode,
    path: DiagnosticPath,
    problem: ReferenceProblem,
}

/// The path of a finding in its object.
#[derive(Clone, Copy)]
enum DiagnosticPath {
    Field(&'static str),
    Timeline(timeline::TimelinePath),
}

impl fmt::Display for DiagnosticPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(path) => f.write_str(path),
            Self::Timeline(place) => place.fmt(f),
        }
    }
}

enum ReferenceProblem {
    /// A node that is not in the text, and how many pods are on it.
    Node(Symbol, u32),
    /// A node that is not in the text, for which a pod is nominated.
    Nominated(Symbol),
    /// A class that is not in the text, and the number of references.
    Class(Symbol, u32),
    /// Another global default is in effect.
    Default(Symbol),
    /// The API server computes another priority.
    Priority(PriorityRefusal),
    /// The API server takes no new pods in this namespace, which is being deleted.
    EndingNamespace(Symbol),
    /// The pod does not agree with its runtime class.
    Runtime(RuntimeRefusal),
    /// The workloads create too many pods.
    Pods,
    /// The VM that a pod runs is not in the text.
    Vm(Symbol),
    /// A VM's memory slots do not have the config's size, in bytes.
    SlotSize(i64),
    /// An object that the text lacks, and the number of references in the timeline.
    Reference(Reference, MissingReason, u32),
}

/// The findings so far, in text order.
#[derive(Default)]
struct ReferenceCheck<'r> {
    found: Vec<UnplacedDiagnostic<'r>>,
    /// The names of nodes, by symbol.
    nodes: Vec<NameState>,
    /// The names of priority classes, by symbol.
    classes: Vec<NameState>,
    /// The global default in effect.
    default: Option<&'r PriorityClass>,
    /// Whether the text has a node.
    has_nodes: bool,
    /// The size of memory slots in the only config of the VM plugin, in bytes; `None`: the text has none, or several.
    slot_size: Option<i64>,
    /// The replicas of the workloads so far.
    made: usize,
    /// The objects that timelines may refer to; `None`: the text has neither timelines nor VMs.
    nameable: Option<NameableObjects>,
    /// The diagnostic about each object that timelines refer to and the text lacks.
    lacking: FxHashMap<Reference, usize>,
}

impl Reader {
    /// Checks all references between objects again. O(pods + workloads + nodes), and parses the pieces of up to
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
        let mut check = ReferenceCheck {
            nodes: vec![NameState::Unused; objects.names.len()],
            classes: vec![NameState::Unused; objects.names.len()],
            has_nodes: !objects.nodes.is_empty(),
            slot_size: slot_size(objects),
            nameable: (!objects.virtual_machines.is_empty() || !objects.timelines.is_empty())
                .then(|| NameableObjects::of(objects)),
            ..ReferenceCheck::default()
        };
        for node in &objects.nodes {
            mark(&mut check.nodes, node.name);
        }
        for class in &objects.priority_classes {
            mark(&mut check.classes, class.name);
            let counts = class.global_default
                && check
                    .default
                    .is_none_or(|default| class.value < default.value);
            if counts {
                check.default = Some(class);
            }
        }
        for (index, located) in self.counting() {
            check.visit(index, located, objects);
        }
        check.found.truncate(MOST);
        let mut related = Vec::with_capacity(check.found.len());
        let mut tree = Tree::default();
        let mut parsed = None;
        for found in &check.found {
            if parsed
                .as_ref()
                .is_none_or(|(piece, _)| *piece != found.piece)
            {
                parsed = Some((found.piece, parse(&self.pieces[found.piece], &mut tree)));
            }
            let Some((_, parsed)) = &parsed else { continue };
            let place = self.pieces[found.piece].cut.place;
            let root = roots(&tree, parsed.source, place)
                .get(found.located.root as usize)
                .copied();
            let bytes = root.map_or(found.located.bytes, |root| {
                let (start, end) = field(&tree, parsed.source, root, &found.path.to_string());
                ((parsed.base + start) as u32, (parsed.base + end) as u32)
            });
            related.push((found.piece, self.finding(found, bytes)));
        }
        self.related = related;
    }

    /// Checks all references again if one of the pieces `[start, end)` has a finding, which may have moved.
    pub(super) fn relate_edited(&mut self, start: usize, end: usize) {
        let is_touched = |(piece, _): &(usize, PieceDiagnostic)| (start..end).contains(piece);
        if self.related.iter().any(is_touched) {
            self.relate();
        }
    }

    fn finding(&self, found: &UnplacedDiagnostic<'_>, bytes: (u32, u32)) -> PieceDiagnostic {
        let names = &self.objects.names;
        let message = match found.problem {
            ReferenceProblem::Node(node, count) => {
                let pods = if count == 1 {
                    "pod on it is"
                } else {
                    "pods on it are"
                };
                let node = &names[node];
                format!("node `{node}` is not in the input: {count} {pods} not counted")
            }
            ReferenceProblem::Nominated(node) => format!(
                "nominated node `{}` is not in the input: the pod counts as not nominated",
                &names[node]
            ),
            ReferenceProblem::Class(class, count) => {
                let class = &names[class];
                let more = match count {
                    1 => String::new(),
                    _ => format!(", {count} times in all"),
                };
                format!("priority class `{class}` is not in the input: priority 0 is used{more}")
            }
            ReferenceProblem::Default(class) => format!(
                "`{}` is already marked as default and is used: only one default can exist",
                &names[class]
            ),
            ReferenceProblem::Priority(refusal) => refusal.message(),
            ReferenceProblem::EndingNamespace(namespace) => format!(
                "Namespace `{}` is being deleted, and the API server takes no new pods in it",
                &names[namespace]
            ),
            ReferenceProblem::Runtime(refusal) => refusal.message(names),
            ReferenceProblem::Pods => {
                format!("at most {MOST_PODS} pods are created for all workloads together")
            }
            ReferenceProblem::Vm(vm) => format!(
                "VirtualMachine `{}` is not in the input: the plugin cannot use this pod",
                &names[vm]
            ),
            ReferenceProblem::SlotSize(size) => format!(
                "the plugin's `memBlockSize` is {size} bytes: it answers UnschedulableAndUnresolvable, and does not \
                 start while a pod of the VM is on a node"
            ),
            ReferenceProblem::Reference(reference, reason, count) => {
                let more = match count {
                    1 => String::new(),
                    _ => format!(", {count} times in all"),
                };
                format!("{}{more}", reason.message(reference, names))
            }
        };
        let (_, namespace, name) = found.located.object.identity();
        PieceDiagnostic {
            severity: found.severity,
            code: found.code,
            cause: Cause::OfCode,
            message,
            object: Some(ObjectName {
                kind: found.located.object.kind().to_owned(),
                namespace: names[namespace].to_owned(),
                name: names[name].to_owned(),
            }),
            path: found.path.to_string(),
            bytes,
        }
    }
}

impl<'r> ReferenceCheck<'r> {
    fn visit(&mut self, piece: usize, located: &'r LocatedObject, objects: &Objects) {
        let names = &objects.names;
        match &located.object {
            Object::Pod(pod) if !pod.phase.is_over() => {
                // Without a node, bound pods are not counted.
                if !pod.node.is_empty() && self.has_nodes {
                    self.count((false, pod.node), piece, located, "spec.nodeName");
                }
                let is_known = self.nodes.get(pod.nominated.index());
                let is_known = matches!(is_known, Some(NameState::Defined));
                let waits = pod.node.is_empty() && !pod.nominated.is_empty();
                if waits && self.has_nodes && !is_known {
                    self.found.push(UnplacedDiagnostic {
                        piece,
                        located,
                        severity: Severity::Warning,
                        code: DiagnosticCode::UnknownObject,
                        path: DiagnosticPath::Field("status.nominatedNodeName"),
                        problem: ReferenceProblem::Nominated(pod.nominated),
                    });
                }
                self.class(pod, piece, located, "spec.priorityClassName");
                self.admit(pod, (piece, located), false, objects);
                if pod.is_new() {
                    self.admit_new(pod, (piece, located), false, objects);
                }
                let nameable = self.nameable.as_ref();
                if let Some(vm) = nameable.and_then(|nameable| nameable.missing_vm(pod, names)) {
                    self.found.push(UnplacedDiagnostic {
                        piece,
                        located,
                        severity: Severity::Warning,
                        code: DiagnosticCode::UnknownObject,
                        path: DiagnosticPath::Field("metadata.labels[vm.neon.tech/name]"),
                        problem: ReferenceProblem::Vm(vm),
                    });
                }
            }
            Object::Workload(_, workload) => {
                let template = &workload.template;
                self.class(
                    template,
                    piece,
                    located,
                    "spec.template.spec.priorityClassName",
                );
                self.admit(template, (piece, located), true, objects);
                if workload.uid.is_empty() {
                    self.admit_new(template, (piece, located), true, objects);
                }
                let before = self.made;
                self.made += workload.replicas as usize;
                if before <= MOST_PODS && self.made > MOST_PODS {
                    let path = DiagnosticPath::Field(if workload.job.is_some() {
                        "spec.parallelism"
                    } else {
                        "spec.replicas"
                    });
                    self.found.push(UnplacedDiagnostic {
                        piece,
                        located,
                        severity: Severity::Warning,
                        code: DiagnosticCode::TooLarge,
                        path,
                        problem: ReferenceProblem::Pods,
                    });
                }
            }
            Object::PriorityClass(class) if class.global_default => {
                if let Some(default) = self.default
                    && default.name != class.name
                {
                    self.found.push(UnplacedDiagnostic {
                        piece,
                        located,
                        severity: Severity::Error,
                        code: DiagnosticCode::InvalidValue,
                        path: DiagnosticPath::Field("globalDefault"),
                        problem: ReferenceProblem::Default(default.name),
                    });
                }
            }
            Object::VirtualMachine(vm) => {
                self.slots(vm, piece, located);
                let nameable = self.nameable.as_ref();
                let is_alone = nameable.is_some_and(|nameable| nameable.stands_alone(vm));
                if is_alone && !vm.node.is_empty() && self.has_nodes {
                    self.count((false, vm.node), piece, located, "status.node");
                }
            }
            Object::Timeline(timeline) => references(timeline, &mut |reference, place| {
                self.refer(reference, place, piece, located, names);
            }),
            _ => {}
        }
    }

    /// Reports memory slots whose size differs from the config's.
    fn slots(&mut self, vm: &VirtualMachine, piece: usize, located: &'r LocatedObject) {
        let of_config = self.slot_size;
        let Some(size) = of_config.filter(|size| *size != vm.memory_slot_size.value()) else {
            return;
        };
        self.found.push(UnplacedDiagnostic {
            piece,
            located,
            severity: Severity::Error,
            code: DiagnosticCode::InvalidValue,
            path: DiagnosticPath::Field("spec.guest.memorySlotSize"),
            problem: ReferenceProblem::SlotSize(size),
        });
    }

    /// Reports each object that a timeline refers to and the text lacks once, at its first reference.
    fn refer(
        &mut self,
        reference: Reference,
        place: timeline::TimelinePath,
        piece: usize,
        located: &'r LocatedObject,
        names: &Names,
    ) {
        if let Some(&index) = self.lacking.get(&reference) {
            let found = self.found.get_mut(index).map(|found| &mut found.problem);
            if let Some(ReferenceProblem::Reference(_, _, count)) = found {
                *count += 1;
            }
            return;
        }
        let nameable = self.nameable.as_mut();
        let Some(reason) = nameable.and_then(|nameable| nameable.lacks(reference, names)) else {
            return;
        };
        self.lacking.insert(reference, self.found.len());
        self.found.push(UnplacedDiagnostic {
            piece,
            located,
            severity: Severity::Warning,
            code: DiagnosticCode::UnknownObject,
            path: DiagnosticPath::Timeline(place),
            problem: ReferenceProblem::Reference(reference, reason, 1),
        });
    }

    /// Checks the class of a pod, which a pod without `priority` requires.
    fn class(&mut self, pod: &Pod, piece: usize, located: &'r LocatedObject, path: &'static str) {
        let class = needed_class(pod);
        if !class.is_empty() {
            self.count((true, class), piece, located, path);
        }
    }

    /// Reports each node or class that is not in the text once, at its first reference.
    fn count(
        &mut self,
        (is_class, name): (bool, Symbol),
        piece: usize,
        located: &'r LocatedObject,
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
        match *slot {
            NameState::Unused => *slot = NameState::Missing(DiagnosticId::new(self.found.len())),
            NameState::Defined => return,
            NameState::Missing(id) => {
                let found = self.found.get_mut(id.index());
                if let Some(ReferenceProblem::Node(_, count) | ReferenceProblem::Class(_, count)) =
                    found.map(|f| &mut f.problem)
                {
                    *count += 1;
                }
                return;
            }
        }
        self.found.push(UnplacedDiagnostic {
            piece,
            located,
            severity: if is_class {
                Severity::Warning
            } else {
                Severity::Info
            },
            code: DiagnosticCode::UnknownObject,
            path: DiagnosticPath::Field(path),
            problem: if is_class {
                ReferenceProblem::Class(name, 1)
            } else {
                ReferenceProblem::Node(name, 1)
            },
        });
    }
}

fn mark(table: &mut [NameState], name: Symbol) {
    if let Some(slot) = table.get_mut(name.index()) {
        *slot = NameState::Defined;
    }
}
