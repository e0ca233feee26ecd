// Calls with what must come of them. `files` are written into a folder, which `{}` in the arguments stands for.
// `out` and `err`: the whole text, or patterns that must all be found in it. Default: nothing, and exit code 0.
import assert from "node:assert/strict";
import { comparing } from "./cases/comparing.mjs";
import { deciding } from "./cases/deciding.mjs";
import { namespaces } from "./cases/namespaces.mjs";
import { noCommand } from "./cases/no-command.mjs";
import { policies } from "./cases/policies.mjs";
import { printing } from "./cases/printing.mjs";
import { reading } from "./cases/reading.mjs";
import { redacting } from "./cases/redacting.mjs";
import { refusing } from "./cases/refusing.mjs";
import { stalls } from "./cases/stalls.mjs";
import { verifying } from "./cases/verifying.mjs";
import { volumes } from "./cases/volumes.mjs";
import { vms } from "./cases/vms.mjs";
import { whys } from "./cases/why.mjs";
import { admitted } from "./cases/why-admitted.mjs";
import { whyNodes } from "./cases/why-nodes.mjs";

const parts = [
  namespaces,
  reading,
  deciding,
  refusing,
  printing,
  verifying,
  volumes,
  whys,
  noCommand,
  admitted,
  whyNodes,
  vms,
  redacting,
  policies,
  comparing,
  stalls,
];

export const cases = Object.assign({}, ...parts);

const calls = parts.reduce((sum, part) => sum + Object.keys(part).length, 0);
assert.equal(Object.keys(cases).length, calls, "two calls have the same name");
