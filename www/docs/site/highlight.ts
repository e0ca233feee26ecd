/** Code in colours, as classes: the page's policy forbids inline styles. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

hljs.registerLanguage("sh", bash);
hljs.registerLanguage("js", javascript);
hljs.registerLanguage("json", json);
hljs.registerLanguage("html", xml);
hljs.registerLanguage("yaml", yaml);

/** Escaped HTML of some code; without colours in a language that is not known. */
export function highlight(code: string, language: string): string {
  const known = hljs.getLanguage(language) !== undefined;
  return known ? hljs.highlight(code, { language }).value : escapeHtml(code);
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
