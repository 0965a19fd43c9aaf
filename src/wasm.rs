//! The only room that knows JavaScript: values in, values out, errors mapped. The npm package wraps these in its
//! façade; nothing here is meant to be called by hand.

use crate::assemble::options::whole;
use crate::assemble::proportional::{Costs, proportional};
use crate::assemble::verify::Claim;
use crate::assemble::{Fit, SearchOptions, Session, calibrate, distribution, session};
use crate::chunk::Brought;
use crate::engine::{self, EngineOptions, Loader, RankOptions};
use crate::error::Error;
use crate::pace::Pace;
use crate::rank::{Blend, standardize};
use crate::semantic::Model;
use js_sys::{Float32Array, Uint8Array};
use ndarray::ArrayView1;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::task::Poll;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// An engine behind the façade.
#[wasm_bindgen(js_name = Engine)]
pub struct WasmEngine {
    engine: engine::Engine,
    loader: Option<Loader>,
    renaming: Option<engine::Renaming>,
}

/// A conversation behind the façade.
#[wasm_bindgen(js_name = Session)]
#[derive(Default)]
pub struct WasmSession {
    session: Session,
}

#[wasm_bindgen(js_class = Session)]
impl WasmSession {
    /// A session that remembers nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// A session that was saved.
    pub fn load(saved: &str) -> Result<WasmSession, JsValue> {
        Ok(WasmSession { session: Session::load(saved).map_err(throw)? })
    }

    /// Everything that it remembers, as text.
    pub fn save(&self) -> String {
        self.session.save()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.session.clear();
    }

    /// Forgets what was shown.
    pub fn forget(&mut self) {
        self.session.forget();
    }
}

/// A question whose answer waits for a count of its text.
#[wasm_bindgen(js_name = Fit)]
pub struct WasmFit {
    fit: Fit,
}

#[wasm_bindgen(js_class = Fit)]
impl WasmFit {
    /// The text to be counted; `undefined` when the answer is found.
    pub fn text(&self) -> Option<String> {
        self.fit.text().map(str::to_owned)
    }

    /// Takes its count.
    pub fn counted(&mut self, tokens: f64) -> Result<(), JsValue> {
        self.fit.counted(tokens).map_err(throw)
    }

    /// The answer.
    pub fn finish(self) -> Result<JsValue, JsValue> {
        to_js(&self.fit.finish().0)
    }

    /// The answer, remembered by the conversation.
    #[wasm_bindgen(js_name = finishSession)]
    pub fn finish_session(self, session: &mut WasmSession) -> Result<JsValue, JsValue> {
        let (context, plan) = self.fit.finish();
        session.session.note(&plan, &context);
        to_js(&context)
    }
}

/// Calls `take` with each part that `give` gives.
fn in_parts(take: &js_sys::Function, give: impl FnOnce(&mut dyn FnMut(&[u8]))) -> Result<(), JsValue> {
    let mut failed = None;
    give(&mut |part| {
        if failed.is_none() {
            failed = take.call1(&JsValue::UNDEFINED, &Uint8Array::from(part)).err();
        }
    });
    failed.map_or(Ok(()), Err)
}

#[wasm_bindgen(js_class = Engine)]
impl WasmEngine {
    /// An engine without a model.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<WasmEngine, JsValue> {
        let options: EngineOptions = from_js(options)?;
        let engine = engine::Engine::new(&options, None, Some(performance_now)).map_err(throw)?;
        Ok(WasmEngine { engine, loader: None, renaming: None })
    }

    /// An engine with the model that these three files are.
    #[wasm_bindgen(js_name = withModel)]
    pub fn with_model(
        options: JsValue,
        config: &[u8],
        tokenizer: &[u8],
        weights: Vec<u8>,
    ) -> Result<WasmEngine, JsValue> {
        let options: EngineOptions = from_js(options)?;
        let model = Model::from_bytes(config, tokenizer, weights).map_err(throw)?;
        let engine = engine::Engine::new(&options, Some(model), Some(performance_now)).map_err(throw)?;
        Ok(WasmEngine { engine, loader: None, renaming: None })
    }

    /// Begins to add or replace a file and works on it for so many milliseconds. Gives its report; or, if there is more to
    /// do, how much is done, from 0 to 1: `advance` goes on. `brought` is what the caller made of it, if anything.
    pub fn add(&mut self, path: &str, bytes: &Uint8Array, slice_ms: f64, brought: JsValue) -> Result<JsValue, JsValue> {
        let end = performance_now() + slice_ms;
        // The linear memory never shrinks: what is refused for its size is not copied in.
        if let Some(report) = self.engine.refuse_oversized(path, bytes.length() as usize) {
            return to_js(&report);
        }
        self.engine.begin_brought(path, &bytes.to_vec(), from_js(brought)?);
        self.advance_until(end)
    }

    /// Goes on with the change that is under way. Gives a file's report, or how much is done as `add` does, or nothing where
    /// there is nothing to do.
    pub fn advance(&mut self, slice_ms: f64) -> Result<JsValue, JsValue> {
        self.advance_until(performance_now() + slice_ms)
    }

    fn advance_until(&mut self, end: f64) -> Result<JsValue, JsValue> {
        let mut is_due = || performance_now() >= end;
        match self.engine.advance(&mut Pace::new(&mut is_due)) {
            Poll::Ready(Some(report)) => to_js(&report),
            Poll::Ready(None) => Ok(JsValue::UNDEFINED),
            Poll::Pending => Ok(self.engine.share().into()),
        }
    }

    /// Goes on to make everything ready for questions; whether it is.
    #[wasm_bindgen(js_name = makeReady)]
    pub fn make_ready(&mut self, slice_ms: f64) -> bool {
        let end = performance_now() + slice_ms;
        self.engine.make_ready(&mut Pace::new(&mut || performance_now() >= end)).is_ready()
    }

    /// Lets go of the file that is under way; gives its report if it is in the index already.
    #[wasm_bindgen(js_name = giveUp)]
    pub fn give_up(&mut self) -> Result<JsValue, JsValue> {
        self.engine.give_up().map_or(Ok(JsValue::UNDEFINED), |report| to_js(&report))
    }

    /// Whether a question would first do what is left of the last change.
    #[wasm_bindgen(js_name = isFiling)]
    pub fn is_filing(&self) -> bool {
        self.engine.is_filing()
    }

    /// Keeps no more room for what was admitted.
    pub fn release(&mut self, path: &str) {
        self.engine.release(path);
    }

    /// Says what becomes of a file that another engine is to index.
    pub fn admit(&mut self, path: &str, bytes: &Uint8Array, brought: JsValue) -> Result<JsValue, JsValue> {
        let report = match self.engine.refuse_oversized(path, bytes.length() as usize) {
            Some(report) => report,
            None => self.engine.admit_brought(path, &bytes.to_vec(), from_js(brought)?).map_err(throw)?,
        };
        to_js(&report)
    }

    /// The text of these bytes as it would be indexed at this path.
    pub fn read(&self, path: &str, bytes: &Uint8Array) -> Option<String> {
        self.engine.read(path, &bytes.to_vec())
    }

    /// Hands everything over, part by part, and is empty then.
    #[wasm_bindgen(js_name = handOver)]
    pub fn hand_over(&mut self, take: &js_sys::Function) -> Result<(), JsValue> {
        in_parts(take, |sink| self.engine.hand_over(sink))
    }

    /// Adds what another engine handed over.
    pub fn absorb(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.engine.absorb(bytes).map_err(throw)
    }

    /// Forgets a file; `advance` tidies up after it.
    pub fn remove(&mut self, path: &str) -> bool {
        self.engine.begin_remove(path)
    }

    /// The paths that a renaming would move, each with its new one.
    pub fn moves(&self, from: &str, to: &str) -> Result<JsValue, JsValue> {
        to_js(&self.engine.moves(from, to).map_err(throw)?)
    }

    /// Begins to move a file, or the files of a folder; `renameOn` does it. `brought` has new paths with what the caller
    /// made of the files there.
    #[wasm_bindgen(js_name = beginRename)]
    pub fn begin_rename(&mut self, from: &str, to: &str, brought: JsValue) -> Result<(), JsValue> {
        let brought: Vec<(String, Option<Brought>)> = from_js(brought)?;
        let brought = brought.into_iter().collect();
        self.renaming = Some(self.engine.begin_rename_brought(from, to, brought).map_err(throw)?);
        Ok(())
    }

    /// Goes on with it for so many milliseconds; gives the reports at the end.
    #[wasm_bindgen(js_name = renameOn)]
    pub fn rename_on(&mut self, slice_ms: f64) -> Result<JsValue, JsValue> {
        let Some(mut renaming) = self.renaming.take() else { return Ok(JsValue::UNDEFINED) };
        let end = performance_now() + slice_ms;
        match self.engine.rename_on(&mut renaming, &mut Pace::new(&mut || performance_now() >= end)) {
            Poll::Ready(reports) => to_js(&reports.map_err(throw)?),
            Poll::Pending => {
                self.renaming = Some(renaming);
                Ok(JsValue::UNDEFINED)
            }
        }
    }

    /// Hands everything over, part by part: the linear memory, which never shrinks, need not hold it all.
    pub fn save(&mut self, take: &js_sys::Function) -> Result<(), JsValue> {
        in_parts(take, |sink| self.engine.save_to(sink))
    }

    /// Begins to load a snapshot of so many bytes.
    #[wasm_bindgen(js_name = beginLoad)]
    pub fn begin_load(&mut self, rebuild: bool, bytes: f64) {
        // An index takes a third more than its snapshot: growing the linear memory once is faster than a thousand times.
        let mut room = Vec::<u8>::new();
        let _ = room.try_reserve_exact((bytes * 1.25) as usize);
        self.loader = Some(Loader::new(rebuild));
    }

    /// Takes the next bytes of it.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        let Some(loader) = &mut self.loader else { return Err(throw(Error::damaged("no loading has begun"))) };
        loader.push(&mut self.engine, bytes).map_err(throw)
    }

    /// Puts what was loaded in place of what was held.
    #[wasm_bindgen(js_name = finishLoad)]
    pub fn finish_load(&mut self) -> Result<(), JsValue> {
        let Some(loader) = self.loader.take() else { return Err(throw(Error::damaged("no loading has begun"))) };
        loader.finish(&mut self.engine).map_err(throw)
    }

    /// The number of changes since the engine was made or loaded.
    pub fn revision(&self) -> f64 {
        self.engine.revision() as f64
    }

    /// Every path on record.
    pub fn paths(&self) -> Vec<String> {
        self.engine.paths().map(str::to_owned).collect()
    }

    /// The rule that ignores this path.
    #[wasm_bindgen(js_name = isIgnored)]
    pub fn is_ignored(&self, path: &str, is_dir: bool) -> Option<String> {
        self.engine.is_ignored(path, is_dir)
    }

    /// Answers a question.
    pub fn search(&mut self, query: &str, options: JsValue) -> Result<JsValue, JsValue> {
        let options: SearchOptions = from_js(options)?;
        to_js(&self.engine.search(query, &options, None).map_err(throw)?)
    }

    /// Answers a question of a conversation.
    #[wasm_bindgen(js_name = searchSession)]
    pub fn search_session(
        &mut self,
        query: &str,
        options: JsValue,
        session: &mut WasmSession,
    ) -> Result<JsValue, JsValue> {
        let options: SearchOptions = from_js(options)?;
        to_js(&self.engine.search(query, &options, Some(&mut session.session)).map_err(throw)?)
    }

    /// Begins an answer whose tokens somebody else counts.
    pub fn fit(&mut self, query: &str, options: JsValue) -> Result<WasmFit, JsValue> {
        let options: SearchOptions = from_js(options)?;
        Ok(WasmFit { fit: Fit::new(self.engine.plan(query, &options, None).map_err(throw)?) })
    }

    /// The same in a conversation.
    #[wasm_bindgen(js_name = fitSession)]
    pub fn fit_session(
        &mut self,
        query: &str,
        options: JsValue,
        session: &mut WasmSession,
    ) -> Result<WasmFit, JsValue> {
        let options: SearchOptions = from_js(options)?;
        let plan = self.engine.plan(query, &options, Some(&mut session.session)).map_err(throw)?;
        Ok(WasmFit { fit: Fit::new(plan) })
    }

    /// Ranked chunks.
    pub fn rank(&mut self, query: &str, options: JsValue) -> Result<JsValue, JsValue> {
        let options: RankOptions = from_js(options)?;
        to_js(&self.engine.rank(query, &options).map_err(throw)?)
    }

    /// Chunks like the one at a line of a file.
    pub fn related(&mut self, path: &str, line: u32, options: JsValue) -> Result<JsValue, JsValue> {
        let options: RankOptions = from_js(options)?;
        to_js(&self.engine.related(path, line, &options).map_err(throw)?)
    }

    /// The text's embedding.
    pub fn embed(&mut self, text: &str) -> Result<Float32Array, JsValue> {
        Ok(Float32Array::from(self.engine.embed(text).map_err(throw)?.as_slice()))
    }

    /// What the engine holds.
    pub fn stats(&self) -> Result<JsValue, JsValue> {
        to_js(&self.engine.stats())
    }

    /// The indexed text of a file.
    pub fn text(&self, path: &str) -> Option<String> {
        self.engine.text(path).map(str::to_owned)
    }

    /// Says what has become of blocks of one file, given its bytes now, or nothing if it is gone.
    pub fn verify(&self, bytes: Option<Uint8Array>, claims: JsValue) -> Result<JsValue, JsValue> {
        let claims: Vec<Claim> = from_js(claims)?;
        let bytes = bytes.map(|bytes| bytes.to_vec());
        to_js(&self.engine.verify(&claims, bytes.as_deref()))
    }

    /// The size of the linear memory now, in bytes. It never shrinks, so this is also its peak.
    #[wasm_bindgen(js_name = memoryBytes)]
    pub fn memory_bytes(&self) -> f64 {
        const PAGE: f64 = 65_536.0;
        core::arch::wasm32::memory_size(0) as f64 * PAGE
    }
}

/// `(x − mean) / deviation`.
#[wasm_bindgen(js_name = coreStandardize)]
pub fn core_standardize(scores: &[f64]) -> Vec<f64> {
    standardize(ArrayView1::from(scores)).to_vec()
}

/// The two channels blended by α.
#[wasm_bindgen(js_name = coreHybrid)]
pub fn core_hybrid(semantic: &[f64], lexical: &[f64], alpha: f64) -> Vec<f64> {
    Blend::new(ArrayView1::from(semantic), ArrayView1::from(lexical), alpha).scores().to_vec()
}

/// The softmax at τ.
#[wasm_bindgen(js_name = coreWeights)]
pub fn core_weights(standardized: &[f64], tau: f64) -> Vec<f64> {
    distribution::softmax(ArrayView1::from(standardized), tau).to_vec()
}

/// The effective count.
#[wasm_bindgen(js_name = coreNEff)]
pub fn core_n_eff(weights: &[f64]) -> f64 {
    distribution::n_eff(ArrayView1::from(weights))
}

/// The nucleus cut: `{ selected, epsilon }`.
#[wasm_bindgen(js_name = coreNucleus)]
pub fn core_nucleus(weights: &[f64], p: f64, k_min: usize) -> Result<JsValue, JsValue> {
    #[derive(Serialize)]
    struct Cut {
        selected: Vec<usize>,
        epsilon: f64,
    }
    let cut = distribution::nucleus(ArrayView1::from(weights), p, k_min);
    to_js(&Cut { selected: cut.selected().to_vec(), epsilon: cut.epsilon })
}

/// The threshold that tells questions in scope from others: `{ threshold, sensitivity, specificity }` or `null`.
#[wasm_bindgen(js_name = coreCalibrate)]
pub fn core_calibrate(in_scope: &[f64], out_of_scope: &[f64], weight: f64) -> Result<JsValue, JsValue> {
    to_js(&calibrate(in_scope, out_of_scope, weight))
}

/// The session blend: `{ scores, lambda }`, the scores standardized again.
#[wasm_bindgen(js_name = coreBlend)]
pub fn core_blend(scores: &[f64], memory: &[f64], lambda_max: f64) -> Result<JsValue, JsValue> {
    #[derive(Serialize)]
    struct Blended {
        scores: Vec<f64>,
        lambda: f64,
    }
    let blend = session::blend(ArrayView1::from(scores), ArrayView1::from(memory), lambda_max);
    to_js(&Blended { scores: blend.scores.to_vec(), lambda: blend.lambda })
}

/// The proportional allocation: for each chunk, heaviest first, `full`, `signature`, `stub` or `dropped`.
#[wasm_bindgen(js_name = coreAllocate)]
pub fn core_allocate(
    weights: &[f64],
    full: &[u32],
    signature: &[u32],
    stub: &[u32],
    budget: f64,
) -> Result<Vec<String>, JsValue> {
    if full.len() != weights.len() || signature.len() != weights.len() || stub.len() != weights.len() {
        return Err(throw(Error::Option {
            name: "costs",
            given: "of another length than the weights".to_owned(),
            expected: "one cost a weight in each tier",
        }));
    }
    let budget = whole("budget", budget, "a number of tokens, 0 or more").map_err(throw)?;
    let costs: Vec<Costs> = full
        .iter()
        .zip(signature)
        .zip(stub)
        .map(|((&full, &signature), &stub)| Costs { full, signature, stub })
        .collect();
    Ok(proportional(weights, &costs, budget)
        .into_iter()
        .map(|tier| tier.map_or("dropped", |t| t.as_str()).to_owned())
        .collect())
}

/// A value of JavaScript as options; `undefined` and `null` give the defaults.
fn from_js<T: DeserializeOwned + Default>(value: JsValue) -> Result<T, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    serde_wasm_bindgen::from_value(value).map_err(|e| coded("option", &format!("The options cannot be read: {e}.")))
}

fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .map_err(|e| coded("internal", &format!("The result cannot be handed over: {e}.")))
}

fn throw(error: Error) -> JsValue {
    coded(error.code(), &error.to_string())
}

/// An `Error` of JavaScript with a `code`.
fn coded(code: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    // Setting a property of a fresh object cannot fail.
    let _ = js_sys::Reflect::set(&error, &"code".into(), &code.into());
    error.into()
}
