import { incompleteDetails, incompleteText } from "schedscope/words/incomplete";
import type { IncompleteText } from "../engine/types";
import { Quoted } from "./quoted";

interface Props {
  places: readonly IncompleteText[] | undefined;
  /** a sentence of its own, of the folder that the text was made of */
  said?: string | null | undefined;
  id?: string;
}

/** What of the text could not be read, before every answer about it; nothing for a text that is whole. */
export function Incomplete({ places, said, id }: Props) {
  const sentences = [said, incompleteText(places)].filter((sentence) => sentence != null);
  if (sentences.length === 0) return null;
  const details = incompleteDetails(places);
  return (
    <div class="incomplete-text" role="status" {...(id !== undefined && { id })}>
      {sentences.map((sentence) => (
        <p key={sentence}>
          <Quoted text={sentence} />
        </p>
      ))}
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
