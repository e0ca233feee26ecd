//! How the table of questions is declared.

/// Declares the table. A row is
///
/// ```text
/// /// Its docs; the first sentence stands in lists.
/// name(Options) -> Answer, ["errors besides invalid-argument"] [, with findings]
///     = |scenario, options| how it is answered
///     [, in slices: stage |scenario, options, budget| how a part is computed]
///     or, long |options| the long question as a value
///     [, example: JSON of options];
/// ```
///
/// The code of an answer `with findings` returns it with what its checks find ([`Answered`](crate::Answered)).
macro_rules! questions {
    ($(
        $(#[doc = $docs:literal])*
        $name:ident($options:ident) -> $answer:ty, [$($error:literal),*]
            $(, with $findings:ident)?
            $(= $by:expr)?
            $(, in slices: $stage:ident $advance:expr)?
            $(, long $long:expr)?
            $(, example: $example:literal)?;
    )*) => {
        /// All questions, in the order of the reference.
        pub(super) const QUESTIONS: &[Question] = &[$(Question {
            name: stringify!($name),
            answer: |scenario, asked| {
                answered::<$options, questions!(@answer $answer $(, $findings)?)>(
                    scenario,
                    asked,
                    questions!(@by $($by)? $(long $long)?),
                )
            },
            advance: questions!(@advance $options $(, $advance)? $(, long $long)?),
            decides: questions!(@decides $options),
        }),*];

        /// All questions, described.
        #[cfg(feature = "types")]
        pub fn descriptions() -> Vec<super::types::Description> {
            vec![$(super::types::Description::new::<$options, $answer>(
                stringify!($name),
                &[$($docs),*],
                const { &[$($error),*] },
                (
                    questions!(@decides $options).is_some(),
                    questions!(@text $($findings)?),
                    questions!(@stage $($stage)? $(long $long)?),
                ),
                questions!(@example $($example)?),
            )),*]
        }
    };

    (@decides DecideOptions) => { questions!(@placement DecideOptions, placement) };
    (@decides ChangeOptions) => { questions!(@placement ChangeOptions, decide.placement) };
    (@decides SweepOptions) => { questions!(@placement SweepOptions, decide.placement) };
    (@decides WithoutOptions) => { questions!(@placement WithoutOptions, decide.placement) };
    (@decides $options:ty) => { None::<super::Decides> };
    (@placement $options:ty, $($placement:ident).+) => {
        Some((|asked| Ok(asked.options::<$options>()?.$($placement).+)) as super::Decides)
    };
    (@by long $long:expr) => { |scenario, options| $long(options).answer(scenario) };
    (@by $by:expr) => { $by };
    (@advance $options:ty) => { None };
    (@advance $options:ty, long $long:expr) => {
        questions!(@advance $options, |scenario, options, turns| $long(options).advance(scenario, turns))
    };
    (@advance $options:ty, $advance:expr) => {
        Some(|scenario, asked, budget| advanced::<$options>(scenario, asked, budget, $advance))
    };
    (@answer $answer:ty) => { $answer };
    (@answer $answer:ty, findings) => { crate::Answered<$answer> };
    (@stage) => { None::<&str> };
    (@stage long $long:expr) => { Some("search") };
    (@stage $stage:ident) => { Some(stringify!($stage)) };
    (@text) => { None::<&str> };
    (@text $stage:ident) => { Some(stringify!($stage)) };
    (@example) => { "{}" };
    (@example $example:literal) => { $example };
}
