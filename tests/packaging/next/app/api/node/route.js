// A route that runs in Node.js.
import * as schedscope from "schedscope";

import { answer } from "../../../answer.mjs";

export async function POST(request) {
  return new Response(answer(schedscope, await request.text()));
}
