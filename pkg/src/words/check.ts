/** A rule with its result. */
export interface Check {
  rule: string;
  /** null: it was not checked */
  holds: boolean | null;
  words: string;
}
