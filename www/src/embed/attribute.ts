/** An attribute of the element. */
export interface Attribute {
  readonly form: "text" | "length" | "whole" | "flag" | "pairs" | "word";
  /** The words that it can be. */
  readonly words?: readonly string[];
  /** Which of them it is if it is not set; absent: none. */
  readonly default?: string;
  /** The option of these questions that its value is. */
  readonly option?: string;
  readonly questions?: readonly string[];
}
