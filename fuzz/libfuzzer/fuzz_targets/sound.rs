#![no_main]

stockade_libfuzzer::target!("sound", Reaching);
