//! Nodes with pods on them, quotas, priority classes, budgets and pods that wait, as
//! `kubectl get nodes,pods,elasticquotas,priorityclasses,pdb -A -o yaml` prints them.
//!
//! Quotas are unequally used: a third of the namespaces hold more than half of the pods and borrow
//! beyond their `min`, the others have room below theirs. A part of the pods is of `kube-system`,
//! which has no quota. Pods that share a node never request more than it can give.

use crate::text::{Node, map};

mod details;
mod names;
mod node;
mod pod;
mod policy;

use node::GeneratedNode;

/// How many nodes and pods there are, and of which sorts.
///
/// ```
/// use schedscope_generate::pods::{NodesAndPodsOptions, nodes_and_pods};
///
/// let text = nodes_and_pods(&NodesAndPodsOptions {
///     nodes: 2,
///     pods_per_node: 3,
///     pending: 1,
///     ..NodesAndPodsOptions::default()
/// });
/// assert_eq!(text.matches("  kind: Node\n").count(), 2);
/// assert_eq!(text.matches("  kind: Pod\n").count(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodesAndPodsOptions {
    /// Equal options give equal bytes.
    pub seed: u64,
    /// How many nodes.
    pub nodes: u32,
    /// How many pods run on each of them.
    pub pods_per_node: u32,
    /// How many percent of a node's cpu and memory those pods request together, on average; never
    /// more than all. 97 leaves so little that large pods must evict others.
    pub fill: u32,
    /// How many namespaces have a quota, besides `kube-system`, which has none. 0 counts as 1.
    pub namespaces: u32,
    /// How many pods wait for a node.
    pub pending: u32,
    /// How many templates those are made from. 0 counts as 1.
    pub templates: u32,
    /// Only what scheduling reads: a pod takes about 590 bytes. Otherwise objects say as much as real
    /// ones, managed fields left out as kubectl does: a pod and a node take about 3,800 bytes each.
    /// Nodes, pods and amounts are the same in both forms.
    pub lean: bool,
}

impl Default for NodesAndPodsOptions {
    /// A small cluster: 10 nodes of 10 pods, 4 namespaces, 20 pods of 5 templates that wait.
    fn default() -> Self {
        Self {
            seed: 1,
            nodes: 10,
            pods_per_node: 10,
            fill: 80,
            namespaces: 4,
            pending: 20,
            templates: 5,
            lean: true,
        }
    }
}

impl NodesAndPodsOptions {
    fn namespaces(&self) -> u32 {
        self.namespaces.max(1)
    }

    fn templates(&self) -> u32 {
        self.templates.max(1)
    }
}

/// The nodes and pods of these options, one `List`: nodes, pods by namespace and name, quotas, classes,
/// budgets. O(nodes + pods), in time and memory; pods sort in O(n log n).
pub fn nodes_and_pods(options: &NodesAndPodsOptions) -> String {
    let nodes: Vec<GeneratedNode> = (0..options.nodes)
        .map(|index| GeneratedNode::draw(options, index))
        .collect();
    let pods = pod::draw(options, &nodes);
    let bytes = if options.lean { 600 } else { 3900 };
    let mut out = String::with_capacity(pods.len().saturating_mul(bytes).min(1 << 30));
    out.push_str("apiVersion: v1\nitems:\n");
    let mut print = |object: Node| object.write_item(&mut out, 0);
    for (index, node) in nodes.iter().enumerate() {
        print(node.print(options, index as u64));
    }
    for pod in &pods {
        print(pod.print(options, &nodes));
    }
    policy::quotas(options, &nodes).for_each(&mut print);
    policy::classes(options).into_iter().for_each(&mut print);
    policy::budgets(options).for_each(&mut print);
    let metadata = map([("resourceVersion", Node::from(""))]);
    map([("kind", Node::from("List")), ("metadata", metadata)]).write_yaml(&mut out, 0);
    out
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use schedscope_objects::{diagnostic::Encoding, managed_cluster::Resources};
    use schedscope_reader::Reader;

    use super::*;

    /// FNV-1a: a change of one byte shows.
    fn hash(text: &str) -> u64 {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    fn large() -> NodesAndPodsOptions {
        NodesAndPodsOptions {
            nodes: 100,
            pods_per_node: 30,
            fill: 97,
            namespaces: 20,
            pending: 500,
            templates: 25,
            ..NodesAndPodsOptions::default()
        }
    }

    #[test]
    fn equal_options_give_equal_bytes() {
        assert_eq!(hash(&nodes_and_pods(&large())), 0xfc79_23a9_7e4a_dae1);
        let other = NodesAndPodsOptions { seed: 2, ..large() };
        assert_ne!(nodes_and_pods(&large()), nodes_and_pods(&other));
    }

    #[test]
    fn a_lean_pod_takes_590_bytes() {
        let text = nodes_and_pods(&NodesAndPodsOptions {
            pending: 0,
            nodes: 200,
            ..large()
        });
        let length = text.len() / 6000;
        assert!((560..620).contains(&length), "{length}");
    }

    #[test]
    fn the_full_form_says_the_same_and_more() {
        let options = NodesAndPodsOptions {
            nodes: 100,
            ..large()
        };
        let full = NodesAndPodsOptions {
            lean: false,
            ..options
        };
        let (lean, full) = (nodes_and_pods(&options), nodes_and_pods(&full));
        assert_eq!(hash(&full), 0x689c_9074_2c89_bd90);
        let length = full.len() / 3500;
        assert!((3_700..4_000).contains(&length), "{length}");
        let (lean, full) = (Reader::new(&lean), Reader::new(&full));
        assert_eq!(full.diagnostics(Encoding::Utf8, 5), []);
        let objects = |reader: &Reader| {
            let objects = reader.objects();
            let names = &objects.names;
            let amounts = |list: &Resources| {
                let amounts = list
                    .0
                    .iter()
                    .map(|(name, amount)| (names[*name].to_owned(), amount.clone()));
                amounts.collect::<Vec<_>>()
            };
            let nodes = objects.nodes.iter().map(|node| {
                format!(
                    "{} {:?} {}",
                    &names[node.name],
                    amounts(&node.allocatable),
                    node.unschedulable
                )
            });
            let pods = objects.pods.iter().map(|pod| {
                let container = &pod.containers[0];
                format!(
                    "{} {} {} {:?} {:?} {:?} {:?}",
                    &names[pod.name],
                    &names[pod.node],
                    &names[pod.priority_class],
                    pod.phase,
                    pod.priority,
                    amounts(&container.requests),
                    amounts(&container.limits)
                )
            });
            nodes.chain(pods).collect::<Vec<_>>()
        };
        assert_eq!(objects(&lean), objects(&full));
    }

    #[test]
    fn everything_is_read_without_a_finding() {
        let empty = NodesAndPodsOptions {
            nodes: 0,
            pods_per_node: 0,
            namespaces: 0,
            pending: 3,
            templates: 0,
            ..large()
        };
        for options in [NodesAndPodsOptions::default(), large(), empty] {
            let reader = Reader::new(&nodes_and_pods(&options));
            assert_eq!(reader.diagnostics(Encoding::Utf8, 5), []);
            let objects = reader.objects();
            let namespaces = options.namespaces.max(1) as usize;
            assert_eq!(objects.nodes.len(), options.nodes as usize);
            let pods = options.nodes * options.pods_per_node + options.pending;
            assert_eq!(objects.pods.len(), pods as usize);
            assert_eq!(objects.quotas.len(), namespaces);
            assert_eq!(objects.priority_classes.len(), 5);
            assert_eq!(objects.disruption_budgets.len(), 2 * namespaces);
        }
    }

    #[test]
    fn pods_fit_their_nodes_and_fill_them() {
        let options = large();
        let reader = Reader::new(&nodes_and_pods(&options));
        let objects = reader.objects();
        let names = &objects.names;
        let mut free = BTreeMap::new();
        let mut cpu = [0, 0];
        for node in &objects.nodes {
            for (resource, amount) in &node.allocatable.0 {
                free.insert((node.name, *resource), amount.milli_value());
            }
            let amount = node.allocatable.get(names.get("cpu").unwrap()).unwrap();
            cpu[0] += amount.milli_value();
        }
        let mut waiting = 0;
        let mut best_effort = 0;
        for pod in &objects.pods {
            let requests = &pod.containers[0].requests.0;
            best_effort += usize::from(requests.is_empty());
            if pod.node.is_empty() {
                waiting += 1;
                continue;
            }
            for (resource, amount) in requests {
                let left = free.get_mut(&(pod.node, *resource)).unwrap();
                *left -= amount.milli_value();
                assert!(*left >= 0, "{}", &names[pod.node]);
                if &names[*resource] == "cpu" {
                    cpu[1] += amount.milli_value();
                }
            }
        }
        assert_eq!(waiting, 500);
        assert!((200..400).contains(&best_effort), "{best_effort}");
        // A tenth asks for nothing.
        let percent = cpu[1] * 100 / cpu[0];
        assert!((83..90).contains(&percent), "{percent}");
    }

    #[test]
    fn names_are_distinct() {
        let reader = Reader::new(&nodes_and_pods(&large()));
        let pods = reader.objects().pods.iter();
        let names: BTreeSet<_> = pods.map(|pod| (pod.namespace, pod.name)).collect();
        assert_eq!(names.len(), 3500);
    }
}
