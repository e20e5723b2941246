#![no_main]

stockade_libfuzzer::target!("collection", Programs);
