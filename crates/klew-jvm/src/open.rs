//! Class files as a compiler has to see them so that promises can name private fields, and what promises call.

use crate::FormatError;
use crate::class_file::cursor::Cursor;
use crate::class_file::flags::{PRIVATE, PROTECTED, PUBLIC};
use crate::class_file::pool::{Constant, Pool};

/// The class file with all its fields, and itself, public. For compilers only: nothing else of it changes.
///
/// # Errors
/// The bytes are no class file.
pub fn opened(bytes: &[u8]) -> Result<Vec<u8>, FormatError> {
    let mut open = bytes.to_vec();
    let mut cursor = Cursor::new(bytes);
    cursor.take(8)?;
    let pool = Pool::read(&mut cursor)?;
    publish(&mut open, &mut cursor)?;
    cursor.take(4)?;
    let interfaces = usize::from(cursor.u16()?);
    cursor.take(2 * interfaces)?;
    for _ in 0..cursor.u16()? {
        publish(&mut open, &mut cursor)?;
        cursor.take(4)?;
        pass_attributes(&mut cursor)?;
    }
    for _ in 0..cursor.u16()? {
        cursor.take(6)?;
        pass_attributes(&mut cursor)?;
    }
    for _ in 0..cursor.u16()? {
        let name = pool.utf8(cursor.u16()?)?;
        let length = cursor.u32()? as usize;
        if &*name != "InnerClasses" {
            cursor.take(length)?;
            continue;
        }
        for _ in 0..cursor.u16()? {
            cursor.take(6)?;
            publish(&mut open, &mut cursor)?;
        }
    }
    Ok(open)
}

/// Makes the access flags at the cursor public.
fn publish(open: &mut [u8], cursor: &mut Cursor<'_>) -> Result<(), FormatError> {
    let at = cursor.position();
    let flags = cursor.u16()? & !(PRIVATE | PROTECTED) | PUBLIC;
    open.get_mut(at..at + 2).ok_or(FormatError::Truncated)?.copy_from_slice(&flags.to_be_bytes());
    Ok(())
}

fn pass_attributes(cursor: &mut Cursor<'_>) -> Result<(), FormatError> {
    for _ in 0..cursor.u16()? {
        cursor.u16()?;
        let length = cursor.u32()? as usize;
        cursor.take(length)?;
    }
    Ok(())
}

/// The methods that a class file names: class and name, as class files write them.
///
/// # Errors
/// The bytes are no class file.
pub fn named_methods(bytes: &[u8]) -> Result<Vec<(String, String)>, FormatError> {
    let mut cursor = Cursor::new(bytes);
    cursor.take(8)?;
    let pool = Pool::read(&mut cursor)?;
    let mut named = Vec::new();
    for index in 0..pool.constants.len() as u16 {
        if let Ok(Constant::Member(..)) = pool.get(index)
            && let Ok(member) = pool.member(index)
            && member.descriptor.starts_with('(')
        {
            named.push((member.class.to_string(), member.name.to_string()));
        }
    }
    Ok(named)
}
