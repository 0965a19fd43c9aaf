//! When to pause. Long work is done in steps of well under a millisecond; after some of them the host is asked whether
//! it wants its thread back. What comes out does not depend on the answers.

use std::task::Poll;

/// How much work is done between two questions to the host, in units of about a microsecond.
const STRIDE: u32 = 200;

/// The host's word on whether work may go on.
pub struct Pace<'a> {
    is_due: &'a mut dyn FnMut() -> bool,
    left: u32,
}

impl<'a> Pace<'a> {
    /// `is_due` says whether it is time to pause. It is asked a few times a millisecond.
    pub fn new(is_due: &'a mut dyn FnMut() -> bool) -> Self {
        Pace { is_due, left: STRIDE }
    }

    /// Notes that so much was done, in units of about a microsecond; true if it is time to pause.
    pub fn spend(&mut self, work: u32) -> bool {
        if work < self.left {
            self.left -= work;
            return false;
        }
        self.left = STRIDE;
        (self.is_due)()
    }
}

/// Runs work to its end.
pub fn finish<T>(mut advance: impl FnMut(&mut Pace) -> Poll<T>) -> T {
    loop {
        if let Poll::Ready(done) = advance(&mut Pace::new(&mut || false)) {
            return done;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_asked_now_and_then() {
        let mut asked = 0;
        let mut is_due = || {
            asked += 1;
            true
        };
        let mut pace = Pace::new(&mut is_due);
        let paused = (0..2 * STRIDE).filter(|_| pace.spend(1)).count();
        assert_eq!(paused, 2);
        assert!(pace.spend(u32::MAX));
        assert_eq!(asked, 3);
    }
}
