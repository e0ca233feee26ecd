//! Kubernetes' library of networks.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use super::ip;
use crate::{
    function::Function as F,
    stop::{Evaluated, fail},
    value::Value,
};

/// A network: an address and the number of bits of its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cidr {
    /// The address as written, including the bits after the prefix.
    pub(crate) address: IpAddr,
    bits: u32,
}

impl Cidr {
    /// Reads a network such as `10.0.0.0/8`.
    ///
    /// # Errors
    /// The text is not a network; the message says why.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("network address parse error during conversion from string: {text:?}");
        let (address, bits) = text.rsplit_once('/').ok_or_else(wrong)?;
        let address = ip::parse(address)?;
        let is_number = !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || bits.len() > 1 && bits.starts_with('0') {
            return Err(wrong());
        }
        let bits = bits.parse().map_err(|_| wrong())?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        if bits > longest {
            return Err(wrong());
        }
        Ok(Self { address, bits })
    }

    /// The network with all bits after the prefix zero.
    fn masked(self) -> Self {
        let address = match self.address {
            IpAddr::V4(ip) => {
                let mask = u32::MAX.checked_shl(32 - self.bits).unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from_bits(ip.to_bits() & mask))
            }
            IpAddr::V6(ip) => {
                let mask = u128::MAX.checked_shl(128 - self.bits).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & mask))
            }
        };
        Self { address, ..self }
    }

    fn contains_ip(self, ip: IpAddr) -> bool {
        let other = Self {
            address: ip,
            ..self
        };
        ip.is_ipv4() == self.address.is_ipv4() && self.masked() == other.masked()
    }

    fn contains(self, other: Self) -> bool {
        self.bits <= other.bits && self.contains_ip(other.address)
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

/// Calls a function of networks; `None` if the function is not one of them, or does not take these types.
pub(crate) fn call(function: F, arguments: &[Value]) -> Option<Evaluated<Value>> {
    let bool = |value| Some(Ok(Value::Bool(value)));
    match (function, arguments) {
        (F::ToCidr, [Value::String(text)]) => {
            Some(Cidr::parse(text).map_or_else(fail, |cidr| Ok(Value::Cidr(cidr))))
        }
        (F::IsCidr, [Value::String(text)]) => bool(Cidr::parse(text).is_ok()),
        (F::ContainsIp, [Value::Cidr(cidr), Value::Ip(ip)]) => bool(cidr.contains_ip(*ip)),
        (F::ContainsIp, [Value::Cidr(cidr), Value::String(text)]) => Some(match ip::parse(text) {
            Ok(ip) => Ok(Value::Bool(cidr.contains_ip(ip))),
            Err(message) => fail(message),
        }),
        (F::ContainsCidr, [Value::Cidr(cidr), Value::Cidr(other)]) => bool(cidr.contains(*other)),
        (F::ContainsCidr, [Value::Cidr(cidr), Value::String(text)]) => {
            Some(match Cidr::parse(text) {
                Ok(other) => Ok(Value::Bool(cidr.contains(other))),
                Err(message) => fail(message),
            })
        }
        (F::ToIp, [Value::Cidr(cidr)]) => Some(Ok(Value::Ip(cidr.address))),
        (F::PrefixLength, [Value::Cidr(cidr)]) => Some(Ok(Value::Int(i64::from(cidr.bits)))),
        (F::Masked, [Value::Cidr(cidr)]) => Some(Ok(Value::Cidr(cidr.masked()))),
        _ => None,
    }
}
