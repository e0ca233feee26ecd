//! Quotas, priority classes and budgets.

use crate::{
    pods::{
        GeneratedNode, NodesAndPodsOptions,
        names::{APPS, Stream, namespace},
    },
    random::Random,
    text::{Node, map},
};

/// A priority class.
pub(super) struct Class {
    pub(super) name: &'static str,
    pub(super) value: i64,
    /// Pods of this class do not preempt.
    waits: bool,
}

/// The first one is Kubernetes' own, for what runs on every node.
pub(super) const CLASSES: [Class; 5] = [
    Class::new("system-node-critical", 2_000_001_000, false),
    Class::new("batch", 100, true),
    Class::new("low", 1_000, false),
    Class::new("medium", 10_000, false),
    Class::new("high", 100_000, false),
];

impl Class {
    const fn new(name: &'static str, value: i64, waits: bool) -> Self {
        Self { name, value, waits }
    }

    /// The class of an app: any but the first.
    pub(super) fn draw(random: &mut Random) -> &'static Self {
        &CLASSES[1 + random.pick(&[0, 1, 1, 2, 2, 3])]
    }

    /// `preemptionPolicy`, as the API server writes it into pods.
    pub(super) fn policy(&self) -> Node {
        Node::from(if self.waits {
            "Never"
        } else {
            "PreemptLowerPriority"
        })
    }
}

/// A quota for each namespace but `kube-system`: `min` is an equal share of nine tenths of all
/// nodes, `max` 2 to 3 times that.
pub(super) fn quotas<'a>(
    options: &'a NodesAndPodsOptions,
    nodes: &[GeneratedNode],
) -> impl Iterator<Item = Node> + 'a {
    let sum =
        |of: fn(&GeneratedNode) -> u32| nodes.iter().map(|node| u64::from(of(node))).sum::<u64>();
    let count = u64::from(options.namespaces());
    let cores = sum(|node| node.milli_cpu) * 9 / 10 / 1000 / count;
    let memory = sum(|node| node.memory_ki / 1024) * 9 / 10 / 1024 / count;
    let gpus = sum(|node| node.gpus) * 9 / 10 / count;
    let amounts = move |factor: u64| {
        let amount = |amount: u64| Node::from((amount * factor / 2).to_string());
        map([
            ("cpu", amount(cores)),
            ("memory", Node::from(format!("{}Gi", memory * factor / 2))),
            ("nvidia.com/gpu", amount(gpus)),
        ])
    };
    (0..options.namespaces()).map(move |index| {
        let mut random = Stream::Policy.random(options.seed, u64::from(index));
        let spec = map([
            ("max", amounts(u64::from(4 + random.below(3)))),
            ("min", amounts(2)),
        ]);
        object(
            "scheduling.x-k8s.io/v1alpha1",
            "ElasticQuota",
            ("quota", Some(namespace(index))),
            [("spec", Some(spec)), ("status", None)],
            &mut random,
        )
    })
}

/// The priority classes.
pub(super) fn classes(options: &NodesAndPodsOptions) -> Vec<Node> {
    let class = |(index, class): (usize, &Class)| {
        let mut random = Stream::Policy.random(options.seed, 1 << 32 | index as u64);
        let metadata = map([
            ("creationTimestamp", Node::from(random.time())),
            ("name", Node::from(class.name)),
        ]);
        map([
            ("apiVersion", Node::from("scheduling.k8s.io/v1")),
            ("kind", Node::from("PriorityClass")),
            ("metadata", metadata),
            ("preemptionPolicy", class.policy()),
            ("value", Node::Number(class.value)),
        ])
    };
    CLASSES.iter().enumerate().map(class).collect()
}

/// A budget for the first app of each namespace and for its cache.
pub(super) fn budgets(options: &NodesAndPodsOptions) -> impl Iterator<Item = Node> + '_ {
    let apps = [APPS[0], APPS[3]];
    (0..options.namespaces()).flat_map(move |index| {
        let mut random = Stream::Policy.random(options.seed, 2 << 32 | u64::from(index));
        apps.map(|app| {
            let labels = map([("app", Node::from(app))]);
            let spec = map([
                ("maxUnavailable", Node::Number(1)),
                ("selector", map([("matchLabels", labels)])),
            ]);
            let allowed = i64::from(random.below(3));
            let status = map([("disruptionsAllowed", Node::Number(allowed))]);
            object(
                "policy/v1",
                "PodDisruptionBudget",
                (app, Some(namespace(index))),
                [("spec", Some(spec)), ("status", Some(status))],
                &mut random,
            )
        })
    })
}

fn object(
    version: &'static str,
    kind: &'static str,
    (name, namespace): (&'static str, Option<String>),
    [one, two]: [(&'static str, Option<Node>); 2],
    random: &mut Random,
) -> Node {
    let metadata = map([
        ("creationTimestamp", Some(Node::from(random.time()))),
        ("name", Some(Node::from(name))),
        ("namespace", namespace.map(Node::from)),
    ]);
    map([
        ("apiVersion", Some(Node::from(version))),
        ("kind", Some(Node::from(kind))),
        ("metadata", Some(metadata)),
        one,
        two,
    ])
}
