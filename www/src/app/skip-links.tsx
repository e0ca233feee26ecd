import { view } from "../session/views";
import { decision } from "../session/answer";

/** The first tab stops of the page: past its head, to what people come for. */
export function SkipLinks() {
  const hasClusters = view.value === "placement" && decision.value !== null;
  return (
    <nav class="skip-links" aria-label="Skip links">
      {hasClusters && <SkipLink to="clusters" label="Skip to the clusters" />}
      <SkipLink to="view" label="Skip to the answer" />
      <SkipLink to="text" label="Skip to the input" />
    </nav>
  );
}

/** The address stays as it is: its fragment is not for places of the page. */
function SkipLink({ to, label }: { to: string; label: string }) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        const place = document.getElementById(to);
        const inner = to === "text" ? place?.querySelector<HTMLElement>(".cm-content") : null;
        (inner ?? place)?.focus();
      }}
    >
      {label}
    </a>
  );
}
