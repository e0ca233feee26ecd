import { incompleteDetails, incompleteText } from "schedscope/words/incomplete";
import type { IncompleteText } from "../engine/types";
import { Quoted } from "./quoted";

/** What of the text could not be read, before every answer about it; nothing for a text that is whole. */
export function Incomplete({ places, id }: { places: readonly IncompleteText[] | undefined; id?: string }) {
  const sentence = incompleteText(places);
  if (sentence === null) return null;
  const details = incompleteDetails(places);
  return (
    <div class="incomplete-text" role="status" {...(id !== undefined && { id })}>
      <p>
        <Quoted text={sentence} />
      </p>
      {details.length > 0 && (
        <ul>
          {details.map((detail) => (
            <li key={detail}>
              <Quoted text={detail} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
