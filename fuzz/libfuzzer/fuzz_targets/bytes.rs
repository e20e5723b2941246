#![no_main]

stockade_libfuzzer::target!("bytes", Programs);
