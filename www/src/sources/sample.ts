/** The bundled project: nearfield's own source, as it was when the page was built. */
export interface Sample {
  name: string;
  files: { path: string; content: string }[];
}

/** Fetches the sample from beside the page. */
export async function fetchSample(signal: AbortSignal): Promise<Sample> {
  const response = await fetch(new URL("./sample.json", document.baseURI), { signal });
  if (!response.ok) {
    throw new Error(`The sample could not be loaded (the server answered ${response.status}). Build the page again.`);
  }
  return (await response.json()) as Sample;
}
