#![no_main]

stockade_libfuzzer::target!("pause", Programs);
