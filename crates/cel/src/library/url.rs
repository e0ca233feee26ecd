//! Kubernetes' library of URLs. A URL is a text that Go's `url.ParseRequestURI` accepts: an absolute URL or an absolute
//! path.

use std::rc::Rc;

use crate::{
    function::Function as F,
    limits::Meter,
    map::Map,
    stop::{Evaluated, fail},
    value::Value,
};

/// The parts of a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url {
    scheme: String,
    /// The host with brackets and port.
    host: String,
    /// The path as Go's `EscapedPath` returns it.
    path: String,
    query: String,
    /// The part after the scheme of a URL that has neither an authority nor a path: `mailto:…`.
    opaque: String,
    fragment: Option<String>,
}

impl Url {
    /// Reads a URL.
    ///
    /// # Errors
    /// The text is not a URL; the message says why.
    pub fn parse(text: &str) -> Result<Self, String> {
        // First as a request's, where `#` is a character as any other; then with its fragment.
        read(text)?;
        let (rest, fragment) = match text.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment.to_owned())),
            None => (text, None),
        };
        let url = read(rest)?;
        Ok(Self { fragment, ..url })
    }

    /// The host without brackets and port.
    fn hostname(&self) -> &str {
        let (host, _) = split_port(&self.host);
        host.strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'))
            .unwrap_or(host)
    }

    fn port(&self) -> &str {
        split_port(&self.host).1
    }
}

fn split_port(host: &str) -> (&str, &str) {
    match host.rsplit_once(':') {
        Some((before, port)) if !port.contains(']') => (before, port),
        _ => (host, ""),
    }
}

fn read(text: &str) -> Result<Url, String> {
    let wrong =
        |why: &str| format!("URL parse error during conversion from string: {text:?}: {why}");
    if text.is_empty() {
        return Err(wrong("empty url"));
    }
    if text.bytes().any(|byte| byte < 0x20 || byte == 0x7f) {
        return Err(wrong("invalid control character in URL"));
    }
    let (scheme, rest) = scheme(text).ok_or_else(|| wrong("missing protocol scheme"))?;
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut url = Url {
        scheme: scheme.to_ascii_lowercase(),
        host: String::new(),
        path: String::new(),
        query: query.to_owned(),
        opaque: String::new(),
        fragment: None,
    };
    if !rest.starts_with('/') {
        if scheme.is_empty() {
            return if rest == "*" {
                "*".clone_into(&mut url.path);
                Ok(url)
            } else {
                Err(wrong("invalid URI for request"))
            };
        }
        rest.clone_into(&mut url.opaque);
        return Ok(url);
    }
    let mut path = rest;
    if let Some(rest) = rest.strip_prefix("//").filter(|_| !scheme.is_empty()) {
        let end = rest.find('/').unwrap_or(rest.len());
        url.host = authority(&rest[..end]).map_err(|why| wrong(&why))?;
        path = &rest[end..];
    }
    let unescaped = unescape(path, false).map_err(|why| wrong(&why))?;
    url.path = if path
        .bytes()
        .all(|byte| byte == b'%' || stays_in_path(byte) || b"[]!'()*".contains(&byte))
    {
        path.to_owned()
    } else {
        escape(&unescaped)
    };
    Ok(url)
}

/// The scheme (empty if missing) and the rest; `None` if the text begins with the colon.
fn scheme(text: &str) -> Option<(&str, &str)> {
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if at > 0 => {}
            b':' if at == 0 => return None,
            b':' => return Some((&text[..at], &text[at + 1..])),
            _ => return Some(("", text)),
        }
    }
    Some(("", text))
}

/// The host of an authority, without user and password.
fn authority(text: &str) -> Result<String, String> {
    let (user, host) = match text.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, text),
    };
    if let Some(user) = user {
        let is_valid = user
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte));
        if !is_valid {
            return Err("net/url: invalid userinfo".to_owned());
        }
        unescape(user, false)?;
    }
    let port = match host.strip_prefix('[') {
        Some(rest) => {
            let end = rest.rfind(']').ok_or("missing ']' in host")?;
            &rest[end + 1..]
        }
        None => host.rfind(':').map_or("", |at| &host[at..]),
    };
    let digits = port.strip_prefix(':').unwrap_or("");
    let is_port = port.is_empty() || port.starts_with(':');
    if !is_port || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("invalid port {port:?} after host"));
    }
    for byte in host.bytes().filter(u8::is_ascii) {
        let is_valid = byte.is_ascii_alphanumeric() || b"-_.~!$&'()*+,;=:[]<>\"%".contains(&byte);
        if !is_valid {
            return Err(format!(
                "invalid character {:?} in host name",
                char::from(byte)
            ));
        }
    }
    // Only characters beyond ASCII may be written with `%` in a host.
    let mut rest = host;
    while let Some((_, behind)) = rest.split_once('%') {
        let byte = behind
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match byte {
            Some(byte) if !byte.is_ascii() || host.starts_with('[') && byte == b'%' => {}
            _ => {
                let escape: String = behind.chars().take(2).collect();
                return Err(format!("invalid URL escape \"%{escape}\""));
            }
        }
        rest = behind;
    }
    unescape(host, false)
}

/// Resolves `%xx`, and `+` in queries.
fn unescape(text: &str, query: bool) -> Result<String, String> {
    if !text.contains(['%', '+']) {
        return Ok(text.to_owned());
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'%' => {
                let hex = text
                    .get(at..at + 2)
                    .filter(|hex| hex.bytes().all(|digit| digit.is_ascii_hexdigit()));
                let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) else {
                    let escape: String = text[at - 1..].chars().take(3).collect();
                    return Err(format!("invalid URL escape {escape:?}"));
                };
                out.push(byte);
                at += 2;
            }
            b'+' if query => out.push(b' '),
            byte => out.push(byte),
        }
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn stays_in_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~$&+,/:;=@".contains(&byte)
}

fn escape(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if stays_in_path(byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                let digit = char::from_digit(u32::from(digit), 16).unwrap_or('0');
                out.push(digit.to_ascii_uppercase());
            }
        }
    }
    out
}

/// The parameters of a query by name. Parameters with invalid escapes are left out.
fn parameters(query: &str) -> Value {
    let mut map = Map::default();
    for pair in query.split('&') {
        if pair.is_empty() || pair.contains(';') {
            continue;
        }
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (Ok(name), Ok(value)) = (unescape(name, true), unescape(value, true)) else {
            continue;
        };
        let mut values = match map.get_str(&name) {
            Some(Value::List(values)) => Vec::clone(values),
            _ => Vec::new(),
        };
        values.push(Value::string(value));
        map.insert(Value::string(name), Value::list(values));
    }
    Value::Map(Rc::new(map))
}

/// Calls a function of URLs; `None` if the function is not one of them, or does not take these types.
pub(crate) fn call(
    meter: &mut Meter,
    function: F,
    arguments: &[Value],
) -> Option<Evaluated<Value>> {
    let text = |text: &str| Some(Ok(Value::string(text)));
    match (function, arguments) {
        (F::ToUrl | F::IsUrl, [Value::String(written)]) => {
            if let Err(stop) = meter.text(4 * written.len()) {
                return Some(Err(stop));
            }
            Some(match (function, Url::parse(written)) {
                (F::IsUrl, url) => Ok(Value::Bool(url.is_ok())),
                (_, Ok(url)) => Ok(Value::Url(Rc::new(url))),
                (_, Err(message)) => fail(message),
            })
        }
        (F::GetScheme, [Value::Url(url)]) => text(&url.scheme),
        (F::GetHost, [Value::Url(url)]) => text(&url.host),
        (F::GetHostname, [Value::Url(url)]) => text(url.hostname()),
        (F::GetPort, [Value::Url(url)]) => text(url.port()),
        (F::GetEscapedPath, [Value::Url(url)]) => text(&url.path),
        (F::GetQuery, [Value::Url(url)]) => {
            // A name that stands often copies its values each time.
            let pairs = url.query.split('&').count() as u64;
            let room = meter
                .allocate(64 * pairs + 2 * url.query.len() as u64)
                .and_then(|()| meter.work(pairs.saturating_mul(pairs) / 8 + pairs));
            Some(room.map(|()| parameters(&url.query)))
        }
        _ => None,
    }
}
