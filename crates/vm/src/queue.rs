//! The migration queue of a node: a binary heap in an array. It moves entries exactly as Go's `container/heap`,
//! because the order after every operation decides which VM migrates.
//!
//! Source: `queue.go` upstream. Every operation is O(log n).

use schedscope_objects::id::{Id as _, IdVec};

use crate::{
    id::{HeapIndex, VmPodId},
    state::QueuedPod,
};

/// The positions of pods in the heaps of their nodes. They lie apart from the pods, because an operation writes those
/// of many pods and reads nothing else of them.
pub type Positions = IdVec<VmPodId, Option<HeapIndex>>;

/// Adds a pod, or moves a queued one whose metrics changed.
pub fn update(heap: &mut Vec<QueuedPod>, entry: QueuedPod, places: &mut Positions) {
    let queued = position(places, entry.pod);
    if let Some((index, old)) = queued.and_then(|index| Some((index, heap.get_mut(index)?))) {
        *old = entry;
        fix(heap, index, places);
    } else {
        let index = heap.len();
        heap.push(entry);
        place(places, entry.pod, Some(HeapIndex::new(index)));
        up(heap, index, places);
    }
}

/// Removes a pod if it is queued.
pub fn remove(heap: &mut Vec<QueuedPod>, pod: VmPodId, places: &mut Positions) {
    let (Some(index), Some(last)) = (position(places, pod), heap.len().checked_sub(1)) else {
        return;
    };
    if index < last {
        heap.swap(index, last);
        place(places, heap[index].pod, Some(HeapIndex::new(index)));
        if !down(heap, index, last, places) {
            up(heap, index, places);
        }
    }
    heap.pop();
    place(places, pod, None);
}

fn fix(heap: &mut [QueuedPod], index: usize, places: &mut Positions) {
    let len = heap.len();
    if !down(heap, index, len, places) {
        up(heap, index, places);
    }
}

/// Sifts up. The entry is held while others move down by one, so that each position is written once.
fn up(heap: &mut [QueuedPod], start: usize, places: &mut Positions) {
    let entry = heap[start];
    let mut index = start;
    while index > 0 {
        let parent = (index - 1) / 2;
        if !is_less(entry, heap[parent]) {
            break;
        }
        set(heap, index, heap[parent], places);
        index = parent;
    }
    if index < start {
        set(heap, index, entry, places);
    }
}

/// Sifts down within the first `len` entries. Returns whether the pod moved.
fn down(heap: &mut [QueuedPod], start: usize, len: usize, places: &mut Positions) -> bool {
    let entry = heap[start];
    let mut index = start;
    loop {
        let left = 2 * index + 1;
        if left >= len {
            break;
        }
        let right = left + 1;
        let child = if right < len && is_less(heap[right], heap[left]) {
            right
        } else {
            left
        };
        if !is_less(heap[child], entry) {
            break;
        }
        set(heap, index, heap[child], places);
        index = child;
    }
    if index > start {
        set(heap, index, entry, places);
    }
    index > start
}

/// Whether one pod migrates before another: its load is smaller, or only it has metrics.
fn is_less(one: QueuedPod, other: QueuedPod) -> bool {
    match (one.load, other.load) {
        (Some(one), Some(other)) => one < other,
        (Some(_), None) => true,
        (None, _) => false,
    }
}

fn set(heap: &mut [QueuedPod], index: usize, entry: QueuedPod, places: &mut Positions) {
    heap[index] = entry;
    place(places, entry.pod, Some(HeapIndex::new(index)));
}

fn position(places: &Positions, pod: VmPodId) -> Option<usize> {
    Some((*places.get(pod)?)?.index())
}

fn place(places: &mut Positions, pod: VmPodId, index: Option<HeapIndex>) {
    if let Some(place) = places.get_mut(pod) {
        *place = index;
    }
}
