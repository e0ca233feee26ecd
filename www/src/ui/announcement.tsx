import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Words for those who listen, said once things have settled, not on every key. */
export function Announcement({ words }: { words: string }) {
  const said = useSignal("");
  useEffect(() => {
    // Backticks are for the eye.
    const timer = setTimeout(() => (said.value = words.replaceAll("`", "")), 600);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p class="unseen" role="status" aria-live="polite">
      {said.value}
    </p>
  );
}

interface StepProps {
  /** empty while they are not known */
  words: string;
  /** what steps are of, to tell several apart */
  of: string;
  /** whether to keep silent for now: while steps play, or nobody asked for one */
  isSilent(): boolean;
}

/** A step in words, said once it has settled; not before anyone asked for a step. */
export function StepAnnouncement({ words, of, isSilent }: StepProps) {
  const said = useSignal("");
  const first = useSignal(true);
  useEffect(() => {
    if (words === "") return;
    if (first.peek()) {
      first.value = false;
      return;
    }
    if (isSilent()) return;
    const timer = setTimeout(() => (said.value = words), 400);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p class="unseen" aria-live="polite" data-announces={of}>
      {said.value}
    </p>
  );
}
