//! Labels of namespaces that terms of pod affinity select.

use schedscope_objects::{
    names::Names,
    objects::Objects,
    pod::{Pod, PodAffinityTerm},
};

use crate::needs::Needs;

impl Needs {
    /// Whether the labels of a namespace that is not in the input determine whether a term of pod affinity selects a
    /// pod: a term of one of these pods, or of another pod about one of these. O(pods + workloads) if terms select by
    /// labels, else O(these).
    pub(crate) fn namespaces<'a>(
        &self,
        mut pods: impl Iterator<Item = &'a Pod> + Clone,
        objects: &Objects,
    ) -> bool {
        let is_unknown = |pod: &Pod| !self.namespaces.contains(&pod.namespace);
        let others = || {
            let pods = objects.pods.iter().filter(|pod| !pod.phase.is_over());
            let made = objects
                .workloads
                .iter()
                .filter(|workload| workload.replicas > 0);
            pods.map(|pod| &**pod)
                .chain(made.map(|workload| &workload.template))
        };
        let names = &objects.names;
        let is_about =
            |owner: &Pod, pod: &Pod| is_unknown(pod) && hangs_on_labels(owner, pod, names);
        let selecting = |pod: &&Pod| selects(pod);
        let own = pods.clone().filter(selecting);
        let lacking = self.lacking > 0 || self.templates_lack;
        let mut asked = own.filter(|_| lacking);
        if asked.any(|pod| others().any(|other| is_about(pod, other))) {
            return true;
        }
        if self.selecting == 0 {
            return false;
        }
        pods.any(|pod| others().filter(selecting).any(|other| is_about(other, pod)))
    }
}

/// The terms of a pod's affinity that select namespaces by their labels.
fn terms_by_labels(pod: &Pod) -> impl Iterator<Item = &PodAffinityTerm> {
    let constraints = pod.constraints.iter();
    let affinities = constraints.flat_map(|of| [&of.pod_affinity, &of.pod_anti_affinity]);
    let terms = affinities.flat_map(|of| {
        let preferred = of.preferred.iter().map(|one| &one.term);
        of.required.iter().chain(preferred)
    });
    terms.filter(|term| {
        let selector = term.namespace_selector.as_ref();
        selector.is_some_and(|of| !of.match_labels.is_empty() || !of.match_expressions.is_empty())
    })
}

/// Whether a term of the pod's affinity selects namespaces by their labels.
pub(crate) fn selects(pod: &Pod) -> bool {
    terms_by_labels(pod).next().is_some()
}

/// Whether the labels of a pod's namespace determine whether a term of another pod's affinity applies to it: the term
/// selects the pod by its labels, and does not name its namespace.
fn hangs_on_labels(owner: &Pod, pod: &Pod, names: &Names) -> bool {
    terms_by_labels(owner).any(|term| {
        let selector = term.selector.as_ref();
        let selector = selector.and_then(|selector| selector.compile(names).ok());
        let is_selected = selector.is_some_and(|of| of.matches(pod.labels.as_slice(), names));
        is_selected && !term.namespaces.contains(&pod.namespace)
    })
}
