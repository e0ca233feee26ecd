//! The attribute `#[answer]`, which declares a type of an answer.
//!
//! It needs no parser of Rust: it puts attributes before the item and rewrites attributes inside it.

use std::iter::once;

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Declares a struct or an enum as a part of an answer: `Clone`, `Debug`, `PartialEq`, JSON by `serde`, and, with the
/// feature `types` of the crate, a TypeScript type by `ts-rs`. Its arguments are further traits to derive:
/// `#[answer(Eq, Default)]`.
///
/// The fields of a struct are in camel case. Attributes `#[ts(…)]` count only with the feature. A field that `serde`
/// leaves out when it is `None` is optional in TypeScript.
#[proc_macro_attribute]
pub fn answer(derives: TokenStream, item: TokenStream) -> TokenStream {
    let mut attributes = format!(
        "#[derive(Clone, Debug, PartialEq, ::serde::Serialize, {derives})] \
         #[cfg_attr(feature = \"types\", derive(::ts_rs::TS))]"
    );
    if is_struct_with_fields(&item) {
        attributes.push_str("#[serde(rename_all = \"camelCase\")]");
    }
    tokens(&attributes)
        .into_iter()
        .chain(only_with_types(item))
        .collect()
}

/// Tokens of code that this file writes.
fn tokens(code: &str) -> TokenStream {
    code.parse().unwrap_or_default()
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident.to_string() == word)
}

fn is_struct_with_fields(item: &TokenStream) -> bool {
    let isnt_enum = item
        .clone()
        .into_iter()
        .any(|token| is_word(&token, "struct"));
    isnt_enum
        && item.clone().into_iter().last().is_some_and(
            |token| matches!(token, TokenTree::Group(body) if body.delimiter() == Delimiter::Brace),
        )
}

/// The tokens with each `#[ts(…)]` as `#[cfg_attr(feature = "types", ts(…))]`, and with `ts(optional)` for a field that
/// is left out when it is `None`.
fn only_with_types(item: TokenStream) -> TokenStream {
    let mut after_hash = false;
    let mut written = TokenStream::new();
    for token in item {
        let is_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
        match token {
            TokenTree::Group(group) if after_hash && group.delimiter() == Delimiter::Bracket => {
                let is_left_out = is_left_out_without_value(&group);
                written.extend(once(TokenTree::Group(with_feature(group))));
                if is_left_out {
                    written.extend(tokens("#[cfg_attr(feature = \"types\", ts(optional))]"));
                }
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let mut body = Group::new(Delimiter::Brace, only_with_types(group.stream()));
                body.set_span(group.span());
                written.extend(once(TokenTree::Group(body)));
            }
            token => written.extend(once(token)),
        }
        after_hash = is_hash;
    }
    written
}

/// The brackets of an attribute; those of `ts(…)` count only with the feature.
fn with_feature(attribute: Group) -> Group {
    if !attribute
        .stream()
        .into_iter()
        .next()
        .is_some_and(|first| is_word(&first, "ts"))
    {
        return attribute;
    }
    let mut within = tokens("feature = \"types\",");
    within.extend(attribute.stream());
    let mut whole = tokens("cfg_attr");
    whole.extend(once(TokenTree::Group(Group::new(
        Delimiter::Parenthesis,
        within,
    ))));
    Group::new(Delimiter::Bracket, whole)
}

/// `#[serde(skip_serializing_if = "Option::is_none")]`, also beside other arguments.
fn is_left_out_without_value(attribute: &Group) -> bool {
    let mut within = attribute.stream().into_iter();
    if !within.next().is_some_and(|first| is_word(&first, "serde")) {
        return false;
    }
    let Some(TokenTree::Group(arguments)) = within.next() else {
        return false;
    };
    let arguments = arguments.stream().into_iter().collect::<Vec<_>>();
    arguments.iter().any(|token| is_word(token, "skip_serializing_if"))
        && arguments.iter().any(
            |token| matches!(token, TokenTree::Literal(literal) if literal.to_string() == "\"Option::is_none\""),
        )
}
