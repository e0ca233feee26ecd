/** Names of a text replaced, for a link that is given away; decides twice on the page's own thread. */
import init, { Scenario } from "schedscope";
import { differences, type Redacted, redact } from "schedscope/redact";

/** The text without its names, and what of its decisions differs: a sentence each. */
export async function redactedText(text: string, now: string): Promise<Redacted & { differences: string[] }> {
  const redacted = redact(text);
  await init();
  const [original, copy] = [new Scenario(), new Scenario()];
  try {
    original.replace(text);
    copy.replace(redacted.text);
    return { ...redacted, differences: await differences(original, copy, redacted.table, { now }) };
  } finally {
    original.free();
    copy.free();
  }
}
