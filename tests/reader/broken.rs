//! One finding for everything that is not as it should be, at its own place; the rest is read.

use schedscope::{
    objects::id::{ClusterId, Id as _},
    reader::Reader,
};

use super::{CLUSTER, PLACEMENT, check, clusters, lines};

/// A cluster `a` with one more line has exactly this finding.
#[track_caller]
fn cluster(more: &str, expect: &str) {
    check(
        &format!("{CLUSTER}metadata: {{name: a}}\n{more}\n"),
        &[expect],
    );
}

/// A placement `ns/p` with this `spec`, in flow style, has exactly this finding.
#[track_caller]
fn spec(spec: &str, expect: &str) {
    check(
        &format!("{PLACEMENT}spec: {spec}\n"),
        &[&format!("error {expect}")],
    );
}

#[test]
fn a_broken_document_spoils_only_itself() {
    let good = |name: &str| format!("{CLUSTER}metadata: {{name: {name}}}\n");
    let text = format!("{}---\na: b: c\n---\n{}", good("a"), good("b"));
    check(
        &text,
        &["error syntax  5:5-5:5 mapping values are not allowed in this context"],
    );
    assert_eq!(clusters(&Reader::new(&text)), "a b");

    let list = "\
kind: List
items:
- apiVersion: cluster.open-cluster-management.io/v1
  kind: ManagedCluster
  metadata: {name: a}
- kind: [
- apiVersion: cluster.open-cluster-management.io/v1
  kind: ManagedCluster
  metadata: {name: b}
";
    let reader = Reader::new(list);
    assert_eq!(clusters(&reader), "a b");
    assert_eq!(reader.counts(), [1, 0, 0, 0]);

    let json = |name: &str| {
        format!(
            "{{\"apiVersion\":\"cluster.open-cluster-management.io/v1\",\"kind\":\"ManagedCluster\",\
             \"metadata\":{{\"name\":\"{name}\"}}}}\n"
        )
    };
    let text = format!(
        "{}{{\"kind\": \"x\", \"metadata\": {{\n{}{}",
        json("a"),
        json("b"),
        json("c")
    );
    check(
        &text,
        &["error syntax x /  2:28-2:28 the input ends before its value does"],
    );
    assert_eq!(clusters(&Reader::new(&text)), "a b c");
}

#[test]
fn duplicates() {
    let text = format!(
        "{CLUSTER}metadata: {{name: a}}\n---\n{CLUSTER}metadata: {{name: a, labels: {{x: z}}}}\n"
    );
    check(
        &text,
        &[
            "warning duplicate-object ManagedCluster /a metadata.name 7:18-7:19 ManagedCluster `a` is defined \
             twice; the later one wins (also at 3:18)",
        ],
    );
    assert_eq!(
        Reader::new(&text)
            .objects()
            .clusters
            .get(ClusterId::new(0))
            .expect("a cluster")
            .labels()
            .0
            .len(),
        1,
        "the last one counts"
    );
    cluster(
        "kind: ManagedCluster",
        "error duplicate-key ManagedCluster /a kind 4:1-4:5 `kind` is defined twice here; the last one wins",
    );
    cluster(
        "spec: {}\nspec: {}",
        "error duplicate-key ManagedCluster /a spec 5:1-5:5 `spec` is defined twice here; the last one wins",
    );
    check(
        &format!("{CLUSTER}metadata:\n  name: a\n  labels: {{x: v, x: z}}\n"),
        &[
            "error duplicate-key ManagedCluster /a metadata.labels[x] 5:18-5:19 `x` is defined twice here; the last \
             one wins",
        ],
    );
}

#[test]
fn wrong_types() {
    spec(
        "{numberOfClusters: three}",
        "wrong-type Placement ns/p spec.numberOfClusters 4:26-4:31 expected a whole number, found the string `three`",
    );
    spec(
        "{numberOfClusters: 1.5}",
        "wrong-type Placement ns/p spec.numberOfClusters 4:26-4:29 expected a whole number, found the number `1.5`",
    );
    spec(
        "{numberOfClusters: \"3\"}",
        "wrong-type Placement ns/p spec.numberOfClusters 4:26-4:29 expected a whole number, found the string `3`",
    );
    spec(
        "{tolerations: {key: a}}",
        "wrong-type Placement ns/p spec.tolerations 4:21-4:29 expected a list, found a mapping",
    );
    spec(
        "[]",
        "wrong-type Placement ns/p spec 4:7-4:9 expected a mapping, found a list",
    );
    spec(
        "{clusterSets: [true]}",
        "wrong-type Placement ns/p spec.clusterSets[0] 4:22-4:26 expected a string, found the boolean `true`: put it \
         in quotes",
    );
    cluster(
        "spec: {hubAcceptsClient: maybe}",
        "error wrong-type ManagedCluster /a spec.hubAcceptsClient 4:26-4:31 expected `true` or `false`, found the \
         string `maybe`",
    );
    // What was meant is used.
    let reader = Reader::new(&format!(
        "{CLUSTER}metadata: {{name: a, labels: {{gpu: true}}}}\n"
    ));
    let (_, value) = reader
        .objects()
        .clusters
        .get(ClusterId::new(0))
        .expect("a cluster")
        .labels()
        .0[0];
    assert_eq!(&reader.objects().names[value], "true");
}

#[test]
fn prioritizers_that_nothing_builds_in() {
    let found = |path: &str, columns: &str| {
        format!(
            "warning invalid-value Placement ns/p spec.prioritizerPolicy.configurations[0].{path} {columns} no \
             built-in prioritizer `Stedy`; available: `Steady`, `Balance`, `ResourceAllocatableCPU`, \
             `ResourceAllocatableMemory`; only in design documents: `ResourceRatioCPU`, `ResourceRatioMemory`, \
             `Spread`"
        )
    };
    let of = |configuration: &str| {
        lines(&format!(
            "{PLACEMENT}spec: {{prioritizerPolicy: {{configurations: [{configuration}]}}}}\n"
        ))
    };
    assert_eq!(
        of("{scoreCoordinate: {builtIn: Stedy}}"),
        [found("scoreCoordinate.builtIn", "4:73-4:78")]
    );
    assert_eq!(of("{name: Stedy}"), [found("name", "4:52-4:57")]);
    for name in [
        "Spread",
        "ResourceRatio(nvidia.com/gpu)",
        "ResourceAllocatable(cpu)",
    ] {
        assert!(of(&format!("{{name: {name}}}")).is_empty(), "{name}");
    }
    for name in ["ResourceRatio()", "ResourceRatio(cpu", "steady"] {
        assert_eq!(of(&format!("{{name: {name}}}")).len(), 1, "{name}");
    }
}

#[test]
fn out_of_range() {
    spec(
        "{numberOfClusters: -1}",
        "out-of-range Placement ns/p spec.numberOfClusters 4:26-4:28 `-1` is out of range: it must be at least 0",
    );
    spec(
        "{prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: Steady}, weight: 11}]}}",
        "out-of-range Placement ns/p spec.prioritizerPolicy.configurations[0].weight 4:90-4:92 `11` is out of range: \
         it must be between -10 and 10",
    );
    spec(
        "{spreadPolicy: {spreadConstraints: [{topologyKey: zone, topologyKeyType: Label, maxSkew: 0}]}}",
        "out-of-range Placement ns/p spec.spreadPolicy.spreadConstraints[0].maxSkew 4:96-4:97 `0` is out of range: \
         it must be at least 1",
    );
    let nine = "{topologyKey: zone, topologyKeyType: Label}, ".repeat(9);
    assert!(
        lines(&format!(
            "{PLACEMENT}spec: {{spreadPolicy: {{spreadConstraints: [{nine}]}}}}\n"
        ))[0]
            .ends_with("at most 8 spread constraints are allowed")
    );
    check(
        "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: AddOnPlacementScore
metadata: {name: s, namespace: c}
status: {scores: [{name: x, value: 101}]}
",
        &[
            "error out-of-range AddOnPlacementScore c/s status.scores[0].value 4:36-4:39 `101` is out of range: it \
             must be between -100 and 100",
        ],
    );
}

#[test]
fn what_makes_a_decision_void() {
    spec(
        "{prioritizerPolicy: {configurations: [{scoreCoordinate: {type: AddOn}}]}}",
        "missing-field Placement ns/p spec.prioritizerPolicy.configurations[0].scoreCoordinate.addOn 4:63-4:76 a \
         score coordinate of type `AddOn` needs an `addOn`",
    );
    spec(
        "{prioritizerPolicy: {configurations: [{scoreCoordinate: {type: AddOn, addOn: {resourceName: a}}}]}}",
        "missing-field Placement ns/p spec.prioritizerPolicy.configurations[0].scoreCoordinate.addOn.scoreName \
         4:84-4:101 an add-on's score needs a `scoreName`",
    );
    spec(
        "{predicates: [{requiredClusterSelector: {claimSelector: {matchExpressions: [{key: a, operator: In}]}}}]}",
        "invalid-value Placement ns/p spec.predicates[0].requiredClusterSelector.claimSelector.matchExpressions[0] \
         4:83-4:105 values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
    );
}

#[test]
fn values_that_the_crd_does_not_know() {
    spec(
        "{tolerations: [{operator: Exist}]}",
        "invalid-value Placement ns/p spec.tolerations[0].operator 4:33-4:38 `Exist` is not allowed here, did you \
         mean `Exists`",
    );
    spec(
        "{prioritizerPolicy: {mode: Foo}}",
        "invalid-value Placement ns/p spec.prioritizerPolicy.mode 4:34-4:37 `Foo` is not allowed here, use \
         `Additive` or `Exact` or ``",
    );
    spec(
        "{spreadPolicy: {spreadConstraints: [{topologyKeyType: Label}]}}",
        "missing-field Placement ns/p spec.spreadPolicy.spreadConstraints[0].topologyKey 4:43-4:67 a spread \
         constraint needs a `topologyKey`",
    );
    spec(
        "{tolerations: [{operator: Equal, value: x}]}",
        "invalid-value Placement ns/p spec.tolerations[0].operator 4:33-4:38 operator must be Exists when `key` \
         is empty, which means \"match all values and all keys\"",
    );
    spec(
        "{tolerations: [{key: k, operator: Exists, value: x}]}",
        "invalid-value Placement ns/p spec.tolerations[0].value 4:56-4:57 value must be empty when \
         `operator` is 'Exists'",
    );
    for text in ["NaN%", "Inf%", "-5%", "1e2%", "%", "10", "abc", "0x1p4%"] {
        spec(
            &format!(
                "{{decisionStrategy: {{groupStrategy: {{clustersPerDecisionGroup: \"{text}\"}}}}}}"
            ),
            &format!(
                "invalid-value Placement ns/p spec.decisionStrategy.groupStrategy.clustersPerDecisionGroup 4:69-4:{} \
                 `{text}` is not a percentage: write it as `25%`, or a number of clusters without quotes",
                71 + text.len(),
            ),
        );
    }
    spec(
        "{sortBy: score}",
        "invalid-value Placement ns/p spec.sortBy 4:16-4:21 `score` is not allowed here, did you mean `Score`",
    );
    for text in ["m", "5d", "1h30m", "-5m"] {
        spec(
            &format!("{{scoreRateLimit: {text}}}"),
            &format!(
                "invalid-value Placement ns/p spec.scoreRateLimit 4:24-4:{} `{text}` is not a rate limit: digits and \
                 one of `h`, `m` and `s`, as `5m`",
                24 + text.len(),
            ),
        );
    }
    cluster(
        "spec: {taints: [{key: k, effect: NoSelect, timeAdded: yesterday}]}",
        "error invalid-time ManagedCluster /a spec.taints[0].timeAdded 4:55-4:64 `yesterday` is not a time, write it \
         as `2025-06-01T12:00:00Z`",
    );
    cluster(
        "status: {allocatable: {cpu: 4 cores}}",
        "error invalid-quantity ManagedCluster /a status.allocatable[cpu] 4:29-4:36 `4 cores` is not a quantity: \
         unknown suffix ` cores`, suffixes are n u m k M G T P E and Ki Mi Gi Ti Pi Ei",
    );
}

#[test]
fn misspelt_fields() {
    let spec = |text: &str, path: &str, meant: &str| {
        let found = lines(&format!("{PLACEMENT}spec: {{{text}: 1}}\n"));
        let expect = format!("did you mean `{meant}`");
        assert!(
            found[0].starts_with("warning unknown-field")
                && found[0].contains(path)
                && found[0].ends_with(&expect),
            "{found:?}"
        );
    };
    spec(
        "numberOfCluster",
        "spec.numberOfCluster",
        "numberOfClusters",
    );
    spec(
        "prioritizerPolciy",
        "spec.prioritizerPolciy",
        "prioritizerPolicy",
    );
    spec("Tolerations", "spec.Tolerations", "tolerations");
    spec("sortByy", "spec.sortByy", "sortBy");
    spec("scoreRatelimit", "spec.scoreRatelimit", "scoreRateLimit");
}

#[test]
fn configurations_without_a_name() {
    check(
        &format!("{PLACEMENT}spec: {{prioritizerPolicy: {{configurations: [{{weight: 2}}]}}}}\n"),
        &[
            "error missing-field Placement ns/p spec.prioritizerPolicy.configurations[0].scoreCoordinate 4:45-4:56 a \
             prioritizer configuration needs a `scoreCoordinate`, or a `name` in the short form",
        ],
    );
    check(
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n\
         - plugins: {score: {enabled: [{weight: 2}], disabled: [{}]}}\n  pluginConfig: [{args: {a: b}}]\n",
        &[
            "error missing-field KubeSchedulerConfiguration / profiles[0].plugins.score.enabled[0].name \
             4:31-4:42 a plugin needs its `name`",
            "error missing-field KubeSchedulerConfiguration / \
             profiles[0].plugins.score.disabled[0].name 4:56-4:58 a plugin needs its `name`",
            "error missing-field KubeSchedulerConfiguration / profiles[0].pluginConfig[0].name \
             5:18-5:32 a plugin's configuration needs its `name`",
        ],
    );
}

#[test]
fn objects_that_are_not_known() {
    check(
        "a text\n",
        &["error not-an-object  1:1-1:7 expected a Kubernetes object, found a string"],
    );
    check(
        "a: 1\n",
        &["error not-an-object  1:1-1:5 an object needs a `kind` and an `apiVersion`"],
    );
    check(
        "apiVersion: v1\nkind: Binding\nmetadata: {name: s}\n",
        &["info unknown-kind Binding /s kind 2:7-2:14 kind `Binding` is not checked"],
    );
    check(
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: s}\n",
        &[
            "warning unknown-kind Kustomization /s kind 2:7-2:20 kind `Kustomization` is not checked: `kustomize \
             build` prints the objects that it makes of others and their patches",
        ],
    );
    check(
        "apiVersion: x/v1\nkind: Placement\nmetadata: {name: s}\n",
        &[
            "info unknown-kind Placement /s apiVersion 1:13-1:17 `Placement` of `x/v1` is not used here, only that \
             of `cluster.open-cluster-management.io`",
        ],
    );
    check(
        "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedClutser\nmetadata: {name: s}\n",
        &[
            "warning unknown-kind ManagedClutser /s kind 2:7-2:21 kind `ManagedClutser` is not checked, did you \
             mean `ManagedCluster`",
        ],
    );
    check(
        "apiVersion: cluster.open-cluster-management.io/v2\nkind: ManagedCluster\nmetadata: {name: s}\n",
        &[
            "warning unknown-version ManagedCluster /s apiVersion 1:13-1:50 `ManagedCluster` has no version `v2` \
             here; it is read as `v1`",
        ],
    );
    check(
        &format!("{CLUSTER}metadata: {{labels: {{a: b}}}}\n"),
        &["error missing-field ManagedCluster / metadata.name 3:11-3:27 an object needs a name"],
    );
    check(
        &format!("{CLUSTER}metadata: {{name: A_b}}\n"),
        &[
            "error invalid-value ManagedCluster /A_b metadata.name 3:18-3:21 `A_b` is not a valid name: at most 253 \
             lower case letters, digits, `-` and `.`, with a letter or digit at both ends of each part",
        ],
    );
}
