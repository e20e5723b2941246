#![no_main]

stockade_libfuzzer::target!("determinism", Programs);
