//! Questions read from JSON, by the reader that reads Kubernetes' objects: it is there anyway, says
//! what is wrong and where, and a reader made for each kind of question would be a tenth of the
//! WebAssembly file.

mod vm;
mod vm_timeline;

use schedscope_answers::{
    pods::{
        list::{NodeListOptions, PodListOptions, PodState},
        score_nodes::{PlacePodOptions, WeightedResource},
    },
    quota::{
        cycle::SchedulePodOptions, explain::ExplainNodeOptions, queue::QueueOptions,
        queue_step::QueueMomentOptions,
    },
};
use schedscope_objects::{
    names::Names, object::Object, pod::Pod, policy::ElasticQuota, profile::Profile,
};
use schedscope_pods::score::limit_aware::BestEffort;
use schedscope_quota::events::{QuotaEvent, QuotaEventKind, QuotaEvents};
use schedscope_reader::decode::{Decoder, FieldPath, ListContext, clip, decode};
use schedscope_text::{
    json,
    json::Part,
    tree::{Tree, ValueId, ValueKind},
};

use crate::question::{CrossNodeOptions, Question};

const QUESTIONS: [&str; 15] = [
    "pods",
    "nodes",
    "placePod",
    "schedulePod",
    "explainNode",
    "crossNode",
    "quotas",
    "queue",
    "queueMoment",
    "quotaEvents",
    "vmTimeline",
    "vmMoment",
    "vmDump",
    "vmEvents",
    "vmLimits",
];

const SCORERS: [&str; 7] = [
    "LimitAware",
    "LeastAllocated",
    "MostAllocated",
    "RequestedToCapacityRatio",
    "BalancedAllocation",
    "NodeResourcesAllocatableLeast",
    "NodeResourcesAllocatableMost",
];

/// Reads a question.
///
/// # Errors
/// It is no JSON, no question, or an option is wrong: what is, and where.
pub(super) fn read(text: &str) -> Result<Question, String> {
    let mut tree = Tree::default();
    json::parse(text, Part::Value, &mut tree).map_err(|error| error.message)?;
    let mut names = Names::default();
    // The basic resources have numbers before any event is read.
    for name in ["cpu", "memory", "ephemeral-storage"] {
        names.intern(name);
    }
    let mut findings = Vec::new();
    let mut reader = Reader {
        d: Decoder {
            source: text,
            tree: &tree,
            names: &mut names,
            findings: &mut findings,
            object: None,
        },
        wrong: None,
    };
    let question = reader.question();
    let wrong = reader.wrong.take();
    if let Some(finding) = findings.into_iter().next() {
        return Err(located(&finding.path, &finding.message));
    }
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let question = question.ok_or_else(|| {
        format!(
            "a question is an object with one of the keys {}",
            QUESTIONS.join(", ")
        )
    })?;
    Ok(match question {
        Question::QuotaEvents(mut events) => {
            events.names = names;
            Question::QuotaEvents(events)
        }
        other => other,
    })
}

fn located(path: &str, message: &str) -> String {
    if path.is_empty() {
        message.to_owned()
    } else {
        format!("{path}: {message}")
    }
}

struct Reader<'a> {
    d: Decoder<'a>,
    /// The first thing that the decoder lets pass and a question must not have.
    wrong: Option<String>,
}

/// Reads one field.
type Field<'f, 'a> = &'f mut dyn FnMut(&mut Reader<'a>, &'static str, ValueId, &FieldPath<'_>);

impl<'a> Reader<'a> {
    fn question(&mut self) -> Option<Question> {
        let root = self.d.tree.root()?;
        let mut question = None;
        self.fields(
            root,
            &FieldPath::Root,
            &QUESTIONS,
            &mut |r, name, at, path| {
                question = Some(match name {
                    "pods" => Question::Pods(r.pods(at, path)),
                    "nodes" => Question::Nodes(r.nodes(at, path)),
                    "placePod" => Question::PlacePod(r.place_pod(at, path)),
                    "schedulePod" => Question::SchedulePod(r.schedule_pod(at, path)),
                    "explainNode" => Question::ExplainNode(r.explain_node(at, path)),
                    "crossNode" => Question::CrossNode(r.cross_node(at, path)),
                    "quotas" => {
                        r.fields(at, path, &[], &mut |_, _, _, _| {});
                        Question::Quotas
                    }
                    "queue" => Question::Queue(r.queue(at, path)),
                    "queueMoment" => Question::QueueMoment(r.queue_moment(at, path)),
                    "quotaEvents" => Question::QuotaEvents(r.quota_events(at, path)),
                    "vmTimeline" => Question::VmTimeline(r.vm_timeline(at, path)),
                    "vmMoment" => Question::VmMoment(r.vm_moment(at, path)),
                    "vmDump" => Question::VmDump(r.vm_dump(at, path)),
                    "vmEvents" => Question::VmEvents(Box::new(r.vm_events(at, path))),
                    _ => Question::VmLimits(Box::new(r.vm_limits(at, path))),
                });
            },
        );
        question
    }

    fn pods(&mut self, at: ValueId, path: &FieldPath<'_>) -> PodListOptions {
        let mut options = PodListOptions::default();
        let known = ["state", "search", "node", "offset", "limit"];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "state" => {
                options.state = match r.word(at, path, &["all", "pending", "bound", "over"]) {
                    "pending" => PodState::Pending,
                    "bound" => PodState::Bound,
                    "over" => PodState::Over,
                    _ => PodState::All,
                }
            }
            "search" => options.search = r.text(at, path),
            "node" => options.node = r.text(at, path),
            "offset" => options.offset = r.count(at, path),
            _ => options.limit = Some(r.count(at, path)),
        });
        options
    }

    fn nodes(&mut self, at: ValueId, path: &FieldPath<'_>) -> NodeListOptions {
        let mut options = NodeListOptions::default();
        let known = ["offset", "limit"];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "offset" => options.offset = r.count(at, path),
            _ => options.limit = Some(r.count(at, path)),
        });
        options
    }

    fn place_pod(&mut self, at: ValueId, path: &FieldPath<'_>) -> PlacePodOptions {
        let mut options = PlacePodOptions::default();
        let known = [
            "pod",
            "resources",
            "shape",
            "bestEffort",
            "scorers",
            "order",
            "offset",
            "limit",
        ];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "pod" => options.pod = r.text(at, path).unwrap_or_default(),
            "resources" => options.resources = Some(r.resources(at, path)),
            "shape" => options.shape = Some(r.shape(at, path)),
            "bestEffort" => options.best_effort = r.best_effort(at, path),
            "scorers" => {
                let mut scorers = Vec::new();
                r.items(at, path, &mut |r, at, path| {
                    scorers.push(r.word(at, path, &SCORERS).to_owned());
                });
                options.scorers = Some(scorers);
            }
            "order" => {
                let mut orders = vec!["text", "name"];
                orders.extend(SCORERS);
                options.order = Some(r.word(at, path, &orders).to_owned());
            }
            "offset" => options.offset = r.count(at, path),
            _ => options.limit = Some(r.count(at, path)),
        });
        self.required(&options.pod, path, "pod");
        options
    }

    fn resources(&mut self, at: ValueId, path: &FieldPath<'_>) -> Vec<WeightedResource> {
        let mut resources = Vec::new();
        self.items(at, path, &mut |r, at, path| {
            let mut resource = WeightedResource {
                name: String::new(),
                weight: 1,
            };
            r.fields(
                at,
                path,
                &["name", "weight"],
                &mut |r, name, at, path| match name {
                    "name" => resource.name = r.text(at, path).unwrap_or_default(),
                    _ => resource.weight = r.bounded(at, path, (1, 100)),
                },
            );
            r.required(&resource.name, path, "name");
            resources.push(resource);
        });
        resources
    }

    /// Points of a curve: `[utilisation, score]`.
    fn shape(&mut self, at: ValueId, path: &FieldPath<'_>) -> Vec<(i64, i64)> {
        let mut shape = Vec::new();
        self.items(at, path, &mut |r, at, path| {
            let mut point = Vec::new();
            r.items(at, path, &mut |r, at, path| {
                point.push(r.bounded(at, path, (0, if path.index() == 0 { 100 } else { 10 })));
            });
            match point.as_slice() {
                [utilisation, score] => shape.push((*utilisation, *score)),
                _ => r.wrong(
                    path,
                    "expected a point: utilisation (0 to 100) and score (0 to 10)",
                ),
            }
        });
        if shape.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            self.wrong(path, "the utilisation of the points must ascend");
        }
        shape
    }

    fn best_effort(&mut self, at: ValueId, path: &FieldPath<'_>) -> BestEffort {
        if self.d.tree.kind(at) != ValueKind::Mapping {
            return match self.word(at, path, &["allocatable", "nothing"]) {
                "nothing" => BestEffort::Nothing,
                _ => BestEffort::Allocatable,
            };
        }
        let mut amount = 0;
        self.fields(at, path, &["amount"], &mut |r, _, at, path| {
            amount = r.bounded(at, path, (0, i64::MAX));
        });
        BestEffort::Amount(amount)
    }

    fn schedule_pod(&mut self, at: ValueId, path: &FieldPath<'_>) -> SchedulePodOptions {
        let mut options = SchedulePodOptions::default();
        let known = ["pod", "profile", "offset", "limit"];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "pod" => options.pod = r.text(at, path).unwrap_or_default(),
            "profile" => options.profile = r.profile(at, path),
            "offset" => options.offset = r.count(at, path),
            _ => options.limit = Some(r.count(at, path)),
        });
        self.required(&options.pod, path, "pod");
        options
    }

    fn explain_node(&mut self, at: ValueId, path: &FieldPath<'_>) -> ExplainNodeOptions {
        let mut options = ExplainNodeOptions::default();
        let known = ["pod", "node", "profile"];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "pod" => options.pod = r.text(at, path).unwrap_or_default(),
            "node" => options.node = r.text(at, path).unwrap_or_default(),
            _ => options.profile = r.profile(at, path),
        });
        self.required(&options.pod, path, "pod");
        self.required(&options.node, path, "node");
        options
    }

    fn cross_node(&mut self, at: ValueId, path: &FieldPath<'_>) -> CrossNodeOptions {
        let mut options = CrossNodeOptions::default();
        self.fields(at, path, &["pod"], &mut |r, _, at, path| {
            options.pod = r.text(at, path).unwrap_or_default();
        });
        self.required(&options.pod, path, "pod");
        options
    }

    fn queue(&mut self, at: ValueId, path: &FieldPath<'_>) -> QueueOptions {
        let mut options = QueueOptions::default();
        let known = ["profile", "scorer", "mostSteps", "offset", "limit"];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "profile" => options.profile = r.profile(at, path),
            "scorer" => options.scorer = Some(r.word(at, path, &SCORERS).to_owned()),
            "mostSteps" => options.most_steps = Some(r.count(at, path)),
            "offset" => options.offset = r.count(at, path),
            _ => options.limit = Some(r.count(at, path)),
        });
        options
    }

    fn queue_moment(&mut self, at: ValueId, path: &FieldPath<'_>) -> QueueMomentOptions {
        let mut options = QueueMomentOptions::default();
        let known = ["queue", "step", "offset", "limit"];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "queue" => options.queue = r.queue(at, path),
            "step" => options.step = r.count(at, path),
            "offset" => options.offset = r.count(at, path),
            _ => options.limit = Some(r.count(at, path)),
        });
        options
    }

    fn quota_events(&mut self, at: ValueId, path: &FieldPath<'_>) -> QuotaEvents {
        let mut events = QuotaEvents::default();
        let known = ["profile", "events"];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "profile" => events.profile = r.profile(at, path),
            _ => r.items(at, path, &mut |r, at, path| {
                let event = r.quota_event(at, path);
                events.events.extend(event);
            }),
        });
        events
    }

    fn quota_event(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<QuotaEvent> {
        let mut event = QuotaEvent::default();
        let mut kind = None;
        let known = [
            "type",
            "pod",
            "oldPod",
            "elasticQuota",
            "oldElasticQuota",
            "node",
        ];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "type" => kind = r.event_kind(at, path),
            "pod" => event.pod = r.pod(at, path),
            "oldPod" => event.old_pod = r.pod(at, path),
            "elasticQuota" => event.quota = r.elastic_quota(at, path),
            // Upstream keeps what it knows of the namespace, whatever the old quota was.
            "oldElasticQuota" => _ = r.elastic_quota(at, path),
            // Where a pod is reserved changes no ledger.
            _ => _ = r.text(at, path),
        });
        event.kind = kind?;
        let needs_quota = matches!(
            event.kind,
            QuotaEventKind::AddElasticQuota
                | QuotaEventKind::UpdateElasticQuota
                | QuotaEventKind::DeleteElasticQuota
        );
        match (needs_quota, &event.quota, &event.pod) {
            (true, None, _) => self.wrong(path, "the event has no `elasticQuota`"),
            (false, _, None) => self.wrong(path, "the event has no `pod`"),
            _ => {}
        }
        Some(event)
    }

    fn event_kind(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<QuotaEventKind> {
        let kinds = [
            ("addPod", QuotaEventKind::AddPod),
            ("updatePod", QuotaEventKind::UpdatePod),
            ("deletePod", QuotaEventKind::DeletePod),
            ("reserve", QuotaEventKind::Reserve),
            ("unreserve", QuotaEventKind::Unreserve),
            ("addElasticQuota", QuotaEventKind::AddElasticQuota),
            ("updateElasticQuota", QuotaEventKind::UpdateElasticQuota),
            ("deleteElasticQuota", QuotaEventKind::DeleteElasticQuota),
        ];
        let word = self.word(at, path, &kinds.map(|(name, _)| name));
        let found = kinds.iter().find(|(name, _)| *name == word);
        found.map(|(_, kind)| *kind)
    }

    fn pod(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<std::sync::Arc<Pod>> {
        if let Object::Pod(pod) = self.object(at, path)? {
            return Some(pod);
        }
        self.wrong(path, "expected a Pod");
        None
    }

    fn elastic_quota(
        &mut self,
        at: ValueId,
        path: &FieldPath<'_>,
    ) -> Option<std::sync::Arc<ElasticQuota>> {
        if let Object::ElasticQuota(quota) = self.object(at, path)? {
            return Some(quota);
        }
        self.wrong(path, "expected an ElasticQuota");
        None
    }

    /// An object of Kubernetes. What is wrong with its fields is as good as absent.
    fn object(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<Object> {
        let context = ListContext::default();
        let (source, tree) = (self.d.source, self.d.tree);
        let mut decoded = decode(source, tree, &[at], &context, self.d.names);
        let object = decoded.objects.pop().map(|placed| placed.object);
        if object.is_none() {
            let finding = decoded.findings.first();
            let message = finding.map_or("no object of a known kind", |f| &f.message);
            self.wrong(path, message);
        }
        object
    }

    fn profile(&mut self, at: ValueId, path: &FieldPath<'_>) -> Profile {
        match self.word(at, path, &["Upstream", "Proposal"]) {
            "Upstream" => Profile::Upstream,
            _ => Profile::Proposal,
        }
    }

    fn fields(
        &mut self,
        at: ValueId,
        path: &FieldPath<'_>,
        known: &[&'static str],
        read: Field<'_, 'a>,
    ) {
        let tree = self.d.tree;
        if tree.kind(at) != ValueKind::Mapping {
            self.wrong(path, "expected an object with options");
            return;
        }
        for (key, value) in tree.entries(at) {
            let name = tree.text(key, self.d.source);
            let Some(known) = known.iter().find(|known| **known == name) else {
                let known = known.join(", ");
                let message = format!("there is no field `{}`, there are {known}", clip(name));
                self.wrong(path, &message);
                continue;
            };
            if !self.d.is_null(value) {
                read(self, known, value, &path.field(known));
            }
        }
    }

    fn items(
        &mut self,
        at: ValueId,
        path: &FieldPath<'_>,
        read: &mut dyn FnMut(&mut Self, ValueId, &FieldPath<'_>),
    ) {
        let tree = self.d.tree;
        if tree.kind(at) != ValueKind::Sequence {
            self.wrong(path, "expected a list");
            return;
        }
        for (index, item) in tree.items(at).enumerate() {
            read(self, item, &FieldPath::Index(path, index));
        }
    }

    fn text(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<String> {
        self.d.string(at, path).map(str::to_owned)
    }

    fn word(&mut self, at: ValueId, path: &FieldPath<'_>, allowed: &[&str]) -> &'a str {
        self.d.word(at, path, allowed).unwrap_or_default()
    }

    fn bounded(&mut self, at: ValueId, path: &FieldPath<'_>, (least, most): (i64, i64)) -> i64 {
        let number = self.d.integer(at, path).unwrap_or_default();
        if !(least..=most).contains(&number) {
            let message = format!("`{number}` is out of range: it must be from {least} to {most}");
            self.wrong(path, &message);
        }
        number.clamp(least, most)
    }

    /// How many, or which one, from 0.
    fn count(&mut self, at: ValueId, path: &FieldPath<'_>) -> usize {
        let number = self.bounded(at, path, (0, i64::MAX));
        usize::try_from(number).unwrap_or(usize::MAX)
    }

    fn required(&mut self, value: &str, path: &FieldPath<'_>, field: &str) {
        if value.is_empty() {
            self.wrong(&path.field(field), "is needed");
        }
    }

    fn wrong(&mut self, path: &FieldPath<'_>, message: &str) {
        if self.wrong.is_none() {
            self.wrong = Some(located(&path.to_string(), message));
        }
    }
}
