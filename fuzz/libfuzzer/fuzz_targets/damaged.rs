#![no_main]

stockade_libfuzzer::target!("damaged", Programs);
