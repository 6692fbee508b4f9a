//! What other programs say to `petteia engine`.

use petteia_engine::Rules;
use petteia_players::protocol::{Engine, Reply};

use super::{Read, text};

/// Passes lines to the engine, which must answer each with whole lines and go on. The agent moves at random, so that no
/// budget can make it slow.
///
/// ```
/// use petteia_fuzz::{Read, protocol_lines};
/// assert_eq!(protocol_lines(b"position start moves a1-a5\ngo seed 3\n"), Read::Used);
/// assert_eq!(protocol_lines(b"position start moves a1-a9\ngo seed 3\n"), Read::Refused);
/// ```
pub fn protocol_lines(bytes: &[u8]) -> Read {
    let rules = Rules::parse("city-8").expect("it is in the catalogue");
    let mut engine = Engine::new(rules, "random".parse().expect("it is an agent"));
    let mut is_used = false;
    for line in text(bytes).lines().filter(|line| !line.trim_start().starts_with("agent")) {
        let lines = match engine.answer(line) {
            Reply::Lines(lines) => lines,
            Reply::Think(thinking) => vec![thinking.decide(&|| false, &|_| ())],
            Reply::Quit => break,
        };
        for line in &lines {
            assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
            is_used |= line.starts_with("bestmove ");
        }
    }
    Read::of(is_used)
}
