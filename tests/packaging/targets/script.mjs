// `<script type="module">` with an import map, and no bundler.
import { browser } from "../harness/chromium.mjs";
import { serve } from "../harness/server.mjs";

export default {
  async start(test) {
    const { about, open } = await browser(test);
    const address = await serve(test, test.folder);
    const page = await open(address);
    await page.ask(JSON.stringify({ request: { text: "", question: '{"quantity":{"text":"1"}}' } }));
    const files = page.requests.map((url) => url.replace(address, "")).filter((url) => !url.startsWith("data:"));
    if (new Set(files).size !== files.length) throw new Error(`something is loaded twice: ${files.join(", ")}`);
    const strange = files.filter(
      (file) =>
        !["", "answer.mjs"].includes(file) && !/^node_modules\/schedscope\/(lib|dist)\/[\w/-]+\.(js|wasm)$/.test(file),
    );
    if (strange.length > 0) throw new Error(`the page asked for ${strange.join(", ")}`);
    const wasm = files.filter((file) => file.endsWith(".wasm"));
    if (wasm.join() !== "node_modules/schedscope/dist/schedscope_bg.wasm")
      throw new Error(`loaded: ${wasm.join(", ")}`);
    test.holds(
      `${files.length} files are loaded, each once: the page's two, modules of the package, the engine's .wasm; ` +
        "another with CEL",
    );
    return {
      about,
      ask: page.ask,
      async finish() {
        await page.check();
      },
    };
  },
};
