//! Filter, Score and Reserve.

use serde_json::{Value, json};

use super::{
    Both, Kind, Known, Pod, State, Twin,
    objects::{Object, key, read},
};

const UNRESOLVABLE: &str = "UnschedulableAndUnresolvable";

impl Twin {
    /// What Filter and Reserve look at first.
    fn admit(&mut self, event: &Value) -> Result<Object, &'static str> {
        let object = read(event, &self.config);
        if !is_sound(&object) {
            return Err(UNRESOLVABLE);
        }
        if !self.is_mine(event) {
            return Err("Error");
        }
        match &object {
            Object::Vm(vm) if vm.slot != self.config.slot => return Err(UNRESOLVABLE),
            Object::Other(Err(_)) => return Err(UNRESOLVABLE),
            _ => (),
        }
        if self.meet(event) {
            Ok(object)
        } else {
            Err("Error")
        }
    }

    fn is_mine(&self, event: &Value) -> bool {
        let scheduler = event["sched"].as_str();
        scheduler.is_none_or(|scheduler| scheduler == self.config.scheduler)
    }

    /// Makes a node known, if there is such a node.
    fn meet(&mut self, event: &Value) -> bool {
        let node = event["node"].as_str().expect("a node");
        if self.known.contains_key(node) {
            return true;
        }
        let Some(allocatable) = self.nodes.get(node) else {
            return false;
        };
        let Ok(known) = Known::new(&self.config, node, allocatable) else {
            return false;
        };
        self.known.insert(node.to_owned(), known);
        true
    }

    pub fn filter(&mut self, event: &Value) -> Value {
        let object = match self.admit(event) {
            Ok(object) => object,
            Err(code) => return json!({"code": code}),
        };
        let node = event["node"].as_str().expect("a node");
        let excluded = event["exclude"].as_array().into_iter().flatten();
        let excluded: Vec<String> = excluded.map(key).collect();
        let (mut vms, mut raw) = ([0, 0], [0, 0]);
        for (name, pod) in &self.pods {
            if pod.node != node || excluded.contains(name) {
                continue;
            }
            for r in 0..2 {
                match &pod.kind {
                    Kind::Vm(state) => vms[r] += state.amounts[r].reserved,
                    Kind::Other(amounts) => raw[r] += amounts[r],
                }
            }
        }
        for r in 0..2 {
            match &object {
                Object::Vm(vm) => vms[r] += vm.uses[r],
                Object::Other(amounts) => raw[r] += amounts.as_ref().expect("amounts")[r],
            }
        }
        let limits = &self.known[node].limits;
        let fits = (0..2)
            .all(|r| vms[r] + limits[r].rounded(raw[r]) <= limits[r].total - limits[r].system);
        json!({"code": if fits { "Success" } else { "Unschedulable" }})
    }

    pub fn score(&mut self, event: &Value) -> Value {
        let object = read(event, &self.config);
        if !is_sound(&object) || !self.is_mine(event) || !self.meet(event) {
            return json!({"code": "Error", "score": 0});
        }
        let remaining = self.remaining(event["node"].as_str().expect("a node"));
        let largest = self.largest();
        let fits = match object {
            Object::Vm(vm) => (0..2).all(|r| vm.uses[r] <= remaining[r]),
            Object::Other(_) => true,
        };
        let score = |r: usize| (100 * remaining[r]).checked_div(largest[r]).unwrap_or(0);
        let score = if fits { score(0).min(score(1)) } else { 0 };
        json!({"code": "Success", "score": score as i64})
    }

    pub fn reserve(&mut self, event: &Value) -> Value {
        let object = match self.admit(event) {
            Ok(object) => object,
            Err(code) => return json!({"code": code}),
        };
        let node = event["node"].as_str().expect("a node");
        let remaining = self.remaining(node);
        let sums = self.sums(node);
        let limits = &self.known[node].limits;
        let (need, kind): (Both<i128>, Kind) = match object {
            Object::Vm(vm) => {
                let mut state = State::new(vm);
                for r in 0..2 {
                    state.amounts[r].reserved = state.vm.uses[r];
                    state.amounts[r].buffer = 0;
                }
                (state.vm.uses, Kind::Vm(Box::new(state)))
            }
            Object::Other(raw) => {
                let raw = raw.expect("amounts");
                let increment = |r: usize| limits[r].rounded(sums[r].raw + raw[r]) - sums[r].other;
                ([increment(0), increment(1)], Kind::Other(raw))
            }
        };
        if (0..2).any(|r| need[r] > remaining[r]) {
            return json!({"code": "Unschedulable"});
        }
        let key = key(&event["pod"]);
        if self.pods.contains_key(&key) {
            return json!({"code": "Error"});
        }
        let node = node.to_owned();
        self.unseen.remove(&key);
        self.pods.insert(key, Pod { node, kind });
        json!({"code": "Success"})
    }
}

/// A VM's min <= use <= max.
fn is_sound(object: &Object) -> bool {
    match object {
        Object::Vm(vm) => (0..2).all(|r| vm.min[r] <= vm.uses[r] && vm.uses[r] <= vm.max[r]),
        Object::Other(_) => true,
    }
}
