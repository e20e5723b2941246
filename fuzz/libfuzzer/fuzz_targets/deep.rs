#![no_main]

stockade_libfuzzer::target!("deep", Deep);
