//! The migration queue of a node: a binary heap in an array. It moves entries exactly as Go's `container/heap`,
//! because the order after every operation decides which VM migrates.
//!
//! Source: `queue.go` upstream. Every operation is O(log n).

use schedscope_objects::id::Id as _;

use crate::{
    id::{HeapIndex, VmPodId},
    state::VmPod,
};

/// The VMs' pods, which store their own positions in the heap.
pub trait HeapPositions {
    /// The pod of an id; `None` if it is not of a VM.
    fn vm(&mut self, pod: VmPodId) -> Option<&mut VmPod>;

    /// Whether one pod migrates before another: its load is smaller, or only it has metrics.
    fn less(&mut self, one: VmPodId, other: VmPodId) -> bool {
        let one = self.vm(one).and_then(|pod| pod.load);
        let other = self.vm(other).and_then(|pod| pod.load);
        match (one, other) {
            (Some(one), Some(other)) => one[0] < other[0],
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// Stores a pod's position.
    fn place(&mut self, pod: VmPodId, index: Option<HeapIndex>) {
        if let Some(pod) = self.vm(pod) {
            pod.queue_index = index;
        }
    }

    /// A pod's position.
    fn position(&mut self, pod: VmPodId) -> Option<usize> {
        Some(self.vm(pod)?.queue_index?.index())
    }
}

/// Adds a pod, or moves a queued one whose metrics changed.
pub fn update(heap: &mut Vec<VmPodId>, pod: VmPodId, places: &mut impl HeapPositions) {
    if let Some(index) = places.position(pod) {
        fix(heap, index, places);
    } else {
        let index = heap.len();
        heap.push(pod);
        places.place(pod, Some(HeapIndex::new(index)));
        up(heap, index, places);
    }
}

/// Removes a pod if it is queued.
pub fn remove(heap: &mut Vec<VmPodId>, pod: VmPodId, places: &mut impl HeapPositions) {
    let (Some(index), Some(last)) = (places.position(pod), heap.len().checked_sub(1)) else {
        return;
    };
    if index < last {
        swap(heap, index, last, places);
        if !down(heap, index, last, places) {
            up(heap, index, places);
        }
    }
    heap.pop();
    places.place(pod, None);
}

fn fix(heap: &mut [VmPodId], index: usize, places: &mut impl HeapPositions) {
    let len = heap.len();
    if !down(heap, index, len, places) {
        up(heap, index, places);
    }
}

fn up(heap: &mut [VmPodId], mut index: usize, places: &mut impl HeapPositions) {
    while index > 0 {
        let parent = (index - 1) / 2;
        if !is_less(heap, index, parent, places) {
            break;
        }
        swap(heap, index, parent, places);
        index = parent;
    }
}

/// Sifts down within the first `len` entries. Returns whether the pod moved.
fn down(heap: &mut [VmPodId], start: usize, len: usize, places: &mut impl HeapPositions) -> bool {
    let mut index = start;
    loop {
        let left = 2 * index + 1;
        if left >= len {
            break;
        }
        let right = left + 1;
        let child = if right < len && is_less(heap, right, left, places) {
            right
        } else {
            left
        };
        if !is_less(heap, child, index, places) {
            break;
        }
        swap(heap, index, child, places);
        index = child;
    }
    index > start
}

fn is_less(heap: &[VmPodId], one: usize, other: usize, places: &mut impl HeapPositions) -> bool {
    match (heap.get(one), heap.get(other)) {
        (Some(one), Some(other)) => places.less(*one, *other),
        _ => false,
    }
}

fn swap(heap: &mut [VmPodId], one: usize, other: usize, places: &mut impl HeapPositions) {
    heap.swap(one, other);
    places.place(heap[one], Some(HeapIndex::new(one)));
    places.place(heap[other], Some(HeapIndex::new(other)));
}
