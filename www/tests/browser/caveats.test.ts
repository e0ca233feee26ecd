/** What must be known before an answer is believed stands before its sentence. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startPage, visit } from "./one-page";
import { atNight, nightly } from "./page";

startPage();

const texts = new URL("../../../tests/reality/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, texts), "utf8");
interface Expected {
  file: string;
  first: string;
  also?: string[];
  view?: string;
  ask?: string[];
  incomplete?: true;
  dependsOnClock?: true;
}

// The page's clock is now; what another time decides is asked in the command line and in the package. What is recorded
// of pods stands on the page where it is chosen; drains and the number of further pods are not there.
const index = (JSON.parse(read("index.json")) as Expected[]).filter(
  ({ dependsOnClock, ask }) => dependsOnClock !== true && !["compare", "whatif"].includes(ask?.[0] ?? ""),
);

// In every run, one text of each kind of sentence in each view; the command line says the first sentence of all.
const kinds = new Map(index.map((text) => [`${text.view} ${text.ask?.[0]} ${/^[A-Z]\w*/.exec(text.first)}`, text]));

// Some of them on one page: each takes up to two seconds on a busy machine.
const some = 15;
const partsOf = (texts: Expected[]): Expected[][] =>
  Array.from({ length: Math.ceil(texts.length / some) }, (_, at) => texts.slice(at * some, (at + 1) * some));

for (const isAtNight of [false, true])
  test.each(partsOf(isAtNight ? index : [...kinds.values()]))(
    "each text like what clusters print: $file and those behind it",
    atNight(isAtNight),
    async (...part) => {
      for (const { file, first, also = [], view: name = "placement", ask = [], incomplete } of part) {
        await visit.paste(read(file));
        await visit.page.locator(`#tab-${name}`).click();
        // The queue stands below the answer about a pod. Where a control can be held, the answer has a box for its
        // words.
        const own =
          ask[0] === "queue"
            ? ".queue > :is(.caveat, .queue-words)"
            : ":is(.answer-line, .answer-words) > :first-child:not(.answer-words)";
        const line = visit.page.locator(incomplete ? ".incomplete-text p" : own).first();
        // What could not be read is said above a dimmed answer, and by whatever reads it aloud.
        const view = visit.page.locator("#view");
        const description = incomplete ? "incomplete-text" : null;
        await expect.poll(() => view.getAttribute("aria-describedby"), { message: file }).toBe(description);
        // So is the answer to what the API server refuses.
        const isDim =
          incomplete ||
          [first, ...also].some((words) =>
            /^(Invalid:|Incomplete: (VirtualMachine|.*(placeholder|template of Helm)))/.test(words),
          );
        const filter = () => view.evaluate((of) => getComputedStyle(of).filter);
        await expect.poll(filter, { message: file }).toBe(isDim ? "grayscale(1)" : "none");
        // A sentence that opens has its details below it.
        const said = line.locator("summary").or(line).first();
        const words = async (): Promise<string> => (await said.innerText()).trim();
        // The page says of its baseline, too, that it is the same.
        await expect
          .poll(async () => (await words()).replace(/ ?The hub recorded the same clusters\. ?/, ""), { message: file })
          // What is code has the looks of code instead of backticks.
          .toBe(first.replaceAll("`", ""));
      }
    },
  );

test("what Argo CD makes of the decision", nightly, async () => {
  await visit.paste(read("application-set.yaml"));
  await visit.page.locator("#tab-placement").click();
  await visit.page.locator(".drawer > summary").click();
  const section = visit.page.locator("[aria-labelledby=applications-title]");
  await expect
    .poll(() => section.locator("p").first().textContent())
    .toBe("ApplicationSet argocd/guestbook makes 2 Applications: guestbook-east-1 and guestbook-west-1.");
  await expect
    .poll(() => section.locator("tbody tr").allInnerTexts())
    .toEqual([
      "guestbook-east-1\teast-1\t{{server}}\tguestbook-prod",
      "guestbook-west-1\twest-1\t{{server}}\tguestbook-prod",
    ]);
  await visit.page.locator(".objects summary").click();
  await visit.page.locator(".objects").getByRole("button", { name: "Copy as multicluster.x-k8s.io" }).click();
  await expect.poll(() => visit.page.locator(".objects .copy [role=status]").last().textContent()).toBe("copied");
  const copied = await visit.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^apiVersion: multicluster\.x-k8s\.io\/v1alpha1\ndecisions:\n- clusterProfileRef:\n {4}name: east-1\n/,
  );
});

test(
  "what brings a missing input, what is assumed and what is not looked at stand with the sentence",
  nightly,
  async () => {
    await visit.paste(read("pods-one-namespace.yaml"));
    await visit.page.locator("#tab-nodes").click();
    const answer = visit.page.locator(".answer-line");
    await answer.locator("summary", { hasText: "Incomplete" }).click();
    const lacking = answer.locator(".caveat .notes", { hasText: "pods of other namespaces" });
    await expect.poll(() => lacking.textContent()).toContain("kubectl get pods -A -o yaml");
    // The queue of the same text lacks the same.
    await visit.page.locator("#tab-quotas").click();
    const queue = visit.page.locator(".queue .caveat");
    await expect.poll(() => queue.first().textContent()).toContain("the input lacks pods of other namespaces.");
    const daemons = "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent, namespace: default}\n";
    await visit.paste(read("vms-partial.yaml") + daemons);
    await visit.page.locator("#tab-vms").click();
    await expect.poll(() => answer.textContent()).toContain("a typical one is assumed; kubectl get configmaps");
    await expect.poll(() => answer.locator(".not-looked-at").textContent()).toContain("DaemonSet default/agent");
  },
);
