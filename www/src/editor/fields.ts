/** Fields of the kinds that people write by hand, with what they mean; names and values as the API has them. */

export interface Field {
  /** what it means, in one or two sentences */
  doc: string;
  /** the words that the API allows */
  values?: readonly string[];
  /** the fields of the object, or of the items of the list, that it holds */
  fields?: Fields;
}

export type Fields = Readonly<Record<string, Field>>;

const metadata: Field = {
  doc: "Name, namespace, labels and annotations of the object.",
  fields: {
    name: { doc: "The name; unique for the kind in its namespace." },
    namespace: { doc: "The namespace; cluster-scoped kinds have none." },
    labels: { doc: "Keys and values by which selectors find the object." },
    annotations: { doc: "Keys and values that selectors do not read." },
  },
};

const matchExpressions: Field = {
  doc: "Requirements; all of them must hold.",
  fields: {
    key: { doc: "The key of the label." },
    operator: { doc: "How the values are compared.", values: ["In", "NotIn", "Exists", "DoesNotExist"] },
    values: { doc: "The values; empty for `Exists` and `DoesNotExist`." },
  },
};

const labelSelector: Fields = {
  matchLabels: { doc: "Labels with exactly these values." },
  matchExpressions,
};

const taint = (effects: readonly string[]): Fields => ({
  key: { doc: "The key of the taint." },
  value: { doc: "The value of the taint." },
  effect: { doc: "What the taint does to those that do not tolerate it.", values: effects },
  timeAdded: { doc: "When the taint was added, RFC 3339." },
});

const toleration = (effects: readonly string[]): Fields => ({
  key: { doc: "The key of the tolerated taint; empty with `Exists`: every key." },
  operator: { doc: "`Equal` compares the value; `Exists` accepts every value.", values: ["Equal", "Exists"] },
  value: { doc: "The value of the tolerated taint." },
  effect: { doc: "The tolerated effect; absent: every effect.", values: effects },
  tolerationSeconds: { doc: "How long the taint is tolerated, in seconds; absent: forever." },
});

const clusterEffects = ["NoSelect", "PreferNoSelect", "NoSelectIfNew"];
const nodeEffects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

const prioritizers = [
  "Steady",
  "Balance",
  "ResourceAllocatableCPU",
  "ResourceAllocatableMemory",
  "ResourceRatioCPU",
  "ResourceRatioMemory",
  "Spread",
];

const placementSpec: Fields = {
  clusterSets: {
    doc: "ManagedClusterSets whose clusters are candidates; absent: all sets that are bound to the namespace.",
  },
  numberOfClusters: { doc: "How many clusters to select; absent: all feasible clusters." },
  predicates: {
    doc: "Hard requirements. A cluster that meets one of them is a candidate.",
    fields: {
      requiredClusterSelector: {
        doc: "What a cluster must have.",
        fields: {
          labelSelector: { doc: "Selects clusters by their labels.", fields: labelSelector },
          claimSelector: { doc: "Selects clusters by their ClusterClaims.", fields: { matchExpressions } },
          celSelector: {
            doc: "Selects clusters by CEL expressions on `managedCluster`.",
            fields: { celExpressions: { doc: "Expressions; all of them must be true." } },
          },
        },
      },
    },
  },
  prioritizerPolicy: {
    doc: "How the feasible clusters are scored.",
    fields: {
      mode: {
        doc: "`Additive` adds weights to the default ones; `Exact` counts the named prioritizers only.",
        values: ["Additive", "Exact"],
      },
      configurations: {
        doc: "Prioritizers with their weights.",
        fields: {
          scoreCoordinate: {
            doc: "Where the score comes from.",
            fields: {
              type: { doc: "A built-in prioritizer, or the score of an add-on.", values: ["BuiltIn", "AddOn"] },
              builtIn: { doc: "The name of a built-in prioritizer.", values: prioritizers },
              addOn: {
                doc: "A score of an AddOnPlacementScore.",
                fields: {
                  resourceName: { doc: "The name of the AddOnPlacementScore." },
                  scoreName: { doc: "The name of the score in it." },
                },
              },
            },
          },
          weight: { doc: "From −10 to 10. The score, −100 to 100, is multiplied by it; 0 turns it off. Default: 1." },
        },
      },
    },
  },
  spreadPolicy: {
    doc: "How the selected clusters are spread over topology domains.",
    fields: {
      spreadConstraints: {
        doc: "Spread constraints, the most important one first; at most 8.",
        fields: {
          topologyKey: { doc: "The label or claim whose values are the domains." },
          topologyKeyType: { doc: "Whether the key is a label or a ClusterClaim.", values: ["Label", "Claim"] },
          maxSkew: { doc: "How many more clusters a domain may have than the domain with the fewest; at least 1." },
          whenUnsatisfiable: {
            doc: "`DoNotSchedule` blocks clusters beyond maxSkew; `ScheduleAnyway` only lowers their scores.",
            values: ["DoNotSchedule", "ScheduleAnyway"],
          },
        },
      },
    },
  },
  tolerations: { doc: "Taints of clusters that do not exclude them.", fields: toleration(clusterEffects) },
  decisionStrategy: {
    doc: "How the selected clusters are divided into groups.",
    fields: {
      groupStrategy: {
        doc: "The groups of a rollout.",
        fields: {
          clustersPerDecisionGroup: { doc: "The size of a group: a number, or a percentage such as `25%`." },
          decisionGroups: {
            doc: "Named groups, which come first.",
            fields: {
              groupName: { doc: "The name of the group." },
              groupClusterSelector: {
                doc: "The clusters of the group.",
                fields: {
                  labelSelector: { doc: "Selects clusters by their labels.", fields: labelSelector },
                  claimSelector: { doc: "Selects clusters by their ClusterClaims.", fields: { matchExpressions } },
                },
              },
            },
          },
        },
      },
    },
  },
};

const clusterSpec: Fields = {
  hubAcceptsClient: { doc: "Whether the hub accepts the cluster." },
  leaseDurationSeconds: { doc: "How often the agent renews its lease, in seconds." },
  taints: { doc: "Keep the cluster from placements that do not tolerate them.", fields: taint(clusterEffects) },
};

const clusterStatus: Fields = {
  allocatable: { doc: "Resources that are left for workloads." },
  capacity: { doc: "All resources of the cluster." },
  clusterClaims: {
    doc: "What the cluster reports of itself.",
    fields: { name: { doc: "The name of the ClusterClaim." }, value: { doc: "Its value." } },
  },
};

const podSpec: Fields = {
  nodeName: { doc: "The node that the pod is bound to; absent: the pod is pending." },
  nodeSelector: { doc: "Labels that the node must have." },
  schedulerName: { doc: "The scheduler of the pod. Default: `default-scheduler`." },
  priorityClassName: { doc: "The PriorityClass, by which preemption orders pods." },
  tolerations: { doc: "Taints of nodes that the pod tolerates.", fields: toleration(nodeEffects) },
  topologySpreadConstraints: {
    doc: "How pods are spread over domains of nodes.",
    fields: {
      topologyKey: { doc: "The label of nodes whose values are the domains." },
      maxSkew: { doc: "How many more pods a domain may have than the domain with the fewest." },
      whenUnsatisfiable: {
        doc: "Whether a node beyond maxSkew is rejected or only scored lower.",
        values: ["DoNotSchedule", "ScheduleAnyway"],
      },
      labelSelector: { doc: "The pods that are counted.", fields: labelSelector },
    },
  },
  containers: {
    doc: "The containers of the pod.",
    fields: {
      name: { doc: "The name of the container." },
      resources: {
        doc: "What the container requests and may use.",
        fields: {
          requests: { doc: "Resources that the scheduler reserves." },
          limits: { doc: "Resources that the container may use at most." },
        },
      },
    },
  },
};

const nodeSpec: Fields = {
  unschedulable: { doc: "Whether the node is cordoned.", values: ["true", "false"] },
  taints: { doc: "Keep pods that do not tolerate them from the node.", fields: taint(nodeEffects) },
};

const nodeStatus: Fields = {
  allocatable: { doc: "Resources for pods." },
  capacity: { doc: "All resources of the node." },
};

const kind = (doc: string, spec?: Fields, status?: Fields): Field => ({
  doc,
  fields: {
    apiVersion: { doc: "The group and version of the kind." },
    kind: { doc: "The kind of the object." },
    metadata,
    ...(spec !== undefined && { spec: { doc: "What is wanted.", fields: spec } }),
    ...(status !== undefined && { status: { doc: "What is observed.", fields: status } }),
  },
});

export const kinds: Fields = {
  Placement: kind("Selects clusters of a hub.", placementSpec),
  ManagedCluster: kind("A cluster of the hub.", clusterSpec, clusterStatus),
  ManagedClusterSet: kind("A set of clusters.", {
    clusterSelector: {
      doc: "The clusters of the set.",
      fields: {
        selectorType: { doc: "How clusters are chosen.", values: ["ExclusiveClusterSetLabel", "LabelSelector"] },
        labelSelector: { doc: "The clusters, with `LabelSelector`.", fields: labelSelector },
      },
    },
  }),
  ManagedClusterSetBinding: kind("Opens a cluster set to a namespace.", {
    clusterSet: { doc: "The name of the set, which is also the name of the binding." },
  }),
  Pod: kind("A pod.", podSpec),
  Node: kind("A node.", nodeSpec, nodeStatus),
  ElasticQuota: kind("A quota that lends what it does not use.", {
    min: { doc: "Resources that are guaranteed to the namespace." },
    max: { doc: "Resources that the namespace may use at most." },
  }),
};
