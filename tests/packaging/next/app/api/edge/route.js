// A route of the edge runtime, which compiles no WebAssembly: the modules are imported.
import * as schedscope from "schedscope";

import { answer } from "../../../answer.mjs";

export const runtime = "edge";

export async function POST(request) {
  return new Response(answer(schedscope, await request.text()));
}
