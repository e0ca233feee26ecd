//! What kubectl prints: real, noisy objects, as a list in YAML and JSON, and one by one.

use schedscope::{
    objects::{
        managed_cluster::Resources,
        names::{Names, Symbol},
        objects::Objects,
        pod::{Container, Pod},
        virtual_machine::{GuestAmount, VM_NAME_LABEL},
    },
    reader::Reader,
};

use super::check;
use super::lines;
use schedscope_fuzz::reader::dump::objects;

/// `kubectl get nodes,pods,elasticquotas,priorityclasses,pdb,deploy,rs,sts,job -A -o yaml
/// --show-managed-fields`.
const YAML: &str = include_str!("kubectl/pods.yaml");
/// The same with `-o json`.
const JSON: &str = include_str!("kubectl/pods.json");

/// `kubectl get nodes,pods,virtualmachines,configmaps -A -o yaml --show-managed-fields`.
const VMS_YAML: &str = include_str!("kubectl/vms.yaml");
/// The same with `-o json`.
const VMS_JSON: &str = include_str!("kubectl/vms.json");

fn text(symbols: &[(Symbol, Symbol)], names: &Names) -> String {
    let pairs = symbols
        .iter()
        .map(|(key, value)| format!("{}={}", &names[*key], &names[*value]));
    pairs.collect::<Vec<_>>().join(",")
}

fn amounts(list: &Resources, names: &Names) -> String {
    let amounts = list
        .0
        .iter()
        .map(|(name, amount)| format!("{}={amount}", &names[*name]));
    amounts.collect::<Vec<_>>().join(",")
}

fn container(container: &Container, names: &Names) -> String {
    let (requests, limits) = (&container.requests, &container.limits);
    let sidecar = if container.is_sidecar { " sidecar" } else { "" };
    format!(
        "[{} < {}{sidecar}]",
        amounts(requests, names),
        amounts(limits, names)
    )
}

/// What scheduling reads of a pod, in one line.
fn pod(pod: &Pod, names: &Names) -> String {
    let containers =
        |list: &[Container]| list.iter().map(|c| container(c, names)).collect::<String>();
    let owner = pod
        .owner
        .map(|owner| format!("{}/{}", &names[owner.kind], &names[owner.name]));
    format!(
        "{}/{} of {} on {} nominated {} {:?}{} priority {:?} {} {:?} init {} main {} whole {} overhead {} selector \
         {} terms {} tolerations {}",
        &names[pod.namespace],
        &names[pod.name],
        owner.unwrap_or_default(),
        &names[pod.node],
        &names[pod.nominated],
        pod.phase,
        if pod.deleting { " deleting" } else { "" },
        pod.priority,
        &names[pod.priority_class],
        pod.preemption,
        containers(&pod.init_containers),
        containers(&pod.containers),
        pod.resources
            .as_ref()
            .map(|whole| container(whole, names))
            .unwrap_or_default(),
        amounts(&pod.overhead, names),
        text(&pod.node_selector.0, names),
        pod.node_affinity.as_ref().map_or(0, |terms| terms.len()),
        pod.tolerations.len(),
    )
}

#[track_caller]
fn check_pods(objects: &Objects, expect: &[&str]) {
    let pods: Vec<String> = objects
        .pods
        .iter()
        .map(|o| pod(o, &objects.names))
        .collect();
    assert_eq!(pods, expect);
}

#[test]
fn a_list() {
    check(YAML, &[]);
    let reader = Reader::new(YAML);
    let objects = reader.objects();
    let names = &objects.names;
    check_pods(
        objects,
        &[
            "shop/web-7d4b9c6f5d-x2x9k of ReplicaSet/web-7d4b9c6f5d on ip-10-0-1-17 nominated  Running priority \
             Some(100000) high Some(PreemptLowerPriority) init [cpu=1,memory=256Mi < \
             cpu=1,memory=256Mi][cpu=100m,memory=128Mi < memory=128Mi sidecar] main [cpu=500m,memory=512Mi < \
             cpu=2,memory=1Gi] whole [cpu=1,memory=1Gi < cpu=4,memory=2Gi] overhead cpu=250m,memory=160Mi selector \
             kubernetes.io/os=linux terms 2 tolerations 3",
            "ml/train-6gk2x of Job/train on  nominated ip-10-0-1-17 Pending priority Some(100) batch Some(Never) \
             init  main [nvidia.com/gpu=1 < nvidia.com/gpu=1] whole  overhead  selector  terms 0 tolerations 0",
            "kube-system/kube-proxy-ip-10-0-1-17 of Node/ip-10-0-1-17 on ip-10-0-1-17 nominated  Running deleting \
             priority Some(2000001000) system-node-critical Some(PreemptLowerPriority) init  main [ < ] whole  \
             overhead  selector  terms 0 tolerations 1",
        ],
    );
    let node = &objects.nodes[0];
    assert_eq!(
        amounts(&node.allocatable, names),
        "attachable-volumes-aws-ebs=25,cpu=7910m,ephemeral-storage=95551679124,hugepages-1Gi=0,hugepages-2Mi=0,\
         memory=31482980Ki,nvidia.com/gpu=1,pods=58"
    );
    assert_eq!(
        (node.unschedulable, node.taints.len(), node.labels.0.len()),
        (true, 2, 6)
    );
    let budget = &objects.disruption_budgets[0];
    let disrupted: Vec<&str> = budget
        .disrupted_pods
        .iter()
        .map(|pod| &names[*pod])
        .collect();
    assert_eq!(disrupted, ["web-7d4b9c6f5d-old12"]);
    let status = budget.status.expect("a status");
    assert_eq!(status.disruptions_allowed, 1);
    let made = objects.expansions().into_iter().map(|expansion| {
        let workload = &objects.workloads[expansion.workload];
        format!("{:?} {}", expansion.numbers, pod(&workload.template, names))
    });
    assert_eq!(
        made.collect::<Vec<_>>(),
        [
            // One of three is there, by way of a replica set. What is not requested is, by default.
            "[0, 1] shop/web of  on  nominated  Pending priority None high None init  main [cpu=500m,memory=1Gi < \
             cpu=2,memory=1Gi] whole  overhead  selector  terms 0 tolerations 0",
            "[0, 1] shop/db of  on  nominated  Pending priority None  None init  main [memory=4Gi < memory=4Gi] \
             whole  overhead  selector  terms 0 tolerations 0",
            // Two of four have succeeded, one is there.
            "[0] ml/train of  on  nominated  Pending priority None batch None init  main [nvidia.com/gpu=1 < \
             nvidia.com/gpu=1] whole  overhead  selector  terms 0 tolerations 0",
        ]
    );
}

#[test]
fn a_list_of_vms() {
    check(
        VMS_YAML,
        &[
            "error invalid-value VirtualMachine default/pg-1 spec.guest.memorySlotSize 559:23-559:28 the plugin's \
             `memBlockSize` is 1073741824 bytes: it answers UnschedulableAndUnresolvable, and does not start while a \
             pod of the VM is on a node",
        ],
    );
    let reader = Reader::new(VMS_YAML);
    let objects = reader.objects();
    let names = &objects.names;
    let amount = |amount: GuestAmount| {
        let text = |part: Option<u16>| part.map_or("-".to_owned(), |part| part.to_string());
        [amount.min, amount.used, amount.max].map(text).join("/")
    };
    let vms = objects.virtual_machines.iter().map(|vm| {
        format!(
            "{}/{} by {} cpus {} slots {} of {} in {} on {} labels {}{}",
            &names[vm.namespace],
            &names[vm.name],
            &names[vm.scheduler_name],
            amount(vm.cpus),
            amount(vm.memory_slots),
            vm.memory_slot_size,
            &names[vm.pod_name],
            &names[vm.node],
            text(&vm.labels.0, names),
            if vm.always_migrate { " migrates" } else { "" },
        )
    });
    assert_eq!(
        vms.collect::<Vec<_>>(),
        [
            "default/pg-0 by autoscale-scheduler cpus 1/2/4 slots 1/4/16 of 1Gi in pg-0-x7k2p on vm-worker labels \
             app=postgres,autoscaling.neon.tech/enabled=true",
            "default/pg-1 by autoscale-scheduler cpus 1/1/2 slots 4/4/8 of 512Mi in pg-1-9hq4d on vm-worker2 labels \
             autoscaler/testing-only-always-migrate= migrates",
            "default/pg-2 by autoscale-scheduler cpus 1/1/2 slots 4/4/8 of 1Gi in pg-2-zzzzz on  labels \
             autoscaling.neon.tech/testing-only-always-migrate=true migrates",
        ]
    );
    let pods = objects.pods.iter().map(|pod| {
        let vm = names
            .get(VM_NAME_LABEL)
            .and_then(|label| pod.labels.get(label));
        let vm = vm.unwrap_or_default();
        format!(
            "{} of {} by {}",
            &names[pod.name], &names[vm], &names[pod.scheduler_name]
        )
    });
    assert_eq!(
        pods.collect::<Vec<_>>(),
        [
            "pg-0-x7k2p of pg-0 by autoscale-scheduler",
            "pg-1-aaaaa of pg-1 by autoscale-scheduler",
            "pg-1-9hq4d of pg-1 by autoscale-scheduler",
        ]
    );
    let maps = objects.config_maps.iter().map(|map| {
        let config = map.config.as_ref().map(|read| {
            read.as_ref().map(|config| {
                let unit = &config.node_defaults.unit_memory;
                (
                    unit,
                    config.node_overrides.len(),
                    config.slot_size.to_string(),
                )
            })
        });
        format!("{}/{} {config:?}", &names[map.namespace], &names[map.name])
    });
    assert_eq!(
        maps.collect::<Vec<_>>(),
        [
            "default/kube-root-ca.crt None",
            "kube-system/scheduler-plugin-config Some(Ok((4, 1, \"1Gi\")))",
        ]
    );
}

/// Nothing is lost or found anew in another form: as JSON, and every object alone.
#[test]
fn other_forms() {
    same_in_all_forms(YAML, (JSON, &[]));
    let slots = "error invalid-value VirtualMachine default/pg-1 spec.guest.memorySlotSize 810:39-810:46 the plugin's \
                 `memBlockSize` is 1073741824 bytes: it answers UnschedulableAndUnresolvable, and does not start while \
                 a pod of the VM is on a node";
    same_in_all_forms(VMS_YAML, (VMS_JSON, &[slots]));
}

#[track_caller]
fn same_in_all_forms(yaml: &str, (json, found): (&str, &[&str])) {
    let whole = objects(Reader::new(yaml).objects());
    check(json, found);
    assert_eq!(objects(Reader::new(json).objects()), whole);

    let list: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let items = list["items"].as_array().expect("items");
    let stream: String = items.iter().map(|item| format!("{item}\n")).collect();
    assert_eq!(objects(Reader::new(&stream).objects()), whole);
    let body = yaml
        .split_once("items:\n")
        .expect("items")
        .1
        .split_once("kind: List")
        .expect("a foot")
        .0;
    let documents: Vec<String> = body
        .split("\n- ")
        .map(|item| item.trim_start_matches("- ").replace("\n  ", "\n"))
        .collect();
    assert_eq!(documents.len(), items.len());
    assert_eq!(
        objects(Reader::new(&documents.join("\n---\n")).objects()),
        whole
    );
    for (yaml, json) in documents.iter().zip(items) {
        // Alone, a template's class is not in the text, nor what a pod runs.
        for text in [yaml, &json.to_string()] {
            let mut found = lines(text);
            found.retain(|line| !line.starts_with("warning unknown-object"));
            assert_eq!(found, Vec::<String>::new(), "\n{text}");
        }
    }
}

/// What the API server sets by default.
#[test]
fn defaults() {
    let pod = |meta: &str, spec: &str| {
        format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: p{meta}}}\nspec: {{{spec}}}\n")
    };
    let main = "containers: [{name: c, resources: {limits: {cpu: 2, memory: 1Gi}, requests: {cpu: 1}}, \
        restartPolicy: Always}]";
    let line = |main: &str, more: &str| {
        format!(
            "default/p of  on  nominated  Pending priority {more} None init  main [{main} < cpu=2,memory=1Gi] whole  \
             overhead  selector  terms 0 tolerations 0"
        )
    };
    let check = |text: &str, expect: &str| {
        check(text, &[]);
        check_pods(Reader::new(text).objects(), &[expect]);
    };
    check(&pod("", main), &line("cpu=1,memory=1Gi", "None "));
    check(&pod(", uid: u", main), &line("cpu=1,memory=1Gi", "None "));
    // As the tests of schedulers write pods, which no API server has seen.
    check(&pod(", uid: default/p", main), &line("cpu=1", "None "));
    let critical = format!("{main}, priorityClassName: system-cluster-critical");
    check(
        &pod(", uid: u", &critical),
        &line(
            "cpu=1,memory=1Gi",
            "Some(2000000000) system-cluster-critical",
        ),
    );
    let critical = format!("{critical}, priority: 5");
    check(
        &pod(", uid: u", &critical),
        &line("cpu=1,memory=1Gi", "Some(5) system-cluster-critical"),
    );
    // A node that does not say what it can give can give all it has.
    let node = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {capacity: {cpu: 2}}\n";
    let reader = Reader::new(node);
    assert_eq!(
        amounts(
            &reader.objects().nodes[0].allocatable,
            &reader.objects().names
        ),
        "cpu=2"
    );
}
