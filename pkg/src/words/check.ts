/** A rule with what came of it. */
export interface Check {
  rule: string;
  /** null: it was not checked */
  holds: boolean | null;
  words: string;
}
