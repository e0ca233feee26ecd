/** Ways from an answer into the text, by the editor and the engine. */
import type { PodsAnswer } from "../engine/types";
import { client, goTo, isBehind, light } from "../session/session";
import type { TextLinks } from "../ui/text-links";
import { fullName, isSameName } from "schedscope/words/object-name";

/** Pods whose names hold that of the one that is looked for may stand before it. */
const alike = 1000;

export const textLinks: TextLinks = {
  goTo: (range) => goTo(range),
  light,
  locate: (object, path) => client.request("locate", { object, path }),
  async podObject(pod) {
    const reply = await client.request("ask", { name: "pods", options: { find: fullName(pod), limit: alike } });
    return (reply.answer as PodsAnswer).pods.find((entry) => isSameName(entry.pod, pod))?.object ?? null;
  },
  isBehind,
};
