//! Lists and maps as they are written: the types of their items, and items that are optional.

use cel::common::ast::{EntryExpr, IdedExpr, ListExpr, MapExpr};

use super::Checker;
use crate::{
    program::{Entry, Node, NodeId},
    types::{Type, most_general},
};

impl Checker<'_> {
    pub(super) fn list(&mut self, list: &ListExpr) -> (NodeId, Type) {
        let mut items = Vec::with_capacity(list.elements.len());
        let mut of: Option<Type> = None;
        for (index, element) in list.elements.iter().enumerate() {
            let (node, found) = self.visit(element);
            let is_optional = list.optional_indices.contains(&index);
            let found = self.entry(element, found, is_optional);
            of = Some(self.join(of, found));
            items.push(node);
        }
        let of = of.unwrap_or_else(|| Type::Variable(self.types.variables(1)));
        let node = Node::List {
            items: items.into(),
            optional: list.optional_indices.clone().into(),
        };
        (self.node(node), Type::list(of))
    }

    pub(super) fn map(&mut self, map: &MapExpr) -> (NodeId, Type) {
        let mut entries = Vec::with_capacity(map.entries.len());
        let (mut key_type, mut value_type) = (None, None);
        for entry in &map.entries {
            let EntryExpr::MapEntry(entry) = &entry.expr else {
                continue;
            };
            let (key, found) = self.visit(&entry.key);
            key_type = Some(self.join(key_type, found));
            let (value, found) = self.visit(&entry.value);
            let found = self.entry(&entry.value, found, entry.optional);
            value_type = Some(self.join(value_type, found));
            entries.push(Entry {
                key,
                value,
                optional: entry.optional,
            });
        }
        let mut known =
            |of: Option<Type>| of.unwrap_or_else(|| Type::Variable(self.types.variables(1)));
        let of = Type::map(known(key_type), known(value_type));
        (self.node(Node::Map(entries.into())), of)
    }

    /// The type of an item or of a map's value; that of an optional one is unwrapped.
    fn entry(&mut self, expression: &IdedExpr, of: Type, is_optional: bool) -> Type {
        if !is_optional {
            return of;
        }
        let (of, was_optional) = self.settled(&of).unwrap_optional();
        if !was_optional && !of.is_open() {
            let expected = Type::optional(of.clone());
            self.mismatch(expression, &expected, &of);
        }
        of
    }

    /// The type of all items so far; `dyn` where they differ.
    fn join(&mut self, before: Option<Type>, next: Type) -> Type {
        let Some(before) = before else {
            return next;
        };
        if self.types.fits(&before, &next) {
            most_general(&before, &next)
        } else {
            Type::Dyn
        }
    }
}
