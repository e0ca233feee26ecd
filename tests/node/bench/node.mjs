// `node.mjs <suite>` prints one row a line, measured in Node.js.
import * as jsYaml from "js-yaml";
import * as schedscope from "schedscope";
import * as yaml from "yaml";

const [suite] = process.argv.slice(2);
const { rows } = await import(`./${suite}.mjs`);
for (const row of rows(schedscope, { jsYaml, yaml })) {
  // Only the process knows how much it ever had.
  if (row.bytes === null) row.bytes = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ ...row, target: "node" }));
}
