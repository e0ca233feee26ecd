/** The command that prints all objects that a decision depends on, and what the hub decided. */
const KINDS = [
  "managedclusters",
  "placements",
  "placementdecisions",
  "managedclustersets",
  "managedclustersetbindings",
  "addonplacementscores",
];

/** `kubectl get … -A -o yaml`, on one line. */
export const hubCommandLine = `kubectl get ${KINDS.join(",")} -A -o yaml`;
