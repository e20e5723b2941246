#![no_main]

stockade_libfuzzer::target!("cost", Costs);
