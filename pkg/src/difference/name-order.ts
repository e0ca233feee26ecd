/** The order of names. */
import type { NamespacedName } from "../../types.js";
import { fullName } from "../words/object-name.js";

/** By code points, as the engine sorts. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By full names. */
export const byName = (a: NamespacedName, b: NamespacedName): number => byText(fullName(a), fullName(b));
