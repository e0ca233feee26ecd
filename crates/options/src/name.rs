//! Field names in JSON.

/// The index after the `r#` of a raw identifier.
const fn start(name: &[u8]) -> usize {
    if name.len() > 2 && name[1] == b'#' {
        2
    } else {
        0
    }
}

/// The length of the `camelCase` form of a `snake_case` name.
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

/// The `camelCase` form of a `snake_case` name; `N` is its length.
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
