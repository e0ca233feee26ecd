import { expect, test } from "vitest";
import { phraseText } from "../phrase.js";
import { settledPhrases } from "./untried.js";
import { objectNamed } from "../object-name.js";

const words = (state: "pending" | "bound" | "finished", node: string | null): string =>
  phraseText(settledPhrases({ pod: objectNamed("shop/api-0"), state, node }));

test("a pod that waits no longer is said to be settled", () => {
  expect(words("pending", null)).toBe("");
  expect(words("bound", "w2")).toBe("shop/api-0 is on w2 already. If it were scheduled again: ");
  expect(words("finished", null)).toBe("shop/api-0 has finished: kube-scheduler does not look at it. If it did: ");
});
