//! The migration queue of a node: a binary heap in an array, exactly as Go's `container/heap`
//! keeps it, for its order after every operation decides who migrates.
//!
//! Source: `queue.go` upstream. Every operation is O(log n).

use crate::state::VmPod;

/// Where pods keep their places; implemented by whoever holds them.
pub trait HeapPositions {
    /// The pod of that number; `None` where there is no such VM.
    fn vm(&mut self, pod: u32) -> Option<&mut VmPod>;

    /// Whether one pod migrates before another: it has less load; only one of them has metrics: that
    /// one.
    fn less(&mut self, one: u32, other: u32) -> bool {
        let one = self.vm(one).and_then(|pod| pod.load);
        let other = self.vm(other).and_then(|pod| pod.load);
        match (one, other) {
            (Some(one), Some(other)) => one[0] < other[0],
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// Notes where a pod is.
    fn place(&mut self, pod: u32, index: i32) {
        if let Some(pod) = self.vm(pod) {
            pod.queue_index = index;
        }
    }
}

/// Adds a pod, or finds the place of one whose metrics changed.
pub fn update(heap: &mut Vec<u32>, pod: u32, places: &mut impl HeapPositions) {
    let index = places.vm(pod).map_or(-1, |pod| pod.queue_index);
    if let Ok(index) = usize::try_from(index) {
        fix(heap, index, places);
    } else {
        let index = heap.len();
        heap.push(pod);
        places.place(pod, index as i32);
        up(heap, index, places);
    }
}

/// Takes a pod out, if it is in.
pub fn remove(heap: &mut Vec<u32>, pod: u32, places: &mut impl HeapPositions) {
    let index = places.vm(pod).map_or(-1, |pod| pod.queue_index);
    let Ok(index) = usize::try_from(index) else {
        return;
    };
    let Some(last) = heap.len().checked_sub(1) else {
        return;
    };
    if index < last {
        swap(heap, index, last, places);
        if !down(heap, index, last, places) {
            up(heap, index, places);
        }
    }
    heap.pop();
    places.place(pod, -1);
}

fn fix(heap: &mut [u32], index: usize, places: &mut impl HeapPositions) {
    let len = heap.len();
    if !down(heap, index, len, places) {
        up(heap, index, places);
    }
}

fn up(heap: &mut [u32], mut index: usize, places: &mut impl HeapPositions) {
    while index > 0 {
        let parent = (index - 1) / 2;
        if !is_less(heap, index, parent, places) {
            break;
        }
        swap(heap, index, parent, places);
        index = parent;
    }
}

/// Within the first `len`. Whether the pod moved.
fn down(heap: &mut [u32], start: usize, len: usize, places: &mut impl HeapPositions) -> bool {
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

fn is_less(heap: &[u32], one: usize, other: usize, places: &mut impl HeapPositions) -> bool {
    match (heap.get(one), heap.get(other)) {
        (Some(one), Some(other)) => places.less(*one, *other),
        _ => false,
    }
}

fn swap(heap: &mut [u32], one: usize, other: usize, places: &mut impl HeapPositions) {
    heap.swap(one, other);
    places.place(heap[one], one as i32);
    places.place(heap[other], other as i32);
}
