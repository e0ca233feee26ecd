//! The YAML of the design document "Capacity scheduling", exactly as it stands there.

use std::fmt::Write as _;

use schedscope::{
    objects::{managed_cluster::Resources, names::Names, objects::Objects},
    reader::Reader,
};

use super::check;

const SAMPLE: &str = r"apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: test
  namespace: test
spec:
  max:
    cpu: 20
    memory: 40Gi
    nvidia.com/gpu: 2
  min:
    cpu: 10
    memory: 20Gi
    nvidia.com/gpu: 1
";

const QUOTA1: &str = r"apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: quota1
  namespace: quota1
spec:
  max:
    cpu: 2
  min:
    cpu: 0
";

const QUOTA2: &str = r"apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: quota2
  namespace: quota2
spec:
  max:
    cpu: 2
  min:
    cpu: 0
";

const QUOTA3: &str = r"apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: quota3
  namespace: quota3
spec:
  max:
    cpu: 2
  min:
    cpu: 1
";

const NGINX_QUOTA1: &str = r"apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
  namespace: quota1
  labels:
    app: nginx
spec:
  replicas: 1
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      name: nginx
      labels:
        app: nginx
    spec:
      schedulerName: capacityscheduler
      containers:
        - name: nginx
          image: nginx
          resources:
            limits:
              cpu: 1
            requests:
              cpu: 1
";

const HIGH_PRIORITY: &str = r#"apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata:
  name: high-priority
value: 1000000
globalDefault: false
description: "Sample High Priority Class"
"#;

const NGINX_QUOTA2: &str = r"apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
  namespace: quota2
  labels:
    app: nginx
spec:
  replicas: 1
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      name: nginx
      labels:
        app: nginx
    spec:
      schedulerName: capacityscheduler
      priorityClassName: high-priority
      containers:
        - name: nginx
          image: nginx
          resources:
            limits:
              cpu: 1
            requests:
              cpu: 1
";

const CROSS_NODE_QUOTA1: &str = r"apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: quota1
  namespace: quota1
spec:
  max:
    cpu: 2
  min:
    cpu: 0
";

const CROSS_NODE_QUOTA2: &str = r"apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata:
  name: quota2
  namespace: quota2
spec:
  max:
    cpu: 2
  min:
    cpu: 2
";

const CROSS_NODE_NGINX1: &str = r"apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
  namespace: quota1
  labels:
    app: nginx
spec:
  replicas: 2
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      name: nginx
      labels:
        app: nginx
    spec:
      schedulerName: capacityscheduler
      containers:
        - name: nginx
          image: nginx
          resources:
            limits:
              cpu: 1
            requests:
              cpu: 1
";

const CROSS_NODE_NGINX2: &str = r"apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
  namespace: quota2
  labels:
    app: nginx
spec:
  replicas: 1
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      name: nginx
      labels:
        app: nginx
    spec:
      schedulerName: capacityscheduler
      containers:
        - name: nginx
          image: nginx
          resources:
            limits:
              cpu: 2
            requests:
              cpu: 2
";

/// Resources as `name amount`, joined by commas.
fn amounts(list: &Resources, names: &Names) -> String {
    let amounts = list
        .0
        .iter()
        .map(|(name, amount)| format!("{} {amount}", &names[*name]));
    amounts.collect::<Vec<_>>().join(", ")
}

/// Everything in a text, a line an object, pods of workloads with their names.
fn objects(objects: &Objects) -> String {
    let names = &objects.names;
    let mut text = String::new();
    for quota in &objects.quotas {
        let list = |list: &Option<Resources>| list.as_ref().map(|list| amounts(list, names));
        writeln!(
            text,
            "quota {}/{} min {} max {}",
            &names[quota.namespace],
            &names[quota.name],
            list(&quota.min).expect("a min"),
            list(&quota.max).expect("a max")
        )
        .expect("text");
    }
    for class in &objects.priority_classes {
        writeln!(
            text,
            "class {} {} {}",
            &names[class.name], class.value, class.global_default
        )
        .expect("text");
    }
    for expansion in objects.expansions() {
        let workload = &objects.workloads[expansion.workload];
        let container = &workload.template.containers[0];
        writeln!(
            text,
            "{} {}/{} {:?} class `{}` requests {} limits {}",
            &names[workload.kind],
            &names[workload.namespace],
            &names[workload.name],
            expansion.numbers,
            &names[workload.template.priority_class],
            amounts(&container.requests, names),
            amounts(&container.limits, names)
        )
        .expect("text");
    }
    text
}

/// The text has no finding, and these objects.
#[track_caller]
fn check_objects(text: &str, expect: &str) {
    check(text, &[]);
    assert_eq!(objects(Reader::new(text).objects()), expect, "\n{text}");
}

#[test]
fn every_snippet_alone() {
    check_objects(
        SAMPLE,
        "quota test/test min cpu 10, memory 20Gi, nvidia.com/gpu 1 max cpu 20, memory 40Gi, nvidia.com/gpu 2\n",
    );
    check_objects(QUOTA1, "quota quota1/quota1 min cpu 0 max cpu 2\n");
    check_objects(QUOTA2, "quota quota2/quota2 min cpu 0 max cpu 2\n");
    check_objects(QUOTA3, "quota quota3/quota3 min cpu 1 max cpu 2\n");
    check_objects(
        CROSS_NODE_QUOTA1,
        "quota quota1/quota1 min cpu 0 max cpu 2\n",
    );
    check_objects(
        CROSS_NODE_QUOTA2,
        "quota quota2/quota2 min cpu 2 max cpu 2\n",
    );
    check_objects(HIGH_PRIORITY, "class high-priority 1000000 false\n");
    check_objects(
        NGINX_QUOTA1,
        "Deployment quota1/nginx [0] class `` requests cpu 1 limits cpu 1\n",
    );
    check_objects(
        CROSS_NODE_NGINX1,
        "Deployment quota1/nginx [0, 1] class `` requests cpu 1 limits cpu 1\n",
    );
    check_objects(
        CROSS_NODE_NGINX2,
        "Deployment quota2/nginx [0] class `` requests cpu 2 limits cpu 2\n",
    );
    // Alone it names a class that is not there.
    check(
        NGINX_QUOTA2,
        &[
            "warning unknown-object Deployment quota2/nginx spec.template.spec.priorityClassName 20:26-20:39 \
             priority class `high-priority` is not in the input: priority 0 is used",
        ],
    );
}

#[test]
fn each_example_as_a_whole() {
    let text = [
        QUOTA1,
        QUOTA2,
        QUOTA3,
        NGINX_QUOTA1,
        HIGH_PRIORITY,
        NGINX_QUOTA2,
    ]
    .join("---\n");
    check_objects(
        &text,
        "quota quota1/quota1 min cpu 0 max cpu 2
quota quota2/quota2 min cpu 0 max cpu 2
quota quota3/quota3 min cpu 1 max cpu 2
class high-priority 1000000 false
Deployment quota1/nginx [0] class `` requests cpu 1 limits cpu 1
Deployment quota2/nginx [0] class `high-priority` requests cpu 1 limits cpu 1
",
    );
    let text = [
        CROSS_NODE_QUOTA1,
        CROSS_NODE_QUOTA2,
        CROSS_NODE_NGINX1,
        CROSS_NODE_NGINX2,
    ]
    .join("---\n");
    check_objects(
        &text,
        "quota quota1/quota1 min cpu 0 max cpu 2
quota quota2/quota2 min cpu 2 max cpu 2
Deployment quota1/nginx [0, 1] class `` requests cpu 1 limits cpu 1
Deployment quota2/nginx [0] class `` requests cpu 2 limits cpu 2
",
    );
}
