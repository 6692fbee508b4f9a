//! `petteia engine`: our players for other programs, by the protocol for players.

use std::io::{Write, stdin, stdout};

use petteia_players::protocol::Engine;

use super::{Failure, next_line, rules};
use crate::cli::EngineArgs;

/// The most bytes of a line: a game of more than 100,000 turns.
const MOST_LINE: u64 = 1 << 20;

pub fn engine(args: &EngineArgs) -> Result<(), Failure> {
    let rules = rules(&args.game)?;
    args.agent.check(&rules).map_err(Failure::input)?;
    let mut engine = Engine::new(rules, args.agent.clone());
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let too_long = format!("a line has {MOST_LINE} bytes or more");
    while let Some(line) = next_line(&mut input, MOST_LINE, &too_long).map_err(Failure::failed)? {
        let reply = engine.answer(&String::from_utf8_lossy(&line));
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
