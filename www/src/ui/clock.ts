/** A time as the engine takes its clock: RFC 3339, whole seconds, UTC. */
export const clockText = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, "Z");

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Whether a text is RFC 3339 and a time that exists. */
export function isClockText(text: string): boolean {
  return rfc3339.test(text) && !Number.isNaN(Date.parse(text.replace(" ", "T")));
}
