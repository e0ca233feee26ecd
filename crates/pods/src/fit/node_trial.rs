//! A node with some of its pods taken out, and others put in.

use schedscope_objects::id::{NodeId, PodId};

use super::{
    CycleState, Misfit, fits_resources, has_room, nominated::goes_first, peers::PeerDelta,
};
use crate::{
    amount_sum::AmountSum,
    node::{BoundPod, NodeInfo},
    volumes::{VolumeDelta, VolumeMisfit},
};

/// A node after hypothetical removals and additions of pods, including the nominated pods with precedence over the pod.
#[derive(Clone, Debug)]
pub struct NodeTrial<'a> {
    /// The node as it is.
    pub info: &'a NodeInfo,
    node: NodeId,
    /// What the pods hold.
    requested: AmountSum,
    /// How many pods there are.
    pods: i64,
    /// `None`: the pod that is judged does not look at others.
    peers: Option<Box<PeerDelta>>,
    /// The same without the nominated pods, because they could also help the pod to fit. `None` without nominated pods.
    bare: Option<Box<PeerDelta>>,
    /// `None`: no filter of volumes looks at other pods.
    volumes: Option<Box<VolumeDelta>>,
    /// The same without the nominated pods; `None` without nominated pods.
    bare_volumes: Option<Box<VolumeDelta>>,
}

impl<'a> NodeTrial<'a> {
    /// A node as it is.
    pub fn new(state: &CycleState<'_>, node: NodeId, info: &'a NodeInfo) -> Self {
        let peers = &state.peers;
        let mut trial = Self {
            info,
            node,
            requested: info.requested.clone(),
            pods: info.pods.len() as i64,
            peers: (!peers.is_empty()).then(|| Box::new(peers.no_delta())),
            bare: None,
            volumes: state.volumes.as_ref().and_then(|of| of.no_delta()),
            bare_volumes: None,
        };
        if !info.nominated.is_empty() {
            trial.add_nominated(state);
        }
        trial
    }

    fn add_nominated(&mut self, state: &CycleState<'_>) {
        let pods = &state.on.snapshot.pods;
        let mut bare = self.peers.clone();
        for &pod in &self.info.nominated {
            if let Some(info) = pods.get(pod)
                && goes_first(info, state.on.pod)
            {
                self.requested.add(info.request.held());
                self.pods += 1;
                if let Some(delta) = &mut self.peers {
                    state.peers.change(delta, state.on, (self.node, pod), true);
                    self.bare = self.bare.take().or_else(|| bare.take());
                }
                if let (Some(volumes), Some(delta)) = (&state.volumes, &mut self.volumes) {
                    self.bare_volumes.get_or_insert_with(|| delta.clone());
                    volumes.change(delta, state.on, (self.node, pod), true);
                }
            }
        }
    }

    /// Takes a pod out.
    #[inline]
    pub fn take_out(&mut self, state: &CycleState<'_>, bound_pod: &BoundPod) {
        self.requested.subtract(&bound_pod.fit);
        self.pods -= 1;
        if self.looks_at_pods() {
            self.count(state, bound_pod.pod, false);
        }
    }

    #[inline]
    pub fn put_back(&mut self, state: &CycleState<'_>, bound_pod: &BoundPod) {
        self.requested.add(&bound_pod.fit);
        self.pods += 1;
        if self.looks_at_pods() {
            self.count(state, bound_pod.pod, true);
        }
    }

    /// Takes several pods out, whose requests are known, for a pod that does not look at others.
    pub fn take_amounts(&mut self, amounts: &AmountSum, pods: i64) {
        self.requested.subtract_sum(amounts);
        self.pods -= pods;
    }

    #[inline(never)]
    fn count(&mut self, state: &CycleState<'_>, pod: PodId, comes: bool) {
        for delta in [&mut self.peers, &mut self.bare].into_iter().flatten() {
            state.peers.change(delta, state.on, (self.node, pod), comes);
        }
        if let Some(volumes) = &state.volumes {
            let deltas = [&mut self.volumes, &mut self.bare_volumes];
            for delta in deltas.into_iter().flatten() {
                volumes.change(delta, state.on, (self.node, pod), comes);
            }
        }
    }

    /// Whether a filter looks at the pods of the node.
    #[inline]
    fn looks_at_pods(&self) -> bool {
        self.peers.is_some() || self.volumes.is_some()
    }

    /// Why the volumes of the pod keep it away: with the nominated pods, then without.
    fn volumes_misfit(&self, state: &CycleState<'_>) -> Option<VolumeMisfit> {
        let volumes = state.volumes.as_ref()?;
        let of = |delta| volumes.misfit(state.on, self.node, delta);
        let bare = self.bare_volumes.as_deref();
        of(self.volumes.as_deref()).or_else(|| of(Some(bare?)))
    }

    /// Whether the filters that depend on pods pass.
    #[inline]
    pub fn has_room(&self, state: &CycleState<'_>) -> bool {
        if !has_room(&state.on.pod.request, self.info, &self.requested, self.pods) {
            return false;
        }
        (self.peers.is_none() || self.peers_fit(state))
            && (state.volumes.is_none() || self.volumes_misfit(state).is_none())
    }

    fn peers_fit(&self, state: &CycleState<'_>) -> bool {
        let (on, delta) = (state.on, self.peers.as_deref());
        let Some(classes) = &on.snapshot.classes else {
            return true;
        };
        let fits = |delta| state.peers.domains_fit(classes, self.node, delta);
        state.peers.ports_misfit(on, self.node, delta).is_none()
            && fits(delta)
            && (self.bare.is_none() || fits(self.bare.as_deref()))
    }

    /// The verdict of the filters that depend on pods.
    ///
    /// # Errors
    /// The first filter that rejects the node, in Kubernetes' order.
    pub fn fits(&self, state: &CycleState<'_>) -> Result<(), Misfit> {
        let (on, delta) = (state.on, self.peers.as_deref());
        if delta.is_some()
            && let Some(misfit) = state.peers.ports_misfit(on, self.node, delta)
        {
            return Err(misfit);
        }
        fits_resources(&on.pod.request, self.info, &self.requested, self.pods)?;
        if let Some(misfit) = self.volumes_misfit(state) {
            return Err(Misfit::Volumes(misfit));
        }
        for delta in [delta, self.bare.as_deref()].into_iter().flatten() {
            if let Some(misfit) = state.peers.domains_misfit(on, self.node, Some(delta)) {
                return Err(misfit);
            }
        }
        Ok(())
    }
}
