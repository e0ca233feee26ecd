//! Amounts and texts by the name of a resource.

use schedscope_pods::amounts::{Amounts, ResourceId, ResourceNames};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

/// Amounts by resource: `cpu` in milli-CPU, others in base units (bytes, devices). `null`: no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AmountMap(
    #[cfg_attr(feature = "types", ts(type = "Record<string, number | null>"))]
    pub  Vec<(String, Option<i64>)>,
);

impl AmountMap {
    /// The basic resources, and the others that are named.
    pub fn of(resources: &ResourceNames, amounts: &Amounts) -> Self {
        Self::collect(
            resources,
            &mut amounts.iter().map(|(r, amount)| (r, Some(amount))),
        )
    }

    /// Some resources in their order.
    pub fn collect(
        resources: &ResourceNames,
        amounts: &mut dyn Iterator<Item = (ResourceId, Option<i64>)>,
    ) -> Self {
        let named = amounts.map(|(r, amount)| (resources.name(r).to_owned(), amount));
        Self(named.collect())
    }
}

impl Serialize for AmountMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, amount) in &self.0 {
            map.serialize_entry(name, amount)?;
        }
        map.end()
    }
}

/// Texts by name, in the order of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TextMap(
    #[cfg_attr(feature = "types", ts(type = "Record<string, string>"))] pub Vec<(String, String)>,
);

impl Serialize for TextMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, text) in &self.0 {
            map.serialize_entry(name, text)?;
        }
        map.end()
    }
}
