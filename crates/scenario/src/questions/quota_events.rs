//! Events for the ledger of quotas, whose objects are read as those of a text are.

use schedscope_objects::{object::Object, pod::Pod, policy::ElasticQuota, profile::ProfileChoice};
#[cfg(feature = "types")]
use schedscope_options::Argument as _;
#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Field};
use schedscope_quota::events::{QuotaEvent, QuotaEventKind, QuotaEvents as Events};
use schedscope_reader::decode::{FieldPath, ListContext, decode};
use schedscope_text::tree::ValueId;

use super::json::{FromJson, Reader};

/// A sequence of events for the ledger of quotas.
pub(crate) struct QuotaEvents(pub(crate) Events);

const FIELDS: [&str; 2] = ["profile", "events"];

impl FromJson for QuotaEvents {
    fn from_json(reader: &mut Reader<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<Self> {
        // The basic resources have numbers before any event is read.
        for name in ["cpu", "memory", "ephemeral-storage"] {
            reader.d.names.intern(name);
        }
        let mut events = reader.quota_events(at, path);
        events.names = std::mem::take(reader.d.names);
        Some(Self(events))
    }

    #[cfg(feature = "types")]
    fn name() -> &'static str {
        "QuotaEvents"
    }

    #[cfg(feature = "types")]
    fn fields() -> Vec<Field> {
        let profile = "The scheduler whose ledger is kept.";
        vec![
            Field::new(
                FIELDS[0],
                &[profile],
                false,
                None,
                &ProfileChoice::default(),
            ),
            Field::written(FIELDS[1], "QuotaEvent[]", "The events, in order.", false),
        ]
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        ProfileChoice::declare(declarations);
        QuotaEventKind::declare(declarations);
    }
}

impl Reader<'_> {
    fn quota_events(&mut self, at: ValueId, path: &FieldPath<'_>) -> Events {
        let mut events = Events::default();
        self.fields(at, path, &FIELDS, &mut |r, name, at, path| match name {
            "profile" => {
                let chosen: Option<ProfileChoice> = r.value(at, path);
                events.profile = chosen.unwrap_or_default().of_pods();
            }
            _ => r.items(at, path, &mut |r, at, path| {
                let event = r.quota_event(at, path);
                events.events.extend(event);
            }),
        });
        events
    }

    fn quota_event(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<QuotaEvent> {
        let mut event = QuotaEvent::default();
        let mut kind = None;
        let known = [
            "type",
            "pod",
            "oldPod",
            "elasticQuota",
            "oldElasticQuota",
            "node",
        ];
        self.fields(at, path, &known, &mut |r, name, at, path| match name {
            "type" => kind = r.value(at, path),
            "pod" => event.pod = r.event_pod(at, path),
            "oldPod" => event.old_pod = r.event_pod(at, path),
            "elasticQuota" => event.quota = r.elastic_quota(at, path),
            // Upstream does not use the old quota: it has an entry for the namespace.
            "oldElasticQuota" => _ = r.elastic_quota(at, path),
            // Where a pod is reserved changes no ledger.
            _ => _ = r.text(at, path),
        });
        event.kind = kind?;
        let needs_quota = matches!(
            event.kind,
            QuotaEventKind::AddElasticQuota
                | QuotaEventKind::UpdateElasticQuota
                | QuotaEventKind::DeleteElasticQuota
        );
        match (needs_quota, &event.quota, &event.pod) {
            (true, None, _) => self.wrong(path, "the event has no `elasticQuota`"),
            (false, _, None) => self.wrong(path, "the event has no `pod`"),
            _ => {}
        }
        Some(event)
    }

    fn event_pod(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<std::sync::Arc<Pod>> {
        if let Object::Pod(pod) = self.object(at, path)? {
            return Some(pod);
        }
        self.wrong(path, "expected a Pod");
        None
    }

    fn elastic_quota(
        &mut self,
        at: ValueId,
        path: &FieldPath<'_>,
    ) -> Option<std::sync::Arc<ElasticQuota>> {
        if let Object::ElasticQuota(quota) = self.object(at, path)? {
            return Some(quota);
        }
        self.wrong(path, "expected an ElasticQuota");
        None
    }

    /// An object of Kubernetes. What is wrong with its fields is as good as absent.
    fn object(&mut self, at: ValueId, path: &FieldPath<'_>) -> Option<Object> {
        let context = ListContext::default();
        let (source, tree) = (self.d.source, self.d.tree);
        let mut decoded = decode(source, tree, &[at], &context, self.d.names);
        let object = decoded.objects.pop().map(|placed| placed.object);
        if object.is_none() {
            let finding = decoded.findings.first();
            let message = finding.map_or("no object of a known kind", |f| &f.message);
            self.wrong(path, message);
        }
        object
    }
}
