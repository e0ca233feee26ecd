/** What is on show of the quotas; kept while another view is. */
import { signal } from "@preact/signals";

/** the node whose pods are explained, by name; null: none; undefined: nobody chose */
export const openNode = signal<string | null | undefined>(undefined);
/** the step of the queue on show: after so many steps; null: after the last */
export const shownQueueStep = signal<number | null>(null);
/** the queue is being played, step by step */
export const queuePlaying = signal(false);
