//! Comprehensions, which macros such as `all`, `map` and `filter` expand to.

use cel::common::ast::{ComprehensionExpr, Expr, IdedExpr, operators};

use super::Checker;
use crate::{
    program::{Fold, Node, NodeId, Slot},
    types::Type,
};

impl Checker<'_> {
    pub(super) fn fold(&mut self, fold: &ComprehensionExpr) -> (NodeId, Type) {
        let (range, range_type) = self.visit(&fold.iter_range);
        let (initial, accumulator_type) = self.visit(&fold.accu_init);
        let range_type = self.settled(&range_type);
        let item_type = match &range_type {
            Type::List(item) => (**item).clone(),
            Type::Map(entry) => entry.0.clone(),
            Type::Dyn | Type::Error => Type::Dyn,
            Type::Variable(_) => {
                self.types.fits(&Type::Dyn, &range_type);
                Type::Dyn
            }
            other => {
                let message = format!(
                    "expression of type '{other}' cannot be range of a comprehension (must be list, map, or dynamic)"
                );
                self.report(&fold.iter_range, message);
                Type::Error
            }
        };
        let accumulator = self.enter(&fold.accu_var, accumulator_type.clone());
        let item = self.enter(&fold.iter_var, item_type);
        let (condition, found) = self.visit(&fold.loop_cond);
        self.assert(&fold.loop_cond, &Type::Bool, &found);
        let (step, found) = match self.append(fold, accumulator) {
            Some(append) => append,
            None => self.visit(&fold.loop_step),
        };
        self.assert(&fold.loop_step, &accumulator_type, &found);
        self.leave();
        let (result, of) = self.visit(&fold.result);
        self.leave();
        let node = Node::Fold(Box::new(Fold {
            range,
            item,
            accumulator,
            initial,
            condition,
            step,
            result,
        }));
        (self.node(node), self.settled(&of))
    }

    /// A step that appends to the accumulated list, as in `map` and `filter`; it is evaluated in place.
    fn append(&mut self, fold: &ComprehensionExpr, accumulator: Slot) -> Option<(NodeId, Type)> {
        if let Some(items) = appended(&fold.loop_step, &fold.accu_var) {
            return Some(self.append_items(accumulator, items));
        }
        let Expr::Call(call) = &fold.loop_step.expr else {
            return None;
        };
        let (name, [condition, step, otherwise]) = (call.func_name.as_str(), &call.args[..]) else {
            return None;
        };
        if name != operators::CONDITIONAL || !is_named(otherwise, &fold.accu_var) {
            return None;
        }
        let items = appended(step, &fold.accu_var)?;
        let (condition, condition_type) = self.visit(condition);
        let (append, of) = self.append_items(accumulator, items);
        let (otherwise, otherwise_type) = self.visit(otherwise);
        self.types.fits(&otherwise_type, &of);
        let values = [condition_type, of.clone(), otherwise_type];
        let places = [Type::Bool, of.clone(), of.clone()];
        self.expect(&fold.loop_step, name, &values, &places);
        let node = Node::Conditional(condition, append, otherwise);
        Some((self.node(node), of))
    }

    fn append_items(&mut self, accumulator: Slot, items: &IdedExpr) -> (NodeId, Type) {
        let (items, of) = self.visit(items);
        (self.node(Node::Append { accumulator, items }), of)
    }
}

/// The items of `accumulator + [items]`.
fn appended<'e>(step: &'e IdedExpr, accumulator: &str) -> Option<&'e IdedExpr> {
    let Expr::Call(call) = &step.expr else {
        return None;
    };
    let [before, items] = call.args.as_slice() else {
        return None;
    };
    let is_appended = call.func_name == operators::ADD
        && is_named(before, accumulator)
        && matches!(items.expr, Expr::List(_));
    is_appended.then_some(items)
}

fn is_named(expression: &IdedExpr, name: &str) -> bool {
    matches!(&expression.expr, Expr::Ident(it) if it == name)
}
