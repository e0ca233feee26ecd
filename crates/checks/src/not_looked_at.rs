//! The fields and objects that are not modelled and affect an answer.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::{Encoding, ObjectName, Severity, TextRange},
    kind::ObjectKind,
    kubernetes_version::{KubernetesVersion, VersionedRule},
    names::{Names, Symbol},
    node::Node,
    not_looked_at::{NotLookedAtReason, TouchedAnswer, TouchedPods},
    objects::Objects,
    pod::VolumeSource,
    scheduler_configuration::feasible_nodes_to_find,
};
use schedscope_pods::snapshot::PodInfo;
use schedscope_reader::{NotLookedAtPlace, Reader, decode::Overlooked};

use crate::{
    Check, Fact,
    context::{About, Context},
    uses::{Scheduling, Uses},
};

/// What is in the pods themselves, or changes them: it can change their answer.
pub(crate) const NOT_MODELLED: Check = Check::before(Severity::Warning, |context| {
    let rows = context.not_looked_at().iter().filter(|row| row.is_first);
    let data = rows.map(|row| row.row.clone());
    data.map(|data| Fact::NotModelled { data }).collect()
});

/// What is next to the pods.
pub(crate) const NOT_LOOKED_AT: Check = Check::after(Severity::Warning, |context| {
    let rows = context.not_looked_at().iter().filter(|row| !row.is_first);
    let data = rows.map(|row| row.row.clone());
    data.map(|data| Fact::NotLookedAt { data }).collect()
});

/// Something of the input that is not modelled and can change a scheduler's answer, in all objects that have it.
#[answer(Eq)]
pub struct NotLookedAt {
    /// The first object that has it.
    pub object: ObjectName,
    /// The path of the field in that object; empty for the object itself.
    pub path: String,
    /// Why it matters.
    pub why: NotLookedAtReason,
    /// The plugin of a scheduler's configuration that is not applied; else `null`.
    pub plugin: Option<String>,
    /// The range of the field, or of the object's kind. `null`: it stands at no one place.
    pub range: Option<TextRange>,
    /// The fields that are meant: the path with `[]` for any item of a list and `*` for any end of a key; empty for
    /// objects.
    pub field: String,
    /// Whether it stands in a pod that the answer schedules, or in the workload that makes the pod.
    pub own: bool,
    /// The number of objects that have it.
    pub count: usize,
    /// The next objects that have it, at most 4.
    pub more: Vec<ObjectName>,
}

/// A row, and whether it comes before the answer.
#[derive(Clone, Debug)]
pub(crate) struct PlacedRow {
    row: NotLookedAt,
    is_first: bool,
}

/// The rows that affect an answer. What is in its pods can change their answer and comes first, with what is next to
/// the pods for the same reason; so do quotas that are not read.
pub(crate) fn of_answer(context: &Context<'_>) -> Vec<PlacedRow> {
    let (reader, encoding) = (context.reader, context.encoding);
    let (mut rows, says_volumes) = match &context.about {
        About::Text => return Vec::new(),
        About::Placement(of) if of.is_part => return Vec::new(),
        About::Placement(_) => (of_all(reader, TouchedAnswer::Decide, encoding), false),
        About::Vms(_) => (of_all(reader, TouchedAnswer::VmTimeline, encoding), false),
        About::Pods(pods) => match &pods.uses {
            Uses::Whole => {
                let rows = of_text(reader, encoding).into_iter();
                let placed = |row| PlacedRow {
                    row,
                    is_first: false,
                };
                return rows.map(placed).collect();
            }
            Uses::Lists => (of_all(reader, TouchedAnswer::Pods, encoding), false),
            Uses::Counts(answer) => (of_all(reader, *answer, encoding), false),
            Uses::Schedules(of) => (
                of_pods(reader, (of, pods.version.version), encoding),
                of.says.volumes,
            ),
        },
    };
    // The answer says that a pod names its scheduler.
    rows.retain(|row| row.why != NotLookedAtReason::OtherScheduler);
    let mut first: Vec<NotLookedAtReason> = Vec::new();
    for row in &rows {
        let is_volume = row.why == NotLookedAtReason::Volumes;
        let is_said = says_volumes && is_volume && row.own;
        let is_first =
            row.own || is_volume || OF_PODS.contains(&row.why) || OF_QUOTAS.contains(&row.why);
        if is_first && !is_said {
            first.push(row.why);
        }
    }
    let rows = rows.into_iter().map(|row| PlacedRow {
        is_first: first.contains(&row.why),
        row,
    });
    rows.collect()
}

/// What changes the pods of an answer without being in them.
const OF_PODS: [NotLookedAtReason; 3] = [
    NotLookedAtReason::AutoscaledReplicas,
    NotLookedAtReason::NamespaceAdmission,
    NotLookedAtReason::ClusterResourceQuota,
];

/// Quotas with rules of their own, without which no answer about their pods is right.
const OF_QUOTAS: [NotLookedAtReason; 3] = [
    NotLookedAtReason::KueueQuota,
    NotLookedAtReason::VolcanoQueue,
    NotLookedAtReason::KoordinatorQuota,
];

/// The maximum number of objects named after the first.
const MORE: usize = 4;

/// The pods that an answer schedules, as far as the table requires.
#[derive(Debug, Default)]
struct ScheduledPods {
    /// The objects that define the pods: kind, namespace, name.
    objects: FxHashSet<(Symbol, Symbol, Symbol)>,
    /// The namespaces of those that are not stored yet.
    new_namespaces: FxHashSet<Symbol>,
    /// The schedulers of the pods; the default one for pods that name none.
    schedulers: FxHashSet<Symbol>,
    /// Whether one of them has a claim.
    have_claims: bool,
    /// The workload whose pods the answer makes itself.
    made: Option<(Symbol, Symbol, Symbol)>,
}

impl ScheduledPods {
    fn add(&mut self, pod: &PodInfo, objects: &Objects) {
        let workload = pod.replica.map(|replica| replica.workload as usize);
        let kind = match workload.and_then(|workload| objects.workloads.get(workload)) {
            Some(workload) => workload.kind,
            None => objects.names.get("Pod").unwrap_or_default(),
        };
        self.objects.insert((kind, pod.pod.namespace, pod.pod.name));
        self.have_claims |= pod.pod.volumes.iter().any(|volume| {
            use VolumeSource::{Claim, Ephemeral, Template};
            matches!(volume.source, Claim(_) | Ephemeral(_) | Template(..))
        });
        let named = pod.pod.scheduler_name;
        let default = || objects.names.get("default-scheduler").unwrap_or_default();
        self.schedulers
            .insert(if named.is_empty() { default() } else { named });
        if !pod.pod.is_stored {
            self.new_namespaces.insert(pod.pod.namespace);
        }
    }

    fn has(&self, found: &Overlooked) -> bool {
        self.objects
            .contains(&(found.kind, found.namespace, found.name))
    }

    /// Whether an entry affects one of the pods; `reasons`: those of the pods' own entries.
    fn is_touched(&self, place: &NotLookedAtPlace<'_>, reasons: &[NotLookedAtReason]) -> bool {
        if place.rule.reason == NotLookedAtReason::PodsNotMade
            && (self.made == Some(identity(place.found)) || self.has(place.found))
        {
            return false;
        }
        match place.rule.pods {
            TouchedPods::Own => self.has(place.found),
            TouchedPods::OfReason => reasons.contains(&place.rule.reason),
            TouchedPods::NewOfThis => self.new_namespaces.contains(&place.found.name),
            TouchedPods::New => !self.new_namespaces.is_empty(),
            TouchedPods::WithClaims => self.have_claims,
            TouchedPods::OfProfile => self.schedulers.contains(&place.found.name),
            TouchedPods::Every => true,
        }
    }
}

/// All fields and objects of the input that are not modelled and can change a scheduler's answer. O(pieces + rows),
/// or O(1) without any.
fn of_text(reader: &Reader, encoding: Encoding) -> Vec<NotLookedAt> {
    let places = reader.not_looked_at().map(|place| (false, place));
    let mut rows = rows(reader, places.collect(), encoding);
    let objects = reader.objects();
    let configurations = objects.scheduler_configurations.iter();
    let profiles = configurations.flat_map(|one| &one.profiles);
    let mut percentages: Vec<_> = profiles.map(|profile| profile.percentage).collect();
    if percentages.is_empty() {
        percentages.push(None);
    }
    let nodes = objects.nodes.len();
    let mut enough = percentages
        .iter()
        .map(|p| feasible_nodes_to_find(nodes, *p));
    if enough.any(|enough| enough < nodes) {
        rows.extend(sampling(reader));
    }
    rows
}

/// The rows that affect an answer that schedules pods: those of the pods first.
fn of_pods(
    reader: &Reader,
    (of, version): (&Scheduling<'_>, KubernetesVersion),
    encoding: Encoding,
) -> Vec<NotLookedAt> {
    let mut rows = touching(reader, (of.answer, version), encoding, |pods, objects| {
        for pod in &of.pods {
            pods.add(pod, objects);
        }
        pods.made = of.makes;
    });
    // A scheduler filters at least 100 nodes.
    if of.feasible > 100
        && of
            .pods
            .iter()
            .any(|pod| of.feasible > enough_nodes(reader, pod))
    {
        rows.extend(sampling(reader));
    }
    if version.has(VersionedRule::StorageCapacityScores) {
        rows.extend(capacity_scores(reader, of, encoding));
    }
    rows
}

/// The row about nodes that `VolumeBinding` scores by their storage, where several are scored for a pod.
fn capacity_scores(
    reader: &Reader,
    of: &Scheduling<'_>,
    encoding: Encoding,
) -> Option<NotLookedAt> {
    let (_, rule) = NotLookedAtReason::StorageCapacityScores.rule()?;
    let names = &reader.objects().names;
    let scored = of.pods.iter().filter(|info| of.scores.has(&info.pod));
    let mut classes: Vec<Symbol> = Vec::new();
    for class in scored.filter_map(|info| info.volumes.as_ref()?.measured) {
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    let mut objects = classes.iter().map(|class| ObjectName {
        kind: ObjectKind::StorageClass.name().to_owned(),
        namespace: String::new(),
        name: names[*class].to_owned(),
    });
    let object = objects.next()?;
    Some(NotLookedAt {
        path: String::new(),
        why: rule.reason,
        plugin: None,
        range: reader.locate(&object, "", encoding),
        field: rule.path.to_owned(),
        own: false,
        count: classes.len(),
        more: objects.take(MORE).collect(),
        object,
    })
}

/// The number of feasible nodes after which the pod's scheduler stops filtering.
fn enough_nodes(reader: &Reader, pod: &PodInfo) -> usize {
    let objects = reader.objects();
    let configurations = objects.scheduler_configurations.iter();
    let mut profiles = configurations.flat_map(|one| &one.profiles);
    let profile = profiles.find(|profile| profile.is_of(pod.pod.scheduler_name));
    let percentage = profile.and_then(|profile| profile.percentage);
    feasible_nodes_to_find(objects.nodes.len(), percentage)
}

/// The row about nodes that a scheduler does not filter.
fn sampling(reader: &Reader) -> Option<NotLookedAt> {
    let (_, rule) = NotLookedAtReason::NodeSampling.rule()?;
    let objects = reader.objects();
    let name = |node: &Arc<Node>| ObjectName {
        kind: "Node".to_owned(),
        namespace: String::new(),
        name: objects.names[node.name].to_owned(),
    };
    let object = name(objects.nodes.first()?);
    let more = objects.nodes.iter().skip(1).take(MORE);
    Some(NotLookedAt {
        path: String::new(),
        why: rule.reason,
        plugin: None,
        // The text has no place for the number of nodes, and locating a node takes O(objects).
        range: None,
        field: rule.path.to_owned(),
        own: false,
        count: objects.nodes.len(),
        more: more.map(name).collect(),
        object,
    })
}

/// The rows that affect an answer that is not about certain pods.
fn of_all(reader: &Reader, answer: TouchedAnswer, encoding: Encoding) -> Vec<NotLookedAt> {
    let places = reader.not_looked_at();
    let places = places.filter(|place| place.rule.reason.answers().contains(&answer));
    rows(
        reader,
        places.map(|place| (false, place)).collect(),
        encoding,
    )
}

fn touching(
    reader: &Reader,
    (answer, version): (TouchedAnswer, KubernetesVersion),
    encoding: Encoding,
    add: impl FnOnce(&mut ScheduledPods, &Objects),
) -> Vec<NotLookedAt> {
    let places = reader.not_looked_at();
    let places: Vec<_> = places
        .filter(|place| place.rule.reason.answers().contains(&answer) && place.rule.is_of(version))
        .collect();
    // The pods are collected only if a row may exist.
    if places.is_empty() {
        return Vec::new();
    }
    let mut pods = ScheduledPods::default();
    add(&mut pods, reader.objects());
    let own = places.iter().filter(|place| pods.has(place.found));
    let mut reasons: Vec<_> = own.map(|place| place.rule.reason).collect();
    reasons.sort_unstable_by_key(|reason| *reason as u8);
    reasons.dedup();
    let touched = places
        .into_iter()
        .filter(|place| pods.is_touched(place, &reasons));
    let touched = touched.map(|place| (pods.has(place.found), place));
    rows(reader, touched.collect(), encoding)
}

/// One row for each entry of the table, but one for each field of a scheduler's configuration: rows of the pods
/// themselves first, then in the order of the table.
fn rows(
    reader: &Reader,
    mut places: Vec<(bool, NotLookedAtPlace<'_>)>,
    encoding: Encoding,
) -> Vec<NotLookedAt> {
    // Stable: within an entry, the order of the text.
    places.sort_by_key(|(own, place)| (!own, place.index));
    let names = &reader.objects().names;
    let mut firsts = Vec::new();
    let mut rows: Vec<NotLookedAt> = Vec::new();
    let mut before: Option<(bool, NotLookedAtPlace<'_>)> = None;
    for (own, place) in places {
        let same = before.filter(|(its, before)| {
            // Each field of a scheduler's configuration has a row of its own.
            let is_one = place.rule.reason != NotLookedAtReason::SchedulerConfiguration
                || before.found.path == place.found.path;
            *its == own && before.index == place.index && is_one
        });
        if let (Some((_, before)), Some(row)) = (same, rows.last_mut()) {
            let is_other = identity(before.found) != identity(place.found);
            row.count += usize::from(is_other);
            if is_other && row.more.len() < MORE {
                row.more.push(object(place.found, names));
            }
        } else {
            firsts.push(place);
            rows.push(NotLookedAt {
                object: object(place.found, names),
                path: place.found.path.to_string(),
                why: place.rule.reason,
                plugin: reader.plugin_of(&place).map(str::to_owned),
                range: None,
                field: place.rule.path.to_owned(),
                own,
                count: 1,
                more: Vec::new(),
            });
        }
        before = Some((own, place));
    }
    for (row, range) in rows.iter_mut().zip(reader.ranges_of(&firsts, encoding)) {
        row.range = Some(range);
    }
    rows
}

fn identity(found: &Overlooked) -> (Symbol, Symbol, Symbol) {
    (found.kind, found.namespace, found.name)
}

fn object(found: &Overlooked, names: &Names) -> ObjectName {
    ObjectName {
        kind: names[found.kind].to_owned(),
        namespace: names[found.namespace].to_owned(),
        name: names[found.name].to_owned(),
    }
}
