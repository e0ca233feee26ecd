/** `schedscope example`: the examples of the page, without a clone of the project. */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { Option } from "commander";
import { column, long, table } from "../../report/block.js";
import { framed } from "../command.js";
import { nothing } from "../exit.js";
import { type Format, print } from "../format.js";
import { suggestion } from "../nearest.js";
import { err, out } from "../screen.js";

interface Example {
  name: string;
  title: string;
  summary: string;
  view: keyof typeof commandOf;
  /** The time that its answers depend on; null: none. */
  now: string | null;
  text: string;
}

/** The command that answers what an example is about, by its view on the page. */
const commandOf = { placement: "place", nodes: "pods", quotas: "queue", vms: "vm run" } as const;

/** In the order of the page's list; of the package. */
function examples(): Example[] {
  const packed = readFileSync(new URL("../../lib/examples.json.br", import.meta.url));
  return JSON.parse(brotliDecompressSync(packed).toString("utf8")) as Example[];
}

export const example = framed({
  name: "example",
  summary: "list the built-in example inputs, or print one",
  about:
    "Without a name: lists the examples of the page. With a name: prints the example as YAML on standard output, " +
    "and what it shows on standard error.",
  args: [["[name]", "the name of an example"]],
  options: [
    new Option("-o, --output <format>", "the format of the list; json, yaml: with the inputs; name: the names").choices(
      ["json", "yaml", "name"],
    ),
    ["-q, --quiet", "do not print what the example shows"],
  ],
  examples: `
  schedscope example
  schedscope example spread-over-regions | schedscope place
  schedscope example scores-near-tie > world.yaml`,
  run: (name: string | undefined, { output, quiet }: { output?: Format; quiet?: true }) => {
    const all = examples();
    if (name === undefined) list(all, output);
    else show(named(all, name), quiet === true);
  },
});

function list(all: Example[], output: Format | undefined): void {
  print(output, {
    json: () => [JSON.stringify(all)],
    names: () => all.map(({ name }) => name),
    people: () =>
      table(all, [
        long("Example", ({ name }) => name),
        column("Command", ({ view }) => commandOf[view]),
        long("Shows", ({ title }) => title),
      ]),
  });
}

function named(all: Example[], typed: string): Example {
  const wanted = typed.replace(/\.ya?ml$/, "");
  const found = all.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const near = suggestion(
    wanted,
    all.map(({ name }) => name),
  );
  throw nothing(
    `there is no example \`${typed}\``,
    ...(near.length > 0 ? near : ["`schedscope example` lists all examples"]),
  );
}

/** The text goes to standard output, so that it can be read by another command. */
function show({ name, title, summary, view, now, text }: Example, isQuiet: boolean): void {
  if (!isQuiet) {
    const time = now === null ? "" : ` --now ${now}`;
    err.line([{ text: `${title}. `, look: "strong" }, { text: summary }]);
    err.line(`schedscope example -q ${name} | schedscope ${commandOf[view]}${time}`, "quiet");
    err.flush();
  }
  out.raw(text.replace(/\n$/, ""));
}
