#![no_main]

stockade_libfuzzer::target!("deadline", Endless);
