//! After any edits a reader is what reading its text anew would give.

use proptest::{prelude::*, sample::Index};
use schedscope::{objects::diagnostic::Encoding, reader::Reader};

use super::dump::dump;

/// What texts are made of: whole documents, beginnings of lists, items, and things that are broken.
const FRAGMENTS: &[&str] = &[
    "",
    "\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "\t",
    "\u{c}",
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
    "kind: List\nmetadata:\n  resourceVersion: \"\"\n",
    "Error from server (Forbidden): é\n",
    "W0612 10:11:12.100000 1 x\n",
    "I0612 10:11:12.1 1 x] {\"apiVersion\":\"v1\",\"kind\":\"X\",\"metadata\":{}}\n",
    "app-1 | apiVersion: v1\napp-1 | kind: X\n",
    "[pod/é] x\n",
    "Cluster:\n",
    "Content-Type: x;\n y: z\n",
    "*Note*\n",
    "$ kubectl get x\n",
    "```\n",
    "Here are words: 🙂\n",
    "NAME   AGE\nn1   5d\n",
    "pod/x edited\n",
    "Thanks!\n\n",
    "❯ ",
    "\u{1b}[36m",
    "Name:         web\nNamespace:    é\n",
    "Events:\n",
    "  Type    Reason\n",
    "    ---\n",
    "    apiVersion: v1\n    kind: Node\n    metadata: {name: n}\n",
    "{{- if .Values.é }}\n",
    "  x: {{ .y }}-z\n",
    "metadata: {name: a, uid: 11111111-1111-1111-1111-111111111111, resourceVersion: \"9\"}\n",
    "metadata: {name: a, uid: 11111111-1111-1111-1111-111111111111, resourceVersion: \"10\"}\n",
    "metadata: {name: a, uid: 22222222-1111-1111-1111-111111111111, resourceVersion: \"11\"}\n",
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\n\
     spec: {priority: 5, priorityClassName: gold, containers: [{name: c}]}\n",
    "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: gold}\nvalue: 5\n",
    "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: gold}\nvalue: 6\n\
     globalDefault: true\n",
    "    name: tail\n  spec: {}\n",
    "    fieldsType: FieldsV1\n",
    "- apiVersion: v1\n",
    "apiVersion: v1\n",
    "apiVersion:",
    "metadata:\n  name: api\n  namespace: shop\n  x: {\n",
    "- apiVersion: cluster.open-cluster-management.io/v1\n  kind: ManagedCluster\n  metadata: {name: g}\n",
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
    "{\"items\":[{\"kind\":\"ManagedCluster\",\"metadata\":{\"name\":\"x\",\"labels\":{\"é\":\"🙂\"}}}],\
     \"apiVersion\":\"v1\",\"kind\":\"List\"}\n",
    "\
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata:
  name: one
  labels:
    é: 🙂
    n: 1
",
    "---\r\napiVersion: cluster.open-cluster-management.io/v1beta1\r\nkind: Placement\r\nmetadata: {name: p, \
     namespace: ns}\r\nspec:\r\n  numberOfClusters: three # 🙂\r\n  clusterSets: [default]\r\n",
    "\
apiVersion: v1
items:
- apiVersion: cluster.open-cluster-management.io/v1
  kind: ManagedCluster
  metadata:
    name: two
    name: three
- kind: Pod
  apiVersion: v1
  metadata: {name: pod}
kind: List
",
    "\
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedClusterList
items:
  - metadata: {name: four}
    spec: {taints: [{key: k, effect: NoSelec}]}
  - metadata: {name: five}
    status: {allocatable: {cpu: 1x}}
",
    "---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 2}}\n",
    "\
---
apiVersion: v1
kind: Pod
metadata: {name: p1}
spec: {nodeName: n2, priorityClassName: gold, containers: [{name: c, resources: {requests: {cpu: -1}}}]}
",
    "\
---
apiVersion: v1
kind: List
items:
- apiVersion: scheduling.k8s.io/v1
  kind: PriorityClass
  metadata: {name: gold}
  value: 1
  globalDefault: true
- apiVersion: v1
  kind: Pod
  metadata: {name: w-0, ownerReferences: [{kind: Deployment, name: w}]}
  spec: {nodeName: n3, priorityClassName: iron}
",
    "\
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: w}
spec:
  replicas: 2
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {priorityClassName: gold, containers: [{name: c}]}
",
    "\
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: gold}
value: 2
globalDefault: true
",
    "\
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: iron}
value: 1
globalDefault: true
",
    "\
---
apiVersion: v1
kind: Pod
metadata: {name: a-1, labels: {vm.neon.tech/name: a}}
spec: {nodeName: n1, schedulerName: s, containers: [{name: c}]}
",
    "status: {phase: Failed}\n",
    "\
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: a, labels: {autoscaler/testing-only-always-migrate: ''}}
spec: {schedulerName: s, guest: {cpus: {use: 3, max: 2}, memorySlots: {min: 1, max: 9}}}
status: {podName: a-1, node: n2}
",
    "\
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: b, namespace: ns}
spec: {guest: {cpus: {use: 1, max: 2}, memorySlots: {use: 2, max: 9}, memorySlotSize: 1x}}
",
    "\
---
apiVersion: v1
kind: ConfigMap
metadata: {name: m}
data:
  autoscaler-enforcer-config.json: |
    {\"memBlockSize\": \"1Gi\", \"nodeDefaults\": {
    \"cpu\": {\"watermark\": 0.7, \"system\": \"1\"}, \"memory\": {\"watermark\": 0.7, \"system\": \"1Gi\"},
    \"computeUnit\": {\"vCPUs\": 1, \"mem\": 4}}, \"schedulerName\": \"s\"}
",
    "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: {autoscale-enforcer-config.json: '{\"é\": 1}'}\n",
    "\
---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: {name: t}
spec:
  configMap: m
  agents: [{vms: [a, 'ns/*'], load: {constant: 1, steps: [{at: 1s, units: 2}], sine: {amplitude: 1, period: 1m}}}]
  variants: [{name: v, config: {memBlockSize: 1Gi}}]
  events:
  - {at: 1s, reserve: {pod: a-1, node: n1}}
  - {at: 2s, request: {pod: a, vCPUs: 1, mem: 4, load: [1, 2]}}
",
    "  - {at: 3s, filter: {pod: ns/b, node: n2, exclude: [p1, é]}}\n",
    "  - {at: 3s, restart: {config: '{]'}}\n  - {at: 3x, migrate: {pod: b}}\n  - {at: 4s, load: {vms: ['*'], noise: \
     1}}\n",
    "note: |\n  ---\n  items:\n  - x\n",
    "  spec: {numberOfClusters: -1}\n",
    "spec:\n  prioritizerPolicy:\n    configurations:\n    - name: Steady\n      weight: 11\n",
];

pub(super) fn fragments() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(FRAGMENTS), 0..6).prop_map(|parts| parts.concat())
}

#[derive(Clone, Debug)]
pub(super) struct Change {
    from: Index,
    len: usize,
    insert: String,
    utf16: bool,
}

pub(super) fn change() -> impl Strategy<Value = Change> {
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

/// Holds a reader after each change against one that reads the text anew.
pub(super) fn check(text: &str, changes: Vec<Change>) -> Result<(), TestCaseError> {
    let mut expect = text.to_owned();
    let mut reader = Reader::new(text);
    for Change {
        from,
        len,
        insert,
        utf16,
    } in changes
    {
        let units = if utf16 {
            expect.encode_utf16().count()
        } else {
            expect.len()
        };
        let from = from.index(units + 2);
        let encoding = if utf16 {
            Encoding::Utf16
        } else {
            Encoding::Utf8
        };
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
    Ok(())
}
