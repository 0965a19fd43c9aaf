//! The training itself.

use crate::adam::{Adam, Uses};
use crate::bag::Bags;
use crate::batch;
use crate::corpus::Corpus;
use crate::loss::{Embedded, Loss, embed, info_nce, through_length};
use crate::random::Random;
use crate::settings::Settings;
use crate::table::Table;

/// The rate rises over at most so many steps.
const WARM_UP: usize = 200;

/// Trains the table on some pairs; returns each epoch's mean loss. `news` hears of each epoch.
pub fn train(
    table: &mut Table,
    corpus: &Corpus,
    chosen: &[usize],
    settings: &Settings,
    news: &mut dyn FnMut(&str),
) -> Vec<f64> {
    let mut random = Random::new(settings.seed);
    let mut adam = Adam::new(table);
    let all = settings.epochs * (chosen.len() / settings.batch).max(1);
    let (mut done, mut losses) = (0, Vec::new());
    for number in 1..=settings.epochs {
        let sizes = (settings.batch, settings.group);
        let batches = batch::epoch(chosen, &corpus.package_of, sizes, &mut random);
        let mut sum = 0.0;
        for pairs in &batches {
            let (queries, codes) = texts(corpus, pairs, settings, &mut random);
            let gradient = gradient(table, &queries, &codes, settings);
            sum += gradient.value;
            done += 1;
            let uses = Uses::of(&queries, &codes);
            let by = (&gradient.queries, &gradient.codes);
            adam.step(table, &uses, by, settings.rate * schedule(done, all), settings.threads);
        }
        losses.push(sum / batches.len().max(1) as f64);
        news(&format!("epoch {number} of {}: loss {:.4}", settings.epochs, losses[number - 1]));
    }
    losses
}

/// The texts of a batch as they are seen this time.
fn texts(corpus: &Corpus, pairs: &[usize], settings: &Settings, random: &mut Random) -> (Bags, Bags) {
    let (mut queries, mut codes) = (Bags::default(), Bags::default());
    for &pair in pairs {
        let from = if random.unit() < settings.paragraphs { &corpus.paragraphs } else { &corpus.sentences };
        from.copy(pair, &mut queries, settings.dropout, random);
        corpus.codes.copy(pair, &mut codes, settings.dropout, random);
    }
    (queries, codes)
}

/// The loss of a batch with its derivatives by the sums of rows.
fn gradient(table: &Table, queries: &Bags, codes: &Bags, settings: &Settings) -> Loss {
    let embedded: [Embedded; 2] = [queries, codes].map(|bags| embed(table, bags, settings.threads));
    let mut loss = info_nce(&embedded[0].unit, &embedded[1].unit, settings.temperature, settings.threads);
    through_length(&embedded[0], &mut loss.queries);
    through_length(&embedded[1], &mut loss.codes);
    loss
}

/// The share of the rate at a step: up in a line, down along a cosine.
fn schedule(step: usize, all: usize) -> f32 {
    let warm = (all / 10).clamp(1, WARM_UP);
    let up = (step as f32 / warm as f32).min(1.0);
    let progress = (step as f32 / all as f32).min(1.0);
    up * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs that share a piece with their own code only, beside pieces that all have.
    fn made_up(n: usize) -> Corpus {
        let packages = ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut corpus = Corpus { packages, ..Corpus::default() };
        let mut random = Random::new(11);
        for pair in 0..n {
            let noise = |random: &mut Random| 2 * n as u32 + random.below(10) as u32;
            let query = vec![pair as u32, noise(&mut random), noise(&mut random)];
            let code = vec![(n + pair) as u32, (n + pair) as u32, noise(&mut random), noise(&mut random)];
            corpus.sentences.push(query.clone());
            corpus.paragraphs.push(query);
            corpus.codes.push(code);
            corpus.package_of.push((pair % 3) as u32);
            corpus.languages.push("rust".into());
        }
        corpus
    }

    fn quick(threads: usize) -> Settings {
        Settings { batch: 40, group: 4, rate: 0.02, epochs: 30, threads, ..Settings::default() }
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let corpus = made_up(7);
        let all: Vec<usize> = (0..7).collect();
        let table = Table::random(24, 6, &mut Random::new(3));
        let settings = Settings { temperature: 0.3, dropout: 0.0, ..quick(2) };
        let (queries, codes) = texts(&corpus, &all, &settings, &mut Random::new(1));
        let loss = gradient(&table, &queries, &codes, &settings);
        let exact = Uses::of(&queries, &codes).dense(&loss.queries, &loss.codes, &table);
        let step = 2e-3;
        for (at, &exact) in exact.iter().enumerate() {
            let shifted = |by: f32| {
                let mut table = table.clone();
                table.values[at] += by;
                gradient(&table, &queries, &codes, &settings).value
            };
            let slope = (shifted(step) - shifted(-step)) / f64::from(2.0 * step);
            assert!((slope - f64::from(exact)).abs() < 2e-3, "{at}: {slope} and {exact}");
        }
        assert!(exact.iter().any(|value| value.abs() > 0.05));
    }

    #[test]
    fn the_loss_of_equal_vectors_is_the_logarithm_of_their_number() {
        let same = ndarray::Array2::from_elem((5, 4), 0.5);
        assert!((info_nce(&same, &same, 0.05, 1).value - 5_f64.ln()).abs() < 1e-6);
    }

    #[test]
    fn training_lowers_the_loss_and_does_not_depend_on_threads() {
        let corpus = made_up(200);
        let all: Vec<usize> = (0..200).collect();
        let run = |threads| {
            let mut table = Table::random(410, 16, &mut Random::new(3));
            let losses = train(&mut table, &corpus, &all, &quick(threads), &mut |_| ());
            (table, losses)
        };
        let (table, losses) = run(1);
        assert!(losses[losses.len() - 1] < losses[0] / 2.0, "{losses:?}");
        assert_eq!(table, run(3).0);
        let measured = crate::measure::measure(&table, &corpus, &all, 2);
        assert!(measured.all.recall > 0.9, "{measured:?}");
    }

    #[test]
    fn the_rate_rises_and_falls() {
        assert!(schedule(1, 1000) < 0.02 && schedule(100, 1000) > 0.95 && schedule(1000, 1000) < 1e-6);
    }
}
