/** What is a file by its name, whether or not it is there. */

/** Whether an argument can only mean a file: no object and no command has such a name. */
export const isFileName = (argument: string): boolean =>
  /^(\.{0,2}|~)\//.test(argument) || /\.(ya?ml|json|jsonl|ndjson|txt|log|zip|tgz|tar|gz)$/i.test(argument);
