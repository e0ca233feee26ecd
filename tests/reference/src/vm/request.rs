//! What an agent asks for, in the order of the specification.

use serde_json::{Value, json};

use super::{
    Both, Kind, Twin,
    objects::{half, key, pair},
};

impl Twin {
    pub fn request(&mut self, event: &Value) -> Value {
        let refused = |status: i32, why: &str| json!({"status": status, "error": why});
        let (key, want) = (key(&event["pod"]), pair(&event["want"]));
        let load = event["load"].as_array();
        let load: Option<Both<f32>> = load.map(|load| {
            let number = |at: usize| half(&load[at]).expect("a number");
            [number(0), number(1)]
        });

        // 1: 0 is invalid, 1 is v1.0, 2 is v1.1.
        let protocol = event["proto"].as_i64().unwrap_or(2);
        if !(1..=2).contains(&protocol) {
            return refused(400, "no such protocol version");
        }
        if load.is_none() && protocol < 2 {
            return refused(400, "absent metrics need v1.1");
        }
        // 2
        let node = match self.pods.get(&key) {
            Some(pod) if matches!(pod.kind, Kind::Vm(_)) => pod.node.clone(),
            _ => return refused(404, "no such VM"),
        };
        // 3
        let was_head = self.known[&node].queue.first() == Some(&key);
        let should = was_head && self.too_much_pressure(&node);
        let state = self.vm(&key).expect("a VM");
        let forced = state.vm.always_migrate && state.load.is_some();
        let migrating = state.migrating;
        // 4
        state.load = load;
        let starts = (should || forced) && !migrating && self.config.migrates;
        if !migrating {
            self.enqueue(&node, &key);
        }
        let remaining = self.remaining(&node);
        let unit = self.known[&node].unit;
        let state = self.vm(&key).expect("a VM");
        if migrating {
            // 5
            if (0..2).any(|r| state.amounts[r].reserved != want[r]) {
                return refused(400, "it is migrating");
            }
        } else {
            // 6
            if let Some(unit) = state.unit {
                let whole = (0..2).all(|r| want[r] % unit[r] == 0);
                if !whole || want[0] / unit[0] != want[1] / unit[1] {
                    return refused(400, "no multiple of the compute unit");
                }
            }
            // 7
            for r in 0..2 {
                let amount = &mut state.amounts[r];
                if want[r] <= amount.reserved {
                    amount.reserved = want[r];
                    amount.pressure = 0;
                } else if starts {
                    amount.pressure = want[r] - amount.reserved;
                } else {
                    let increase = want[r] - amount.reserved;
                    let permitted = increase.min(remaining[r]);
                    amount.reserved += permitted;
                    amount.pressure = increase - permitted;
                }
                amount.buffer = 0;
            }
            // 8
            if starts {
                state.migrating = true;
            }
        }
        // 9
        state.unit = Some(unit);
        let permit = [0, 1].map(|r| state.amounts[r].reserved);
        // The agent does as it is told.
        state.vm.uses = permit;
        if starts {
            self.leave_queue(&node, &key);
        }
        let [permit, unit] = [permit, unit].map(|both| both.map(|amount| amount as i64));
        json!({"status": 200, "permit": permit, "migrate": starts, "cu": unit})
    }
}
