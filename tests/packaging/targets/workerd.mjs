// workerd, where WebAssembly may not be compiled at run time.
import { version } from "../harness/folder.mjs";
import { absent } from "../harness/runtimes.mjs";
import { serve } from "../harness/workerd.mjs";

export default {
  absent: () => absent("workerd"),
  async start(test) {
    const { address } = await serve(test, "conformance.js");
    return {
      about: `workerd ${version("workerd")}`,
      async ask(body) {
        const response = await fetch(`${address}/answer`, { method: "POST", body });
        if (!response.ok) throw new Error(`workerd answered ${response.status}`);
        return response.text();
      },
      async finish() {
        const memories = await (await fetch(`${address}/memory`)).json();
        if (memories.length > 2) throw new Error(`${memories.length} instances, and not one of each file`);
        test.holds("one engine and one evaluator of CEL for all requests, from modules that are imported");
      },
    };
  },
};
