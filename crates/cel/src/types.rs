//! Static types, and cel-go's rules of which type fits where.

use std::{fmt, rc::Rc};

/// The static type of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::enum_variant_names,
    reason = "the type of types is called `type`"
)]
pub(crate) enum Type {
    /// A type that is known at evaluation only.
    Dyn,
    /// The type of an expression whose error is already reported.
    Error,
    Null,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Timestamp,
    Duration,
    List(Rc<Type>),
    Map(Rc<(Type, Type)>),
    /// A type as a value.
    Type(Rc<Type>),
    Optional(Rc<Type>),
    /// A type of an extension.
    Object(Object),
    /// A type variable of the checker.
    Variable(u32),
    /// A parameter of a signature.
    Parameter(u8),
}

/// The types of extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Object {
    Quantity,
    Semver,
    Url,
    Ip,
    Cidr,
    Format,
}

impl Object {
    fn name(self) -> &'static str {
        match self {
            Self::Quantity => "kubernetes.Quantity",
            Self::Semver => "kubernetes.Semver",
            Self::Url => "kubernetes.URL",
            Self::Ip => "net.IP",
            Self::Cidr => "net.CIDR",
            Self::Format => "kubernetes.NamedFormat",
        }
    }
}

impl Type {
    pub(crate) fn list(item: Self) -> Self {
        Self::List(Rc::new(item))
    }

    pub(crate) fn map(key: Self, value: Self) -> Self {
        Self::Map(Rc::new((key, value)))
    }

    pub(crate) fn optional(value: Self) -> Self {
        Self::Optional(Rc::new(value))
    }

    pub(crate) fn type_of(value: Self) -> Self {
        Self::Type(Rc::new(value))
    }

    /// Whether the type is `dyn` or an error that is already reported.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Dyn | Self::Error)
    }

    /// The type inside an optional type, and whether the type is optional.
    pub(crate) fn unwrap_optional(self) -> (Self, bool) {
        match self {
            Self::Optional(value) => (Rc::unwrap_or_clone(value), true),
            other => (other, false),
        }
    }

    /// Whether `null` fits, as in earlier checkers of CEL.
    fn is_nullable(&self) -> bool {
        matches!(
            self,
            Self::Null | Self::Duration | Self::Timestamp | Self::Object(_) | Self::Optional(_)
        )
    }

    /// Whether the type has more parts than `most`. O(`most`): parts may be shared, so the number of parts may be
    /// exponential.
    pub(crate) fn is_larger_than(&self, most: usize) -> bool {
        fn rest(of: &Type, left: usize) -> Option<usize> {
            let left = left.checked_sub(1)?;
            match of {
                Type::List(inner) | Type::Type(inner) | Type::Optional(inner) => rest(inner, left),
                Type::Map(entry) => rest(&entry.1, rest(&entry.0, left)?),
                _ => Some(left),
            }
        }
        rest(self, most).is_none()
    }

    /// Replaces the parameters of a signature by variables, from `first` on.
    pub(crate) fn instantiate(&self, first: u32) -> Self {
        self.rebuild(&mut |leaf| match leaf {
            Self::Parameter(number) => Some(Self::Variable(first + u32::from(*number))),
            _ => None,
        })
    }

    fn rebuild(&self, leaf: &mut impl FnMut(&Self) -> Option<Self>) -> Self {
        if let Some(other) = leaf(self) {
            return other;
        }
        match self {
            Self::List(item) => Self::list(item.rebuild(leaf)),
            Self::Map(entry) => Self::map(entry.0.rebuild(leaf), entry.1.rebuild(leaf)),
            Self::Type(value) => Self::type_of(value.rebuild(leaf)),
            Self::Optional(value) => Self::optional(value.rebuild(leaf)),
            other => other.clone(),
        }
    }
}

/// The type's name in messages.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dyn | Self::Variable(_) | Self::Parameter(_) => f.write_str("dyn"),
            Self::Error => f.write_str("!error!"),
            Self::Null => f.write_str("null"),
            Self::Bool => f.write_str("bool"),
            Self::Int => f.write_str("int"),
            Self::Uint => f.write_str("uint"),
            Self::Double => f.write_str("double"),
            Self::String => f.write_str("string"),
            Self::Bytes => f.write_str("bytes"),
            Self::Timestamp => f.write_str("timestamp"),
            Self::Duration => f.write_str("duration"),
            Self::List(item) => write!(f, "list({item})"),
            Self::Map(entry) => write!(f, "map({}, {})", entry.0, entry.1),
            Self::Type(value) => write!(f, "type({value})"),
            Self::Optional(value) => write!(f, "optional_type({value})"),
            Self::Object(object) => f.write_str(object.name()),
        }
    }
}

impl Type {
    /// The name that `type()` returns for the type's values.
    pub(crate) fn runtime_name(&self) -> &'static str {
        match self {
            Self::Dyn | Self::Error | Self::Variable(_) | Self::Parameter(_) => "dyn",
            Self::Null => "null_type",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Double => "double",
            Self::String => "string",
            Self::Bytes => "bytes",
            Self::Timestamp => "google.protobuf.Timestamp",
            Self::Duration => "google.protobuf.Duration",
            Self::List(_) => "list",
            Self::Map(_) => "map",
            Self::Type(_) => "type",
            Self::Optional(_) => "optional_type",
            Self::Object(object) => object.name(),
        }
    }
}

/// The types that the variables are known to be.
#[derive(Debug, Default)]
pub(crate) struct Substitution {
    /// By variable.
    known: Vec<Option<Type>>,
    /// The earlier types of the variables that the current trial changed.
    undo: Vec<(u32, Option<Type>)>,
}

impl Substitution {
    /// Creates variables; returns the number of the first one.
    pub(crate) fn variables(&mut self, count: u32) -> u32 {
        let first = self.known.len();
        self.known.resize(first + count as usize, None);
        first as u32
    }

    /// Removes the variables from `first` on, which no type mentions.
    pub(crate) fn forget(&mut self, first: u32) {
        self.known.truncate(first as usize);
    }

    fn find(&self, variable: u32) -> Option<&Type> {
        self.known.get(variable as usize)?.as_ref()
    }

    /// The type with its known variables replaced.
    pub(crate) fn resolve(&self, of: &Type) -> Type {
        of.rebuild(&mut |leaf| match leaf {
            Type::Variable(number) => self.find(*number).map(|known| self.resolve(known)),
            _ => None,
        })
    }

    /// The type with its known variables replaced, and unknown variables as `dyn`.
    pub(crate) fn resolve_open(&self, of: &Type) -> Type {
        of.rebuild(&mut |leaf| match leaf {
            Type::Variable(number) => Some(
                self.find(*number)
                    .map_or(Type::Dyn, |known| self.resolve_open(known)),
            ),
            _ => None,
        })
    }

    /// Whether values of the types fit into places of the other types. If they do, the types found for variables are
    /// kept.
    pub(crate) fn all_fit(&mut self, values: &[Type], places: &[Type]) -> bool {
        if values.len() != places.len() {
            return false;
        }
        self.undo.clear();
        let mut pairs = values.iter().zip(places);
        let fit = pairs.all(|(value, place)| self.try_fit(value, place));
        if !fit {
            while let Some((variable, before)) = self.undo.pop() {
                self.known[variable as usize] = before;
            }
        }
        fit
    }

    /// Whether a value of one type fits into a place of another.
    pub(crate) fn fits(&mut self, value: &Type, place: &Type) -> bool {
        self.all_fit(std::slice::from_ref(value), std::slice::from_ref(place))
    }

    fn try_fit(&mut self, one: &Type, two: &Type) -> bool {
        if let Type::Variable(variable) = two {
            match self.try_variable(one, *variable) {
                (true, _) => return true,
                (false, true) => return false,
                (false, false) => {}
            }
        }
        if let Type::Variable(variable) = one {
            return self.try_variable(two, *variable).0;
        }
        if one.is_open() || two.is_open() {
            return true;
        }
        match (one, two) {
            (Type::Null, other) | (other, Type::Null) => other.is_nullable(),
            (Type::Type(_), Type::Type(_)) => true,
            (Type::List(one), Type::List(two)) | (Type::Optional(one), Type::Optional(two)) => {
                self.try_fit(one, two)
            }
            (Type::Map(one), Type::Map(two)) => {
                self.try_fit(&one.0, &two.0) && self.try_fit(&one.1, &two.1)
            }
            (one, two) => one == two,
        }
    }

    /// Fits a type to a variable, which takes the type if it has none. Returns whether the type fits, and whether the
    /// variable had a type already.
    fn try_variable(&mut self, other: &Type, variable: u32) -> (bool, bool) {
        if *other == Type::Variable(variable) {
            return (true, true);
        }
        if let Some(known) = self.find(variable).cloned() {
            if *other == known {
                return (true, true);
            }
            if self.try_fit(other, &known) {
                let general = most_general(other, &known);
                if !self.occurs(variable, &general) {
                    self.set(variable, general);
                }
                return (true, true);
            }
            return (false, true);
        }
        if self.occurs(variable, other) {
            return (false, false);
        }
        self.set(variable, other.clone());
        (true, false)
    }

    fn set(&mut self, variable: u32, known: Type) {
        if let Some(place) = self.known.get_mut(variable as usize) {
            self.undo.push((variable, place.replace(known)));
        }
    }

    /// Whether a type mentions a variable.
    fn occurs(&self, variable: u32, within: &Type) -> bool {
        match within {
            Type::Variable(it) => {
                *it == variable
                    || self
                        .find(*it)
                        .is_some_and(|known| self.occurs(variable, known))
            }
            Type::List(inner) | Type::Type(inner) | Type::Optional(inner) => {
                self.occurs(variable, inner)
            }
            Type::Map(entry) => self.occurs(variable, &entry.0) || self.occurs(variable, &entry.1),
            _ => false,
        }
    }
}

/// The more general of two types that fit.
pub(crate) fn most_general(one: &Type, two: &Type) -> Type {
    if is_at_most(one, two) {
        one.clone()
    } else {
        two.clone()
    }
}

/// Whether the first type is as general as the second, or more general.
fn is_at_most(one: &Type, two: &Type) -> bool {
    match (one, two) {
        (Type::Dyn | Type::Variable(_), _) => true,
        (_, Type::Dyn | Type::Variable(_)) => false,
        (Type::List(one), Type::List(two)) | (Type::Optional(one), Type::Optional(two)) => {
            is_at_most(one, two)
        }
        (Type::Map(one), Type::Map(two)) => {
            is_at_most(&one.0, &two.0) && is_at_most(&one.1, &two.1)
        }
        (Type::Type(_), Type::Type(_)) => true,
        (one, two) => one == two,
    }
}
