/** `embed.html`: the element in a frame, as the frame's address says. It tells the page around it how high it is. */
import "schedscope/embed";
import { attributesIn, playgroundOf } from "./address";

/** The messages to the page around the frame, by `postMessage`. */
interface FrameMessage {
  type: "schedscope-embed";
  /** of the whole element, in pixels */
  height: number;
}

const element = document.querySelector("schedscope-embed");
if (element !== null) {
  const { attributes, text } = attributesIn(location.search, location.hash);
  for (const [name, value] of attributes) element.setAttribute(name, value);
  element.setAttribute("playground", playgroundOf(element.src));
  if (text !== null) element.text = text;
  document.title = [element.src?.replace(/^.*\//, ""), "schedscope"].filter((part) => part).join(" · ");
  if (parent !== window) new ResizeObserver(() => tell(element.getBoundingClientRect().height)).observe(element);
}

/** To whatever page it is: how high an answer is, is no secret. */
function tell(height: number): void {
  const message: FrameMessage = { type: "schedscope-embed", height: Math.ceil(height) };
  parent.postMessage(message, "*");
}
