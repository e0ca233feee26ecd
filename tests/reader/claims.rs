//! The API server's checks of claims, of their templates, and of volumes.

use super::check_marked as at;

fn claim(spec: &str) -> String {
    format!("apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: c}}\nspec: {spec}\n")
}

const ZERO: &str =
    "error out-of-range spec.resources.requests.storage `0` must be greater than zero";
const NO_MODE: &str = "error missing-field spec.accessModes at least 1 access mode is required";

#[test]
fn a_claim_requests_storage_and_has_modes() {
    let modes = "accessModes: [ReadWriteOnce]";
    let storage = "resources: {requests: {storage: 1Gi}}";
    let both = |modes: &str, storage: &str| claim(&format!("{{{modes}, {storage}}}"));
    at(&both(modes, storage), &[]);
    at(
        &both(modes, "resources: {requests: {storage: «0»}}"),
        &[ZERO],
    );
    at(&both("accessModes: «[]»", storage), &[NO_MODE]);
    at(&claim(&format!("«{{{storage}}}»")), &[NO_MODE]);
    at(
        &both("accessModes: «[ReadWriteOncePod, ReadOnlyMany]»", storage),
        &[
            "error invalid-value spec.accessModes may not use ReadWriteOncePod with other access modes",
        ],
    );
    at(
        &claim(&format!("«{{{modes}}}»")),
        &[
            "error missing-field spec.resources.requests.storage a claim needs a request for `storage`",
        ],
    );
    // The API server has taken a claim that it has stored.
    let stored = claim("{}").replace("name: c", "name: c, uid: u");
    at(&stored, &[]);
}

#[test]
fn so_do_templates_of_claims() {
    let set = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: s}\nspec: {selector: {matchLabels: {a: b}}, \
        template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}]}}, volumeClaimTemplates: \
        [{metadata: {name: d}, spec: «{resources: {requests: {storage: 1Gi}}}»}]}\n";
    at(
        set,
        &[
            "error missing-field spec.volumeClaimTemplates[0].spec.accessModes at least 1 access mode is required",
        ],
    );
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}], volumes: [{name: v, \
        ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: \
        «-1Gi»}}}}}}]}\n";
    at(
        pod,
        &[
            "error out-of-range spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests.storage `-1Gi` \
             must be greater than zero",
        ],
    );
}

#[test]
fn a_volume_has_a_capacity_and_modes() {
    let volume = |spec: &str| {
        format!("apiVersion: v1\nkind: PersistentVolume\nmetadata: {{name: v}}\nspec: {spec}\n")
    };
    let modes = "accessModes: [ReadWriteOnce]";
    at(
        &volume(&format!("{{{modes}, capacity: {{storage: «0»}}}}")),
        &["error out-of-range spec.capacity.storage `0` must be greater than zero"],
    );
    at(
        &volume(&format!("«{{{modes}}}»")),
        &["error missing-field spec.capacity.storage a volume needs a capacity of `storage`"],
    );
    at(&volume("«{capacity: {storage: 1Gi}}»"), &[NO_MODE]);
}
