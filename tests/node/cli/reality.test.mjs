// Texts like what clusters print: the first sentence of their answers, and others that must be among them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compareRecorded, drain, more, place, queue, scoreNodes, simulatePod, vmTimeline } from "schedscope";
import { root, run } from "./run.mjs";

const all = JSON.parse(readFileSync(join(root, "tests/reality/index.json"), "utf8"));

test("the first sentence", { concurrency: 3 }, async (t) => {
  const calls = all.map(({ file, now, first, also = [], code = 0, ask = ["place"] }) =>
    t.test(file, async () => {
      const result = await run([...ask, `tests/reality/${file}`, ...(now === undefined ? [] : ["--now", now])]);
      // A terminal shows values without the backquotes of Markdown, but where one ends with a space: `> `.
      const plain = (sentence) => sentence.replaceAll(/`([^`]*[^`\s])`/g, "$1");
      const lines = result.stdout.split("\n");
      assert.equal(lines[0], plain(first), result.stderr);
      for (const sentence of also) assert.ok(lines.includes(plain(sentence)), result.stdout);
      assert.equal(result.code, code, result.stderr);
    }),
  );
  await Promise.all(calls);
});

/** What the package is asked for a command. */
const functions = {
  place: (text, _, now) => place(text, { now }),
  pods: (text, pod) => scoreNodes(text, { pod, defaultProfile: true }),
  why: (text, pod) => simulatePod(text, { pod }),
  queue: (text) => queue(text),
  compare: (text) => compareRecorded(text),
  drain: (text, node) => drain(text, { node }),
  "--like": (text, pod) => more(text, { pod }),
  run: (text) => vmTimeline(text),
};

test("it is the first caveat of the package, where it is one", async () => {
  for (const { file, now, first, ask = ["place"] } of all) {
    const [name, pod] = ask.slice(ask.length < 2 || ask.at(-1) === "run" ? -1 : -2);
    const answer = await functions[name](readFileSync(join(root, "tests/reality", file), "utf8"), pod, now);
    const { caveats } = answer.decision ?? answer;
    const caveat = caveats.find(({ at }) => at === "before")?.message ?? first;
    // A terminal shows no backquotes.
    assert.equal(caveat.replaceAll("`", ""), first.replaceAll("`", ""), file);
  }
});

// The page's clock is the present: what is asked of it has to stay true. The texts' own far dates are not reached.
test("what changes with the clock is marked as such", async () => {
  const later = "2090-01-01T00:00:00Z";
  for (const { file, now, dependsOnClock = false, ask = ["place"] } of all) {
    if (ask.join() !== "place" || dependsOnClock) continue;
    const text = readFileSync(join(root, "tests/reality", file), "utf8");
    const said = async (at) => {
      const answer = await place(text, { now: at });
      const { caveats, selected } = answer.decision ?? answer;
      return { first: caveats?.[0]?.message, selected };
    };
    assert.deepEqual(await said(now), await said(later), file);
  }
});
