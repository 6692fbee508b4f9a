//! `petteia engine`: our players for other programs, by the protocol for players.

use std::io::{BufReader, stdin, stdout};

use petteia_players::protocol::{Engine, serve};

use super::{Failure, next_line, rules};
use crate::cli::EngineArgs;

/// The most bytes of a line: a game of more than 100,000 turns.
const MOST_LINE: u64 = 1 << 20;

pub fn engine(args: &EngineArgs) -> Result<(), Failure> {
    let rules = rules(&args.game)?;
    args.agent.check(&rules).map_err(Failure::input)?;
    let mut input = BufReader::new(stdin());
    let too_long = format!("a line has {MOST_LINE} bytes or more");
    let lines = std::iter::from_fn(move || next_line(&mut input, MOST_LINE, &too_long).transpose())
        .map(|line| line.map(|line| String::from_utf8_lossy(&line).into_owned()));
    serve(Engine::new(rules, args.agent.clone()), lines, &mut stdout()).map_err(Failure::failed)
}
