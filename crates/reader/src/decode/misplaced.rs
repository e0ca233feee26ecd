//! Fields of a kind at a path where the kind does not have them: the API server's strict validation rejects them, and
//! readers of the object ignore them.
//!
//! Only field names that a kind has in one place are listed, so that a field of a newer version is not mistaken for a
//! misplaced one.

use crate::decode::{Decoder, FieldPath};

/// Fields, and the path of the mapping that they belong in.
type Homes = &'static [(&'static [&'static str], &'static str)];

/// The fields of a pod's `spec`, relative to it.
const POD: Homes = &[
    (
        &[
            "affinity",
            "containers",
            "hostNetwork",
            "initContainers",
            "nodeName",
            "nodeSelector",
            "overhead",
            "preemptionPolicy",
            "priorityClassName",
            "runtimeClassName",
            "schedulerName",
            "schedulingGates",
            "tolerations",
            "topologySpreadConstraints",
        ],
        "",
    ),
    (&["resources"], ".containers[]"),
    (&["requests", "limits"], ".containers[].resources"),
    (&["containerPort", "hostPort"], ".containers[].ports[]"),
    (
        &["nodeAffinity", "podAffinity", "podAntiAffinity"],
        ".affinity",
    ),
    (
        &[
            "requiredDuringSchedulingIgnoredDuringExecution",
            "preferredDuringSchedulingIgnoredDuringExecution",
        ],
        ".affinity.nodeAffinity",
    ),
    (
        &["nodeSelectorTerms"],
        ".affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution",
    ),
];

/// The fields of workloads, outside the pod.
const REPLICATED: Homes = &[(&["replicas"], "spec")];
const JOB: Homes = &[(&["completions", "parallelism", "suspend"], "spec")];

const PLACEMENT: Homes = &[
    (
        &[
            "clusterSets",
            "decisionStrategy",
            "numberOfClusters",
            "predicates",
            "prioritizerPolicy",
            "sortBy",
            "spreadPolicy",
            "tolerations",
        ],
        "spec",
    ),
    (&["requiredClusterSelector"], "spec.predicates[]"),
    (
        &["labelSelector", "claimSelector", "celSelector"],
        "spec.predicates[].requiredClusterSelector",
    ),
    (
        &["matchLabels", "matchExpressions"],
        "spec.predicates[].requiredClusterSelector.labelSelector",
    ),
    (
        &["celExpressions"],
        "spec.predicates[].requiredClusterSelector.celSelector",
    ),
    (&["configurations", "mode"], "spec.prioritizerPolicy"),
    (
        &["scoreCoordinate", "weight"],
        "spec.prioritizerPolicy.configurations[]",
    ),
    (
        &["addOn", "builtIn"],
        "spec.prioritizerPolicy.configurations[].scoreCoordinate",
    ),
    (&["spreadConstraints"], "spec.spreadPolicy"),
    (
        &[
            "maxSkew",
            "topologyKey",
            "topologyKeyType",
            "whenUnsatisfiable",
        ],
        "spec.spreadPolicy.spreadConstraints[]",
    ),
    (&["groupStrategy"], "spec.decisionStrategy"),
    (
        &["clustersPerDecisionGroup", "decisionGroups"],
        "spec.decisionStrategy.groupStrategy",
    ),
    (
        &["groupClusterSelector", "groupName"],
        "spec.decisionStrategy.groupStrategy.decisionGroups[]",
    ),
];

const NODE: Homes = &[
    (&["taints", "unschedulable"], "spec"),
    (&["allocatable", "capacity"], "status"),
];
const CLUSTER: Homes = &[
    (
        &["hubAcceptsClient", "leaseDurationSeconds", "taints"],
        "spec",
    ),
    (&["allocatable", "capacity", "clusterClaims"], "status"),
];
const CLUSTER_SET: Homes = &[
    (&["clusterSelector"], "spec"),
    (&["selectorType", "labelSelector"], "spec.clusterSelector"),
];
const BINDING: Homes = &[(&["clusterSet"], "spec")];
const ADD_ON_SCORE: Homes = &[(&["scores", "validUntil"], "status")];
const QUOTA: Homes = &[(&["min", "max"], "spec"), (&["used"], "status")];
const BUDGET: Homes = &[(&["maxUnavailable", "minAvailable"], "spec")];

/// Messages about fields that other kinds have; they name the equivalent field instead of a place.
const OTHERS: &[(&str, &str, &str)] = &[
    (
        "ElasticQuota",
        "hard",
        "an ElasticQuota has `min` and `max`",
    ),
    (
        "Placement",
        "clusterSelector",
        "a Placement has `spec.predicates[].requiredClusterSelector`",
    ),
    (
        "Placement",
        "clusterReplicas",
        "a Placement has `spec.numberOfClusters`",
    ),
    (
        "Placement",
        "topologySpreadConstraints",
        "a Placement has `spec.spreadPolicy.spreadConstraints`",
    ),
    (
        "Placement",
        "ratio",
        "a spread constraint selects evenly over domains; for a ratio, write one Placement for each domain",
    ),
    (
        "Placement",
        "minDomains",
        "a spread constraint has no minimum of domains",
    ),
];

/// The path of the pod spec in a kind.
fn pod_of(kind: &str) -> Option<&'static str> {
    match kind {
        "Pod" => Some("spec"),
        "Deployment" | "ReplicaSet" | "StatefulSet" | "ReplicationController" | "Job" => {
            Some("spec.template.spec")
        }
        _ => None,
    }
}

/// The fields that a kind has in one place.
fn homes_of(kind: &str) -> Homes {
    match kind {
        "Deployment" | "ReplicaSet" | "StatefulSet" | "ReplicationController" => REPLICATED,
        "Job" => JOB,
        "Placement" => PLACEMENT,
        "Node" => NODE,
        "ManagedCluster" => CLUSTER,
        "ManagedClusterSet" => CLUSTER_SET,
        "ManagedClusterSetBinding" => BINDING,
        "AddOnPlacementScore" => ADD_ON_SCORE,
        "ElasticQuota" => QUOTA,
        "PodDisruptionBudget" => BUDGET,
        _ => &[],
    }
}

impl Decoder<'_> {
    /// The message about where a field belongs that the mapping at `path` does not have. `None` if the kind has no such
    /// field, or its place is not listed.
    pub(super) fn misplaced(&self, path: &FieldPath<'_>, name: &str) -> Option<String> {
        let (_, kind) = self.object?;
        let kind = &self.names[kind];
        if path.begins_with("status") || path.begins_with("metadata") {
            return None;
        }
        if let Some((.., instead)) = OTHERS
            .iter()
            .find(|(of, field, _)| *of == kind && *field == name)
        {
            return Some((*instead).to_owned());
        }
        let pod = pod_of(kind);
        if name == "labels" {
            let home = labels_of(pod, path)?;
            return Some(belongs_in(home, ""));
        }
        let find = |homes: Homes| {
            let home = homes.iter().find(|(fields, _)| fields.contains(&name));
            home.map(|(_, home)| *home)
        };
        match pod.and_then(|pod| Some((pod, find(POD)?))) {
            Some((pod, home)) => Some(belongs_in(pod, home)),
            None => find(homes_of(kind)).map(|home| belongs_in(home, "")),
        }
    }
}

fn belongs_in(begin: &str, end: &str) -> String {
    format!("it belongs in `{begin}{end}`")
}

/// Where `labels` belong if they are at the root of an object, in its `spec`, or in a template.
fn labels_of(pod: Option<&str>, path: &FieldPath<'_>) -> Option<&'static str> {
    match path {
        FieldPath::Root | FieldPath::Field(FieldPath::Root, "spec") => Some("metadata"),
        FieldPath::Field(_, "template") if pod.is_some() => Some("spec.template.metadata"),
        _ => None,
    }
}
