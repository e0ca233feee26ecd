//! One cluster of a fleet.

use crate::{
    random::Random,
    text::{Node, map},
};

struct Cloud {
    label: &'static str,
    provider: &'static str,
    vendor: &'static str,
    regions: [&'static str; 8],
    zones: [&'static str; 8],
}

const CLOUDS: [Cloud; 3] = [
    Cloud {
        label: "Amazon",
        provider: "AWS",
        vendor: "EKS",
        regions: [
            "us-east-1",
            "us-east-2",
            "us-west-2",
            "eu-west-1",
            "eu-central-1",
            "ap-south-1",
            "ap-northeast-1",
            "sa-east-1",
        ],
        zones: ["a", "b", "c", "d", "e", "f", "g", "h"],
    },
    Cloud {
        label: "Azure",
        provider: "Azure",
        vendor: "AKS",
        regions: [
            "eastus",
            "eastus2",
            "westus3",
            "northeurope",
            "westeurope",
            "centralindia",
            "japaneast",
            "brazilsouth",
        ],
        zones: ["-1", "-2", "-3", "-4", "-5", "-6", "-7", "-8"],
    },
    Cloud {
        label: "Google",
        provider: "GCP",
        vendor: "GKE",
        regions: [
            "us-east1",
            "us-central1",
            "us-west1",
            "europe-west1",
            "europe-west3",
            "asia-south1",
            "asia-northeast1",
            "southamerica-east1",
        ],
        zones: ["-a", "-b", "-c", "-d", "-e", "-f", "-g", "-h"],
    },
];

/// The random values of a cluster.
pub(super) struct Cluster {
    /// `metadata.name`, unique in the fleet.
    pub(super) name: String,
    /// Selected by the placement of the hub before.
    pub(super) decided: bool,
    cloud: &'static Cloud,
    region: &'static str,
    zone: String,
    env: &'static str,
    set: &'static str,
    vendor: &'static str,
    /// The label of an add-on's feature, on some clusters.
    observability: Option<&'static str>,
    availability: Availability,
    dedicated: bool,
    created: String,
    changed: String,
    resource_version: String,
    uid: String,
    version: String,
    allocatable: Amounts,
    capacity: Amounts,
}

/// What `status.conditions` says.
#[derive(PartialEq)]
enum Availability {
    /// Nothing: the condition is left out, for it is a quarter of a cluster's text and nothing that
    /// schedules reads it.
    Unreported,
    Available,
    Unreachable,
}

struct Amounts {
    milli_cpu: u32,
    memory_mi: u32,
    gpus: Option<u32>,
    workers: Option<u32>,
}

/// The cluster of an index; O(1).
pub(super) fn cluster(seed: u64, index: usize) -> Cluster {
    let mut random = Random::new(seed, index as u64);
    let cloud = &CLOUDS[random.below(3) as usize];
    let region = random.pick(&cloud.regions);
    let zone = format!("{region}{}", random.pick(&cloud.zones));
    let env = random.pick(&[
        "prod", "prod", "prod", "prod", "stage", "stage", "test", "dev",
    ]);
    let workers = 3 + random.below(38);
    let cores = workers * random.pick(&[4, 8, 16, 32]);
    let memory = cores * random.pick(&[2048, 4096, 4096, 8192]) - workers * random.below(512);
    let gpus = random.percent(8).then(|| 4 * (1 + random.below(8)));
    // Allocatable, in thousandths of the capacity: what the nodes keep for themselves and, on
    // hubs that report usage, what is in use.
    let free_cpu = 200 + random.below(780);
    let free_memory = 200 + random.below(780);
    Cluster {
        name: format!("{env}-{zone}-{index}"),
        decided: random.percent(10),
        cloud,
        region,
        zone,
        env,
        set: if random.percent(90) { "fleet" } else { "lab" },
        vendor: if random.percent(40) {
            "OpenShift"
        } else {
            cloud.vendor
        },
        observability: random.percent(10).then_some("available"),
        availability: match random.below(100) {
            0..2 => Availability::Unreachable,
            2..4 => Availability::Available,
            _ => Availability::Unreported,
        },
        dedicated: random.percent(5),
        created: random.time(),
        changed: random.time(),
        resource_version: random.resource_version(),
        uid: random.uid(),
        version: format!("v1.{}.{}", 30 + random.below(5), random.below(12)),
        allocatable: Amounts {
            milli_cpu: cores * free_cpu / 500 * 500,
            memory_mi: (u64::from(memory) * u64::from(free_memory) / 1000) as u32,
            gpus: gpus.map(|gpus| random.below(gpus + 1)),
            workers: None,
        },
        capacity: Amounts {
            milli_cpu: cores * 1000,
            memory_mi: memory,
            gpus,
            workers: random.percent(20).then_some(cores),
        },
    }
}

impl Cluster {
    /// The `ManagedCluster`.
    pub(super) fn node(&self) -> Node {
        map([
            (
                "apiVersion",
                Node::from("cluster.open-cluster-management.io/v1"),
            ),
            ("kind", Node::from("ManagedCluster")),
            (
                "metadata",
                map([
                    ("creationTimestamp", Node::from(self.created.clone())),
                    ("labels", self.labels()),
                    ("name", Node::from(self.name.clone())),
                    ("resourceVersion", Node::from(self.resource_version.clone())),
                    ("uid", Node::from(self.uid.clone())),
                ]),
            ),
            (
                "spec",
                map([
                    ("hubAcceptsClient", Some(Node::True)),
                    ("leaseDurationSeconds", Some(Node::Number(60))),
                    ("taints", self.taints()),
                ]),
            ),
            (
                "status",
                map([
                    ("allocatable", Some(self.allocatable.node())),
                    ("capacity", Some(self.capacity.node())),
                    ("clusterClaims", Some(self.claims())),
                    ("conditions", self.conditions()),
                    (
                        "version",
                        Some(map([("kubernetes", Node::from(self.version.clone()))])),
                    ),
                ]),
            ),
        ])
    }

    fn labels(&self) -> Node {
        let feature = self.observability.map(Node::from);
        map([
            ("cloud", Some(Node::from(self.cloud.label))),
            (
                "cluster.open-cluster-management.io/clusterset",
                Some(Node::from(self.set)),
            ),
            ("env", Some(Node::from(self.env))),
            (
                "feature.open-cluster-management.io/addon-observability",
                feature,
            ),
            ("provider", Some(Node::from(self.cloud.provider))),
            ("region", Some(Node::from(self.region))),
            ("vendor", Some(Node::from(self.vendor))),
            ("zone", Some(Node::from(self.zone.clone()))),
        ])
    }

    fn taints(&self) -> Option<Node> {
        let dedicated = self.dedicated.then(|| {
            map([
                ("effect", Node::from("NoSelect")),
                ("key", Node::from("dedicated")),
                ("timeAdded", Node::from(self.created.clone())),
                ("value", Node::from("batch")),
            ])
        });
        let unreachable = (self.availability == Availability::Unreachable).then(|| {
            map([
                ("effect", Node::from("NoSelect")),
                (
                    "key",
                    Node::from("cluster.open-cluster-management.io/unreachable"),
                ),
                ("timeAdded", Node::from(self.changed.clone())),
            ])
        });
        let taints: Vec<_> = dedicated.into_iter().chain(unreachable).collect();
        (!taints.is_empty()).then_some(Node::List(taints))
    }

    fn claims(&self) -> Node {
        let claim = |name, value| map([("name", Node::from(name)), ("value", value)]);
        Node::List(vec![
            claim("provider", Node::from(self.cloud.provider)),
            claim("region", Node::from(self.region)),
            claim("zone", Node::from(self.zone.clone())),
        ])
    }

    fn conditions(&self) -> Option<Node> {
        let (message, reason, status) = match self.availability {
            Availability::Unreported => return None,
            Availability::Available => (
                "Managed cluster is available",
                "ManagedClusterAvailable",
                "True",
            ),
            Availability::Unreachable => (
                "Registration agent stopped updating its lease.",
                "ManagedClusterLeaseUpdateStopped",
                "Unknown",
            ),
        };
        Some(Node::List(vec![map([
            ("lastTransitionTime", Node::from(self.changed.clone())),
            ("message", Node::from(message)),
            ("reason", Node::from(reason)),
            ("status", Node::from(status)),
            ("type", Node::from("ManagedClusterConditionAvailable")),
        ])]))
    }
}

impl Amounts {
    fn node(&self) -> Node {
        let cpu = match self.milli_cpu % 1000 {
            0 => (self.milli_cpu / 1000).to_string(),
            _ => format!("{}m", self.milli_cpu),
        };
        let memory = match self.memory_mi % 1024 {
            0 => format!("{}Gi", self.memory_mi / 1024),
            _ => format!("{}Mi", self.memory_mi),
        };
        map([
            (
                "core_worker",
                self.workers.map(|cores| Node::from(cores.to_string())),
            ),
            ("cpu", Some(Node::from(cpu))),
            ("memory", Some(Node::from(memory))),
            (
                "nvidia.com/gpu",
                self.gpus.map(|gpus| Node::from(gpus.to_string())),
            ),
        ])
    }
}
