//! The engine at work: it reads commands while it searches.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use petteia_engine::escaped;

use super::engine::{Engine, Reply};
use super::thinking::Thinking;

/// The most lines that wait for the end of an answer.
const MOST_WAITING: usize = 1000;

/// What happens next.
enum Event {
    /// A line was read, or could not be read.
    Read(io::Result<String>),
    /// There are no more lines.
    Closed,
    /// The player tells what it thinks.
    Told(String),
    /// The player has decided; this line ends its answer.
    Decided(String),
}

/// The decision that the player is making.
struct Current {
    must_stop: Arc<AtomicBool>,
    is_infinite: bool,
    /// The last line of the answer, while it waits for `stop`.
    decided: Option<String>,
}

impl Current {
    fn is_stopped(&self) -> bool {
        self.must_stop.load(Ordering::Relaxed)
    }
}

/// An engine, those who wait for it, and what it is doing.
struct Server<'a, W> {
    engine: Engine,
    output: &'a mut W,
    events: SyncSender<Event>,
    current: Option<Current>,
    /// The lines that came while the player was thinking.
    later: VecDeque<String>,
    is_closed: bool,
    /// Why no more lines can be read.
    broken: Option<io::Error>,
}

/// Answers lines until `quit` or their end. While the player thinks, `stop` makes it decide, `isready` is answered, and other
/// lines wait.
///
/// # Errors
/// A line cannot be read, or an answer cannot be written, or there is no thread that reads.
///
/// ```
/// use petteia_engine::Rules;
/// use petteia_players::protocol::{Engine, serve};
/// let engine = Engine::new(Rules::parse("city-8")?, "alphabeta".parse()?);
/// let mut answers = Vec::new();
/// serve(engine, ["go infinite", "isready", "stop"].map(|line| Ok(line.to_owned())).into_iter(), &mut answers)?;
/// let answers = String::from_utf8(answers)?;
/// assert!(answers.contains("ready\n") && answers.lines().last().unwrap().starts_with("bestmove "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(
    engine: Engine,
    lines: impl Iterator<Item = io::Result<String>> + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    // A line is read when there is room for it.
    let (events, happening) = sync_channel(MOST_WAITING);
    let heard = events.clone();
    // Reading may last until the process ends, so nobody waits for this thread.
    let reading = thread::Builder::new().spawn(move || {
        for line in lines {
            let is_broken = line.is_err();
            if heard.send(Event::Read(line)).is_err() || is_broken {
                return;
            }
        }
        drop(heard.send(Event::Closed));
    });
    reading.map_err(|error| io::Error::new(error.kind(), format!("there is no thread for the input: {error}")))?;
    let mut server =
        Server { engine, output, events, current: None, later: VecDeque::new(), is_closed: false, broken: None };
    for event in happening {
        let goes_on = match event {
            Event::Read(Ok(line)) => server.hear(line)?,
            Event::Read(Err(error)) => {
                server.broken = Some(error);
                server.close()?
            }
            Event::Told(line) => server.write(&line).map(|()| true)?,
            Event::Closed => server.close()?,
            Event::Decided(line) => server.decided(line)?,
        };
        if !goes_on {
            break;
        }
    }
    server.broken.map_or(Ok(()), Err)
}

/// Each step returns whether the engine goes on.
impl<W: Write> Server<'_, W> {
    fn write(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{}", escaped(line))?;
        self.output.flush()
    }

    fn hear(&mut self, line: String) -> io::Result<bool> {
        let Some(current) = &self.current else { return self.answer(&line) };
        match line.trim() {
            "stop" => {
                current.must_stop.store(true, Ordering::Relaxed);
                self.end_answer()
            }
            "isready" => self.write("ready").map(|()| true),
            word => {
                // What is written to a pipe at once must get all its answers.
                if word == "quit" && current.is_infinite {
                    current.must_stop.store(true, Ordering::Relaxed);
                }
                if self.later.len() >= MOST_WAITING {
                    let why =
                        format!("error `{word}` is lost: {MOST_WAITING} lines wait for the end of the answer to `go`");
                    return self.write(&why).map(|()| true);
                }
                self.later.push_back(line);
                self.end_answer()
            }
        }
    }

    fn answer(&mut self, line: &str) -> io::Result<bool> {
        match self.engine.answer(line) {
            Reply::Lines(lines) => lines.iter().try_for_each(|line| self.write(line)).map(|()| true),
            Reply::Think(thinking) => self.think(*thinking),
            Reply::Quit => Ok(false),
        }
    }

    fn think(&mut self, thinking: Thinking) -> io::Result<bool> {
        // Without further lines, and if it is to quit, nobody tells it to stop.
        let ends = self.is_closed || self.later.iter().any(|line| line.trim() == "quit");
        let must_stop = Arc::new(AtomicBool::new(ends && thinking.is_infinite));
        self.current =
            Some(Current { must_stop: Arc::clone(&must_stop), is_infinite: thinking.is_infinite, decided: None });
        let events = self.events.clone();
        let started = thread::Builder::new().spawn(move || {
            let tell = |line| drop(events.send(Event::Told(line)));
            let decide = || thinking.decide(&|| must_stop.load(Ordering::Relaxed), &tell);
            // Whoever waits for the answer must get one, whatever happens.
            let last = catch_unwind(AssertUnwindSafe(decide)).unwrap_or_else(|_| "error the player has a fault".into());
            drop(events.send(Event::Decided(last)));
        });
        match started {
            Ok(_) => Ok(true),
            Err(error) => self.decided(format!("error there is no thread for the player: {error}")),
        }
    }

    fn decided(&mut self, line: String) -> io::Result<bool> {
        if let Some(current) = &mut self.current {
            current.decided = Some(line);
        }
        self.end_answer()
    }

    /// Ends the answer if the player has decided and may say so, and goes on with the lines that waited.
    fn end_answer(&mut self) -> io::Result<bool> {
        let is_due =
            |current: &mut Current| current.decided.is_some() && (!current.is_infinite || current.is_stopped());
        let Some(last) = self.current.take_if(is_due).and_then(|current| current.decided) else { return Ok(true) };
        self.write(&last)?;
        while self.current.is_none() {
            let Some(line) = self.later.pop_front() else { return Ok(!self.is_closed) };
            if !self.hear(line)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn close(&mut self) -> io::Result<bool> {
        self.is_closed = true;
        match &self.current {
            Some(current) if current.is_infinite => self.hear("stop".into()),
            Some(_) => Ok(true),
            None => Ok(false),
        }
    }
}
