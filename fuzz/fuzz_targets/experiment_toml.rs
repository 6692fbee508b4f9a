#![no_main]
//! An experiment file is planned or refused with the line.

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use petteia_simulator::experiment::{Experiment, Plan};

fuzz_target!(|text: &str| {
    let planned = Experiment::from_text(Path::new("fuzz.toml"), text).and_then(|file| Plan::new(&file, Some(1), None));
    if let Err(error) = planned {
        assert!(error.to_string().starts_with("fuzz.toml:"));
    }
});
