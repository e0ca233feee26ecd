//! What the API machinery accepts as a label key and a label value.

const NAME: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and \
                    end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or \
                    '123-abc', regex used for validation is \
                    '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric \
                         characters, '-' or '.', and must start and end with an alphanumeric \
                         character (e.g. 'example.com', regex used for validation is \
                         '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, \
                     '-', '_' or '.', and must start and end with an alphanumeric character (e.g. \
                     'MyValue',  or 'my_value',  or '12345', regex used for validation is \
                     '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/// The errors of a label key; empty if it is valid.
pub(super) fn qualified_name(key: &str) -> Vec<String> {
    let mut errors = Vec::new();
    let parts: Vec<&str> = key.split('/').collect();
    let name = match parts[..] {
        [name] => name,
        [prefix, name] => {
            if prefix.is_empty() {
                errors.push("prefix part must be non-empty".to_owned());
            } else {
                if prefix.len() > 253 {
                    errors.push("prefix part must be no more than 253 bytes".to_owned());
                }
                if !is_subdomain(prefix) {
                    errors.push(format!("prefix part {SUBDOMAIN}"));
                }
            }
            name
        }
        _ => {
            return vec![format!(
                "a qualified name {NAME} with an optional DNS subdomain prefix and '/' (e.g. \
                 'example.com/MyName')"
            )];
        }
    };
    if name.is_empty() {
        errors.push("name part must be non-empty".to_owned());
    } else if name.len() > 63 {
        errors.push("name part must be no more than 63 bytes".to_owned());
    }
    if !is_name(name) {
        errors.push(format!("name part {NAME}"));
    }
    errors
}

/// The errors of a label value; empty if it is valid.
pub(super) fn label_value(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 63 {
        errors.push("must be no more than 63 bytes".to_owned());
    }
    if !value.is_empty() && !is_name(value) {
        errors.push(VALUE.to_owned());
    }
    errors
}

fn is_name(text: &str) -> bool {
    let alphanumeric_ends = text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.ends_with(|c: char| c.is_ascii_alphanumeric());
    alphanumeric_ends
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

fn is_subdomain(text: &str) -> bool {
    text.split('.').all(|label| {
        let inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        label.starts_with(inner)
            && label.ends_with(inner)
            && label.chars().all(|c| inner(c) || c == '-')
    })
}
