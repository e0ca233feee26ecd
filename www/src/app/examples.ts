import type { ViewName } from "../session/views";
import type { OpenedExample } from "./first-example";

/** The examples that documentation and tests read too, from the project's `examples/` folder. */
export interface Example {
  file: string;
  title: string;
  summary: string;
  /** the view that opens by itself */
  view: ViewName;
  /** number of the user story in its document; null where it is none */
  story: number | null;
}

const lists = import.meta.glob<Example[]>("../../../examples/index.json", { eager: true, import: "default" });
const texts = import.meta.glob<string>("../../../examples/*.yaml", { query: "?raw", import: "default" });
const clocks = import.meta.glob<string>("../../../examples/*.expected.json", { import: "now" });

/** In the order of the list; without those that have no file. */
export const examples: Example[] = Object.values(lists)
  .flat()
  .filter(({ file }) => texts[pathOf(file)] !== undefined);

function pathOf(file: string): string {
  return `../../../examples/${file}`;
}

export async function loadExample(file: string): Promise<OpenedExample> {
  const expected = pathOf(file).replace(/\.yaml$/, ".expected.json");
  const [text, now] = await Promise.all([texts[pathOf(file)]?.(), clocks[expected]?.()]);
  return { text: text ?? "", now: now ?? null };
}
