//! Events for the ledger of quotas, whose objects are read as those of a text are.

use std::sync::Arc;

use schedscope_objects::{
    names::Names, object::Object, pod::Pod, policy::ElasticQuota, profile::ProfileChoice,
};
use schedscope_options::{Fault, options};
use schedscope_quota::events::{QuotaEvent as Event, QuotaEventKind, QuotaEvents as Events};
use schedscope_reader::decode::{ListContext, decode};

use super::{
    QuestionError,
    written::{self, Json},
};

options! {
    /// A sequence of events for the ledger of quotas.
    pub struct QuotaEvents {
        /// The scheduler whose ledger is kept.
        profile: ProfileChoice,
        /// The events, in order.
        events: Vec<QuotaEvent>,
    }

    /// One event for the ledger.
    pub struct QuotaEvent {
        /// The type of the event.
        r#type: Option<QuotaEventKind> [needed],
        /// The pod as it is now.
        pod: Option<Json>,
        old_pod: Option<Json>,
        /// The quota as it is now.
        elastic_quota: Option<Json>,
        /// The quota as it was. Upstream does not use it: it has an entry for the namespace.
        old_elastic_quota: Option<Json>,
        /// Where a pod is reserved changes no ledger.
        node: Option<String>,
    }
}

impl QuotaEvents {
    /// Reads the objects of the events.
    ///
    /// # Errors
    /// An event lacks its object, or has another.
    pub(crate) fn read(self) -> Result<Events, QuestionError> {
        let mut events = Events {
            profile: self.profile.of_pods(),
            ..Events::default()
        };
        // The basic resources have numbers before any event is read.
        for name in ["cpu", "memory", "ephemeral-storage"] {
            events.names.intern(name);
        }
        for (index, event) in self.events.into_iter().enumerate() {
            let event = event.read(&mut events.names);
            let path = format!("quotaEvents.events[{index}]");
            let event = event.map_err(|fault| QuestionError::Invalid(path + &fault));
            events.events.push(event?);
        }
        Ok(events)
    }
}

impl QuotaEvent {
    fn read(self, names: &mut Names) -> Result<Event, String> {
        let mut pod = |name: &str, text: Option<Json>| -> Result<_, String> {
            let Some(text) = text else { return Ok(None) };
            match object(&text, names).map_err(|message| format!(".{name}: {message}"))? {
                Object::Pod(pod) => Ok(Some(pod)),
                _ => Err(format!(".{name}: expected a Pod")),
            }
        };
        let (pod, old_pod): (Option<Arc<Pod>>, _) =
            (pod("pod", self.pod)?, pod("oldPod", self.old_pod)?);
        let mut quota = |name: &str, text: Option<Json>| -> Result<_, String> {
            let Some(text) = text else { return Ok(None) };
            match object(&text, names).map_err(|message| format!(".{name}: {message}"))? {
                Object::ElasticQuota(quota) => Ok(Some(quota)),
                _ => Err(format!(".{name}: expected an ElasticQuota")),
            }
        };
        let of_quota: Option<Arc<ElasticQuota>> = quota("elasticQuota", self.elastic_quota)?;
        quota("oldElasticQuota", self.old_elastic_quota)?;
        let kind = self.r#type.ok_or(": the event has no `type`")?;
        let needs_quota = matches!(
            kind,
            QuotaEventKind::AddElasticQuota
                | QuotaEventKind::UpdateElasticQuota
                | QuotaEventKind::DeleteElasticQuota
        );
        match (needs_quota, &of_quota, &pod) {
            (true, None, _) => Err(": the event has no `elasticQuota`".to_owned()),
            (false, _, None) => Err(": the event has no `pod`".to_owned()),
            _ => Ok(Event {
                kind,
                pod,
                old_pod,
                quota: of_quota,
            }),
        }
    }
}

/// An object of Kubernetes. A field with a fault counts as absent.
fn object(text: &Json, names: &mut Names) -> Result<Object, Fault> {
    let (tree, root) = written::tree(text)?;
    let context = ListContext::default();
    let mut decoded = decode(&text.0, &tree, &[root], &context, names);
    let object = decoded.objects.pop().map(|placed| placed.object);
    object.ok_or_else(|| match decoded.findings.into_iter().next() {
        Some(finding) => finding.message.into(),
        None => "no object of a known kind".into(),
    })
}
