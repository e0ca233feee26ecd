import { useSignal } from "@preact/signals";

/** Copies a text that may have to be computed first; says whether it worked. */
export function CopyButton({ text, label }: { text: () => string | Promise<string>; label: string }) {
  const said = useSignal("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      said.value = "copied";
    } catch {
      said.value = "the browser did not allow it";
    }
    setTimeout(() => (said.value = ""), 2000);
  };
  return (
    <span class="copy">
      <button type="button" class="plain" onClick={() => void copy()}>
        {label}
      </button>
      <span class="quiet" role="status">
        {said.value}
      </span>
    </span>
  );
}
