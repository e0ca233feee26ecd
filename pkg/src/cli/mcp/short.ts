/** Answers in a length that a conversation has room for. */

/** About 2,000 tokens, also of tables. */
export const mostText = 6_000;
const mostJson = 24_000;

/** The first whole lines of a text. */
export function shortText(text: string, most = mostText): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, text.lastIndexOf("\n", most) + 1 || most);
  const left = text.slice(cut.length).split("\n").length;
  return `${cut.trimEnd()}\n\n… ${left} more lines; ask for less, such as one name.`;
}

/** Answers whose lists have their first entries alone, and the paths of those that were shortened. */
export function shortAnswers(answers: readonly unknown[]): { answers: unknown[]; shortened: string[] } {
  for (const most of [Infinity, 100, 20, 5, 1]) {
    const shortened: string[] = [];
    const all = answers.map((answer, index) => shortLists(answer, most, `[${index}]`, shortened));
    if (JSON.stringify(all).length <= mostJson)
      return { answers: all, shortened: shortened.length > 20 ? [...shortened.slice(0, 20), "…"] : shortened };
  }
  return { answers: [], shortened: ["everything: the answer is too long"] };
}

function shortLists(value: unknown, most: number, path: string, shortened: string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length > most) shortened.push(`${path}: ${most} of ${value.length}`);
    return value.slice(0, most).map((one, index) => shortLists(one, most, `${path}[${index}]`, shortened));
  }
  const entries = Object.entries(value);
  if (entries.length > most + 50) shortened.push(`${path}: ${most + 50} of ${entries.length}`);
  return Object.fromEntries(
    entries.slice(0, most + 50).map(([key, of]) => [key, shortLists(of, most, `${path}.${key}`, shortened)]),
  );
}
