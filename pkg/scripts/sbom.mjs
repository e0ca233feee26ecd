// Writes the bill of materials of a release in CycloneDX's form: the crates in the WebAssembly files and the packages
// bundled into the npm package and the page.
//   node pkg/scripts/sbom.mjs <version> <file>
import { writeFileSync } from "node:fs";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { crates, modules } from "./bundled.mjs";

/** A licence by its name, or several as an expression of SPDX. */
const licenseOf = (text) => (text.includes(" ") ? new Models.LicenseExpression(text) : new Models.SpdxLicense(text));

/** The bill for a version. */
export function bill(version) {
  const of = new Models.Component(Enums.ComponentType.Library, "schedscope", {
    version,
    purl: `pkg:npm/schedscope@${version}`,
    bomRef: "schedscope",
  });
  of.licenses.add(licenseOf("Apache-2.0"));
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: of }) });
  for (const { name, version, license, purl, hash } of [...crates(), ...modules()]) {
    const component = new Models.Component(Enums.ComponentType.Library, name, { version, purl, bomRef: purl });
    component.licenses.add(licenseOf(license));
    component.hashes.set(Enums.HashAlgorithm[hash[0]], hash[1]);
    bom.components.add(component);
    of.dependencies.add(component.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}

const [, , version, file] = process.argv;
writeFileSync(file, `${bill(version)}\n`);
