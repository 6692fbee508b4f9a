//! `petteia depth`: how many doublings of a budget still gain points.

use std::io::{Write, stdout};

use petteia_files::create_writable_folder;
use petteia_players::agents::AgentSpec;
use petteia_reports::TableStyle;
use petteia_reports::depth::{depth_text, report_depth};
use petteia_simulator::contest::{DoublingPlan, SeriesOptions};
use petteia_simulator::program::origin;

use super::{Failure, colour, variant};
use crate::cli::DepthArgs;

pub fn depth(args: &DepthArgs) -> Result<(), Failure> {
    let agent: AgentSpec = args.agent.parse().map_err(|error| Failure::input(format!("--agent: {error}")))?;
    let variant = variant(&args.game)?;
    let plan = DoublingPlan::new(&variant, &agent, args.doublings, args.seed, args.opening).map_err(Failure::input)?;
    if let Some(folder) = &args.out {
        create_writable_folder(folder, "depth").map_err(Failure::failed)?;
    }
    let options = SeriesOptions { threads: args.threads.map_or(0, usize::from), quiet: args.quiet };
    let played = plan.play(args.pairs, options).map_err(Failure::input)?;
    let mut output = stdout().lock();
    write!(output, "{}", depth_text(&played, TableStyle { colour: colour(), ..TableStyle::default() }))?;
    if let Some(folder) = &args.out {
        let what = format!(
            "{agent} doubled {} times, {}, {} pairs, openings of {}",
            args.doublings,
            variant.text(),
            args.pairs,
            args.opening
        );
        let origin = origin([("doublings", what), ("seed", args.seed.to_string())]);
        let files = report_depth(folder, &played, &origin).map_err(Failure::failed)?;
        files.iter().try_for_each(|file| writeln!(output, "{}", file.display()))?;
    }
    Ok(())
}
