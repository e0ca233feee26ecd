//! The table of questions.

use schedscope_answers::{
    find::{FindAnswer, FindOptions},
    placement::{
        DecideOptions,
        hints::DecisionHint,
        report::ReportAnswer,
        rows::ClustersAnswer,
        spread::{
            SpreadCandidatesAnswer, SpreadDomainsAnswer, SpreadSkewsAnswer, SpreadStepAnswer,
        },
        summary::DecideAnswer,
    },
    pods::{
        list::{NodesAnswer, NodesOptions, PodsAnswer, PodsOptions},
        score_nodes::{ScoreNodesAnswer, ScoreNodesOptions},
    },
    quota::{
        across::EvictAcrossNodesAnswer,
        cycle::{SimulatePodAnswer, SimulatePodOptions},
        explain::{ExplainNodeAnswer, ExplainNodeOptions},
        queue::{QueueAnswer, QueueOptions},
        queue_limits::{QueueLimitsAnswer, QueueLimitsOptions},
        queue_step::{QueueStepAnswer, QueueStepOptions},
        report::{QuotasAnswer, QuotasOptions},
    },
    vm::timeline::{
        answer::{VmTimelineAnswer, VmTimelineOptions},
        state::VmDumpAnswer,
        step::{VmDumpOptions, VmStepAnswer, VmStepOptions},
    },
    whatif::{
        change::{ChangeAnswer, ChangesSoFarAnswer},
        drain::{DrainAnswer, DrainOptions},
        more::{MoreAnswer, MoreOptions},
        nodes_needed::{NodesNeededAnswer, NodesNeededOptions},
        options::{ChangeOptions, SweepOptions, WithoutOptions},
        recorded::{CompareRecordedAnswer, CompareRecordedOptions},
        recorded_node::{RecordedNodeAnswer, RecordedNodeOptions},
        rollout::{RolloutAnswer, RolloutOptions},
        sweep::SweepAnswer,
        without::WithoutAnswer,
        without_nodes::{WithoutNodesAnswer, WithoutNodesOptions},
    },
};
use schedscope_checks::finding::Findings;
use schedscope_objects::{diagnostic::TextRange, profile::Profile};
use schedscope_quantity::Quantity;

use super::{
    ClusterIndexOptions, ClusterNamesOptions, ClustersOptions, DecisionsYamlOptions,
    EvictAcrossNodesOptions, ExplainClusterOptions, LocateAllOptions, LocateOptions,
    MatchClustersOptions, ModeEditOptions, NoOptions, NumberOfClustersEditOptions, QuantityAnswer,
    QuantityOptions, Question, QuestionError, SpreadCandidatesOptions, SpreadDomainsOptions,
    SpreadEditOptions, SpreadStepOptions, TimelineEditOptions, WeightEditOptions, advanced,
    answered,
};
use crate::{
    ClusterKeysAnswer, ClusterStates, Decisions, LocatedExplanation, ReadingAnswer, Scenario,
    TextEdit,
    vms::timeline_key,
    whatif::{self, by},
};

questions! {
    /// Returns the content with findings objects by kind, its placements, and the findings about it.
    reading(NoOptions) -> ReadingAnswer, []
        = |scenario, _| Ok(scenario.reading());

    /// Returns the findings that hold whichever question follows: what of the input is not modelled, what its pending
    /// pods need and it lacks, and what is wrong with its pods, selectors and quotas.
    findings(NoOptions) -> Findings, []
        = |scenario, _| Ok(scenario.pods().findings());

    /// Decides a placement. Parts that did not change since the last decision are not computed again.
    decide(DecideOptions) -> DecideAnswer,
        ["invalid-now", "no-such-placement", "ambiguous-placement"], with findings
        = Scenario::decide,
        example: r#"{"placement": "default/web", "now": "2025-06-01T12:00:00Z"}"#;

    /// Decides a placement as `decide` does and returns the whole decision: the clusters that pass each filter, all
    /// scores, and the objects that the hub would write. As JSON text it keeps numbers beyond 2^53 exact.
    report(DecideOptions) -> ReportAnswer,
        ["invalid-now", "no-such-placement", "ambiguous-placement"], with findings
        = Scenario::report,
        example: r#"{"now": "2025-06-01T12:00:00Z", "weights": {"Steady": 3}}"#;

    /// Returns the `PlacementDecision` objects of the latest decision, as the hub would write them, as YAML.
    decisionsYaml(DecisionsYamlOptions) -> String, ["no-decision"]
        = |scenario, options| Ok(scenario.details()?.decisions_yaml(options.form)),
        example: r#"{"form": "multicluster"}"#;

    /// Lists the clusters of the latest decision with state, rank and scores, a page at a time.
    clusters(ClustersOptions) -> ClustersAnswer, ["no-decision"], with findings
        = |scenario, options| {
            let limit = options.limit.unwrap_or(usize::MAX);
            let find = options.find.as_deref();
            scenario.decisions.part(&scenario.input, |decision| {
                Ok(decision.rows(options.order, options.offset, limit, find))
            })
        },
        example: r#"{"order": "rank", "limit": 20, "find": "prod-"}"#;

    /// Explains one cluster of the latest decision: predicates, taints, scores, and why it is not selected.
    explainCluster(ExplainClusterOptions) -> LocatedExplanation, ["no-decision", "no-such-cluster"],
        with findings
        = |scenario, options| scenario.explain(&options.cluster),
        example: r#"{"cluster": "cluster7"}"#;

    /// Lists what of the latest decision's placement has no effect, such as a toleration without a taint.
    hints(NoOptions) -> Vec<DecisionHint>, ["no-decision"]
        = |scenario, _| Ok(scenario.details()?.hints());

    /// Returns the index of a cluster in the input, from 0; `null` if the input has no cluster of this name.
    clusterIndex(ClusterIndexOptions) -> Option<u32>, ["no-decision"]
        = |scenario, options| Ok(scenario.details()?.cluster_index(&options.name)),
        example: r#"{"name": "cluster7"}"#;

    /// Returns the names of clusters by their indices in the input; an empty name for an index without a cluster.
    clusterNames(ClusterNamesOptions) -> Vec<String>, []
        = |scenario, options| Ok(scenario.input.cluster_names(&options.clusters)),
        example: r#"{"clusters": [0, 7]}"#;

    /// Returns the names of the clusters that a name, a glob or a label selector matches, in the order of the input.
    matchClusters(MatchClustersOptions) -> Vec<String>, []
        = |scenario, options| scenario.input.match_clusters(&options.pattern),
        example: r#"{"pattern": "region=eu"}"#;

    /// Returns one step of the latest decision's run of spread: the picked cluster and the numbers that decided.
    spreadStep(SpreadStepOptions) -> SpreadStepAnswer, ["no-decision"], with findings
        = |scenario, options| scenario.decisions.part(&scenario.input, |decision| {
            decision.spread_step(options.step).ok_or_else(|| no_step("spreadStep", options.step))
        }),
        example: r#"{"step": 1}"#;

    /// Lists the clusters that remained in a step of spread, a page at a time: candidates, best first, then the
    /// blocked ones by name.
    spreadCandidates(SpreadCandidatesOptions) -> SpreadCandidatesAnswer, ["no-decision"], with findings
        = |scenario, options| {
            let limit = options.limit.unwrap_or(usize::MAX);
            scenario.decisions.part(&scenario.input, |decision| {
                let page = decision.spread_candidates(options.step, options.offset, limit);
                page.ok_or_else(|| no_step("spreadCandidates", options.step))
            })
        },
        example: r#"{"step": 1, "limit": 20}"#;

    /// Lists the topology domains after a step of spread, with their counts.
    spreadDomains(SpreadDomainsOptions) -> SpreadDomainsAnswer, ["no-decision"], with findings
        = |scenario, options| {
            let limit = options.limit.unwrap_or(usize::MAX);
            scenario.decisions.part(&scenario.input, |decision| {
                let domains = decision.spread_domains(options.step, limit);
                domains.ok_or_else(|| no_step("spreadDomains", options.step))
            })
        },
        example: r#"{"step": 3}"#;

    /// Returns the skew of each term before the first step of spread and after each step; `null` without a run.
    spreadSkews(NoOptions) -> Option<SpreadSkewsAnswer>, ["no-decision"]
        = |scenario, _| Ok(scenario.details()?.spread_skews());

    /// Returns the edits that set the weight of a prioritizer in the input; comments and layout stay. Empty if the
    /// text cannot take it.
    weightEdit(WeightEditOptions) -> Vec<TextEdit>, ["no-such-placement", "ambiguous-placement"]
        = |scenario, options| {
            let placement = scenario.input.placement_index(options.placement.as_ref())?;
            Ok(scenario.input.weight_edit(placement, &options.prioritizer, options.weight))
        },
        example: r#"{"prioritizer": "Steady", "weight": 3}"#;

    /// Returns the edits that set `numberOfClusters` in the input; comments and layout stay. Empty if the input
    /// cannot take it.
    numberOfClustersEdit(NumberOfClustersEditOptions) -> Vec<TextEdit>,
        ["no-such-placement", "ambiguous-placement"]
        = |scenario, options| {
            let placement = scenario.input.placement_index(options.placement.as_ref())?;
            let number = options.number_of_clusters.over(None);
            Ok(scenario.input.number_of_clusters_edit(placement, number))
        },
        example: r#"{"numberOfClusters": 3}"#;

    /// Returns the edits that change the spread constraints of a placement in the input; everything else stays,
    /// comments and layout included. Empty if nothing changes or the input cannot take it.
    spreadEdit(SpreadEditOptions) -> Vec<TextEdit>, ["no-such-placement", "ambiguous-placement"]
        = |scenario, options| {
            let placement = scenario.input.placement_index(options.placement.as_ref())?;
            let checked = scenario.input.check_spread_edit(placement, &options.change);
            checked.map_err(|why| QuestionError::Invalid(format!("spreadEdit.change.constraint: {why}")))?;
            Ok(scenario.input.spread_edit(placement, &options.change))
        },
        example: r#"{"change": {"type": "set", "constraint": "topology.kubernetes.io/zone", "maxSkew": 2}}"#;

    /// Returns the edits that set `mode` of the prioritizer policy in the input; comments and layout stay. Empty if the
    /// text cannot take it.
    modeEdit(ModeEditOptions) -> Vec<TextEdit>, ["no-such-placement", "ambiguous-placement"]
        = |scenario, options| {
            let placement = scenario.input.placement_index(options.placement.as_ref())?;
            Ok(scenario.input.mode_edit(placement, options.mode))
        },
        example: r#"{"mode": "Exact"}"#;

    /// Returns the edit that adds an event after the others of a timeline; everything else stays. Empty if the input
    /// cannot take it.
    timelineEdit(TimelineEditOptions) -> Vec<TextEdit>, []
        = |scenario, options| {
            let timeline = options.timeline.map(|named| timeline_key(scenario.input.objects(), &named));
            let edits = scenario.input.timeline_edit(timeline.as_deref(), &options.event.0);
            edits.map_err(|error| QuestionError::Invalid(format!("timelineEdit.event: {error}")))
        },
        example: r#"{"timeline": "default/story", "event": {"at": "1m", "schedule": {"pod": "default/vm-1"}}}"#;

    /// Lists the label keys and the cluster claims of all clusters, most frequent first, at most 100 of each.
    clusterKeys(NoOptions) -> ClusterKeysAnswer, []
        = |scenario, _| Ok(scenario.input.cluster_keys());

    /// Returns the smallest changes of the input after which something comes out: edits of the input, each verified by
    /// deciding again. The latest decision stays as it is.
    change(ChangeOptions) -> ChangeAnswer,
        ["invalid-now", "no-such-placement", "ambiguous-placement", "no-such-cluster", "no-such-pod",
            "ambiguous-name", "no-such-node", "no-such-timeline", "no-such-variant"],
        with findings,
        long whatif::change,
        example: r#"{"now": "2025-06-01T12:00:00Z", "want": {"selects": ["cluster7"]}}"#;

    /// Returns the changes that a search in progress has found, cheapest first: those with which the answer of `change`
    /// with the same options will begin. None before the search begins; at its end all.
    changesSoFar(ChangeOptions) -> ChangesSoFarAnswer,
        ["invalid-now", "no-such-placement", "ambiguous-placement", "no-such-cluster", "no-such-pod",
            "ambiguous-name", "no-such-node", "no-such-timeline", "no-such-variant"]
        = whatif::changes_so_far,
        example: r#"{"now": "2025-06-01T12:00:00Z", "want": {"selects": ["cluster7"]}}"#;

    /// Decides a placement with every value of one parameter: a weight, the number of clusters, or a max skew. The
    /// selections as intervals, and who comes and goes at each end. With `pod`: how its cycle ends for every value of
    /// a request, of its priority, or of a quota's min or max. With `watermark`, `system` or `computeUnit`: how a
    /// timeline of autoscaled VMs runs for every value of the config. With `rank`: the rank of one cluster for every
    /// real weight. With `stability`: how far weights may change before the selection does.
    sweep(SweepOptions) -> SweepAnswer,
        ["invalid-now", "no-such-placement", "ambiguous-placement", "no-such-cluster", "no-such-pod",
            "ambiguous-name", "no-such-node", "no-such-timeline", "no-such-variant", "no-such-constraint",
            "no-such-quota", "no-such-resource"],
        with findings,
        long whatif::sweep,
        example: r#"{"now": "2025-06-01T12:00:00Z", "weight": "Steady", "cluster": "cluster7"}"#;

    /// Decides a placement without a cluster, or without those of a label, or without those of each value of a label
    /// in turn, worst first.
    without(WithoutOptions) -> WithoutAnswer,
        ["invalid-now", "no-such-placement", "ambiguous-placement", "no-such-cluster", "no-such-label"],
        with findings,
        long by::<Decisions, _>,
        example: r#"{"now": "2025-06-01T12:00:00Z", "each": "zone"}"#;

    /// Schedules the pods of a node that is gone, or of the nodes of a label, or of each value of a label in turn,
    /// worst first: where each lands, and which wait.
    withoutNodes(WithoutNodesOptions) -> WithoutNodesAnswer, ["no-such-node", "no-such-label"], with findings,
        long by::<ClusterStates, _>,
        example: r#"{"each": "node"}"#;

    /// Returns the range of a field of an object in the input; of its nearest parent if the input does not have the
    /// field. `null`: the input does not have the object.
    locate(LocateOptions) -> Option<TextRange>, []
        = |scenario, options| Ok(scenario.input.locate(&options.object, &options.path)),
        example: r#"{"object": {"kind": "Placement", "namespace": "default", "name": "web"}, "path": "spec"}"#;

    /// Returns the ranges of several fields of an object, each as `locate` does, in the time of one. `null`: the
    /// text does not have the object.
    locateAll(LocateAllOptions) -> Option<Vec<TextRange>>, []
        = |scenario, options| {
            let paths: Vec<&str> = options.paths.iter().map(String::as_str).collect();
            Ok(scenario.input.locate_all(&options.object, &paths))
        },
        example: r#"{"object": {"kind": "Placement", "namespace": "default", "name": "web"}, "paths": ["spec"]}"#;

    /// Returns the objects that a name can mean, or those with a similar name. Pods include those that workloads have
    /// yet to create.
    find(FindOptions) -> FindAnswer, []
        = |scenario, options| Ok(scenario.pods().find(&options)),
        example: r#"{"name": "deployment/web"}"#;

    /// Lists the pods, a page at a time.
    pods(PodsOptions) -> PodsAnswer, [], with findings
        = |scenario, options| Ok(scenario.pods().pods(&options)),
        example: r#"{"state": "pending", "limit": 20}"#;

    /// Lists the nodes with their pods and the use of their resources, a page at a time.
    nodes(NodesOptions) -> NodesAnswer, [], with findings
        = |scenario, options| Ok(scenario.pods().nodes(&options)),
        example: r#"{"limit": 20}"#;

    /// Scores the nodes for a pod with limit-aware scoring and the scorers of Kubernetes, and returns the node that
    /// each picks. A pod on a node is scheduled as if it were pending.
    scoreNodes(ScoreNodesOptions) -> ScoreNodesAnswer, ["no-such-pod", "ambiguous-name"], with findings
        = |scenario, options| scenario.pods().score_nodes(&options),
        example: r#"{"pod": "default/web-0", "scorers": ["LimitAware", "LeastAllocated"]}"#;

    /// Runs one scheduling cycle for a pod, as the capacity scheduling plugin does: admission by its elastic quota,
    /// the nodes that fit, and preemption.
    simulatePod(SimulatePodOptions) -> SimulatePodAnswer, ["no-such-pod", "ambiguous-name"], with findings
        = |scenario, options| scenario.pods().simulate_pod(&options),
        example: r#"{"pod": "team-a/api", "profile": "Upstream"}"#;

    /// Returns the verdict of preemption on each pod of a node: victim, reprieved, considered or protected.
    explainNode(ExplainNodeOptions) -> ExplainNodeAnswer,
        ["no-such-pod", "ambiguous-name", "no-such-node"], with findings
        = |scenario, options| scenario.pods().explain_node(&options),
        example: r#"{"pod": "team-a/api", "node": "node-1"}"#;

    /// Looks for evictions on several nodes that make room for a pod. No scheduler does this.
    evictAcrossNodes(EvictAcrossNodesOptions) -> EvictAcrossNodesAnswer,
        ["no-such-pod", "ambiguous-name"], with findings
        = |scenario, options| {
            // No released scheduler looks across nodes.
            let asked = (&options.pod, options.profile.or(Profile::Proposal));
            scenario.pods().evict_across_nodes(asked, options.kubernetes_version)
        },
        example: r#"{"pod": "team-a/api"}"#;

    /// Lists all elastic quotas with their use, the loans between them, and findings.
    quotas(QuotasOptions) -> QuotasAnswer, [], with findings
        = |scenario, options| Ok(scenario.pods().quotas(&options)),
        example: r#"{"profile": "Upstream"}"#;

    /// Schedules the pending pods one after another and lists the steps, a page at a time.
    queue(QueueOptions) -> QueueAnswer, [], with findings
        = |scenario, options| Ok(scenario.pods().queue(&options)),
        in slices: queue |scenario, options, steps| Ok(scenario.pods().advance_queue(&options, steps)),
        example: r#"{"profile": "Upstream", "limit": 20}"#;

    /// Returns the nodes, pods and quotas after one step of the queue.
    queueStep(QueueStepOptions) -> QueueStepAnswer, [], with findings
        = |scenario, options| Ok(scenario.pods().queue_step(&options)),
        in slices: queue |scenario, options, steps| Ok(scenario.pods().advance_queue(&options.queue, steps)),
        example: r#"{"step": 3}"#;

    /// Schedules the pending pods by several scorers, each from the start, and returns by how much the limits exceed
    /// the nodes before and after, for each scorer side by side.
    queueLimits(QueueLimitsOptions) -> QueueLimitsAnswer, [], with findings
        = |scenario, options| Ok(scenario.pods().queue_limits(&options)),
        in slices: queue |scenario, options, steps| Ok(scenario.pods().advance_queue_limits(&options, steps)),
        example: r#"{"weights": {"LimitAware": 2, "LeastAllocated": 1}}"#;

    /// Drains a node: cordons it, evicts its pods and schedules them with those that wait already. Lists where each
    /// of them lands, and why others wait. Pods of a `DaemonSet` and mirrors of static pods stay.
    drain(DrainOptions) -> DrainAnswer, ["no-such-node"], with findings,
        long by::<ClusterStates, _>,
        example: r#"{"node": "node-1"}"#;

    /// Counts how many more pods like one fit, or like several in rounds, bound one after another without evictions,
    /// and says what stops the next one. The pods of the input stay where they are, and pending ones wait, unless they
    /// are scheduled first.
    more(MoreOptions) -> MoreAnswer, ["no-such-pod", "ambiguous-name", "no-such-object"], with findings,
        long by::<ClusterStates, _>,
        example: r#"{"pod": "team-a/api"}"#;

    /// Counts how many nodes of one shape the pending pods need: added one after another, each with the pods of every
    /// `DaemonSet`, as long as a pod that waits gets one of them. Says which pods no number of such nodes helps, and
    /// the least number by the sum of each resource.
    nodesNeeded(NodesNeededOptions) -> NodesNeededAnswer, ["no-such-node"], with findings,
        long by::<ClusterStates, _>,
        example: r#"{"shape": {"cpu": "4", "memory": "16Gi"}}"#;

    /// Rolls out a workload step by step: which pods its controller creates and deletes, where the new ones land, and
    /// whether the rollout completes or waits for a pod that stays pending. Pods that get a node are available at
    /// once. The workload of the input has the new template; its pods with another one are the old ones.
    rollout(RolloutOptions) -> RolloutAnswer, ["no-such-object"], with findings,
        long by::<ClusterStates, _>,
        example: r#"{"object": {"kind": "Deployment", "namespace": "default", "name": "web"}}"#;

    /// Compares what the input records of its pods and quotas (`spec.nodeName`, `status.nominatedNodeName` and
    /// `status.used`) with the present results of the scheduler and the quota controller. Each pod is scheduled alone,
    /// as if it were pending and all others stayed.
    compareRecorded(CompareRecordedOptions) -> CompareRecordedAnswer, [], with findings,
        long by::<ClusterStates, _>,
        example: r#"{"profile": "Upstream", "limit": 20}"#;

    /// Says why a pod is on the node that the input records: schedules it again as if it were pending, with all other
    /// pods where they are, and without those that started later.
    recordedNode(RecordedNodeOptions) -> RecordedNodeAnswer, ["no-such-pod", "ambiguous-name"], with findings
        = |scenario, options| scenario.pods().recorded_node(&options),
        example: r#"{"pod": "team-a/api"}"#;

    /// Runs a timeline of autoscaled VMs: lists its steps, the nodes at the end, and their amounts over time.
    /// Without a timeline in the input, only the start of the plugin is run.
    vmTimeline(VmTimelineOptions) -> VmTimelineAnswer,
        ["no-such-timeline", "ambiguous-name", "no-such-variant"], with findings
        = |scenario, options| scenario.vms().timeline(&options),
        in slices: timeline |scenario, options, turns| scenario.vms().advance_run(&options.run, turns),
        example: r#"{"kind": "request", "limit": 20}"#;

    /// Explains one step of a timeline: the request and its permit, the inequality of pressure, the migration
    /// queue, and the nodes with their pods. A number beyond the last step means the last one; `step` of the answer
    /// tells which.
    vmStep(VmStepOptions) -> VmStepAnswer, ["no-such-timeline", "ambiguous-name", "no-such-variant"], with findings
        = |scenario, options| scenario.vms().step(&options),
        in slices: timeline |scenario, options, turns| scenario.vms().advance_run(&options.run, turns),
        example: r#"{"step": 12}"#;

    /// Returns the whole state of the VM plugin after a step of a timeline.
    vmDump(VmDumpOptions) -> VmDumpAnswer, ["no-such-timeline", "ambiguous-name", "no-such-variant"], with findings
        = |scenario, options| scenario.vms().dump(&options),
        in slices: timeline |scenario, options, turns| scenario.vms().advance_run(&options.run, turns),
        example: r#"{"step": 12}"#;

    /// Reads a Kubernetes quantity, such as `1500m`; `null` if the input is not a quantity. It does not use the
    /// text.
    quantity(QuantityOptions) -> Option<QuantityAnswer>, []
        = |_, options| Ok(value(&options.text.unwrap_or_default())),
        example: r#"{"text": "1500m"}"#;
}

fn no_step(question: &str, step: usize) -> QuestionError {
    QuestionError::Invalid(format!(
        "{question}.step: there is no step `{step}` of spread"
    ))
}

fn value(text: &str) -> Option<QuantityAnswer> {
    let quantity = Quantity::parse(text).ok()?;
    let number = quantity.to_f64();
    Some(QuantityAnswer {
        f64: number.is_finite().then_some(number),
        bits: format!("{:016x}", number.to_bits()),
        canonical: quantity.to_string(),
    })
}
