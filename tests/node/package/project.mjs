// The project's examples; the cases run in a folder of their own.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The project's folder. */
export const project = process.env.SCHEDSCOPE_PROJECT;
const folder = join(project, "examples");

/** An example by its name. */
export function example(name) {
  const text = readFileSync(join(folder, `${name}.yaml`), "utf8");
  return { name, text, placements: text.match(/^kind: Placement$/gm)?.length ?? 0 };
}

/** All of them. */
example.all = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => example(file.replace(/\.yaml$/, "")));
