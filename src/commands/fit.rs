//! `petteia fit`: play, fit, write the weights.

use std::io::{Write, stdout};
use std::path::Path;

use petteia_engine::files::write_output;
use petteia_simulator::experiment::is_fit;
use petteia_simulator::fit::{FitPlan, TunePlan, fit as fit_weights, tune};
use petteia_simulator::{Source, Variant};

use super::{Failure, check_output, pool, variant};
use crate::cli::FitArgs;

pub fn fit(args: &FitArgs) -> Result<(), Failure> {
    if !is_fit(Path::new(&args.game)) {
        return tune_game(args);
    }
    let plan = Source::read(args.game.as_ref()).and_then(FitPlan::read).map_err(Failure::input)?;
    check_output(args.out.as_deref(), "fit")?;
    let fitted =
        pool(args.effort.threads())?.install(|| fit_weights(&plan, args.effort.quiet)).map_err(Failure::input)?;
    let text = fitted.weights.to_toml();
    let mut output = stdout().lock();
    match &args.out {
        Some(path) => write_output(path, "fit", text.as_bytes()).map_err(Failure::failed)?,
        None => writeln!(output, "{text}")?,
    }
    for game in &fitted.games {
        let (variant, positions, stones) = (&game.variant, game.positions, game.stones);
        writeln!(output, "{variant:32}{positions:>8} positions {stones:>6.2} stones per odds of e")?;
    }
    Ok(())
}

/// Tunes the weights of one game.
fn tune_game(args: &FitArgs) -> Result<(), Failure> {
    let Variant { name, rules } = variant(&args.game)?;
    check_output(args.out.as_deref(), "fit")?;
    let plan = TunePlan { game: name, rules, seed: args.seed, pairs: args.pairs, nodes: args.nodes };
    let text = pool(args.effort.threads())?.install(|| tune(&plan, args.effort.quiet)).to_toml();
    match &args.out {
        Some(path) => write_output(path, "fit", text.as_bytes()).map_err(Failure::failed),
        None => Ok(write!(stdout().lock(), "{text}")?),
    }
}
