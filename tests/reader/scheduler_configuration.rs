//! `KubeSchedulerConfiguration`: what is read of it, and what of it is not looked at.

use schedscope::{
    objects::{diagnostic::Encoding, word::Word as _},
    reader::Reader,
};

use super::line;

fn configuration(rest: &str) -> String {
    format!(
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n{rest}\n"
    )
}

/// The paths that are not looked at.
fn overlooked(text: &str) -> Vec<String> {
    let reader = Reader::new(text);
    let places = reader.not_looked_at();
    places.map(|place| place.found.path.to_string()).collect()
}

#[track_caller]
fn check(rest: &str, expected: &[&str]) {
    let text = configuration(rest);
    let found = Reader::new(&text).diagnostics(Encoding::Utf8, 9);
    assert_eq!(found, [], "\n{text}");
    assert_eq!(overlooked(&text), expected, "\n{text}");
}

#[test]
fn profiles_and_arguments() {
    let text = configuration(
        "\
profiles:
- plugins:
    multiPoint:
      enabled: [{name: ImageLocality, weight: 7}, {name: CapacityScheduling}]
      disabled: [{name: '*'}, {name: TaintToleration}]
    score: {enabled: [{name: NodeAffinity, weight: 0}]}
  pluginConfig:
  - name: InterPodAffinity
    args: {hardPodAffinityWeight: 5, ignorePreferredTermsOfExistingPods: true}
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: RequestedToCapacityRatio
        resources: [{name: cpu, weight: 3}, {name: memory}]
        requestedToCapacityRatio: {shape: [{utilization: 0, score: 10}, {utilization: 100, score: 0}]}
  - name: NodeResourcesBalancedAllocation
    args: {resources: [{name: cpu}]}
- schedulerName: packer
  pluginConfig:
  - name: PodTopologySpread
    args:
      defaultingType: List
      defaultConstraints: [{maxSkew: 2, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}]",
    );
    let reader = Reader::new(&text);
    assert_eq!(reader.diagnostics(Encoding::Utf8, 9), [], "\n{text}");
    let objects = reader.objects();
    let of = |name| objects.names.get(name).expect("a name that is read");
    let [read] = objects.scheduler_configurations.as_slice() else {
        panic!("one configuration");
    };
    let [first, second] = &*read.profiles else {
        panic!("two profiles");
    };
    assert_eq!(
        (read.name, first.name),
        (of("default-scheduler"), of("default-scheduler"))
    );
    assert!(first.is_default && !second.is_default);
    assert_eq!(second.name, of("packer"));
    assert!(first.multi_point.disables_all);
    assert_eq!(first.multi_point.disabled, [of("TaintToleration")]);
    assert_eq!(
        first.multi_point.enabled,
        [(of("ImageLocality"), 7), (of("CapacityScheduling"), 1)]
    );
    assert_eq!(first.score.enabled, [(of("NodeAffinity"), 1)]);
    assert_eq!(first.args.hard_pod_affinity_weight, Some(5));
    assert!(first.args.ignores_preferred_terms);
    let strategy = first.args.scoring_strategy.as_ref().expect("a strategy");
    assert_eq!(*strategy.resources, [(of("cpu"), 3), (of("memory"), 1)]);
    assert_eq!(*strategy.shape, [(0, 10), (100, 0)]);
    assert_eq!(
        first.args.balanced_resources.as_deref(),
        Some(&[of("cpu")][..])
    );
    let spread = second.args.default_constraints.as_deref().expect("a list");
    assert_eq!(
        (spread.len(), spread[0].max_skew, spread[0].is_hard),
        (1, 2, false)
    );
    assert_eq!(first.args.default_constraints, None);
}

/// What is applied is not listed, as is what changes no answer.
#[test]
fn what_is_applied_is_not_listed() {
    check(
        "leaderElection: {leaderElect: true}\npercentageOfNodesToScore: 100\nextenders: []",
        &[],
    );
    check(
        "profiles:\n- plugins: {score: {disabled: [{name: '*'}], enabled: [{name: NodeAffinity, weight: 9}]}}",
        &[],
    );
    check(
        "profiles:\n- plugins: {multiPoint: {disabled: [{name: ImageLocality}]}}",
        &[],
    );
    // The plugin's own preemption takes the place of the default one.
    check(
        "\
profiles:
- schedulerName: capacityscheduler
  plugins:
    multiPoint: {enabled: [{name: CapacityScheduling}]}
    postFilter: {enabled: [{name: CapacityScheduling}], disabled: [{name: '*'}]}",
        &[],
    );
    // Nothing preempts.
    check(
        "profiles: [{plugins: {postFilter: {disabled: [{name: DefaultPreemption}]}}}]",
        &[],
    );
    // Off and on again.
    check(
        "profiles:\n- plugins: {filter: {disabled: [{name: NodePorts}], enabled: [{name: NodePorts}]}}",
        &[],
    );
    // Filters that are off do not filter.
    check(
        "profiles:\n- plugins: {filter: {disabled: [{name: NodePorts}, {name: TaintToleration}]}}",
        &[],
    );
    check(
        "profiles:\n- plugins: {multiPoint: {disabled: [{name: NodePorts}]}, \
         preFilter: {disabled: [{name: NodeAffinity}]}}",
        &[],
    );
    // What is added to node affinity, and what is not checked.
    check(
        "\
profiles:
- pluginConfig:
  - {name: NodeResourcesFit, args: {ignoredResources: [example.com/x], ignoredResourceGroups: [example.org]}}
  - name: NodeAffinity
    args:
      addedAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]",
        &[],
    );
    // It says how large a sample of the nodes is, and samples have a row of their own.
    check("percentageOfNodesToScore: 50", &[]);
    // Not scored, not prepared.
    let off = "{disabled: [{name: PodTopologySpread}]}";
    check(
        &format!("profiles:\n- plugins: {{preScore: {off}, score: {off}}}"),
        &[],
    );
}

#[test]
fn what_is_not_applied_is_listed_at_its_path() {
    check("extenders: [{urlPrefix: 'http://x'}]", &["extenders"]);
    check(
        "\
profiles:
- plugins:
    multiPoint: {enabled: [{name: Coscheduling}], disabled: [{name: SchedulingGates}, {name: ImageLocality}]}
    preFilter: {disabled: [{name: NodePorts}]}
    postFilter: {disabled: [{name: '*'}]}
    preScore: {disabled: [{name: NodeAffinity}]}
  pluginConfig:
  - {name: NodeAffinity, args: {addedAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}}}
  - {name: DefaultPreemption, args: {minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 7}}
  - {name: Coscheduling, args: {permitWaitingTimeSeconds: 10}}
  - name: PodTopologySpread
    args:
      defaultingType: List
      defaultConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}]",
        &[
            "profiles[0].plugins.multiPoint.enabled[0].name",
            "profiles[0].plugins.multiPoint.disabled[0].name",
            "profiles[0].plugins.preFilter.disabled[0].name",
            "profiles[0].plugins.preScore.disabled[0].name",
            "profiles[0].pluginConfig[0].args.addedAffinity.preferredDuringSchedulingIgnoredDuringExecution",
            "profiles[0].pluginConfig[1].args.minCandidateNodesAbsolute",
            "profiles[0].pluginConfig[2].name",
            "profiles[0].pluginConfig[3].args.defaultConstraints[0].whenUnsatisfiable",
        ],
    );
}

/// Quotas are in the text, so that it matters who looks at them.
#[test]
fn profiles_and_quotas() {
    let quota = "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\n\
                 metadata: {name: q, namespace: a}\nspec: {min: {cpu: 1}, max: {cpu: 2}}\n";
    let found = |rest: &str| -> Vec<String> {
        let reader = Reader::new(&(configuration(rest) + quota));
        let names = &reader.objects().names;
        let places = reader.not_looked_at();
        let lines = places.map(|place| {
            let (path, name) = (&place.found.path, &names[place.found.name]);
            format!("{} {name} {path}", place.rule.reason.word())
        });
        lines.collect()
    };
    let on = "{enabled: [{name: CapacityScheduling}], disabled: [{name: DefaultPreemption}]}";
    let without = "no-capacity-scheduling default-scheduler ";
    assert_eq!(found("profiles: []"), [without]);
    assert_eq!(found(""), [without]);
    assert_eq!(found("profiles: [{}]"), [format!("{without}profiles[0]")]);
    assert_eq!(
        found(&format!("profiles: [{{plugins: {{multiPoint: {on}}}}}]")),
        [""; 0]
    );
    assert_eq!(
        found(&format!(
            "profiles: [{{plugins: {{multiPoint: {on}}}}}, {{schedulerName: packer, extenders: []}}]"
        )),
        ["no-capacity-scheduling packer profiles[1]"]
    );
    // It has to reserve what it lets through.
    assert_eq!(
        found(&format!(
            "profiles: [{{plugins: {{preFilter: {on}, postFilter: {on}}}}}]"
        )),
        [format!("{without}profiles[0]")]
    );
    assert_eq!(
        found("profiles: [{plugins: {multiPoint: {enabled: [{name: CapacityScheduling}]}}}]"),
        ["default-preemption default-scheduler profiles[0]"]
    );
}

/// A pod for a scheduler that is configured in the text is not for an unknown one.
#[test]
fn schedulers_of_the_text_are_known() {
    let pod = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\n\
               spec: {schedulerName: 'packer', containers: [{name: c}]}\n";
    let with = |name: &str| configuration(&format!("profiles: [{{schedulerName: {name}}}]")) + pod;
    assert_eq!(overlooked(&with("packer")), [""; 0]);
    assert_eq!(overlooked(&with("other")), ["spec.schedulerName"]);
}

#[test]
fn findings() {
    let found = |rest: &str| -> Vec<String> {
        let reader = Reader::new(&configuration(rest));
        let found = reader.diagnostics(Encoding::Utf8, 9);
        found.iter().map(line).collect()
    };
    let args = |name: &str, args: &str| {
        found(&format!(
            "profiles:\n- pluginConfig:\n  - {{name: {name}, args: {args}}}"
        ))
    };
    let listed =
        "{defaultConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: ScheduleAnyway}]}";
    for (lines, code) in [
        (
            args("InterPodAffinity", "{hardPodAffinityWeight: 101}"),
            "out-of-range",
        ),
        (args("PodTopologySpread", listed), "invalid-value"),
        (
            args("NodeResourcesFit", "{scoringStrategy: {type: Least}}"),
            "invalid-value",
        ),
        (found("profiles:\n- pluginsConfig: []"), "unknown-field"),
    ] {
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains(code), "{lines:?}");
    }
    // Two schedulers are two configurations; one that stands twice counts where it stands last.
    let twice = |a: &str, b: &str| {
        let of = |name| configuration(&format!("profiles: [{{schedulerName: {name}}}]"));
        let reader = Reader::new(&format!("{}---\n{}", of(a), of(b)));
        let count = reader.objects().scheduler_configurations.len();
        (count, reader.diagnostics(Encoding::Utf8, 9).len())
    };
    assert_eq!(twice("a", "b"), (2, 0));
    assert_eq!(twice("a", "a"), (1, 1));
}
