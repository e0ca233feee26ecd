/**
 * Prints how fast the built page is, one row a line, as `cargo xtask bench page` reads it.
 *
 * Every time is taken in the page itself: from the event to the task after the frame that shows its answer. A tick
 * moves the slider, for which a frame is painted at once, as in a drag: an answer that comes behind it is in the next
 * frame, 16.7 ms after the one before. So ticks begin at all places of a frame alike, and beside them stands what a
 * page takes with nothing on it but the slider, and a thread that sends the tick back.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { hubYaml } from "schedscope";
import { root, withPage } from "./served.mjs";

const quick = process.env.SCHEDSCOPE_BENCH_QUICK !== undefined;
const repeats = (usual) => (quick ? Math.max(3, Math.ceil(usual / 5)) : usual);

function print(work, n, times) {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share) => Number(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.toFixed(2));
  console.log(JSON.stringify({ suite: "page", target: "chromium", work, n, median_ms: at(0.5), p95_ms: at(0.95) }));
}

/** What runs in the page: the clock, and what is waited for. */
const probes = () => {
  const painted = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      }),
    );
  const editor = () => document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-content");
  // The pieces of work that keep the page from doing anything else.
  let longest = 0;
  const keys = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: "longtask" });
  const firstAnswer = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(".answer-line h1") === null) return undefined;
      performance.mark("answered");
      return painted().then(resolve);
    };
    const observer = new MutationObserver(() => {
      if (look() !== undefined) observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  // A slider gets a value: the time to the frame that shows what it changes.
  const moved = (input, value, changed) => {
    const slider = document.querySelector(input);
    const begun = performance.now();
    return new Promise((resolve) => {
      const observer = new MutationObserver((changes) => {
        const isAnswer = ({ target }) => {
          const at = target instanceof Element ? target : target.parentElement;
          return at?.closest(changed) != null;
        };
        if (!changes.some(isAnswer)) return;
        observer.disconnect();
        void painted().then((end) => resolve(end - begun));
      });
      observer.observe(document.getElementById("view"), { subtree: true, childList: true, characterData: true });
      slider.value = String(value);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
  window.probe = {
    firstAnswer,
    painted,
    /**
     * One tick of a slider: to the frame with the answer, which changes something beside the controls. Of the weights,
     * that of memory changes the total of every cluster.
     */
    tick: (value) =>
      moved(
        'input[type=range][aria-label="Weight of ResourceAllocatableMemory, slider"]',
        value,
        ".rows, .answer-line, .ladder",
      ),
    steps: () => Number(document.querySelector('.scrubber input[type="range"]').max),
    /** One step of the run of spread: to the frame that shows it. */
    step: (value) => moved('.scrubber input[type="range"]', value, ".step-words, .candidates, .matrix"),
    /** From now on every key in the text is timed: to the frame with its character. */
    watchKeys() {
      document.addEventListener(
        "keydown",
        ({ timeStamp }) => void painted().then((end) => keys.push(end - timeStamp)),
        { capture: true },
      );
    },
    /** The times of the keys so far, once there are so many. */
    async keys(count) {
      while (keys.length < count) await painted();
      return keys;
    },
    /** Pastes in place of the whole text, and gives the longest that the page did nothing else until the answer. */
    async paste(isThere) {
      const content = editor();
      content.focus();
      const data = new DataTransfer();
      data.setData("text/plain", window.copied);
      // What it takes to make the clipboard's text is not the page's.
      await painted();
      await painted();
      longest = 0;
      const begun = performance.now();
      content.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      longest = performance.now() - begun;
      while (!document.querySelector(".contents")?.title.includes(isThere)) await painted();
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return longest;
    },
  };
};

/** A page with a slider, a thread that sends each tick back, and a text that shows it. */
const bare = () => {
  document.body.innerHTML = '<input type="range" min="0" max="9"><p>0</p>';
  const slider = document.querySelector("input");
  const shown = document.querySelector("p").firstChild;
  const echo = URL.createObjectURL(new Blob(["onmessage = ({ data }) => postMessage(data)"]));
  const thread = new Worker(echo);
  slider.addEventListener("input", () => thread.postMessage(slider.value));
  window.probe.tick = (value) => {
    const begun = performance.now();
    return new Promise((resolve) => {
      thread.onmessage = ({ data }) => {
        shown.data = data;
        void window.probe.painted().then((end) => resolve(end - begun));
      };
      slider.value = String(value);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
};

/** The times of ticks of the slider of a page. */
async function ticks(page) {
  const times = [];
  const count = repeats(60);
  for (let i = 0; i < count; i++) {
    times.push(await page.evaluate((value) => window.probe.tick(value), (i % 9) + 1));
    // A hand moves on a little later than the answer: at another place of a frame each time.
    await page.waitForTimeout(30 + ((i * 7) % 17));
  }
  return times;
}

/** The times of steps through the run of spread. */
async function steps(page) {
  const times = [];
  const last = await page.evaluate(() => window.probe.steps());
  const count = repeats(40);
  for (let i = 0; i < count; i++) {
    times.push(await page.evaluate((step) => window.probe.step(step), i % Math.min(last, 20)));
    await page.waitForTimeout(30 + ((i * 7) % 17));
  }
  return times;
}

/** A hub whose placement spreads its clusters by three terms, as people write them: the first is a limit. */
function spreadHub(n) {
  const term = (key, when) =>
    `    - topologyKey: ${key}\n      topologyKeyType: Label\n      maxSkew: 1\n      whenUnsatisfiable: ${when}\n`;
  const keys = [term("cloud", "DoNotSchedule"), term("region", "ScheduleAnyway"), term("zone", "ScheduleAnyway")];
  const spread =
    "    - scoreCoordinate:\n        builtIn: Spread\n        type: BuiltIn\n      weight: 2\n    mode: Exact\n";
  const text = hubYaml(1, n).replace(
    "    mode: Exact\n",
    `${spread}  spreadPolicy:\n    spreadConstraints:\n${keys.join("")}`,
  );
  if (!text.includes("spreadConstraints")) throw new Error("the generated placement has another form");
  return text;
}

const clustersWords = (n) => `${n.toLocaleString("en-US")} ManagedCluster`;

const folder = mkdtempSync(join(tmpdir(), "schedscope-bench-"));
try {
  await withPage(async (browser, address) => {
    const open = async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
      const page = await context.newPage();
      const asked = [];
      context.on("request", (request) => asked.push(request.url()));
      await page.addInitScript(probes);
      await page.goto(address);
      const first = await page.evaluate(() => window.probe.firstAnswer);
      // The editor comes behind the first answer.
      await page.locator(".cm-content").waitFor();
      const later = await page.evaluate(() => {
        const answered = performance.getEntriesByName("answered")[0].startTime;
        const entries = performance.getEntriesByType("resource");
        return entries.filter(({ startTime }) => startTime > answered).map(({ name }) => name);
      });
      // CEL is asked for by the engine's thread, which the page does not see.
      const isLater = (url) => later.includes(url) || url.includes("schedscope_cel");
      return { context, page, asked: asked.filter((url) => !isLater(url)), first };
    };
    const firsts = [];
    for (let i = 0; i < repeats(9); i++) {
      const { context, asked, first } = await open();
      firsts.push(first);
      if (i === 0) {
        const files = new Set(
          asked.filter((url) => url.startsWith(address)).map((url) => new URL(url).pathname.slice(1)),
        );
        const sizes = [...files].map(
          (file) => brotliCompressSync(readFileSync(join(root, "dist", file || "index.html"))).length,
        );
        const bytes = sizes.reduce((sum, size) => sum + size, 0);
        console.log(
          JSON.stringify({ suite: "page", target: "chromium", work: "first load, brotli", n: files.size, bytes }),
        );
      }
      await context.close();
    }
    print("first answer", 1, firsts);

    const blank = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await blank.addInitScript(probes);
    await blank.goto("data:text/html,<!doctype html><body>");
    await blank.evaluate(bare);
    print("slider tick to paint, bare page", 1, await ticks(blank));
    await blank.close();

    for (const n of [12, 1000, 10_000, 100_000]) {
      if (quick && n === 100_000) continue;
      const { context, page } = await open();
      const file = join(folder, `hub-${n}.yaml`);
      const text = hubYaml(1, n);
      writeFileSync(file, text);
      const begun = performance.now();
      await page.locator("input[type=file]").setInputFiles(file);
      await page.waitForFunction(
        (words) => document.querySelector(".contents")?.title.includes(words),
        clustersWords(n),
        { timeout: 120_000 },
      );
      if (n === 100_000) print("open a file, to the answer", n, [performance.now() - begun]);
      await page.waitForTimeout(n >= 10_000 ? 3000 : 500);
      print("slider tick to paint", n, await ticks(page));
      if (n >= 10_000) {
        await page.locator(".cm-line").first().click();
        await page.evaluate(() => window.probe.watchKeys());
        const pressed = repeats(60);
        for (let i = 0; i < pressed; i++) {
          await page.keyboard.press(i % 2 === 0 ? "#" : "Backspace");
          await page.waitForTimeout(100);
        }
        const keys = await page.evaluate((count) => window.probe.keys(count), pressed);
        print(`key to paint, ${(text.length / 1e6).toFixed(1)} MB`, n, keys);
      }
      if (n === 10_000) {
        const blocked = [];
        for (let i = 0; i < repeats(5); i++) {
          await page.locator(".cm-line").first().click();
          await page.keyboard.press("Control+A");
          await page.evaluate((paste) => void Object.assign(window, { copied: paste }), "kind: Placement");
          await page.evaluate(() => window.probe.paste("1 Placement"));
          await page.keyboard.press("Control+A");
          await page.evaluate((paste) => void Object.assign(window, { copied: paste }), text);
          const took = page.evaluate((words) => window.probe.paste(words), clustersWords(n));
          blocked.push(await took);
        }
        print(`paste ${(text.length / 1e6).toFixed(1)} MB: editor blocked`, n, blocked);
      }
      await context.close();
    }
    for (const n of [12, 1000, 10_000]) {
      const { context, page } = await open();
      const file = join(folder, `spread-${n}.yaml`);
      writeFileSync(file, spreadHub(n));
      await page.locator("input[type=file]").setInputFiles(file);
      await page.waitForFunction(
        (words) => document.querySelector(".contents")?.title.includes(words),
        clustersWords(n),
        { timeout: 120_000 },
      );
      await page.locator(".scrubber").waitFor();
      await page.waitForTimeout(n >= 10_000 ? 3000 : 500);
      print("slider tick to paint, 3 spread terms", n, await ticks(page));
      print("step to paint, 3 spread terms", n, await steps(page));
      await context.close();
    }
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
