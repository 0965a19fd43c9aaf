//! Work on several threads whose result does not depend on their number.

use std::sync::Mutex;
use std::thread;

/// Calls `work` once for each item. An item carries the part of the result that it may write, so whichever thread
/// takes it, the outcome is the same.
pub fn each<T: Send>(items: Vec<T>, threads: usize, work: impl Fn(T) + Sync) {
    let queue = Mutex::new(items.into_iter());
    // The lock is free again before the work begins.
    let next = || queue.lock().ok().and_then(|mut items| items.next());
    let run = || {
        while let Some(item) = next() {
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_once() {
        for threads in [1, 2, 5] {
            let mut squares = vec![0; 100];
            each(squares.iter_mut().enumerate().collect(), threads, |(at, square)| *square += at * at);
            assert!(squares.iter().enumerate().all(|(at, square)| *square == at * at));
        }
    }
}
