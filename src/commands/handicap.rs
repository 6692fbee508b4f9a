//! `petteia handicap`: what makes a game even.

use std::io::{Write, stdout};

use petteia_files::create_writable_folder;
use petteia_players::agents::AgentSpec;
use petteia_reports::TableStyle;
use petteia_reports::fair::{handicap_text, openings_text, report_handicap, report_openings};
use petteia_simulator::fair::{FairOptions, SelfPlay};
use petteia_simulator::program::origin;

use super::{Failure, colour, variant};
use crate::cli::HandicapArgs;

pub fn handicap(args: &HandicapArgs) -> Result<(), Failure> {
    let agent: AgentSpec = args.agent.parse().map_err(|error| Failure::input(format!("--agent: {error}")))?;
    let options = FairOptions {
        opening: args.opening,
        seed: args.seed,
        threads: args.threads.map_or(0, usize::from),
        quiet: args.quiet,
    };
    let variant = variant(&args.game)?;
    let play = SelfPlay::new(&variant, &agent, options).map_err(Failure::input)?;
    if let Some(folder) = &args.out {
        create_writable_folder(folder, "handicap").map_err(Failure::failed)?;
    }
    let what = if args.openings { "after each first decision" } else { "at odds" };
    let what = format!(
        "{agent} against itself {what}, {}, {} games, openings of {}",
        variant.text(),
        args.games,
        args.opening
    );
    let origin = origin([("games", what), ("seed", args.seed.to_string())]);
    let style = TableStyle { colour: colour(), ..TableStyle::default() };
    let (text, files) = if args.openings {
        let first = play.first_decisions(args.games).map_err(Failure::input)?;
        let write = |folder| report_openings(folder, &first, &origin);
        (openings_text(&first, style), args.out.as_deref().map(write).transpose())
    } else {
        let handicap = play.handicap(args.games, args.most).map_err(Failure::input)?;
        let write = |folder| report_handicap(folder, &handicap, &origin);
        (handicap_text(&handicap, style), args.out.as_deref().map(write).transpose())
    };
    let mut output = stdout().lock();
    write!(output, "{text}")?;
    let files = files.map_err(Failure::failed)?.unwrap_or_default();
    files.iter().try_for_each(|file| writeln!(output, "{}", file.display()))?;
    Ok(())
}
