/** `schedscope/embed`: importing it makes the element known. */
import { define } from "./element";

export { SchedscopeEmbed } from "./element";

define();
