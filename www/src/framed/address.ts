/** What the address of `embed.html` says. */

/** The attributes that may be parameters: all but the link out, which is this page's own. */
const names = [
  "src",
  "view",
  "step",
  "placement",
  "pod",
  "node",
  "cluster",
  "baseline",
  "sweep",
  "profile",
  "timeline",
  "kubernetes",
  "variant",
  "now",
  "weights",
  "theme",
  "controls",
  "readonly",
  "height",
];

interface Framed {
  attributes: [name: string, value: string][];
  /** a text in the address itself, behind `#text=`; null: there is none */
  text: string | null;
}

/** `search` and `hash` as `location` has them. */
export function attributesIn(search: string, hash: string): Framed {
  const parameters = new URLSearchParams(search);
  return {
    attributes: names.flatMap((name): [string, string][] => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value]];
    }),
    text: new URLSearchParams(hash.slice(1)).get("text"),
  };
}

/** Where the page itself opens the same, as far as it is an example. */
export function playgroundOf(src: string | null): string {
  const example = /^(?:\.\/)?examples\/([\w-]+\.yaml)$/.exec(src ?? "")?.[1];
  return example === undefined ? "./" : `./?example=${example}`;
}
