//! One node.

use crate::{
    pods::{NodesAndPodsOptions, details, names::Stream},
    text::{Node, map},
};

/// The random values of a node.
pub(super) struct GeneratedNode {
    pub(super) name: String,
    pub(super) milli_cpu: u32,
    pub(super) memory_ki: u32,
    pub(super) gpus: u32,
    /// How many pods it takes.
    pods: u32,
    cores: u32,
    zone: &'static str,
    cordoned: bool,
    created: String,
}

impl GeneratedNode {
    /// The node of an index; O(1).
    pub(super) fn draw(options: &NodesAndPodsOptions, index: u32) -> Self {
        let mut random = Stream::Node.random(options.seed, u64::from(index));
        let cores = random.pick(&[8, 16, 16, 32]);
        Self {
            name: format!("node-{index:05}"),
            cores,
            // What the kubelet keeps for itself.
            milli_cpu: cores * 1000 - 80 - 10 * random.below(5),
            memory_ki: cores * 4 * 1024 * 1024 - 1_000_000 - 4 * random.below(4096),
            gpus: if random.percent(8) { 8 } else { 0 },
            pods: options.pods_per_node.saturating_add(20).max(110),
            zone: random.pick(&["eu-west-1a", "eu-west-1b", "eu-west-1c"]),
            cordoned: random.percent(1),
            created: random.time(),
        }
    }

    /// The `Node`.
    pub(super) fn print(&self, options: &NodesAndPodsOptions, index: u64) -> Node {
        let labels = map([
            ("kubernetes.io/hostname", Node::from(self.name.clone())),
            (
                "node.kubernetes.io/instance-type",
                Node::from(self.instance_type()),
            ),
            ("topology.kubernetes.io/zone", Node::from(self.zone)),
        ]);
        let metadata = map([
            ("creationTimestamp", Node::from(self.created.clone())),
            ("labels", labels),
            ("name", Node::from(self.name.clone())),
        ]);
        let spec = map([
            ("taints", self.taints()),
            ("unschedulable", self.cordoned.then_some(Node::True)),
        ]);
        let status = map([("allocatable", self.allocatable())]);
        let mut parts = [metadata, spec, status];
        if !options.lean {
            let mut random = Stream::NodeDetails.random(options.seed, index);
            parts = details::of_node(self, index, &mut random, parts);
        }
        let [metadata, spec, status] = parts;
        map([
            ("apiVersion", Node::from("v1")),
            ("kind", Node::from("Node")),
            ("metadata", metadata),
            ("spec", spec),
            ("status", status),
        ])
    }

    fn instance_type(&self) -> &'static str {
        match (self.gpus, self.cores) {
            (0, 8) => "m5.2xlarge",
            (0, 16) => "m5.4xlarge",
            (0, _) => "m5.8xlarge",
            _ => "p3.16xlarge",
        }
    }

    fn taints(&self) -> Option<Node> {
        let taint = |key: &'static str, value: Option<&'static str>| {
            map([
                ("effect", Some(Node::from("NoSchedule"))),
                ("key", Some(Node::from(key))),
                ("value", value.map(Node::from)),
            ])
        };
        let gpu = (self.gpus > 0).then(|| taint("nvidia.com/gpu", Some("present")));
        let cordon = self
            .cordoned
            .then(|| taint("node.kubernetes.io/unschedulable", None));
        let taints: Vec<_> = gpu.into_iter().chain(cordon).collect();
        (!taints.is_empty()).then_some(Node::List(taints))
    }

    fn allocatable(&self) -> Node {
        self.amounts(
            format!("{}m", self.milli_cpu),
            "95551679124",
            self.memory_ki,
        )
    }

    /// `status.capacity`.
    pub(super) fn capacity(&self) -> Node {
        let memory = self.cores * 4 * 1024 * 1024;
        self.amounts(self.cores.to_string(), "104845292Ki", memory)
    }

    fn amounts(&self, cpu: String, storage: &'static str, memory_ki: u32) -> Node {
        let gpus = (self.gpus > 0).then(|| Node::from(self.gpus.to_string()));
        map([
            ("cpu", Some(Node::from(cpu))),
            ("ephemeral-storage", Some(Node::from(storage))),
            ("hugepages-2Mi", Some(Node::from("0"))),
            ("memory", Some(Node::from(format!("{memory_ki}Ki")))),
            ("nvidia.com/gpu", gpus),
            ("pods", Some(Node::from(self.pods.to_string()))),
        ])
    }
}
