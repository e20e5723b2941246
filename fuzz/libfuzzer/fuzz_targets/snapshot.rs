#![no_main]

stockade_libfuzzer::target!("snapshot", Programs);
