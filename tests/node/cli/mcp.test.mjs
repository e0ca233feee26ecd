// The tools of `schedscope mcp`, called by the SDK's own client, in both versions of the protocol.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { RESOURCE_MIME_TYPE } from "@modelcontextprotocol/ext-apps/server";
import Ajv2020 from "ajv/dist/2020.js";
import { transform } from "esbuild";
import { fleet } from "./cases/texts.mjs";
import { cli, commands, optionsOf, root } from "./run.mjs";

const schema = createRequire(import.meta.url)("@modelcontextprotocol/ext-apps/schema.json");
const eras = { "2025-11-25": "legacy", "2026-07-28": { pin: "2026-07-28" } };

async function withClient(mode, folder, call, capabilities = {}) {
  const client = new Client({ name: "tests", version: "1" }, { versionNegotiation: { mode }, capabilities });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, "mcp"], cwd: folder }));
  try {
    return await call(client);
  } finally {
    await client.close();
  }
}

const now = "2026-11-20T12:00:00Z";
/** A call of each tool, with the beginning of its text. */
const calls = [
  ["why", { files: ["quota-story-1.yaml"], name: "quota-b/b-2" }, /^\*\*quota-b\/b-2\*\* /],
  ["why", { text: fleet, name: "lab-1", now }, /filtered out/],
  ["why", { files: ["api-example.yaml"], now }, /selects 4 of 4 clusters/],
  ["place", { text: fleet, now, weight: { Steady: 3 }, numberOfClusters: 1 }, /selects \*\*1 of 1\*\* cluster/],
  ["place", { text: fleet, now, numberOfClusters: "all" }, /selects \*\*2 clusters\*\*/],
  ["verify", { text: fleet, now }, /no recorded decision/],
  ["change", { text: fleet, now, selects: ["lab-1"] }, /Set the label env to prod/],
  ["sweep", { files: ["balance.yaml"], now, count: true }, /As numberOfClusters goes/],
  ["without", { text: fleet, now, each: "cluster", placement: "prod/web" }, /2 losses/],
  ["drain", { files: ["scores-default-profile.yaml"], node: "fast-1" }, /^Draining fast-1: /],
  ["more", { files: ["scores-default-profile.yaml"], like: ["shop/search-1"] }, /^\*\*8 more pods\*\*/],
  ["nodes", { files: ["what-if/pods-quota.yaml"], shape: { cpu: "4", memory: "16Gi" } }, /^\*\*/],
  ["quota", { files: ["quota-story-1.yaml"] }, /^\*\*2 quotas\*\*/],
  ["quota", { files: ["quota-story-1.yaml"], pod: "quota-b/b-2" }, /fits \*\*gpu-1\*\*/],
  ["lint", { text: fleet.replace("predicates", "predicate"), profile: "Upstream" }, /predicate/],
];

for (const [version, mode] of Object.entries(eras))
  test(`tools in version ${version}`, async () => {
    await withClient(mode, join(root, "examples"), async (client) => {
      assert.equal(client.getNegotiatedProtocolVersion(), version);
      const { tools } = await client.listTools();
      const names = ["why", "place", "verify", "change", "sweep", "without", "drain", "more", "nodes", "quota", "lint"];
      assert.deepEqual(
        tools.map(({ name }) => name),
        names,
      );
      assert.ok(JSON.stringify(tools).length < 28_000);
      for (const tool of tools) {
        assert.equal(tool.annotations.readOnlyHint, true);
        assert.equal(tool.inputSchema.properties.apply, undefined);
      }
      assert.deepEqual(tools.find(({ name }) => name === "place").inputSchema.properties.profile.enum, [
        "auto",
        "Upstream",
        "Proposal",
      ]);
      // Each call starts a thread; one tells whether calls work in the other version.
      for (const [name, given, text] of mode === "legacy" ? calls : calls.slice(0, 1)) {
        const result = await client.callTool({ name, arguments: given });
        const told = JSON.stringify(result).slice(0, 2_000);
        assert.notEqual(result.isError, true, `${name}: ${told}`);
        assert.match(result.content[0].text, text, name);
        assert.ok(result.content[0].text.length <= 6_200);
        assert.ok(result.structuredContent.answers.length > 0, `${name}: ${told}`);
      }
    });
  });

/** The scripts of the view: the engine, the element, and the messages. */
const scriptsOf = (html) => [...html.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)].map(([, code]) => code);

const messages = new Ajv2020({ strict: false, validateFormats: false, schemas: { messages: schema } });

/** Runs the messages of the view in a window that records them. */
function view(code) {
  const sent = [];
  const listeners = [];
  const host = { postMessage: (message) => sent.push(message) };
  const shown = { children: [], replaceChildren: (...all) => (shown.children = all) };
  const made = (name) => {
    const one = { name, attributes: {}, setAttribute: (key, value) => (one.attributes[key] = value) };
    return one;
  };
  const rectangle = { getBoundingClientRect: () => ({ width: 300.4, height: 200 }), style: {} };
  runInNewContext(code, {
    document: { querySelector: () => shown, createElement: made, documentElement: rectangle },
    parent: host,
    addEventListener: (_, listener) => listeners.push(listener),
    ResizeObserver: class {
      constructor(call) {
        this.observe = call;
      }
    },
    WebAssembly,
  });
  const receive = (data) => {
    for (const listener of listeners) listener({ source: host, data: { jsonrpc: "2.0", ...data } });
  };
  return { sent, shown, receive, theme: () => rectangle.style.colorScheme };
}

for (const [version, mode] of Object.entries(eras))
  test(`a view of MCP Apps in version ${version}`, async () => {
    const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: [RESOURCE_MIME_TYPE] } };
    const given = { text: fleet, now, placement: "prod/web" };
    await withClient(mode, root, async (client) => {
      const { _meta } = await client.callTool({ name: "place", arguments: given });
      assert.equal(_meta?.["schedscope.dev/view"], undefined, "a client without views gets the text once");
    });
    const call = async (client) => {
      const { tools } = await client.listTools();
      const { resourceUri } = tools.find(({ name }) => name === "place")._meta.ui;
      const { contents } = await client.readResource({ uri: resourceUri });
      assert.equal(contents[0].mimeType, RESOURCE_MIME_TYPE);
      const scripts = scriptsOf(contents[0].text);
      assert.equal(scripts.length, 3);
      if (mode === "legacy") for (const script of scripts) await transform(script, { format: "esm" });
      assert.match(scripts[0], /globalThis\.schedscopeEngine=\w+;$/);
      assert.match(scripts[1], /schedscope-embed/);
      const { sent, shown, receive, theme } = view(scripts[2]);
      receive({ id: 1, result: { protocolVersion: "2026-01-26", hostContext: { theme: "dark" } } });
      assert.equal(theme(), "dark");
      const isValid = (type, message) => {
        const { jsonrpc: _, id: __, ...rest } = message;
        const isOne = messages.validate(`messages#/$defs/${type}`, JSON.parse(JSON.stringify(rest)));
        assert.ok(isOne, JSON.stringify(messages.errors));
      };
      const [size, initialize, initialized] = sent;
      isValid("McpUiSizeChangedNotification", size);
      isValid("McpUiInitializeRequest", initialize);
      isValid("McpUiInitializedNotification", initialized);
      receive({
        method: "ui/notifications/tool-result",
        params: await client.callTool({ name: "place", arguments: given }),
      });
      const [element] = shown.children;
      assert.equal(element.name, "schedscope-embed");
      assert.equal(element.text, fleet);
      assert.deepEqual(element.attributes, { view: "placement", placement: "prod/web", now, loading: "eager" });
      receive({
        method: "ui/notifications/tool-result",
        params: { content: [{ type: "text", text: "<b>failed</b>" }] },
      });
      assert.deepEqual([shown.children[0].name, shown.children[0].textContent], ["pre", "<b>failed</b>"]);
    };
    await withClient(mode, root, call, { extensions });
  });

test("long answers are shortened", async () => {
  const clusters = Array.from(
    { length: 3_000 },
    (_, index) => `---\n${fleet.split("---\n")[0].replace("prod-1", `c-${index}`)}`,
  );
  await withClient("legacy", root, async (client) => {
    const { content, structuredContent } = await client.callTool({
      name: "place",
      arguments: { text: `${fleet}\n${clusters.join("\n")}`, now },
    });
    assert.ok(content[0].text.length <= 6_200);
    assert.match(content[0].text, /more lines/);
    assert.ok(JSON.stringify(structuredContent).length <= 26_000);
    assert.ok(structuredContent.shortened.length > 0);
  });
});

test("hostile calls are errors, and the server goes on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "schedscope-mcp-"));
  const outside = mkdtempSync(join(tmpdir(), "schedscope-out-"));
  try {
    writeFileSync(join(outside, "secret.yaml"), `${fleet}# secret\n`);
    writeFileSync(join(folder, "fleet.yaml"), fleet);
    writeFileSync(join(folder, "binary"), Buffer.from([0, 255, 254, 253, 1, 2]));
    mkdirSync(join(folder, "empty"));
    symlinkSync(join(outside, "secret.yaml"), join(folder, "link.yaml"));
    const refused = [
      ["why", {}, /either `files` or `text`/],
      ["why", { files: ["fleet.yaml"], text: fleet }, /either `files` or `text`/],
      ["why", { files: [join(outside, "secret.yaml")] }, /not below/],
      ["why", { files: ["../"] }, /not below/],
      ["why", { files: ["link.yaml"] }, /not below/],
      ["why", { files: ["/dev/zero"] }, /not below/],
      ["why", { files: ["no-such.yaml"] }, /cannot be read/],
      ["why", { files: ["a\0b"] }, /cannot be read/],
      ["why", { files: ["x".repeat(100_000)] }, /cannot be read/],
      ["why", { files: ["binary"] }, /is not text/],
      ["why", { files: ["empty"] }, /no YAML or JSON file/],
      ["why", { text: fleet, name: join(outside, "secret.yaml") }, /is a file/],
      ["why", { text: fleet, name: "-" }, /is a file/],
      ["why", { text: fleet, name: "--apply" }, /--apply/],
      ["why", { text: "", name: "x" }, /empty/],
      ["place", { text: fleet, weight: { "Steady=1 --expect": 3 } }, /./],
      ["change", { text: fleet, selects: ["--apply"] }, /--apply/],
      ["drain", { text: fleet, node: "x" }, /no Node|node/],
      ["place", { text: fleet, now: "yesterday" }, /RFC 3339/],
      ["why", { text: `${"[".repeat(1_000_000)}` }, /./],
      ["why", { text: "\0".repeat(100_000) }, /./],
    ];
    const mistyped = [
      ["why", { text: 1 }],
      ["why", { files: "fleet.yaml" }],
      ["why", { files: [] }],
      ["drain", { text: fleet }],
      ["place", { text: fleet, profile: "Other" }],
      ["place", { text: fleet, numberOfClusters: {} }],
      ["change", { text: fleet, apply: true }],
      ["lint", { text: fleet, severity: ["error"] }],
    ];
    await withClient("legacy", folder, async (client) => {
      for (const [name, given, text] of refused) {
        const { content, isError } = await client.callTool({ name, arguments: given });
        const told = `${name} ${JSON.stringify(given).slice(0, 100)}: ${content[0].text.slice(0, 500)}`;
        assert.ok(isError === true || /Incomplete|Invalid/.test(content[0].text), told);
        assert.match(content[0].text, text, told);
        assert.doesNotMatch(content[0].text, /secret\n|internal error/, told);
      }
      for (const [name, given] of mistyped) {
        const result = await client.callTool({ name, arguments: given }).catch((error) => ({ isError: true, error }));
        assert.equal(result.isError, true, `${name} ${JSON.stringify(given).slice(0, 100)}`);
      }
      await assert.rejects(client.callTool({ name: "rm", arguments: {} }));
      const { content } = await client.callTool({
        name: "why",
        arguments: { files: ["fleet.yaml"], name: "prod-1", now },
      });
      assert.match(content[0].text, /prod-1/);
    });
  } finally {
    for (const one of [folder, outside]) rmSync(one, { recursive: true });
  }
});

test("what is not a message is passed over, and the end of the input ends the server", async () => {
  const server = spawn(process.execPath, [cli, "mcp"], { cwd: root });
  let out = "";
  server.stdout.on("data", (part) => (out += part));
  server.stderr.resume();
  server.stdin.write("not json\n{}\n[1]\n\0\xff\n");
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize })}\n`);
  while (!out.includes('"serverInfo"')) await new Promise((resolve) => setTimeout(resolve, 20));
  server.stdin.end();
  const code = await new Promise((resolve) => server.on("exit", resolve));
  assert.equal(code, 0);
});

test("instructions for agents name tools and options that exist", async () => {
  const skill = readFileSync(join(root, "pkg/SKILL.md"), "utf8");
  // Under 5,000 tokens.
  assert.ok(skill.length < 15_000);
  for (const name of ["why", "change", "quota", "drain", "without", "more", "nodes", "sweep", "verify", "lint"])
    assert.match(skill, new RegExp(`\\| \`${name}\``), name);
  const calls = [...skill.matchAll(/npx schedscope ([^`|>\n]+)/g)].map(([, words]) => words.trim().split(" "));
  assert.ok(calls.length > 10);
  for (const [first, second, ...rest] of calls) {
    const command = commands.includes(`${first} ${second}`) ? `${first} ${second}` : first;
    assert.ok(commands.includes(command), command);
    const known = (await optionsOf(command)).flatMap(({ flags }) => flags);
    for (const word of [second, ...rest])
      if (word.startsWith("-")) assert.ok(known.includes(word), `${command} ${word}`);
  }
});
