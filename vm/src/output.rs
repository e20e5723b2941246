//! What the guest prints: counted against the output limit, handed to the host.

use crate::exit::Exit;
use crate::outcome::LimitKind;
use crate::rt::Rt;

/// Counters of printed text.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Output {
    /// Bytes handed to the host.
    pub(crate) used: u64,
}

impl Rt {
    /// Prints; past the limit the rest is cut and the run ends.
    pub(crate) fn write(&mut self, text: &str, error: bool) -> Result<(), Exit> {
        self.charge(text.len() as u64 / 64 + 1)?;
        let left = self.limits.output_bytes.saturating_sub(self.out.used);
        if text.len() as u64 > left {
            let mut cut = usize::try_from(left).unwrap_or(usize::MAX).min(text.len());
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            self.out.used += cut as u64;
            self.host.write(text.get(..cut).unwrap_or(""), error);
            if self.grants.marks_cut_output {
                self.host.write(&format!("\n[output cut: it may have {} bytes]\n", self.limits.output_bytes), error);
            }
            return Err(Exit::Limit(LimitKind::Output));
        }
        self.out.used += text.len() as u64;
        self.host.write(text, error);
        Ok(())
    }
}
