// 2,000 requests for the example's Worker, good and hostile ones, 16 at a time: each is answered as it
// should be, and memory stays as it is once each kind of body was seen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { version } from "../harness/folder.mjs";
import { absent } from "../harness/runtimes.mjs";
import { serve } from "../harness/workerd.mjs";
import { bodies } from "../workerd/bodies.mjs";

const REQUESTS = 2000;
const AT_ONCE = 16;
/** As many are asked before memory is first looked at. */
const WARM_UP = 400;
/** What the process may hold in the end, in bytes: JavaScript's heap takes its time, but not all that was posted. */
const MOST_RESIDENT = 512 * 1024 * 1024;

export default {
  absent: () => absent("workerd"),
  fixtures: ["workerd"],
  async start(test) {
    const { address, pid } = await serve(test, "conformance.js");
    const kinds = bodies();
    const counts = {};
    let posted = 0;
    const put = async (from, to) => {
      let next = from;
      const worker = async () => {
        while (next < to) {
          const index = next++;
          const kind = kinds[index % kinds.length];
          posted += kind.bytes ??= size(kind.body(index));
          const request = { method: kind.method ?? "POST", body: kind.body(index), duplex: "half" };
          const response = await fetch(`${address}/${kind.query ?? ""}`, request);
          const answer = await response.json();
          try {
            assert.match(response.headers.get("content-type"), /^application\/json/);
            assert.equal(response.status, kind.status);
            kind.check(answer, index);
          } catch (error) {
            const told = JSON.stringify(answer).slice(0, 2000);
            error.message = `request ${index}, ${kind.name}: ${error.message}\n${told}`;
            throw error;
          }
          counts[response.status] = (counts[response.status] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    };
    const memory = async () => (await fetch(`${address}/memory`)).json();

    await put(0, WARM_UP);
    const before = await memory();
    await put(WARM_UP, REQUESTS);
    const after = await memory();
    const held = resident(pid);

    const answered = Object.values(counts).reduce((sum, count) => sum + count, 0);
    assert.equal(answered, REQUESTS);
    assert.deepEqual(after, before, "the memory of WebAssembly has grown");
    const shown = Object.entries(counts).map(([status, count]) => `${count} times ${status}`);
    test.holds(`${REQUESTS} requests of ${new Set(kinds).size} kinds, all answered: ${shown.join(", ")}`);
    test.holds(`memory of WebAssembly after ${WARM_UP} requests and in the end: ${after.map(megabytes).join(" and ")}`);
    if (held !== undefined) {
      assert.ok(held < MOST_RESIDENT, `the process holds ${megabytes(held)}`);
      test.holds(`the process held ${megabytes(held)} in the end, of ${megabytes(posted)} that were posted`);
    }
    return { about: `workerd ${version("workerd")}` };
  },
};

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** How long a body is, in bytes; a stream is 5 MB. */
const size = (body) => body?.length ?? (body === undefined ? 0 : 5_242_880);

/** What a process holds of the machine's memory, in bytes, where Linux says it. */
function resident(pid) {
  if (process.platform !== "linux") return undefined;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return kilobytes * 1024;
}
