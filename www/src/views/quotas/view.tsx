import { useAnswer } from "../../app/asked";

/** Elastic quotas, the verdict for a pod, and the queue. */
export function QuotasView() {
  const { answer } = useAnswer("quotas", {});
  if (answer === null) return null;
  return <p>{answer.quotas.length} quotas</p>;
}
