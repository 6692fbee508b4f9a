//! Lines of ledgers: each has a checksum of the rest, which is a text without spaces at its ends. Truncated or changed
//! lines are ignored.

use petteia_players::seeds::fnv1a;

/// Returns the line for a text, including the newline.
pub fn line(text: &str) -> String {
    format!("{:016x} {text}\n", fnv1a(text.as_bytes()))
}

/// Returns the text of a line, if it is whole.
pub fn read(line: &[u8]) -> Option<&str> {
    let (sum, text) = std::str::from_utf8(line).ok()?.trim_end().split_once(' ')?;
    (u64::from_str_radix(sum, 16) == Ok(fnv1a(text.as_bytes()))).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_count() {
        let line = line("[1, 2]");
        assert_eq!(read(line.as_bytes()), Some("[1, 2]"));
        for at in 0..line.len() - 1 {
            let mut wrong = line.clone().into_bytes();
            wrong[at] ^= 1;
            assert_eq!(read(&wrong), None, "{at}");
            assert_eq!(read(&line.as_bytes()[..at]), None, "{at}");
        }
    }
}
