//! How the table of questions is declared.

/// Declares the table. A row is
///
/// ```text
/// /// Its docs; the first sentence stands in lists.
/// name(Options) -> Answer, ["errors besides invalid-argument"] [, of the text: said|pods|quotas|vms]
///     = |scenario, options| how it is answered
///     [, in slices: stage |scenario, options, budget| how a part is computed]
///     [, example: JSON of options];
/// ```
///
/// An answer `of the text` has `incomplete` where the text is; one of `pods`, `quotas` or `vms` has the faulty fields
/// of what it rests on, too, one of `quotas` the quotas' own faults, and one of `whatifs` those of what it is about.
macro_rules! questions {
    ($(
        $(#[doc = $docs:literal])*
        $name:ident($options:ident) -> $answer:ty, [$($error:literal),*]
            $(, of the text: $said:ident)?
            = $by:expr
            $(, in slices: $stage:ident $advance:expr)?
            $(, example: $example:literal)?;
    )*) => {
        /// All questions, in the order of the reference.
        pub(super) const QUESTIONS: &[Question] = &[$(Question {
            name: stringify!($name),
            answer: |scenario, asked| answered::<$options, $answer>(scenario, asked, $by),
            of_text: questions!(@faults $($said)?),
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
                    questions!(@text $($said)?),
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
    (@faults) => { None };
    (@faults said) => { Some(|_, _| OfText::default()) };
    (@faults pods) => { Some(Scenario::faults_of_pods) };
    (@faults quotas) => { Some(Scenario::faults_of_quotas) };
    (@faults whatifs) => { Some(Scenario::faults_of_whatifs) };
    (@faults vms) => { Some(Scenario::faults_of_vms) };
    (@text) => { None::<&str> };
    (@text $stage:ident) => { Some(stringify!($stage)) };
    (@example) => { "{}" };
    (@example $example:literal) => { $example };
}
