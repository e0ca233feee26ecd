export { type Cell, figure } from "../report/block.js";
/** A column and how it is set. */
export interface TableColumn {
  head: string;
  align?: "right";
  gives?: boolean;
}
