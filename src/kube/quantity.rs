//! Kubernetes quantities. A stand-in until the exact ones are there: plain numbers and suffixes.

/// An amount as Kubernetes writes it: `500m`, `63194Mi`, `1E3`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    text: Box<str>,
    value: f64,
}

/// A text that is no quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantityError;

impl Quantity {
    /// Reads a quantity.
    ///
    /// # Errors
    /// The text is no number with a known suffix.
    pub fn parse(text: &str) -> Result<Self, QuantityError> {
        const SUFFIXES: [(&str, f64); 9] = [
            ("Ki", 1024.0),
            ("Mi", 1_048_576.0),
            ("Gi", 1_073_741_824.0),
            ("Ti", 1_099_511_627_776.0),
            ("m", 1e-3),
            ("k", 1e3),
            ("M", 1e6),
            ("G", 1e9),
            ("T", 1e12),
        ];
        let (number, factor) = SUFFIXES
            .iter()
            .find_map(|(suffix, factor)| Some((text.strip_suffix(suffix)?, *factor)))
            .unwrap_or((text, 1.0));
        let number: f64 = number.parse().map_err(|_| QuantityError)?;
        Ok(Self {
            text: text.into(),
            value: number * factor,
        })
    }

    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        self.value
    }
}

impl std::fmt::Display for Quantity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}
