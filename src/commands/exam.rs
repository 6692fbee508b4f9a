//! `petteia exam`: agents in endings whose value is known.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::time::Duration;

use petteia_proofs::endgame::SolveOptions;
use petteia_reports::TableStyle;
use petteia_reports::exam::exam_text;
use petteia_simulator::SolveProgress;
use petteia_simulator::exam::{Examination, Paper};

use super::solve::bytes;
use super::{Failure, colour};
use crate::cli::ExamArgs;

pub fn exam(args: &ExamArgs) -> Result<(), Failure> {
    let examination = Examination::read(&args.file).map_err(Failure::input)?;
    let mut marks = Vec::new();
    for (variant, rules, ending) in &examination.endings {
        let options = SolveOptions {
            folder: args.tables.join(variant),
            memory: bytes(args.memory),
            save_every: Duration::from_secs(300),
        };
        let progress = SolveProgress::new(args.quiet);
        let paper = Paper::new(variant, rules, *ending, &options, &progress).map_err(Failure::failed)?;
        for agent in &examination.agents {
            agent.prepare(rules, &progress).map_err(Failure::input)?;
            progress.finish();
            let mark = paper.examine(agent, examination.placements, examination.seed, args.quiet);
            marks.push(mark);
        }
    }
    let _ = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(&examination.name));
    write!(stdout().lock(), "{}", exam_text(&marks, TableStyle { colour: colour(), ..TableStyle::default() }))?;
    Ok(())
}
