// Gives every function of a WebAssembly file a name that says which place it is to have: functions that
// look alike stand side by side, which is where Brotli finds what they share. `wasm-opt` then sorts by
// name. What the functions do does not change.
import { readFileSync, writeFileSync } from "node:fs";

/** Functions are compared by the runs of so many bytes that they share. */
const RUN = 4;
/** A run that more functions have than this says nothing. */
const COMMON = 1000;
/** A function is to look like the one before it, and half as much like the one before that. */
const NEAR = 2;

const [from, to] = process.argv.slice(2);
const bytes = readFileSync(from);
const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
const imported = imports.filter(({ kind }) => kind === "function").length;
const { bodies, sections } = read();
const place = new Map(order().map((body, at) => [imported + body, at]));
writeFileSync(to, Buffer.concat([...sections, Buffer.from(names())]));

/** The number at a byte, and where the next one stands. */
function number(at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value >>> 0, at];
  }
}

/** The bodies of the functions, and the file without what it only says for tools. */
function read() {
  const [custom, code] = [0, 10];
  const bodies = [];
  const sections = [bytes.subarray(0, 8)];
  for (let at = 8; at < bytes.length; ) {
    const [length, start] = number(at + 1);
    const end = start + length;
    if (bytes[at] !== custom) sections.push(bytes.subarray(at, end));
    if (bytes[at] === code) {
      let [left, next] = number(start);
      for (; left > 0; left--) {
        const [size, body] = number(next);
        next = body + size;
        bodies.push(bytes.subarray(body, next));
      }
    }
    at = end;
  }
  return { bodies, sections };
}

/** The functions with the runs that they have. */
function runs() {
  const found = new Map();
  bodies.forEach((body, at) => {
    for (let start = 0; start + RUN <= body.length; start++) {
      const run = body.readUInt32LE(start);
      const list = found.get(run);
      if (!list) found.set(run, [at]);
      else if (list.at(-1) !== at) list.push(at);
    }
  });
  const lists = bodies.map(() => []);
  for (const list of found.values()) {
    if (list.length > 1 && list.length <= COMMON) for (const at of list) lists[at].push(list);
  }
  return lists;
}

/** The functions in their new order: after each the one of the others that looks most like it. */
function order() {
  const shared = runs();
  const score = new Float64Array(bodies.length);
  const left = new Set(bodies.keys());
  const largest = [...left].sort((a, b) => bodies[b].length - bodies[a].length || a - b)[Symbol.iterator]();
  const order = [];
  while (left.size > 0) {
    const like = new Set();
    for (let back = 1; back <= Math.min(NEAR, order.length); back++) {
      for (const list of shared[order.at(-back)]) {
        const weight = 1 / back / Math.log2(1 + list.length);
        for (const at of list) {
          if (!left.has(at)) continue;
          like.add(at);
          score[at] += weight;
        }
      }
    }
    let [next, best] = [-1, 0];
    for (const at of like) {
      const likeness = score[at] / Math.sqrt(bodies[at].length + 8);
      if (likeness > best) [next, best] = [at, likeness];
      score[at] = 0;
    }
    while (next < 0) {
      const { value } = largest.next();
      if (left.has(value)) next = value;
    }
    left.delete(next);
    order.push(next);
  }
  return order;
}

/** The section that names functions. */
function names() {
  const all = imported + bodies.length;
  const list = encoded(all);
  for (let at = 0; at < all; at++) {
    // Those that are imported stay before all others.
    const name = at < imported ? `a${digits(at)}` : `b${digits(place.get(at))}`;
    list.push(...encoded(at), ...text(name));
  }
  const section = [...text("name"), 1, ...encoded(list.length)];
  return [0, ...encoded(section.length + list.length), ...section].concat(list);
}

function text(value) {
  return [...encoded(value.length), ...Buffer.from(value)];
}

function digits(value) {
  return String(value).padStart(8, "0");
}

function encoded(value) {
  const parts = [];
  for (; value > 127; value >>>= 7) parts.push((value & 127) | 128);
  return [...parts, value];
}
