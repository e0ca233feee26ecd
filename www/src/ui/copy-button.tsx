import { useSignal } from "@preact/signals";

/** As a promise where the browser takes one, so that a text that takes time is still of the click. */
async function write(text: string | Promise<string>): Promise<void> {
  if (typeof ClipboardItem === "undefined") {
    await navigator.clipboard.writeText(await text);
    return;
  }
  const blob = Promise.resolve(text).then((ready) => new Blob([ready], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

interface CopyButtonProps {
  text(): string | Promise<string>;
  label: string;
  /** what is copied, for those who do not see what stands beside it */
  of?: string;
}

/** Copies a text that may have to be computed first; says whether it worked. */
export function CopyButton({ text, label, of }: CopyButtonProps) {
  const said = useSignal("");
  const copy = async (): Promise<void> => {
    try {
      await write(text());
      said.value = "copied";
    } catch {
      said.value = "the browser did not allow copying";
    }
    setTimeout(() => (said.value = ""), 2000);
  };
  return (
    <span class="copy">
      <button type="button" class="plain" onClick={() => void copy()}>
        {label}
        {of !== undefined && <span class="unseen"> {of}</span>}
      </button>
      <span class="quiet" role="status">
        {said.value}
      </span>
    </span>
  );
}
