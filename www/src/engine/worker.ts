/// <reference lib="webworker" />
/** The engine's thread: loads it, answers requests in order, says so when it dies. */
import init, { hubYaml, Scenario } from "schedscope";
import type { FirstTests } from "schedscope/policy";
import { BaselineHost } from "./baseline";
import { BesideHost } from "./beside";
import { type Beat, isBeat } from "./heartbeat";
import { EngineHost, refusalOf } from "./host";
import type { Call, Calls, EngineFile, Request, Response } from "./protocol";

const send = (response: Response): void => postMessage(response);

const died = (error: unknown): void =>
  send({ type: "died", message: error instanceof Error ? error.message : String(error) });

/** Holds the lock with the worker's name until the worker ends, however it does: the page waits for it. */
const held = new Promise<void>((resolve) => {
  // A page that was not loaded safely has no locks, and may be refused them.
  const lock = navigator.locks?.request(self.name, () => {
    resolve();
    return new Promise<never>(() => {});
  });
  if (lock === undefined) resolve();
  else lock.catch(() => resolve());
});

let takeEngine: (file: EngineFile) => void;
const engineFile = new Promise<EngineFile>((resolve) => (takeEngine = resolve));

const loaded = engineFile.then(({ engine }) => init(engine ?? undefined));
const host = loaded.then(
  async () => {
    const scenario = new Scenario();
    const another = (): Scenario => new Scenario();
    const started = new EngineHost(scenario, new BaselineHost(scenario, another), new BesideHost(another));
    await held;
    send({ type: "ready" });
    return started;
  },
  (error: unknown) => {
    died(error);
    return null;
  },
);

/** A text from a seed; the code that makes it is loaded when it is asked for. */
async function generated({ kind, size, seed }: Calls["generate"]["ask"]): Promise<string> {
  const { nodesText, spreadHub, vmsText } = await import("./fleet");
  if (kind === "hub") return spreadHub(hubYaml(seed, size));
  return kind === "nodes" ? nodesText(seed, size, 10) : vmsText(seed, size, 4);
}

/** Policy tests of a text; their code is loaded when they are asked for. */
async function policyTests({ text, options }: Calls["firstTests"]["ask"]): Promise<FirstTests> {
  const { testsOf } = await import("./policy");
  return testsOf(text, options);
}

function answered(request: Request, host: EngineHost): Promise<Calls[Call]["answer"]> {
  if (request.call === "generate") return generated(request.ask);
  return request.call === "firstTests" ? policyTests(request.ask) : host.handle(request);
}

// One after another, also where an answer has to wait for CEL.
let queue: Promise<void> = Promise.resolve();

self.addEventListener("message", (event: MessageEvent<EngineFile | Request | Beat>) => {
  const request = event.data;
  if ("engine" in request) {
    takeEngine(request);
    return;
  }
  send({ type: "heard", id: isBeat(request) ? null : request.id });
  if (isBeat(request)) return;
  queue = queue.then(async () => {
    const ready = await host;
    if (ready === null) return;
    try {
      send({ type: "answer", id: request.id, answer: await answered(request, ready) });
    } catch (error) {
      // What the engine throws on purpose has a code; anything else leaves it in no known state.
      const refusal = refusalOf(error);
      if (refusal === null) died(error);
      else send({ type: "refused", id: request.id, refusal });
    }
  });
});
