/** A slider's tick: the answer comes first, the text behind the frame that shows it, and nobody notices. */
import { expect, test } from "vitest";
import { fixture, Visit } from "./page";

const memory = "ResourceAllocatableMemory";

/** A slider's label, the value, and what is typed as soon as the answer is there, behind which key. */
type Tick = [label: string, weight: string, typed: string, key: string | null];

/**
 * In the page: moves the slider, and tells whether the text had the weight before, when the answer came, and when the
 * text may not be behind it any longer.
 */
const ticked = ([label, weight, typed, key]: Tick): Promise<boolean[]> =>
  new Promise((resolve) => {
    const slider = document.querySelector<HTMLInputElement>(`input[type=range][aria-label*="${label}"]`);
    const content = document.querySelector(".editor")?.shadowRoot?.querySelector<HTMLElement>(".cm-content");
    const rows = document.querySelector(".rows");
    if (slider === null || content == null || rows === null) throw new Error("no slider, no editor or no rows");
    const has = (): boolean => (content.textContent ?? "").includes(`weight: ${weight}`);
    const had = has();
    const total = (): string => rows.querySelector(".number.total")?.textContent ?? "";
    const before = total();
    const observer = new MutationObserver(() => {
      if (total() === before) return;
      observer.disconnect();
      const early = has();
      if (typed !== "") {
        content.focus();
        if (key !== null) content.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
        document.execCommand("insertText", false, typed);
      }
      const resolveWhenWritten = (): void => {
        // Where something is typed, the line may be out of sight, and is not drawn.
        if (has() || typed !== "") resolve([had, early, has()]);
        else requestAnimationFrame(resolveWhenWritten);
      };
      resolveWhenWritten();
    });
    observer.observe(rows, { subtree: true, childList: true, characterData: true });
    slider.value = weight;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });

test("the answer is on screen before the text is written", async () => {
  const visit = await Visit.open();
  await visit.paste(fixture("kubectl-list.yaml"));
  await visit.slider(memory).waitFor();
  await visit.page.keyboard.press("Control+F");
  await visit.page.keyboard.type("prioritizerPolicy");
  await visit.page.keyboard.press("Enter");
  await visit.page.keyboard.press("Escape");
  await expect.poll(() => visit.page.evaluate(ticked, [memory, "-7", "", null] as Tick)).toEqual([false, false, true]);
  await visit.textWith(/weight: -7/);
  await expect.poll(() => visit.slider(memory).inputValue()).toBe("-7");
  expect(visit.complaints).toEqual([]);
  await visit.close();
});

for (const key of [null, "#"])
  test(`what is typed between an answer and its edit stays${key === null ? "" : ", behind a key"}`, async () => {
    const visit = await Visit.open();
    await visit.paste(fixture("kubectl-list.yaml"));
    await visit.slider(memory).waitFor();
    await visit.editor.click();
    await visit.page.keyboard.press("Control+Home");
    await visit.page.evaluate(ticked, [memory, "-7", "# typed ", key] as Tick);
    const text = await visit.textWith(/weight: -7/);
    expect(text.startsWith("# typed ")).toBe(true);
    await expect.poll(() => visit.slider(memory).inputValue()).toBe("-7");
    // Each is a step of undo of its own: before a key the text is written, without one the tick is sent again.
    await visit.editor.click();
    await visit.page.keyboard.press("Control+Z");
    await visit.textWith(key === null ? /^# typed [\s\S]*weight: 3/ : /^apiVersion[\s\S]*weight: -7/);
    await visit.page.keyboard.press("Control+Z");
    await visit.expectText(fixture("kubectl-list.yaml"));
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

/** A placement that ranks forty clusters by their memory. */
const many = [
  `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: { name: a, namespace: b }
spec:
  numberOfClusters: 3
  prioritizerPolicy:
    mode: Exact
    configurations:
    - scoreCoordinate: { type: BuiltIn, builtIn: ${memory} }
      weight: 1
`,
  ...Array.from(
    { length: 40 },
    (_, i) => `apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: { name: c${i + 10} }
spec: { hubAcceptsClient: true }
status: { allocatable: { memory: ${i + 10}Gi }, capacity: { memory: 64Gi } }
`,
  ),
].join("---\n");

test("rows out of sight follow the answer once nothing moves", async () => {
  const visit = await Visit.open();
  await visit.paste(many);
  const names = () => visit.page.locator(".rows .line .name").allTextContents();
  await expect.poll(async () => (await names())[0]).toBe("c49");
  const drawn = (await names()).length;
  expect(drawn).toBeGreaterThan(20);
  await visit.slider(memory).fill("-7");
  const expected = Array.from({ length: drawn }, (_, i) => `c${i + 10}`);
  await expect.poll(names).toEqual(expected);
  await visit.close();
});

test("candidates and squares out of sight follow, too", async () => {
  const visit = await Visit.open();
  const spread = "  spreadPolicy: { spreadConstraints: [{ topologyKey: region, whenUnsatisfiable: DoNotSchedule }] }\n";
  const regions = many.replace("  prioritizerPolicy", `${spread}  prioritizerPolicy`);
  await visit.paste(regions.replace(/name: c(\d+) /g, (name, i) => `${name}, labels: { region: r${i - (i % 2)} } `));
  const picture = visit.page.locator(".matrix canvas");
  await expect.poll(() => picture.count()).toBe(2);
  const names = async () =>
    (await visit.page.locator(".candidate-rows .name").allTextContents()).map((name) => name.split(" ")[0]);
  await expect.poll(async () => (await names())[0]).toBe("c45");
  const drawn = (await names()).length;
  expect(drawn).toBeGreaterThan(8);
  // The regions that were selected are at the lower end of the matrix.
  const end = () => picture.last().evaluate((it) => (it as HTMLCanvasElement).toDataURL());
  const before = await end();
  await visit.slider(memory).fill("-7");
  await expect.poll(names).toEqual(Array.from({ length: drawn }, (_, i) => `c${i + 14}`));
  await expect.poll(end).not.toBe(before);
  await visit.close();
});
