/** `schedscope open`: the page in a browser of this machine, with the input loaded. */
import { deflateRawSync } from "node:zlib";
import { framed } from "../command.js";
import { fileArguments } from "../options.js";
import { source } from "../cluster/source.js";
import { misuse } from "../exit.js";
import { podsCommand } from "../kubectl.js";
import { read } from "../input.js";
import { served } from "../page-server.js";
import { err, out } from "../screen.js";
import { note } from "../session.js";
import { several } from "../values.js";

interface OpenOptions {
  ignore?: string[];
  /** Commander's name for `--no-browser`. */
  browser: boolean;
  link?: string;
}

/** The most characters of a link that a page reads. */
const longestLink = 2_000_000;

export const open = framed({
  name: "open",
  summary: "show the page in a browser, with the input loaded",
  about:
    "Serves the page from the package on this machine alone, prints its address, and opens it in a browser if " +
    "standard output is a terminal. Without files and without a pipe: with an example. Ends with Ctrl+C.",
  args: [fileArguments],
  options: [
    ["--ignore <pattern>", "pass over these files of folders, as a line of .gitignore; repeatable", several],
    ["--no-browser", "print the address, and open nothing"],
    ["--link <address>", "print a link to the page at this address, with the input in its fragment, and end"],
  ],
  examples: `
  schedscope open
  schedscope open fleet.yaml
  schedscope open fleet.yaml --link https://pages.example.com/schedscope/
  ${podsCommand} | schedscope open`,
  notes: `
The server listens on 127.0.0.1, on a free port, and answers only under a path that nobody can guess.`,
  run: async (files: string[], { ignore, browser, link }: OpenOptions) => {
    const text = await inputOf(files, ignore);
    if (link !== undefined) {
      if (text === null) throw misuse("--link needs an input");
      out.line(linkTo(link, text));
      return;
    }
    const server = await served(text).catch((error: unknown) => {
      throw misuse("the page cannot be served", error instanceof Error ? error.message : String(error));
    });
    out.line(server.address);
    out.flush();
    if (process.stdout.isTTY) {
      if (browser) server.show();
      err.line("Ctrl+C ends it.", "quiet");
      err.flush();
    }
    await new Promise<void>((resolve) => {
      process.once("SIGINT", resolve);
      process.once("SIGTERM", resolve);
    });
    server.close();
  },
});

/** A link of the page: its fragment has the input, which no server receives. */
function linkTo(address: string, page: { name: string; text: string }): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw misuse(`\`${address}\` is not the address of a page`, "it begins with https://");
  url.hash = `v1=${deflateRawSync(JSON.stringify(page)).toString("base64url")}`;
  if (url.href.length > longestLink) throw misuse("the input is too long for a link: share it as a file");
  return url.href;
}

/** The input with its name; null: none is given. */
async function inputOf(files: string[], ignore?: string[]): Promise<{ name: string; text: string } | null> {
  if (files.length === 0 && !source.readsCluster && process.stdin.isTTY) return null;
  const { input, notes, unrendered, denied } = await read(files, ignore);
  if (files.length === 0 && input.text.trim() === "") return null;
  note([...notes, ...unrendered, ...denied], {});
  const [file = "-"] = files;
  const name =
    file === "-"
      ? "input.yaml"
      : (file
          .replace(/[\\/]+$/, "")
          .split(/[\\/]/)
          .at(-1) ?? "input.yaml");
  return { name, text: input.text };
}
