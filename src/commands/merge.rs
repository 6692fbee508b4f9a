//! `petteia merge`: joins folders of games, and reports them.

use std::path::Path;

use petteia_simulator::store::{Manifest, RunError, Store, join, quarantine_damaged};

use super::layout::written;
use super::report::report_folder;
use super::session::Session;
use super::{Failure, check_run, pool, warn};
use crate::cli::MergeArgs;

pub fn merge(args: &MergeArgs) -> Result<(), Failure> {
    let out = args.out.as_path();
    args.sources.iter().try_for_each(|source| check_run(source))?;
    if args.sources.is_empty() {
        check_run(out)?;
    }
    let store = open(args)?;
    let session = Session::new(args.effort);
    for source in args.sources.iter().filter(|source| !is_same(source, out)) {
        let joined = join(&store, source, &warn)?;
        session.say(&format!(
            "{}: {} games are new, {} were there already",
            source.display(),
            joined.copied,
            joined.known
        ));
    }
    let index = store.index(&warn)?;
    let pool = pool(args.effort.threads())?;
    quarantine_damaged(out, index.chunks.values().flatten(), &pool, &warn)?;
    if !store.manifest().request.kind.has_file() {
        let what = store.manifest().title();
        session.say(&format!("the games of {what} are joined; the command that made them reports them, with --out"));
        return Ok(());
    }
    drop(store);
    match report_folder(out, args.effort)? {
        0 => Ok(()),
        games => Err(RunError::Incomplete { folder: out.to_owned(), games }.into()),
    }
}

/// Opens the folder in which the games are joined. A new one gets the question of the first folder.
fn open(args: &MergeArgs) -> Result<Store, Failure> {
    let out = args.out.as_path();
    let first = if Manifest::path_in(out).exists() { out } else { args.sources.first().map_or(out, |first| first) };
    let manifest = Manifest::read(first)?;
    for source in &args.sources {
        let other = Manifest::read(source)?;
        let same = (other.request.kind, &other.request.name) == (manifest.request.kind, &manifest.request.name);
        if !same {
            return Err(Failure::input(format!(
                "{} holds {}, but {} holds {}; join folders of one question",
                source.display(),
                other.title(),
                first.display(),
                manifest.title()
            )));
        }
        if other.question_sha256 != manifest.question_sha256 {
            warn(&format!(
                "{} asks another question than {}. All games are joined, but the report is about the question of {}; for \
                 another question, give `petteia run FILE --out {}`, which plays only what is missing",
                source.display(),
                first.display(),
                first.display(),
                out.display()
            ));
        }
    }
    Ok(if first == out { Store::reopen(out) } else { Store::open(out, manifest, None, &written) }?)
}

fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().ok();
    place(one).is_some() && place(one) == place(other)
}
