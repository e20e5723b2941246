#![no_main]

stockade_libfuzzer::target!("exact", Programs);
