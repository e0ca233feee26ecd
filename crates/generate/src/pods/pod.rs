//! Pods: those on nodes and those that wait.

use schedscope_objects::order;

use crate::{
    pods::{
        GeneratedNode, NodesAndPodsOptions, details,
        names::{APPS, Stream, ending, hash, namespace},
        policy::{CLASSES, Class},
    },
    random::Random,
    text::{Node, map},
};

/// The random values of a pod.
pub(super) struct GeneratedPod {
    /// Counts all pods.
    order: u64,
    pub(super) namespace: String,
    pub(super) name: String,
    pub(super) app: String,
    /// The index of its node; `None`: it waits for one.
    pub(super) node: Option<u32>,
    class: &'static Class,
    amounts: Amounts,
    over: bool,
    pub(super) created: String,
    uid: String,
}

/// What a pod asks for. Zeros are left out.
#[derive(Clone, Copy, Default)]
struct Amounts {
    milli_cpu: u32,
    memory_mi: u32,
    gpus: u32,
    limit_milli_cpu: u32,
    limit_memory_mi: u32,
}

/// All pods, by namespace and name.
pub(super) fn draw(options: &NodesAndPodsOptions, nodes: &[GeneratedNode]) -> Vec<GeneratedPod> {
    let mut pods = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        on_node(options, index as u32, node, &mut pods);
    }
    let first = pods.len() as u64;
    pods.extend((0..options.pending).map(|index| waiting(options, first, index)));
    order::sort(&mut pods, |a, b| {
        (&a.namespace, &a.name).cmp(&(&b.namespace, &b.name))
    });
    pods
}

fn on_node(
    options: &NodesAndPodsOptions,
    index: u32,
    node: &GeneratedNode,
    pods: &mut Vec<GeneratedPod>,
) {
    let count = options.pods_per_node;
    let mut random = Stream::PodsOfNode.random(options.seed, u64::from(index));
    let share = |whole: u32| {
        let filled = u64::from(whole) * u64::from(options.fill.min(100)) / 100;
        (filled / u64::from(count.max(1))) as u32
    };
    let (share_cpu, share_memory) = (share(node.milli_cpu), share(node.memory_ki / 1024));
    let (mut free_cpu, mut free_memory) = (node.milli_cpu, node.memory_ki / 1024);
    let mut free_gpus = node.gpus;
    for number in 0..count {
        let order = u64::from(index) * u64::from(count) + u64::from(number);
        let around = |random: &mut Random, share: u32, free: u32| {
            let amount = u64::from(share) * u64::from(50 + random.below(101)) / 100;
            (amount as u32).min(free)
        };
        let milli_cpu = around(&mut random, share_cpu, free_cpu) / 5 * 5;
        let memory_mi = around(&mut random, share_memory, free_memory);
        let mut amounts = Amounts {
            milli_cpu,
            memory_mi,
            gpus: random.below(3).min(free_gpus),
            ..Amounts::default()
        };
        match random.below(100) {
            // Best effort.
            0..10 => amounts = Amounts::default(),
            // Not limited.
            10..30 => {}
            // Guaranteed.
            30..45 => {
                amounts.limit_milli_cpu = milli_cpu;
                amounts.limit_memory_mi = memory_mi;
            }
            _ => {
                amounts.limit_milli_cpu = milli_cpu * (1 + random.below(6));
                amounts.limit_memory_mi = memory_mi + memory_mi / 100 * random.below(101);
            }
        }
        free_cpu -= amounts.milli_cpu;
        free_memory -= amounts.memory_mi;
        free_gpus -= amounts.gpus;
        pods.push(running(options, index, order, amounts));
    }
}

fn running(options: &NodesAndPodsOptions, node: u32, order: u64, amounts: Amounts) -> GeneratedPod {
    let mut random = Stream::Pod.random(options.seed, order);
    let app = random.below(APPS.len() as u32);
    let over = random.percent(2);
    let created = random.time();
    let uid = random.uid();
    let (namespace, name, class) = if random.percent(5) {
        let name = format!("kube-proxy-{}", ending(order));
        ("kube-system".to_owned(), name, &CLASSES[0])
    } else {
        let index = borrower_or_other(options.namespaces(), &mut random);
        // Everything else about an app follows from its namespace and name.
        let number = u64::from(index) * APPS.len() as u64 + u64::from(app);
        let mut of_app = Stream::App.random(options.seed, number);
        let class = Class::draw(&mut of_app);
        let hash = hash(&mut of_app);
        let name = format!("{}-{hash}-{}", APPS[app as usize], ending(order));
        (namespace(index), name, class)
    };
    let app = if namespace == "kube-system" {
        "kube-proxy"
    } else {
        APPS[app as usize]
    };
    GeneratedPod {
        order,
        namespace,
        name,
        app: app.to_owned(),
        node: Some(node),
        class,
        amounts,
        over,
        created,
        uid,
    }
}

/// A third of the namespaces, the first ones, hold 55 of 100 pods.
fn borrower_or_other(namespaces: u32, random: &mut Random) -> u32 {
    let borrowers = namespaces.div_ceil(3);
    let others = namespaces - borrowers;
    if others == 0 || random.percent(55) {
        random.below(borrowers)
    } else {
        borrowers + random.below(others)
    }
}

fn waiting(options: &NodesAndPodsOptions, first: u64, index: u32) -> GeneratedPod {
    let template = index % options.templates();
    let mut random = Stream::Template.random(options.seed, u64::from(template));
    let milli_cpu = random.pick(&[250, 500, 500, 1000, 1000, 2000]);
    let amounts = Amounts {
        milli_cpu,
        memory_mi: milli_cpu / 125 * random.pick(&[256, 384, 512]),
        gpus: u32::from(random.percent(10)),
        limit_milli_cpu: milli_cpu * random.below(5),
        limit_memory_mi: milli_cpu / 125 * 512,
    };
    let class = Class::draw(&mut random);
    let hash = hash(&mut random);
    let app = format!("job-{template}");
    let mut random = Stream::Pending.random(options.seed, u64::from(index));
    GeneratedPod {
        order: first + u64::from(index),
        // From the last one on: they have room below their min.
        namespace: namespace(options.namespaces() - 1 - template % options.namespaces()),
        name: format!("{app}-{hash}-{}", ending(first + u64::from(index))),
        app,
        node: None,
        class,
        amounts,
        over: false,
        created: random.time(),
        uid: random.uid(),
    }
}

impl Amounts {
    fn list(milli_cpu: u32, memory_mi: u32, gpus: u32) -> Option<Node> {
        let text = |amount: u32, text: String| (amount > 0).then(|| Node::from(text));
        let cpu = if milli_cpu.is_multiple_of(1000) {
            (milli_cpu / 1000).to_string()
        } else {
            format!("{milli_cpu}m")
        };
        let memory = if memory_mi.is_multiple_of(1024) {
            format!("{}Gi", memory_mi / 1024)
        } else {
            format!("{memory_mi}Mi")
        };
        (milli_cpu | memory_mi | gpus > 0).then(|| {
            map([
                ("cpu", text(milli_cpu, cpu)),
                ("memory", text(memory_mi, memory)),
                ("nvidia.com/gpu", text(gpus, gpus.to_string())),
            ])
        })
    }

    fn print(self) -> Node {
        let limits = Self::list(self.limit_milli_cpu, self.limit_memory_mi, self.gpus);
        let requests = Self::list(self.milli_cpu, self.memory_mi, self.gpus);
        map([("limits", limits), ("requests", requests)])
    }
}

impl GeneratedPod {
    /// The `Pod`.
    pub(super) fn print(&self, options: &NodesAndPodsOptions, nodes: &[GeneratedNode]) -> Node {
        let node = self.node.and_then(|node| nodes.get(node as usize));
        let metadata = map([
            ("creationTimestamp", Node::from(self.created.clone())),
            ("labels", map([("app", Node::from(self.app.clone()))])),
            ("name", Node::from(self.name.clone())),
            ("namespace", Node::from(self.namespace.clone())),
            ("uid", Node::from(self.uid.clone())),
        ]);
        let container = map([
            ("name", Node::from("main")),
            ("resources", self.amounts.print()),
        ]);
        let spec = map([
            ("nodeName", node.map(|node| Node::from(node.name.clone()))),
            ("preemptionPolicy", Some(self.class.policy())),
            ("priority", Some(Node::Number(self.class.value))),
            ("priorityClassName", Some(Node::from(self.class.name))),
            ("tolerations", self.tolerations(options)),
        ]);
        let status = map([
            ("phase", Some(Node::from(self.phase()))),
            ("startTime", node.map(|_| Node::from(self.created.clone()))),
        ]);
        let mut parts = [metadata, container, spec, status];
        if !options.lean {
            let mut random = Stream::PodDetails.random(options.seed, self.order);
            parts = details::of_pod(self, self.order, &mut random, parts);
        }
        let [metadata, container, spec, status] = parts;
        let spec = spec.with([("containers", Node::List(vec![container]))]);
        map([
            ("apiVersion", Node::from("v1")),
            ("kind", Node::from("Pod")),
            ("metadata", metadata),
            ("spec", spec),
            ("status", status),
        ])
    }

    /// `status.qosClass`.
    pub(super) fn quality(&self) -> &'static str {
        let amounts = &self.amounts;
        if amounts.milli_cpu | amounts.memory_mi | amounts.gpus == 0 {
            "BestEffort"
        } else if (amounts.milli_cpu, amounts.memory_mi)
            == (amounts.limit_milli_cpu, amounts.limit_memory_mi)
        {
            "Guaranteed"
        } else {
            "Burstable"
        }
    }

    fn phase(&self) -> &'static str {
        match (self.node, self.over) {
            (None, _) => "Pending",
            (Some(_), true) => "Succeeded",
            (Some(_), false) => "Running",
        }
    }

    fn tolerations(&self, options: &NodesAndPodsOptions) -> Option<Node> {
        let toleration = |effect: &'static str, key: &'static str, seconds: Option<i64>| {
            map([
                ("effect", Some(Node::from(effect))),
                ("key", Some(Node::from(key))),
                ("operator", Some(Node::from("Exists"))),
                ("tolerationSeconds", seconds.map(Node::Number)),
            ])
        };
        let mut list = Vec::new();
        if self.amounts.gpus > 0 {
            list.push(toleration("NoSchedule", "nvidia.com/gpu", None));
        }
        if !options.lean {
            for key in [
                "node.kubernetes.io/not-ready",
                "node.kubernetes.io/unreachable",
            ] {
                list.push(toleration("NoExecute", key, Some(300)));
            }
        }
        (!list.is_empty()).then_some(Node::List(list))
    }
}
