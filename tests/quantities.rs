//! Quantities: what apimachinery printed, edges of the rules, and laws. The fuzz target `quantity` compares any text
//! with the twin.

use num_bigint::{BigInt, Sign};
use proptest::prelude::*;
use reference::quantity;
use schedscope::quantity::{Quantity, QuantityError};
use schedscope_fuzz::{
    cases::cases,
    quantity::{check_twin, quantities},
};
use serde_json::Value;

#[test]
fn apimachinery_vectors() {
    let lines = include_str!("vectors/placement/quantities.jsonl");
    let mut failures = Vec::new();
    let mut count = 0;
    for line in lines.lines() {
        count += 1;
        let vector: Value = serde_json::from_str(line).unwrap();
        let text = vector["q"].as_str().unwrap();
        let expected = vector["ok"].as_bool().unwrap().then(|| {
            let field = |name: &str| vector[name].as_str().unwrap().to_owned();
            (field("bits"), field("canonical"))
        });
        let actual = Quantity::parse(text).ok().map(|quantity| {
            (
                format!("{:016x}", quantity.to_f64().to_bits()),
                quantity.to_string(),
            )
        });
        if actual != expected {
            failures.push(format!("`{text}`: {actual:?}, expected {expected:?}"));
        }
    }
    assert_eq!(count, 397);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_suffix_that_was_probably_meant() {
    for (text, meant) in [
        ("4Gb", Some("G")),
        ("1Gib", Some("Gi")),
        ("1x", None),
        ("x", None),
        ("", None),
    ] {
        let error = Quantity::parse(text).expect_err("no quantity");
        assert_eq!(error.suggestion(), meant, "{text}");
    }
}

#[test]
fn edges_of_the_rules() {
    for text in [
        "",
        "-",
        "+",
        ".",
        "-.",
        "+.m",
        "Ki",
        "E",
        "e5",
        "-E-5",
        "0e400",
        "-0e400",
        "0e-400",
        // What stays as it stands, and what does not.
        "05",
        "+3",
        "3.",
        "1E+3",
        "1e03",
        "5e0",
        "+1Ki",
        "+8Ki",
        "008Ki",
        "8.Ki",
        "7.Ki",
        "01Mi",
        "+1000",
        "+1001",
        "1001.000",
        "0.015G",
        "-38.857",
        "1000E",
        "1000000E",
        "1e1002",
        // The ends of the fast paths.
        "999999999999999999",
        "9999999999999999999",
        "0.99999999999999999",
        "0.999999999999999999",
        "99999999999Ki",
        "999999999999Ki",
        "99999999Mi",
        "99999Gi",
        "99Ti",
        "+99Ti",
        "100Ti",
        "1Pi",
        "1e127",
        "1e128",
        "1.001e131",
        "001e129",
        // Rounding, away from zero.
        "1e-9",
        "1e-10",
        "-1e-400",
        "0.0000000009999",
        "9.9999999999",
        "-99.9999999991m",
        "0.00000000000000000000000000001Ei",
        // The end of binary quantities.
        "9223372036854775807",
        "9007199254740991.9999Ki",
        "9007199254740992Ki",
        "7.99999999999999999999Ei",
        "8Ei",
        "-8Ei",
        "7Ei",
        "-7.5Ei",
        "99999999999999999999999999999999Ei",
        // Binary suffix, decimal text.
        "0.5Ki",
        "0.9765625Ki",
        "1023.5Ki",
        "0.1Ki",
        "1.5Gi",
        "259320Gi",
        // Not quantities.
        "1K",
        "1Zi",
        "1 ",
        " 1",
        "1e",
        "1e+",
        "1e3m",
        "1.2.3",
        "--1",
        "1e1.5",
        "inf",
        "nan",
        "0x10",
        "١",
        "1µ",
        "1e٣",
        "1Ki1",
        "1iK",
    ] {
        check_twin(text);
    }
}

#[test]
fn hostile_sizes_are_refused_at_once() {
    let check = |text: &str, error: QuantityError| {
        assert_eq!(Quantity::parse(text), Err(error));
    };
    check("1e999999999", QuantityError::ExponentTooLarge);
    check("1e-10000", QuantityError::ExponentTooLarge);
    check(
        "1e99999999999999999999999999",
        QuantityError::ExponentTooLarge,
    );
    check(&"9".repeat(1 << 20), QuantityError::TooLong);
    check(&"x".repeat(1001), QuantityError::TooLong);

    // Up to the limits the rules hold.
    check_twin("9007199254740991.9990234375Ki");
    assert!(Quantity::parse(&"9".repeat(1000)).is_ok());
    let nines = "9".repeat(996);
    check_twin(&format!("{nines}e400"));
    check_twin(&format!("0.{}1Ei", "0".repeat(990)));
    check_twin(&format!("{nines}Ki"));
    assert_eq!(
        Quantity::parse("1e9999").unwrap().to_string(),
        "1e9999",
        "kept as it stands"
    );
}

#[test]
fn errors_say_what_is_wrong() {
    let check = |text: &str, message: &str| {
        assert_eq!(Quantity::parse(text).unwrap_err().to_string(), message);
    };
    check("", "an empty text is not a quantity");
    check("abc", "a quantity begins with a number");
    check("1.2.3", "a quantity has at most one decimal point");
    check("16K", "unknown suffix `K`, did you mean `k`");
    check("16gi", "unknown suffix `gi`, did you mean `Gi`");
    check("16GiB", "unknown suffix `GiB`, did you mean `Gi`");
    check("16 Gi", "unknown suffix ` Gi`, did you mean `Gi`");
    check(
        "1Zi",
        "unknown suffix `Zi`, suffixes are n u m k M G T P E and Ki Mi Gi Ti Pi Ei",
    );
    check("1e", "an exponent is a whole number");
    check("1e3m", "an exponent is a whole number");
    check("1e10000", "an exponent lies between -9999 and 9999");
    check(&"1".repeat(1001), "a quantity has at most 1000 characters");
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = Quantity::parse(&text).map(|quantity| {
            (quantity.to_f64(), quantity.to_string(), quantity.value(), quantity.milli_value())
        });
    }

    #[test]
    fn comparison_agrees_with_the_twin(one in quantities(), two in quantities()) {
        let number = |text: &str| {
            let expected = quantity::read(text).unwrap();
            let sign = if expected.negative { Sign::Minus } else { Sign::Plus };
            BigInt::from_biguint(sign, expected.nanos)
        };
        let (a, b) = (Quantity::parse(&one).unwrap(), Quantity::parse(&two).unwrap());
        prop_assert_eq!(a.compare(&b), number(&one).cmp(&number(&two)), "`{}` and `{}`", one, two);
    }

    #[test]
    fn a_canonical_text_is_the_same_number(text in quantities()) {
        let quantity = Quantity::parse(&text).unwrap();
        let again = Quantity::parse(&quantity.to_string()).unwrap();
        prop_assert_eq!(quantity.compare(&again), std::cmp::Ordering::Equal);
        prop_assert_eq!(again.to_string(), quantity.to_string());
    }
}
