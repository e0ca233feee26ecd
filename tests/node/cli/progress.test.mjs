// Progress is for terminals: on one of them it comes and goes, in pipes there is none.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hubYaml } from "schedscope";
import { cli, withFiles } from "./run.mjs";

/** Takes away what stands in the line. */
const CLEAR = "\r\u001b[K";

const hasScript = spawnSync("script", ["--version"]).status === 0;

test("reading that takes longer than a second", { skip: !hasScript && "there is no `script`" }, () =>
  withFiles({}, (folder) => {
    const file = join(folder, "hub.yaml");
    writeFileSync(file, hubYaml(1, 10_000));
    // A clock that goes faster stands for a larger text.
    const clock =
      "data:text/javascript,const now = performance.now.bind(performance); performance.now = () => 1000 * now();";
    const call = `"${process.execPath}" --import '${clock}' "${cli}" place "${file}" -q -o name`;
    // `script` gives the command a terminal of its own, for both streams.
    const { stdout } = spawnSync("script", ["-qec", call, "/dev/null"], { encoding: "utf8", maxBuffer: 1 << 28 });
    const [before, ...lines] = stdout.split(CLEAR);
    assert.equal(before, "");
    // The answer comes when the line of progress is gone.
    const answer = lines.pop();
    assert.ok(lines.length > 0 && lines.every((line) => /^reading the input: \d+%$/.test(line)), lines.join("|"));
    assert.match(answer, /^[a-z]/);
    const { stdout: names, stderr } = spawnSync("sh", ["-c", call], { encoding: "utf8", maxBuffer: 1 << 28 });
    assert.equal(stderr, "");
    assert.ok(!names.includes("\u001b"));
  }),
);
