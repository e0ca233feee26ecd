// Compiled, never run: the element's types, used as a page in TypeScript does, and as JSX.
import type { EmbedAnswer, EmbedAttributes, EmbedView, SchedscopeEmbed } from "schedscope/embed";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => undefined;

const element = document.createElement("schedscope-embed");
same<typeof element, SchedscopeEmbed>(true);
same<typeof element.view, EmbedView | null>(true);
same<typeof element.step, number | null>(true);

element.src = "examples/a.yaml";
element.view = "spread";
element.step = 4;
element.weights = { Steady: 3 };
element.controls = true;
element.theme = "dark";
// @ts-expect-error There is no such view.
element.view = "pods";
// @ts-expect-error A step is a number.
element.step = "4";

element.addEventListener("answer", ({ detail }) => {
  same<typeof detail, EmbedAnswer>(true);
  switch (detail.view) {
    case "spread":
      return detail.picked?.picked.name;
    case "placement":
      return detail.decision.selected;
    case "nodes":
      return detail.placement?.picks.length;
    case "quotas":
      return detail.cycle?.victims.map(({ name }) => name);
    case "vms":
      return detail.step?.request?.permit?.vCPUs;
  }
});
element.addEventListener("click", (event) => event.clientX);

const attributes: EmbedAttributes[] = [
  { src: "a.yaml", view: "quotas", step: "2", controls: true, height: 300, weights: "cpu=2" },
  { text: "kind: Node", onAnswer: ({ detail }) => void detail.view, class: "wide", step: 2 },
  // @ts-expect-error There is no such theme.
  { theme: "blue" },
];
void attributes;
