//! Several things at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::outcome::Outcome;

/// Does the work for each item, on so many threads, and returns the results in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> Outcome<R> + Sync) -> Outcome<Vec<R>> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let worker = || -> Outcome {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return Ok(()) };
            let result = work(item)?;
            results.lock().map_err(|_| "Another worker failed.")?.push((at, result));
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "A worker stopped.")?)
    })?;
    let mut results = results.into_inner().map_err(|_| "A worker stopped.")?;
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_and_errors_are_told() {
        let numbers: Vec<u32> = (0..100).collect();
        assert_eq!(map(&numbers, 3, |n| Ok(n * 2)).unwrap()[99], 198);
        assert!(map(&numbers, 3, |&n| if n == 50 { Err("It was 50.".into()) } else { Ok(n) }).is_err());
    }
}
