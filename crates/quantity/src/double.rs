//! Numbers with a fraction as decimal texts: read as Rust's standard library reads them, in a fraction of its code, and
//! written as JavaScript writes them.

use std::fmt;

pub use crate::nearest::{double, single};

/// Writes a double as JavaScript's `Number.prototype.toString` does: the fewest digits that mean it; of several such
/// numbers the one closest to it, of two equally close ones the even one.
#[derive(Clone, Copy, Debug)]
pub struct Shortest(pub f64);

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_nan() {
            return f.write_str("NaN");
        }
        if self.0 < 0.0 {
            f.write_str("-")?;
        }
        if self.0.is_infinite() {
            return f.write_str("Infinity");
        }
        let (digits, point) = digits(self.0.abs());
        match point {
            _ if digits.is_empty() => f.write_str("0"),
            1..=21 => match digits.split_at_checked(point as usize) {
                Some((whole, "")) => f.write_str(whole),
                Some((whole, fraction)) => write!(f, "{whole}.{fraction}"),
                None => write!(f, "{digits:0<width$}", width = point as usize),
            },
            -5..=0 => write!(f, "0.{}{digits}", "0".repeat(point.unsigned_abs() as usize)),
            _ => {
                let (first, rest) = digits.split_at(1);
                let point_of_digits = if rest.is_empty() { "" } else { "." };
                write!(f, "{first}{point_of_digits}{rest}e{:+}", point - 1)
            }
        }
    }
}

/// The significant digits of a finite number without its sign, and how many of them are before the point: 0.012 has the
/// digits `12` and -1. 0 has none.
fn digits(number: f64) -> (String, i32) {
    // JSON's writer knows the digits, and may add zeros and an exponent.
    let mut text = String::new();
    write_json(number, &mut text);
    let (number, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let point = (whole.len() + digits.len()) as i32 - all.len() as i32 + exponent;
    (digits.trim_end_matches('0').to_owned(), point)
}

/// Writes a double as JSON; infinity and NaN are null.
pub fn write_json(number: f64, text: &mut String) {
    if number.is_finite() {
        text.push_str(zmij::Buffer::new().format_finite(number));
    } else {
        text.push_str("null");
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str) {
        let is_number = !text.contains(|c: char| c.is_ascii_alphabetic() && c != 'e' && c != 'E');
        let expect = text.parse::<f64>().ok().filter(|_| is_number);
        assert_eq!(
            double(text).map(f64::to_bits),
            expect.map(f64::to_bits),
            "{text}"
        );
        let expect = text.parse::<f32>().ok().filter(|_| is_number);
        assert_eq!(
            single(text).map(f32::to_bits),
            expect.map(f32::to_bits),
            "{text}"
        );
    }

    /// JSON's text has the same digits, and both texts mean the number.
    #[track_caller]
    fn check_written(number: f64, expect: &str) {
        let written = Shortest(number).to_string();
        assert_eq!(written, expect, "{:016x}", number.to_bits());
        let mut json = String::new();
        write_json(number, &mut json);
        if !number.is_finite() {
            assert_eq!(json, "null");
            return;
        }
        assert_eq!(json.parse(), Ok(number), "{json}");
        assert_eq!(written.parse(), Ok(number), "{written}");
        let significant = |text: &str| {
            let number = text.split_once('e').map_or(text, |(number, _)| number);
            let digits: String = number.chars().filter(char::is_ascii_digit).collect();
            digits.trim_matches('0').to_owned()
        };
        assert_eq!(significant(&json), significant(&written));
    }

    #[test]
    fn doubles_are_written_as_node_writes_them() {
        let lines = include_str!("double/javascript.txt").lines().skip(1);
        let mut count = 0;
        for line in lines {
            let (bits, text) = line.split_once(' ').expect("bits and a text");
            let bits = u64::from_str_radix(bits, 16).expect("bits");
            check_written(f64::from_bits(bits), text);
            count += 1;
        }
        assert_eq!(count, 388);
    }

    #[test]
    fn edges_are_read() {
        for text in [
            "",
            "-",
            ".",
            "e5",
            "1e",
            "1e+",
            ".e1",
            "1.2.3",
            "1_0",
            " 1",
            "0x1",
            "inf",
            "nan",
            "0",
            "-0",
            "+0.0",
            "1.",
            ".5",
            "-.5e1",
            "1E3",
            "1e-3",
            "007.50",
            "0.1",
            "0.3",
            "1e22",
            "1e23",
            "9007199254740993",
            "9007199254740992.5",
            "9007199254740993.00000000000001",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "1e309",
            "1e99999999999999999999",
            "5e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1e-400",
            "1e-99999999999999999999",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "16777217",
            "16777216.5",
            "16777217.0000001",
            "3.4028236e38",
            "1e-45",
            "7e-46",
            "0.000000000000000000000000000000000000000000000000000000000000000000000000001e75",
        ] {
            check(text);
        }
        let half = format!("9007199254740993.{}", "0".repeat(900));
        check(&half);
        check(&format!("{half}1"));
        check(&format!("{}e-1000", "9".repeat(1200)));
    }

    proptest! {
        #[test]
        fn numbers_are_read(whole in 0_u64.., fraction in 0_u64.., exponent in -345_i32..325) {
            check(&format!("{whole}.{fraction}e{exponent}"));
            check(&format!("-0.{fraction:020}e{exponent}"));
        }

        #[test]
        fn doubles_are_written_and_read(bits in 0_u64.., fraction in 0_u64..1 << 53, places in 0_i32..8) {
            // Any double, and large ones with a few binary places, which often lie between two texts.
            let near = fraction as f64 / f64::from(1 << places);
            for number in [f64::from_bits(bits), near] {
                check_written(number, ryu_js::Buffer::new().format(number));
                if number.is_finite() {
                    check(&format!("{number:e}"));
                }
            }
        }

        #[test]
        fn short_numbers_are_written(whole in -100_000_i64..100_000, places in 0_i32..12) {
            let number = whole as f64 / 10_f64.powi(places);
            check_written(number, ryu_js::Buffer::new().format(number));
        }

        /// The midpoint of two neighbours, and a value just above it, round as in the standard library.
        #[test]
        fn ties_are_broken(bits in 0_u32..0x7f7f_ffff, more in prop::bool::ANY) {
            let (low, high) = (f32::from_bits(bits), f32::from_bits(bits + 1));
            let middle = f64::midpoint(f64::from(low), f64::from(high));
            check(&format!("{middle:.200}{}", if more { "1" } else { "" }));
        }
    }
}
