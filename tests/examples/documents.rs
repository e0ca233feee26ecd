//! What examples quote from design documents stands there word for word.

use super::read;

/// The placements of the user stories, as "Resource Based Scheduling" prints them.
const STORIES: [(&str, &str); 4] = [
    (
        "story-1-cpu-and-memory-ratio",
        "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: Placement
metadata:
  name: placement1
  namespace: ns1
spec:
  numberOfClusters: 3
  prioritizerPolicy:
    configurations:
      - name: ResourceRatioCPU
      - name: ResourceRatioMemory
",
    ),
    (
        "story-2-largest-memory",
        "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: Placement
metadata:
  name: placement2
  namespace: ns1
spec:
  numberOfClusters: 1
  prioritizerPolicy:
    configurations:
      - name: ResourceAllocatableMemory
",
    ),
    (
        "story-3-follow-cpu-and-memory",
        "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: Placement
metadata:
  name: placement3
  namespace: ns1
spec:
  numberOfClusters: 2
  prioritizerPolicy:
    configurations:
      - name: ResourceRatioCPU
        weight: 2
      - name: ResourceAllocatableMemory
        weight: 2
",
    ),
    (
        "story-4-pin-decisions",
        "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: Placement
metadata:
  name: placement4
  namespace: ns1
spec:
  numberOfClusters: 4
  prioritizerPolicy:
    mode: Exact
    configurations:
      - name: ResourceAllocatableCPU
      - name: Steady
        weight: 3
",
    ),
];

/// The managed cluster of the same document.
const LOCAL_CLUSTER: &str = "\
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata:
  name: local-cluster
spec:
  hubAcceptsClient: true
  leaseDurationSeconds: 60
status:
  allocatable:
    cpu: '15'
    memory: 63194Mi
  capacity:
    core_worker: '18'
    cpu: '18'
    memory: 69938Mi
    socket_worker: '6'
";

#[test]
fn the_stories_placements_stand_word_for_word() {
    for (name, placement) in STORIES {
        let text = read(&format!("{name}.yaml"));
        let ends = format!("{placement}---\n");
        assert!(text.contains(&ends), "{name}: its placement is another one");
    }
    let first = read("story-1-cpu-and-memory-ratio.yaml");
    assert!(first.contains(&format!("{LOCAL_CLUSTER}---\n")));
}

/// The placements of the use cases as the design document "Spread Policy across Failure-domains in
/// Placement APIs" has them; examples need a namespace besides. Of use case 3 this is the one with a
/// max skew of 2.
const USE_CASES: [(&str, &str); 3] = [
    (
        "use-case-2-even-spread",
        "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: use-case-2
spec:
  numberOfClusters: 4
  predicates:
  - requiredClusterSelector:
      labelSelector:
        matchLabels:
          region: us-east
  spreadPolicy:
    spreadConstraints:
    - topologyKey: zone
      topologyKeyType: Label
",
    ),
    (
        "use-case-3-max-skew-2",
        "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: use-case-3
spec:
  numberOfClusters: 4
  predicates:
  - requiredClusterSelector:
      labelSelector:
        matchLabels:
          region: us-east
  spreadPolicy:
    spreadConstraints:
    - topologyKey: zone
      topologyKeyType: Label
      maxSkew: 2
      whenUnsatisfiable: DoNotSchedule
",
    ),
    (
        "use-case-4-joint-spread",
        "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: use-case-4
spec:
  numberOfClusters: 4
  predicates:
  - requiredClusterSelector:
      labelSelector:
        matchLabels:
          provider: aws
  spreadPolicy:
    spreadConstraints:
    - topologyKey: region
      topologyKeyType: Label
    - topologyKey: zone
      topologyKeyType: Label
",
    ),
];

#[test]
fn the_use_cases_placements_stand_word_for_word() {
    for (name, placement) in USE_CASES {
        let text = read(&format!("{name}.yaml")).replace("  namespace: ns1\n", "");
        let ends = format!("{placement}---\n");
        assert!(text.contains(&ends), "{name}: its placement is another one");
    }
}

/// The objects of "Cross-namespace vs. single-namespace preemption" in "Capacity scheduling", in its
/// order.
const CROSS_NAMESPACE: [&str; 6] = [
    "\
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: quota1
  namespace: quota1
spec:
  max:
    cpu: 2
  min:
    cpu: 0
",
    "\
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: quota2
  namespace: quota2
spec:
  max:
    cpu: 2
  min:
    cpu: 0
",
    "\
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: quota3
  namespace: quota3
spec:
  max:
    cpu: 2
  min:
    cpu: 1
",
    "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
  namespace: quota1
  labels:
    app: nginx
spec:
  replicas: 1
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      name: nginx
      labels:
        app: nginx
    spec:
      schedulerName: capacityscheduler
      containers:
        - name: nginx
          image: nginx
          resources:
            limits:
              cpu: 1
            requests:
              cpu: 1
",
    "\
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata:
  name: high-priority
value: 1000000
globalDefault: false
description: \"Sample High Priority Class\"
",
    "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
  namespace: quota2
  labels:
    app: nginx
spec:
  replicas: 1
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      name: nginx
      labels:
        app: nginx
    spec:
      schedulerName: capacityscheduler
      priorityClassName: high-priority
      containers:
        - name: nginx
          image: nginx
          resources:
            limits:
              cpu: 1
            requests:
              cpu: 1
",
];

/// Those of "Cross Node Preemption is not supported" in the same document.
const CROSS_NODE: [&str; 4] = [
    "\
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: quota1
  namespace: quota1
spec:
  max:
    cpu: 2
  min:
    cpu: 0
",
    "\
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: quota2
  namespace: quota2
spec:
  max:
    cpu: 2
  min:
    cpu: 2
",
    "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
  namespace: quota1
  labels:
    app: nginx
spec:
  replicas: 2
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      name: nginx
      labels:
        app: nginx
    spec:
      schedulerName: capacityscheduler
      containers:
        - name: nginx
          image: nginx
          resources:
            limits:
              cpu: 1
            requests:
              cpu: 1
",
    "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
  namespace: quota2
  labels:
    app: nginx
spec:
  replicas: 1
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      name: nginx
      labels:
        app: nginx
    spec:
      schedulerName: capacityscheduler
      containers:
        - name: nginx
          image: nginx
          resources:
            limits:
              cpu: 2
            requests:
              cpu: 2
",
];

#[test]
fn the_quotas_and_deployments_stand_word_for_word() {
    let examples: [(&str, &[&str]); 2] = [
        ("quota-cross-namespace", &CROSS_NAMESPACE),
        ("quota-cross-node", &CROSS_NODE),
    ];
    for (name, objects) in examples {
        let text = format!("{}---\n", read(&format!("{name}.yaml")));
        let mut rest = text.as_str();
        for object in objects {
            let ends = format!("{object}---\n");
            let at = rest.find(&ends);
            let at = at.unwrap_or_else(|| panic!("{name} lacks, after the others,\n{object}"));
            rest = &rest[at..];
        }
    }
}
