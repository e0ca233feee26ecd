/// <reference lib="webworker" />
/** The engine's thread: loads it, answers requests in order, says so when it dies. */
import init, { Scenario } from "schedscope";
import { EngineHost, refusalOf } from "./host";
import type { Request, Response } from "./protocol";

const send = (response: Response): void => postMessage(response);

const died = (error: unknown): void =>
  send({ type: "died", message: error instanceof Error ? error.message : String(error) });

const host = init().then(
  () => {
    const started = new EngineHost(new Scenario());
    send({ type: "ready" });
    return started;
  },
  (error: unknown) => {
    died(error);
    return null;
  },
);

// One after another, also where an answer has to wait for CEL.
let queue: Promise<void> = Promise.resolve();

self.addEventListener("message", (event: MessageEvent<Request>) => {
  const request = event.data;
  queue = queue.then(async () => {
    const ready = await host;
    if (ready === null) return;
    try {
      send({ type: "answer", id: request.id, answer: await ready.handle(request) });
    } catch (error) {
      // What the engine throws on purpose has a code; anything else leaves it in no known state.
      const refusal = refusalOf(error);
      if (refusal === null) died(error);
      else send({ type: "refused", id: request.id, refusal });
    }
  });
});
