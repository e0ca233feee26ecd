//! The functions and operators that an expression may call.

/// Declares the functions with the names that they have in expressions.
macro_rules! functions {
    ($($variant:ident = $name:literal,)*) => {
        /// A function or operator with all of its overloads.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Function {
            $($variant,)*
        }

        impl Function {
            /// The function of a name.
            pub(crate) fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    // Each names a format; which one is its argument.
                    _ if name.starts_with("format.") => Some(Self::NamedFormat),
                    _ => None,
                }
            }

            /// The name of the function.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

functions! {
    Not = "!_",
    NotStrictlyFalse = "@not_strictly_false",
    Equals = "_==_",
    NotEquals = "_!=_",
    Add = "_+_",
    Divide = "_/_",
    Modulo = "_%_",
    Multiply = "_*_",
    Negate = "-_",
    Subtract = "_-_",
    Less = "_<_",
    LessEquals = "_<=_",
    Greater = "_>_",
    GreaterEquals = "_>=_",
    Index = "_[_]",
    OptionalIndex = "_[?_]",
    In = "@in",
    Size = "size",
    TypeOf = "type",
    ToBool = "bool",
    ToBytes = "bytes",
    ToDouble = "double",
    ToDuration = "duration",
    ToDyn = "dyn",
    ToInt = "int",
    ToString = "string",
    ToTimestamp = "timestamp",
    ToUint = "uint",
    Contains = "contains",
    EndsWith = "endsWith",
    StartsWith = "startsWith",
    Matches = "matches",
    GetFullYear = "getFullYear",
    GetMonth = "getMonth",
    GetDayOfYear = "getDayOfYear",
    GetDayOfMonth = "getDayOfMonth",
    GetDate = "getDate",
    GetDayOfWeek = "getDayOfWeek",
    GetHours = "getHours",
    GetMinutes = "getMinutes",
    GetSeconds = "getSeconds",
    GetMilliseconds = "getMilliseconds",
    OptionalOf = "optional.of",
    OptionalOfNonZero = "optional.ofNonZeroValue",
    OptionalNone = "optional.none",
    OptionalValue = "value",
    HasValue = "hasValue",
    OptionalOr = "or",
    OptionalOrValue = "orValue",
    OptionalUnwrap = "optional.unwrap",
    UnwrapOpt = "unwrapOpt",
    First = "first",
    Last = "last",
    CharAt = "charAt",
    IndexOf = "indexOf",
    LastIndexOf = "lastIndexOf",
    LowerAscii = "lowerAscii",
    UpperAscii = "upperAscii",
    Replace = "replace",
    Split = "split",
    Substring = "substring",
    Trim = "trim",
    Reverse = "reverse",
    Format = "format",
    Quote = "strings.quote",
    Join = "join",
    IsSorted = "isSorted",
    Max = "max",
    Min = "min",
    Sum = "sum",
    Find = "find",
    FindAll = "findAll",
    ToUrl = "url",
    IsUrl = "isURL",
    GetScheme = "getScheme",
    GetHost = "getHost",
    GetHostname = "getHostname",
    GetPort = "getPort",
    GetEscapedPath = "getEscapedPath",
    GetQuery = "getQuery",
    ToQuantity = "quantity",
    IsQuantity = "isQuantity",
    Sign = "sign",
    IsGreaterThan = "isGreaterThan",
    IsLessThan = "isLessThan",
    CompareTo = "compareTo",
    AsApproximateFloat = "asApproximateFloat",
    AsInteger = "asInteger",
    IsInteger = "isInteger",
    QuantityAdd = "add",
    QuantitySubtract = "sub",
    ToSemver = "semver",
    IsSemver = "isSemver",
    Major = "major",
    Minor = "minor",
    Patch = "patch",
    ToIp = "ip",
    IsIp = "isIP",
    IsCanonicalIp = "ip.isCanonical",
    Family = "family",
    IsUnspecified = "isUnspecified",
    IsLoopback = "isLoopback",
    IsLinkLocalMulticast = "isLinkLocalMulticast",
    IsLinkLocalUnicast = "isLinkLocalUnicast",
    IsGlobalUnicast = "isGlobalUnicast",
    ToCidr = "cidr",
    IsCidr = "isCIDR",
    ContainsIp = "containsIP",
    ContainsCidr = "containsCIDR",
    PrefixLength = "prefixLength",
    Masked = "masked",
    FormatNamed = "format.named",
    NamedFormat = "format.",
    Validate = "validate",
    Scores = "scores",
    ParseJson = "parseJSON",
}
