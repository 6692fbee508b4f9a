//! The functions that scripts call, and the clock that they provide.
//!
//! A script asks for `room` for the bytes of a question, writes it there, and calls `answer`, which returns the number
//! of bytes of the answer; they begin at `address`.

use std::cell::RefCell;
use std::time::Duration;

use petteia_players::stopwatch::use_clock;

use crate::Desk;

thread_local! {
    /// The question, and then its answer.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DESK: RefCell<Desk> = RefCell::default();
}

#[expect(unsafe_code, reason = "the clock is a function from outside")]
mod outside {
    #[link(wasm_import_module = "outside")]
    unsafe extern "C" {
        /// Returns the time in milliseconds since any fixed moment.
        pub safe fn now() -> f64;
    }
}

fn clock() -> Duration {
    Duration::from_secs_f64(outside::now() / 1000.0)
}

/// Returns the address at which a script writes a question of `length` bytes.
#[expect(unsafe_code, reason = "scripts find functions by name")]
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *const u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_ptr()
    })
}

/// Answers the question and returns the number of bytes of the answer.
#[expect(unsafe_code, reason = "scripts find functions by name")]
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    use_clock(clock);
    let question = TEXT.take();
    let answer = DESK.with_borrow_mut(|desk| desk.answer(&question));
    TEXT.set(answer);
    TEXT.with_borrow(Vec::len)
}

/// Returns the address of the answer.
#[expect(unsafe_code, reason = "scripts find functions by name")]
#[unsafe(no_mangle)]
extern "C" fn address() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}
