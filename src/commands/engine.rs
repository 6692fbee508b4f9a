//! `petteia engine`: our players for other programs, by the protocol for players.

use std::io::{self, BufRead, Read, Write, stdin, stdout};

use petteia_players::protocol::Engine;

use super::{Failure, rules};
use crate::cli::EngineArgs;

/// The most bytes of a line: a game of more than 100,000 turns.
const MOST_LINE: u64 = 1 << 20;

pub fn engine(args: &EngineArgs) -> Result<(), Failure> {
    let rules = rules(&args.game)?;
    args.agent.check(&rules).map_err(Failure::input)?;
    let mut engine = Engine::new(rules, args.agent.clone());
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    while let Some(line) = next_line(&mut input).map_err(Failure::failed)? {
        let reply = engine.answer(&line);
        for line in &reply.lines {
            writeln!(output, "{line}")?;
        }
        output.flush()?;
        if reply.is_last {
            break;
        }
    }
    Ok(())
}

/// Returns the next line, or `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.by_ref().take(MOST_LINE).read_until(b'\n', &mut line)?;
    if line.len() as u64 == MOST_LINE {
        return Err(io::Error::other(format!("a line has {MOST_LINE} bytes or more")));
    }
    Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
}
