//! Promises of callers as the options have them, for the front end.

use klew_llvm::lower::{Promise, Promised};
use klew_promise::{Expression, ExpressionError, parse, parse_place};

use crate::error::UserError;
use crate::options::PromiseOptions;

/// The promises, in the order of their kinds.
///
/// # Errors
/// One is not understood.
pub fn of_options(options: &PromiseOptions) -> Result<Vec<Promise>, UserError> {
    let mut promises = Vec::new();
    for text in &options.not_null {
        if text.trim() == "*" {
            promises.push(promise("--not-null", "*", Promised::NoneNull));
            continue;
        }
        let place = parse_place(text.trim()).map_err(error("--not-null"))?;
        promises.push(promise("--not-null", text.trim(), Promised::NotNull(place)));
    }
    for text in &options.buffer {
        let (pointer, count) = buffer(text)?;
        promises.push(promise("--buffer", text, Promised::Elements(pointer, count)));
    }
    for text in &options.assume {
        let expression = parse(text).map_err(error("--assume"))?;
        promises.push(promise("--assume", text, Promised::Holds(expression)));
    }
    Ok(promises)
}

fn promise(option: &str, text: &str, condition: Promised) -> Promise {
    Promise { option: option.to_owned(), text: text.to_owned(), condition }
}

/// What is wrong with the value of an option.
pub fn error(option: &'static str) -> impl Fn(ExpressionError) -> UserError {
    move |error| UserError::new(format!("{option}: {error}"))
}

/// Both parts of `POINTER:COUNT`; places are those in the whole text.
fn buffer(text: &str) -> Result<(Expression, Expression), UserError> {
    let Some((pointer, count)) = text.split_once(':') else {
        return Err(UserError::new(format!("--buffer {text}: this is not POINTER:COUNT"))
            .help("--buffer data:length says that data points to length elements"));
    };
    let pointer = parse_place(pointer).map_err(error("--buffer"))?;
    let count = format!("{}{count}", " ".repeat(text.len() - count.len()));
    Ok((pointer, parse(&count).map_err(error("--buffer"))?))
}
