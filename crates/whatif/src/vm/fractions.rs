//! Watermarks as decimal fractions.

/// The decimal fraction nearest to the current one whose watermark on a node is a whole amount: a number and its count
/// of decimal places, at least four unless fewer are exact. `None` if no such fraction is valid.
pub(super) fn fraction(amount: u32, reservable: u32, old: f64) -> Option<(u64, u32)> {
    let is_less = f64::from(amount) < (old * f64::from(reservable)).floor();
    let (amount, all) = (u64::from(amount), u64::from(reservable.max(1)));
    let ends = |digits: &u32| !is_less && (amount * 10_u64.pow(*digits)).is_multiple_of(all);
    let first = (1..=4).find(ends).unwrap_or(4);
    (first..=7).find_map(|digits| {
        let scale = 10_u64.pow(digits);
        let number = if is_less {
            ((amount + 1) * scale).div_ceil(all) - 1
        } else {
            (amount * scale).div_ceil(all)
        };
        let value = value_of((number, digits)) as f32;
        let found = (value * reservable as f32) as u64;
        let is_valid = number > 0 && number <= scale && found == amount;
        is_valid.then_some((number, digits))
    })
}

/// The value of a number with `digits` decimal places.
pub(super) fn value_of((number, digits): (u64, u32)) -> f64 {
    number as f64 / 10_f64.powi(digits as i32)
}

/// A number as JSON, without trailing zeros.
pub(super) fn decimal(number: u64, digits: u32) -> String {
    let scale = 10_u64.pow(digits);
    let (whole, mut rest) = (number / scale, (number % scale + scale).to_string());
    while rest.ends_with('0') {
        rest.pop();
    }
    match rest.strip_prefix('1').unwrap_or_default() {
        "" => whole.to_string(),
        rest => [&whole.to_string(), ".", rest].concat(),
    }
}
