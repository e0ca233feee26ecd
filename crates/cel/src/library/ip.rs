//! Kubernetes' library of IP addresses.

use std::net::{IpAddr, Ipv4Addr};

use crate::{
    function::Function as F,
    stop::{Evaluated, fail},
    value::Value,
};

/// Reads an address. Addresses with a zone and IPv4-mapped IPv6 addresses are refused.
///
/// # Errors
/// The text is not an address; the message says why.
pub(crate) fn parse(text: &str) -> Result<IpAddr, String> {
    let read: Result<IpAddr, _> = text.parse();
    match read {
        Ok(IpAddr::V6(ip)) if ip.to_ipv4_mapped().is_some() => {
            Err(format!("IPv4-mapped IPv6 address {text:?} is not allowed"))
        }
        Ok(ip) => Ok(ip),
        Err(_) if text.contains('%') => Err(format!(
            "IP address {text:?} with zone value is not allowed"
        )),
        Err(_) => Err(format!(
            "IP Address {text:?} parse error during conversion from string"
        )),
    }
}

/// Calls a function of addresses; `None` if the function is not one of them, or does not take these types.
pub(crate) fn call(function: F, arguments: &[Value]) -> Option<Evaluated<Value>> {
    let bool = |value| Some(Ok(Value::Bool(value)));
    match (function, arguments) {
        (F::ToIp, [Value::String(text)]) => {
            Some(parse(text).map_or_else(fail, |ip| Ok(Value::Ip(ip))))
        }
        (F::IsIp, [Value::String(text)]) => bool(parse(text).is_ok()),
        (F::IsCanonicalIp, [Value::String(text)]) => Some(match parse(text) {
            Ok(ip) => Ok(Value::Bool(ip.to_string() == **text)),
            Err(message) => fail(message),
        }),
        (F::Family, [Value::Ip(ip)]) => Some(Ok(Value::Int(if ip.is_ipv4() { 4 } else { 6 }))),
        (F::IsUnspecified, [Value::Ip(ip)]) => bool(ip.is_unspecified()),
        (F::IsLoopback, [Value::Ip(ip)]) => bool(ip.is_loopback()),
        (F::IsLinkLocalMulticast, [Value::Ip(ip)]) => bool(match ip {
            IpAddr::V4(ip) => ip.octets()[..3] == [224, 0, 0],
            IpAddr::V6(ip) => ip.segments()[0] & 0xff0f == 0xff02,
        }),
        (F::IsLinkLocalUnicast, [Value::Ip(ip)]) => bool(is_link_local_unicast(*ip)),
        (F::IsGlobalUnicast, [Value::Ip(ip)]) => bool(
            !ip.is_unspecified()
                && *ip != IpAddr::V4(Ipv4Addr::BROADCAST)
                && !ip.is_loopback()
                && !ip.is_multicast()
                && !is_link_local_unicast(*ip),
        ),
        _ => None,
    }
}

fn is_link_local_unicast(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.segments()[0] & 0xffc0 == 0xfe80,
    }
}
