import { expect, test } from "vitest";
import { guardedBy } from "./error.js";

test.each([
  { thrown: { code: "no-such-pod", message: "no" }, becomes: "no-such-pod", restarts: 0 },
  { thrown: Object.assign(new Error("no"), { code: "ERR_STRING_TOO_LONG" }), becomes: "engine-failed", restarts: 1 },
])("$thrown becomes $becomes", ({ thrown, becomes, restarts }) => {
  let restarted = 0;
  const restart = () => {
    restarted += 1;
  };
  const call = () => {
    throw thrown;
  };
  expect(() => guardedBy(restart, call)).toThrow(expect.objectContaining({ name: "SchedscopeError", code: becomes }));
  expect(restarted).toBe(restarts);
});
