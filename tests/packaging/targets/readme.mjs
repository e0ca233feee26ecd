// The examples of the READMEs, as they stand, where the comments before them say. What they print is what
// the comments behind their `console.log` say.
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { browser } from "../harness/chromium.mjs";
import { here } from "../harness/folder.mjs";
import { ways } from "../harness/places.mjs";
import { examples } from "../harness/readme.mjs";

const texts = ["README.md", "pkg/README.md", "examples/workerd/README.md"];

/** What the READMEs call their manifests, and the examples that they are; `hub.yaml` is beside the targets. */
const manifests = { quotas: "quota-reprieve" };

export default {
  async start(test) {
    const { folder, holds } = test;
    const project = join(here, "../..");
    const all = texts.flatMap((name) => examples(join(project, name), name));
    for (const [name, example] of Object.entries(manifests)) {
      copyFileSync(join(project, "examples", `${example}.yaml`), join(folder, `${name}.yaml`));
    }
    copyFileSync(join(project, "tests/packaging/hub.yaml"), join(folder, "hub.yaml"));
    kubectl(folder);
    let started;
    const open = async (address) => {
      started ??= browser(test);
      return (await started).open(address);
    };
    for (const [index, example] of all.entries()) {
      const { where, places, skip } = example;
      if (skip !== undefined) {
        holds(`${where} is not run: ${skip}`);
        continue;
      }
      for (const place of places) {
        try {
          const printed = await ways[place]({ ...example, test, folder, index, open });
          if (printed !== undefined) compare(example.code, printed);
        } catch (error) {
          error.message = `${where} in ${place}: ${error.message}`;
          throw error;
        }
      }
      holds(`${where} runs in ${places.join(", ")}`);
    }
    return { about: `${all.length} examples` };
  },
};

/** Holds what was printed against what the code says it prints; a loop may print more. */
function compare(code, printed) {
  const expected = [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => alike(text));
  let rest = alike(printed);
  const hasLoop = /^for \(.*\{$/m.test(code);
  for (const text of expected) {
    const at = rest.indexOf(text);
    if (at < 0 || (at > 0 && !hasLoop)) throw new Error(`it prints something else than ${text}:\n${printed}`);
    rest = rest.slice(at + text.length).trimStart();
  }
  if (expected.length > 0 && rest !== "" && !hasLoop) throw new Error(`it prints more:\n${printed}`);
}

/** Runtimes differ in quotation marks and line breaks. */
function alike(text) {
  return text
    .replaceAll('"', "'")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/, ?([}\]])/g, " $1")
    .trim();
}

/** A `kubectl` that prints the hub, for commands. */
function kubectl(folder) {
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/kubectl"), `#!/bin/sh\ncat '${join(folder, "hub.yaml")}'\n`);
  chmodSync(join(folder, "bin/kubectl"), 0o755);
}
