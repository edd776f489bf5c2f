//! Which engines are asked, in which order.

use klew_engine::Ledger;

use crate::engines::{self, Registered};
use crate::error::UserError;
use crate::front_end::FrontEnd;
use crate::options::CheckOptions;

/// The engines that the options ask for, or those that suit the program.
pub(crate) fn chosen(
    options: &CheckOptions,
    front_end: &dyn FrontEnd,
) -> Result<Vec<&'static Registered>, UserError> {
    // Where every path is wanted, nothing is left out because it holds.
    let whole = options.tests.every_path || options.follow.is_some();
    let quick = if whole { &[][..] } else { front_end.quick_engines() };
    if options.validate.is_some() {
        let quick = quick.iter().map(|name| quick_engine(name));
        return quick.chain([Ok(&engines::VALIDATE)]).collect();
    }
    match (options.engines.is_empty(), &options.goal) {
        (false, _) => options.engines.iter().map(|name| Registered::named(name)).collect(),
        (true, Some(_)) => Ok(vec![Registered::named("backward")?]),
        (true, None) => {
            let late = quick.contains(&"lengths").then_some(Ok(&engines::LATE_LENGTHS));
            let quick = quick.iter().map(|name| quick_engine(name));
            quick.chain([Registered::named("forward")]).chain(late).collect()
        }
    }
}

/// An engine that has a moment before others.
fn quick_engine(name: &str) -> Result<&'static Registered, UserError> {
    match name {
        "lengths" => Ok(&engines::QUICK_LENGTHS),
        _ => Registered::named(name),
    }
}

/// Whether it is asked only where others leave a bound.
pub(crate) fn is_late(engine: &Registered) -> bool {
    std::ptr::eq(engine, &engines::LATE_LENGTHS)
}

/// Whether the last engine left nothing but bounds on inputs.
pub(crate) fn leaves_a_bound(ledger: &Ledger) -> bool {
    let last = ledger.accounts().last();
    last.is_some_and(|account| !account.is_complete() && account.is_complete_within_bounds())
}
