// What the command line says, word by word; UPDATE_TRANSCRIPTS=1 writes it anew, to be read before it is kept.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { run } from "./run.mjs";
import { transcripts } from "./transcripts.mjs";

const folder = new URL("golden/", import.meta.url);
const isUpdate = process.env.UPDATE_TRANSCRIPTS !== undefined;
if (isUpdate) mkdirSync(folder, { recursive: true });

/** A call as it would stand on a terminal. */
async function transcript(args) {
  const { stdout, stderr, code } = await run(args);
  const words = args.map((arg) => (/^[\w./:=-]+$/.test(arg) ? arg : `'${arg}'`)).join(" ");
  const marked = stderr.replace(/^(?=.)/gm, "! ");
  return `$ schedscope ${words}\n${marked}${stdout}${code === 0 ? "" : `exit ${code}\n`}`;
}

test("transcripts", { concurrency: 3 }, async (t) => {
  const all = Object.entries(transcripts).map(([name, calls]) =>
    t.test(name, async () => {
      const parts = [];
      for (const args of calls) parts.push(await transcript(args));
      const said = parts.join("\n");
      const file = new URL(`${name}.txt`, folder);
      if (isUpdate) writeFileSync(file, said);
      assert.equal(said, readFileSync(file, "utf8"));
    }),
  );
  await Promise.all(all);
  await t.test("every file is one of these", () => {
    const files = readdirSync(fileURLToPath(folder)).map((file) => file.replace(/\.txt$/, ""));
    assert.deepEqual(files.sort(), Object.keys(transcripts).sort());
  });
});
