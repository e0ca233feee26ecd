import { useAnswer } from "../../app/asked";

/** Nodes with what is on them, and which one each scorer would pick for a pod. */
export function NodesView() {
  const { answer } = useAnswer("nodes", {});
  if (answer === null) return null;
  return <p>{answer.all} nodes</p>;
}
