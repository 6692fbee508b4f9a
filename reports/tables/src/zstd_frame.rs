//! How much is in bytes that Zstandard has compressed, by the heads of their blocks and without decompressing them
//! ([RFC 8878](https://www.rfc-editor.org/rfc/rfc8878), section 3.1).

const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The most content of a compressed block.
const MOST_IN_BLOCK: u64 = 1 << 17;

/// The kinds of blocks: bytes as they are, one byte many times, and compressed bytes.
const RAW: u32 = 0;
const REPEATED: u32 = 1;
const COMPRESSED: u32 = 2;

/// Returns the most bytes that compressed bytes can contain, or `None` if they are not compressed in this way.
pub fn most_content(mut bytes: &[u8]) -> Option<u64> {
    let mut most = 0_u64;
    while !bytes.is_empty() {
        most = most.checked_add(of_frame(&mut bytes)?)?;
    }
    Some(most)
}

fn of_frame(bytes: &mut &[u8]) -> Option<u64> {
    *bytes = bytes.strip_prefix(&MAGIC)?;
    let descriptor = take(bytes, 1)?[0];
    let (size_code, is_single, has_sum) = (descriptor >> 6, descriptor & 0x20 != 0, descriptor & 4 != 0);
    let window = usize::from(!is_single);
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let content_size = [usize::from(is_single), 2, 4, 8][usize::from(size_code)];
    take(bytes, window + dictionary + content_size)?;
    let mut most = 0_u64;
    loop {
        let head = take(bytes, 3)?;
        let head = u32::from_le_bytes([head[0], head[1], head[2], 0]);
        let (is_last, kind, size) = (head & 1 == 1, head >> 1 & 3, head >> 3);
        let (stored, content) = match kind {
            RAW => (size as usize, u64::from(size)),
            REPEATED => (1, u64::from(size)),
            COMPRESSED => (size as usize, MOST_IN_BLOCK),
            _ => return None,
        };
        take(bytes, stored)?;
        most += content;
        if is_last {
            break;
        }
    }
    take(bytes, if has_sum { 4 } else { 0 })?;
    Some(most)
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_say_how_much_they_hold() {
        let frame = |blocks: &[u8]| [&MAGIC, &[0x20, 9][..], blocks].concat();
        // Three bytes as they are, then a byte 1,000 times.
        let some = frame(&[3 << 3, 0, 0, 1, 2, 3, (1000_u32 << 3) as u8 | 3, (1000 >> 5) as u8, 0, 7]);
        assert_eq!(most_content(&some), Some(1003));
        assert_eq!(most_content(&[&some[..], &some].concat()), Some(2006));
        assert_eq!(most_content(&frame(&[2 << 3 | 5, 0, 0, 1, 2])), Some(MOST_IN_BLOCK));
        assert_eq!(most_content(b""), Some(0));
        assert_eq!(most_content(&some[..some.len() - 1]), None, "it is cut");
        assert_eq!(most_content(&frame(&[7, 0, 0])), None, "there is no such block");
        assert_eq!(most_content(b"no frame"), None);
    }
}
