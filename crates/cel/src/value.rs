//! The values of expressions.

use std::{cmp::Ordering, fmt, net::IpAddr, rc::Rc};

use schedscope_quantity::Quantity;

use crate::{
    library::{cidr::Cidr, named_format::NamedFormat, semver::Semver, url::Url},
    limits::Meter,
    map::Map,
    stop::Evaluated,
    time::{Duration, InSeconds, Timestamp},
};

/// A value. A clone shares lists, maps and texts with its original.
#[derive(Clone, Debug)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A signed whole number.
    Int(i64),
    /// An unsigned whole number.
    Uint(u64),
    /// A floating-point number.
    Double(f64),
    /// A text.
    String(Rc<str>),
    Bytes(Rc<[u8]>),
    List(Rc<Vec<Value>>),
    Map(Rc<Map>),
    /// A point in time.
    Timestamp(Timestamp),
    /// A span of time.
    Duration(Duration),
    /// The type of a value, by its name.
    Type(Rc<str>),
    /// A value that may be absent.
    Optional(Option<Rc<Value>>),
    /// An amount as Kubernetes writes it.
    Quantity(Rc<Quantity>),
    /// A semantic version.
    Semver(Rc<Semver>),
    Url(Rc<Url>),
    /// An IP address.
    Ip(IpAddr),
    /// A network.
    Cidr(Cidr),
    /// One of Kubernetes' named formats of texts.
    Format(NamedFormat),
}

impl Value {
    pub fn string(text: impl Into<Rc<str>>) -> Self {
        Self::String(text.into())
    }

    pub fn list(items: Vec<Value>) -> Self {
        Self::List(Rc::new(items))
    }

    /// A list of texts.
    pub fn strings<T: Into<Rc<str>>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::list(items.into_iter().map(Self::string).collect())
    }

    /// An optional value that is present.
    pub fn some(value: Value) -> Self {
        Self::Optional(Some(Rc::new(value)))
    }

    /// The name of the value's type, as `type()` returns it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null_type",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Double(_) => "double",
            Self::String(_) => "string",
            Self::Bytes(_) => "bytes",
            Self::List(_) => "list",
            Self::Map(_) => "map",
            Self::Timestamp(_) => "google.protobuf.Timestamp",
            Self::Duration(_) => "google.protobuf.Duration",
            Self::Type(_) => "type",
            Self::Optional(_) => "optional_type",
            Self::Quantity(_) => "kubernetes.Quantity",
            Self::Semver(_) => "kubernetes.Semver",
            Self::Url(_) => "kubernetes.URL",
            Self::Ip(_) => "net.IP",
            Self::Cidr(_) => "net.CIDR",
            Self::Format(_) => "kubernetes.NamedFormat",
        }
    }

    /// The size of a text (characters), bytes, a list or a map; 1 for other values. O(1) except for texts.
    pub fn size(&self) -> u64 {
        match self {
            Self::String(text) => characters(text),
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::List(items) => items.len() as u64,
            Self::Map(map) => map.len() as u64,
            Self::Ip(ip) => bytes_of(*ip),
            Self::Cidr(cidr) => bytes_of(cidr.address),
            _ => 1,
        }
    }

    /// Whether the value is the zero value of its type: null, `false`, 0 or empty.
    pub fn is_zero(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Bool(value) => !value,
            Self::Int(value) => *value == 0,
            Self::Uint(value) => *value == 0,
            Self::Double(value) => *value == 0.0,
            Self::String(text) => text.is_empty(),
            Self::Bytes(bytes) => bytes.is_empty(),
            Self::List(items) => items.is_empty(),
            Self::Map(map) => map.is_empty(),
            Self::Duration(duration) => duration.0 == 0,
            Self::Optional(value) => value.is_none(),
            _ => false,
        }
    }

    /// Equality across types: values of different types differ, but numbers compare as numbers. Values share their
    /// parts, so a comparison may visit more parts than were ever created; each part is counted before it is visited.
    ///
    /// # Errors
    /// The limit of steps.
    pub(crate) fn equals(&self, other: &Self, meter: &mut Meter) -> Evaluated<bool> {
        meter.work(1)?;
        Ok(match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(one), Self::Bool(two)) => one == two,
            (Self::String(one), Self::String(two)) => {
                meter.work(one.len().min(two.len()) as u64 / 16)?;
                one == two
            }
            (Self::Bytes(one), Self::Bytes(two)) => {
                meter.work(one.len().min(two.len()) as u64 / 16)?;
                one == two
            }
            (Self::List(one), Self::List(two)) => {
                if one.len() != two.len() {
                    return Ok(false);
                }
                for (one, two) in one.iter().zip(two.iter()) {
                    if !one.equals(two, meter)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Self::Map(one), Self::Map(two)) => {
                if one.len() != two.len() {
                    return Ok(false);
                }
                for (key, one) in one.entries() {
                    let Some(two) = two.get(key) else {
                        return Ok(false);
                    };
                    if !one.equals(two, meter)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Self::Timestamp(one), Self::Timestamp(two)) => one == two,
            (Self::Duration(one), Self::Duration(two)) => one == two,
            (Self::Type(one), Self::Type(two)) => one == two,
            (Self::Optional(one), Self::Optional(two)) => match (one, two) {
                (Some(one), Some(two)) => one.equals(two, meter)?,
                (one, two) => one.is_none() && two.is_none(),
            },
            (Self::Quantity(one), Self::Quantity(two)) => one.compare(two).is_eq(),
            (Self::Semver(one), Self::Semver(two)) => one.compare(two).is_eq(),
            (Self::Url(one), Self::Url(two)) => one == two,
            (Self::Ip(one), Self::Ip(two)) => one == two,
            (Self::Cidr(one), Self::Cidr(two)) => one == two,
            (Self::Format(one), Self::Format(two)) => one == two,
            _ => self.compare_numbers(other) == Some(Ordering::Equal),
        })
    }

    /// The order of two numbers of any types; `None` if one value is not a number or is NaN.
    fn compare_numbers(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(one), Self::Int(two)) => Some(one.cmp(two)),
            (Self::Uint(one), Self::Uint(two)) => Some(one.cmp(two)),
            (Self::Int(one), Self::Uint(two)) => Some(i128::from(*one).cmp(&i128::from(*two))),
            (Self::Uint(one), Self::Int(two)) => Some(i128::from(*one).cmp(&i128::from(*two))),
            (Self::Double(one), Self::Double(two)) => one.partial_cmp(two),
            // As doubles, as the hub does: beyond 2^53 neighbours are equal.
            (Self::Double(one), Self::Int(two)) => one.partial_cmp(&(*two as f64)),
            (Self::Double(one), Self::Uint(two)) => one.partial_cmp(&(*two as f64)),
            (Self::Int(one), Self::Double(two)) => (*one as f64).partial_cmp(two),
            (Self::Uint(one), Self::Double(two)) => (*one as f64).partial_cmp(two),
            _ => None,
        }
    }

    /// The order of two values.
    ///
    /// # Errors
    /// Values of these types have no order, or one value is NaN.
    pub fn compare(&self, other: &Self) -> Result<Ordering, Incomparable> {
        let order = match (self, other) {
            (Self::Bool(one), Self::Bool(two)) => Some(one.cmp(two)),
            (Self::String(one), Self::String(two)) => Some(one.cmp(two)),
            (Self::Bytes(one), Self::Bytes(two)) => Some(one.cmp(two)),
            (Self::Timestamp(one), Self::Timestamp(two)) => Some(one.cmp(two)),
            (Self::Duration(one), Self::Duration(two)) => Some(one.cmp(two)),
            _ => self.compare_numbers(other),
        };
        order.ok_or_else(|| {
            let is_nan = |value: &Self| matches!(value, Self::Double(number) if number.is_nan());
            if is_nan(self) || is_nan(other) {
                Incomparable::NotANumber
            } else {
                Incomparable::Types
            }
        })
    }
}

/// The reason why two values have no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomparable {
    /// Their types have no order.
    Types,
    /// One value is NaN.
    NotANumber,
}

/// The number of characters of a text.
pub fn characters(text: &str) -> u64 {
    if text.is_ascii() {
        text.len() as u64
    } else {
        text.chars().count() as u64
    }
}

fn bytes_of(ip: IpAddr) -> u64 {
    match ip {
        IpAddr::V4(_) => 4,
        IpAddr::V6(_) => 16,
    }
}

/// The value as a CEL literal, for messages.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Uint(value) => write!(f, "{value}u"),
            Self::Double(value) => value.fmt(f),
            Self::String(text) => f.write_str(text),
            Self::Type(name) => f.write_str(name),
            Self::Timestamp(time) => time.fmt(f),
            Self::Duration(duration) => InSeconds(*duration).fmt(f),
            other => write!(f, "a value of type {}", other.type_name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &Value, two: &Value, equal: bool, order: Result<Ordering, Incomparable>) {
        let mut meter = Meter::default();
        assert_eq!(one.equals(two, &mut meter), Ok(equal), "{one:?} {two:?}");
        assert_eq!(two.equals(one, &mut meter), Ok(equal), "{two:?} {one:?}");
        assert_eq!(one.compare(two), order, "{one:?} {two:?}");
        assert_eq!(two.compare(one), order.map(Ordering::reverse));
    }

    #[test]
    fn numbers_compare_across_types() {
        use Ordering::{Equal, Greater, Less};
        use Value::{Double, Int, Uint};
        check(&Int(1), &Uint(1), true, Ok(Equal));
        check(&Int(-1), &Uint(u64::MAX), false, Ok(Less));
        check(&Int(1), &Double(1.0), true, Ok(Equal));
        check(&Double(1.5), &Int(1), false, Ok(Greater));
        check(&Double(-1.5), &Int(-1), false, Ok(Less));
        // 2^53 + 1 has no double of its own.
        check(
            &Int(9_007_199_254_740_993),
            &Int(9_007_199_254_740_992),
            false,
            Ok(Greater),
        );
        check(
            &Int(9_007_199_254_740_993),
            &Double(9_007_199_254_740_992.0),
            true,
            Ok(Equal),
        );
        check(&Uint(u64::MAX), &Int(i64::MAX), false, Ok(Greater));
        check(&Double(f64::INFINITY), &Int(i64::MAX), false, Ok(Greater));
        check(
            &Double(f64::NAN),
            &Int(0),
            false,
            Err(Incomparable::NotANumber),
        );
        check(&Double(-0.0), &Double(0.0), true, Ok(Equal));
    }

    #[test]
    fn values_of_different_types_differ() {
        check(
            &Value::Int(1),
            &Value::string("1"),
            false,
            Err(Incomparable::Types),
        );
        check(
            &Value::Null,
            &Value::Bool(false),
            false,
            Err(Incomparable::Types),
        );
        check(
            &Value::list(vec![Value::Int(1)]),
            &Value::list(vec![Value::Double(1.0)]),
            true,
            Err(Incomparable::Types),
        );
        check(
            &Value::some(Value::Int(1)),
            &Value::Optional(None),
            false,
            Err(Incomparable::Types),
        );
    }
}
