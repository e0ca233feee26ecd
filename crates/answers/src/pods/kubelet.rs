//! Why a kubelet does not take a pod that names its node.

use schedscope_answer_macro::answer;
use schedscope_objects::{names::Names, namespaced_name::NamespacedName};
use schedscope_pods::{
    fit::KubeletRejection,
    snapshot::{ClusterSnapshot, PodInfo},
};

use super::misfit::ShortageAnswer;

/// Why the kubelet of the node that a pod names in `spec.nodeName` does not take it. The pod fails, and its controller
/// creates another one, which fails too.
#[answer(Eq)]
pub struct KubeletRejectionAnswer {
    /// The node that the pod names.
    pub node: String,
    /// What the kubelet writes into `status.reason`, such as `OutOfcpu`. `null`: the input does not have the node.
    pub reason: Option<String>,
    /// Whether the pod is critical and lacks that resource alone: the kubelet evicts other pods for it, which is not
    /// modelled, and rejects it only where they do not make room. The pod holds nothing in any answer. Absent: no.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub evicts: bool,
    /// The resource that is short, where `pods` is the number of pods; absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortage: Option<ShortageAnswer>,
    /// The taint with the effect `NoExecute`, as `key=value:effect`; absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taint: Option<String>,
    /// The host port that another pod has; absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
}

/// A pod that a kubelet rejects.
#[answer(Eq)]
pub struct KubeletRejectedPod {
    /// The pod.
    pub pod: NamespacedName,
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
        let shortage = |resource: &str, requested, used, allocatable| ShortageAnswer {
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
            pod: info.namespaced_name(names),
            kubelet: KubeletRejectionAnswer::of(info, snapshot, names)?,
        })
    });
    (first.collect(), rejected().count())
}
