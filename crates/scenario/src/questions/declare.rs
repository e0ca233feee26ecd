//! How the table of questions is declared.

/// Declares the table. A row is
///
/// ```text
/// /// Its docs; the first sentence stands in lists.
/// name(Options) -> Answer, ["errors besides invalid-argument"] [, of the text: decision|pods|quotas|whatifs|vms]
///     = |scenario, options| how it is answered
///     [, in slices: stage |scenario, options, budget| how a part is computed]
///     [, example: JSON of options];
/// ```
///
/// An answer `of the text` has findings about the text and about what it rests on.
macro_rules! questions {
    ($(
        $(#[doc = $docs:literal])*
        $name:ident($options:ident) -> $answer:ty, [$($error:literal),*]
            $(, of the text: $rests:ident)?
            = $by:expr
            $(, in slices: $stage:ident $advance:expr)?
            $(, example: $example:literal)?;
    )*) => {
        /// All questions, in the order of the reference.
        pub(super) const QUESTIONS: &[Question] = &[$(Question {
            name: stringify!($name),
            answer: |scenario, asked| answered::<$options, $answer>(scenario, asked, $by),
            rests_on: questions!(@rests $($rests)?),
            advance: questions!(@advance $options $(, $advance)?),
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
                    questions!(@text $($rests)?),
                    questions!(@text $($stage)?),
                ),
                questions!(@example $($example)?),
            )),*]
        }
    };

    (@decides DecideOptions) => { questions!(@placement DecideOptions, placement) };
    (@decides ChangeOptions) => { questions!(@placement ChangeOptions, decide.placement) };
    (@decides SweepOptions) => { questions!(@placement SweepOptions, decide.placement) };
    (@decides RankOptions) => { questions!(@placement RankOptions, decide.placement) };
    (@decides WithoutOptions) => { questions!(@placement WithoutOptions, decide.placement) };
    (@decides $options:ty) => { None::<super::Decides> };
    (@placement $options:ty, $($placement:ident).+) => {
        Some((|asked| Ok(asked.options::<$options>()?.$($placement).+)) as super::Decides)
    };
    (@advance $options:ty) => { None };
    (@advance $options:ty, $advance:expr) => {
        Some(|scenario, asked, budget| advanced::<$options>(scenario, asked, budget, $advance))
    };
    (@rests) => { None };
    (@rests decision) => { Some(RestsOn::Decision) };
    (@rests pods) => { Some(RestsOn::Pods) };
    (@rests quotas) => { Some(RestsOn::Quotas) };
    (@rests whatifs) => { Some(RestsOn::WhatIf) };
    (@rests vms) => { Some(RestsOn::Vms) };
    (@text) => { None::<&str> };
    (@text $stage:ident) => { Some(stringify!($stage)) };
    (@example) => { "{}" };
    (@example $example:literal) => { $example };
}
