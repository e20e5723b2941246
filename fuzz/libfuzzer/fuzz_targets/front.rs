#![no_main]

stockade_libfuzzer::target!("front", Texts);
