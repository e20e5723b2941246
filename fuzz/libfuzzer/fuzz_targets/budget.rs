#![no_main]

stockade_libfuzzer::target!("budget", Texts);
