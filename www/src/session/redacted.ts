/** A page whose names are replaced. */
import type { SharedPage } from "./shared-link";

/** What is known of a page without its names. */
export interface RedactedPage {
  page: SharedPage;
  /** The originals, as JSON. */
  table: string;
  /** Decisions that differ, and what is not in the text: a sentence each. */
  differences: string[];
  leftOut: string[];
}

/** Replaces the names of a page: of its text, and of what is chosen. What it is compared with is left out. */
export async function redactedPage(page: SharedPage): Promise<RedactedPage> {
  const { redactedText } = await import("../engine/redacted");
  const { text, table, differences, leftOut, replaced } = await redactedText(page.text, page.now);
  const { placement, cluster, pod, timeline, variant } = page;
  const known = (name: string | null): string | null => (name === null ? null : replaced(name));
  return {
    page: {
      ...page,
      name: "redacted.yaml",
      text,
      placement: placement && { namespace: known(placement.namespace), name: replaced(placement.name) },
      cluster: known(cluster),
      pod: known(pod),
      timeline: known(timeline),
      variant: known(variant),
      baseline: null,
      beside: {},
      pinnedText: null,
    },
    table: `${JSON.stringify(table, null, 2)}\n`,
    differences,
    leftOut,
  };
}
