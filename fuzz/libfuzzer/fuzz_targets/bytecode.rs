#![no_main]

stockade_libfuzzer::target!("bytecode", Programs);
