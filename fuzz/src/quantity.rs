//! Quantities against the twin.

use num_bigint::{BigInt, Sign};
use proptest::prelude::*;
use reference::quantity;
use schedscope::quantity::{Quantity, QuantityError};

use crate::cases::seeded;

/// Holds the product against its twin on one text.
#[track_caller]
pub fn check_twin(text: &str) {
    let actual = Quantity::parse(text);
    // The twin would count their digits for minutes.
    if let Err(QuantityError::TooLong | QuantityError::ExponentTooLarge) = actual {
        return;
    }
    let expected = quantity::read(text);
    let actual = match actual {
        Ok(quantity) => quantity,
        Err(error) => {
            assert_eq!(expected, None, "`{text}` was refused: {error}");
            return;
        }
    };
    let Some(expected) = expected else {
        panic!("`{text}` was read as {actual:?}");
    };
    let double = actual.to_f64();
    assert_eq!(
        (!double.is_nan()).then(|| double.to_bits()),
        expected.bits,
        "double of `{text}`"
    );
    assert_eq!(actual.to_string(), expected.canonical, "canonical `{text}`");

    let sign = if expected.negative {
        Sign::Minus
    } else {
        Sign::Plus
    };
    let nanos = BigInt::from_biguint(sign, expected.nanos.clone());
    assert_eq!(
        actual.nanos(),
        i128::try_from(&nanos).ok(),
        "nanos of `{text}`"
    );
    assert_eq!(
        actual.sign(),
        nanos.sign() as i32 - Sign::NoSign as i32,
        "sign of `{text}`"
    );
    for (view, unit) in [
        (actual.value(), 1_000_000_000_u32),
        (actual.milli_value(), 1_000_000),
    ] {
        let rounded = BigInt::from_biguint(sign, (expected.nanos.clone() + unit - 1_u32) / unit);
        let limited = rounded.clamp(i64::MIN.into(), i64::MAX.into());
        assert_eq!(BigInt::from(view), limited, "integer view of `{text}`");
    }
}

/// Texts that the grammar allows.
pub fn quantities() -> impl Strategy<Value = String> {
    let digits = prop_oneof![
        4 => "[0-9]{0,6}",
        2 => "[0-9]{0,30}",
        1 => "0{0,3}[1-9][0-9]{0,3}0{0,20}",
        1 => "9{0,25}",
    ];
    let fraction = prop_oneof![
        3 => Just(String::new()),
        2 => "\\.[0-9]{0,8}",
        1 => "\\.[0-9]{0,40}",
        1 => "\\.0{0,12}[0-9]{0,3}0{0,12}",
    ];
    let suffix = prop_oneof![
        4 => "|n|u|m|k|M|G|T|P|E",
        4 => "[KMGTPE]i",
        1 => "[eE][+-]?[0-9]{1,2}",
        1 => "[eE][+-]?0{0,2}[0-4][0-9]{1,2}",
    ];
    ("[+-]?", digits, fraction, suffix)
        .prop_map(|(sign, digits, fraction, suffix)| format!("{sign}{digits}{fraction}{suffix}"))
        .prop_filter("not empty", |text| !text.is_empty())
}

thread_local! {
    static QUANTITIES: BoxedStrategy<String> = quantities().boxed();
    static NEAR_MISSES: BoxedStrategy<String> = "[+-]?[0-9.]{0,5}[0-9.+eEinumkKMGTP -]{0,4}".boxed();
}

/// Runs a case.
pub fn run(data: &[u8]) {
    let check = |text: String| {
        check_twin(&text);
        Ok(())
    };
    match data.split_first() {
        Some((kind, data)) if kind % 4 == 0 => QUANTITIES.with(|cases| seeded(data, cases, check)),
        Some((kind, data)) if kind % 4 == 1 => NEAR_MISSES.with(|cases| seeded(data, cases, check)),
        _ => check_twin(&String::from_utf8_lossy(data)),
    }
}
