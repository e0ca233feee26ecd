// The errors that invalid calls throw.
import assert from "node:assert/strict";

import { SchedscopeError } from "schedscope";

/** A call throws exactly this. */
export function refuses(call, code, message) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof SchedscopeError && error instanceof Error, String(call));
    assert.deepEqual([error.code, error.message], [code, message], String(call));
    return true;
  });
}

export const invalid = (call, message) => refuses(call, "invalid-argument", message);
