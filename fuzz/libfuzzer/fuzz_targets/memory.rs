#![no_main]

stockade_libfuzzer::target!("memory", Hungry);
