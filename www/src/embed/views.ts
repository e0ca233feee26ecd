/** The views, each with its style sheets in a file of its own: a page loads those that it shows. */
import type { ComponentType } from "preact";
import type { EmbedView } from "schedscope/embed";
import type { EmbedSession } from "./session";

interface ViewModule {
  View: ComponentType<{ session: EmbedSession }>;
  styles: string[];
}

const files: Record<EmbedView, () => Promise<ViewModule>> = {
  placement: () => import("./placement-view"),
  spread: () => import("./spread-view"),
  nodes: () => import("./nodes-view"),
  quotas: () => import("./quotas-view"),
  vms: () => import("./vms-view"),
  change: () => import("./change-view"),
  sweep: () => import("./sweep-view"),
};

const loaded = new Map<EmbedView, ViewModule>();

/** A view that is loaded; null: it is not yet. */
export const viewNow = (view: EmbedView): ViewModule | null => loaded.get(view) ?? null;

export async function loadView(view: EmbedView): Promise<void> {
  if (loaded.has(view)) return;
  loaded.set(view, await files[view]());
}
