import { expect, test } from "vitest";
import { Client, type EngineState, Gone, type Thread } from "./client";
import type { UpdateReply, Request, Response, Update } from "./protocol";

class FakeThread implements Thread {
  sent: Request[] = [];
  ended = false;
  onmessage: Thread["onmessage"] = null;
  onerror: Thread["onerror"] = null;
  onend: Thread["onend"] = null;
  postMessage(message: Request): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(response: Response): void {
    this.onmessage?.({ data: response } as MessageEvent<Response>);
  }
  answer(answer: unknown): void {
    const last = this.sent[this.sent.length - 1];
    this.say({ type: "answer", id: last?.id ?? 0, answer: answer as UpdateReply });
  }
}

function session() {
  const threads: FakeThread[] = [];
  const states: EngineState["type"][] = [];
  const answers: UpdateReply[] = [];
  const busy: boolean[] = [];
  let text = "first";
  const everything = (): Update => update({ whole: text });
  const update = (...changes: Update["changes"]): Update => ({
    version: 0,
    changes,
    question: { placement: null, now: "2026-01-01T00:00:00Z", profile: "Proposal" },
    rows: { order: "rank", find: "", from: 0, count: 10 },
    cluster: null,
    spread: { step: null, from: 0, count: 0 },
  });
  const client = new Client({
    startThread: () => {
      const thread = new FakeThread();
      threads.push(thread);
      return thread;
    },
    everything,
    answered: (answer) => answers.push(answer),
    refused: () => {},
    state: (state) => states.push(state.type),
    busy: (now) => busy.push(now),
  });
  return {
    client,
    threads,
    states,
    answers,
    busy,
    update,
    type: (next: string) => {
      text = next;
      client.update(update({ edits: [{ from: 0, to: 0, insert: next }] }));
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const changes = (request: Request | undefined) => (request as Request & { ask: Update }).ask.changes;

test("keystrokes while the engine works are one update", async () => {
  const { client, threads, type, answers, busy } = session();
  client.start();
  const [thread] = threads;
  type("a");
  type("b");
  expect(thread?.sent).toHaveLength(1);
  thread?.answer({ version: 0 });
  await settled();
  expect(thread?.sent).toHaveLength(2);
  expect(changes(thread?.sent[1])).toHaveLength(2);
  thread?.answer({ version: 2 });
  await settled();
  expect(answers).toHaveLength(2);
  expect(busy[busy.length - 1]).toBe(false);
});

test("a worker that dies is replaced with the text as it then is", async () => {
  const { client, threads, states, type } = session();
  client.start();
  type("later");
  threads[0]?.say({ type: "died", message: "unreachable" });
  expect(threads[0]?.ended).toBe(true);
  expect(threads).toHaveLength(2);
  expect(changes(threads[1]?.sent[0])).toEqual([{ whole: "later" }]);
  expect(states).toEqual(["starting", "restarted"]);
});

test("a worker that ends without a word is replaced, and one that was ended is not", () => {
  const { client, threads, states } = session();
  client.start();
  threads[0]?.onend?.();
  expect(threads).toHaveLength(2);
  expect(changes(threads[1]?.sent[0])).toEqual([{ whole: "first" }]);
  expect(states).toEqual(["starting", "restarted"]);
  threads[0]?.onend?.();
  expect(threads).toHaveLength(2);
  client.stop();
  threads[1]?.onend?.();
  expect(threads).toHaveLength(2);
});

test("a worker that dies again on the same text waits for a change", async () => {
  const { client, threads, states, type } = session();
  client.start();
  threads[0]?.say({ type: "died", message: "unreachable" });
  threads[1]?.say({ type: "died", message: "unreachable" });
  expect(threads).toHaveLength(2);
  expect(states[states.length - 1]).toBe("stopped");
  type("other");
  expect(threads).toHaveLength(3);
  expect(changes(threads[2]?.sent[0])).toEqual([{ whole: "other" }]);
  threads[2]?.say({ type: "ready" });
  expect(states[states.length - 1]).toBe("well");
});

test("deaths that are far apart are each forgiven", async () => {
  const { client, threads } = session();
  client.start();
  threads[0]?.say({ type: "died", message: "unreachable" });
  threads[1]?.answer({ version: 0 });
  await settled();
  threads[1]?.say({ type: "died", message: "unreachable" });
  expect(threads).toHaveLength(3);
});

test("what an ended worker was asked is rejected, and what it still says is not heard", async () => {
  const { client, threads, answers } = session();
  client.start();
  const rows = client.request("rows", { order: "rank", find: "", from: 0, count: 1 });
  const rejected = expect(rows).rejects.toBeInstanceOf(Gone);
  threads[0]?.say({ type: "died", message: "unreachable" });
  await rejected;
  threads[0]?.answer({ version: 7 });
  await settled();
  expect(answers).toHaveLength(0);
});

test("a refusal leaves the engine running", async () => {
  const { client, threads } = session();
  client.start();
  const edit = client.request("timelineEdit", { timeline: "x", event: {} });
  const rejected = expect(edit).rejects.toMatchObject({ code: "no-timeline", message: "no such timeline" });
  const id = threads[0]?.sent[1]?.id ?? 0;
  threads[0]?.say({ type: "refused", id, refusal: { code: "no-timeline", message: "no such timeline" } });
  await rejected;
  expect(threads).toHaveLength(1);
});

test("a question that takes time keeps the client busy, too", async () => {
  const { client, threads, busy } = session();
  client.start();
  threads[0]?.answer("first");
  await settled();
  expect(busy.at(-1)).toBe(false);
  void client.request("ask", { name: "pods", options: {} });
  void client.request("decisionsYaml", "ocm");
  expect(busy.at(-1)).toBe(true);
  threads[0]?.answer({ serial: 0, yaml: "" });
  // One of two came: there is progress, and something is still awaited.
  expect(busy.slice(-2)).toEqual([true, true]);
  threads[0]?.say({
    type: "answer",
    id: (threads[0]?.sent.at(-1)?.id ?? 0) - 1,
    answer: { revision: 0, answer: {} as never },
  });
  expect(busy.at(-1)).toBe(false);
});
