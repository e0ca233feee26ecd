// Pipes that close, inputs that are large, names for everything that there is to type.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hubYaml } from "schedscope";
import { cli, commands, optionsOf, root, run, withFiles } from "./run.mjs";

test("a reader that has seen enough", () =>
  withFiles({ "hub.yaml": hubYaml(1, 5000) }, (folder) => {
    const call = `set -o pipefail; "$0" "$1" place "$2" -q -o wide | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", call, process.execPath, cli, join(folder, "hub.yaml")], {
      encoding: "utf8",
    });
    // The hub's own decision is another one, which is said first.
    assert.match(stdout, /^The hub recorded [^\n]*\n0\n$/);
    assert.equal(stderr, "");
  }));

test("a disk that is full", { skip: !existsSync("/dev/full") && "this system has no /dev/full" }, () =>
  withFiles({ "hub.yaml": hubYaml(1, 50) }, (folder) => {
    const call = `"$0" "$1" place "$2" -q > /dev/full`;
    const { status, stderr } = spawnSync("bash", ["-c", call, process.execPath, cli, join(folder, "hub.yaml")], {
      encoding: "utf8",
    });
    assert.deepEqual(
      [status, stderr],
      [74, "error: the answer cannot be written: ENOSPC: no space left on device, write\n"],
    );
  }),
);

test(
  "a pipe and a link to nothing in a folder",
  { skip: process.platform === "win32" && "Windows has no mkfifo" },
  () =>
    withFiles({ "hub.yaml": hubYaml(1, 50) }, async (folder) => {
      spawnSync("mkfifo", [join(folder, "pipe.yaml")]);
      symlinkSync("nowhere", join(folder, "link.yaml"));
      symlinkSync("loop.yaml", join(folder, "loop.yaml"));
      const { code, stderr } = await run(["lint", folder, "-o", "name"]);
      assert.match(stderr, /not read: \S*link\.yaml, \S*loop\.yaml, \S*pipe\.yaml \(not a file\)/);
      assert.equal(code, 0);
    }),
);

test("10 MB, by a file and by a pipe", () =>
  withFiles({}, async (folder) => {
    const text = hubYaml(1, 12_000);
    assert.ok(text.length > 10_000_000);
    const file = join(folder, "hub.yaml");
    writeFileSync(file, text);
    const [one, other] = [
      await run(["place", file, "-q", "-o", "name"]),
      await run(["place", "-", "-q", "-o", "name"], { stdin: text }),
    ];
    assert.deepEqual([one.code, one.stderr], [0, ""]);
    assert.ok(one.stdout.split("\n").length > 1000);
    assert.equal(other.stdout, one.stdout);
  }));

/** Values of options; others take one by the placeholder of their help, `<n>` or `<name>`. */
const values = {
  "--output": "json",
  "--fail-on": "never",
  "--placement": "p",
  "--ignore": "*.txt",
  "--now": "2026-03-01T12:00:00Z",
  "--profile": "Proposal",
  "--candidates": "auto",
  "--weight": "Steady=3",
  "--number-of-clusters": "2",
  "--max-skew": "2",
  "--find": "a",
  "--decisions": "ocm",
  "--expect": "a",
  "--expect-not": "b",
  "--expect-count": "1",
  "--step": "1",
  "--pod": "n/p",
  "--state": "pending",
  "--node": "n1",
  "--limit": "5",
  "--resources": "cpu=1,memory=2",
  "--shape": "0=0,100=10",
  "--best-effort": "nothing",
  "--scorer": "LimitAware",
  "--order": "name",
  "--max-steps": "5",
  "--timeline": "t",
  "--variant": "v",
  "--kind": "request",
  "--largest-step": "1",
  "--capacity-pressure-factor": "0.5",
  "--sustained-requests": "2",
  "--severity": "hint",
  "--selects": "a",
  "--drops": "b",
  "--count": "1",
  "--kubernetes": "1.37",
  "--family": "weight",
  "--cluster": "a",
  "--rank": "a",
  "--label": "zone=a",
  "--request": "cpu",
  "--min": "cpu",
  "--max": "cpu",
  "--quota": "n/q",
  "--stays": "n1",
  "--granted": "n/p",
  "--each": "zone",
  "--on": "n1",
  "--spares": "n/p",
  "--like": "n/p",
  "--taint": "a=b:NoSchedule",
  "--most": "5",
  "--watermark": "cpu",
  "--system": "cpu",
  "--compute-unit": "cpu",
  "--expect-all": "region=eu",
  "--expect-none": "eu-*",
  "--namespace": "n",
  "--file": "-",
  "--table": "README.md",
  "--restore": "README.md",
  "--shard": "0/1",
  "--to": "shard.jsonl",
  "--link": "https://pages.example.com/",
};
/** Values of options that mean something else in a command. */
const valuesOf = { queue: { "--weight": "LimitAware=3" } };
const first = {
  why: ["a"],
  compare: ["-", "README.md"],
  "quota why": ["n/p"],
  "whatif drain": ["n1"],
  "vm step": ["1"],
  "whatif merge": ["README.md"],
  completion: ["bash"],
};

test("every option that help shows is taken", { concurrency: 3 }, async (t) => {
  const calls = [];
  // `open` and `mcp` serve.
  for (const command of commands.filter((name) => name !== "open" && name !== "mcp")) {
    const options = (await optionsOf(command)).filter(({ flags }) => !flags.includes("--help"));
    const known = { ...values, ...valuesOf[command] };
    for (const { flags, value } of options) known[flags.at(-1)] ??= { "<n>": "1", "<name>": "a" }[value];
    for (const { flags, value } of options)
      assert.ok(value === null || known[flags.at(-1)] !== undefined, `no value to try ${flags.at(-1)} with`);
    // By their long names, and by their short ones.
    for (const of of [-1, 0])
      calls.push([
        command,
        options.flatMap(({ flags, value }) => [flags.at(of), ...(value === null ? [] : [known[flags.at(-1)]])]),
      ]);
  }
  assert.ok(calls.flatMap(([, options]) => options).length > 200);
  await Promise.all(
    calls.map(([command, options]) =>
      t.test(`${command} ${options.join(" ")}`, async () => {
        const { code, stderr } = await run([...command.split(" "), ...(first[command] ?? []), ...options], {
          stdin: "# nothing\n",
        });
        assert.doesNotMatch(stderr, /unknown option|is invalid|argument missing|fault/);
        assert.ok([0, 1, 2, 3].includes(code), stderr);
      }),
    ),
  );
});

test("completion knows every command and every option", async () => {
  const scripts = await Promise.all(
    ["bash", "zsh", "fish"].map(async (shell) => [shell, (await run(["completion", shell])).stdout]),
  );
  const missing = [];
  for (const command of ["", ...commands]) {
    const words = command.split(" ").filter((word) => word !== "");
    const path = words.join(" ");
    for (const { flags } of await optionsOf(command)) {
      for (const [shell, script] of scripts) {
        const part = partOf(shell, script, words);
        for (const flag of flags) {
          const shown = shell !== "fish" ? flag : flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`;
          if (!new RegExp(`(^|[^\\w-])${shown}([^\\w-]|$)`, "m").test(part)) missing.push(`${shell}: ${path} ${flag}`);
        }
      }
    }
    for (const [shell, script] of words.length === 0 ? [] : scripts) {
      const part = partOf(shell, script, words.slice(0, -1));
      if (!new RegExp(`(^|[^\\w-])${words.at(-1)}([^\\w-]|$)`, "m").test(part)) missing.push(`${shell}: ${path}`);
    }
  }
  assert.deepEqual(missing, []);
});

/** What a script has for a command. */
function partOf(shell, script, words) {
  const lines = script.split("\n");
  if (shell === "bash") return lines.find((line) => line.startsWith(`    "${words.join(" ")}") words=`)) ?? "";
  if (shell === "fish") {
    const condition =
      words.length === 0
        ? "__fish_use_subcommand"
        : words.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
    return lines.filter((line) => line.includes(`'${condition}'`)).join("\n");
  }
  const name = ["_schedscope", ...words].join("_");
  const start = lines.indexOf(`${name}() {`);
  return start < 0 ? "" : lines.slice(start, lines.indexOf("}", start)).join("\n");
}

test("bash completes what may come next", () => {
  const call = `
source <("$0" "$1" completion bash)
complete_() {
  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
  _schedscope
  echo "\${COMPREPLY[@]}"
}
complete_ schedscope qu
complete_ schedscope quota w
complete_ schedscope place -o ""
complete_ schedscope lint -o ""
complete_ schedscope vm run --ki
complete_ schedscope completion f
complete_ schedscope place exampl`;
  const { stdout, stderr } = spawnSync("bash", ["-c", call, process.execPath, cli], { encoding: "utf8", cwd: root });
  assert.equal(stderr, "");
  assert.deepEqual(stdout.split("\n"), [
    "queue quota",
    "why",
    "json yaml wide name markdown",
    "json yaml wide name markdown github sarif",
    "--kind",
    "fish",
    "examples",
    "",
  ]);
});

test("the version is the package's", async () => {
  const { default: of } = await import("schedscope/package.json", { with: { type: "json" } });
  for (const flag of ["-V", "--version"])
    assert.deepEqual(await run([flag]), { code: 0, stdout: `${of.version}\n`, stderr: "" });
});
