//! `petteia fit`: play, fit, write the weights.

use std::io::{Write, stdout};
use std::path::Path;

use petteia_files::{check_writable, write_output};
use petteia_simulator::fit::{FitPlan, NetPlan, fit as fit_weights, train};

use super::{Failure, rules};
use crate::cli::FitArgs;

pub fn fit(args: &FitArgs) -> Result<(), Failure> {
    if !Path::new(&args.game).is_file() {
        return fit_net(args);
    }
    let plan = FitPlan::read(args.game.as_ref()).map_err(Failure::input)?;
    if let Some(path) = &args.out {
        check_writable(path, "fit").map_err(Failure::failed)?;
    }
    let fitted = fit_weights(&plan, args.quiet).map_err(Failure::input)?;
    let text = fitted.weights.to_toml();
    let mut output = stdout().lock();
    match &args.out {
        Some(path) => write_output(path, "fit", text.as_bytes()).map_err(Failure::failed)?,
        None => writeln!(output, "{text}")?,
    }
    for game in &fitted.games {
        let (variant, positions, stones) = (&game.variant, game.positions, game.stones);
        writeln!(output, "{variant:32}{positions:>8} positions  {stones:>6.2} stones for odds of e")?;
    }
    Ok(())
}

/// Trains the network of a game.
fn fit_net(args: &FitArgs) -> Result<(), Failure> {
    let rules = rules(&args.game)?;
    if let Some(path) = &args.out {
        check_writable(path, "fit").map_err(Failure::failed)?;
    }
    let FitArgs { game, seed, games, rounds, nodes, .. } = args;
    let plan = NetPlan { game: game.clone(), rules, seed: *seed, games: *games, rounds: *rounds, nodes: *nodes };
    let trained = train(&plan, args.quiet).ok_or_else(|| Failure::failed("the games left no position to be looked at"))?;
    let text = trained.net.to_toml();
    let mut output = stdout().lock();
    match &args.out {
        Some(path) => write_output(path, "fit", text.as_bytes()).map_err(Failure::failed)?,
        None => writeln!(output, "{text}")?,
    }
    let [constant, before, after] = trained.losses;
    writeln!(
        output,
        "{game}: {} positions; cross-entropy of games held out: {constant:.4} bits without an evaluation, {before:.4} by the \
         one that played them, {after:.4} by the network",
        trained.positions
    )?;
    Ok(())
}
