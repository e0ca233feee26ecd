use super::*;
use crate::list::Span;

/// Switches the change of a piece of a function's body, and gives the body.
fn check(body: &str, genre: Genre, piece: &str, replacement: &str, expect: &str) {
    let source = format!("fn f() {{ {body} }}");
    let at = source.find(piece).expect("the piece");
    let place = |byte: usize| Place {
        line: 1,
        column: source[..byte].chars().count() + 1,
    };
    let span = Span {
        start: place(at),
        end: place(at + piece.len()),
    };
    let (name, file) = (String::new(), String::new());
    let mutant = Mutant {
        name,
        file,
        span,
        replacement: replacement.into(),
        genre,
    };
    let switched = switch(&source, &[(7, &mutant)]).expect("Rust");
    let expect = expect.replace("on(7)", "crate::switches::on(7)");
    assert_eq!(switched.text, format!("fn f() {{ {expect} }}"));
    if expect == body {
        assert_eq!(switched.without, [7]);
    } else {
        let start = switched.text.find("crate").expect("a switch");
        assert_eq!(switched.blamed(&(start..start + 5)), [7]);
        assert!(switched.blamed(&(0..2)).is_empty());
    }
}

#[test]
fn each_kind_has_its_switch() {
    use Genre::{
        BinaryOperator, FnValue, MatchArm, MatchArmGuard, Other, StructField, UnaryOperator,
    };
    check(
        "a + b * c",
        BinaryOperator,
        "+",
        "-",
        "(if on(7) { a - b * c } else { a + b * c })",
    );
    check(
        "a + b * c",
        BinaryOperator,
        "*",
        "/",
        "a + (if on(7) { b / c } else { b * c })",
    );
    check(
        "x += 1;",
        BinaryOperator,
        "+=",
        "-=",
        "(if on(7) { x -= 1 } else { x += 1 });",
    );
    check(
        "\"é\"; !x",
        UnaryOperator,
        "!",
        "",
        "\"é\"; (if on(7) { x } else { !x })",
    );
    check(
        "g(); h()",
        FnValue,
        "g(); h()",
        "1",
        "if on(7) { return 1; } g(); h()",
    );
    check(
        "a.iter()",
        FnValue,
        "a.iter()",
        "::std::iter::empty()",
        "{ a.iter() }.take(if on(7) { 0 } else { usize::MAX })",
    );
    check(
        "match x { 1 => a, _ => b }",
        MatchArm,
        "1 => a,",
        "",
        "match x { 1 if !on(7) => a, _ => b }",
    );
    let guarded = "match x { y if p => a, _ => b }";
    check(
        guarded,
        MatchArm,
        "y if p => a,",
        "",
        "match x { y if !on(7) && (p) => a, _ => b }",
    );
    check(
        guarded,
        MatchArmGuard,
        "p",
        "true",
        "match x { y if (if on(7) { true } else { p }) => a, _ => b }",
    );
    check(
        "S { p: 1, ..d() }",
        StructField,
        "p: 1",
        "",
        "S { p: (if on(7) { let it: S = d(); it.p } else { 1 }), ..d() }",
    );
    check(
        "S { p, ..d() }",
        StructField,
        "p",
        "",
        "S { p: (if on(7) { let it: S = d(); it.p } else { p }), ..d() }",
    );
    check("a + b", Other, "+", "", "a + b");
    check(
        "if let Some(x) = y && x {}",
        BinaryOperator,
        "&&",
        "||",
        "if let Some(x) = y && x {}",
    );
}
