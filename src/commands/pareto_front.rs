//! The front of a search: its members as files, and the games in which they are played again.

use std::fs;
use std::path::{Path, PathBuf};

use petteia_engine::explain;
use petteia_engine::files::{make_folder, remove_temporaries, write_whole};
use petteia_reports::html::PAGE;
use petteia_reports::rulesets::{Candidate, FOLDER, ParetoFrontDetails, STUDY};
use petteia_reports::{Analysis, LABEL, limits_of_play};
use petteia_simulator::Source;
use petteia_simulator::catalog::Catalog;
use petteia_simulator::contest::ContestScheduler;
use petteia_simulator::experiment::{ExperimentConfig, ExperimentScheduler, Plan};
use petteia_simulator::run::{manifest, status};
use petteia_simulator::runner::RunOptions;
use petteia_simulator::scheduler::Scheduler;
use petteia_simulator::search::{RuleSearch, SearchScheduler, member_file};
use petteia_simulator::store::{Manifest, Store, label};

use super::new::lacking;
use super::run_report::{ReportOptions, counted, write_report};
use super::session::Session;
use super::{Failure, warn};
use crate::cli::Effort;

/// What is known about a front.
pub struct Front {
    pub details: ParetoFrontDetails,
    /// The games in which its members were played again.
    pub again: Option<(Plan, Catalog)>,
}

/// Who plays, and how.
#[derive(Clone, Copy)]
pub struct Playing<'a> {
    pub session: &'a Session,
    pub options: &'a RunOptions,
}

/// Plays a search and its front again, in turns, until no further member falls; `play` plays the search as far as it
/// goes, and returns whether it has ended.
pub fn confirmed_front(
    question: &SearchScheduler,
    out: &Path,
    effort: Effort,
    playing: Option<Playing>,
    mut play: impl FnMut() -> Result<bool, Failure>,
) -> Result<Front, Failure> {
    let folder = out.join(FOLDER);
    let asking = Asking { folder: &folder, effort, playing };
    loop {
        let has_ended = play()?;
        let (asked, members) = (question.asked, question.front());
        let mut front = front(asked, &members, &asking)?;
        let Some(again) = &front.again else { return Ok(front) };
        if !has_ended || !question.withdraw(again)? {
            front.report(asked, &members, &asking)?;
            return Ok(front);
        }
    }
}

impl Front {
    /// Reports the games in which its members were played again, and how even and how deep each of them is.
    fn report(&mut self, asked: &RuleSearch, members: &[usize], asking: &Asking) -> Result<(), Failure> {
        let analysis = asking.report()?;
        for (member, &set) in self.details.candidates.iter_mut().zip(members) {
            let name = asked.member_name(set);
            member.limits = analysis.limits.iter().filter(|limit| limit.variant.name == name).cloned().collect();
            // The study may have no room for it.
            let label = &asked.space.rule_sets[set].name;
            member.limits.iter_mut().for_each(|limit| limit.variant.label = Some(label.clone()));
            asking.about(asked, set, member)?;
        }
        self.details.limits = limits_of_play(&analysis);
        self.details.page = Some(format!("{FOLDER}/{STUDY}/{PAGE}"));
        Ok(())
    }
}

/// Writes the members of a front, given by the places of their rule sets, as files of their own, and plays them again; without
/// anyone to play, returns what is known from earlier games. A shard plays its part of the experiment, and nothing else.
fn front(asked: &RuleSearch, members: &[usize], asking: &Asking) -> Result<Front, Failure> {
    let Asking { folder, playing, .. } = *asking;
    make_folder(folder).map_err(Failure::failed)?;
    let writer = writer(playing);
    remove_temporaries(folder, |_, label| label == writer).map_err(Failure::failed)?;
    let mut details = ParetoFrontDetails {
        source: explain(&asked.base.rules),
        folder: format!("runs/{}", asked.name),
        lacking: lacking(&asked.base, &asked.factors),
        ..ParetoFrontDetails::default()
    };
    for (number, &set) in (1..).zip(members) {
        let file = member_file(number);
        write(&folder.join(&file), &asked.member_text(set), playing)?;
        details.candidates.push(Candidate {
            rules: explain(&asked.space.rule_sets[set].rules),
            file: format!("{FOLDER}/{file}"),
            ..Candidate::default()
        });
    }
    if playing.is_none_or(|playing| playing.session.shard.is_none()) {
        // Those of an earlier, larger front. The last goes first, so that those that are left can be found again.
        let others = (members.len() + 1..).map(|number| folder.join(member_file(number)));
        let others: Vec<PathBuf> = others.take_while(|path| path.exists()).collect();
        others.iter().rev().try_for_each(fs::remove_file)?;
    }
    let mut front = Front { details, again: None };
    if !members.is_empty() && asked.has_front_players() {
        front.again = asking.experiment(&asked.front_text(members))?;
    }
    Ok(front)
}

/// Writes a file of the front, which other shards may write at the same time.
fn write(path: &Path, text: &str, playing: Option<Playing>) -> Result<(), Failure> {
    write_whole(path, &writer(playing), text.as_bytes()).map_err(Failure::failed)
}

/// Returns the label of the files that this process writes.
fn writer(playing: Option<Playing>) -> String {
    let shard = playing.and_then(|playing| playing.session.shard);
    shard.map_or_else(|| LABEL.to_owned(), |shard| label(Some(shard)))
}

/// Asks questions about a front, below the folder of its members.
struct Asking<'a> {
    folder: &'a Path,
    effort: Effort,
    playing: Option<Playing<'a>>,
}

impl Asking<'_> {
    /// Plays the experiment; `None` if nobody has played it, or only a shard of it.
    fn experiment(&self, text: &str) -> Result<Option<(Plan, Catalog)>, Failure> {
        let file = self.folder.join(STUDY).with_extension("toml");
        write(&file, text, self.playing)?;
        let experiment = Source::read(&file).and_then(ExperimentConfig::read).map_err(Failure::failed)?;
        let plan = Plan::new(&experiment, None, None).map_err(Failure::failed)?;
        let out = self.folder.join(STUDY);
        if self.playing.is_some() {
            plan.check_programs(&experiment).map_err(Failure::input)?;
        }
        let now = manifest(&experiment, &plan, None, None);
        let Some(catalog) = self.catalog(&ExperimentScheduler::new(&plan), &now, &out)? else { return Ok(None) };
        let is_part = self.playing.is_some_and(|playing| playing.session.shard.is_some());
        Ok((!is_part).then_some((plan, catalog)))
    }

    /// Reports the experiment.
    fn report(&self) -> Result<Analysis, Failure> {
        let (out, options) =
            (self.folder.join(STUDY), ReportOptions { is_printed: false, ..ReportOptions::new(self.effort) });
        let status = status(&out)?;
        Ok(write_report(&out, &status, &counted(&status)?, &options)?.analysis)
    }

    /// Asks how even and how deep a member is.
    fn about(&self, asked: &RuleSearch, set: usize, member: &mut Candidate) -> Result<(), Failure> {
        if let Some(handicap) = asked.front_handicap(set)
            && let Some(catalog) = self.contest(&handicap)?
        {
            member.handicap = Some(handicap.handicap(&catalog)?);
        }
        if let Some(doublings) = asked.front_depth(set)
            && let Some(catalog) = self.contest(&doublings)?
        {
            member.depth = Some(doublings.doublings(&catalog)?);
        }
        Ok(())
    }

    /// Returns what is known after the games of a contest. Its folder stays the same when another rule set becomes the first
    /// of the front.
    fn contest(&self, contest: &ContestScheduler) -> Result<Option<Catalog>, Failure> {
        self.catalog(contest, &contest.manifest(), &self.folder.join(contest.cells()[0].id().to_string()))
    }

    /// Returns what is known after the games of a question, or `None` if nobody has begun to play them.
    fn catalog(
        &self,
        question: &dyn Scheduler,
        manifest: &Manifest,
        folder: &Path,
    ) -> Result<Option<Catalog>, Failure> {
        if let Some(Playing { session, options }) = self.playing {
            let store = session.open(folder, manifest.clone())?;
            return Ok(Some(session.play(question, &store, options)?.catalog));
        }
        if !fs::exists(Manifest::path_in(folder))? {
            return Ok(None);
        }
        let store = Store::reopen(folder)?;
        Ok(Some(Catalog::new(folder, &store.index(&warn)?, question.cells())))
    }
}
