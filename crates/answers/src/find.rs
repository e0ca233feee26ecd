//! Objects of the text by a name, as people type it.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::{ObjectName, TextRange},
    kind::{KINDS, ObjectKind},
    names::Names,
    objects::Objects,
    order,
    pod::RestCause,
};
use schedscope_options::{misspelt::is_near, options};
use schedscope_pods::snapshot::ClusterSnapshot;

/// The maximum number of objects that are listed, and of those with a similar name.
const LISTED: usize = 100;
const NEAR: usize = 3;

options! {
    /// Options of `find`.
    pub struct FindOptions {
        /// The name of the object: `name`, `namespace/name`, `kind/name` or `kind/namespace/name`. A kind is written as
        /// kubectl takes it, such as `po`, `deployments.apps` or `Deployment`. A `CronJob` means the newest of its
        /// Jobs, if the input has one.
        name: String [needed],
        /// Only objects of this namespace, and objects without one.
        namespace: Option<String>,
    }
}

/// The objects that a name can mean.
#[answer(Default, Eq)]
pub struct FindAnswer {
    /// The objects with this name, by kind, each kind in the order of the input: at most 100. Pods include those that
    /// workloads have yet to create.
    pub objects: Vec<FoundObject>,
    /// If there is none: at most three objects whose names begin with this one, or differ from it by a letter or two.
    pub near: Vec<FoundObject>,
}

/// An object that a name can mean.
#[answer(Eq)]
pub struct FoundObject {
    /// The kind.
    pub kind: String,
    /// The namespace; empty for objects without one.
    pub namespace: String,
    /// The name.
    pub name: String,
    /// The range of the object in the input; of a pod that is not created yet, that of its workload.
    pub range: TextRange,
    /// Why it creates no pods, if it is a workload that could; absent: it creates them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resting: Option<RestCause>,
}

/// A name as it was typed.
#[derive(Clone, Copy, Debug)]
struct Sought<'a> {
    kind: Option<ObjectKind>,
    namespace: Option<&'a str>,
    /// Whether the namespace is a part of the name, so that no object without one is meant.
    is_namespaced: bool,
    name: &'a str,
    /// Whether the name is that of a `CronJob`, which stands for the newest of its Jobs.
    is_schedule: bool,
    /// Whether it is meant only if nothing else has the name.
    is_last: bool,
}

impl<'a> Sought<'a> {
    /// What a name can mean, the likeliest first: `a/b` is a kind with a name, or a namespace with a name.
    fn all(typed: &'a str, namespace: Option<&'a str>) -> Vec<Self> {
        let all = Self {
            kind: None,
            namespace,
            is_namespaced: false,
            name: typed,
            is_schedule: false,
            is_last: false,
        };
        let within = |namespace| Self {
            namespace: Some(namespace),
            is_namespaced: true,
            ..all
        };
        let parts: Vec<&str> = typed.split('/').collect();
        match parts[..] {
            [_] => vec![all, all.schedule()],
            [first, name] => {
                let mut of_kind = Self { name, ..all }.of(first);
                let within = Self {
                    name,
                    ..within(first)
                };
                of_kind.extend([within, within.schedule()]);
                of_kind
            }
            [kind, namespace, name] => Self {
                name,
                ..within(namespace)
            }
            .of(kind),
            _ => Vec::new(),
        }
    }

    /// The `CronJob` of the name, if nothing else has it.
    fn schedule(self) -> Self {
        Self {
            kind: Some(ObjectKind::Job),
            is_schedule: true,
            is_last: true,
            ..self
        }
    }

    /// The same of each kind that a word names: `deploy`, `deployments.apps`, `deployment.v1.apps`.
    fn of(self, word: &str) -> Vec<Self> {
        let word = word.to_ascii_lowercase();
        let (word, group) = word.split_once('.').unwrap_or((&word, ""));
        let of_kinds = |word: &str, is_schedule| {
            let kinds = kinds_named(word).filter(|kind| is_of_group(*kind, group));
            let sought = kinds.map(|kind| Self {
                kind: Some(kind),
                is_schedule,
                ..self
            });
            sought.collect::<Vec<_>>()
        };
        let mut all = of_kinds(word, false);
        if all.iter().any(|of| of.kind == Some(ObjectKind::CronJob)) {
            all.extend(of_kinds("job", true));
        }
        all
    }

    /// Whether a name is the one that is sought.
    fn is(&self, name: &str) -> bool {
        if self.is_schedule {
            self.minute(name).is_some()
        } else {
            name == self.name
        }
    }

    /// The minute at which a `CronJob` has created a Job: its controller writes it behind the name.
    fn minute(&self, name: &str) -> Option<u64> {
        name.strip_prefix(self.name)?
            .strip_prefix('-')?
            .parse()
            .ok()
    }

    /// Of the Jobs of a `CronJob`, leaves the newest of each namespace.
    fn keep_newest(&self, objects: &mut Vec<FoundObject>) {
        if !self.is_schedule {
            return;
        }
        let all = objects.clone();
        objects.retain(|one| {
            let newer = |other: &FoundObject| {
                other.namespace == one.namespace
                    && self.minute(&other.name) > self.minute(&one.name)
            };
            !all.iter().any(newer)
        });
    }

    /// Whether an object can be meant, if its name is the one.
    fn admits(&self, kind: ObjectKind, namespace: &str) -> bool {
        self.kind.is_none_or(|of| of == kind)
            && self
                .namespace
                .is_none_or(|of| of == namespace || !self.is_namespaced && !kind.is_namespaced())
    }

    /// How far a name is from the one that is sought; `None`: too far.
    fn distance(&self, name: &str) -> Option<usize> {
        // The pods of a workload begin with its name.
        if name.starts_with(self.name) && self.name.len() > 1 {
            return Some(0);
        }
        is_near(self.name, name).then_some(1)
    }
}

/// Whether a kind is of an API group as it is typed: the group, a version and the group, or the version of a core kind.
fn is_of_group(kind: ObjectKind, typed: &str) -> bool {
    let info = kind.info();
    let is_version = |typed: &str| info.versions.contains(&typed);
    let with_version = || match typed.split_once('.') {
        Some((version, group)) => is_version(version) && group == info.group,
        None => info.group.is_empty() && is_version(typed),
    };
    typed.is_empty() || typed == info.group || with_version()
}

/// The kinds that kubectl means by a word, in small letters; `cluster` is what people say.
fn kinds_named(word: &str) -> impl Iterator<Item = ObjectKind> {
    let word = match word {
        "cluster" | "clusters" => "managedcluster",
        _ => word,
    };
    let word = word.to_owned();
    let is_it = move |names: &[&str], name: &str| {
        names.contains(&word.as_str()) || name.eq_ignore_ascii_case(&word)
    };
    let known = KINDS.iter();
    known
        .filter(move |known| is_it(known.kubectl, known.name))
        .map(|known| known.kind)
}

/// The objects that a name can mean; `locate` returns the range of an object in the input. O(objects).
pub fn find(
    objects: &Objects,
    snapshot: &ClusterSnapshot,
    options: &FindOptions,
    locate: impl Fn(&ObjectName) -> TextRange,
) -> FindAnswer {
    let names = &objects.names;
    let mut answer = FindAnswer::default();
    let mut near: Vec<(usize, FoundObject)> = Vec::new();
    for sought in Sought::all(&options.name, options.namespace.as_deref()) {
        if sought.is_last && answer.objects.iter().any(|one| !is_cron_job(one)) {
            continue;
        }
        each(objects, snapshot, names, |kind, namespace, name, object| {
            let is_meant = sought.admits(kind, namespace);
            let found = || FoundObject {
                kind: kind.name().to_owned(),
                namespace: namespace.to_owned(),
                name: name.to_owned(),
                range: TextRange::default(),
                resting: None,
            };
            let is_listed = answer.objects.len() < LISTED;
            if is_meant && sought.is(name) && is_listed {
                let found = FoundObject {
                    range: locate(&object()),
                    resting: resting(objects, (kind, namespace, name)),
                    ..found()
                };
                if !answer.objects.contains(&found) {
                    answer.objects.push(found);
                }
            } else if answer.objects.is_empty()
                && !sought.is_last
                && let Some(distance) = sought.distance(name)
            {
                let one = (distance, found());
                if !near.contains(&one) {
                    near.push(one);
                }
            }
        });
        sought.keep_newest(&mut answer.objects);
    }
    // The pods of a `CronJob` are those of its Jobs.
    if answer.objects.iter().any(|one| !is_cron_job(one)) {
        answer.objects.retain(|one| !is_cron_job(one));
    }
    if answer.objects.is_empty() {
        order::sort(&mut near, |(a, _), (b, _)| a.cmp(b));
        let near = near.into_iter().take(NEAR);
        answer.near = near.map(|(_, found)| found).collect();
    }
    answer
}

fn is_cron_job(found: &FoundObject) -> bool {
    found.kind == ObjectKind::CronJob.name()
}

/// Why a workload creates no pods, if it could. O(workloads).
fn resting(
    objects: &Objects,
    (kind, namespace, name): (ObjectKind, &str, &str),
) -> Option<RestCause> {
    let names = &objects.names;
    let workloads = objects.workloads.iter().filter(|_| kind.is_workload());
    let mut same = workloads.filter(|of| {
        names[of.kind] == *kind.name()
            && names[of.namespace] == *namespace
            && names[of.name] == *name
    });
    Some(same.next()?.resting?.cause)
}

/// Calls `visit` with the kind, the namespace and the name of each object, and with what names it in the input.
fn each(
    objects: &Objects,
    snapshot: &ClusterSnapshot,
    names: &Names,
    mut visit: impl FnMut(ObjectKind, &str, &str, &dyn Fn() -> ObjectName),
) {
    objects.each(|kind, namespace, name| {
        let (namespace, name) = (&names[namespace], &names[name]);
        let object = || ObjectName {
            kind: kind.name().to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        };
        visit(kind, namespace, name, &object);
    });
    for info in &snapshot.pods {
        if info.replica.is_some() {
            let (namespace, name) = (&names[info.pod.namespace], info.name(names));
            visit(ObjectKind::Pod, namespace, &name, &|| info.object(objects));
        }
    }
}
