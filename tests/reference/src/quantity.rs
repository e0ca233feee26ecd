//! The slow, exact twin of `schedscope::quantity`: the rules to the letter, on numbers of any
//! size, with no care for time or memory.

use num_bigint::BigUint;

/// What the rules make of one text.
#[derive(Debug, PartialEq, Eq)]
pub struct Expected {
    /// The bits of the double; `None` for NaN.
    pub bits: Option<u64>,
    pub canonical: String,
    /// `ceil(|x| * 10^9)`; whole, because no quantity is finer.
    pub negative: bool,
    pub nanos: BigUint,
}

const DECIMAL: [(&str, i32); 10] = [
    ("", 0),
    ("n", -9),
    ("u", -6),
    ("m", -3),
    ("k", 3),
    ("M", 6),
    ("G", 9),
    ("T", 12),
    ("P", 15),
    ("E", 18),
];
const BINARY: [(&str, u32); 6] = [
    ("Ki", 10),
    ("Mi", 20),
    ("Gi", 30),
    ("Ti", 40),
    ("Pi", 50),
    ("Ei", 60),
];

enum Unit {
    Ten(i32, bool),
    Two(u32),
}

/// The quantity that a text stands for, or `None` where it stands for none.
pub fn read(text: &str) -> Option<Expected> {
    if text.is_empty() {
        return None;
    }
    let (number, unit) = units(text).find(|(number, _)| is_number(number))?;
    let negative = number.starts_with('-');
    let magnitude = number.trim_start_matches(['+', '-']);
    let (integer, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    let integer = match integer.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let digits: BigUint = format!("{integer}{fraction}").parse().unwrap();
    let zero = digits == BigUint::ZERO;
    let places = fraction.len() as i32;

    // The fast paths.
    let fast = match unit {
        Unit::Ten(exponent, _) => {
            let scale = exponent - places;
            (integer.len() + fraction.len() <= 18 && scale >= -9).then(|| (digits.clone(), scale))
        }
        Unit::Two(bits) => {
            let longest = match bits {
                10 => 11,
                20 => 8,
                30 => 5,
                40 => 2,
                _ => 0,
            };
            let product = &digits << bits;
            (fraction.is_empty() && integer.len() <= longest && product.bits() <= 63)
                .then_some((product, 0))
        }
    };
    let as_it_stands = fast.as_ref().is_some_and(|(_, scale)| {
        scale % 3 == 0
            && integer != "0"
            && match unit {
                Unit::Ten(..) => &digits % 1000_u32 != BigUint::ZERO,
                Unit::Two(_) => &digits % 8_u32 != BigUint::ZERO,
            }
    });

    // The slow path.
    let limit = BigUint::from(i64::MAX as u64);
    let (value, scale) = fast.unwrap_or_else(|| {
        if zero {
            return (BigUint::ZERO, 0);
        }
        let (numerator, denominator) = match unit {
            Unit::Ten(exponent, _) => ratio(&digits, exponent - places),
            Unit::Two(bits) => ratio(&(&digits << bits), -places),
        };
        if matches!(unit, Unit::Two(_)) && numerator > &limit * &denominator {
            return (limit.clone(), 0);
        }
        let nanos = numerator * 1_000_000_000_u32;
        ((nanos + &denominator - 1_u32) / denominator, -9)
    });

    let nanos = &value * ten_to(scale + 9);
    let canonical = if zero {
        "0".to_owned()
    } else if as_it_stands {
        text.to_owned()
    } else {
        let sign = if negative { "-" } else { "" };
        format!("{sign}{}", canonical(&nanos, &unit))
    };
    Some(Expected {
        bits: double(&value, scale).map(|bits| {
            if negative && !zero {
                bits | 1 << 63
            } else {
                bits
            }
        }),
        canonical,
        negative: negative && !zero,
        nanos,
    })
}

/// An amount of nanos as a quantity in the notation of a text.
pub fn canonical_of(nanos: &BigUint, notation: &str) -> String {
    if *nanos == BigUint::ZERO {
        return "0".to_owned();
    }
    let mut units = units(notation);
    let unit = units.find(|(number, _)| is_number(number));
    canonical(nanos, &unit.expect("a quantity").1)
}

/// All ways to cut a text into number and suffix.
fn units(text: &str) -> impl Iterator<Item = (&str, Unit)> {
    let decimal = DECIMAL
        .iter()
        .filter_map(|(suffix, e)| Some((text.strip_suffix(suffix)?, Unit::Ten(*e, false))));
    let binary = BINARY
        .iter()
        .filter_map(|(suffix, b)| Some((text.strip_suffix(suffix)?, Unit::Two(*b))));
    let exponent = text
        .rsplit_once(['e', 'E'])
        .and_then(|(number, exponent)| Some((number, Unit::Ten(exponent.parse().ok()?, true))));
    decimal.chain(binary).chain(exponent)
}

/// `[+-]? digits* ('.' digits*)?`
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    unsigned.matches('.').count() <= 1 && unsigned.chars().all(|c| c == '.' || c.is_ascii_digit())
}

fn ten_to(exponent: i32) -> BigUint {
    BigUint::from(10_u32).pow(u32::try_from(exponent).unwrap())
}

/// `digits * 10^exponent` as numerator and denominator.
fn ratio(digits: &BigUint, exponent: i32) -> (BigUint, BigUint) {
    if exponent >= 0 {
        (digits * ten_to(exponent), BigUint::from(1_u32))
    } else {
        (digits.clone(), ten_to(-exponent))
    }
}

fn canonical(nanos: &BigUint, unit: &Unit) -> String {
    let divisible = |number: &BigUint, by: u32| number % by == BigUint::ZERO;
    if let Unit::Two(_) = unit
        && divisible(nanos, 1_000_000_000)
    {
        let mut whole = nanos / 1_000_000_000_u32;
        if whole >= BigUint::from(1024_u32) {
            let mut steps = 0;
            while divisible(&whole, 1024) && steps < 6 {
                whole /= 1024_u32;
                steps += 1;
            }
            return format!("{whole}{}", ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"][steps]);
        }
    }
    let exponent_notation = matches!(unit, Unit::Ten(_, true));
    let mut number = nanos.clone();
    let mut exponent = -9;
    while divisible(&number, 1000) && (exponent_notation || exponent < 18) {
        number /= 1000_u32;
        exponent += 3;
    }
    let suffix = if exponent_notation {
        format!("e{exponent}").replace("e0", "")
    } else {
        DECIMAL
            .iter()
            .find(|(_, e)| *e == exponent)
            .unwrap()
            .0
            .to_owned()
    };
    format!("{number}{suffix}")
}

/// The bits of `f64(value) * 10^scale`, one multiplication; `None` for NaN.
fn double(value: &BigUint, scale: i32) -> Option<u64> {
    let base = nearest(value);
    let literal = |exponent: i32| -> f64 { format!("1e{exponent}").parse().unwrap() };
    let product = match scale {
        0 => base,
        ..0 => base * literal(scale),
        1..=308 => base * (literal(scale / 32 * 32) * literal(scale % 32)),
        309.. => base * f64::INFINITY,
    };
    (!product.is_nan()).then(|| product.to_bits())
}

/// The nearest double, ties to even: the leading 100 bits decide, a one below them breaks a tie.
fn nearest(value: &BigUint) -> f64 {
    let dropped = value.bits().saturating_sub(100);
    let leading: BigUint = value >> dropped;
    let sticky = &leading << dropped != *value;
    let leading = u128::try_from(leading).unwrap() | u128::from(sticky);
    (0..dropped).fold(leading as f64, |double, _| double * 2.0)
}
