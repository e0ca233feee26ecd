//! The migration queue: a binary heap in an array, with the steps that the specification names.

use super::{Both, Kind, Twin};

impl Twin {
    fn load_of(&self, pod: &str) -> Option<Both<f32>> {
        match &self.pods[pod].kind {
            Kind::Vm(state) => state.load,
            Kind::Other(_) => None,
        }
    }

    fn less(&self, a: &str, b: &str) -> bool {
        match (self.load_of(a), self.load_of(b)) {
            (Some(a), Some(b)) => a[0] < b[0],
            (a, b) => a.is_some() && b.is_none(),
        }
    }

    /// New metrics: a queued pod is fixed, another one pushed.
    pub fn enqueue(&mut self, node: &str, pod: &str) {
        let mut queue = self.known[node].queue.clone();
        if let Some(at) = queue.iter().position(|queued| queued == pod) {
            self.fix(&mut queue, at);
        } else {
            queue.push(pod.to_owned());
            let last = queue.len() - 1;
            self.up(&mut queue, last);
        }
        self.put_queue(node, queue);
    }

    /// Takes a pod out, if it is in.
    pub fn leave_queue(&mut self, node: &str, pod: &str) {
        let Some(known) = self.known.get(node) else {
            return;
        };
        let mut queue = known.queue.clone();
        let Some(at) = queue.iter().position(|queued| queued == pod) else {
            return;
        };
        let last = queue.len() - 1;
        queue.swap(at, last);
        if at != last {
            self.fix(&mut queue[..last], at);
        }
        queue.pop();
        self.put_queue(node, queue);
    }

    fn put_queue(&mut self, node: &str, queue: Vec<String>) {
        self.known.get_mut(node).expect("a known node").queue = queue;
    }

    fn fix(&self, queue: &mut [String], at: usize) {
        if !self.down(queue, at) {
            self.up(queue, at);
        }
    }

    fn up(&self, queue: &mut [String], mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.less(&queue[at], &queue[parent]) {
                break;
            }
            queue.swap(at, parent);
            at = parent;
        }
    }

    /// Whether it moved.
    fn down(&self, queue: &mut [String], start: usize) -> bool {
        let mut at = start;
        loop {
            let left = 2 * at + 1;
            if left >= queue.len() {
                break;
            }
            let right = left + 1;
            let mut child = left;
            if right < queue.len() && self.less(&queue[right], &queue[left]) {
                child = right;
            }
            if !self.less(&queue[child], &queue[at]) {
                break;
            }
            queue.swap(at, child);
            at = child;
        }
        at > start
    }
}
