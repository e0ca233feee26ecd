import { counted } from "schedscope/words/number";

interface Props {
  /** how many are not shown */
  left: number;
  /** what is listed, as one: `pod` */
  noun: string;
  onMore(): void;
}

/** Shows more of a list; nothing where all of it is shown. */
export const More = ({ left, noun, onMore }: Props) =>
  left <= 0 ? null : (
    <p class="more">
      <button type="button" class="line-link" onClick={onMore}>
        {counted(left, `more ${noun}`)}
      </button>
    </p>
  );
