//! The signatures of all functions: the environment of the hub's placement controller.
//!
//! The environment has the standard library of CEL, optional values, the extension of strings, and Kubernetes'
//! libraries of lists, regular expressions, URLs, quantities, IP addresses, networks, formats and semantic versions (of
//! one argument), with `scores` and `parseJSON`. Operators take numbers of one type only.

use std::{cell::OnceCell, collections::BTreeMap};

use crate::{
    function::Function,
    types::{Object, Type},
};

/// One overload a line: `name(types) -> type`, `receiver.name(types) -> type`, or `part::name(types) -> type` for a
/// function whose name has a point.
const TEXT: &str = include_str!("signatures.txt");

/// An overload of a function.
#[derive(Clone, Debug)]
pub(crate) struct Overload {
    /// Whether the function is called on its first argument.
    pub(crate) is_member: bool,
    /// The types of the arguments, the receiver first.
    pub(crate) arguments: Vec<Type>,
    /// The type of the result.
    pub(crate) result: Type,
    /// The number of type parameters.
    pub(crate) parameters: u32,
}

/// A function with its overloads, in the order in which they are tried.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) function: Function,
    pub(crate) overloads: Vec<Overload>,
}

/// All functions by name.
#[derive(Debug, Default)]
pub(crate) struct Signatures(BTreeMap<String, Declaration>);

impl Signatures {
    /// The function of a name.
    pub(crate) fn find(&self, name: &str) -> Option<&Declaration> {
        self.0.get(name)
    }
}

thread_local! {
    static SIGNATURES: OnceCell<Signatures> = const { OnceCell::new() };
}

/// Calls `visit` with all functions. The table is parsed once a thread.
pub(crate) fn with<T>(visit: impl FnOnce(&Signatures) -> T) -> T {
    SIGNATURES.with(|signatures| visit(signatures.get_or_init(read)))
}

fn read() -> Signatures {
    let mut signatures = Signatures::default();
    for (name, overload) in TEXT.lines().filter_map(line) {
        if let Some(function) = Function::named(&name) {
            let declaration = signatures.0.entry(name).or_insert(Declaration {
                function,
                overloads: Vec::new(),
            });
            declaration.overloads.push(overload);
        }
    }
    signatures
}

fn line(line: &str) -> Option<(String, Overload)> {
    let (call, result) = line.rsplit_once(" -> ")?;
    let (head, arguments) = call.strip_suffix(')')?.rsplit_once('(')?;
    let (receiver, name) = match head.split_once("::") {
        Some((part, name)) => (None, format!("{part}.{name}")),
        None => match head.rsplit_once('.') {
            Some((receiver, name)) => (Some(receiver), name.to_owned()),
            None => (None, head.to_owned()),
        },
    };
    let mut types = Vec::new();
    types.extend(receiver.and_then(one));
    let mut rest = arguments;
    while !rest.is_empty() {
        let (argument, behind) = parse(rest)?;
        types.push(argument);
        rest = behind.strip_prefix(", ").unwrap_or(behind);
    }
    let overload = Overload {
        is_member: receiver.is_some(),
        parameters: ["A", "B"]
            .iter()
            .filter(|name| line.contains(**name))
            .count() as u32,
        arguments: types,
        result: one(result)?,
    };
    Some((name, overload))
}

fn one(text: &str) -> Option<Type> {
    parse(text)
        .filter(|(_, rest)| rest.is_empty())
        .map(|(it, _)| it)
}

/// The type at the start of a text, and the rest of the text.
fn parse(text: &str) -> Option<(Type, &str)> {
    let end = text
        .find(|char: char| !char.is_ascii_alphanumeric())
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let simple = match name {
        "dyn" => Type::Dyn,
        "bool" => Type::Bool,
        "int" => Type::Int,
        "uint" => Type::Uint,
        "double" => Type::Double,
        "string" => Type::String,
        "bytes" => Type::Bytes,
        "timestamp" => Type::Timestamp,
        "duration" => Type::Duration,
        "quantity" => Type::Object(Object::Quantity),
        "semver" => Type::Object(Object::Semver),
        "url" => Type::Object(Object::Url),
        "ip" => Type::Object(Object::Ip),
        "cidr" => Type::Object(Object::Cidr),
        "format" => Type::Object(Object::Format),
        "A" => Type::Parameter(0),
        "B" => Type::Parameter(1),
        _ => {
            let (first, rest) = parse(rest.strip_prefix('<')?)?;
            let (made, rest) = match name {
                "map" => {
                    let (second, rest) = parse(rest.strip_prefix(", ")?)?;
                    (Type::map(first, second), rest)
                }
                "list" => (Type::list(first), rest),
                "optional" => (Type::optional(first), rest),
                "type" => (Type::type_of(first), rest),
                _ => return None,
            };
            return Some((made, rest.strip_prefix('>')?));
        }
    };
    Some((simple, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_an_overload_of_a_function() {
        for text in TEXT.lines() {
            let (name, overload) = line(text).unwrap_or_else(|| panic!("{text}"));
            let function = Function::named(&name).unwrap_or_else(|| panic!("{text}"));
            let is_format = function == Function::NamedFormat;
            assert!(function.name() == name || is_format, "{text}");
            let types = overload.arguments.iter().map(ToString::to_string);
            let arguments = types.collect::<Vec<_>>().join(", ");
            assert!(
                text.matches('(').count() == 1 && !arguments.contains("error"),
                "{text}"
            );
        }
        let count = with(|signatures| {
            let declarations = signatures.0.values();
            declarations.map(|it| it.overloads.len()).sum::<usize>()
        });
        assert_eq!(count, TEXT.lines().count());
    }

    #[test]
    fn a_signature_is_read_as_it_stands() {
        let (name, overload) = line("map<A, B>.size() -> int").expect("a line");
        assert_eq!(
            (name.as_str(), overload.is_member, overload.parameters),
            ("size", true, 2)
        );
        let parameters = (Type::Parameter(0), Type::Parameter(1));
        assert_eq!(overload.arguments, [Type::Map(parameters.into())]);
        let (name, overload) = line("ip::isCanonical(string) -> bool").expect("a line");
        assert_eq!(
            (name.as_str(), overload.is_member),
            ("ip.isCanonical", false)
        );
        assert_eq!(overload.arguments, [Type::String]);
        let (_, overload) =
            line("optional<list<A>>.x(A, int) -> list<optional<A>>").expect("a line");
        assert_eq!(
            overload.result,
            Type::list(Type::optional(Type::Parameter(0)))
        );
        assert_eq!(overload.arguments.len(), 3);
    }
}
