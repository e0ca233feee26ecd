//! What the reader makes of virtual machines and of the config of their plugin, and what is wrong
//! with them, and where.

use schedscope::{
    objects::{
        config_map::ConfigMap,
        diagnostic::Encoding,
        virtual_machine::{GuestAmount, VirtualMachine},
    },
    quantity::Quantity,
    reader::Reader,
};

use super::check_marked as at;
use super::lines;

fn vm(guest: &str) -> String {
    vm_with("", &format!("{{guest: {guest}}}"))
}

fn vm_with(labels: &str, spec: &str) -> String {
    format!(
        "apiVersion: vm.neon.tech/v1\nkind: VirtualMachine\nmetadata: {{name: a, labels: {{{labels}}}}}\nspec: {spec}\n"
    )
}

fn read(text: &str) -> VirtualMachine {
    let reader = Reader::new(text);
    let [vm] = reader.objects().virtual_machines.as_slice() else {
        panic!("no VM:\n{text}");
    };
    VirtualMachine::clone(vm)
}

fn amount(amounts: [Option<u16>; 3]) -> GuestAmount {
    let [min, used, max] = amounts;
    GuestAmount { min, used, max }
}

const MEMORY: &str = "memorySlots: {min: 1, use: 2, max: 8}";

#[test]
fn every_field_of_a_vm() {
    let text = "apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: a, namespace: ns, labels: {app: x}}
spec:
  schedulerName: autoscale-scheduler
  guest:
    cpus: {min: 1, use: 2, max: 4}
    memorySlots: {min: 3, use: 5, max: 9}
    memorySlotSize: 512Mi
    rootDisk: {image: x}
  restartPolicy: Never
status: {phase: Running, podName: a-x1, node: n1, cpus: 2, memorySize: 2Gi}
";
    assert_eq!(lines(text), Vec::<String>::new());
    let reader = Reader::new(text);
    let vm = read(text);
    let name = |symbol| &reader.objects().names[symbol];
    assert_eq!(name(vm.namespace), "ns");
    assert_eq!(name(vm.name), "a");
    assert_eq!(vm.labels.0.len(), 1);
    assert_eq!(name(vm.scheduler_name), "autoscale-scheduler");
    assert_eq!(vm.cpus, amount([Some(1), Some(2), Some(4)]));
    assert_eq!(vm.memory_slots, amount([Some(3), Some(5), Some(9)]));
    assert_eq!(vm.memory_slot_size.to_string(), "512Mi");
    assert_eq!(name(vm.pod_name), "a-x1");
    assert_eq!(name(vm.node), "n1");
    assert!(!vm.always_migrate);
}

#[test]
fn defaults_of_a_vm() {
    let vm = read(&vm(&format!("{{cpus: {{use: 1, max: 1}}, {MEMORY}}}")));
    assert_eq!(vm.cpus, amount([Some(1), Some(1), Some(1)]));
    assert_eq!(vm.memory_slot_size, Quantity::parse("1Gi").expect("1Gi"));
    assert!(vm.scheduler_name.is_empty() && vm.pod_name.is_empty() && vm.node.is_empty());
}

#[test]
fn a_vm_that_always_migrates() {
    let migrates = |labels: &str| {
        let spec = format!("{{guest: {{cpus: {{use: 1, max: 1}}, {MEMORY}}}}}");
        read(&vm_with(labels, &spec)).always_migrate
    };
    assert!(migrates("autoscaler/testing-only-always-migrate: \"\""));
    assert!(migrates(
        "autoscaler/testing-only-always-migrate: \"false\""
    ));
    assert!(migrates(
        "autoscaling.neon.tech/testing-only-always-migrate: \"true\""
    ));
    assert!(!migrates(
        "autoscaling.neon.tech/testing-only-always-migrate: \"false\""
    ));
    assert!(!migrates("autoscaling.neon.tech/enabled: \"true\""));
}

#[test]
fn amounts_of_a_vm() {
    let cpus = |marked: &str, expect: &[&str]| {
        at(&vm(&format!("{{cpus: {marked}, {MEMORY}}}")), expect);
    };
    cpus("{min: 1, use: 1, max: 1}", &[]);
    cpus("{min: 128, use: 128, max: 128}", &[]);
    cpus(
        "«{min: 1, max: 4}»",
        &[
            "warning missing-field spec.guest.cpus.use expected non-nil field .spec.guest.cpus.use: the plugin \
             cannot use this VM",
        ],
    );
    cpus(
        "«{min: 1, use: ~}»",
        &[
            "warning missing-field spec.guest.cpus.max expected non-nil field .spec.guest.cpus.max: the plugin \
             cannot use this VM",
        ],
    );
    cpus(
        "{min: «250m», use: «0.25», max: «\"1500m\"»}",
        &[
            "error wrong-type spec.guest.cpus.min `250m` is not a whole number: only later versions of the plugin \
             count parts of a vCPU",
            "error wrong-type spec.guest.cpus.use `0.25` is not a whole number: only later versions of the plugin \
             count parts of a vCPU",
            "error wrong-type spec.guest.cpus.max `1500m` is not a whole number: only later versions of the plugin \
             count parts of a vCPU",
        ],
    );
    cpus(
        "{min: «\"1\"», use: «many», max: «[2]»}",
        &[
            "error wrong-type spec.guest.cpus.min expected a whole number, found the string `1`",
            "error wrong-type spec.guest.cpus.use expected a whole number, found the string `many`",
            "error wrong-type spec.guest.cpus.max expected a whole number, found a list",
        ],
    );
    cpus(
        "{min: «0», use: 1, max: «129»}",
        &[
            "error out-of-range spec.guest.cpus.min `0` is out of range: it must be between 1 and 255",
            "error out-of-range spec.guest.cpus.max `129` is out of range: it must be between 1 and 128",
        ],
    );
    cpus(
        "{min: 1, use: «5», max: 4}",
        &[
            "error out-of-range spec.guest.cpus.use `use` 5 is above `max` 4: the plugin answers \
             UnschedulableAndUnresolvable, and does not start while a pod of the VM is on a node",
        ],
    );
    cpus(
        "{min: 3, use: «2», max: 4}",
        &[
            "error out-of-range spec.guest.cpus.use `use` 2 is below `min` 3: the plugin answers \
             UnschedulableAndUnresolvable, and does not start while a pod of the VM is on a node",
        ],
    );
    at(
        &vm("{cpus: {use: 1, max: 1}, memorySlots: «{min: 9, use: ~, max: «8»}»}"),
        &[
            "warning missing-field spec.guest.memorySlots.use expected non-nil field .spec.guest.memorySlots.use: \
             the plugin cannot use this VM",
            "error out-of-range spec.guest.memorySlots.max `max` 8 is below `min` 9: the plugin answers \
             UnschedulableAndUnresolvable, and does not start while a pod of the VM is on a node",
        ],
    );
    at(
        &vm("{cpus: {use: 1, max: 1}, memorySlots: {use: «1.5», max: «200000»}}"),
        &[
            "error wrong-type spec.guest.memorySlots.use expected a whole number, found the number `1.5`",
            "error out-of-range spec.guest.memorySlots.max `200000` is out of range: it must be between 1 and 128",
        ],
    );
}

#[test]
fn a_vm_without_amounts() {
    let lacks = |what: &str| {
        format!(
            "warning missing-field spec.guest.{what}.min expected non-nil field .spec.guest.{what}.min: the plugin \
             cannot use this VM"
        )
    };
    at(
        &vm("««{memorySlotSize: 1Gi}»»"),
        &[&lacks("cpus"), &lacks("memorySlots")],
    );
    at(
        &vm_with("", "«{schedulerName: x}»"),
        &["error missing-field spec.guest a VM needs a `guest`"],
    );
    at(
        &vm_with("", "«{«gest»: 2}»"),
        &[
            "error missing-field spec.guest a VM needs a `guest`",
            "warning unknown-field spec.gest unknown field `gest`, did you mean `guest`",
        ],
    );
    at(
        &vm(&format!(
            "{{cpus: {{use: 1, max: 1}}, {MEMORY}, memorySlotSize: «1Gib»}}"
        )),
        &[
            "error invalid-quantity spec.guest.memorySlotSize `1Gib` is not a quantity: unknown suffix `Gib`, did \
             you mean `Gi`",
        ],
    );
    at(
        "apiVersion: «kubevirt.io/v1»\nkind: VirtualMachine\nmetadata: {name: a}\n",
        &[
            "info unknown-kind apiVersion `VirtualMachine` of `kubevirt.io/v1` is not used here, only that of \
             `vm.neon.tech`",
        ],
    );
}

/// A VM without a pod stands for one, on its node.
#[test]
fn a_node_that_the_text_lacks() {
    let node = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n---\n";
    let pod = "\
---
apiVersion: v1
kind: Pod
metadata: {name: a-x1}
spec: {nodeName: «n2», containers: [{name: c}]}
";
    let labels = "metadata: {name: a-x1, labels: {vm.neon.tech/name: a}}";
    let vm = vm(&format!("{{cpus: {{use: 1, max: 1}}, {MEMORY}}}"));
    let on = |node: &str| format!("{vm}status: {{podName: a-x1, node: {node}}}\n");
    let lacks = |path: &str| {
        format!(
            "info unknown-object {path} node `n2` is not in the input: 1 pod on it is not counted"
        )
    };
    at(&on("n2"), &[]);
    at(&format!("{node}{}", on("n1")), &[]);
    at(&format!("{node}{}", on("«n2»")), &[&lacks("status.node")]);
    let with_pod = format!("{node}{}{pod}", on("n2"));
    at(&with_pod, &[&lacks("spec.nodeName")]);
    let labelled = with_pod.replace("metadata: {name: a-x1}", labels);
    let text = labelled.replace("podName: a-x1, ", "");
    at(&text, &[&lacks("spec.nodeName")]);
    let text = text.replace("tech/name: a", "tech/name: «b»");
    at(
        &text
            .replace("node: n2", "node: «n2»")
            .replace("nodeName: «n2»", "nodeName: n2"),
        &[
            "info unknown-object status.node node `n2` is not in the input: 2 pods on it are not counted",
            "warning unknown-object metadata.labels[vm.neon.tech/name] VirtualMachine `b` is not in the input: the \
             plugin cannot use this pod",
        ],
    );
    // A pod that is over runs nothing.
    let over = labelled.replace(
        "spec: {nodeName: «n2»",
        "status: {phase: Failed}\nspec: {nodeName: n2",
    );
    at(
        &over.replace("node: n2", "node: «n2»"),
        &[&lacks("status.node")],
    );
}

const CONFIG: &str = r#"{
  "memBlockSize": "1Gi",
  "nodeDefaults": {
    "cpu": {"watermark": 0.7, "system": "500m"},
    "memory": {"watermark": 0.7, "system": "2Gi"},
    "computeUnit": {"vCPUs": 1, "mem": 4}
  },
  "nodeOverrides": [],
  "schedulerName": "autoscale-scheduler"
}"#;

fn map(data: &str) -> String {
    format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: m, namespace: kube-system}}\n{data}\n"
    )
}

/// A config map with a config as a block, as people write it.
fn block(header: &str, config: &str) -> String {
    let lines = config.lines().map(|line| format!("    {line}\n"));
    let block: String = lines.collect();
    map(&format!(
        "data:\n  autoscaler-enforcer-config.json: {header}\n{block}  other: x"
    ))
}

fn config_map(text: &str) -> ConfigMap {
    let reader = Reader::new(text);
    let [map] = reader.objects().config_maps.as_slice() else {
        panic!("no config map:\n{text}");
    };
    ConfigMap::clone(map)
}

#[test]
fn a_config_in_a_block() {
    for header in ["|", "|-", "|+", "|2", "| # the plugin's", ">"] {
        let text = block(header, CONFIG);
        assert_eq!(lines(&text), Vec::<String>::new());
        let config = config_map(&text).config.expect("a config").expect("fine");
        assert_eq!(config.scheduler_name, "autoscale-scheduler");
        assert_eq!(config.node_defaults.unit_memory, 4);
    }
}

#[test]
fn the_keys_of_configs() {
    let key = |key: &str| format!("  {key}: '{}'\n", CONFIG.replace('\n', ""));
    let (first, later) = (
        "autoscaler-enforcer-config.json",
        "autoscale-enforcer-config.json",
    );
    let mems = |data: String| {
        let text = map(&format!("data:\n{data}"));
        assert_eq!(lines(&text), Vec::<String>::new());
        let config = config_map(&text).config?;
        Some(config.expect("fine").node_defaults.unit_memory)
    };
    assert_eq!(mems(key(first)), Some(4));
    assert_eq!(mems(key(later)), Some(4));
    let other = key(later).replace("\"mem\": 4", "\"mem\": 5");
    assert_eq!(mems(key(first) + &other), Some(4));
    assert_eq!(mems(other + &key(first)), Some(4));
    assert_eq!(mems(key("config.json")), None);
    assert_eq!(mems(format!("  {first}: ~\n{}", key(later))), Some(4));
    for data in [
        "",
        "data: {}",
        "data: x",
        "data: [x]",
        "binaryData: {x: eA==}",
    ] {
        assert_eq!(lines(&map(data)), Vec::<String>::new());
        assert_eq!(config_map(&map(data)).config, None);
    }
    at(
        &map("data: {autoscale-enforcer-config.json: «{memBlockSize: 1Gi}»}"),
        &[
            "error wrong-type data[autoscale-enforcer-config.json] expected a string, found a mapping",
        ],
    );
}

/// What is wrong in a config stands at its place in every form of text.
#[test]
fn places_in_configs() {
    let cases = [
        (
            CONFIG.replace("0.7, \"system\": \"2Gi\"", "«1.5», \"system\": \"2Gi\""),
            "error invalid-value PATH.nodeDefaults.memory.watermark value must be <= 1",
        ),
        (
            CONFIG.replace("\"autoscale-scheduler\"", "«\"\"»"),
            "error invalid-value PATH.schedulerName string cannot be empty",
        ),
        (
            CONFIG.replace("\"memBlockSize\"", "«\"memBlockSiz\"»"),
            "error invalid-value PATH.memBlockSiz unknown field `memBlockSiz`",
        ),
        (
            CONFIG.replace(
                "{\"vCPUs\": 1, \"mem\": 4}",
                "«{\"vCPUs\": 1,\n      \"mem\": 0}»",
            ),
            "error invalid-value PATH.nodeDefaults.computeUnit mem must be non-zero",
        ),
        (
            CONFIG.replace("\"nodeOverrides\": []", "\"nodeOverrides\": [«»,]"),
            "error syntax PATH the config is not JSON: expected a value",
        ),
        (
            CONFIG.trim_end_matches('}').trim_end().to_owned() + "«»",
            "error syntax PATH the config is not JSON: the input ends before its value does",
        ),
    ];
    let path = "data[autoscaler-enforcer-config.json]";
    for (config, expect) in cases {
        let expect = expect.replace("PATH", path);
        let expect = [expect.as_str()];
        at(&block("|", &config), &expect);
        at(&block("|-", &config), &expect);
        at(&block("|", &config).replace('\n', "\r\n"), &expect);
        at(&block(">", &config), &expect);
        // As kubectl prints JSON.
        let escaped = serde_json::to_string(&config).expect("a text");
        let head = concat!(
            r#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "m"}, "#,
            r#""data": {"autoscaler-enforcer-config.json":"#
        );
        at(&format!("{head} {escaped}}}}}"), &expect);
        // Where an anchor stands before it, that cannot be told.
        let whole = format!("«&x {}»", escaped.replace(['«', '»'], ""));
        let whole = map(&format!(
            "data: {{autoscaler-enforcer-config.json: {whole}}}"
        ));
        at(&whole, &expect);
    }
}

/// A config that is refused is kept with the reason.
#[test]
fn a_refused_config() {
    let text = block("|", &CONFIG.replace("\"mem\": 4", "\"mem\": 0"));
    let problem = config_map(&text)
        .config
        .expect("a config")
        .expect_err("refused");
    assert_eq!(problem.path, "nodeDefaults.computeUnit");
    assert_eq!(problem.message, "mem must be non-zero");
    let problem = config_map(&block("|", "x")).config.expect("a config");
    assert_eq!(problem.expect_err("refused").path, "");
}

/// Memory slots have the size of the plugin's config, where the text has one; also after an edit of either.
#[test]
fn the_slot_size_of_the_config() {
    let vm = |size: &str| {
        format!(
            "apiVersion: vm.neon.tech/v1\nkind: VirtualMachine\nmetadata: {{name: a}}\n\
             spec: {{guest: {{memorySlotSize: {size}, cpus: {{use: 1, max: 1}}, memorySlots: {{use: 1, max: 1}}}}}}\n"
        )
    };
    let config = |name: &str, size: &str| {
        let node = "{\"watermark\": 1, \"system\": \"1\"}";
        let defaults = format!(
            "{{\"cpu\": {node}, \"memory\": {node}, \"computeUnit\": {{\"vCPUs\": 1, \"mem\": 1}}}}"
        );
        format!(
            "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata:\n  \
             autoscale-enforcer-config.json: |\n    {{\"memBlockSize\": \"{size}\", \"nodeDefaults\": {defaults}, \
             \"schedulerName\": \"s\"}}\n"
        )
    };
    let found = |reader: &Reader| {
        let diagnostics = reader.diagnostics(Encoding::Utf8, 10);
        diagnostics
            .iter()
            .map(|one| format!("{} {}:{}", one.path, one.range.start.line, one.message))
            .collect::<Vec<_>>()
    };
    let wrong = "spec.guest.memorySlotSize 4:the plugin's `memBlockSize` is 1073741824 bytes: it answers \
                 UnschedulableAndUnresolvable, and does not start while a pod of the VM is on a node";
    let text = vm("512Mi") + &config("c", "1Gi");
    let mut reader = Reader::new(&text);
    assert_eq!(found(&reader), [wrong]);
    let at = text.find("1Gi").expect("the config's");
    reader.edit(at, at + 3, "512Mi", Encoding::Utf8);
    assert_eq!(found(&reader), [""; 0]);
    reader.edit(at, at + 5, "1Gi", Encoding::Utf8);
    assert_eq!(found(&reader), [wrong]);
    let at = text.find("512Mi").expect("the VM's");
    reader.edit(at, at + 5, "1024Mi", Encoding::Utf8);
    assert_eq!(found(&reader), [""; 0]);
    // Which of two counts, the text does not tell.
    let two = text.clone() + &config("d", "512Mi");
    assert_eq!(found(&Reader::new(&two)), [""; 0]);
    assert_eq!(found(&Reader::new(&vm("512Mi"))), [""; 0]);
}
