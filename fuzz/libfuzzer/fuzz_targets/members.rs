#![no_main]

stockade_libfuzzer::target!("members", Snippets);
