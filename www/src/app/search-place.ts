/** The search box of the head, which is loaded behind the first answer. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";

/** null: not loaded yet */
export const searchBox = signal<ComponentType | null>(null);
