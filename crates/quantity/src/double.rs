//! Numbers with a fraction as decimal texts, as Rust's standard library reads and writes them, in a
//! fraction of its code.

use std::fmt;

pub use crate::nearest::{double, single};

/// Writes a double as the standard library does: the fewest digits that mean it, never an exponent.
#[derive(Clone, Copy, Debug)]
pub struct Shortest(pub f64);

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_finite() {
            let sign = if self.0 < 0.0 { "-" } else { "" };
            return write!(f, "{sign}{}", if self.0.is_nan() { "NaN" } else { "inf" });
        }
        // JSON's writer knows the digits, and may add an exponent.
        let mut text = String::new();
        write_json(self.0, &mut text);
        let (number, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i32 = exponent.parse().unwrap_or_default();
        let (sign, number) = match number.strip_prefix('-') {
            Some(number) => ("-", number),
            None => ("", number),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let fraction = fraction.trim_end_matches('0');
        let digits = format!("{whole}{fraction}");
        // Where the point stands, counted from the first digit.
        let point = whole.len() as i32 + exponent;
        f.write_str(sign)?;
        if point <= 0 {
            let zeros = "0".repeat(point.unsigned_abs() as usize);
            return write!(f, "0.{zeros}{digits}");
        }
        match digits.split_at_checked(point as usize) {
            Some((whole, "")) => f.write_str(whole),
            Some((whole, fraction)) => write!(f, "{whole}.{fraction}"),
            None => {
                let zeros = "0".repeat(point as usize - digits.len());
                write!(f, "{digits}{zeros}")
            }
        }
    }
}

/// A double as JSON has it; infinity and NaN are null.
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
        fn doubles_are_written_and_read(bits in 0_u64..) {
            let number = f64::from_bits(bits);
            prop_assert_eq!(Shortest(number).to_string(), number.to_string());
            if number.is_finite() {
                check(&format!("{number:e}"));
            }
        }

        #[test]
        fn short_numbers_are_written(whole in -100_000_i64..100_000, places in 0_i32..12) {
            let number = whole as f64 / 10_f64.powi(places);
            prop_assert_eq!(Shortest(number).to_string(), number.to_string());
        }

        /// What lies between two neighbours, or just beside, goes to the nearer one.
        #[test]
        fn ties_are_broken(bits in 0_u32..0x7f7f_ffff, more in prop::bool::ANY) {
            let (low, high) = (f32::from_bits(bits), f32::from_bits(bits + 1));
            let middle = f64::midpoint(f64::from(low), f64::from(high));
            check(&format!("{middle:.200}{}", if more { "1" } else { "" }));
        }
    }
}
