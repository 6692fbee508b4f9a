//! Lines of ledgers and journals. Each has a checksum of the rest, the SHA-256 of the plan that it belongs to, and a
//! text without spaces at its ends. Truncated or changed lines are ignored, and lines of another plan are distinguished
//! from damaged ones.

use petteia_players::seeds::fnv1a;

/// A line that was read.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// It is complete and belongs to this plan.
    Whole(&'a str),
    /// It is complete and belongs to another plan.
    OtherPlan,
    /// It is damaged.
    Broken,
}

/// Returns the line for a text, including the newline.
pub fn line(plan: &str, text: &str) -> String {
    let rest = format!("{plan} {text}");
    format!("{:016x} {rest}\n", fnv1a(rest.as_bytes()))
}

/// Reads a line.
pub fn read<'a>(plan: &str, line: &'a [u8]) -> Line<'a> {
    let parts = std::str::from_utf8(line).ok().and_then(|line| line.trim_end().split_once(' '));
    let Some((sum, rest)) = parts else { return Line::Broken };
    if u64::from_str_radix(sum, 16) != Ok(fnv1a(rest.as_bytes())) {
        return Line::Broken;
    }
    match rest.split_once(' ') {
        Some((its, text)) if its == plan => Line::Whole(text),
        _ => Line::OtherPlan,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_of_the_plan_count() {
        let line = line("plan", "[1, 2]");
        assert_eq!(read("plan", line.as_bytes()), Line::Whole("[1, 2]"));
        assert_eq!(read("plant", line.as_bytes()), Line::OtherPlan);
        for at in 0..line.len() - 1 {
            let mut wrong = line.clone().into_bytes();
            wrong[at] ^= 1;
            assert_eq!(read("plan", &wrong), Line::Broken, "{at}");
            assert_eq!(read("plan", &line.as_bytes()[..at]), Line::Broken, "{at}");
        }
    }
}
