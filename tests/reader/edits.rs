//! After any edits a reader is what reading its text anew would give.

use proptest::{prelude::*, sample::Index};
use schedscope::{objects::diagnostic::Encoding, reader::Reader};

use crate::dump::dump;

/// What texts are made of: whole documents, beginnings of lists, items, and things that are broken.
const FRAGMENTS: &[&str] = &[
    "",
    "\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "\t",
    "🙂",
    "é",
    "\u{feff}",
    "---\n",
    "---\r\n",
    "--- ",
    "...\n",
    "# note 🙂\n",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "- ",
    "-",
    "|",
    "&a ",
    "*a",
    "<<: *a\n",
    "apiVersion: cluster.open-cluster-management.io/v1\n",
    "kind: ManagedCluster\n",
    "kind: List\n",
    "kind: ManagedClusterList\n",
    "kind: Placement\n",
    "items:\n",
    "items:",
    "  items:\n",
    "\"items\": [",
    "metadata: {name: a}\n",
    "- metadata: {name: b}\n",
    "  - metadata:\n      name: c\n",
    "- *a\n",
    "- &a\n  metadata: {name: d}\n",
    "{\"kind\": \"List\", \"items\": [",
    "{\"metadata\": {\"name\": \"e\"}, \"kind\": \"ManagedCluster\"},\n",
    "]}\n",
    "{}\n",
    "{\"items\":[{\"kind\":\"ManagedCluster\",\"metadata\":{\"name\":\"x\",\"labels\":{\"é\":\"🙂\"}}}],\"apiVersion\":\"v1\",\"kind\":\"List\"}\n",
    "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata:\n  name: one\n  labels:\n    é: 🙂\n    n: 1\n",
    "---\r\napiVersion: cluster.open-cluster-management.io/v1beta1\r\nkind: Placement\r\nmetadata: {name: p, namespace: ns}\r\nspec:\r\n  numberOfClusters: three # 🙂\r\n  clusterSets: [default]\r\n",
    "apiVersion: v1\nitems:\n- apiVersion: cluster.open-cluster-management.io/v1\n  kind: ManagedCluster\n  metadata:\n    name: two\n    name: three\n- kind: Pod\n  apiVersion: v1\n  metadata: {name: pod}\nkind: List\n",
    "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedClusterList\nitems:\n  - metadata: {name: four}\n    spec: {taints: [{key: k, effect: NoSelec}]}\n  - metadata: {name: five}\n    status: {allocatable: {cpu: 1x}}\n",
    "---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 2}}\n",
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p1}\nspec: {nodeName: n2, priorityClassName: gold, containers: [{name: c, resources: {requests: {cpu: -1}}}]}\n",
    "---\napiVersion: v1\nkind: List\nitems:\n- apiVersion: scheduling.k8s.io/v1\n  kind: PriorityClass\n  metadata: {name: gold}\n  value: 1\n  globalDefault: true\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: w-0, ownerReferences: [{kind: Deployment, name: w}]}\n  spec: {nodeName: n3, priorityClassName: iron}\n",
    "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w}\nspec:\n  replicas: 2\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec: {priorityClassName: gold, containers: [{name: c}]}\n",
    "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: gold}\nvalue: 2\nglobalDefault: true\n",
    "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: iron}\nvalue: 1\nglobalDefault: true\n",
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: a-1, labels: {vm.neon.tech/name: a}}\nspec: {nodeName: n1, schedulerName: s, containers: [{name: c}]}\n",
    "status: {phase: Failed}\n",
    "---\napiVersion: vm.neon.tech/v1\nkind: VirtualMachine\nmetadata: {name: a, labels: {autoscaler/testing-only-always-migrate: ''}}\nspec: {schedulerName: s, guest: {cpus: {use: 3, max: 2}, memorySlots: {min: 1, max: 9}}}\nstatus: {podName: a-1, node: n2}\n",
    "---\napiVersion: vm.neon.tech/v1\nkind: VirtualMachine\nmetadata: {name: b, namespace: ns}\nspec: {guest: {cpus: {use: 1, max: 2}, memorySlots: {use: 2, max: 9}, memorySlotSize: 1x}}\n",
    "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata:\n  autoscaler-enforcer-config.json: |\n    {\"memBlockSize\": \"1Gi\", \"nodeDefaults\": {\n    \"cpu\": {\"watermark\": 0.7, \"system\": \"1\"}, \"memory\": {\"watermark\": 0.7, \"system\": \"1Gi\"},\n    \"computeUnit\": {\"vCPUs\": 1, \"mem\": 4}}, \"schedulerName\": \"s\"}\n",
    "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: {autoscale-enforcer-config.json: '{\"é\": 1}'}\n",
    "---\napiVersion: schedscope.dev/v1alpha1\nkind: Timeline\nmetadata: {name: t}\nspec:\n  configMap: m\n  agents: [{vms: [a, 'ns/*'], load: {constant: 1, steps: [{at: 1s, units: 2}], sine: {amplitude: 1, period: 1m}}}]\n  variants: [{name: v, config: {memBlockSize: 1Gi}}]\n  events:\n  - {at: 1s, reserve: {pod: a-1, node: n1}}\n  - {at: 2s, request: {pod: a, vCPUs: 1, mem: 4, load: [1, 2]}}\n",
    "  - {at: 3s, filter: {pod: ns/b, node: n2, exclude: [p1, é]}}\n",
    "  - {at: 3s, restart: {config: '{]'}}\n  - {at: 3x, migrate: {pod: b}}\n  - {at: 4s, load: {vms: ['*'], noise: 1}}\n",
    "note: |\n  ---\n  items:\n  - x\n",
    "  spec: {numberOfClusters: -1}\n",
    "spec:\n  prioritizerPolicy:\n    configurations:\n    - name: Steady\n      weight: 11\n",
];

fn fragments() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(FRAGMENTS), 0..6).prop_map(|parts| parts.concat())
}

#[derive(Clone, Debug)]
struct Change {
    from: Index,
    len: usize,
    insert: String,
    utf16: bool,
}

fn change() -> impl Strategy<Value = Change> {
    let len = prop_oneof![4 => 0..4usize, 2 => 0..80usize, 1 => 0..2000usize];
    (any::<Index>(), len, fragments(), any::<bool>()).prop_map(|(from, len, insert, utf16)| {
        Change {
            from,
            len,
            insert,
            utf16,
        }
    })
}

/// The byte of a code unit, inside a character its start: said once more, in another way.
fn byte(text: &str, unit: usize, utf16: bool) -> usize {
    let len = |c: char| if utf16 { c.len_utf16() } else { c.len_utf8() };
    let mut units = 0;
    for (byte, char) in text.char_indices() {
        units += len(char);
        if units > unit {
            return byte;
        }
    }
    text.len()
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn edits_give_what_reading_anew_gives(
        text in fragments(),
        changes in prop::collection::vec(change(), 1..6),
    ) {
        let mut expect = text.clone();
        let mut reader = Reader::new(&text);
        for Change { from, len, insert, utf16 } in changes {
            let units = if utf16 { expect.encode_utf16().count() } else { expect.len() };
            let from = from.index(units + 2);
            let encoding = if utf16 { Encoding::Utf16 } else { Encoding::Utf8 };
            reader.edit(from, from + len, &insert, encoding);
            let bytes = byte(&expect, from, utf16)..byte(&expect, from + len, utf16);
            expect.replace_range(bytes, &insert);
            let fresh = Reader::new(&expect);
            prop_assert_eq!(&fresh.text(), &expect);
            let (edited, anew) = (dump(&reader), dump(&fresh));
            if edited != anew {
                let (edited, anew) = (format!("{edited:#?}"), format!("{anew:#?}"));
                let lines = edited.lines().zip(anew.lines());
                let first = lines.enumerate().find(|(_, (edited, anew))| edited != anew);
                prop_assert!(false, "{first:?} of {expect:?}");
            }
        }
    }
}
