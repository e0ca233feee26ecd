//! Names of fields as JSON has them.

/// The index after the `r#` of a name that is a keyword of Rust.
const fn start(name: &[u8]) -> usize {
    if name.len() > 2 && name[1] == b'#' {
        2
    } else {
        0
    }
}

/// How long the name is in `camelCase` that Rust writes as `snake_case`.
pub const fn camel_length(snake: &str) -> usize {
    let bytes = snake.as_bytes();
    let (mut at, mut length) = (start(bytes), 0);
    while at < bytes.len() {
        if bytes[at] != b'_' {
            length += 1;
        }
        at += 1;
    }
    length
}

/// The name in `camelCase` that Rust writes as `snake_case`; `N` is its length.
pub const fn camel<const N: usize>(snake: &str) -> [u8; N] {
    let bytes = snake.as_bytes();
    let mut camel = [0; N];
    let (mut at, mut length, mut raise) = (start(bytes), 0, false);
    while at < bytes.len() {
        if bytes[at] == b'_' {
            raise = true;
        } else {
            camel[length] = if raise {
                bytes[at].to_ascii_uppercase()
            } else {
                bytes[at]
            };
            raise = false;
            length += 1;
        }
        at += 1;
    }
    camel
}
