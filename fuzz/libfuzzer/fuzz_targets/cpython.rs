#![no_main]

stockade_libfuzzer::target!("cpython", Programs);
