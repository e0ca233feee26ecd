//! Timelines that name objects the text lacks.

use super::{
    findings::{at, at_event},
    timeline,
};
use crate::reader::check_marked;

#[test]
fn names_that_the_text_lacks() {
    at(
        "{configMap: «x/c», agents: [{vms: [a, «b», «'ns/*'», '*'], load: {}}]}",
        &[
            "warning unknown-object spec.configMap ConfigMap `x/c` is not in the input",
            "warning unknown-object spec.agents[0].vms[1] no VirtualMachine of the input is called `default/b`",
            "warning unknown-object spec.agents[0].vms[2] no VirtualMachine of the input is called `ns/*`",
        ],
    );
    at_event(
        "{at: 0, filter: {pod: «p1», node: «n2», exclude: [a, ns/p1, «ns/a»]}}",
        &[
            "warning unknown-object spec.events[1].filter.pod pod `default/p1` is not in the input, but `ns/p1` is: a \
             name without a namespace is of `default`",
            "warning unknown-object spec.events[1].filter.node node `n2` is not in the input",
            "warning unknown-object spec.events[1].filter.exclude[2] pod `ns/a` is not in the input",
        ],
    );
    at_event(
        "{at: 0, load: {vms: [«'b*'», a], constant: 1}}",
        &[
            "warning unknown-object spec.events[1].load.vms[0] no VirtualMachine of the input is called `default/b*`",
        ],
    );
    // Once, where it is named first; what is wrong about an event before it moves nothing.
    at(
        "{events: [««{}»», {at: 0, addNode: {node: «n2»}}, {at: 0, reserve: {pod: a, node: n2}}]}",
        [
            "error missing-field spec.events[0].at an event needs `at`",
            "error missing-field spec.events[0] an event needs one of `request`, `reserve`, `schedule`, `filter`, \
             `score`, `unreserve`, `delete`, `use`, `config`, `migrate`, `migrationFailed`, `restart`, `load`, \
             `addNode`",
            "warning unknown-object spec.events[1].addNode.node node `n2` is not in the input, 2 times in all",
        ]
        .as_slice(),
    );
    let text = timeline(
        "{configMap: «c», events: [{at: 0, delete: {pod: «a»}}, {at: 0, delete: {pod: a-1}}]}",
    );
    let text = text.replace("autoscaler-enforcer-config.json", "other.json") + "«status»: {}\n";
    let text = text.replace("{name: a}\n", "{name: a}\nstatus: {podName: a-1}\n");
    check_marked(
        &text,
        &[
            "warning unknown-object spec.configMap ConfigMap `default/c` has no config of the plugin, which \
             belongs under `autoscaler-enforcer-config.json`",
            "warning unknown-object spec.events[0].delete.pod there is no pod `default/a`: the VM runs in pod `a-1`",
            "error unknown-field status unknown field `status`",
        ],
    );
}
