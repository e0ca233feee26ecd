//! Queues by several scorers and by weighted sums, and the limits that they leave, computed by hand.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::ask;

/// Two nodes for two pods that wait. A third one has room, but its pod keeps away from them: it does not count where
/// scores are normalised.
const NODES: &str = "
apiVersion: v1
kind: Node
metadata: {name: a, labels: {kubernetes.io/hostname: a}}
status: {allocatable: {cpu: \"16\", memory: 16Gi, pods: \"10\"}}
---
apiVersion: v1
kind: Node
metadata: {name: b, labels: {kubernetes.io/hostname: b}}
status: {allocatable: {cpu: \"16\", memory: 16Gi, pods: \"10\"}}
---
apiVersion: v1
kind: Node
metadata: {name: c, labels: {kubernetes.io/hostname: c}}
status: {allocatable: {cpu: \"16\", memory: 16Gi, pods: \"10\"}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: a1}
spec:
  nodeName: a
  containers: [{name: c, resources: {requests: {cpu: \"4\", memory: 4Gi}, limits: {cpu: \"14\", memory: 4Gi}}}]
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: b1}
spec:
  nodeName: b
  containers: [{name: c, resources: {requests: {cpu: \"5\", memory: 4Gi}, limits: {cpu: \"5\", memory: 4Gi}}}]
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: c1}
spec:
  nodeName: c
  containers: [{name: c, resources: {requests: {cpu: \"1\"}, limits: {cpu: \"1\"}}}]
  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: x, labels: {app: web}}
spec:
  containers: [{name: c, resources: {requests: {cpu: \"1\", memory: 1Gi}, limits: {cpu: \"4\", memory: 1Gi}}}]
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: z, labels: {app: web}}
spec:
  containers: [{name: c, resources: {requests: {cpu: \"1\", memory: 1Gi}, limits: {cpu: \"4\", memory: 1Gi}}}]
";

fn nodes_by(options: &Value) -> (Value, Vec<Value>) {
    let mut options = options.clone();
    options["kubernetesVersion"] = json!("1.35");
    let answer = ask(&mut Scenario::new(NODES), &json!({"queue": options}));
    let steps = answer["steps"].as_array().cloned().unwrap_or_default();
    let nodes = steps.iter().map(|step| step["node"].clone());
    (answer["scorers"].clone(), nodes.collect())
}

/// For x, `LimitAware` has 56 on a and 111 on b, normalised 0 and 100; `LeastAllocated` has 68 and 65. With weights 1
/// and 33 that is 2,244 to 2,245, with 1 and 34 it is 2,312 to 2,310. `DefaultProfile` has on a 300 for taints, 68 and
/// 100 for even use, on b 300, 65 and 96; for z on a 300, 62 and 100. That is by 1.35: later versions score how much a
/// pod improves the even use.
#[test]
fn a_weighted_sum_picks() {
    let one = |name: &str| json!([{"name": name, "weight": 1}]);
    for (options, scorers, nodes) in [
        (json!({}), one("DefaultProfile"), ["a", "a"]),
        (
            json!({"scorer": "LeastAllocated"}),
            one("LeastAllocated"),
            ["a", "b"],
        ),
        (
            json!({"weights": {"DefaultProfile": 1, "LeastAllocated": 2}}),
            json!([{"name": "DefaultProfile", "weight": 1}, {"name": "LeastAllocated", "weight": 2}]),
            ["a", "b"],
        ),
        (
            json!({"weights": {"NodeResourcesFit": 3, "TaintToleration": 100}}),
            json!([{"name": "TaintToleration", "weight": 100}, {"name": "NodeResourcesFit", "weight": 3}]),
            ["a", "b"],
        ),
        (
            json!({"scorer": "LimitAware"}),
            one("LimitAware"),
            ["b", "b"],
        ),
        (
            json!({"weights": {"LimitAware": 1, "LeastAllocated": 33}}),
            json!([{"name": "LimitAware", "weight": 1}, {"name": "LeastAllocated", "weight": 33}]),
            ["b", "a"],
        ),
        (
            json!({"weights": {"LimitAware": 1, "LeastAllocated": 34}}),
            json!([{"name": "LimitAware", "weight": 1}, {"name": "LeastAllocated", "weight": 34}]),
            ["a", "b"],
        ),
        // A scorer alone picks by itself, whatever its weight.
        (
            json!({"weights": {"LimitAware": 7}, "scorer": "LeastAllocated"}),
            json!([{"name": "LimitAware", "weight": 7}]),
            ["b", "b"],
        ),
    ] {
        let expected = nodes.map(|node| json!(node)).to_vec();
        assert_eq!(nodes_by(&options), (scorers, expected), "{options}");
    }
}

/// On a are limits of 14 CPUs, of 16; with one more pod 18, with two 22.
#[test]
fn limits_of_each_scorer_side_by_side() {
    let weights = json!({"LimitAware": 1, "LeastAllocated": 34});
    let options = json!({"queueLimits": {"weights": weights, "kubernetesVersion": "1.35"}});
    let answer = ask(&mut Scenario::new(NODES), &options);
    let none = json!({"overSubscription": {"cpu": 0, "memory": 0}, "nodesOverSubscribed": 0, "worst": null});
    let over = json!({
        "overSubscription": {"cpu": 2_000, "memory": 0}, "nodesOverSubscribed": 1,
        "worst": {"node": "a", "resource": "cpu", "allocatable": 16_000, "limits": 18_000},
    });
    let far_over = json!({
        "overSubscription": {"cpu": 6_000, "memory": 0}, "nodesOverSubscribed": 1,
        "worst": {"node": "a", "resource": "cpu", "allocatable": 16_000, "limits": 22_000},
    });
    let scorer = |scorers: Value, after: &Value| {
        json!({
            "scorers": scorers, "bound": 2, "evictions": 0, "waiting": 0, "stopped": false,
            "repeats": null, "after": after,
        })
    };
    let one = |name: &str| json!([{"name": name, "weight": 1}]);
    let both =
        json!([{"name": "LimitAware", "weight": 1}, {"name": "LeastAllocated", "weight": 34}]);
    let nothing = json!({"cpu": 0, "memory": 0});
    let on_a = json!({"cpu": 2_000, "memory": 0});
    let both_on_a = json!({"cpu": 6_000, "memory": 0});
    let expected = json!({
        "nodesTotal": 3, "before": none,
        "scorers": [
            scorer(one("LimitAware"), &none), scorer(one("DefaultProfile"), &far_over),
            scorer(one("LeastAllocated"), &over), scorer(both, &over),
        ],
        "nodes": [
            {"node": "a", "before": nothing, "after": [nothing, both_on_a, on_a, on_a]},
            {"node": "b", "before": nothing, "after": [nothing, nothing, nothing, nothing]},
            {"node": "c", "before": nothing, "after": [nothing, nothing, nothing, nothing]},
        ],
        "findings": [],
        "kubernetesVersion": {"version": "1.35", "source": "option"},
    });
    assert_eq!(answer, expected);
    // A page, and each scorer once.
    let options = json!({"queueLimits": {"scorers": ["LeastAllocated", "LeastAllocated"], "offset": 1, "limit": 1}});
    let answer = ask(&mut Scenario::new(NODES), &options);
    assert_eq!(
        answer["nodes"],
        json!([{"node": "b", "before": nothing, "after": [nothing]}])
    );
    assert_eq!(answer["scorers"].as_array().map(Vec::len), Some(1));
}

/// The pod on the node has no limits: it counts 1 CPU and 1 GiB, all there is. The next one adds 0.5 CPU and 3 GiB.
const BEST_EFFORT: &str = "
apiVersion: v1
kind: Node
metadata: {name: n}
status: {allocatable: {cpu: \"1\", memory: 1Gi, pods: \"10\"}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: free}
spec: {nodeName: n, containers: [{name: c}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: x}
spec:
  containers: [{name: c, resources: {requests: {cpu: 100m, memory: 1Mi}, limits: {cpu: 500m, memory: 3Gi}}}]
---
apiVersion: v1
kind: Node
metadata: {name: without}
status: {allocatable: {}}
";

#[test]
fn the_worst_resource_is_named() {
    let answer = ask(&mut Scenario::new(BEST_EFFORT), &json!({"queueLimits": {}}));
    assert_eq!(answer["before"]["nodesOverSubscribed"], 0, "{answer}");
    let after = &answer["scorers"][0]["after"];
    let gib = 1_i64 << 30;
    assert_eq!(
        after["overSubscription"],
        json!({"cpu": 500, "memory": 3 * gib})
    );
    assert_eq!(
        after["worst"],
        json!({"node": "n", "resource": "memory", "allocatable": gib, "limits": 4 * gib})
    );
    assert_eq!(after["nodesOverSubscribed"], 1);
}
