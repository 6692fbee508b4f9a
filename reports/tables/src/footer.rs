//! What a Parquet file says about itself, checked before anything of it is decoded: a few bytes can claim any number of
//! rows and texts of any length, for which a reader would make room.
//!
//! The footer and the heads of the pages are structures of Thrift's
//! [compact protocol](https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md); the numbers of
//! their fields are those of [parquet.thrift](https://github.com/apache/parquet-format).

use crate::thrift::{BINARY, Field, I32, I64, LIST, Reader, STRUCT};
use crate::zstd_frame::most_content;

/// The bytes with which a Parquet file begins and ends.
const MAGIC: &[u8] = b"PAR1";

/// The most bytes that the columns of a chunk take when they are decoded, more than those of the largest job.
const MOST_DECODED: u64 = 1 << 28;

/// What is wrong with a file that no reader can read.
const UNREADABLE: &str = "its footer or the head of a page cannot be read";

/// Checks that a file has the rows that its ledger says, if the ledger says so, and that its columns, or some of them, take
/// a reasonable amount of memory. Returns what is wrong.
pub fn check(bytes: &[u8], rows: Option<u64>, columns: Option<&[&str]>) -> Result<(), String> {
    let footer = Footer::read(bytes).ok_or(UNREADABLE)?;
    if let Some(expected) = rows
        && footer.rows != expected
    {
        return Err(format!("it claims {} rows, its ledger {expected}", footer.rows));
    }
    let is_read =
        |chunk: &&ColumnChunk| columns.is_none_or(|names| names.iter().any(|name| name.as_bytes() == chunk.name));
    let mut decoded = 0_u64;
    for group in &footer.groups {
        for chunk in group.chunks.iter().filter(is_read) {
            if chunk.values != group.rows {
                return Err("its columns differ in length".into());
            }
            decoded = decoded.saturating_add(chunk.decoded(bytes).ok_or(UNREADABLE)?);
        }
    }
    let in_groups = footer.groups.iter().try_fold(0_u64, |sum, group| sum.checked_add(group.rows));
    if in_groups != Some(footer.rows) {
        return Err("its footer contradicts itself".into());
    }
    if decoded > MOST_DECODED {
        return Err(format!("it would take {decoded} bytes of memory, more than any games need"));
    }
    Ok(())
}

/// The end of a file.
#[derive(Default)]
struct Footer<'a> {
    rows: u64,
    groups: Vec<Group<'a>>,
}

/// Some rows.
#[derive(Default)]
struct Group<'a> {
    rows: u64,
    chunks: Vec<ColumnChunk<'a>>,
}

/// The values of a column in a group.
#[derive(Default)]
struct ColumnChunk<'a> {
    name: &'a [u8],
    kind: u64,
    codec: u64,
    values: u64,
    bytes: u64,
    first_page: u64,
    dictionary: Option<u64>,
}

/// Of the types of Parquet, those whose values have any length.
const TEXT_KINDS: [u64; 2] = [6, 7];

/// Of the codecs of Parquet, no compression and Zstandard.
const PLAIN: u64 = 0;
const ZSTANDARD: u64 = 6;

/// Of the kinds of pages, those that a chunk has: with values, and with a dictionary.
const VALUES: u64 = 0;
const DICTIONARY: u64 = 2;

/// The encoding in which a text can repeat the beginning of the one before, so that a page does not bound its texts.
const DELTA_TEXTS: u64 = 7;

impl<'a> Footer<'a> {
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?.strip_suffix(MAGIC)?;
        let (rest, length) = rest.split_last_chunk::<4>()?;
        let start = rest.len().checked_sub(u32::from_le_bytes(*length) as usize)?;
        Reader(&rest[start..]).structure(|footer: &mut Self, reader, field| {
            match field {
                (3, I64) => footer.rows = reader.size()?,
                (4, LIST) => footer.groups = reader.list(STRUCT, Group::read)?,
                (_, kind) => reader.skip(kind)?,
            }
            Some(())
        })
    }
}

impl<'a> Group<'a> {
    fn read(reader: &mut Reader<'a>) -> Option<Self> {
        reader.structure(|group: &mut Self, reader, field| {
            match field {
                (1, LIST) => group.chunks = reader.list(STRUCT, ColumnChunk::read)?,
                (3, I64) => group.rows = reader.size()?,
                (_, kind) => reader.skip(kind)?,
            }
            Some(())
        })
    }
}

impl<'a> ColumnChunk<'a> {
    fn read(reader: &mut Reader<'a>) -> Option<Self> {
        reader.structure(|chunk: &mut Self, reader, field| match field {
            (3, STRUCT) => reader.fields(|reader, field| chunk.read_field(reader, field)),
            (_, kind) => reader.skip(kind),
        })
    }

    fn read_field(&mut self, reader: &mut Reader<'a>, field: Field) -> Option<()> {
        match field {
            (1, I32) => self.kind = reader.size()?,
            (3, LIST) => self.name = reader.list(BINARY, Reader::binary)?.first()?,
            (4, I32) => self.codec = reader.size()?,
            (5, I64) => self.values = reader.size()?,
            (7, I64) => self.bytes = reader.size()?,
            (9, I64) => self.first_page = reader.size()?,
            (11, I64) => self.dictionary = Some(reader.size()?),
            (_, kind) => reader.skip(kind)?,
        }
        Some(())
    }

    /// Returns how many bytes its pages and values take at most when they are decoded.
    fn decoded(&self, file: &[u8]) -> Option<u64> {
        let start = self.dictionary.unwrap_or(self.first_page);
        let end = start.checked_add(self.bytes)?;
        let mut rest = Reader(file.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?);
        let (mut pages, mut values, mut longest) = (0_u64, 0_u64, 0);
        while !rest.0.is_empty() {
            let page = Page::read(&mut rest)?;
            let content = rest.take(page.compressed)?;
            pages = pages.saturating_add(match self.codec {
                PLAIN => page.content,
                ZSTANDARD => page.content.max(most_content(content)?),
                _ => return None,
            });
            match page.kind {
                // Each value may be the longest of the dictionary.
                DICTIONARY if TEXT_KINDS.contains(&self.kind) => longest = page.content.max(longest),
                DICTIONARY => {}
                VALUES if page.encoding != DELTA_TEXTS => values = values.checked_add(page.values)?,
                _ => return None,
            }
        }
        let of_values = values.checked_mul(longest.checked_add(size_of::<u64>() as u64)?)?;
        (values == self.values).then(|| pages.saturating_add(of_values))
    }
}

/// The head of a page.
#[derive(Default)]
struct Page {
    kind: u64,
    /// The bytes of what is in it.
    content: u64,
    compressed: u64,
    values: u64,
    encoding: u64,
}

impl Page {
    fn read(reader: &mut Reader) -> Option<Self> {
        reader.structure(|page: &mut Self, reader, field| {
            match field {
                (1, I32) => page.kind = reader.size()?,
                (2, I32) => page.content = reader.size()?,
                (3, I32) => page.compressed = reader.size()?,
                (5, STRUCT) => page.read_values(reader)?,
                (_, kind) => reader.skip(kind)?,
            }
            Some(())
        })
    }

    fn read_values(&mut self, reader: &mut Reader) -> Option<()> {
        reader.fields(|reader, field| {
            match field {
                (1, I32) => self.values = reader.size()?,
                (2, I32) => self.encoding = reader.size()?,
                (_, kind) => reader.skip(kind)?,
            }
            Some(())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::frame::{Builder, Frame};
    use crate::provenance::Provenance;
    use crate::schema::games::{CELL_ID, GAME, WINNER};

    /// The file of a chunk with this many games of a cell.
    fn file(games: u64, cell: &str) -> Vec<u8> {
        let games: Vec<u64> = (0..games).collect();
        let mut table = Builder::of(&games);
        table.text(CELL_ID, cell);
        table.column(GAME, |&game| game);
        table.column(WINNER, |game| (game % 3 > 0).then_some("white"));
        let frame: Frame = table.finish();
        frame.to_parquet(Path::new("chunk"), &Provenance::of([("cell", "0".to_owned())])).expect("it can be encoded")
    }

    #[test]
    fn what_was_written_is_accepted_with_its_rows_only() {
        for rows in [1, 7, 50_000] {
            let bytes = file(rows, "city-8");
            assert_eq!(check(&bytes, Some(rows), None), Ok(()));
            assert_eq!(check(&bytes, None, Some(&[GAME.name])), Ok(()));
            let problem = check(&bytes, Some(rows + 1), None).unwrap_err();
            assert_eq!(problem, format!("it claims {rows} rows, its ledger {}", rows + 1));
        }
    }

    #[test]
    fn a_text_that_all_rows_repeat_is_refused_where_it_is_read() {
        let bytes = file(5_000, &"x".repeat(100_000));
        assert!(bytes.len() < 50_000, "{}", bytes.len());
        let problem = check(&bytes, Some(5_000), None).unwrap_err();
        assert!(problem.contains("more than any games need"), "{problem}");
        assert_eq!(check(&bytes, Some(5_000), Some(&[GAME.name, WINNER.name])), Ok(()));
    }

    #[test]
    fn a_file_cut_or_changed_anywhere_is_read_without_a_panic() {
        let bytes = file(7, "city-8");
        for at in 0..bytes.len() {
            let _ = check(&bytes[..at], Some(7), None);
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                let _ = check(&changed, Some(7), None);
            }
        }
        assert!(check(b"PAR1", None, None).is_err() && check(b"", None, None).is_err());
    }
}
