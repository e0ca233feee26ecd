/**
 * Makes pictures from the built page: ten screens with their page, docs/screens/README.md, a small one of every
 * example for the gallery, docs/screenshot.png, and docs/drag.png, in which a weight is dragged and the answer follows.
 *
 * usage: node scripts/pictures.mjs [screens] [gallery] [screenshot] [drag]
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import library from "@pdf-lib/upng";
import { withPage } from "./served.mjs";

const { default: upng } = library;
const project = fileURLToPath(new URL("../..", import.meta.url));
const examples = JSON.parse(readFileSync(join(project, "examples/index.json"), "utf8"));
const fixture = (name) => `www/tests/browser/fixtures/${name}`;

/** What is shown, and how one gets there; `act` has the page. */
const screens = [
  {
    name: "placement",
    words: "A placement as a change against what the hub recorded, with the smallest change for each other cluster.",
    file: fixture("kubectl-list.yaml"),
  },
  {
    name: "spread",
    words: "The spread of a placement: domains by domains, coloured by final score, and the ladder of a step.",
    file: fixture("spread.yaml"),
    act: (page) => page.locator(".candidate-rows .candidate").nth(1).hover(),
  },
  {
    name: "steps",
    words: "The same run after its third step.",
    file: fixture("spread.yaml"),
    act: (page) => goToStep(page, "3"),
  },
  {
    name: "why",
    words: "Why a cluster was not selected, and what would select it.",
    file: "examples/story-2-largest-memory.yaml",
    act: async (page) => {
      await page.locator(".line.feasible").first().click();
      await page.locator(".card-verdict").waitFor();
      await page.locator(".card-verdict").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "nodes",
    words: "Which node a pod gets: over-subscription, and what each node lacks to the pick.",
    file: fixture("nodes.yaml"),
  },
  {
    name: "nodes-many",
    words: "The same for a pod with filters, and what would let it in elsewhere.",
    file: "examples/filters-tainted-zone.yaml",
  },
  {
    name: "quota-waits",
    words: "A pod waits for its quota, and what would place it.",
    file: fixture("quotas-story-1.yaml"),
  },
  {
    name: "quota-evicts",
    words: "A pod takes back what was borrowed: victims, the spared, and why.",
    file: "examples/quota-reprieve.yaml",
  },
  {
    name: "vms",
    words: "Autoscaled VMs over time, the inequality that decides, and what would make migrations needless.",
    file: fixture("vms.yaml"),
    act: (page) => page.getByRole("button", { name: "each VM" }).first().click(),
  },
  {
    name: "dark",
    words: "The same in the dark, compared with a variant of the timeline.",
    file: fixture("vms.yaml"),
    colorScheme: "dark",
    act: (page) => page.getByLabel("Baseline").selectOption({ label: "no migration" }),
  },
];

async function goToStep(page, step) {
  const field = page.getByLabel("Number of the step");
  await field.fill(step);
  await field.press("Enter");
  await field.blur();
}

/** A page with a text on show, once nothing moves. */
async function show(browser, address, file, { act, ...options }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...options });
  // The page's clock starts when it loads; a picture should not change with the day.
  await page.clock.setFixedTime(new Date("2026-11-20T12:00:00Z"));
  await page.goto(address);
  await page.locator(".answer-line h1").waitFor();
  await page.locator("input[type=file]").first().setInputFiles(join(project, file));
  const name = basename(file);
  await page.waitForFunction((file) => document.querySelector(".file-name")?.textContent === file, name);
  await page.waitForTimeout(1500);
  if (act !== undefined) await act(page);
  await page.waitForTimeout(1000);
  return page;
}

async function makeScreens(browser, address) {
  mkdirSync(join(project, "docs/screens"), { recursive: true });
  const lines = ["# Ten screens", "", "Made from the built page: `node www/scripts/pictures.mjs screens`.", ""];
  for (const { name, words, file, ...options } of screens) {
    const page = await show(browser, address, file, options);
    await page.screenshot({ path: join(project, `docs/screens/${name}.png`) });
    await page.close();
    lines.push(words, "", `![${words.replace(/\.$/, "")}](${name}.png)`, "");
    console.log(name);
  }
  writeFileSync(join(project, "docs/screens/README.md"), lines.join("\n"));
}

/** The answer of each example, small: what it looks like, not what it says. */
async function makeGallery(browser, address) {
  const folder = join(project, "www/public/pictures");
  mkdirSync(folder, { recursive: true });
  for (const { file } of examples) {
    const page = await show(browser, address, `examples/${file}`, { deviceScaleFactor: 0.3 });
    await page.locator(".answer-pane").screenshot({
      path: join(folder, file.replace(/\.yaml$/, ".jpg")),
      type: "jpeg",
      quality: 60,
    });
    await page.close();
  }
  console.log(`${examples.length} small pictures`);
}

async function makeScreenshot(browser, address) {
  const page = await show(browser, address, fixture("spread.yaml"), {
    viewport: { width: 1440, height: 1160 },
    act: (page) => goToStep(page, "5"),
  });
  await page.mouse.move(720, 20);
  await page.screenshot({ path: join(project, "docs/screenshot.png") });
  await page.close();
}

/** An animated PNG. */
async function makeDrag(browser, address) {
  const viewport = { width: 1000, height: 760 };
  const page = await show(browser, address, "examples/addon-scores.yaml", { viewport });
  const slider = page.getByLabel("Weight of AddOn/network-score/bandwidth, slider");
  const frames = [];
  const delays = [];
  const take = async (milliseconds) => {
    const { buffer } = new Uint8Array(await page.screenshot());
    frames.push(upng.toRGBA8(upng.decode(buffer))[0]);
    delays.push(milliseconds);
  };
  await take(1500);
  const [begun, least] = [Number(await slider.inputValue()), -3];
  const down = Array.from({ length: begun - least }, (_, at) => begun - 1 - at);
  const up = Array.from({ length: begun - least }, (_, at) => least + 1 + at);
  for (const value of [...down, ...up]) {
    await slider.evaluate((input, value) => {
      input.value = String(value);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
    await page.waitForTimeout(250);
    await take(value === least ? 1500 : 180);
  }
  const lossless = 0;
  const animated = upng.encode(frames, viewport.width, viewport.height, lossless, delays);
  writeFileSync(join(project, "docs/drag.png"), Buffer.from(animated));
  await page.close();
}

const makers = { screens: makeScreens, gallery: makeGallery, screenshot: makeScreenshot, drag: makeDrag };
const asked = process.argv.slice(2);
await withPage(async (browser, address) => {
  for (const name of asked.length > 0 ? asked : Object.keys(makers)) await makers[name](browser, address);
});
