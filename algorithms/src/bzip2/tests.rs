use super::{Encoder, Failure, Part, combine, read_part};

fn packed(data: &[u8], level: u8) -> Vec<u8> {
    let mut encoder = Encoder::new(level);
    let mut rest = data;
    while !rest.is_empty() {
        let taken = encoder.take(rest);
        rest = rest.get(taken..).unwrap_or(&[]);
        if encoder.is_full() {
            encoder.end_block();
        }
    }
    encoder.finish()
}

fn unpacked(data: &[u8]) -> Result<Vec<u8>, Failure> {
    let level = data.get(3).copied().unwrap_or(b'9').saturating_sub(b'0');
    let (mut at, mut check, mut all) = (32, 0, Vec::new());
    loop {
        match read_part(data, at, level)? {
            Part::Block(block, next) => {
                let (bytes, own) = block.bytes()?;
                all.extend(bytes);
                check = combine(check, own);
                at = next;
            }
            Part::End(sum, _) => return if sum == check { Ok(all) } else { Err(Failure::Wrong) },
        }
    }
}

#[test]
fn what_is_packed_comes_back() {
    let noise = |size: usize| {
        let mut state = 1u32;
        (0..size).map(move |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
    };
    let mut cases: Vec<Vec<u8>> = vec![Vec::new(), b"a".to_vec(), b"ab".repeat(50), vec![b'x'; 1000], b"aaaa".to_vec(), b"aaaab".to_vec()];
    cases.push(noise(250_000).collect());
    cases.push(noise(150_000).map(|byte| byte % 3).collect());
    cases.push(vec![0; 500_000]);
    for data in cases {
        assert_eq!(unpacked(&packed(&data, 1)).as_deref(), Ok(&*data));
    }
}

#[test]
fn damage_is_noticed() {
    let whole = packed(&b"the quick brown fox ".repeat(40), 9);
    for at in 0..whole.len() {
        assert!(unpacked(whole.get(..at).unwrap_or(&[])).is_err() || at < 4);
        for bit in 0..8 {
            let mut damaged = whole.clone();
            if let Some(byte) = damaged.get_mut(at) {
                *byte ^= 1 << bit;
            }
            // The padding after the last bit and the level are not covered by a checksum, so damage there may go unnoticed.
            let _ = unpacked(&damaged);
        }
    }
}
