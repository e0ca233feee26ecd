/** Rows out of sight would take longer than those on screen: they follow once nothing moves. */
import { useSignal } from "@preact/signals";
import { Component, type ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

/** how long after an answer what is out of sight follows it, in milliseconds */
const settling = 100;

/** Whether `answer` has been the same for some time. */
export function useSettled(answer: unknown): boolean {
  const settled = useSignal(answer);
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = answer), settling);
    return () => clearTimeout(timer);
  }, [answer]);
  return settled.value === answer;
}

/** Contents that stay as they are while they are later. */
export class Later extends Component<{ isLater: boolean; children: ComponentChildren }> {
  override shouldComponentUpdate({ isLater }: { isLater: boolean }): boolean {
    return !isLater;
  }

  override render() {
    return this.props.children;
  }
}
