//! The table of questions.

use schedscope_answers::{
    placement::{
        DecideOptions,
        debug::DebugResult,
        report::DecisionReport,
        rows::ClusterRowPage,
        spread::{SpreadCandidatePage, SpreadDomains, SpreadSkews, SpreadStep},
        summary::DecisionSummary,
    },
    pods::{
        list::{NodesAnswer, NodesOptions, PodsAnswer, PodsOptions},
        score_nodes::{ScoreNodesAnswer, ScoreNodesOptions},
    },
    quota::{
        across::EvictAcrossNodesAnswer,
        cycle::{SimulatePodAnswer, SimulatePodOptions},
        events::{QuotaEventsAnswer, quota_events},
        explain::{ExplainNodeAnswer, ExplainNodeOptions},
        queue::{QueueAnswer, QueueOptions},
        queue_step::{QueueStepAnswer, QueueStepOptions},
        report::QuotasAnswer,
    },
    vm::{
        event_results::VmEventsAnswer,
        events::apply_events,
        limits::{VmLimitsAnswer, node_limits},
        timeline::{
            answer::{VmTimelineAnswer, VmTimelineOptions},
            state::VmDumpAnswer,
            step::{VmDumpOptions, VmStepAnswer, VmStepOptions},
        },
    },
};
use schedscope_objects::diagnostic::TextRange;
use schedscope_quantity::Quantity;

use super::{
    ClusterIndexOptions, ClusterNamesOptions, ClustersOptions, EvictAcrossNodesOptions,
    ExplainClusterOptions, LocateAllOptions, LocateOptions, NoOptions, NumberOfClustersEditOptions,
    QuantityOptions, QuantityValue, Question, QuestionError, SpreadCandidatesOptions,
    SpreadDomainsOptions, SpreadEditOptions, SpreadStepOptions, TimelineEditOptions,
    WeightEditOptions, advanced, answered,
    quota_events::QuotaEvents,
    vm_events::{VmEvents, VmLimitsOptions},
};
use crate::{ClusterKeys, LocatedExplanation, Reading, Scenario, TextEdit};

/// Declares the table. A row is
///
/// ```text
/// /// Its docs; the first sentence stands in lists.
/// name(Options) -> Answer, ["errors besides invalid-argument"]
///     = |scenario, options| how it is answered
///     [, in slices: stage |scenario, options, budget| how a part is computed]
///     [, example: JSON of options];
/// ```
macro_rules! questions {
    ($(
        $(#[doc = $docs:literal])*
        $name:ident($options:ident) -> $answer:ty, [$($error:literal),*]
            = $by:expr
            $(, in slices: $stage:ident $advance:expr)?
            $(, example: $example:literal)?;
    )*) => {
        /// All questions, in the order of the reference.
        pub(super) const QUESTIONS: &[Question] = &[$(Question {
            name: stringify!($name),
            answer: |scenario, asked| answered::<$options, $answer>(scenario, asked, $by),
            advance: questions!(@advance $options $(, $advance)?),
            decides: questions!(@decides $options),
        }),*];

        /// All questions, described.
        #[cfg(feature = "types")]
        pub fn descriptions() -> Vec<super::types::Description> {
            vec![$(super::types::Description::new::<$options, $answer>(
                stringify!($name),
                &[$($docs),*],
                const { &[$($error),*] },
                (questions!(@decides $options), questions!(@text $($stage)?)),
                questions!(@example $($example)?),
            )),*]
        }
    };

    (@decides DecideOptions) => { true };
    (@decides $options:ty) => { false };
    (@advance $options:ty) => { None };
    (@advance $options:ty, $advance:expr) => {
        Some(|scenario, asked, budget| advanced::<$options>(scenario, asked, budget, $advance))
    };
    (@text) => { None };
    (@text $stage:ident) => { Some(stringify!($stage)) };
    (@example) => { "{}" };
    (@example $example:literal) => { $example };
}

questions! {
    /// What the text holds, and what is wrong with it.
    reading(NoOptions) -> Reading, []
        = |scenario, _| Ok(scenario.reading());

    /// Decides a placement; what is unchanged since the last decision is not computed again.
    decide(DecideOptions) -> DecisionSummary,
        ["invalid-now", "no-such-placement", "ambiguous-placement"]
        = Scenario::decide,
        example: r#"{"placement": "default/web", "now": "2025-06-01T12:00:00Z"}"#;

    /// Decides a placement as `decide` does, and tells all of it: what each filter left, what each prioritizer
    /// scored, the decisions as the hub would write them. Numbers beyond 2^53 are exact in its JSON.
    report(DecideOptions) -> DecisionReport,
        ["invalid-now", "no-such-placement", "ambiguous-placement"]
        = Scenario::report,
        example: r#"{"now": "2025-06-01T12:00:00Z", "weights": {"Steady": 3}}"#;

    /// What the hub serves at `/debug/placements/<namespace>/<name>`, of the latest decision.
    debug(NoOptions) -> DebugResult, ["no-decision"]
        = |scenario, _| Ok(scenario.details()?.debug());

    /// The `PlacementDecision` objects of the latest decision as the hub would write them, as YAML.
    decisionsYaml(NoOptions) -> String, ["no-decision"]
        = |scenario, _| Ok(scenario.details()?.decisions_yaml());

    /// A part of the table of clusters of the latest decision.
    clusters(ClustersOptions) -> ClusterRowPage, ["no-decision"]
        = |scenario, options| {
            let limit = options.limit.unwrap_or(usize::MAX);
            Ok(scenario.details()?.rows(options.order, options.offset, limit, options.find.as_deref()))
        },
        example: r#"{"order": "rank", "limit": 20, "find": "prod-"}"#;

    /// Everything about one cluster in the latest decision.
    explainCluster(ExplainClusterOptions) -> LocatedExplanation, ["no-decision", "no-such-cluster"]
        = |scenario, options| scenario.explain(&options.cluster),
        example: r#"{"cluster": "cluster7"}"#;

    /// The index of a cluster in the text; `null`: there is none of that name.
    clusterIndex(ClusterIndexOptions) -> Option<u32>, ["no-decision"]
        = |scenario, options| Ok(scenario.details()?.cluster_index(&options.name)),
        example: r#"{"name": "cluster7"}"#;

    /// The names of clusters, by their indices in the text; empty where there is none of an index.
    clusterNames(ClusterNamesOptions) -> Vec<String>, []
        = |scenario, options| Ok(scenario.cluster_names(&options.clusters)),
        example: r#"{"clusters": [0, 7]}"#;

    /// One step of the latest decision's run of spread: who was picked, with which numbers.
    spreadStep(SpreadStepOptions) -> SpreadStep, ["no-decision"]
        = |scenario, options| {
            let step = scenario.details()?.spread_step(options.step);
            step.ok_or_else(|| no_step("spreadStep", options.step))
        },
        example: r#"{"step": 1}"#;

    /// A part of the table of the clusters that remained in a step: candidates, best first, then the blocked
    /// ones by name.
    spreadCandidates(SpreadCandidatesOptions) -> SpreadCandidatePage, ["no-decision"]
        = |scenario, options| {
            let limit = options.limit.unwrap_or(usize::MAX);
            let page = scenario.details()?.spread_candidates(options.step, options.offset, limit);
            page.ok_or_else(|| no_step("spreadCandidates", options.step))
        },
        example: r#"{"step": 1, "limit": 20}"#;

    /// The topology domains after so many steps of spread.
    spreadDomains(SpreadDomainsOptions) -> SpreadDomains, ["no-decision"]
        = |scenario, options| {
            let limit = options.limit.unwrap_or(usize::MAX);
            let domains = scenario.details()?.spread_domains(options.step, limit);
            domains.ok_or_else(|| no_step("spreadDomains", options.step))
        },
        example: r#"{"step": 3}"#;

    /// How skewed the selection was before the first step of spread and after each; `null` where nothing was
    /// spread.
    spreadSkews(NoOptions) -> Option<SpreadSkews>, ["no-decision"]
        = |scenario, _| Ok(scenario.details()?.spread_skews());

    /// The edits that give a prioritizer a weight in the text; comments and layout stay. Empty where the text
    /// cannot take it.
    weightEdit(WeightEditOptions) -> Vec<TextEdit>, ["no-such-placement", "ambiguous-placement"]
        = |scenario, options| {
            let placement = scenario.placement_index(options.placement.as_ref())?;
            Ok(scenario.weight_edit(placement, &options.prioritizer, options.weight))
        },
        example: r#"{"prioritizer": "Steady", "weight": 3}"#;

    /// The edits that set `numberOfClusters` in the text.
    numberOfClustersEdit(NumberOfClustersEditOptions) -> Vec<TextEdit>,
        ["no-such-placement", "ambiguous-placement"]
        = |scenario, options| {
            let placement = scenario.placement_index(options.placement.as_ref())?;
            let number = options.number_of_clusters.over(None);
            Ok(scenario.number_of_clusters_edit(placement, number))
        },
        example: r#"{"numberOfClusters": 3}"#;

    /// The edits that change a placement's spread constraints in the text; comments and layout of everything
    /// else stay. Empty where nothing changes or the text cannot take it.
    spreadEdit(SpreadEditOptions) -> Vec<TextEdit>, ["no-such-placement", "ambiguous-placement"]
        = |scenario, options| {
            let placement = scenario.placement_index(options.placement.as_ref())?;
            let checked = scenario.check_spread_edit(placement, &options.change);
            checked.map_err(|why| QuestionError::Invalid(format!("spreadEdit.change.constraint: {why}")))?;
            Ok(scenario.spread_edit(placement, &options.change))
        },
        example: r#"{"change": {"type": "set", "constraint": "topology.kubernetes.io/zone", "maxSkew": 2}}"#;

    /// The edit that adds an event behind the others of a timeline; everything else stays. Empty where the
    /// text cannot take it.
    timelineEdit(TimelineEditOptions) -> Vec<TextEdit>, []
        = |scenario, options| {
            let edits = scenario.timeline_edit(options.timeline.as_deref(), &options.event.0);
            edits.map_err(|error| QuestionError::Invalid(format!("timelineEdit.event: {error}")))
        },
        example: r#"{"timeline": "default/story", "event": {"at": "1m", "schedule": {"pod": "default/vm-1"}}}"#;

    /// The keys of labels and cluster claims that the clusters have, most frequent first, at most 100 of
    /// either.
    clusterKeys(NoOptions) -> ClusterKeys, []
        = |scenario, _| Ok(scenario.cluster_keys());

    /// Where a field of an object stands in the text; where the text does not have it, its nearest parent.
    /// `null`: no such object.
    locate(LocateOptions) -> Option<TextRange>, []
        = |scenario, options| Ok(scenario.locate(&options.object, &options.path)),
        example: r#"{"object": {"kind": "Placement", "namespace": "default", "name": "web"}, "path": "spec"}"#;

    /// Where several fields of an object stand, as `locate` says it of one, in the time that one takes.
    /// `null`: no such object.
    locateAll(LocateAllOptions) -> Option<Vec<TextRange>>, []
        = |scenario, options| {
            let paths: Vec<&str> = options.paths.iter().map(String::as_str).collect();
            Ok(scenario.locate_all(&options.object, &paths))
        },
        example: r#"{"object": {"kind": "Placement", "namespace": "default", "name": "web"}, "paths": ["spec"]}"#;

    /// The pods there are, a page of them.
    pods(PodsOptions) -> PodsAnswer, []
        = |scenario, options| Ok(scenario.pods(&options)),
        example: r#"{"state": "pending", "limit": 20}"#;

    /// The nodes there are with what is on them, a page of them.
    nodes(NodesOptions) -> NodesAnswer, []
        = |scenario, options| Ok(scenario.nodes(&options)),
        example: r#"{"limit": 20}"#;

    /// Which node each scorer would pick for a pod: limit-aware scoring beside those of Kubernetes. A pod that
    /// is on a node is placed anew.
    scoreNodes(ScoreNodesOptions) -> ScoreNodesAnswer, ["no-such-pod"]
        = |scenario, options| scenario.score_nodes(&options),
        example: r#"{"pod": "default/web-0", "scorers": ["LimitAware", "LeastAllocated"]}"#;

    /// One scheduling cycle for a pod, as the capacity scheduling plugin runs it: what its quota says, which
    /// nodes fit, whom it would evict.
    simulatePod(SimulatePodOptions) -> SimulatePodAnswer, ["no-such-pod"]
        = |scenario, options| scenario.simulate_pod(&options),
        example: r#"{"pod": "team-a/api", "profile": "Upstream"}"#;

    /// Why each pod of a node is a victim of a pod, is reprieved, or was never one.
    explainNode(ExplainNodeOptions) -> ExplainNodeAnswer, ["no-such-pod", "no-such-node"]
        = |scenario, options| scenario.explain_node(&options),
        example: r#"{"pod": "team-a/api", "node": "node-1"}"#;

    /// Whether evicting on several nodes would make room for a pod, which no scheduler does.
    evictAcrossNodes(EvictAcrossNodesOptions) -> EvictAcrossNodesAnswer, ["no-such-pod"]
        = |scenario, options| scenario.evict_across_nodes(&options.pod),
        example: r#"{"pod": "team-a/api"}"#;

    /// All elastic quotas side by side: use, loans, findings.
    quotas(NoOptions) -> QuotasAnswer, []
        = |scenario, _| Ok(scenario.quotas());

    /// The pending pods scheduled one after another, a page of the steps.
    queue(QueueOptions) -> QueueAnswer, []
        = |scenario, options| Ok(scenario.queue(&options)),
        in slices: queue |scenario, options, steps| Ok(scenario.advance_queue(&options, steps)),
        example: r#"{"profile": "Upstream", "limit": 20}"#;

    /// The nodes, pods and quotas after one step of the queue.
    queueStep(QueueStepOptions) -> QueueStepAnswer, []
        = |scenario, options| Ok(scenario.queue_step(&options)),
        in slices: queue |scenario, options, steps| Ok(scenario.advance_queue(&options.queue, steps)),
        example: r#"{"step": 3}"#;

    /// The ledger of quotas as events reach it; independent of the text.
    quotaEvents(QuotaEvents) -> QuotaEventsAnswer, []
        = |_, options| Ok(quota_events(&options.0)),
        example:
        r#"{"events": [{"type": "addPod", "pod": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}}]}"#;

    /// Plays a timeline of autoscaled VMs: what happened, how nodes ended, and how they did over time. A text
    /// without a timeline gives the plugin's start.
    vmTimeline(VmTimelineOptions) -> VmTimelineAnswer, ["no-such-timeline", "no-such-variant"]
        = |scenario, options| scenario.vm_timeline(&options),
        in slices: timeline |scenario, options, turns| scenario.advance_run(&options.run, turns),
        example: r#"{"kind": "request", "limit": 20}"#;

    /// One step of a timeline, explained: the request, the inequality of pressure, the migration queue, nodes
    /// with their pods. A step beyond the last one means the last one; the answer's `step` says which it is.
    vmStep(VmStepOptions) -> VmStepAnswer, ["no-such-timeline", "no-such-variant"]
        = |scenario, options| scenario.vm_step(&options),
        in slices: timeline |scenario, options, turns| scenario.advance_run(&options.run, turns),
        example: r#"{"step": 12}"#;

    /// The whole state of the plugin after a step of a timeline.
    vmDump(VmDumpOptions) -> VmDumpAnswer, ["no-such-timeline", "no-such-variant"]
        = |scenario, options| scenario.vm_dump(&options),
        in slices: timeline |scenario, options, turns| scenario.advance_run(&options.run, turns),
        example: r#"{"step": 12}"#;

    /// The VM plugin driven event by event; independent of the text.
    vmEvents(VmEvents) -> VmEventsAnswer, []
        = |_, options| Ok(apply_events(&options.0)),
        example: r#"{"config": {"memBlockSize": "1Gi"}, "events": [{"op": "agent", "pod": "vm-1", "want": [2, 8]}]}"#;

    /// What a node offers to VMs under a config's defaults; independent of the text.
    vmLimits(VmLimitsOptions) -> VmLimitsAnswer, []
        = |_, options| Ok(node_limits(&options.0)),
        example: r#"{"config": {"memBlockSize": "1Gi"}, "cpu": 8, "mem": "32Gi"}"#;

    /// What a Kubernetes quantity says; `null` where the text is not one. Independent of the text.
    quantity(QuantityOptions) -> Option<QuantityValue>, []
        = |_, options| Ok(value(&options.text.unwrap_or_default())),
        example: r#"{"text": "1500m"}"#;
}

fn no_step(question: &str, step: usize) -> QuestionError {
    QuestionError::Invalid(format!(
        "{question}.step: there is no step `{step}` of spread"
    ))
}

fn value(text: &str) -> Option<QuantityValue> {
    let quantity = Quantity::parse(text).ok()?;
    let number = quantity.to_f64();
    Some(QuantityValue {
        f64: number.is_finite().then_some(number),
        bits: format!("{:016x}", number.to_bits()),
        canonical: quantity.to_string(),
    })
}
