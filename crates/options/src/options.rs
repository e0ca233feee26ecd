//! Options, declared once.

/// Declares options: structs that implement `Deserialize`.
///
/// serde's derive does not work here: with `flatten`, it accepts unknown fields and loses error paths.
///
/// ```
/// use schedscope_options::options;
///
/// options! {
///     /// A page of a table.
///     pub struct PageOptions {
///         /// The number of rows to skip.
///         offset: usize,
///         /// The maximum number of rows.
///         limit: usize [0..=1000] = 100,
///     }
///
///     /// A question about rows, with the options of a page flattened into it.
///     pub struct RowsOptions {
///         ..page: PageOptions,
///         /// Required.
///         table_name: String [needed],
///     }
/// }
///
/// let options: RowsOptions = serde_json::from_str(r#"{"tableName": "t", "offset": 3}"#)?;
/// assert_eq!((options.page.offset, options.page.limit), (3, 100));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Fields are public and are read in `camelCase`. If a default is not a plain value, describe it in the docs with a
/// sentence `Default: …`.
#[macro_export]
macro_rules! options {
    ($(
        $(#[doc = $docs:literal])*
        pub struct $name:ident {
            $(..$flat:ident: $flat_type:ty,)?
            $(
                $(#[doc = $field_docs:literal])*
                $field:ident: $type:ty $([$($rule:tt)*])? $(= $default:expr)?,
            )*
        }
    )*) => {$(
        $(#[doc = $docs])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(#[doc = "Options that are written among the others."] pub $flat: $flat_type,)?
            $($(#[doc = $field_docs])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $($flat: <$flat_type>::default(),)?
                    $($field: $crate::options!(@default $($default)?),)*
                }
            }
        }

        const _: () = {
            #[allow(non_camel_case_types, clippy::enum_variant_names, dead_code)]
            enum At { $($field),* }

            impl $crate::Options for $name {
                const NAMES: &'static [&'static str] = &[$($crate::options!(@name $field)),*];
                const FLAT: &'static [&'static str] = $crate::options!(@flat $($flat_type)?);
                const NEEDED: u64 =
                    0 $(| ($crate::options!(@needed $($($rule)*)?) << (At::$field as u64)))*;

                #[allow(unused_variables)]
                fn set(
                    &mut self,
                    field: usize,
                    from: &mut dyn $crate::Source,
                ) -> Result<bool, $crate::Fault> {
                    $(if field == At::$field as usize {
                        return $crate::options!(@put (&mut self.$field, from) $($($rule)*)?);
                    })*
                    $(if let Some(field) = field.checked_sub(Self::NAMES.len()) {
                        return <$flat_type as $crate::Options>::set(&mut self.$flat, field, from);
                    })?
                    Ok(false)
                }

                #[cfg(feature = "types")]
                const NAME: &'static str = stringify!($name);

                #[cfg(feature = "types")]
                fn fields() -> Vec<$crate::types::Field> {
                    #[allow(unused_variables)]
                    let defaults = Self::default();
                    let fields = vec![$($crate::types::Field::new(
                        $crate::options!(@name $field),
                        &[$($field_docs),*],
                        $crate::options!(@needed $($($rule)*)?) == 1,
                        $crate::options!(@bounds $($($rule)*)?),
                        &defaults.$field,
                    )),*];
                    $(let fields = [fields, <$flat_type as $crate::Options>::fields()].concat();)?
                    fields
                }
            }
        };

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::source::with(from, |from| $crate::read(from))
            }
        }

        impl $crate::Argument for $name {
            fn read(from: &mut dyn $crate::Source) -> Result<Self, $crate::Fault> {
                $crate::read(from)
            }

            #[cfg(feature = "types")]
            fn shape() -> $crate::types::Shape {
                $crate::types::Shape::new(stringify!($name))
            }

            #[cfg(feature = "types")]
            fn declare(declarations: &mut $crate::types::Declarations) {
                let fields = <$name as $crate::Options>::fields();
                let base: Option<&str> = None;
                $(let base = Some(<$flat_type as $crate::Options>::NAME);)?
                let own = <$name as $crate::Options>::NAMES.len();
                declarations.options(stringify!($name), &[$($docs),*], &fields, (own, base));
                $(<$type as $crate::Argument>::declare(declarations);)*
                $(<$flat_type as $crate::Argument>::declare(declarations);)?
            }
        }
    )*};

    (@default) => { Default::default() };
    (@default $default:expr) => { $default };

    (@name $field:ident) => {{
        const SNAKE: &str = stringify!($field);
        const CAMEL: &[u8] = &$crate::camel::<{ $crate::camel_length(SNAKE) }>(SNAKE);
        match std::str::from_utf8(CAMEL) {
            Ok(name) => name,
            Err(_) => SNAKE,
        }
    }};

    (@flat) => { &[] };
    (@flat $type:ty) => { <$type as $crate::Options>::NAMES };

    (@needed) => { 0 };
    (@needed needed $($rest:tt)*) => { 1 };
    (@needed $($rest:tt)*) => { 0 };

    (@bounds) => { None };
    (@bounds needed) => { None };
    (@bounds needed, $range:expr) => { Some($range) };
    (@bounds $range:expr) => { Some($range) };

    (@put ($slot:expr, $from:expr)) => { $crate::put($slot, $from) };
    (@put ($slot:expr, $from:expr) needed) => { $crate::put_needed($slot, $from) };
    (@put ($slot:expr, $from:expr) needed, $range:expr) => {
        $crate::put_within($slot, $from, $range)
    };
    (@put ($slot:expr, $from:expr) $range:expr) => { $crate::put_within($slot, $from, $range) };
}
