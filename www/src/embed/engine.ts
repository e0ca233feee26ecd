/** The engine: one WebAssembly instance for all elements of a page, loaded when the first of them needs it. */
type Engine = typeof import("schedscope");

let loading: Promise<Engine> | undefined;

/** Loads it once; where that fails, the next call tries again. */
export function loadEngine(): Promise<Engine> {
  loading ??= start().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start(): Promise<Engine> {
  const engine = await import("schedscope");
  await engine.init();
  return engine;
}
