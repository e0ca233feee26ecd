// `node.mjs <suite>` prints one row a line, measured in Node.js.
import * as jsYaml from "js-yaml";
import * as schedscope from "schedscope";
import * as yaml from "yaml";

const { rows } = await import(`./${process.argv[2]}.mjs`);
for (const row of rows(schedscope, { jsYaml, yaml })) {
  console.log(JSON.stringify({ ...row, target: "node" }));
}
