//! Which plugin of autoscaled VMs is modelled.

use schedscope_answer_macro::answer;
use schedscope_objects::diagnostic::{ObjectName, Severity, TextRange};

use crate::{
    Check, Fact,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::before(Severity::Info, rule);

/// What an answer about autoscaled VMs models: the plugin of the design document of March 2023. The plugin was
/// rewritten in February 2025, without the protocol of agents.
#[answer(Eq)]
pub struct VmModel {
    /// The `ConfigMap` of the rewritten plugin, which no run reads; `null`: none.
    pub config_map: Option<ObjectName>,
    /// The range of its config.
    pub range: Option<TextRange>,
    /// Whether the answer assumes a typical config in its place.
    pub assumes_config: bool,
}

/// O(config maps).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let About::Vms(vms) = &context.about else {
        return Vec::new();
    };
    let objects = context.reader.objects();
    let names = &objects.names;
    let mut maps = objects.config_maps.iter();
    let map = maps.find(|map| map.is_rewritten());
    let object = map.map(|map| ObjectName {
        kind: "ConfigMap".to_owned(),
        namespace: names[map.namespace].to_owned(),
        name: names[map.name].to_owned(),
    });
    let range = map.zip(object.as_ref()).and_then(|(map, object)| {
        let path = format!("data[{}]", map.config_key);
        context.reader.locate(object, &path, context.encoding)
    });
    let data = VmModel {
        assumes_config: object.is_some() && vms.assumes_config,
        config_map: object,
        range,
    };
    vec![Fact::VmModel { data }]
}
