/** The command that prints all objects that a decision depends on, on two lines. */
export const hubCommand =
  "kubectl get managedclusters,placements,placementdecisions,managedclustersets,managedclustersetbindings," +
  "addonplacementscores \\\n    -A -o yaml";
