// A Worker that decides placements: `POST /` with what kubectl printed, and the answer is the decision as
// JSON. Whatever is posted, the answer is JSON, and an error says what to do about it.
import { Scenario, SchedscopeError } from "schedscope";

/** The largest text that is read, in bytes. */
const MOST_BYTES = 2 * 1024 * 1024;
/** After as many bytes a client that goes on sending is cut off. */
const MOST_DROPPED = 64 * 1024 * 1024;
/** How many findings an answer lists. */
const MOST_FINDINGS = 50;

/** What is answered with a status of 4xx. */
class Refusal extends Error {
  constructor(status, code, message, details = {}) {
    super(message);
    Object.assign(this, { status, code, details });
  }
}

export default {
  async fetch(request) {
    try {
      return Response.json(await answer(request));
    } catch (error) {
      if (error instanceof Refusal) {
        const { status, code, message, details } = error;
        return Response.json({ error: { code, message, ...details } }, { status });
      }
      if (error instanceof SchedscopeError) {
        return Response.json({ error: { code: error.code, message: error.message } }, { status: 400 });
      }
      console.error(error);
      return Response.json({ error: { code: "internal", message: "this should not happen" } }, { status: 500 });
    }
  },
};

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== "/") throw new Refusal(404, "no-such-path", "post to `/`");
  if (request.method !== "POST")
    throw new Refusal(405, "method-not-allowed", "post the manifests that kubectl printed");
  const placement = Number(searchParams.get("placement") ?? 0);
  const now = searchParams.get("now") ?? new Date().toISOString();
  return decide(await text(request), placement, now);
}

/** The body as text, if it is one and not too long. */
async function text(request) {
  const chunks = [];
  let bytes = 0;
  // What is too long is read on and dropped: a client that is still sending would miss the answer.
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
    if (bytes > MOST_DROPPED) break;
  }
  if (bytes > MOST_BYTES) throw new Refusal(413, "too-large", `at most ${MOST_BYTES} bytes are read`);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(chunks).arrayBuffer());
  } catch {
    throw new Refusal(400, "not-text", "the body is not UTF-8: post YAML or JSON as kubectl prints it");
  }
  if (text.trim() === "")
    throw new Refusal(400, "empty", "the body is empty: post what `kubectl get … -o yaml` prints");
  return text;
}

/** The decision about a placement of a text. */
function decide(text, placement, now) {
  const scenario = new Scenario();
  try {
    const { placements, diagnostics, counts } = scenario.replace(text);
    const findings = diagnostics.slice(0, MOST_FINDINGS).map(({ severity, code, message, object, path, range }) => {
      return { severity, code, message, object, path, line: range.start.line };
    });
    if (placements.length === 0)
      throw new Refusal(422, "no-placement", "the manifests hold no Placement", { counts, findings });
    const decision = scenario.decide({ placement, now });
    const { all, feasible, selected } = decision.clusterCounts;
    const { rows } = scenario.clusters({ limit: selected });
    return {
      placement: decision.placement,
      outcome: decision.outcome,
      clusters: all,
      feasible,
      selected: rows.map(({ name, total }) => ({ name, total })),
      counts,
      findings,
    };
  } finally {
    scenario.free();
  }
}
