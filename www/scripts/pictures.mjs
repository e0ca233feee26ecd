/**
 * Makes pictures from the built page: docs/screenshot.webp, those of the guides in www/docs/pictures, ten screens with
 * their page, docs/screens/README.md, and a small picture of every example for the gallery.
 *
 * usage: node scripts/pictures.mjs [screenshot] [guides] [screens] [gallery]
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withPage } from "./served.mjs";

const project = fileURLToPath(new URL("../..", import.meta.url));
const examples = JSON.parse(readFileSync(join(project, "examples/index.json"), "utf8"));
/** The bytes that a picture may have. */
const largest = 150_000;
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
    words: "The spread of a placement: the matrix of domains, colored by final score, and the candidates of a step.",
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
    words: "Which node a pod gets: over-subscription, and the gap of each node to the best.",
    file: fixture("nodes.yaml"),
  },
  {
    name: "nodes-many",
    words: "The same for a pod that filters reject, and the edits that would give it a node.",
    file: "examples/filters-tainted-zone.yaml",
  },
  {
    name: "quota-waits",
    words: "A pod waits for its quota, and the edits that would give it a node.",
    file: fixture("quotas-story-1.yaml"),
  },
  {
    name: "quota-evicts",
    words: "A pod reclaims what was borrowed: victims, reprieved pods, and why.",
    file: "examples/quota-reprieve.yaml",
  },
  {
    name: "vms",
    words: "Autoscaled VMs over time, the inequality that decides, and the edits that would avoid migrations.",
    file: fixture("vms.yaml"),
  },
  {
    name: "dark",
    words: "The same in dark mode, compared with a variant of the timeline.",
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

/** Writes a PNG as WebP, by the encoder of the browser. */
async function write(browser, path, png) {
  const page = await browser.newPage();
  const encoded = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return canvas.toDataURL("image/webp", 0.78).replace(/^.*,/, "");
  }, png.toString("base64"));
  await page.close();
  const buffer = Buffer.from(encoded, "base64");
  if (buffer.length > largest) throw new Error(`${path} has ${buffer.length} bytes, more than ${largest}`);
  writeFileSync(join(project, path), buffer);
  console.log(path, buffer.length);
}

async function makeScreens(browser, address) {
  mkdirSync(join(project, "docs/screens"), { recursive: true });
  const lines = ["# Ten screens", "", "Made from the built page: `node www/scripts/pictures.mjs screens`.", ""];
  for (const { name, words, file, ...options } of screens) {
    const page = await show(browser, address, file, options);
    await write(browser, `docs/screens/${name}.webp`, await page.screenshot());
    await page.close();
    lines.push(words, "", `![${words.replace(/\.$/, "")}](${name}.webp)`, "");
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
  await write(browser, "docs/screenshot.webp", await page.screenshot());
  await page.close();
}

/** The spread matrix at work, for the guides. */
async function makeGuides(browser, address) {
  const page = await show(browser, address, fixture("spread.yaml"), {
    viewport: { width: 1240, height: 1160 },
    act: (page) => goToStep(page, "5"),
  });
  const matrix = page.locator(".domains");
  await matrix.scrollIntoViewIfNeeded();
  await write(browser, "www/docs/pictures/matrix.webp", await matrix.screenshot());
  await page.close();
}

const makers = { screenshot: makeScreenshot, guides: makeGuides, screens: makeScreens, gallery: makeGallery };
const asked = process.argv.slice(2);
await withPage(async (browser, address) => {
  for (const name of asked.length > 0 ? asked : Object.keys(makers)) await makers[name](browser, address);
});
