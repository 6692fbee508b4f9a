#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    petteia_fuzz::experiment_toml(data);
});
