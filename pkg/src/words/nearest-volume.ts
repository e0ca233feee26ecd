/** The volume that lacks least of what a claim requests, as a phrase. */
import type { LackOfVolume, NearestVolume } from "../../types.js";
import { listed } from "./phrase.js";

/** `the nearest PersistentVolume, pv-1, has 5Gi, the claim requests 10Gi` */
export function nearestText({ volume, lacks }: NearestVolume, isNamed = false): string {
  // A larger one can be of another class, or lack something else.
  const which = isNamed ? `PersistentVolume ${volume}` : `the nearest PersistentVolume, ${volume},`;
  return `${which} ${lacks.map(lackText).join("; it ")}`;
}

function lackText({ why, has, wanted }: LackOfVolume): string {
  switch (why) {
    case "capacity":
      return `has ${listed(has) || "no capacity"}, the claim requests ${listed(wanted)}`;
    case "access-modes":
      return (
        `has ${has.length === 0 ? "no accessModes" : `accessModes ${listed(has)}`}, the claim requests ` +
        listed(wanted)
      );
    case "volume-mode":
      return `has volumeMode ${listed(has)}, the claim requests ${listed(wanted)}`;
    case "class":
      return differs("StorageClass", has, wanted);
    case "attributes-class":
      return differs("VolumeAttributesClass", has, wanted);
    case "selector":
      return "does not match the selector of the claim";
    case "node":
      return has.length === 0 ? "cannot be used on the node" : `can be used only on nodes with ${has.join(" or ")}`;
    case "phase":
      return "is not Available";
    case "released":
      return "is Released: its claim was deleted";
    case "claim-ref":
      return `is reserved for claim ${listed(has)}`;
    case "deleting":
      return "is being deleted";
    case "taken":
      return "goes to another claim";
  }
}

/** `is of StorageClass slow, the claim of fast` */
const differs = (kind: string, has: string[], wanted: string[]): string =>
  has.length === 0
    ? `has no ${kind}, the claim has ${listed(wanted)}`
    : `is of ${kind} ${listed(has)}, the claim ${wanted.length === 0 ? "has none" : `of ${listed(wanted)}`}`;
