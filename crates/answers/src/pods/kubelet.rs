//! Why a kubelet does not take a pod that names its node.

use schedscope_answer_macro::answer;
use schedscope_objects::names::Names;
use schedscope_pods::{
    fit::KubeletRejection,
    snapshot::{ClusterSnapshot, PodInfo},
};

/// Why the kubelet of the node that a pod names in `spec.nodeName` does not take it. The pod fails, and its controller
/// creates another one, which fails too.
#[answer(Eq)]
pub struct KubeletRejectionAnswer {
    /// The node that the pod names.
    pub node: String,
    /// What the kubelet writes into `status.reason`: `OutOfcpu`, `OutOfpods` and others of resources, `NodeAffinity`,
    /// `NodePorts` or `TaintToleration`. `null`: the input has no node of the name, and the pod garbage collector
    /// deletes the pod.
    pub reason: Option<String>,
    /// Whether the pod is critical and lacks that resource alone: the kubelet evicts other pods for it, which is not
    /// modelled, and rejects it only where they do not make room. The pod holds nothing in any answer. Absent: no.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub evicts: bool,
    /// The amounts of the resource that is short; absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortage: Option<KubeletShortage>,
    /// The taint with the effect `NoExecute`, as `key=value:effect`; absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taint: Option<String>,
    /// The host port that another pod has; absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
}

/// A resource of a node that is short; amounts in milli-CPU or base units.
#[answer(Eq)]
pub struct KubeletShortage {
    /// The resource; `pods` stands for the number of pods.
    pub resource: String,
    /// What the pod requests.
    pub requested: i64,
    /// What the pods that the kubelet has admitted before it request.
    pub used: i64,
    /// What the node can give in all.
    pub allocatable: i64,
}

/// A pod that a kubelet rejects.
#[answer(Eq)]
pub struct KubeletRejectedPod {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Why.
    pub kubelet: KubeletRejectionAnswer,
}

impl KubeletRejectionAnswer {
    /// Why a kubelet rejects a pod; `None`: none does.
    pub fn of(info: &PodInfo, snapshot: &ClusterSnapshot, names: &Names) -> Option<Self> {
        let mut rejection = info.rejected.as_deref()?;
        let mut answer = Self {
            node: names[info.wanted].to_owned(),
            reason: None,
            evicts: false,
            shortage: None,
            taint: None,
            port: None,
        };
        if let KubeletRejection::Evicts(short) = rejection {
            answer.evicts = true;
            rejection = short;
        }
        let shortage = |resource: &str, requested, used, allocatable| KubeletShortage {
            resource: resource.to_owned(),
            requested,
            used,
            allocatable,
        };
        let reason = match rejection {
            KubeletRejection::NoNode | KubeletRejection::Evicts(_) => return Some(answer),
            KubeletRejection::Pods { used, allowed } => {
                answer.shortage = Some(shortage("pods", 1, *used, *allowed));
                "OutOfpods".to_owned()
            }
            KubeletRejection::Resource(short) => {
                let name = snapshot.resources.name(short.resource);
                let (requested, used) = (short.requested, short.used);
                answer.shortage = Some(shortage(name, requested, used, short.allocatable));
                format!("OutOf{name}")
            }
            KubeletRejection::NodeAffinity => "NodeAffinity".to_owned(),
            KubeletRejection::Ports(conflict) => {
                answer.port = Some(conflict.wanted.port);
                "NodePorts".to_owned()
            }
            KubeletRejection::Taint(taint) => {
                answer.taint = Some(taint.text(names));
                "TaintToleration".to_owned()
            }
        };
        answer.reason = Some(reason);
        Some(answer)
    }
}

/// The pods that kubelets reject, in the order of the input; at most `limit`, and how many there are.
pub fn rejected_pods(
    snapshot: &ClusterSnapshot,
    names: &Names,
    limit: usize,
) -> (Vec<KubeletRejectedPod>, usize) {
    let rejected = || snapshot.pods.iter().filter(|pod| pod.rejected.is_some());
    let first = rejected().take(limit).filter_map(|info| {
        Some(KubeletRejectedPod {
            pod: info.key(names),
            kubelet: KubeletRejectionAnswer::of(info, snapshot, names)?,
        })
    });
    (first.collect(), rejected().count())
}
