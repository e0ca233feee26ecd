// An error of the package, by code and message.
import assert from "node:assert/strict";
import { SchedscopeError } from "schedscope";

export const rejects = (promise, code, message) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof SchedscopeError, String(error));
    assert.deepEqual([error.code, error.message], [code, message]);
    return true;
  });
