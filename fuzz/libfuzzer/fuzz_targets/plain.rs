#![no_main]

stockade_libfuzzer::target!("plain", Programs);
