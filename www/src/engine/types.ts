// The engine's own types: one source for the page, the package and the Rust code.
export type * from "schedscope";
