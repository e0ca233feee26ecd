//! Reads the workloads that create pods from a template: `Deployment`, `ReplicaSet`, `StatefulSet`,
//! `ReplicationController`, `Job`.

use schedscope_objects::{
    diagnostic::DiagnosticCode,
    kind::ObjectKind,
    labels::Labels,
    names::Symbol,
    pod::{Job, MOST_REPLICAS, Pod, RestCause, Resting, Workload},
    selector::{LabelSelector, Selector},
    taint::{DAEMON_TOLERATIONS, Toleration, TolerationOperator},
    update_strategy::UpdateStrategy,
};
use schedscope_text::tree::{ValueId, ValueKind};

use crate::decode::{
    Decoder, FieldPath, Meta, admission, claim::annotation, clip, kind::report_maker, labels, pod,
    schedule, selector, update_strategy, volumes,
};

/// The fields of `spec` and `status` that only some of the kinds have.
#[derive(Default)]
struct Counts<'a> {
    replicas: Option<u32>,
    completions: Option<u32>,
    succeeded: u32,
    /// `paused` of a Deployment, `suspend` of a Job, which then creates no pods.
    held: bool,
    first_ordinal: u32,
    /// `podManagementPolicy` is `Parallel`.
    parallel: bool,
    /// `completionMode`.
    mode: Option<&'a str>,
    /// `minReadySeconds`.
    ready_after: Option<u32>,
    /// `progressDeadlineSeconds`.
    deadline: Option<u32>,
    /// The pods that exist.
    existing: u32,
    /// A job that has ended creates no pods.
    ended: bool,
    update: UpdateStrategy,
    /// `status.updateRevision`.
    revision: Symbol,
    /// Reason and message of a condition that is a failure.
    failure: (Symbol, Symbol),
}

/// The fields of `spec` that are read of a kind.
fn spec_fields(kind: &str) -> &'static [&'static str] {
    match kind {
        "Job" => &[
            "parallelism",
            "completions",
            "suspend",
            "template",
            "completionMode",
            "backoffLimit",
            "activeDeadlineSeconds",
        ],
        "Deployment" => &[
            "replicas",
            "selector",
            "template",
            "paused",
            "strategy",
            "minReadySeconds",
            "progressDeadlineSeconds",
        ],
        "StatefulSet" => &[
            "replicas",
            "selector",
            "template",
            "ordinals",
            "podManagementPolicy",
            "volumeClaimTemplates",
            "updateStrategy",
        ],
        _ => &["replicas", "selector", "template"],
    }
}

pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, kind: &str, meta: &Meta) -> Workload {
    let is_job = kind == "Job";
    let mut template = None;
    let mut selector = None;
    let mut claims = Vec::new();
    let mut spec = root;
    let mut counts = Counts::default();
    fields!(d, root, |d, part, at, path| match part {
        "spec" => {
            spec = at;
            let known = spec_fields(kind);
            d.fields(at, path, known, &mut |d, field, at, path| match field {
                "template" => template = Some((at, decode_template(d, at, path))),
                "selector" => selector = Some(decode_selector(d, at, path, kind)),
                "suspend" | "paused" => counts.held = d.boolean(at, path).unwrap_or_default(),
                "podManagementPolicy" => {
                    let policy = d.word(at, path, &["OrderedReady", "Parallel"]);
                    counts.parallel = policy == Some("Parallel");
                }
                "ordinals" => d.field(at, path, "start", |d, at, path| {
                    counts.first_ordinal = count(d, at, path, i32::MAX).unwrap_or_default();
                }),
                "volumeClaimTemplates" => claims = volumes::claim_templates(d, at, path),
                "strategy" | "updateStrategy" => {
                    counts.update = update_strategy::decode(d, at, path, kind);
                }
                "completions" => counts.completions = count(d, at, path, i32::MAX),
                "completionMode" => counts.mode = d.word(at, path, &["NonIndexed", "Indexed"]),
                "backoffLimit" | "activeDeadlineSeconds" => _ = count(d, at, path, i32::MAX),
                "minReadySeconds" => counts.ready_after = count(d, at, path, i32::MAX),
                "progressDeadlineSeconds" => counts.deadline = count(d, at, path, i32::MAX),
                _ => counts.replicas = replicas(d, at, path),
            });
        }
        "status" => {
            if is_job {
                counts.decode_job_status(d, at, path);
            } else {
                counts.decode_status(d, at, path);
            }
        }
    });
    let path = FieldPath::Root.field("spec");
    if template.is_none() {
        let message = format!("a {kind} needs a `template`");
        d.missing(spec, &path, "template", &message);
    }
    counts.check(d, spec, &path);
    // Without a template, it owns pods but creates none.
    let is_run = template.is_some() && !counts.ended && !meta.deleting;
    let is_suspended = is_job && counts.held;
    let makes_pods = is_run && !is_suspended;
    let (at, mut template) = template.unwrap_or((spec, Pod::default()));
    let path = path.field("template");
    if at != spec {
        check_template(d, at, &path, &template, kind);
        if let Some(of) = d.get(at, "spec") {
            admission::mounts(d, of, &path.field("spec"), &claims);
        }
        if let Some((_, Some(selector))) = &selector {
            check_labels(d, at, &path, selector, &template.labels);
        }
    }
    if selector.is_none() && !is_job && is_current(d, root) {
        let message = format!("a {kind} needs a `selector`");
        d.missing(spec, &FieldPath::Root.field("spec"), "selector", &message);
    }
    // Without a selector, it selects by the labels of its template, if the version allows that.
    let has_default = !is_job && !is_current(d, root) && !template.labels.0.is_empty();
    let selector = match selector {
        Some((selector, _)) => Some(selector),
        None => has_default.then(|| of_labels(&template.labels)),
    };
    let namespace = meta.namespace_or_default(d);
    template.namespace = namespace;
    template.name = meta.name;
    volumes::add_templates(&mut template, claims);
    template.created = meta.created;
    Workload {
        kind: d.names.intern(kind),
        namespace,
        name: meta.name,
        uid: meta.uid,
        owner: pod::owner(d, root),
        replicas: if makes_pods {
            counts.replicas.unwrap_or(1)
        } else {
            0
        },
        states_replicas: counts.replicas.is_some(),
        paused: counts.held && !is_suspended,
        one_by_one: kind == "StatefulSet" && !counts.parallel,
        first_ordinal: counts.first_ordinal,
        existing: counts.existing,
        update: counts.update,
        revision: counts.revision,
        failure: counts.failure,
        job: is_job.then(|| counts.job()),
        resting: (is_run && is_suspended).then(|| counts.resting(RestCause::Suspended)),
        selector,
        template,
    }
}

/// Reads `selector`, also as it is matched.
fn decode_selector(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    kind: &str,
) -> (LabelSelector, Option<Selector>) {
    let read = if kind == "ReplicationController" {
        of_labels(&labels::decode(d, at, path))
    } else {
        selector::decode(d, at, path)
    };
    let compiled = selector::check(&read, d, at, path);
    if read.is_empty() && kind != "Job" && matches!(d.tree.kind(at), ValueKind::Mapping) {
        let message = format!("an empty selector is not valid for a {kind}");
        d.refuse(at, path, message);
    }
    (read, compiled)
}

/// The annotation of a `DaemonSet` that counts the changes of its template.
const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";

/// Reads a `DaemonSet`: its template, and how many pods it has. Those are in the text, if at all.
pub(super) fn decode_daemon_set(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> Workload {
    let kind = ObjectKind::DaemonSet.name();
    let at = d.get(root, "kind").unwrap_or(root);
    report_maker(d, at, kind);
    let mut scheduled = 0;
    let (mut template, mut update) = (None, UpdateStrategy::default());
    fields!(d, root, &FieldPath::Root, |d, part, at, path| match part {
        "spec" => fields!(d, at, path, |d, field, at, path| match field {
            "template" => {
                let read = decode_template(d, at, path);
                check_template(d, at, path, &read, kind);
                template = Some(read);
            }
            "selector" => _ = decode_selector(d, at, path, kind),
            "updateStrategy" => update = update_strategy::decode(d, at, path, kind),
        }),
        "status" => d.field(at, path, "currentNumberScheduled", |d, at, path| {
            scheduled = count(d, at, path, i32::MAX).unwrap_or_default();
        }),
    });
    let namespace = meta.namespace_or_default(d);
    let generation = annotation(d, meta.annotations, TEMPLATE_GENERATION);
    let resting = (template.is_some() && !meta.deleting).then_some(Resting {
        cause: RestCause::Nodes,
        replicas: 1,
    });
    let mut template = template.unwrap_or_default();
    tolerate(&mut template, d);
    Workload {
        kind: d.names.intern(kind),
        namespace,
        name: meta.name,
        uid: meta.uid,
        existing: scheduled,
        update,
        revision: generation.unwrap_or_default(),
        template: Pod {
            namespace,
            name: meta.name,
            ..template
        },
        resting,
        ..Workload::default()
    }
}

/// Adds the tolerations that the controller gives the pods of every `DaemonSet`.
fn tolerate(template: &mut Pod, d: &mut Decoder<'_>) {
    let mut tolerations = std::mem::take(&mut template.tolerations).into_vec();
    tolerations.extend(DAEMON_TOLERATIONS.map(|(key, effect)| Toleration {
        key: d.names.intern(key),
        operator: TolerationOperator::Exists,
        value: Symbol::EMPTY,
        effect: Some(effect),
        seconds: None,
    }));
    template.tolerations = tolerations.into();
}

/// Reads a `CronJob`: the template of its Jobs. Their pods are in the text, if at all.
pub(super) fn decode_cron_job(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> Workload {
    let kind = ObjectKind::CronJob.name();
    let at = d.get(root, "kind").unwrap_or(root);
    report_maker(d, at, kind);
    let mut counts = Counts::default();
    let (mut template, mut is_suspended) = (None, false);
    fields!(d, root, &FieldPath::Root, |d, part, at, path| match part {
        "spec" => fields!(d, at, path, |d, field, at, path| match field {
            "suspend" => is_suspended = d.boolean(at, path).unwrap_or_default(),
            "schedule" => schedule::check(d, at, path),
            "concurrencyPolicy" => _ = d.word(at, path, &["Allow", "Forbid", "Replace"]),
            "jobTemplate" => d.field(at, path, "spec", |d, at, path| {
                fields!(d, at, path, |d, field, at, path| match field {
                    "parallelism" => counts.replicas = replicas(d, at, path),
                    "completions" => counts.completions = count(d, at, path, i32::MAX),
                    "template" => {
                        let read = decode_template(d, at, path);
                        check_template(d, at, path, &read, kind);
                        template = Some(read);
                    }
                });
            }),
        }),
    });
    if let Some(spec) = d.get(root, "spec") {
        let path = FieldPath::Root.field("spec");
        d.needs(spec, &path, "schedule", "a CronJob needs a `schedule`");
    }
    let namespace = meta.namespace_or_default(d);
    let cause = if is_suspended {
        RestCause::SuspendedSchedule
    } else {
        RestCause::Schedule
    };
    Workload {
        kind: d.names.intern(kind),
        namespace,
        name: meta.name,
        uid: meta.uid,
        job: Some(counts.job()),
        resting: (template.is_some() && !meta.deleting).then(|| counts.resting(cause)),
        template: Pod {
            namespace,
            name: meta.name,
            ..template.unwrap_or_default()
        },
        ..Workload::default()
    }
}

fn of_labels(labels: &Labels) -> LabelSelector {
    LabelSelector {
        match_labels: labels.0.to_vec(),
        match_expressions: Vec::new(),
    }
}

/// Rejects a workload whose selector does not match its template's labels.
fn check_labels(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    selector: &Selector,
    labels: &Labels,
) {
    if selector.matches(labels.as_slice(), d.names) {
        return;
    }
    let metadata = d.get(at, "metadata");
    let at = metadata
        .and_then(|node| d.get(node, "labels"))
        .unwrap_or(at);
    let path = path.field("metadata");
    let message = "`selector` does not match template `labels`".to_owned();
    d.refuse(at, &path.field("labels"), message);
}

impl Counts<'_> {
    fn resting(&self, cause: RestCause) -> Resting {
        Resting {
            cause,
            replicas: self.replicas.unwrap_or(1),
        }
    }

    /// Rejects counts that contradict each other.
    fn check(&self, d: &mut Decoder<'_>, spec: ValueId, path: &FieldPath<'_>) {
        if self.mode == Some("Indexed") && self.completions.is_none() {
            let message = "a Job whose `completionMode` is `Indexed` needs `completions`";
            d.missing(spec, path, "completions", message);
        }
        // The API server's default of the deadline is 600 seconds.
        let ready_after = self.ready_after.unwrap_or_default();
        if ready_after > 0 && self.deadline.unwrap_or(600) <= ready_after {
            let field = "progressDeadlineSeconds";
            let at = d.get(spec, field);
            let at = at.or_else(|| d.get(spec, "minReadySeconds"));
            let message = "must be greater than `minReadySeconds`; its default is 600";
            d.refuse(at.unwrap_or(spec), &path.field(field), message.to_owned());
        }
    }

    /// Without `completions` and `parallelism` a Job has one pod.
    fn job(&self) -> Job {
        Job {
            completions: match (self.completions, self.replicas) {
                (None, None) => Some(1),
                (completions, _) => completions,
            },
            succeeded: self.succeeded,
        }
    }

    fn decode_status(&mut self, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
        fields!(d, at, path, |d, field, at, path| match field {
            "replicas" => self.existing = count(d, at, path, i32::MAX).unwrap_or_default(),
            "updateRevision" => self.revision = d.symbol(at, path).unwrap_or_default(),
            "conditions" => self.failure = pod::failure(d, at, "ReplicaFailure"),
        });
    }

    fn decode_job_status(&mut self, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
        fields!(d, at, path, |d, field, at, path| match field {
            "succeeded" => self.succeeded = count(d, at, path, i32::MAX).unwrap_or_default(),
            "active" => self.existing = count(d, at, path, i32::MAX).unwrap_or_default(),
            "completionTime" => self.ended |= d.time(at, path).is_some(),
            "conditions" => {
                self.failure = pod::failure(d, at, "Failed");
                d.items(at, path, |d, item, _| {
                    let text = |key: &str| d.get(item, key).map(|node| d.text_of(node));
                    let is_end = matches!(text("type"), Some("Complete" | "Failed"));
                    self.ended |= is_end && text("status") == Some("True");
                });
            }
        });
    }
}

fn count(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>, most: i32) -> Option<u32> {
    let count = d.int32(at, path, 0..=most)?;
    Some(count.clamp(0, most) as u32)
}

/// A number of pods. The API server accepts more than are read.
fn replicas(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<u32> {
    let count = count(d, at, path, i32::MAX)?;
    if count > MOST_REPLICAS {
        let message =
            format!("`{count}`: schedscope creates at most {MOST_REPLICAS} pods of a workload");
        d.error(DiagnosticCode::OutOfRange, at, path, message);
    }
    Some(count.min(MOST_REPLICAS))
}

fn decode_template(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Pod {
    let mut template = Pod::default();
    let mut spec = None;
    fields!(d, at, path, |d, part, at, path| match part {
        "metadata" => d.field(at, path, "labels", |d, at, path| {
            template.labels = labels::decode(d, at, path);
            d.check_labels(at, path);
        }),
        "spec" => spec = Some(at),
    });
    match spec {
        // Read last, because it depends on the labels.
        Some(at) => pod::decode_spec(&mut template, d, at, &path.field("spec"), true),
        None => d.missing(at, path, "spec", "a template needs a `spec`"),
    }
    template
}

/// Checks what only the pods of Jobs have: an end.
fn check_template(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    template: &Pod,
    kind: &str,
) {
    check_restart(d, at, path, kind);
    let spec = d.get(at, "spec").filter(|_| template.has_deadline);
    if let Some(spec) = spec.filter(|_| !matches!(kind, "Job" | "CronJob")) {
        let at = d.get(spec, "activeDeadlineSeconds").unwrap_or(spec);
        let path = path.field("spec");
        let message = format!("is not supported for a {kind}");
        d.refuse(at, &path.field("activeDeadlineSeconds"), message);
    }
}

/// Checks `restartPolicy`: pods of a Job end, those of other workloads do not.
fn check_restart(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>, kind: &str) {
    let Some(spec) = d.get(at, "spec") else {
        return;
    };
    let node = d.get(spec, "restartPolicy");
    let policy = node.map_or("", |node| d.text_of(node));
    let allowed = match (kind, policy) {
        ("Job" | "CronJob", "" | "Always") => "`OnFailure` or `Never`",
        ("Job" | "CronJob", _) | (_, "" | "Always") => return,
        (_, "OnFailure" | "Never") => "`Always`",
        _ => return,
    };
    let message = if policy.is_empty() {
        format!("a {kind} needs a `restartPolicy`: {allowed}")
    } else {
        format!(
            "`{}` is not supported for a {kind}, use {allowed}",
            clip(policy)
        )
    };
    let path = path.field("spec");
    let code = if policy.is_empty() {
        DiagnosticCode::MissingField
    } else {
        DiagnosticCode::InvalidValue
    };
    let at = node.unwrap_or(spec);
    d.error(code, at, &path.field("restartPolicy"), message);
}

/// Whether the object's version requires a selector; former versions set a default.
fn is_current(d: &Decoder<'_>, root: ValueId) -> bool {
    let version = d.get(root, "apiVersion");
    version.is_none_or(|node| d.text_of(node) == "apps/v1")
}
