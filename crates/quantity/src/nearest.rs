//! The binary numbers nearest to decimal texts, by long division.
//!
//! The standard library's reader is made for speed: with its tables of powers of ten it takes 12 kB of the compressed
//! WebAssembly file. This reader computes the powers.

/// Digits beyond these cannot change which double is nearest, other than by breaking a tie.
const MOST_DIGITS: usize = 800;

/// The double nearest to a number: the even one of two equally near, infinity beyond the largest. This is the result of
/// `str::parse`, except that words for infinity and NaN are refused. `None` if the text is not a number.
pub fn double(text: &str) -> Option<f64> {
    let (negative, decimal) = Decimal::read(text)?;
    let number = decimal.quick().unwrap_or_else(|| {
        let bits = decimal.nearest(53, -1074);
        f64::from_bits(bits.min(f64::INFINITY.to_bits()))
    });
    Some(if negative { -number } else { number })
}

/// The `f32` nearest to a number, rounded once, as [`double`].
pub fn single(text: &str) -> Option<f32> {
    let (negative, decimal) = Decimal::read(text)?;
    let bits = decimal.nearest(24, -149);
    let number = f32::from_bits(bits.min(f32::INFINITY.to_bits().into()) as u32);
    Some(if negative { -number } else { number })
}

/// A number of decimal digits, times a power of ten.
struct Decimal {
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// The number of a text without its sign, and whether that is a minus.
    fn read(text: &str) -> Option<(bool, Self)> {
        let (negative, text) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            all => (false, all),
        };
        let end = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (number, mut exponent) = match end {
            Some(end) => (&text[..end], power(&text[end + 1..])?),
            None => (text, 0),
        };
        let mut digits = Vec::with_capacity(number.len().min(MOST_DIGITS + 1));
        let (mut has_point, mut has_digit, mut is_cut) = (false, false, false);
        for byte in number {
            match byte {
                b'.' if !has_point => has_point = true,
                b'0'..=b'9' => {
                    has_digit = true;
                    exponent -= i64::from(has_point);
                    let digit = byte - b'0';
                    if digits.len() == MOST_DIGITS {
                        is_cut |= digit > 0;
                        exponent += 1;
                    } else if digit > 0 || !digits.is_empty() {
                        digits.push(digit);
                    }
                }
                _ => return None,
            }
        }
        if is_cut {
            digits.push(1);
            exponent -= 1;
        }
        has_digit.then_some((negative, Self { digits, exponent }))
    }

    /// The double, if one correctly rounded operation on exact numbers computes it.
    fn quick(&self) -> Option<f64> {
        if self.digits.len() > 15 || self.exponent.unsigned_abs() > 22 {
            return None;
        }
        let digits = self.digits.iter();
        let whole = digits.fold(0.0, |whole, digit| whole * 10.0 + f64::from(*digit));
        let power = (0..self.exponent.unsigned_abs()).fold(1.0, |power, _| power * 10.0);
        Some(if self.exponent < 0 {
            whole / power
        } else {
            whole * power
        })
    }

    /// The bits of the nearest binary number (the even one of two equally near) with this many bits of mantissa and
    /// this least exponent; the bits of infinity or more beyond the largest number.
    fn nearest(&self, mantissa: i64, least: i64) -> u64 {
        let magnitude = self.digits.len() as i64 + self.exponent;
        if self.digits.is_empty() || magnitude < -400 {
            return 0;
        }
        if magnitude > 400 {
            return u64::MAX;
        }
        let (mut over, mut under) = (Natural(vec![]), Natural(vec![1]));
        for digit in &self.digits {
            over.times_ten_plus(*digit);
        }
        let part = if self.exponent < 0 {
            &mut under
        } else {
            &mut over
        };
        for _ in 0..self.exponent.unsigned_abs() {
            part.times_ten_plus(0);
        }
        // A quotient with two or three bits more than are kept.
        let shift = over.bits() - under.bits() - mantissa - 2;
        let part = if shift < 0 { &mut over } else { &mut under };
        part.shift(shift.unsigned_abs() as usize);
        let (quotient, is_exact) = over.divided_by(&under);
        let quotient = quotient | u64::from(!is_exact);
        let bits = i64::from(64 - quotient.leading_zeros());
        let lost = (bits - mantissa).max(least - shift);
        if lost > bits {
            return 0;
        }
        let (kept, rest) = (quotient >> lost, quotient & ((1 << lost) - 1));
        let half = 1 << (lost - 1);
        let up = rest > half || (rest == half && kept % 2 == 1);
        let exponent = (shift + lost - least) as u64;
        // The carry of a full mantissa ends in the exponent.
        (exponent << (mantissa - 1)) + kept + u64::from(up)
    }
}

/// The exponent after the `e`, clamped to a range that is beyond every double.
fn power(text: &[u8]) -> Option<i64> {
    let (sign, digits) = match text {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        all => (1, all),
    };
    let mut power = 0_i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        power = (power * 10 + i64::from(digit - b'0')).min(1 << 40);
    }
    (!digits.is_empty()).then_some(sign * power)
}

/// A natural number of any size, the least digits first.
struct Natural(Vec<u32>);

impl Natural {
    fn bits(&self) -> i64 {
        let first = self.0.last().map_or(0, |digit| digit.leading_zeros());
        self.0.len() as i64 * 32 - i64::from(first)
    }

    fn times_ten_plus(&mut self, digit: u8) {
        let mut carry = u64::from(digit);
        for part in &mut self.0 {
            carry += u64::from(*part) * 10;
            *part = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn shift(&mut self, bits: usize) {
        for _ in 0..bits % 32 {
            self.double();
        }
        self.0.splice(0..0, std::iter::repeat_n(0, bits / 32));
    }

    fn double(&mut self) {
        let mut carry = 0;
        for part in &mut self.0 {
            (*part, carry) = (*part << 1 | carry, *part >> 31);
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    /// Subtracts the other number, unless it is larger.
    fn take(&mut self, other: &Self) -> bool {
        let less = self.0.len().cmp(&other.0.len());
        if less
            .then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
            .is_lt()
        {
            return false;
        }
        let mut borrow = 0;
        for (at, part) in self.0.iter_mut().enumerate() {
            let other = i64::from(other.0.get(at).copied().unwrap_or_default());
            borrow += i64::from(*part) - other;
            *part = borrow as u32;
            borrow >>= 32;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        true
    }

    /// The quotient, which must be below 2^57, and whether the remainder is 0.
    fn divided_by(mut self, other: &Self) -> (u64, bool) {
        let mut divisor = Natural(other.0.clone());
        divisor.shift(57);
        let mut quotient = 0;
        for _ in 0..=57 {
            quotient = quotient << 1 | u64::from(self.take(&divisor));
            self.double();
        }
        (quotient, self.0.is_empty())
    }
}
