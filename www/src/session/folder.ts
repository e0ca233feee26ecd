/** What is said of a folder that was opened as one text. */
import { signal } from "@preact/signals";

export interface FolderNote {
  /** the name of the text that was made of it */
  name: string;
  /** the sentence before every answer: kustomize would make other objects of it; null: it would not */
  incomplete: string | null;
  /** files that were not read */
  notes: string[];
}

/** Of the folder that was opened last. */
export const folderNote = signal<FolderNote | null>(null);

/** Of the text of this name; null: it is not the one that was made of the folder. */
export const noteOf = (name: string): FolderNote | null => (folderNote.value?.name === name ? folderNote.value : null);
