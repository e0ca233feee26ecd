/** What makes colours others, for what is drawn and has to be drawn anew. */
import { createContext } from "preact";

export const Colours = createContext<string>("system");
