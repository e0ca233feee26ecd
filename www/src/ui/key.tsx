import type { ComponentChildren } from "preact";

type Item = readonly [picture: ComponentChildren, words: ComponentChildren, title?: string];

interface Props {
  look?: string;
  /** false: it is not drawn here */
  of: readonly (Item | false)[];
  /** the same is said elsewhere to those who do not see it */
  isHidden?: true;
}

/** What the looks of a chart mean. */
export const Key = ({ look = "", of, isHidden }: Props) => (
  <ul class={`key ${look}`} aria-hidden={isHidden}>
    {of.map((item, i) => {
      if (item === false) return null;
      const [picture, words, title] = item;
      return (
        <li key={i} title={title}>
          {picture} {words}
        </li>
      );
    })}
  </ul>
);
