import type * as schedscope from "schedscope";

declare global {
  const text: string;
  const scenario: schedscope.Scenario;
  const signal: AbortSignal;
}
