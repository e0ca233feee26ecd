/** The backquotes around names and values, which only Markdown makes into something else. */

/**
 * A pair around one value: what is a letter's neighbour, or has a backquote in it, is part of the value. A value that
 * ends with a space, such as `> `, keeps its own.
 */
const pair = /(?<![\w.`])`([^`]*[^`\s])`(?![\w`])/g;

/** A command at the end of a sentence whose `-` for standard input would be read with the full stop. */
const lastCommand = /(?<![\w.`])`([^` ]+ [^`]*-)`\.$/;

/** Words for a terminal: ``label `env` is `dev` `` without its backquotes. */
export const withoutBackquotes = (words: string): string =>
  words.includes("`") ? words.replace(lastCommand, "$1").replace(pair, "$1") : words;
