//! Formats of `printf` and `scanf` that are constant: which arguments are texts, and what is written where (ISO C, 7.23.6).
//!
//! **Invariant**: what is not understood, or has no bound, gives nothing.

use klew_ir::{FloatFormat, Type};

/// A text that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    /// Which of the arguments behind the format, as calls lay them out.
    pub argument: usize,
    /// The most bytes of it that are read, if the format says.
    pub most: Option<u64>,
}

/// What is written to where an argument points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scanned {
    /// A number.
    Number(Type),
    /// So many bytes.
    Bytes(u64),
    /// At most so many bytes, and the 0 behind them.
    Text(u64),
}

/// The length of a number's type, as a directive says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Char,
    Short,
    None,
    Long,
    LongLong,
    /// As long as a pointer.
    Word,
    LongDouble,
}

impl Length {
    /// Bits of an integer.
    fn bits(self, pointer_bits: u32) -> u32 {
        match self {
            Length::Char => 8,
            Length::Short => 16,
            Length::None => 32,
            Length::Long | Length::Word => pointer_bits,
            Length::LongLong | Length::LongDouble => 64,
        }
    }
}

/// What is left of a format.
struct Reader<'f>(&'f [u8]);

impl Reader<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn takes(&mut self, wanted: u8) -> bool {
        let takes = self.0.first() == Some(&wanted);
        if takes {
            self.0 = &self.0[1..];
        }
        takes
    }

    fn skip(&mut self, of: &[u8]) {
        while self.0.first().is_some_and(|byte| of.contains(byte)) {
            self.0 = &self.0[1..];
        }
    }

    /// A number, if there is one; nothing if it is too large.
    fn number(&mut self) -> Option<Option<u64>> {
        let digits = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.0.split_at(digits);
        self.0 = rest;
        if number.is_empty() {
            return Some(None);
        }
        std::str::from_utf8(number).ok()?.parse().ok().map(Some)
    }

    fn length(&mut self) -> Length {
        let Some(first) = self.0.first().copied().filter(|byte| b"hlqjztL".contains(byte)) else {
            return Length::None;
        };
        self.0 = &self.0[1..];
        match first {
            b'h' if self.takes(b'h') => Length::Char,
            b'h' => Length::Short,
            b'l' if self.takes(b'l') => Length::LongLong,
            b'l' => Length::Long,
            b'z' | b't' => Length::Word,
            b'L' => Length::LongDouble,
            _ => Length::LongLong,
        }
    }
}

/// The texts that a format prints, and how many arguments it takes, with pointers of so many bits.
pub(super) fn printed(format: &[u8], pointer_bits: u32) -> Option<(Vec<Printed>, usize)> {
    let (mut reader, mut texts, mut argument) = (Reader(format), Vec::new(), 0);
    // What takes more than a pointer does is laid out in pieces where pointers are short.
    let pieces = |bits: u32| if pointer_bits == 32 { bits.div_ceil(32) as usize } else { 1 };
    while let Some(byte) = reader.next() {
        if byte != b'%' {
            continue;
        }
        reader.skip(b"-+ #0'I");
        if reader.takes(b'*') {
            argument += 1;
        }
        reader.number()?;
        let mut most = None;
        if reader.takes(b'.') {
            let is_given = reader.takes(b'*');
            argument += usize::from(is_given);
            // A text may be longer than what is printed of it; that all of it is there is more than what is needed.
            most = reader.number()?.or((!is_given).then_some(0));
        }
        let length = reader.length();
        argument += match reader.next()? {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => pieces(length.bits(pointer_bits).max(32)),
            b'c' | b'p' => 1,
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => match length {
                Length::LongDouble => pieces(96),
                _ => pieces(64),
            },
            b's' if length == Length::None => {
                texts.push(Printed { argument, most });
                1
            }
            b'%' | b'm' => 0,
            _ => return None,
        };
    }
    Some((texts, argument))
}

/// What a format has `scanf` write, one for each of the arguments behind it.
pub(super) fn scanned(format: &[u8], pointer_bits: u32) -> Option<Vec<Scanned>> {
    let (mut reader, mut all) = (Reader(format), Vec::new());
    while let Some(byte) = reader.next() {
        if byte != b'%' || reader.takes(b'%') {
            continue;
        }
        let is_suppressed = reader.takes(b'*');
        let width = reader.number()?.filter(|width| *width > 0);
        let length = reader.length();
        let is_plain = length == Length::None;
        let scanned = match reader.next()? {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' if length != Length::LongDouble => {
                Scanned::Number(Type::Int(length.bits(pointer_bits)))
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                Scanned::Number(Type::Float(match length {
                    Length::None => FloatFormat::Single,
                    Length::Long => FloatFormat::Double,
                    Length::LongDouble => FloatFormat::X87,
                    _ => return None,
                }))
            }
            b'c' if is_plain => Scanned::Bytes(width.unwrap_or(1)),
            b's' if is_plain && (is_suppressed || width.is_some()) => {
                Scanned::Text(width.unwrap_or(0))
            }
            b'[' if is_plain && (is_suppressed || width.is_some()) => {
                skip_set(&mut reader)?;
                Scanned::Text(width.unwrap_or(0))
            }
            _ => return None,
        };
        if !is_suppressed {
            all.push(scanned);
        }
    }
    Some(all)
}

/// What follows the `[`; the first character may be the `]` itself.
fn skip_set(reader: &mut Reader<'_>) -> Option<()> {
    reader.takes(b'^');
    reader.next()?;
    while reader.next()? != b']' {}
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_behind_what_takes_more() {
        let text = |argument, most| Printed { argument, most };
        let format = b"%d %lld %5.2f %*d %s %.3s %% %Lf%c %-10s";
        assert_eq!(
            printed(format, 64),
            Some((vec![text(5, None), text(6, Some(3)), text(9, None)], 10))
        );
        assert_eq!(
            printed(format, 32),
            Some((vec![text(7, None), text(8, Some(3)), text(13, None)], 14))
        );
        assert_eq!(printed(b"%.*s", 64), Some((vec![text(1, None)], 2)));
        assert_eq!(printed(b"%.s", 64), Some((vec![text(0, Some(0))], 1)));
        assert_eq!(printed(b"%d%*lld%%", 32), Some((Vec::new(), 4)));
    }

    #[test]
    fn what_is_not_understood_gives_nothing() {
        for format in [&b"%n"[..], b"%1$d", b"%ls", b"%S", b"%", b"%w"] {
            assert_eq!(printed(format, 64), None, "{}", String::from_utf8_lossy(format));
        }
        for format in [&b"%s"[..], b"%[a-z]", b"%ms", b"%n", b"%p", b"%5[a", b"%", b"%lc"] {
            assert_eq!(scanned(format, 64), None, "{}", String::from_utf8_lossy(format));
        }
    }

    #[test]
    fn what_is_written_has_the_directives_type() {
        let number = |bits| Scanned::Number(Type::Int(bits));
        assert_eq!(
            scanned(b" %d,%hhu%hx %ld %lld %zu%%", 64),
            Some(vec![number(32), number(8), number(16), number(64), number(64), number(64)])
        );
        assert_eq!(scanned(b"%ld%zu", 32), Some(vec![number(32), number(32)]));
        assert_eq!(
            scanned(b"%*d %7s %c%3c %8[^]\n] %lf %*s", 64),
            Some(vec![
                Scanned::Text(7),
                Scanned::Bytes(1),
                Scanned::Bytes(3),
                Scanned::Text(8),
                Scanned::Number(Type::Float(FloatFormat::Double)),
            ])
        );
    }
}
