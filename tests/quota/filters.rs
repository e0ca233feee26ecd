//! The default filters where the vectors are thin, computed by hand, and what must hold for every text.

use std::fmt::Write as _;

use schedscope::{
    answers::quota::{
        cycle::{SimulatePodAnswer, SimulatePodOptions},
        queue::QueueOptions,
    },
    objects::profile::Profile,
    scenario::Scenario,
};

pub(crate) fn options(pod: &str, profile: Profile) -> SimulatePodOptions {
    SimulatePodOptions {
        pod: pod.into(),
        profile: profile.into(),
        limit: 100,
        ..SimulatePodOptions::default()
    }
}

/// Nodes as `name: labels | allocatable`, pods as `name: labels | spec | status` in YAML's flow style. A part that is
/// not there is empty.
pub(crate) fn text(nodes: &[&str], pods: &[&str]) -> String {
    let mut text = String::new();
    for node in nodes {
        let (name, labels) = node.split_once(": ").expect("a node");
        let (labels, more) = labels.split_once("| ").unwrap_or((labels, ""));
        let _ = writeln!(
            text,
            "---\napiVersion: v1\nkind: Node\nmetadata: {{name: {name}, labels: {{{labels}}}}}\n\
             status: {{allocatable: {{cpu: 4, memory: 8Gi, pods: 10, {more}}}}}"
        );
    }
    for pod in pods {
        let (name, fields) = pod.split_once(": ").expect("a pod");
        let mut fields = fields.split("| ");
        let mut field = || fields.next().unwrap_or_default();
        let (labels, spec, status) = (field(), field(), field());
        let plain = "containers: [{name: c, image: i}]";
        let containers = if spec.contains("containers: ") {
            ""
        } else {
            plain
        };
        let spec = spec.trim().trim_end_matches(',');
        let between = if spec.is_empty() || containers.is_empty() {
            ""
        } else {
            ", "
        };
        let _ = writeln!(
            text,
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, labels: {{{labels}}}}}\n\
             spec: {{{spec}{between}{containers}}}\nstatus: {{{status}}}"
        );
    }
    text
}

/// The outcome, then what each node says.
fn said(answer: &SimulatePodAnswer) -> String {
    let victims: Vec<String> = answer.victims.iter().map(ToString::to_string).collect();
    let mut said = format!("{:?} {victims:?}", answer.outcome);
    for node in &answer.nodes {
        let misfit = node.misfit.as_ref();
        let reasons = misfit.map_or(String::new(), |misfit| {
            let mut reasons = misfit.reasons.clone();
            reasons.sort_unstable();
            format!("{:?}: {}", misfit.plugin, reasons.join(", "))
        });
        let fits = match node.fits {
            Some(true) => "fits",
            Some(false) => &reasons,
            None => "not asked",
        };
        let _ = write!(said, "; {} {fits}", node.node);
    }
    said
}

#[track_caller]
fn check_as(profile: Profile, nodes: &[&str], pods: &[&str], expected: &str) {
    let text = text(nodes, pods);
    let mut scenario = Scenario::new(&text);
    let answer = scenario
        .pods()
        .simulate_pod(&options("default/in", profile));
    assert_eq!(
        said(&answer.expect("an answer")),
        expected,
        "{profile:?}\n{text}"
    );
}

#[track_caller]
pub(crate) fn check(nodes: &[&str], pods: &[&str], expected: &str) {
    for profile in [Profile::Upstream, Profile::Proposal] {
        check_as(profile, nodes, pods, expected);
    }
}

#[test]
fn extended_resources_and_huge_pages() {
    let asks = "in: | containers: [{name: c, resources: {requests: {example.com/a: 2, hugepages-2Mi: 4Mi}}}]";
    check(
        &[
            "n1: | example.com/a: 1, hugepages-2Mi: 2Mi",
            "n2: | example.com/a: 3, hugepages-2Mi: 2Mi",
            "n3: | example.com/a: 2, hugepages-2Mi: 4Mi",
        ],
        &[asks],
        "Schedulable []; n1 NodeResourcesFit: Insufficient example.com/a, Insufficient hugepages-2Mi; \
         n2 NodeResourcesFit: Insufficient hugepages-2Mi; n3 fits",
    );
    // The pod as a whole asks for less huge pages than its containers.
    let whole = "in: | resources: {requests: {hugepages-2Mi: 2Mi}}, \
                 containers: [{name: c, resources: {requests: {hugepages-2Mi: 4Mi}}}]";
    check(
        &["n1: | hugepages-2Mi: 2Mi"],
        &[whole],
        "Schedulable []; n1 fits",
    );
}

/// The affinity of a pod to nodes.
fn node_affinity(terms: &str) -> String {
    format!(
        "in: | affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: \
         {{nodeSelectorTerms: [{terms}]}}}}}}"
    )
}

#[track_caller]
fn check_affinity(terms: &str, expected: &str) {
    let nodes = [
        "n1: gen: \"9\"",
        "n2: gen: \"99999999999999999999\"",
        "n3: ",
    ];
    check(&nodes, &[&node_affinity(terms)], expected);
}

#[test]
fn node_affinity_by_numbers_and_fields() {
    let no = "NodeAffinity: node(s) didn't match Pod's node affinity/selector";
    // A number beyond 64 bits is not an integer.
    check_affinity(
        "{matchExpressions: [{key: gen, operator: Gt, values: [\"8\"]}]}",
        &format!("Schedulable []; n1 fits; n2 {no}; n3 {no}"),
    );
    check_affinity(
        "{matchExpressions: [{key: gen, operator: Lt, values: [\"99999999999999999999\"]}]}",
        &format!("Unschedulable []; n1 {no}; n2 {no}; n3 {no}"),
    );
    // Upstream takes a bound only where it may be a label's value, which begins with no sign.
    check_affinity(
        "{matchExpressions: [{key: gen, operator: Gt, values: [\"-1\"]}]}",
        &format!("Unschedulable []; n1 {no}; n2 {no}; n3 {no}"),
    );
    // A key or a value that no label can have makes the whole term void, also where it asks for the opposite.
    let void = [
        "{key: gen, operator: NotIn, values: [\"8\", \"a b\"]}",
        "{key: other, operator: NotIn, values: [-a]}",
        "{key: a b, operator: DoesNotExist}",
        "{key: A.b/c, operator: NotIn, values: [a]}",
        "{key: gen, operator: Exists}, {key: a b, operator: NotIn, values: [a]}",
    ];
    for requirements in void {
        check_affinity(
            &format!("{{matchExpressions: [{requirements}]}}"),
            &format!("Unschedulable []; n1 {no}; n2 {no}; n3 {no}"),
        );
        // The other terms stand.
        check_affinity(
            &format!(
                "{{matchExpressions: [{requirements}]}}, {{matchExpressions: [{{key: gen, operator: Exists}}]}}"
            ),
            &format!("Schedulable []; n1 fits; n2 fits; n3 {no}"),
        );
    }
    check_affinity(
        "{matchExpressions: [{key: a.b/c_D, operator: NotIn, values: [\"\", x.Y_z-1]}]}",
        "Schedulable []; n1 fits; n2 fits; n3 fits",
    );
    check_affinity(
        "{matchFields: [{key: metadata.name, operator: NotIn, values: [n1]}]}",
        &format!("Schedulable []; n1 {no}; n2 fits; n3 fits"),
    );
    // Fields know `In` and `NotIn` only.
    check_affinity(
        "{matchFields: [{key: metadata.name, operator: Exists}]}, {matchExpressions: [{key: gen, operator: Exists}]}",
        &format!("Schedulable []; n1 fits; n2 fits; n3 {no}"),
    );
    check_affinity(
        "{matchFields: [{key: metadata.name, operator: In, values: [n3]}]}",
        "Schedulable []; n1 not asked; n2 not asked; n3 fits",
    );
    check_affinity(
        "{matchFields: [{key: metadata.name, operator: In, values: [n1, n3]}]}",
        &format!("Unschedulable []; n1 {no}; n2 not asked; n3 {no}"),
    );
    check_affinity("", &format!("Unschedulable []; n1 {no}; n2 {no}; n3 {no}"));
}

/// The affinity to a name, and a nominated node: that is filtered first, whether or not the affinity names it, and its
/// reason stays in the message.
#[test]
fn a_nominated_node_that_the_affinity_does_not_name() {
    let to = |name: &str, status: &str| {
        let term =
            format!("{{matchFields: [{{key: metadata.name, operator: In, values: [{name}]}}]}}");
        format!("{}| {status}", node_affinity(&term))
    };
    let no = "NodeAffinity: node(s) didn't match Pod's node affinity/selector";
    let nodes = ["n1: ", "n2: "];
    check(
        &nodes,
        &[&to("n2", "nominatedNodeName: n1")],
        &format!("Schedulable []; n1 {no}; n2 fits"),
    );
    check(
        &nodes,
        &[&to("n2", "nominatedNodeName: n2")],
        "Schedulable []; n1 not asked; n2 fits",
    );
    let gone = to("gone", "nominatedNodeName: n1");
    check(
        &nodes,
        &[&gone],
        &format!("Unschedulable []; n1 {no}; n2 not asked"),
    );
    let mut scenario = Scenario::new(&text(&nodes, &[&gone]));
    let answer = scenario
        .pods()
        .simulate_pod(&options("default/in", Profile::Upstream));
    assert_eq!(
        answer.expect("an answer").message,
        "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, \
         1 node(s) didn't satisfy plugin(s) [NodeAffinity]."
    );
    // Without a restriction by name it is filtered with the others, if it does not fit.
    let by_label = node_affinity("{matchExpressions: [{key: x, operator: Exists}]}");
    check(
        &nodes,
        &[&format!("{by_label}| nominatedNodeName: n1")],
        &format!("Unschedulable []; n1 {no}; n2 {no}"),
    );
}

const WEB: &str = "labelSelector: {matchLabels: {app: web}}";

pub(crate) fn apart(key: &str, selector: &str) -> String {
    format!(
        "affinity: {{podAntiAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: \
         [{{topologyKey: {key}, {selector}}}]}}}}"
    )
}

pub(crate) fn spread(key: &str, more: &str) -> String {
    format!(
        "topologySpreadConstraints: [{{maxSkew: 1, topologyKey: {key}, whenUnsatisfiable: DoNotSchedule, {more}}}]"
    )
}

#[test]
fn nodes_that_share_a_host_name() {
    let nodes = [
        "n1: kubernetes.io/hostname: h",
        "n2: kubernetes.io/hostname: h",
        "n3: kubernetes.io/hostname: i",
    ];
    let bound = "web: app: web| nodeName: n1| phase: Running";
    let asks = format!("in: app: db| {}", apart("kubernetes.io/hostname", WEB));
    let no = "InterPodAffinity: node(s) didn't match pod anti-affinity rules";
    check(
        &nodes,
        &[bound, &asks],
        &format!("Schedulable []; n1 {no}; n2 {no}; n3 fits"),
    );
    let asks = format!("in: app: web| {}", spread("kubernetes.io/hostname", WEB));
    let no = "PodTopologySpread: node(s) didn't match pod topology spread constraints";
    check(
        &nodes,
        &[bound, &asks],
        &format!("Schedulable []; n1 {no}; n2 {no}; n3 fits"),
    );
}

#[test]
fn selectors_that_are_not_valid_or_empty() {
    let nodes = ["n1: zone: a", "n2: zone: b"];
    let bound = "web: app: web| nodeName: n1| phase: Running";
    let invalid = "labelSelector: {matchExpressions: [{key: app, operator: In, values: []}]}";
    let asks = format!("in: app: web| {}", apart("zone", invalid));
    check(&nodes, &[bound, &asks], "Schedulable []; n1 fits; n2 fits");
    // An empty selector counts no pod but the pod itself: 0 + 1 - 0.
    let asks = format!("in: app: web| {}", spread("zone", "labelSelector: {}"));
    check(&nodes, &[bound, &asks], "Schedulable []; n1 fits; n2 fits");
}

/// Two pods of n1 own port 80; only one of them may be evicted.
#[test]
fn a_port_with_two_owners_is_freed_by_a_fault_only() {
    let port = "containers: [{name: c, ports: [{containerPort: 80, hostPort: 80}]}]";
    let low = format!("low: | nodeName: n1, {port}| phase: Running");
    let high = format!("high: | priority: 9, nodeName: n1, {port}| phase: Running");
    let asks = format!("in: | priority: 5, {port}");
    let no = "n1 NodePorts: node(s) didn't have free ports for the requested pod ports";
    let pods = [low.as_str(), &high, &asks];
    let evicts = format!("Preempt [\"default/low\"]; {no}");
    check_as(Profile::Upstream, &["n1: "], &pods, &evicts);
    check_as(
        Profile::Proposal,
        &["n1: "],
        &pods,
        &format!("Unschedulable []; {no}"),
    );
    let mut scenario = Scenario::new(&text(&["n1: "], &pods));
    let answer = scenario
        .pods()
        .simulate_pod(&options("default/in", Profile::Upstream))
        .expect("an answer");
    let faults: Vec<String> = answer
        .faults
        .iter()
        .map(|fault| format!("{:?} {:?} {:?}", fault.fault, fault.outcome, fault.nodes))
        .collect();
    assert_eq!(faults, ["PortSet Unschedulable [\"n1\"]"]);
}

/// The only owner of port 80 on n1 can be evicted, but a nominated pod that goes first wants the port too: Kubernetes
/// adds it after the eviction. With a lower priority it does not count.
#[test]
fn a_nominated_pod_takes_the_port_that_an_eviction_frees() {
    let port = "containers: [{name: c, ports: [{containerPort: 80, hostPort: 80}]}]";
    let owner = format!("p0: | nodeName: n1, {port}| phase: Running");
    let nominated =
        |priority: u8| format!("b1: | priority: {priority}, {port}| nominatedNodeName: n1");
    let asks = format!("in: | priority: 10, {port}");
    let no = "n1 NodePorts: node(s) didn't have free ports for the requested pod ports";
    check(
        &["n1: "],
        &[&owner, &nominated(10), &asks],
        &format!("Unschedulable []; {no}"),
    );
    check(
        &["n1: "],
        &[&owner, &nominated(9), &asks],
        &format!("Preempt [\"default/p0\"]; {no}"),
    );
    // Whose port is another address's, it does not matter.
    let elsewhere = nominated(10).replace("hostPort: 80", "hostPort: 80, hostIP: 10.0.0.1");
    let here = |pod: &str| pod.replace("hostPort: 80", "hostPort: 80, hostIP: 127.0.0.1");
    check(
        &["n1: "],
        &[&here(&owner), &elsewhere, &here(&asks)],
        &format!("Preempt [\"default/p0\"]; {no}"),
    );
}

/// A resized container holds the largest of spec, status and allocation; its spec does not count once the resize is
/// infeasible.
#[test]
fn resized_containers() {
    let pod = |conditions: &str| {
        format!(
            "old: | nodeName: n1, containers: [{{name: c, resources: {{requests: {{cpu: 3}}}}}}]| phase: Running, \
             conditions: [{conditions}], containerStatuses: [{{name: c, resources: {{requests: {{cpu: 1}}}}, \
             allocatedResources: {{cpu: 2}}}}]"
        )
    };
    let asks = "in: | containers: [{name: c, resources: {requests: {cpu: 2}}}]";
    let short = "Unschedulable []; n1 NodeResourcesFit: Insufficient cpu";
    check(&["n1: "], &[&pod(""), asks], short);
    let infeasible = "{type: PodResizePending, status: \"True\", reason: Infeasible}";
    check(
        &["n1: "],
        &[&pod(infeasible), asks],
        "Schedulable []; n1 fits",
    );
}

#[test]
fn gated_pods_are_never_tried() {
    let gated = "in: | schedulingGates: [{name: a.b/c}, {name: d}]";
    let text = text(&["n1: "], &[gated, "free: "]);
    let mut scenario = Scenario::new(&text);
    let answer = scenario
        .pods()
        .simulate_pod(&options("default/in", Profile::Upstream))
        .expect("an answer");
    assert_eq!(said(&answer), "Gated []; n1 not asked");
    assert_eq!(answer.gates, ["a.b/c", "d"]);
    let queue = scenario.pods().queue(&QueueOptions::default());
    let counts = (queue.steps_total, queue.bound, queue.waiting, queue.gated);
    assert_eq!(
        (counts, queue.answer.gated_pods),
        ((1, 1, 0, 1), vec!["default/in".into()])
    );
}
