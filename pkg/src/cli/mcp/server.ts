/** The server of the Model Context Protocol, over standard input and output. */
import { CLIENT_CAPABILITIES_META_KEY, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Command } from "commander";
import { exit } from "../exit.js";
import { standard } from "../streams.js";
import { call } from "./call.js";
import { allowed, BadArgument, refuseFile } from "./files.js";
import { shortAnswers, shortText } from "./short.js";
import { argumentsOf, inputSchema, type Tool, tools } from "./tools.js";
import { attributesOf, shownText, showsViews, viewKey, viewPage, viewType, viewUri } from "./view.js";

/** Bytes of a message; a text is a part of one. */
const mostMessage = 64 * 1024 * 1024;

/** `passed` is false if a pod stays pending, a check failed, or the input is incomplete. */
const outputSchema = fromJsonSchema<Record<string, unknown>>({
  type: "object",
  properties: {
    passed: { type: "boolean" },
    answers: { type: "array", items: {} },
    shortened: { type: "array", items: { type: "string" } },
    notes: { type: "array", items: { type: "string" } },
  },
  required: ["passed", "answers", "shortened", "notes"],
});

/** What the server is made of. */
export interface Served {
  version: string;
  /** The folders whose files the tools read. */
  roots: readonly string[];
  /** The command of each tool. */
  commands: ReadonlyMap<Tool, Command>;
}

/** Serves until standard input ends. */
export function serve(served: Served): void {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: mostMessage });
  const onerror = (error: Error): unknown => standard("stderr").write(`${error.message}\n`);
  serveStdio(() => server(served), { transport, onerror });
}

function server({ version, roots, commands }: Served): McpServer {
  const made = new McpServer(
    { name: "schedscope", title: "schedscope", version },
    {
      instructions:
        "Answers why a pod, workload, node, cluster or Placement is scheduled as it is, and what would change it, " +
        "from the output of `kubectl get … -o yaml`. Save that output to a file and pass its path. Start with `why`; " +
        "`change` finds the fix. Nothing is written, and no cluster is contacted.",
    },
  );
  for (const [tool, command] of commands) {
    const { name, title, use } = tool;
    made.registerTool(
      name,
      {
        title,
        description: `${use} ${command.description()}`,
        inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchema(tool, command)),
        outputSchema,
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
        ...(attributesOf(tool, {}, []) !== null && { _meta: { ui: { resourceUri: viewUri } } }),
      },
      async (given, { mcpReq }) => {
        const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
        const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? made.server.getClientCapabilities();
        const isShown = showsViews(capabilities);
        return answer(tool, command, given, { roots, isShown, signal: mcpReq.signal });
      },
    );
  }
  made.registerResource("view", viewUri, { title: "The answer as a picture", mimeType: viewType }, () => ({
    contents: [{ uri: viewUri, mimeType: viewType, text: viewPage(version) }],
  }));
  return made;
}

interface Answered {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

const failure = (text: string): Answered => ({ content: [{ type: "text", text: shortText(text) }], isError: true });

async function answer(
  tool: Tool,
  command: Command,
  given: Record<string, unknown>,
  { roots, isShown, signal }: { roots: readonly string[]; isShown: boolean; signal: AbortSignal },
): Promise<Answered> {
  try {
    const { files, text } = given as { files?: string[]; text?: string };
    if ((files === undefined) === (text === undefined)) throw new BadArgument("give either `files` or `text`");
    const named = tool.argument === undefined ? undefined : given[tool.argument.name];
    if (typeof named === "string") refuseFile(named);
    const paths = files === undefined ? ["-"] : allowed(files, roots);
    const ended = await call(argumentsOf(tool, command, given, paths), text ?? "", signal);
    const notes = ended.stderr.split("\n").filter((line) => line !== "");
    const isAnswered = ended.code === exit.fine || (ended.code === exit.failed && ended.stdout !== "");
    if (!isAnswered) return failure(notes.join("\n"));
    const said = notes.length === 0 ? ended.stdout : `${ended.stdout}\n${notes.join("\n")}`;
    const all = ended.json.map((json) => JSON.parse(json) as unknown);
    const { answers, shortened } = shortAnswers(all);
    const attributes = isShown ? attributesOf(tool, given, all) : null;
    const shown = attributes === null ? null : await shownText(paths, text);
    return {
      ...(shown !== null && { _meta: { [viewKey]: { attributes, text: shown } } }),
      content: [{ type: "text", text: shortText(said.trim()) }],
      structuredContent: { passed: ended.code === exit.fine, answers, shortened, notes: notes.slice(0, 20) },
    };
  } catch (error) {
    return failure(error instanceof BadArgument ? error.message : `schedscope failed: ${(error as Error).message}`);
  }
}

export { tools };
