// What the examples speak of and do not make themselves: `text`, what kubectl printed, and `scenario`, which
// has read and decided it.
import { init, Scenario } from "schedscope";

import { text } from "./text.mjs";

await init();
const scenario = new Scenario();
scenario.replace(text);
await scenario.prepare(0);
scenario.decide({ placement: 0, now: "2025-06-01T12:00:00Z" });
const { signal } = new AbortController();
Object.assign(globalThis, { text, scenario, signal });
