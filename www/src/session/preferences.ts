/** What a person likes, kept in this browser. */
import { effect, signal } from "@preact/signals";
import { clampWidth, textWidths } from "../ui/text-width";
import { recall, remember } from "./storage";

export type Theme = "system" | "light" | "dark";

const isTheme = (value: unknown): value is Theme => value === "system" || value === "light" || value === "dark";

const kept = recall("theme");

export const theme = signal<Theme>(isTheme(kept) ? kept : "system");

/** Width of the text in percent of the page. */
export const textWidth = signal(clampWidth(Number(recall("text-width") ?? textWidths.usual)));

/** Keeps the page's root and this browser's memory in step with the signals. */
export function applyPreferences(root: HTMLElement): void {
  effect(() => {
    root.dataset.theme = theme.value;
    remember("theme", theme.value);
  });
  effect(() => {
    root.style.setProperty("--text-width", `${textWidth.value}%`);
    remember("text-width", String(textWidth.value));
  });
}
