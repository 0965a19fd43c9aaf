//! What speaks for and against a chunk: named, bounded values, each of which can be switched off.

mod cosines;
mod exports;
mod lines;
mod names;
mod neighbours;
mod paths;
mod places;
mod priors;
mod terms;

use super::question::Question;
use super::view::View;
use serde::{Deserialize, Serialize};
use terms::Gathered;

macro_rules! signals {
    ($($(#[doc = $doc:literal])+ $name:ident $text:literal $level:ident;)+) => {
        /// A signal. Its value lies in 0…1, a cosine in −1…1, unless its description says otherwise.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub enum Signal { $($(#[doc = $doc])+ $name,)+ }

        impl Signal {
            /// All signals, in the order in which they are added up.
            pub const ALL: &[Signal] = &[$(Signal::$name,)+];

            /// The name in reports and options.
            pub fn as_str(self) -> &'static str {
                match self { $(Signal::$name => $text,)+ }
            }

            /// Whether it is the same for all chunks of a file.
            pub fn is_of_file(self) -> bool {
                match self { $(Signal::$name => matches!(Level::$level, Level::File),)+ }
            }
        }
    };
}

enum Level {
    Chunk,
    File,
}

signals! {
    /// The cosine to the chunk's text with its path and names.
    PlacedCosine "placedCosine" Chunk;
    /// The cosine to the chunk's path and names alone.
    LabelCosine "labelCosine" Chunk;
    /// The cosine to the mean of the file's chunks.
    FileCosine "fileCosine" File;
    /// BM25 over the best chunk's.
    Words "words" Chunk;
    /// BM25 of the file as one document, over the best file's.
    FileWords "fileWords" File;
    /// The idf share of the question's terms that the file holds.
    FileCoverage "fileCoverage" File;
    /// ln(1 + Σ BM25 of the file's chunks), over the best file's.
    FileSum "fileSum" File;
    /// BM25 of the path's words, over the best file's.
    PathWords "pathWords" File;
    /// BM25 of the text before the file's first definition, over the best file's.
    HeaderWords "headerWords" File;
    /// The best definition's name: idf share of the question that it covers × √(share of its parts that are asked for).
    NameCoverage "nameCoverage" Chunk;
    /// The chunk defines a name that the question gives as a name.
    Defines "defines" Chunk;
    /// And in the same case.
    DefinesExactly "definesExactly" Chunk;
    /// And inside what the question names before it.
    DefinesQualified "definesQualified" Chunk;
    /// The chunk defines two neighbouring words of the question, written as one.
    DefinesJoined "definesJoined" Chunk;
    /// The file defines a plain word of the question: 1 / log₂(1 + number of definitions of that name).
    FileDefines "fileDefines" File;
    /// The chunk holds a name that the question gives, and does not define it.
    Mentions "mentions" Chunk;
    /// The chunk passes a name on that the question gives, and does not define it.
    Exports "exports" Chunk;
    /// Share of the stem's parts that are asked for.
    StemPrecision "stemPrecision" File;
    /// Idf share of the question that the stem covers × its precision.
    StemCoverage "stemCoverage" File;
    /// The stem is a word of the question, or two neighbours.
    StemEqual "stemEqual" File;
    /// The stem is a name that the question gives.
    StemNamed "stemNamed" File;
    /// Idf share of the question that the last three folders cover.
    Folders "folders" File;
    /// Idf share of the question that the chunk's best line covers.
    Line "line" Chunk;
    /// Share of the question's quotations that the chunk holds.
    Quoted "quoted" Chunk;
    /// The question names the file.
    FileMentioned "fileMentioned" File;
    /// The question names a line of the chunk.
    LineMentioned "lineMentioned" Chunk;
    /// How well the best other files of the folder answer.
    Neighbours "neighbours" File;
    /// How well the best file that uses this one answers.
    Users "users" File;
    /// ln(1 + number of files that use names that only this file defines): not bounded by 1.
    Popularity "popularity" File;
    /// ln(1 + number of chunks of the file): not bounded by 1.
    FileSize "fileSize" File;
    /// A test, unless the question asks about tests.
    Test "test" File;
    /// A test that stands in the file of what it tests, unless the question asks about tests.
    InlineTest "inlineTest" Chunk;
    /// Generated or somebody else's.
    Foreign "foreign" File;
    /// An example, a document's source or a benchmark, unless the question asks for one.
    Example "example" File;
    /// Kept for compatibility.
    Compatibility "compatibility" File;
    /// Of a version that stands beside a newer one.
    OldVersion "oldVersion" File;
}

/// Values of one signal, by place or by file.
pub type Column = (Signal, Vec<f64>);

/// The weight of each signal, in the order of [`Signal::ALL`].
pub type Weights = Vec<f64>;

/// All signals of a question.
pub fn all(view: &View, question: &Question, embedding: Option<&[f32]>, weights: &[f64]) -> Vec<Column> {
    let gathered = Gathered::new(view, question);
    let mut columns = Vec::with_capacity(Signal::ALL.len());
    if let Some(embedding) = embedding {
        cosines::add(view, embedding, &mut columns);
    }
    terms::add(view, &gathered, &mut columns);
    names::add(view, question, &gathered, &mut columns);
    paths::add(view, question, &gathered, &mut columns);
    places::add(view, question, &mut columns);
    priors::add(view, question, &mut columns);
    // The rest looks at the best so far only.
    let rough = total(view, &columns, weights);
    lines::add(view, question, &gathered, &rough, &mut columns);
    neighbours::add(view, &rough, &mut columns);
    columns.sort_by_key(|column| column.0);
    columns
}

/// The weighted sum by place, in the order of the columns.
pub fn total(view: &View, columns: &[Column], weights: &[f64]) -> Vec<f64> {
    let mut files = vec![0.0; view.files.len()];
    let mut scores = vec![0.0; view.places.len()];
    for (signal, values) in columns {
        let weight = weights[*signal as usize];
        if weight != 0.0 {
            let into = if signal.is_of_file() { &mut files } else { &mut scores };
            into.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
        }
    }
    scores.iter_mut().zip(&view.file_of).for_each(|(score, &file)| *score += files[file as usize]);
    scores
}

/// The values over the largest; zeros stay.
fn over_largest(mut values: Vec<f64>) -> Vec<f64> {
    let largest = values.iter().copied().fold(0.0, f64::max);
    if largest > 0.0 {
        values.iter_mut().for_each(|value| *value /= largest);
    }
    values
}
