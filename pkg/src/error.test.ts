import { expect, test } from "vitest";
import { guardedBy } from "./error.js";

test.each([
  { code: "no-such-pod", becomes: "no-such-pod", restarts: 0 },
  { code: "ERR_STRING_TOO_LONG", becomes: "engine-failed", restarts: 1 },
])("an error with the code $code", ({ code, becomes, restarts }) => {
  let restarted = 0;
  const restart = () => {
    restarted += 1;
  };
  const call = () => {
    throw Object.assign(new Error("no"), { code });
  };
  expect(() => guardedBy(restart, call)).toThrow(expect.objectContaining({ name: "SchedscopeError", code: becomes }));
  expect(restarted).toBe(restarts);
});
