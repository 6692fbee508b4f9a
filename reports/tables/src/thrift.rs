//! Thrift's compact protocol, as far as the footers of Parquet files need it. Nothing is believed: whatever the bytes are,
//! reading ends, and takes no memory beyond theirs.

/// The types of fields.
pub const I32: u8 = 5;
pub const I64: u8 = 6;
pub const BINARY: u8 = 8;
pub const LIST: u8 = 9;
pub const STRUCT: u8 = 12;

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I16: u8 = 4;
const DOUBLE: u8 = 7;
const SET: u8 = 10;
const MAP: u8 = 11;

/// How deep structures may be nested.
const MOST_DEPTH: u32 = 16;

/// A field of a structure: its number and type.
pub type Field = (u64, u8);

/// Skips fields of structures that may be nested.
type Skip<'s> = dyn FnMut(&mut Reader, Field) -> Option<()> + 's;

/// The bytes that are still to be read. All functions return `None` for what is not of the protocol.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// Returns the next bytes.
    pub fn take(&mut self, count: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|taken| taken[0])
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// Reads an integer that is not negative.
    pub fn size(&mut self) -> Option<u64> {
        let number = self.unsigned()?;
        (number & 1 == 0).then_some(number >> 1)
    }

    /// Reads bytes of any length.
    pub fn binary(&mut self) -> Option<&'a [u8]> {
        let length = self.unsigned()?;
        self.take(length)
    }

    /// Reads a list whose elements have a type.
    pub fn list<T>(&mut self, kind: u8, mut element: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let (length, found) = self.list_head()?;
        // The vector grows with what is there, not with what is claimed.
        (found == kind || length == 0).then(|| (0..length).map(|_| element(self)).collect())?
    }

    fn list_head(&mut self) -> Option<(u64, u8)> {
        let head = self.byte()?;
        let length = if head >> 4 == 15 { self.unsigned()? } else { u64::from(head >> 4) };
        Some((length, head & 15))
    }

    /// Reads a structure: passes the number and type of each field to `field`, which reads or skips its value.
    pub fn fields(&mut self, mut field: impl FnMut(&mut Self, Field) -> Option<()>) -> Option<()> {
        let mut number = 0_u64;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(());
            }
            number = if head >> 4 == 0 { self.size()? } else { number.checked_add(u64::from(head >> 4))? };
            field(self, (number, head & 15))?;
        }
    }

    /// Reads a structure from its default: passes it with each field to `field`.
    pub fn structure<T: Default>(&mut self, field: impl Fn(&mut T, &mut Self, Field) -> Option<()>) -> Option<T> {
        let mut read = T::default();
        self.fields(|reader, found| field(&mut read, reader, found))?;
        Some(read)
    }

    /// Skips the value of a field.
    pub fn skip(&mut self, kind: u8) -> Option<()> {
        self.skip_within(kind, MOST_DEPTH)
    }

    fn skip_within(&mut self, kind: u8, depth: u32) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match kind {
            TRUE | FALSE => Some(()),
            BYTE => self.take(1).map(drop),
            I16 | I32 | I64 => self.unsigned().map(drop),
            DOUBLE => self.take(8).map(drop),
            BINARY => self.binary().map(drop),
            LIST | SET => {
                let (length, kind) = self.list_head()?;
                (0..length).try_for_each(|_| self.skip_element(kind, depth))
            }
            MAP => {
                let length = self.unsigned()?;
                let kinds = if length > 0 { self.byte()? } else { 0 };
                (0..length).try_for_each(|_| {
                    self.skip_element(kinds >> 4, depth)?;
                    self.skip_element(kinds & 15, depth)
                })
            }
            STRUCT => {
                let skip: &mut Skip = &mut |reader, (_, kind)| reader.skip_within(kind, depth);
                self.fields(skip)
            }
            _ => None,
        }
    }

    /// Skips an element of a list, set or map, in which a truth value takes a byte.
    fn skip_element(&mut self, kind: u8, depth: u32) -> Option<()> {
        if [TRUE, FALSE].contains(&kind) { self.take(1).map(drop) } else { self.skip_within(kind, depth) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_structure_is_read_field_by_field() {
        // 1: i64 300, 3: list of two binaries, 4: true, 5: a map of one, 20: a structure with a double.
        let bytes = [
            0x16, 0xD8, 0x04, 0x29, 0x28, 1, b'a', 2, b'b', b'c', 0x11, 0x1B, 1, 0x58, 2, 1, b'k', 0x0C, 40, 0x17, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0,
        ];
        let (mut number, mut texts, mut seen) = (0, Vec::new(), Vec::new());
        let mut reader = Reader(&bytes);
        let read = reader.fields(|reader, (field, kind)| {
            seen.push(field);
            match (field, kind) {
                (1, I64) => number = reader.size()?,
                (3, LIST) => texts = reader.list(BINARY, Reader::binary)?,
                (_, kind) => reader.skip(kind)?,
            }
            Some(())
        });
        assert_eq!((read, number, texts), (Some(()), 300, vec![&b"a"[..], b"bc"]));
        assert_eq!((seen, reader.0), (vec![1, 3, 4, 5, 20], &[][..]));
    }

    #[test]
    fn what_is_claimed_but_not_there_ends_at_once() {
        let endless = [0xFF; 5];
        let list = [&[0xFC], &endless[..], &[0x0F]].concat();
        assert_eq!(Reader(&list).skip(LIST), None);
        assert_eq!(Reader(&list).list(STRUCT, |reader| reader.skip(STRUCT)), None);
        assert_eq!(Reader(&endless).binary(), None);
        assert_eq!(Reader(&[0x1C; 100]).skip(STRUCT), None);
        assert_eq!(Reader(&[1]).size(), None, "a negative number");
    }
}
