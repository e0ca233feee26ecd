/** The command that prints all objects that an answer about pods depends on, on two lines. */
export const podsCommand =
  "kubectl get nodes,pods,elasticquotas,priorityclasses,pdb,resourcequotas,namespaces,runtimeclasses,services,rs,sts" +
  " \\\n    -A -o yaml";
