/** Every page is whole: links arrive, embeds have their examples, ids are unique, code runs. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { attachments, chapters, sourceOf, textOf } from "../site/contents.ts";
import { exampleFiles, examplesFolder } from "../site/example-list.ts";
import { type Document, readPage } from "../site/markdown.ts";
import { renderPage } from "../site/plugin.ts";

const folder = new URL("../", import.meta.url);
const pages = new Map<string, Document>(chapters.map(({ name }) => [name, readPage(textOf(name))]));

test("the navigation has every page", () => {
  const listed = chapters.map(({ name }) => fileURLToPath(sourceOf(name)));
  const files = [folder, new URL("../../docs/", folder)].flatMap((of) =>
    readdirSync(of).map((file) => fileURLToPath(new URL(file, of))),
  );
  expect(files.filter((file) => file.endsWith(".md")).sort()).toEqual(listed.sort());
});

test("the list for agents links to pages", () => {
  const list = readFileSync(new URL("../../public/llms.txt", import.meta.url), "utf8");
  const links = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) expect(chapters.map(({ name }) => `docs/${name}.html`)).toContain(link);
});

test("links arrive at a page, and at a section of it", () => {
  for (const [name, { links }] of pages) {
    for (const link of links) {
      if (link === "../" || link.startsWith("https://") || attachments.has(link)) continue;
      const [, to = name, section] = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(link) ?? [null, link];
      const page = pages.get(to);
      expect(page, `${link} in ${name}.md`).toBeDefined();
      if (section !== undefined)
        expect(
          page?.sections.map(({ id }) => id),
          `${link} in ${name}.md`,
        ).toContain(section);
    }
  }
});

test("every embed has its example, and every example an embed in a guide", () => {
  const embedded = new Set<string>();
  for (const { embeds } of pages.values()) {
    for (const { file, attributes } of embeds) {
      expect(existsSync(new URL(file, examplesFolder)), file).toBe(true);
      expect(["placement", "spread", "nodes", "quotas", "vms", "change", "sweep"]).toContain(attributes.view);
      embedded.add(file);
    }
  }
  expect([...embedded].sort()).toEqual(exampleFiles().sort());
});

test("ids are unique, and nothing needs an inline style or script", () => {
  for (const { name } of chapters) {
    const html = renderPage(name);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids, name).toEqual([...new Set(ids)]);
    expect(html).not.toMatch(/\sstyle=|<style|\son\w+=|\bjavascript:/);
    expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      `<script type="module" src="/docs/main.ts">`,
    ]);
  }
});

test("pictures exist, and have words for those who do not see them", () => {
  const pictures = chapters.flatMap(({ name }) => [...renderPage(name).matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)]);
  expect(pictures.length).toBeGreaterThan(3);
  for (const [, src = "", words] of pictures) {
    expect(existsSync(new URL(src, folder)), src).toBe(true);
    expect(words, src).not.toBe("");
  }
});

test("checks are not shown", () => {
  expect(renderPage("spread")).not.toContain("&quot;ask&quot;");
  expect(renderPage("spread")).not.toContain("worstSkewPerTerm");
});

test("two sections of a page may not share a name", () => {
  expect(() => readPage("# A\n\n## B\n\n## B\n")).toThrow("two sections are called `B`");
});

test("Markdown becomes what it should", () => {
  const { html, title, summary, sections } = readPage(
    "# A title\n\nSome *words* and [a page](spread.md#one-pick).\n\n## Who may?\n\n| a |\n|---|\n| 1 |\n\n" +
      "```yaml\nkind: Node # here\n```\n\n<b>not HTML</b>\n\n<!-- a comment -->\n",
  );
  expect({ title, summary, sections }).toEqual({
    title: "A title",
    summary: "Some words and a page.",
    sections: [{ id: "who-may", text: "Who may?", level: 2 }],
  });
  expect(html).toContain('<a href="spread.html#one-pick">a page</a>');
  expect(html).toContain(
    '<h2 id="who-may">Who may? <a class="anchor" href="#who-may" aria-label="Link to “Who may?”">#</a></h2>',
  );
  expect(html).toContain('<span class="hljs-attr">kind:</span>');
  expect(html).toContain("&lt;b&gt;not HTML&lt;/b&gt;");
  expect(html).not.toContain("a comment");
});

test("a column of numbers is aligned by a class, not by a style", () => {
  const { html } = readPage("# A\n\n| name | kB |\n|---|---:|\n| engine | 378 |\n");
  expect(html).toContain('<th>name</th>\n<th class="right">kB</th>');
  expect(html).toContain('<td>engine</td>\n<td class="right">378</td>');
});

test("a frame may show the element's own page, and no other", () => {
  const { html } = readPage(
    '# A\n\n<iframe src="../embed.html?src=examples/balance.yaml&amp;step=2" title="B"></iframe>\n',
  );
  expect(html).toContain(
    '<iframe class="frame" src="../embed.html?src=examples/balance.yaml&amp;step=2" title="B" loading="lazy"></iframe>',
  );
  expect(readPage('# A\n\n<iframe src="https://elsewhere.example/" title="B"></iframe>\n').html).toContain(
    "&lt;iframe",
  );
});

test("an embed shows where its example is, until it runs", () => {
  const { html, embeds } = readPage(
    '# A\n\n<schedscope-embed src="../examples/balance.yaml" view="placement"></schedscope-embed>\n',
  );
  expect(embeds).toEqual([
    { file: "balance.yaml", attributes: { src: "../examples/balance.yaml", view: "placement" } },
  ]);
  expect(html).toContain(
    '<schedscope-embed src="../examples/balance.yaml" view="placement" now="2026-11-20T12:00:00Z"><p>',
  );
  expect(html).toContain(
    'href="../?example=balance.yaml" aria-label="Open in the playground: Balance across placements"',
  );
  expect(() =>
    readPage('# A\n\n<schedscope-embed src="../examples/none.yaml" view="vms"></schedscope-embed>\n'),
  ).toThrow("none.yaml");
  expect(() =>
    readPage('# A\n\n<schedscope-embed src="https://elsewhere.example/a.yaml" view="vms"></schedscope-embed>\n'),
  ).toThrow("src");
});

const project = fileURLToPath(new URL("../../../", import.meta.url));

const code = [...textOf("javascript").matchAll(/^```js\n(.*?)^```$/gms)].map(([, block = ""]) => block);

/** Other programs are started; a busy machine takes its time. */
const patience = { timeout: 60_000 };

/** Runs a block of the page in the project's folder; what it prints. */
const run = (block: string): string =>
  execFileSync(process.execPath, ["--input-type=module", "--eval", block], {
    cwd: project,
    encoding: "utf8",
  });

test("the JavaScript of the documentation runs as it stands", patience, () => {
  expect(code.map(run)).toEqual([
    expect.stringMatching(/^\[ 'local-cluster', 'edge-store-17', 'gcp-prod-1' \]\n.+\n$/),
    "Preempt node-1 [ 'team-b/batch' ]\n",
    "[ 'sap-hana-1' ] [ 'sap-hana-1 150', 'aws-prod-1 141', 'imported-1 100' ]\n",
  ]);
});

test("the text to paste is the file that the commands read", () => {
  const [, pasted = ""] = /^```yaml\n(.*?)^```$/ms.exec(textOf("getting-started")) ?? [];
  const file = readFileSync(new URL("what-if/pods-labels.yaml", examplesFolder), "utf8");
  expect(pasted).not.toBe("");
  expect(file.endsWith(pasted)).toBe(true);
});
