import { expect, test } from "vitest";
import { withoutBackquotes } from "./backquotes.js";

test.each([
  ["label `env` is `dev`, but must be one of `prod`, `stage`", "label env is dev, but must be one of prod, stage"],
  ["as after `kubectl uncordon n1`", "as after kubectl uncordon n1"],
  ["Render it: `kustomize build base | schedscope place -`.", "Render it: kustomize build base | schedscope place -"],
  ["It is `prod`.", "It is prod."],
  ["(`status.used`)", "(status.used)"],
  ["no backquote", "no backquote"],
  ["paste them without `> `).", "paste them without `> `)."],
  // CEL escapes names with backquotes: they are part of the expression.
  ["labels.`a/b` == 'x'", "labels.`a/b` == 'x'"],
  ["`labels.`a/b` == 'x'` is false", "`labels.`a/b` == 'x'` is false"],
])("%s", (words, shown) => {
  expect(withoutBackquotes(words)).toBe(shown);
});
