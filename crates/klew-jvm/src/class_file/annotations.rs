//! Annotations of parameters that say that they are not null: JVM specification (SE 21), sections 4.7.18 and 4.7.20.
//!
//! Which annotations mean that, everybody agrees on by their simple names, whatever their package.
//!
//! **Invariant**: an attribute that is malformed says nothing; it never stands in the way of its class.

use super::cursor::Cursor;
use super::{FormatError, Pool};

const NOT_NULL: [&str; 3] = ["NonNull", "NotNull", "Nonnull"];

/// The numbers of the parameters of which an attribute says so; the method has `count`.
pub(super) fn not_null(
    attribute: &str,
    mut content: Cursor<'_>,
    pool: &Pool,
    count: usize,
) -> Vec<usize> {
    let mut found = Vec::new();
    let read = match attribute {
        "RuntimeVisibleParameterAnnotations" | "RuntimeInvisibleParameterAnnotations" => {
            of_declarations(&mut content, pool, count, &mut found)
        }
        "RuntimeVisibleTypeAnnotations" | "RuntimeInvisibleTypeAnnotations" => {
            of_types(&mut content, pool, &mut found)
        }
        _ => Ok(()),
    };
    found.retain(|number| *number < count);
    if read.is_err() { Vec::new() } else { found }
}

fn of_declarations(
    content: &mut Cursor<'_>,
    pool: &Pool,
    count: usize,
    found: &mut Vec<usize>,
) -> Result<(), FormatError> {
    let listed = usize::from(content.u8()?);
    // Compilers leave out the parameters that they add in front of those of the source.
    let added = count.saturating_sub(listed);
    for number in 0..listed {
        for _ in 0..content.u16()? {
            if annotation(content, pool)? {
                found.push(added + number);
            }
        }
    }
    Ok(())
}

fn of_types(
    content: &mut Cursor<'_>,
    pool: &Pool,
    found: &mut Vec<usize>,
) -> Result<(), FormatError> {
    for _ in 0..content.u16()? {
        let target = content.u8()?;
        let number = match target {
            // A formal parameter.
            0x16 => Some(usize::from(content.u8()?)),
            // Type parameters and their bounds, supertypes, fields, results, receivers, exceptions.
            0x00 | 0x01 => content.u8().map(|_| None)?,
            0x10 | 0x17 => content.u16().map(|_| None)?,
            0x11 | 0x12 => content.u16().map(|_| None)?,
            0x13..=0x15 => None,
            // The others belong to code.
            _ => return Err(FormatError::Truncated),
        };
        let steps = usize::from(content.u8()?);
        content.take(2 * steps)?;
        let says_so = annotation(content, pool)?;
        if let Some(number) = number.filter(|_| says_so && steps == 0) {
            found.push(number);
        }
    }
    Ok(())
}

/// Reads an annotation: whether it says that something is not null.
fn annotation(content: &mut Cursor<'_>, pool: &Pool) -> Result<bool, FormatError> {
    let name = pool.utf8(content.u16()?)?;
    for _ in 0..content.u16()? {
        content.u16()?;
        value(content, pool, 0)?;
    }
    let name = name.strip_prefix('L').unwrap_or(&name).trim_end_matches(';');
    let simple = name.rsplit(['/', '$']).next().unwrap_or_default();
    Ok(NOT_NULL.contains(&simple))
}

fn value(content: &mut Cursor<'_>, pool: &Pool, depth: u32) -> Result<(), FormatError> {
    match content.u8()? {
        b'e' => content.u32().map(|_| ()),
        b'@' if depth < 16 => annotation(content, pool).map(|_| ()),
        b'[' if depth < 16 => {
            for _ in 0..content.u16()? {
                value(content, pool, depth + 1)?;
            }
            Ok(())
        }
        b'@' | b'[' => Err(FormatError::Truncated),
        _ => content.u16().map(|_| ()),
    }
}
