import { expect, test } from "vitest";
import { phraseText } from "../phrase.js";
import { settledPhrases } from "./untried.js";
import { objectNamed } from "../object-name.js";

const words = (state: "pending" | "bound" | "finished", node: string | null): string =>
  phraseText(settledPhrases({ pod: objectNamed("shop/api-0"), state, node }));

test("of a pod that a kubelet did not keep, the reason is named", () => {
  const text = (reason: string): string =>
    phraseText(settledPhrases({ pod: objectNamed("a/x"), state: "finished", node: "n1", reason }));
  expect(text("OutOfcpu")).toBe(
    "The kubelet of n1 refused a/x (OutOfcpu): the node had too little cpu left when the pod arrived. This happens " +
      "where two schedulers use a node, or where `spec.nodeName` is set by hand. kube-scheduler does not look at it " +
      "again. If it did: ",
  );
  expect(text("NodeAffinity")).toMatch(/^The kubelet of n1 refused a\/x \(NodeAffinity\): the labels of the node/);
  expect(text("Evicted")).toMatch(/^The kubelet of n1 evicted a\/x \(Evicted\): the node was under pressure/);
  expect(text("DeadlineExceeded")).toMatch(/^a\/x has failed \(DeadlineExceeded\)\. kube-scheduler/);
});

test("a pod that no scheduler placed is not said to have been scheduled", () => {
  const pod = objectNamed("a/x");
  expect(phraseText(settledPhrases({ pod, state: "bound", node: "n1", unscheduled: true }))).toBe(
    "a/x was created with `spec.nodeName: n1`: no scheduler saw it. If one had seen it: ",
  );
});

test("of a pod whose container waits, the kubelet's reason comes first", () => {
  const waiting = { container: "app", reason: "ImagePullBackOff" };
  expect(phraseText(settledPhrases({ pod: objectNamed("shop/img"), state: "bound", node: "n1", waiting }))).toBe(
    "shop/img is on n1: its container app waits: ImagePullBackOff. That is the kubelet's part; scheduling is done. " +
      "If it were scheduled again: ",
  );
});

test("a pod that waits no longer is said to be settled", () => {
  expect(words("pending", null)).toBe("");
  expect(words("bound", "w2")).toBe("shop/api-0 is on w2 already. If it were scheduled again: ");
  expect(words("finished", null)).toBe("shop/api-0 has finished: kube-scheduler does not look at it. If it did: ");
});
